/** Whole ontologies: of each class instances that keep to everything, and for each demand one that breaks just that. */

import { breaking, type Instance, instanceOf, type Members, withReferred } from '../../src/instances/index.ts';
import { type Demand, type DomainClass, type Field, type Variant, variantOf } from '../../src/model/index.ts';
import { isFullRun, modelOf } from '../support/ontologies.ts';
import { type Corpus, type Document, roles } from './documents.ts';

/** Those of this project, and five published ones of different making, for the long run. */
const short = ['blog', 'constraints'];
const long = ['decided-orders', 'torture', 'dcat', 'gtfs', 'org', 'prov', 'time'];

/** Whether a corpus is of the long run only. */
export const isLong = (slug: string): boolean => long.some((name) => slug === slugOf(name));

/** Modules are called so in every language. */
function slugOf(name: string): string {
  return `whole_${name.replaceAll('-', '_')}`;
}

/** None of those that others refer to, which are the first of their classes. */
const WISHES = { nth: 5, spare: 0 };

export async function wholeCorpora(): Promise<readonly Corpus[]> {
  const names = isFullRun ? [...short, ...long] : short;
  const models = await Promise.all(names.map(async (name) => [slugOf(name), await modelOf(name)] as const));
  return models.map(([slug, model]) => ({
    slug,
    model,
    documents: model.classes.filter((cls) => !cls.abstract).flatMap(ofInstances),
  }));
}

/**
 * Instances of a class that keep to everything, and for each demand one that breaks just that: as records, as what creates
 * them, and as what changes them.
 */
export function ofInstances(cls: DomainClass): readonly Document[] {
  const sound = [true, false].flatMap((wanted) => instanceOf(cls, { ...WISHES, wants: () => wanted }) ?? []);
  const all = [...sound.map((one) => ({ ...one, demand: undefined })), ...breaking(cls, WISHES)];
  return roles.flatMap((role) => all.flatMap((one) => documentOf(one, role, one.demand) ?? []));
}

/** What is said of one that breaks a demand is said of the field that it is made of. */
function documentOf(instance: Instance, role: (typeof roles)[number], demand?: Demand): Document | undefined {
  const field = demand && 'field' in demand ? demand.field : undefined;
  const variant = variantOf(instance.class, role);
  const value = membersIn(variant, instance.value, field);
  // What is broken in a record may be no matter for who changes it, and a change of nothing is for nobody to judge.
  if (value === undefined || (role === 'update' && Object.keys(value).length === 0)) return undefined;
  const kind = field?.type.kind === 'scalar' ? field.type.scalar : (field?.type.kind ?? 'whole');
  const text = JSON.stringify(value);
  return {
    variant,
    kind,
    ...(demand && { facet: demand.kind }),
    cardinality: field?.cardinality ?? 'one',
    about: demand ? 'broken' : 'kept',
    sample: `${instance.class.name} ${text}`,
    text,
    others: (withReferred(instance) ?? []).slice(0, -1),
  };
}

/** The members that a variant has; a change that is about one field speaks of no other. */
function membersIn({ role, members, class: cls }: Variant, value: Members, field: Field | undefined): Members | undefined {
  const names = new Set(members.map(({ field: { name } }) => name));
  if (field !== undefined && !names.has(field.name)) return undefined;
  const known = new Set(cls.allFields.map(({ name }) => name));
  const isMember = (name: string) => (role === 'update' && field !== undefined ? name === field.name : names.has(name));
  return Object.fromEntries(Object.entries(value).filter(([name]) => isMember(name) || !known.has(name)));
}
