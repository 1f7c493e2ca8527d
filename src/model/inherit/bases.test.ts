import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import type { DomainClass } from '../types.ts';

/** Returns the linearization of Python (C3); undefined if none exists. */
function linearised<T>(
  cls: T,
  basesOf: (cls: T) => readonly T[],
  known = new Map<T, readonly T[] | undefined>(),
): readonly T[] | undefined {
  if (known.has(cls)) return known.get(cls);
  const bases = basesOf(cls);
  const lists = [...bases.map((base) => linearised(base, basesOf, known)), bases].map((list) => list && [...list]);
  let result: T[] | undefined = [cls];
  while (result !== undefined && lists.some((list) => list === undefined || list.length > 0)) {
    const heads = lists.flatMap((list) => (list === undefined ? [] : list.slice(0, 1)));
    const head = heads.find((one) => lists.every((list) => list !== undefined && !list.slice(1).includes(one)));
    if (head === undefined) result = undefined;
    else {
      result.push(head);
      for (const list of lists) if (list?.[0] === head) list.shift();
    }
  }
  known.set(cls, result);
  return result;
}

/** Classes by number, with the numbers of their superclasses and the order of declaration; every class has a relation. */
interface Hierarchy {
  readonly parents: readonly (readonly number[])[];
  readonly order: readonly number[];
}

const hierarchies = fc.integer({ min: 2, max: 14 }).chain((size) =>
  fc.record<Hierarchy>({
    parents: fc.tuple(
      ...Array.from({ length: size }, (_, i) =>
        i === 0 ? fc.constant([]) : fc.uniqueArray(fc.integer({ min: 0, max: i - 1 }), { maxLength: 4 }),
      ),
    ),
    order: fc.shuffledSubarray(
      Array.from({ length: size }, (_, i) => i),
      { minLength: size },
    ),
  }),
);

const turtleOf = ({ parents, order }: Hierarchy) =>
  order
    .map((i) => {
      const above = (parents[i] ?? []).map((parent) => ` ; rdfs:subClassOf :C${parent}`).join('');
      return `:C${i} a owl:Class${above} . :p${i} a owl:ObjectProperty ; rdfs:domain :C${i} ; rdfs:range :Thing .`;
    })
    .concat(':Thing a owl:Class .')
    .join('\n');

const names = (classes: readonly DomainClass[] | undefined) => classes?.map(({ name }) => name);

/** Checks the `With` types of classes; their names here end with `+`. */
function checkRelationTypes(classes: readonly DomainClass[]): void {
  const byName = new Map(classes.flatMap((cls) => [[cls.name, cls] as const, [`${cls.name}+`, cls] as const]));
  const basesOf = (name: string): readonly string[] => {
    const cls = byName.get(name) as DomainClass;
    return name.endsWith('+')
      ? [cls.name, ...cls.relationsBases.map((base) => `${base.name}+`)]
      : cls.bases.map((base) => base.name);
  };
  for (const cls of classes) {
    if (cls.relationsName === undefined) continue;
    const all = linearised(`${cls.name}+`, basesOf);
    expect(all?.length, cls.name).toBe(2 * cls.ancestors.length + 2);
  }
}

async function check(hierarchy: Hierarchy): Promise<void> {
  const { model } = await modelOfTurtle(turtleOf(hierarchy));
  for (const cls of model.classes) {
    expect(linearised(cls, (c) => c.bases)?.length, cls.name).toBe(cls.ancestors.length + 1);
    expect(cls.bases.filter((base) => cls.parents.includes(base))).toEqual(cls.parents);
  }
  checkRelationTypes(model.classes);
}

describe('superclasses', () => {
  test('are linearized by the bases, for any hierarchy and order of declaration', async () => {
    await fc.assert(fc.asyncProperty(hierarchies, check), { numRuns: 200, seed: 7 });
  });

  test('adds no bases if the parents lead to the order', async () => {
    const { model } = await modelOfTurtle(`
      :A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A . :C a owl:Class ; rdfs:subClassOf :A .
      :D a owl:Class ; rdfs:subClassOf :B, :C, :A .`);
    expect(model.classes.map(({ bases }) => names(bases))).toEqual(model.classes.map(({ parents }) => names(parents)));
  });

  test('adds two classes as bases if C3 could choose differently between them', async () => {
    const { model } = await modelOfTurtle(`
      :MaxLimit a owl:Class ; rdfs:subClassOf :Limit . :Temp a owl:Class . :Limit a owl:Class .
      :MaxTemp a owl:Class ; rdfs:subClassOf :MaxLimit, :Temp . :AirTemp a owl:Class ; rdfs:subClassOf :Temp, :Limit .
      :MaxAirTemp a owl:Class ; rdfs:subClassOf :MaxTemp, :AirTemp .`);
    const lowest = model.classes.find(({ name }) => name === 'MaxAirTemp') as DomainClass;
    // The parents alone have no linearization.
    expect(linearised(lowest, (cls) => cls.parents)).toBeUndefined();
    expect(names(linearised(lowest, (cls) => cls.bases)?.slice(1))).toEqual(names(lowest.ancestors));
    expect(names(model.classes.filter(({ bases, parents }) => bases.length > parents.length))).toHaveLength(1);
  });
});
