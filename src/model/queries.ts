/** Queries of a model that several targets share. */

import { pushTo } from '../ontology/index.ts';
import { superclassesFirst } from './draft.ts';
import { getOrCreate } from './get-or-create.ts';
import type {
  Assumption,
  AssumptionKind,
  Choice,
  Comparison,
  Constraint,
  DomainClass,
  DomainModel,
  Enumeration,
  EnumerationValue,
  Field,
  Key,
  ReferenceField,
  Relation,
  Total,
} from './types.ts';

export function isReference(field: Field): field is ReferenceField {
  return field.type.kind === 'reference';
}

/** Returns whether a field comes from no property: `id` or the discriminator. */
export function isBuiltIn(field: Field): boolean {
  return field.type.kind === 'id' || field.discriminator === true;
}

/** Returns whether an API has paths for a class; clients reach the instances of other classes through related ones. */
export function isResource(cls: DomainClass): boolean {
  return cls.resource !== false;
}

/**
 * Returns the arguments of a constructor in order: the required fields that nothing generates, references last. Optional fields
 * and lists that may be empty are not included.
 */
export function constructorFields(cls: DomainClass): readonly Field[] {
  const needed = cls.allFields.filter(
    (f) =>
      (f.cardinality === 'one' && f.generated === undefined && f.constant === undefined && f.default === undefined) ||
      (f.cardinality === 'many' && (f.minItems ?? 0) > 0),
  );
  return [...needed.filter((f) => !isReference(f)), ...needed.filter(isReference)];
}

/** Returns a class and all its subclasses, each once and after its superclasses. */
export function withDescendants(cls: DomainClass): readonly DomainClass[] {
  const classes = new Set([cls]);
  // The set grows during the loop.
  for (const each of classes) for (const child of each.children) classes.add(child);
  return superclassesFirst(classes);
}

/** Returns the classes that an instance of a class may have: the class and all its subclasses, without abstract ones. */
export function concreteClasses(cls: DomainClass): readonly DomainClass[] {
  const classes = new Set<DomainClass>();
  const add = (one: DomainClass): void => {
    if (classes.has(one)) return;
    classes.add(one);
    one.children.forEach(add);
  };
  add(cls);
  return [...classes].filter((one) => !one.abstract);
}

/** Returns the field that names the class of an instance, if there is one. */
export function discriminatorOf(cls: DomainClass): Field | undefined {
  return cls.allFields.find(({ discriminator }) => discriminator);
}

/** Returns the keys of a class, inherited ones included. */
export function allKeys(cls: DomainClass): readonly Key[] {
  return [...cls.ancestors, cls].flatMap((c) => c.keys);
}

/** Returns whether a choice has all alternatives of another one, and is required if that one is. */
export function coversChoice(choice: Choice, other: Choice): boolean {
  const names = new Set(choice.fields.map(({ name }) => name));
  return other.fields.every(({ name }) => names.has(name)) && (choice.required || !other.required);
}

/**
 * Returns the choices of a class, inherited ones included, each with its declaring class. A choice that two superclasses have
 * counts once; if their alternatives differ, the class itself has a choice among all of them.
 */
export function choicesOf(cls: DomainClass): readonly { readonly class: DomainClass; readonly choice: Choice }[] {
  const byName = new Map<string, { readonly class: DomainClass; readonly choice: Choice }>();
  for (const c of [...[...cls.ancestors].reverse(), cls]) {
    for (const choice of c.choices) {
      const known = byName.get(choice.name);
      if (!known || !coversChoice(known.choice, choice)) byName.set(choice.name, { class: c, choice });
    }
  }
  return [...byName.values()];
}

/** Returns the choices of a class, inherited ones included. */
export function allChoices(cls: DomainClass): readonly Choice[] {
  return choicesOf(cls).map(({ choice }) => choice);
}

/** Returns whether a total implies another one: it counts all of its fields, and its bounds are at least as tight. */
export function coversTotal(total: Total, other: Total): boolean {
  const names = new Set(total.fields.map(({ name }) => name));
  return (
    other.fields.every(({ name }) => names.has(name)) &&
    (total.minItems ?? 0) >= (other.minItems ?? 0) &&
    (total.maxItems ?? Number.POSITIVE_INFINITY) <= (other.maxItems ?? Number.POSITIVE_INFINITY)
  );
}

/** Returns the totals of a class, each with its declaring class. Different totals of two superclasses are merged in the class. */
export function totalsOf(cls: DomainClass): readonly { readonly class: DomainClass; readonly total: Total }[] {
  const byName = new Map<string, { readonly class: DomainClass; readonly total: Total }>();
  for (const c of [...[...cls.ancestors].reverse(), cls]) {
    for (const total of c.totals) {
      const known = byName.get(total.name);
      if (!known || !coversTotal(known.total, total)) byName.set(total.name, { class: c, total });
    }
  }
  return [...byName.values()];
}

/** Returns the totals of a class, inherited ones included. */
export function allTotals(cls: DomainClass): readonly Total[] {
  return totalsOf(cls).map(({ total }) => total);
}

/** Returns whether a comparison implies another one: it is about the same fields, and at least as strict. */
export function coversComparison(one: Comparison, other: Comparison): boolean {
  const isOfSameFields = one.lesser.name === other.lesser.name && one.greater.name === other.greater.name;
  return isOfSameFields && (other.orEqual || !one.orEqual);
}

/**
 * Returns the comparisons of a class, each with its declaring class. Leaves out those that another one implies, and those of
 * fields that never have a value in the class.
 */
export function comparisonsOf(cls: DomainClass): readonly { readonly class: DomainClass; readonly comparison: Comparison }[] {
  const found: { readonly class: DomainClass; readonly comparison: Comparison }[] = [];
  for (const c of [cls, ...cls.ancestors]) {
    for (const comparison of c.comparisons) {
      const isAbsent = ({ name }: Field) => cls.allFields.some((field) => field.name === name && field.absent);
      const isCovered = found.some((known) => coversComparison(known.comparison, comparison));
      if (!isCovered && !isAbsent(comparison.lesser) && !isAbsent(comparison.greater)) found.push({ class: c, comparison });
    }
  }
  return found;
}

/** Returns the comparisons of a class, inherited ones included. */
export function allComparisons(cls: DomainClass): readonly Comparison[] {
  return comparisonsOf(cls).map(({ comparison }) => comparison);
}

type Disjoint = Extract<Constraint, { readonly kind: 'disjoint' }>;

export type AssumedKinds = ReadonlyMap<AssumptionKind, number>;

export function disjointIn({ axioms }: DomainModel): readonly Disjoint[] {
  return axioms.flatMap(({ constraints }) => constraints.filter((constraint) => constraint.kind === 'disjoint'));
}

export function assumedIn(model: DomainModel): AssumedKinds {
  return countKinds(model.assumptions);
}

export function countKinds(assumptions: Iterable<Pick<Assumption, 'kind'>>): AssumedKinds {
  const counts = new Map<AssumptionKind, number>();
  for (const { kind } of assumptions) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/**
 * Returns the constraints of a model by class (those of the class itself) and by field.
 */
export function constraintsByElement(model: DomainModel): ReadonlyMap<DomainClass | Field, readonly Constraint[]> {
  const byElement = new Map<DomainClass | Field, Constraint[]>();
  for (const axiom of model.axioms) {
    for (const constraint of axiom.constraints) {
      const element = ('field' in constraint && constraint.field) || constraint.class;
      pushTo(byElement, element, constraint);
    }
  }
  // No axiom states what codegen assumes: that values of `email` are unique.
  for (const field of model.classes.flatMap(({ fields }) => fields)) {
    if (!field.unique || field.type.kind !== 'scalar' || byElement.get(field)?.some(({ kind }) => kind === 'unique')) continue;
    pushTo(byElement, field, { kind: 'unique', class: field.owner, field });
  }
  return byElement;
}

const valuesByText = new WeakMap<Enumeration, ReadonlyMap<string, EnumerationValue>>();

/** Returns the value of an enumeration with that text; cached, because a discriminator has as many values as there are classes. */
export function enumerationValue(enumeration: Enumeration, text: string): EnumerationValue | undefined {
  const byText = getOrCreate(valuesByText, enumeration, () => new Map(enumeration.values.map((value) => [value.value, value])));
  return byText.get(text);
}

/** Returns the relations of a `<Class>With…` type. */
export function declaredRelations(cls: DomainClass): readonly Relation[] {
  return cls.allRelations.filter((r) => r.declared);
}
