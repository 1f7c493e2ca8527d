/** Whole ontologies: of each class instances that keep to everything, and for each demand one that breaks just that. */

import { breaking, type Instance, instanceOf, withReferred } from '../../src/instances/index.ts';
import { type Demand, type DomainClass, variantOf } from '../../src/model/index.ts';
import { isFullRun, modelOf } from '../support/ontologies.ts';
import type { Corpus, Document } from './documents.ts';

/** Those of this project, and five published ones of different making, for the long run. */
const short = ['blog', 'constraints'];
const long = ['torture', 'dcat', 'gtfs', 'org', 'prov', 'time'];

/** Whether a corpus is of the long run only. */
export const isLong = (slug: string): boolean => long.some((name) => slug === `whole_${name}`);

/** None of those that others refer to, which are the first of their classes. */
const WISHES = { nth: 5, spare: 0 };

export async function wholeCorpora(): Promise<readonly Corpus[]> {
  const names = isFullRun ? [...short, ...long] : short;
  const models = await Promise.all(names.map(async (name) => [`whole_${name}`, await modelOf(name)] as const));
  return models.map(([slug, model]) => ({ slug, model, documents: model.classes.flatMap(ofInstances) }));
}

/** Instances of a class that keep to everything, and for each demand one that breaks just that. */
export function ofInstances(cls: DomainClass): readonly Document[] {
  const sound = [true, false].flatMap((wanted) => instanceOf(cls, { ...WISHES, wants: () => wanted }) ?? []);
  return [...sound.map((one) => documentOf(one)), ...[...breaking(cls, WISHES)].map((one) => documentOf(one, one.demand))];
}

/** What is said of one that breaks a demand is said of the field that it is made of. */
function documentOf(instance: Instance, demand?: Demand): Document {
  const field = demand && 'field' in demand ? demand.field : undefined;
  const kind = field?.type.kind === 'scalar' ? field.type.scalar : (field?.type.kind ?? 'whole');
  const about = demand ? 'broken' : 'kept';
  const text = JSON.stringify(instance.value);
  const others = (withReferred(instance) ?? []).slice(0, -1);
  const variant = variantOf(instance.class, 'entity');
  const sample = `${instance.class.name} ${text}`;
  return {
    variant,
    kind,
    ...(demand && { facet: demand.kind }),
    cardinality: field?.cardinality ?? 'one',
    about,
    sample,
    text,
    others,
  };
}
