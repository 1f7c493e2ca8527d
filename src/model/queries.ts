/** Questions that several targets ask of a model. */

import type {
  Assumption,
  AssumptionKind,
  Axiom,
  Choice,
  Constraint,
  DomainClass,
  DomainModel,
  Field,
  Key,
  ReferenceField,
  Relation,
  Total,
} from './types.ts';

/** Whether a field holds references. */
export function isReference(field: Field): field is ReferenceField {
  return field.type.kind === 'reference';
}

/** Whether the model gives a field to classes by itself, without any property: the identity and the discriminator. */
export function isBuiltIn(field: Field): boolean {
  return field.type.kind === 'id' || field.discriminator === true;
}

/** Whether an API has a class's instances at a place of their own; others are reached from those. */
export function isResource(cls: DomainClass): boolean {
  return cls.resource !== false;
}

/**
 * The arguments of a constructor: fields that must be given because nothing generates them, in order;
 * foreign keys come last. Optional fields and lists that may be empty are not among them.
 */
export function constructorFields(cls: DomainClass): readonly Field[] {
  const needed = cls.allFields.filter(
    (f) =>
      (f.cardinality === 'one' && f.generated === undefined && f.constant === undefined && f.default === undefined) ||
      (f.cardinality === 'many' && (f.minItems ?? 0) > 0),
  );
  return [...needed.filter((f) => !isReference(f)), ...needed.filter(isReference)];
}

/** A class with all below it, each once, and none before all of its superclasses that are among them. */
export function withDescendants(cls: DomainClass): readonly DomainClass[] {
  const found = new Set([cls]);
  // Grows while it is walked.
  for (const each of found) for (const child of each.children) found.add(child);
  return [...found].sort((a, b) => a.ancestors.length - b.ancestors.length);
}

/** Returns the classes of which an instance of a class may be: itself and all below it, without abstract ones. */
export function concreteClasses(cls: DomainClass): readonly DomainClass[] {
  const found = new Set<DomainClass>();
  const add = (one: DomainClass): void => {
    if (found.has(one)) return;
    found.add(one);
    one.children.forEach(add);
  };
  add(cls);
  return [...found].filter((one) => !one.abstract);
}

/** The field that tells which class of a hierarchy an instance is of, if there is one. */
export function discriminatorOf(cls: DomainClass): Field | undefined {
  return cls.allFields.find(({ discriminator }) => discriminator);
}

/** What instances of a class keep to: what it adds itself, and what its superclasses do. */
export function allKeys(cls: DomainClass): readonly Key[] {
  return [...cls.ancestors, cls].flatMap((c) => c.keys);
}

/** Whether a choice is among all alternatives of another one. */
export function covers(choice: Choice, other: Choice): boolean {
  const names = new Set(choice.fields.map(({ name }) => name));
  return other.fields.every(({ name }) => names.has(name)) && (choice.required || !other.required);
}

/**
 * Like {@link allKeys}, for alternatives. One that comes from two superclasses is one, as its fields are; where these
 * differ the class has one of its own, among all of them.
 */
export function allChoices(cls: DomainClass): readonly Choice[] {
  const byName = new Map<string, Choice>();
  for (const c of [...[...cls.ancestors].reverse(), cls]) {
    for (const choice of c.choices) {
      const known = byName.get(choice.name);
      if (!known || !covers(known, choice)) byName.set(choice.name, choice);
    }
  }
  return [...byName.values()];
}

/** Whether what keeps to a total keeps to another of the same values, too. */
export function coversTotal(total: Total, other: Total): boolean {
  const names = new Set(total.fields.map(({ name }) => name));
  return (
    other.fields.every(({ name }) => names.has(name)) &&
    (total.minItems ?? 0) >= (other.minItems ?? 0) &&
    (total.maxItems ?? Number.POSITIVE_INFINITY) <= (other.maxItems ?? Number.POSITIVE_INFINITY)
  );
}

/** The totals that a class keeps to, each with the class that says so; those of superclasses that meet are one of its own. */
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

/** Like {@link allKeys}, for fields that are counted together; what a superclass says of the same fields holds, too. */
export function allTotals(cls: DomainClass): readonly Total[] {
  return totalsOf(cls).map(({ total }) => total);
}

type Disjoint = Extract<Constraint, { readonly kind: 'disjoint' }>;

/** How many assumptions there are of each kind. */
export type AssumedKinds = ReadonlyMap<AssumptionKind, number>;

/** What is known of models without their axioms and assumptions, which are many and made when somebody asks for them. */
interface Known {
  /** The axioms that say more than that a class has a field, and what its values are, in their order. */
  readonly telling: () => readonly Pick<Axiom, 'constraints'>[];
  readonly assumed: () => AssumedKinds;
  readonly said: (wanted: Wanted) => Said;
}

/** All axioms and decisions of a model, or some of them. */
type Said = Pick<DomainModel, 'axioms' | 'assumptions' | 'chosen'>;

/** Which of them somebody wants. */
interface Wanted {
  readonly axiom: (axiom: Pick<Axiom, 'iri' | 'constraints'>) => boolean;
  /** Asked of members of which no more is decided than how many values they have, or what becomes of these. */
  readonly member: (cls: DomainClass, member: { readonly name: string }) => boolean;
}

const known = new WeakMap<DomainModel, Known>();

/** To be called with a model that is built. */
export function rememberKnown(model: DomainModel, what: Known): void {
  known.set(model, what);
}

/** The axioms of a model that say more than that a class has a field, and what its values are, in their order. */
export function tellingAxioms(model: DomainModel): readonly Pick<Axiom, 'constraints'>[] {
  return known.get(model)?.telling() ?? model.axioms;
}

/** The axioms of a model that are wanted, and at least the decisions that are, in their order: most models have very many of both. */
export function saidOf(model: DomainModel, wanted: Wanted): Said {
  const { assumptions, chosen, axioms } = known.get(model)?.said(wanted) ?? model;
  return { assumptions, chosen, axioms: axioms.filter(wanted.axiom) };
}

/** What the axioms of a model say of classes that share no instance. */
export function disjointIn(model: DomainModel): readonly Disjoint[] {
  return disjointAmong(tellingAxioms(model));
}

/** How much is assumed in a model. */
export function assumedIn(model: DomainModel): AssumedKinds {
  return known.get(model)?.assumed() ?? kindsOf(model.assumptions);
}

/** How many there are of each kind. */
export function kindsOf(assumptions: Iterable<Pick<Assumption, 'kind'>>): AssumedKinds {
  const counts = new Map<AssumptionKind, number>();
  for (const { kind } of assumptions) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function disjointAmong(axioms: readonly Pick<Axiom, 'constraints'>[]): Disjoint[] {
  const found: Disjoint[] = [];
  for (const { constraints } of axioms) {
    for (const constraint of constraints) if (constraint.kind === 'disjoint') found.push(constraint);
  }
  return found;
}

/** The model whose constraints were asked for last, and these: targets ask one after the other. Nothing is kept in memory by it. */
let lastModel: WeakRef<DomainModel> | undefined;
let lastConstraints: WeakRef<ReadonlyMap<DomainClass | Field, readonly Constraint[]>> | undefined;

/**
 * What the axioms of a model come to, by class (what is said of the class itself) and by field. That a class has a field, and of
 * what type, may be left out: it is said of all of them, and nothing that is generated speaks of it.
 */
export function constraintsByElement(model: DomainModel): ReadonlyMap<DomainClass | Field, readonly Constraint[]> {
  const last = lastModel?.deref() === model ? lastConstraints?.deref() : undefined;
  if (last) return last;
  const byElement = new Map<DomainClass | Field, Constraint[]>();
  for (const axiom of tellingAxioms(model)) {
    for (const constraint of axiom.constraints) {
      const element = ('field' in constraint && constraint.field) || constraint.class;
      const list = byElement.get(element);
      if (list) list.push(constraint);
      else byElement.set(element, [constraint]);
    }
  }
  lastModel = new WeakRef(model);
  lastConstraints = new WeakRef(byElement);
  return byElement;
}

/** The relations that a `<Class>With…` type holds. */
export function declaredRelations(cls: DomainClass): readonly Relation[] {
  return cls.allRelations.filter((r) => r.declared);
}
