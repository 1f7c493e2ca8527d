import { describe, expect, test } from 'vitest';
import { loadOntology } from '../../src/ontology/index.ts';
import { allOntologies, modelOf, ontologyFile } from '../../test/support/ontologies.ts';
import { buildModel } from './build.ts';
import { policiesOf } from './policies.ts';
import { isBuiltIn } from './queries.ts';
import type { Constraint, DomainModel, Field } from './types.ts';

/** The properties of a field that need a reason, by the kind of constraint that states it. */
const held: Readonly<Partial<Record<Constraint['kind'], (field: Field) => boolean>>> = {
  required: ({ cardinality }) => cardinality === 'one',
  single: ({ cardinality }) => cardinality !== 'many',
  'min-items': ({ minItems }) => (minItems ?? 0) > 0,
  'max-items': ({ maxItems, absent }) => maxItems !== undefined && !absent,
  unique: ({ unique }) => unique,
  generated: ({ generated }) => generated !== undefined,
  deletion: ({ onDelete }) => onDelete !== undefined,
  default: (field) => field.default !== undefined,
  constant: ({ constant }) => constant !== undefined,
  contains: ({ contains }) => contains !== undefined,
  absent: ({ absent }) => absent === true,
  irreflexive: ({ irreflexive }) => irreflexive === true,
  'min-length': ({ type }) => type.kind === 'scalar' && (type.minLength ?? 0) > 0,
  'max-length': ({ type }) => type.kind === 'scalar' && type.maxLength !== undefined,
  values: ({ type }) =>
    (type.kind === 'scalar' && type.values !== undefined) || (type.kind === 'enumeration' && type.only !== undefined),
};

/** Returns all constraints of a model without an axiom, an assumption or a policy as their reason. */
function groundless(model: DomainModel): string[] {
  const grounds = new Map<object, Set<string>>();
  for (const { constraints } of [...model.axioms, ...model.assumptions, ...model.chosen]) {
    for (const constraint of constraints) {
      const about =
        ('field' in constraint && constraint.field) ||
        ('choice' in constraint && constraint.choice) ||
        ('total' in constraint && constraint.total) ||
        ('key' in constraint && constraint.key) ||
        constraint.class;
      grounds.set(about, (grounds.get(about) ?? new Set()).add(constraint.kind));
    }
  }
  const isGrounded = (kind: Constraint['kind'], field: Field): boolean =>
    grounds.get(field)?.has(kind) || (field.refines !== undefined && isGrounded(kind, field.refines));
  const found: string[] = [];
  for (const cls of model.classes) {
    const alternatives = new Set([...cls.choices, ...cls.ancestors.flatMap((c) => c.choices)].flatMap(({ fields }) => fields));
    for (const field of [...cls.fields, ...cls.refinements]) {
      if (isBuiltIn(field)) continue;
      for (const [kind, holds] of Object.entries(held) as [Constraint['kind'], (field: Field) => boolean][]) {
        // For alternatives, the choice limits the values to one.
        if (kind === 'single' && (alternatives.has(field) || (field.refines && alternatives.has(field.refines)))) continue;
        if (holds(field) && !isGrounded(kind, field)) found.push(`${kind} ${cls.name}.${field.name}`);
      }
    }
    for (const choice of cls.choices) if (!grounds.get(choice)?.has('choice')) found.push(`choice ${cls.name}.${choice.name}`);
    for (const total of cls.totals) if (!grounds.get(total)?.has('total')) found.push(`total ${cls.name}.${total.name}`);
    for (const key of cls.keys) if (!grounds.get(key)?.has('key')) found.push(`key ${cls.name}`);
    if (cls.closed && !grounds.get(cls)?.has('closed')) found.push(`closed ${cls.name}`);
  }
  return found;
}

/** Returns the constraints of axioms and assumptions that the model does not satisfy. */
function untrue(model: DomainModel): string[] {
  return [...model.axioms, ...model.assumptions, ...model.chosen].flatMap(({ constraints }) =>
    constraints.flatMap((constraint) => {
      if (!('field' in constraint) || !constraint.field) return [];
      const holds = held[constraint.kind];
      return holds && !holds(constraint.field) ? [`${constraint.kind} ${constraint.class.name}.${constraint.field.name}`] : [];
    }),
  );
}

describe.each([...allOntologies, 'decided-orders'])('%s', (ontology) => {
  test('every constraint has a reason, and nothing else is assumed', async () => {
    const model = await modelOf(ontology);
    expect([groundless(model), untrue(model)]).toEqual([[], []]);
    const elements = new Set([
      ...model.classes.flatMap((cls) => [cls.name, ...membersOf(cls).map((m) => `${cls.name}.${m}`)]),
      ...model.enumerations.map(({ name }) => name),
    ]);
    expect(model.assumptions.filter(({ element }) => !elements.has(element)).map(({ element }) => element)).toEqual([]);
  });
});

function membersOf(cls: DomainModel['classes'][number]): string[] {
  return [...cls.fields, ...cls.refinements, ...cls.choices, ...cls.totals].map(({ name }) => name);
}

describe.each(['foaf', 'prov', 'org', 'torture'])('%s under other policies', (ontology) => {
  test.each([
    { unstated: 'open' },
    { unstated: 'optional', owner: 'none' },
    { unstated: 'required', timestamps: 'none', lengths: 'none', email: 'plain', counts: 'none', 'on-delete': 'restrict' },
    { subclasses: 'several', names: 'local', order: 'iri' },
  ])('%j', async (chosen) => {
    const { model } = await buildModel(await loadOntology(ontologyFile(ontology)), policiesOf(chosen));
    expect([groundless(model), untrue(model)]).toEqual([[], []]);
    // A choice is not an assumption.
    expect(model.assumptions.filter(({ policy }) => policy in chosen)).toEqual([]);
    expect(model.chosen.filter(({ policy }) => !(policy in chosen))).toEqual([]);
  });
});
