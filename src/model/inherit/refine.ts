/**
 * Adds the inherited fields to every class, narrowed by what the class or a superclass states about them: if `:Post` has
 * `:rating` and its subclass `:Review` states `sh:minCount 1`, `Review.rating` is required. A field keeps its kind, and a list
 * stays a list, so that an instance of a class is also an instance of its superclass.
 */

import { countStep } from '../../diagnostics/index.ts';
import { type Node, pushTo } from '../../ontology/index.ts';
import { mayGenerate } from '../assume/generated-values.ts';
import {
  type ClassDraft,
  type FieldDraft,
  isA,
  isRequired,
  type RelationDraft,
  removeGenerated,
  superclassesFirst,
} from '../draft.ts';
import { getOrCreate } from '../get-or-create.ts';
import { boundsOf, type Fact, type Facts } from '../read/facts.ts';
import { applyFacts, isValueOf, traceType } from '../settle/apply-facts.ts';
import type { Context } from '../settle/context.ts';
import { immediateNotes, type Notes, PendingNotes } from '../settle/notes.ts';
import { narrowRange } from '../type/narrow.ts';
import type { Range, Ranges } from '../type/range.ts';
import type { DomainClass, FieldType, ReferenceField } from '../types.ts';
import { pascalName } from '../words/names.ts';
import { AlternativeCounts } from './alternative-counts.ts';
import { areContradictory, classLineage, isSame } from './forms.ts';
import { loosenShared } from './loosened-fields.ts';

/**
 * If two superclasses narrow a field to contradictory forms, the statement of one of them is discarded, and the attempt starts
 * again.
 */
export function inheritFields(context: Context, ranges: Ranges): void {
  const { reader, classes, facts, log } = context;
  loosenShared(classes, reader.axioms, log);
  const order = superclassesFirst(classes);
  for (;;) {
    const refiner = new Refiner(context, ranges);
    for (const cls of order) refiner.inherit(cls);
    if (refiner.conflicts.size === 0) {
      refiner.finish();
      break;
    }
    for (const { cls, property, subclass } of refiner.conflicts.values()) {
      facts.discard(cls, property, `${subclass.name} is a subclass of this class and of another one that states the contrary`);
    }
    for (const cls of classes) cls.refinements = [];
  }
  for (const cls of classes) {
    cls.relations.forEach(setRequired);
    // Without superclasses, both lists have the same relations.
    if (cls.ancestors.length > 0) cls.allRelations.forEach(setRequired);
  }
}

/** Sets whether a relation is required, when its field is final. */
function setRequired(relation: RelationDraft): void {
  relation.required = isRequired(relation.many, relation.holder, relation.field);
}

const NO_FACTS: readonly Fact[] = [];

/** The statements of a class about an inherited property, which contradict another superclass of `subclass`. */
interface Conflict {
  readonly cls: ClassDraft;
  readonly property: Node;
  readonly subclass: ClassDraft;
}

class Refiner {
  readonly conflicts = new Map<string, Conflict>();
  readonly #context: Context;
  readonly #ranges: Ranges;
  readonly #facts: Facts;
  readonly #notes = new PendingNotes();
  readonly #alternativeCounts: AlternativeCounts;
  /** The narrowed relations, by their reference fields. */
  readonly #narrowedRelations = new Map<FieldDraft, RelationDraft>();
  /** The narrowed fields of a class, by name. */
  readonly #narrowedFields = new Map<ClassDraft, ReadonlyMap<string, FieldDraft>>();
  readonly #fieldsByProperty = new Map<ClassDraft, Map<string | undefined, FieldDraft[]>>();

  constructor(context: Context, ranges: Ranges) {
    this.#context = context;
    this.#ranges = ranges;
    this.#facts = context.facts;
    this.#alternativeCounts = new AlternativeCounts(context);
  }

  /** Applies what the successful attempt has noted. */
  finish(): void {
    this.#notes.passTo(immediateNotes);
    this.#alternativeCounts.finish();
  }

  inherit(cls: ClassDraft): void {
    // A class without superclasses has only the fields that it declares.
    if (cls.ancestors.length === 0) {
      countStep();
      // With subclasses these must be two arrays, because the discriminator is inserted into both.
      cls.allFields = cls.children.length === 0 ? cls.fields : cls.fields.slice();
      cls.allRelations = cls.relations.slice();
      return;
    }
    /** Members of several superclasses with the same name are one member. */
    const fields = new Map<string, FieldDraft[]>();
    const relations = new Map<string, RelationDraft[]>();
    for (const c of classLineage(cls)) {
      for (const field of c.fields) pushTo(fields, field.name, field);
      for (const relation of c.relations) pushTo(relations, relation.name, relation);
    }
    const forms = new Map<string, FieldDraft>();
    const narrowed = new Map<string, FieldDraft>();
    for (const [name, declarations] of fields) {
      const form = this.#formIn(cls, declarations as [FieldDraft]);
      forms.set(name, form);
      if (form.refines) narrowed.set(name, form);
    }
    cls.allFields = [...forms.values()];
    if (cls.children.length > 0) this.#narrowedFields.set(cls, narrowed);
    cls.allRelations = [...relations.values()].map((declarations) => {
      const [first] = declarations as [RelationDraft];
      const form = forms.get(first.field.name);
      if (!form || first.holder === 'target') return first;
      const relation = declarations.find(({ field }) => field.owner === form.owner) ?? first;
      return form.refines === undefined || relation.field.owner !== form.owner
        ? relation
        : this.#narrowedRelation(relation, form);
    });
  }

  /**
   * Returns the form that a field has in a class.
   *
   * @param declarations the declarations of the field in superclasses, or the class's own field
   */
  #formIn(cls: ClassDraft, declarations: readonly [FieldDraft, ...FieldDraft[]]): FieldDraft {
    const [field] = declarations;
    countStep();
    if (field.owner === cls || field.iri === undefined) return field;
    const { iri } = field;
    const ownFacts = this.#facts.stated(cls.iri).get(iri) ?? NO_FACTS;
    const [form = field, ...others] = this.#inheritedForms(cls, field.name);
    if (ownFacts.length === 0 && others.length === 0) return form;
    const contradicting = others.find((other) => areContradictory(form, other));
    if (contradicting) {
      this.#recordConflict(cls, iri, contradicting);
      return form;
    }
    // If two superclasses narrow a field differently, the statements of both apply.
    const facts = others.length === 0 ? ownFacts : [...this.#inheritedFacts(cls, declarations, iri), ...ownFacts];
    const base = others.length === 0 ? form : field;
    const refined = this.#refine(cls, base, facts);
    if (refined === base) return base;
    cls.refinements.push(refined);
    return refined;
  }

  /** Returns the facts about a property of the superclasses below those that declare its field, the most distant first. */
  #inheritedFacts(cls: ClassDraft, declarations: readonly FieldDraft[], property: Node): readonly Fact[] {
    const facts: Fact[] = [];
    for (const superclass of [...cls.ancestors].reverse()) {
      if (declarations.some(({ owner }) => superclass === owner)) continue;
      if (!declarations.some(({ owner }) => isA(superclass, owner as ClassDraft))) continue;
      facts.push(...(this.#facts.stated(superclass.iri).get(property) ?? []));
    }
    return facts;
  }

  /** Returns the different forms to which superclasses narrow a field. */
  #inheritedForms(cls: ClassDraft, name: string): readonly FieldDraft[] {
    const forms: FieldDraft[] = [];
    for (const parent of cls.parents) {
      const form = this.#narrowedFields.get(parent)?.get(name);
      if (form && !forms.includes(form)) forms.push(form);
    }
    return forms;
  }

  #recordConflict(subclass: ClassDraft, property: Node, form: FieldDraft): void {
    const cls = subclass.ancestors.find((c) => c.refinements.includes(form));
    if (cls) this.conflicts.set(`${cls.iri} ${property}`, { cls, property, subclass });
  }

  #refine(cls: ClassDraft, base: FieldDraft, facts: readonly Fact[]): FieldDraft {
    const alternatives = this.#alternativesOf(base);
    if (alternatives.length > 1 && boundsOf(facts).max !== 0) {
      if (base === alternatives[0]) this.#alternativeCounts.add(cls, alternatives, facts, this.#notes);
      return base;
    }
    const field: FieldDraft = { ...base, refines: base };
    const notes = new PendingNotes();
    const single = base.cardinality !== 'many' || boundsOf(facts).max === 1;
    this.#narrowCount(cls, field, facts, notes);
    const narrowed = narrowRange(this.#context.reader, this.#ranges, rangeFromType(base), facts, {
      subject: base.iri as string,
      names: [cls.name + pascalName(base.name)],
      single,
      inherited: true,
    });
    field.type = typeFromRange(narrowed, base.type);
    if (field.generated && !mayGenerate(field.generated, field.type)) removeGenerated(field);
    if (field.default !== undefined && (field.absent || !isValueOf(field.default, field.type))) delete field.default;
    applyFacts(cls, field, facts, notes);
    if (base.default !== undefined) this.#noteLostDefault(cls, field, base.default, notes);
    traceType(narrowed, cls, field, notes);
    if (!isSame(field, base)) {
      notes.passTo(this.#notes);
      return field;
    }
    // The inherited field satisfies the statements already.
    notes.passTo(this.#notes, (c) =>
      'field' in c && (c.field as FieldDraft) === field ? ({ ...c, field: base } as typeof c) : c,
    );
    return base;
  }

  /** Notes that an inherited default has no effect, if the values of the narrowed field exclude it. */
  #noteLostDefault(cls: ClassDraft, field: FieldDraft, inherited: NonNullable<FieldDraft['default']>, notes: Notes): void {
    if ((field.default ?? field.constant) !== undefined || field.absent) return;
    for (const { kind, axiom } of this.#facts.of(cls, field.iri as string)) {
      if (kind === 'default')
        notes.addShortfall(axiom, `${JSON.stringify(inherited)} is none of the values that ${cls.name} has`);
    }
  }

  #narrowCount(cls: ClassDraft, field: FieldDraft, facts: readonly Fact[], notes: Notes): void {
    const { min = 0, max } = boundsOf(facts);
    if (field.absent) this.#keepAbsent(cls, field, facts);
    else if (max === 0) this.#makeAbsent(cls, field, facts, notes);
    else if (field.cardinality === 'many') narrowList(field, min, max, facts, notes);
    else {
      for (const fact of facts) {
        if (fact.kind === 'min' && fact.count > 1) notes.addShortfall(fact.axiom, 'the inherited field has one value');
      }
      if (min >= 1 || facts.some((fact) => fact.kind === 'value')) field.cardinality = 'one';
    }
  }

  #makeAbsent(cls: ClassDraft, field: FieldDraft, facts: readonly Fact[], notes: Notes): void {
    if (field.cardinality !== 'one' && !field.minItems) {
      field.absent = true;
      if (field.cardinality === 'many') field.maxItems = 0;
      return;
    }
    const fact = facts.find(({ kind }) => kind === 'max');
    this.#warnOfConflict(cls, field, 'at most 0, but the inherited field is required; it stays so', fact);
    for (const fact of facts) {
      if (fact.kind === 'max' && fact.count === 0) notes.addShortfall(fact.axiom, 'the inherited field is required');
    }
  }

  /** Keeps a field without values absent in subclasses. A statement that requires a value falls short when it is applied. */
  #keepAbsent(cls: ClassDraft, field: FieldDraft, facts: readonly Fact[]): void {
    const fact = facts.find((each) => (each.kind === 'min' ? each.count > 0 : each.kind === 'some' || each.kind === 'value'));
    if (fact) this.#warnOfConflict(cls, field, 'at least 1, but the inherited field never has a value; it stays so', fact);
  }

  #warnOfConflict(cls: ClassDraft, field: FieldDraft, reason: string, fact: Fact | undefined): void {
    const { reader } = this.#context;
    const property = reader.show(field.iri as string);
    reader.miscounted.add(cls.name);
    reader.warn('cardinality-conflict', { property, class: cls.name, reason }, fact?.axiom.place ?? cls.place);
  }

  /** Returns all fields of the same property in the class that declares the field. */
  #alternativesOf({ owner, iri }: FieldDraft): readonly FieldDraft[] {
    const byProperty = getOrCreate(this.#fieldsByProperty, owner as ClassDraft, () => {
      const fields = new Map<string | undefined, FieldDraft[]>();
      for (const field of (owner as ClassDraft).fields) pushTo(fields, field.iri, field);
      return fields;
    });
    return byProperty.get(iri) ?? [];
  }

  #narrowedRelation(relation: RelationDraft, field: FieldDraft): RelationDraft {
    const { target } = field.type as ReferenceField['type'];
    return getOrCreate(this.#narrowedRelations, field, () => ({ ...relation, field: field as ReferenceField, target }));
  }
}

function typeFromRange(range: Range, base: FieldType): FieldType {
  const [target] = range.classes;
  if (base.kind === 'reference' && target)
    return range.classes.length === 1 ? { kind: 'reference', target: target as DomainClass } : base;
  return range.value ?? base;
}

function rangeFromType({ type }: FieldDraft): Range {
  if (type.kind === 'reference') return { value: undefined, classes: [type.target as ClassDraft], traces: [] };
  return { value: type.kind === 'id' ? undefined : type, classes: [], traces: [] };
}

function narrowList(field: FieldDraft, min: number, max: number | undefined, facts: readonly Fact[], notes: Notes): void {
  const minimum = Math.max(field.minItems ?? 0, min);
  const maximum = Math.min(field.maxItems ?? Number.POSITIVE_INFINITY, max ?? Number.POSITIVE_INFINITY);
  if (minimum > maximum) {
    for (const fact of facts) {
      if (fact.kind === 'min' || fact.kind === 'max') notes.addShortfall(fact.axiom, 'no list can satisfy it');
    }
    return;
  }
  if (minimum > 0) field.minItems = minimum;
  if (maximum !== Number.POSITIVE_INFINITY) field.maxItems = maximum;
}
