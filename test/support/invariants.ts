import type { Constraint, DomainClass, DomainModel, Enumeration, Field, Relation } from '../../src/model/index.ts';
import { demandOf, isReference } from '../../src/model/index.ts';

/**
 * Returns the faults of a model: references to something outside of the model, and contradictions between its parts. A
 * correct model has none, whatever its ontology is.
 */
export function faultsOf(model: DomainModel): string[] {
  return [...new Check(model).faults()];
}

class Check {
  readonly #model: DomainModel;
  readonly #classes: ReadonlySet<DomainClass>;
  readonly #enumerations: ReadonlySet<Enumeration>;

  constructor(model: DomainModel) {
    this.#model = model;
    this.#classes = new Set(model.classes);
    this.#enumerations = new Set(model.enumerations);
  }

  *faults(): Iterable<string> {
    const { classes, enumerations, unions } = this.#model;
    if (classes.length === 0) yield 'no class';
    for (const names of [
      [...classes, ...enumerations, ...unions].map(({ name }) => name.toLowerCase()),
      [...classes, ...enumerations, ...unions].map(({ slug }) => slug),
      classes.map(({ plural }) => plural),
    ]) {
      if (new Set(names).size < names.length) yield `names that are not unique: ${names.filter((n, i) => names.indexOf(n) < i)}`;
    }
    for (const { name, values } of enumerations) if (values.length === 0) yield `${name} has no values`;
    for (const cls of classes) for (const fault of this.#ofClass(cls)) yield `${cls.name}: ${fault}`;
    for (const said of [...this.#model.axioms, ...this.#model.assumptions, ...this.#model.chosen]) {
      const what = 'statement' in said ? said.statement : `${said.kind} ${said.element}`;
      for (const constraint of said.constraints) {
        for (const fault of this.#ofConstraint(constraint)) yield `${what}: ${constraint.kind}: ${fault}`;
      }
    }
    for (const axiom of this.#model.axioms) {
      if (axiom.statement.includes('\n')) yield `${axiom.statement} takes several lines`;
    }
  }

  *#ofClass(cls: DomainClass): Iterable<string> {
    for (const [list, others] of Object.entries({
      parents: cls.parents,
      bases: cls.bases,
      ancestors: cls.ancestors,
      children: cls.children,
      relationsBases: cls.relationsBases,
    })) {
      for (const other of others) if (!this.#classes.has(other)) yield `${other.name} of ${list} is not in the model`;
    }
    for (const parent of cls.parents) if (!parent.children.includes(cls)) yield `is no child of ${parent.name}`;
    for (const child of cls.children) if (!child.parents.includes(cls)) yield `is no parent of ${child.name}`;
    const above = new Set(cls.parents.flatMap((parent) => [parent, ...parent.ancestors]));
    if (above.size !== cls.ancestors.length || !cls.ancestors.every((each) => above.has(each))) yield 'has other ancestors';
    if (!cls.parents.every((parent) => cls.bases.includes(parent))) yield 'has parents that are no bases';
    yield* this.#members(cls);
    for (const relation of cls.allRelations) yield* this.#ofRelation(cls, relation);
    for (const relation of cls.relations) {
      if (!cls.allRelations.includes(relation)) yield `${relation.name} is missing among all relations`;
      if (relation.source !== cls) yield `${relation.name} begins at ${relation.source.name}`;
    }
    const hasDeclared = cls.allRelations.some(({ declared }) => declared);
    if (hasDeclared !== (cls.relationsName !== undefined)) yield 'has a name for related objects without any, or none for some';
    for (const base of cls.relationsBases) if (base.relationsName === undefined) yield `${base.name} has no related objects`;
  }

  *#members(cls: DomainClass): Iterable<string> {
    const line = new Set([cls, ...cls.ancestors]);
    const names = cls.allFields.map(({ name }) => name);
    if (new Set(names).size < names.length) yield 'has two fields of one name';
    if (names[0] !== 'id') yield 'does not begin with id';
    const inherited = new Set([...line].flatMap((each) => each.fields.map(({ name }) => name)));
    if (inherited.size !== names.length) yield 'has other fields than it has and inherits';
    for (const field of [...cls.fields, ...cls.refinements]) {
      if (!cls.allFields.includes(field)) yield `${field.name} is missing among all fields`;
    }
    for (const field of cls.fields) if (field.owner !== cls) yield `${field.name} belongs to ${field.owner.name}`;
    for (const field of cls.refinements) {
      const base = field.refines;
      const isKnown = base && cls.ancestors.some((each) => each.allFields.includes(base));
      if (!isKnown || base.name !== field.name || base.owner !== field.owner) yield `${field.name} narrows nothing`;
      else if (base.type.kind !== field.type.kind) yield `${field.name} is of another kind than what it narrows`;
    }
    for (const field of cls.allFields) {
      if (!line.has(field.owner)) yield `${field.name} is inherited from ${field.owner.name}, which is no superclass`;
      if (!field.owner.allFields.some(({ name }) => name === field.name)) yield `${field.name} is no field of its owner`;
      yield* this.#ofField(cls, field);
    }
    for (const { fields } of cls.keys) {
      if (fields.length < 2) yield 'has a key of one field';
      for (const field of fields) if (!cls.allFields.includes(field)) yield `has a key of ${field.name}, which it has not`;
    }
    const counted = [
      ...cls.choices.map(({ name, fields }) => ({ name, fields })),
      ...cls.totals.map(({ name, fields }) => ({ name, fields })),
    ];
    for (const { name, fields } of counted) {
      if (fields.length < 2) yield `${name} is about less than two fields`;
      for (const field of fields) {
        if (![...line].some((each) => each.allFields.includes(field))) yield `${name} is about ${field.name}, which it has not`;
      }
    }
    for (const { name, minItems, maxItems } of cls.totals) {
      if (minItems === undefined && maxItems === undefined) yield `${name} says nothing`;
    }
  }

  *#ofField(cls: DomainClass, field: Field): Iterable<string> {
    const { type, name } = field;
    if (type.kind === 'reference' && !this.#classes.has(type.target))
      yield `${name} leads to ${type.target.name}, which is not there`;
    if (type.kind === 'union' && !this.#model.unions.includes(type.union)) yield `${name} has a union that is not there`;
    if (type.kind === 'enumeration') {
      const { enumeration, only } = type;
      if (!this.#enumerations.has(enumeration)) yield `${name} has an enumeration that is not there`;
      if (only?.some((value) => !enumeration.values.includes(value))) yield `${name} has values that its enumeration has not`;
      if (only?.length === 0) yield `${name} has no values`;
      const known = (only ?? enumeration.values).map(({ value }) => value);
      for (const value of [field.default, field.constant]) {
        if (value !== undefined && !known.includes(value)) yield `${name} begins with ${value}, which it may not be`;
      }
    }
    if (field.onDelete !== undefined && !isReference(field)) yield `${name} says what deleting does, and refers to nothing`;
    if (field.irreflexive && !isReference(field)) yield `${name} is irreflexive, and refers to nothing`;
    if (field.discriminator) {
      const isBelow = (each: DomainClass) => !each.abstract && (each === cls || each.ancestors.includes(cls));
      const below = this.#model.classes.filter(isBelow).map((each) => each.name);
      const reported = type.kind === 'enumeration' ? (type.only ?? type.enumeration.values).map(({ value }) => value) : [];
      if (reported.join() !== below.join()) yield `${name} may be ${reported}, and the classes are ${below}`;
      if ((field.constant ?? field.default) !== (cls.abstract ? undefined : cls.name)) yield `${name} begins with another class`;
    }
  }

  *#ofRelation(cls: DomainClass, relation: Relation): Iterable<string> {
    const { name, source, target, field, inverse, holder } = relation;
    if (source !== cls && !cls.ancestors.includes(source)) yield `${name} begins elsewhere`;
    if (!this.#classes.has(target)) yield `${name} leads to ${target.name}, which is not there`;
    const [keeper, other] = holder === 'source' ? [cls, target] : [target, source];
    if (!keeper.allFields.includes(field)) yield `${name} is stored by ${field.name}, which ${keeper.name} has not`;
    if (field.type.target !== other && holder === 'source') yield `${name} leads elsewhere than its field`;
    if (inverse && (!this.#classes.has(inverse.source) || !inverse.source.relations.includes(inverse))) {
      yield `${name} has a way back that is not there`;
    }
  }

  *#ofConstraint(constraint: Constraint): Iterable<string> {
    const { class: cls } = constraint;
    if (!this.#classes.has(cls)) yield `${cls.name} is not there`;
    if (constraint.kind === 'disjoint' && !this.#classes.has(constraint.other)) yield `${constraint.other.name} is not there`;
    if (
      constraint.kind === 'inheritance' &&
      !cls.parents.includes(constraint.parent) &&
      !cls.ancestors.includes(constraint.parent)
    ) {
      yield `${constraint.parent.name} is no superclass`;
    }
    if (constraint.kind === 'key' && !cls.keys.includes(constraint.key)) yield 'is no key of the class';
    if (constraint.kind === 'choice' && !cls.choices.includes(constraint.choice)) yield 'is no choice of the class';
    if (constraint.kind === 'comparison' && !cls.comparisons.includes(constraint.comparison))
      yield 'is no comparison of the class';
    if (constraint.kind === 'total' && !cls.totals.includes(constraint.total)) yield 'is no total of the class';
    if (constraint.kind === 'closed' && !cls.closed) yield 'the class is open';
    if ('field' in constraint && constraint.field) {
      const { field } = constraint;
      if (!cls.allFields.includes(field) && !field.owner.allFields.some((each) => each === field)) {
        yield `${cls.name} has no such ${field.name}`;
      }
    }
    // Checks that this does not throw.
    demandOf(constraint);
  }
}
