import type { Node } from '../../ontology/index.ts';
import { generatedValue } from '../assume/values.ts';
import { areRelated, type ClassDraft, type FieldDraft, isA, type RelationDraft } from '../draft.ts';
import { boundsOf, type Fact, type Facts } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import { applyFacts, isValueOf, traceType } from '../settle/apply.ts';
import { narrow } from '../type/narrow.ts';
import type { Range, Ranges } from '../type/range.ts';
import type { Choice, DomainClass, FieldType, ReferenceField } from '../types.ts';
import { pascalName } from '../words/names.ts';

/**
 * Gives every class what it inherits, narrowed by what it or a superclass of it states for inherited fields.
 * A field keeps its kind and stays a list if it is one, so that an instance of the class is one of its superclass.
 */
export function inherit(reader: Reader, classes: readonly ClassDraft[], ranges: Ranges, facts: Facts): void {
  for (const cls of classes) {
    // Before any field is copied: fields that meet become alike.
    const met = new Map<string, FieldDraft>();
    for (const c of line(cls)) {
      for (const field of c.fields) {
        const other = met.get(field.name);
        if (other && other.type.kind !== 'id') loosen(reader, other, field);
        else met.set(field.name, field);
      }
    }
  }
  // A subclass has more superclasses than any of them.
  const order = [...classes].sort((a, b) => a.ancestors.length - b.ancestors.length);
  for (;;) {
    const refiner = new Refiner(reader, ranges, facts);
    for (const cls of order) refiner.inherit(cls);
    if (refiner.conflicts.size === 0) break;
    for (const { cls, property, below } of refiner.conflicts.values()) {
      facts.discard(cls, property, `${below.name} is a subclass of this and of another class that says the contrary`);
    }
    for (const cls of classes) cls.refinements = [];
    for (const axiom of reader.axioms.all) {
      axiom.constraints = axiom.constraints.filter((c) => !('field' in c && c.field) || c.class === c.field.owner);
    }
  }
  for (const cls of classes) {
    for (const relation of [...cls.relations, ...cls.allRelations]) {
      relation.required = !relation.many && relation.holder === 'source' && relation.field.cardinality === 'one';
    }
  }
}

/** A class and its superclasses, the most distant first. */
function line(cls: ClassDraft): ClassDraft[] {
  // `ancestors` is sorted with the most derived first.
  return [...[...cls.ancestors].reverse(), cls];
}

/** What a class says of an inherited property, contrary to another superclass of a class below it. */
interface Conflict {
  readonly cls: ClassDraft;
  readonly property: Node;
  readonly below: ClassDraft;
}

class Refiner {
  readonly conflicts = new Map<string, Conflict>();
  readonly #reader: Reader;
  readonly #ranges: Ranges;
  readonly #facts: Facts;
  /** The relation of a refined reference. */
  readonly #relations = new Map<FieldDraft, RelationDraft>();

  constructor(reader: Reader, ranges: Ranges, facts: Facts) {
    this.#reader = reader;
    this.#ranges = ranges;
    this.#facts = facts;
  }

  inherit(cls: ClassDraft): void {
    const fields = new Map<string, FieldDraft>();
    const relations = new Map<string, RelationDraft>();
    for (const c of line(cls)) {
      for (const field of c.fields) if (!fields.has(field.name)) fields.set(field.name, field);
      for (const relation of c.relations) if (!relations.has(relation.name)) relations.set(relation.name, relation);
    }
    if (cls.ancestors.length > 0) {
      for (const [name, field] of fields) {
        if (field.owner === cls || field.iri === undefined) continue;
        const form = this.#formIn(cls, field);
        if (form === field) continue;
        fields.set(name, form);
        if (form.owner !== field.owner) throw new Error(`${form.name} changed hands`);
      }
      for (const [name, relation] of relations) {
        const form = fields.get(relation.field.name);
        if (
          form &&
          relation.holder === 'source' &&
          form !== relation.field &&
          form.refines !== undefined &&
          relation.field.owner === form.owner
        ) {
          relations.set(name, this.#relationOf(relation, form));
        }
      }
    }
    cls.allFields = [...fields.values()];
    cls.allRelations = [...relations.values()];
  }

  /** The form that an inherited field has in a class. */
  #formIn(cls: ClassDraft, field: FieldDraft): FieldDraft {
    const iri = field.iri as string;
    const own = this.#facts.stated(cls.iri).get(iri) ?? [];
    const forms = new Set<FieldDraft>();
    for (const parent of cls.parents) {
      const form = parent.allFields.find((f) => f.name === field.name && f.owner === field.owner);
      if (form && form !== field) forms.add(form);
    }
    const [form, ...others] = forms;
    if (own.length === 0 && others.length === 0) return form ?? field;
    const contrary = others.find((other) => form && contradict(form, other));
    if (form && contrary) {
      this.#conflict(cls, iri, contrary);
      return form;
    }
    // Two superclasses that narrow one field differently: what either says holds.
    const facts =
      others.length === 0
        ? own
        : cls.ancestors
            .filter((c) => c !== field.owner && isA(c, field.owner as ClassDraft))
            .reverse()
            .flatMap((c) => this.#facts.stated(c.iri).get(iri) ?? [])
            .concat(own);
    const base = others.length === 0 ? (form ?? field) : field;
    const refined = this.#refine(cls, base, facts);
    if (refined === base) return base;
    cls.refinements.push(refined);
    return refined;
  }

  #conflict(below: ClassDraft, property: Node, form: FieldDraft): void {
    const cls = below.ancestors.find((c) => c.refinements.includes(form));
    if (cls) this.conflicts.set(`${cls.iri} ${property}`, { cls, property, below });
  }

  #refine(cls: ClassDraft, base: FieldDraft, facts: readonly Fact[]): FieldDraft {
    if (this.#isAlternative(cls, base)) {
      for (const { axiom } of facts) axiom.fallsShort('the inherited property has alternatives, each a field of its own');
      return base;
    }
    const field: FieldDraft = { ...base, refines: base };
    const stated = boundsOf(facts);
    const single = base.cardinality !== 'many' || stated.max === 1;
    this.#narrowCount(cls, field, facts);
    const range = this.#rangeOf(base);
    const narrowed = narrow(this.#reader, this.#ranges, range, facts, {
      subject: base.iri as string,
      names: [cls.name + pascalName(base.name)],
      single,
      inherited: true,
    });
    field.type = typeOf(narrowed, base.type);
    if (field.generated && field.type.kind === 'scalar' && !generatedValue(field.name, field.type, field.doc)) {
      delete field.generated;
      delete field.managed;
    }
    if (field.default !== undefined && (field.absent || !isValueOf(field.default, field.type))) delete field.default;
    applyFacts(cls, field, facts);
    traceType(narrowed, cls, field);
    return isSame(field, base) ? this.#unchanged(cls, field, base, facts) : field;
  }

  /** What is said holds of the inherited field already. */
  #unchanged(cls: ClassDraft, field: FieldDraft, base: FieldDraft, facts: readonly Fact[]): FieldDraft {
    for (const { axiom } of facts) {
      for (const [i, constraint] of axiom.constraints.entries()) {
        if ('field' in constraint && (constraint.field as FieldDraft) === field && constraint.class === (cls as object)) {
          axiom.constraints[i] = { ...constraint, field: base } as typeof constraint;
        }
      }
    }
    return base;
  }

  #narrowCount(cls: ClassDraft, field: FieldDraft, facts: readonly Fact[]): void {
    const { min = 0, max } = boundsOf(facts);
    const hasValue = facts.some((fact) => fact.kind === 'value');
    if (max === 0) {
      if (field.cardinality !== 'one' && !field.minItems) {
        field.absent = true;
        if (field.cardinality === 'many') field.maxItems = 0;
        return;
      }
      const place = facts.find((fact) => fact.kind === 'max')?.axiom.place ?? cls.place;
      const reason = 'at most 0, but the inherited field is required; it stays so';
      this.#reader.warn(
        'cardinality-conflict',
        { property: this.#reader.show(field.iri as string), class: cls.name, reason },
        place,
      );
      for (const fact of facts)
        if (fact.kind === 'max' && fact.count === 0) fact.axiom.fallsShort('the inherited field is required');
      return;
    }
    if (field.cardinality === 'many') {
      const least = Math.max(field.minItems ?? 0, min);
      const most = Math.min(field.maxItems ?? Number.POSITIVE_INFINITY, max ?? Number.POSITIVE_INFINITY);
      if (least > most) {
        for (const fact of facts)
          if (fact.kind === 'min' || fact.kind === 'max') fact.axiom.fallsShort('no list could keep to it');
        return;
      }
      if (least > 0) field.minItems = least;
      if (most !== Number.POSITIVE_INFINITY) field.maxItems = most;
      return;
    }
    if (min > 1) {
      for (const fact of facts) {
        if (fact.kind === 'min' && fact.count > 1) fact.axiom.fallsShort('the inherited field holds one value');
      }
    }
    if (min >= 1 || hasValue) field.cardinality = 'one';
  }

  /** Whether a property has become several fields. */
  #isAlternative(cls: ClassDraft, field: FieldDraft): boolean {
    return line(cls).some((c) => c.choices.some((choice) => choice.fields.includes(field as Choice['fields'][number])));
  }

  #rangeOf({ type }: FieldDraft): Range {
    if (type.kind === 'reference') return { value: undefined, classes: [type.target as ClassDraft], traces: [] };
    return { value: type.kind === 'id' ? undefined : type, classes: [], traces: [] };
  }

  #relationOf(relation: RelationDraft, field: FieldDraft): RelationDraft {
    let form = this.#relations.get(field);
    if (!form) {
      const { target } = field.type as ReferenceField['type'];
      form = { ...relation, field: field as ReferenceField, target };
      this.#relations.set(field, form);
    }
    return form;
  }
}

function typeOf(range: Range, base: FieldType): FieldType {
  const [target] = range.classes;
  if (base.kind === 'reference' && target)
    return range.classes.length === 1 ? { kind: 'reference', target: target as DomainClass } : base;
  return range.value ?? base;
}

/** Whether no value could be that of both forms of a field. */
function contradict(a: FieldDraft, b: FieldDraft): boolean {
  if ((a.absent && b.cardinality === 'one') || (b.absent && a.cardinality === 'one')) return true;
  if (a.type.kind === 'reference' && b.type.kind === 'reference') {
    return !areRelated(a.type.target as ClassDraft, b.type.target as ClassDraft);
  }
  const [left, right] = [allowed(a), allowed(b)];
  return left !== undefined && right !== undefined && !left.some((value) => right.includes(value));
}

/** The only values of a field, if they are listed. */
function allowed({ constant, type }: FieldDraft): readonly string[] | undefined {
  if (constant !== undefined) return [constant];
  if (type.kind === 'enumeration') return (type.only ?? type.enumeration.values).map((v) => v.value);
  return type.kind === 'scalar' ? type.values : undefined;
}

/** Whether a refined field says no more than the one it refines. */
function isSame(field: FieldDraft, base: FieldDraft): boolean {
  const keys = ['cardinality', 'minItems', 'maxItems', 'generated', 'default', 'constant', 'absent', 'irreflexive'] as const;
  return (
    keys.every((key) => field[key] === base[key]) &&
    (field.contains ?? []).length === (base.contains ?? []).length &&
    isSameType(field.type, base.type)
  );
}

function isSameType(a: FieldType, b: FieldType): boolean {
  if (a.kind === 'reference') return b.kind === 'reference' && a.target === b.target;
  if (a.kind === 'enumeration') return b.kind === 'enumeration' && a.only?.length === b.only?.length;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Two superclasses give one property to a class: both fields take what either allows. */
function loosen(reader: Reader, a: FieldDraft, b: FieldDraft): void {
  if (a === b || isSame(a, b)) return;
  const cardinalities = [a.cardinality, b.cardinality];
  const cardinality = cardinalities.includes('many') ? 'many' : cardinalities.includes('optional') ? 'optional' : 'one';
  const isFaceted = !isSameType(a.type, b.type);
  for (const field of [a, b]) {
    field.cardinality = cardinality;
    for (const key of ['minItems', 'maxItems', 'default', 'constant', 'contains', 'absent', 'irreflexive'] as const)
      delete field[key];
    if (cardinality !== 'one') {
      delete field.generated;
      delete field.managed;
    }
    if (isFaceted && field.type.kind === 'scalar') field.type = { kind: 'scalar', scalar: field.type.scalar };
    else if (isFaceted && field.type.kind === 'enumeration')
      field.type = { kind: 'enumeration', enumeration: field.type.enumeration };
  }
  const loosened: readonly object[] = [a, b];
  for (const axiom of reader.axioms.all) {
    const kept = axiom.constraints.filter(
      (c) => !('field' in c && c.field && loosened.includes(c.field) && !lasting.has(c.kind)),
    );
    if (kept.length === axiom.constraints.length) continue;
    axiom.constraints = kept;
    axiom.fallsShort('a subclass inherits the property from two superclasses, which state different things of it');
  }
}

const lasting: ReadonlySet<string> = new Set(['member', 'type', 'deprecated', 'inverse', 'unique']);
