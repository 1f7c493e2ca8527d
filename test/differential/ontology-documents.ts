/** Documents for whole ontologies: for each class, valid instances, and for each constraint one that violates only it. */

import { type Instance, instanceOf, type Members } from '../../src/instances/index.ts';
import type { InstanceOptions } from '../../src/instances/instance.ts';
import { type Demand, type DomainClass, type Field, type Variant, variantOf } from '../../src/model/index.ts';
import { invalidInstances } from '../support/invalid-instances.ts';
import { isFullRun, modelOf } from '../support/ontologies.ts';
import { referenceClosure } from '../support/reference-closure.ts';
import { type Corpus, type Document, roles } from './documents.ts';

/** Ontologies of every run, and those of the full run only, some of them published ones of different styles. */
const defaultOntologies = ['blog', 'constraints'];
const fullRunOntologies = ['decided-orders', 'torture', 'dcat', 'gtfs', 'org', 'prov', 'time'];

/** Returns whether a corpus belongs to the full run only. */
export const isLong = (slug: string): boolean => fullRunOntologies.some((name) => slug === slugOf(name));

/** Returns a name that is valid for modules in every language. */
function slugOf(name: string): string {
  return `whole_${name.replaceAll('-', '_')}`;
}

/** Avoids the first instances of classes, because other instances refer to them. */
const INSTANCE_OPTIONS: Omit<InstanceOptions, 'isWanted'> = { nth: 5, skippedValues: 0 };

export async function ontologyCorpora(): Promise<readonly Corpus[]> {
  const names = isFullRun ? [...defaultOntologies, ...fullRunOntologies] : defaultOntologies;
  const models = await Promise.all(names.map(async (name) => [slugOf(name), await modelOf(name)] as const));
  return models.map(([slug, model]) => ({
    slug,
    model,
    documents: model.classes.filter((cls) => !cls.abstract).flatMap(ofInstances),
  }));
}

/**
 * Returns valid instances of a class, and for each constraint one that violates only it: as records, create bodies and update
 * bodies.
 */
export function ofInstances(cls: DomainClass): readonly Document[] {
  const sound = [true, false].flatMap((wanted) => instanceOf(cls, { ...INSTANCE_OPTIONS, isWanted: () => wanted }) ?? []);
  const all = [...sound.map((one) => ({ ...one, demand: undefined })), ...invalidInstances(cls, INSTANCE_OPTIONS)];
  return roles.flatMap((role) => all.flatMap((one) => documentOf(one, role, one.demand) ?? []));
}

/** Converts an instance to a document. If it violates a constraint, the document is about the constrained field. */
function documentOf(instance: Instance, role: (typeof roles)[number], demand?: Demand): Document | undefined {
  const field = demand && 'field' in demand ? demand.field : undefined;
  const variant = variantOf(instance.class, role);
  const value = membersIn(variant, instance.value, field);
  // A constraint of records may not concern updates, and an empty update has nothing to judge.
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
    others: (referenceClosure(instance) ?? []).slice(0, -1),
  };
}

/** Returns the members of a variant, and unknown ones. An update about one field contains no other field. */
function membersIn({ role, members, class: cls }: Variant, value: Members, field: Field | undefined): Members | undefined {
  const names = new Set(members.map(({ field: { name } }) => name));
  if (field !== undefined && !names.has(field.name)) return undefined;
  const known = new Set(cls.allFields.map(({ name }) => name));
  const isMember = (name: string) => (role === 'update' && field !== undefined ? name === field.name : names.has(name));
  return Object.fromEntries(Object.entries(value).filter(([name]) => isMember(name) || !known.has(name)));
}
