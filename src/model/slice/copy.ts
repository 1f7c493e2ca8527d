/**
 * Copies the selected classes of a model so that they refer only to each other. A reference to a class outside the slice
 * becomes a field with the IRI of the resource, or is omitted.
 */

import { type ClassDraft, type FieldDraft, type RelationDraft, superclassesFirst } from '../draft.ts';
import { addBases } from '../inherit/bases.ts';
import { isSame } from '../inherit/forms.ts';
import { discriminatorOf, isReference } from '../queries.ts';
import { classValue, kindsDoc } from '../settle/discriminators.ts';
import type {
  Choice,
  Comparison,
  DomainClass,
  DomainModel,
  Enumeration,
  EnumerationValue,
  Field,
  Key,
  Leaving,
  Outside,
  ReferenceField,
  Relation,
  Total,
  Union,
} from '../types.ts';
import { outgoingReferences } from './outgoing-references.ts';
import type { Prefixes } from './patterns.ts';
import { Replacements } from './replacements.ts';
import type { SelectedElements } from './selection.ts';

/** A slice without its axioms and decisions. */
interface CopiedElements {
  readonly classes: readonly DomainClass[];
  readonly enumerations: readonly Enumeration[];
  readonly unions: readonly Union[];
  readonly leaving: readonly Leaving[];
}

/** The copies of the elements of a model, by their originals. */
export class SliceCopy {
  readonly elements: CopiedElements;
  readonly #selected: SelectedElements;
  readonly #outside: Outside;
  readonly #prefixes: Prefixes;
  readonly #replacements: Replacements;
  /** The copies of classes and their members, by the originals; undefined or absent for what is outside the slice. */
  readonly classes = new Map<DomainClass, ClassDraft>();
  readonly fields = new Map<Field, FieldDraft | undefined>();
  readonly #relations = new Map<Relation, RelationDraft | undefined>();
  readonly choices = new Map<Choice, Choice | undefined>();
  readonly totals = new Map<Total, Total | undefined>();
  readonly comparisons = new Map<Comparison, Comparison | undefined>();
  readonly keys = new Map<Key, Key | undefined>();
  /** The enumerations of discriminators, with their copies that list only classes of the slice. */
  readonly #discriminators = new Map<Enumeration, Enumeration>();

  constructor(model: DomainModel, selected: SelectedElements, outside: Outside, prefixes: Prefixes) {
    this.#selected = selected;
    this.#outside = outside;
    this.#prefixes = prefixes;
    const classes = model.classes.filter((cls) => selected.classes.has(cls));
    this.#replacements = new Replacements(model, selected, prefixes);
    for (const cls of classes) this.classes.set(cls, copyWithoutReferences(cls));
    for (const cls of classes) this.#connect(cls);
    for (const cls of classes) this.#updateAbstract(cls);
    for (const cls of classes) this.#limitDiscriminator(cls, classes);
    // A narrowed field refers to the copy of the field that it narrows.
    for (const cls of superclassesFirst(classes)) this.#addMembers(cls);
    for (const [relation, copy] of this.#relations) {
      if (!copy) continue;
      const inverse = relation.inverse && this.relationOf(relation.inverse);
      if (inverse) copy.inverse = inverse;
      else delete copy.inverse;
    }
    const copies = [...this.classes.values()];
    for (const cls of copies) this.#replacements.correct(cls);
    addBases(copies);
    const fields = copies.flatMap((cls) => [...cls.fields, ...cls.refinements]);
    const used = new Set<object>();
    for (const { type } of fields) {
      if (type.kind === 'enumeration') used.add(type.enumeration);
      if (type.kind === 'union') used.add(type.union);
    }
    this.elements = {
      classes: copies,
      enumerations: model.enumerations.flatMap((each) => {
        const copy = this.enumerationOf(each);
        return used.has(copy) || selected.enumerations.has(each) ? [copy] : [];
      }),
      unions: model.unions.filter((union) => used.has(union)),
      leaving: outgoingReferences(classes, this, prefixes, outside),
    };
  }

  has(cls: DomainClass): boolean {
    return this.#selected.classes.has(cls);
  }

  enumerationOf(enumeration: Enumeration): Enumeration {
    return this.#discriminators.get(enumeration) ?? this.#replacements.inEnumeration(enumeration);
  }

  /** Returns the copy of a relation, if the slice has both classes and the reference that stores it. */
  relationOf(relation: Relation): RelationDraft | undefined {
    if (!this.#relations.has(relation)) this.#relations.set(relation, this.#copyRelation(relation));
    return this.#relations.get(relation);
  }

  #connect(cls: DomainClass): void {
    const copy = this.classes.get(cls) as ClassDraft;
    const copiesOf = (list: readonly DomainClass[]) => list.flatMap((each) => this.classes.get(each) ?? []);
    copy.parents = copiesOf(cls.parents);
    copy.ancestors = copiesOf(cls.ancestors);
    copy.children = copiesOf(cls.children);
    for (const ancestor of copy.ancestors) ancestor.descendants.push(copy);
  }

  /** Makes an abstract class concrete if all its concrete subclasses are outside the slice. */
  #updateAbstract(cls: DomainClass): void {
    const copy = this.classes.get(cls) as ClassDraft;
    if (copy.abstract && copy.descendants.every((subclass) => subclass.abstract)) delete copy.abstract;
  }

  /** Limits the enumeration of a discriminator to the classes of the slice. */
  #limitDiscriminator(cls: DomainClass, classes: readonly DomainClass[]): void {
    const type = discriminatorOf(cls)?.type;
    if (type?.kind !== 'enumeration' || this.#discriminators.has(type.enumeration)) return;
    const { enumeration } = type;
    const stated = new Map(enumeration.values.map((value) => [value.value, value]));
    // A class that is concrete only in the slice, because its subclasses are outside, is a new value.
    const values = classes.flatMap((one) => {
      if (this.classes.get(one)?.abstract || enumerationOf(one) !== enumeration) return [];
      return [stated.get(one.name) ?? classValue(one)];
    });
    const discriminatorValues = new Set(values.map(({ value }) => value));
    const roots = classes.filter(({ name, parents }) => parents.length === 0 && discriminatorValues.has(name));
    this.#discriminators.set(enumeration, { ...enumeration, doc: kindsDoc(roots), values });
  }

  #addMembers(cls: DomainClass): void {
    const copy = this.classes.get(cls) as ClassDraft;
    copy.fields = cls.fields.flatMap((field) => this.#store(this.fields, field, this.#copyField(field, cls)));
    copy.refinements = cls.refinements.flatMap((field) => {
      const form = this.#copyNarrowedField(field, cls);
      const base = field.refines && this.fields.get(field.refines);
      // A form that narrows nothing in the slice is replaced by the inherited field.
      this.fields.set(field, form ?? base);
      return form ? [form] : [];
    });
    copy.allFields = cls.allFields.flatMap((field) => this.fields.get(field) ?? []);
    copy.keys = cls.keys.flatMap((key) => {
      const fields = this.#copiesOf(key.fields);
      return fields.length < key.fields.length ? [] : this.#store(this.keys, key, { ...key, fields });
    });
    copy.choices = cls.choices.flatMap((choice) => this.#store(this.choices, choice, this.#copyChoice(choice)));
    copy.totals = cls.totals.flatMap((total) => this.#store(this.totals, total, this.#copyTotal(total)));
    copy.comparisons = cls.comparisons.flatMap((comparison) =>
      this.#store(this.comparisons, comparison, this.#copyComparison(comparison)),
    );
    copy.closed = cls.closed && copy.allFields.length === cls.allFields.length;
    copy.relations = cls.relations.flatMap((relation) => this.relationOf(relation) ?? []);
    copy.allRelations = cls.allRelations.flatMap((relation) => this.relationOf(relation) ?? []);
    if (!copy.allRelations.some(({ declared }) => declared)) delete copy.relationsName;
  }

  /** Stores the copy of an element. */
  #store<O, T extends object>(map: Map<O, T | undefined>, original: O, copy: T | undefined): T[] {
    if (copy) map.set(original, copy);
    return copy ? [copy] : [];
  }

  #copiesOf(fields: readonly Field[]): FieldDraft[] {
    return fields.flatMap((field) => this.fields.get(field) ?? []);
  }

  /** Copies a choice. Without one of its alternatives it is not required any more, because that one may have the value. */
  #copyChoice(choice: Choice): Choice | undefined {
    const fields = this.#copiesOf(choice.fields);
    if (fields.length < 2) return undefined;
    return { ...choice, fields, required: choice.required && fields.length === choice.fields.length };
  }

  /** Copies a total. Without one of its fields, the minimum does not apply any more, but the maximum does. */
  #copyTotal({ minItems, ...total }: Total): Total | undefined {
    const fields = this.#copiesOf(total.fields);
    const isComplete = fields.length === total.fields.length;
    if (fields.length < 2 || (!isComplete && total.maxItems === undefined)) return undefined;
    return { ...total, fields, ...(isComplete && minItems !== undefined && { minItems }) };
  }

  #copyComparison(comparison: Comparison): Comparison | undefined {
    const [lesser, greater] = [this.fields.get(comparison.lesser), this.fields.get(comparison.greater)];
    return lesser && greater && { ...comparison, lesser, greater };
  }

  #copyField(field: Field, cls: DomainClass): FieldDraft | undefined {
    const owner = this.classes.get(field.owner) as ClassDraft;
    if (field.discriminator) return this.#copyDiscriminator({ ...field, owner }, cls);
    const { type } = field;
    if (type.kind === 'enumeration')
      return { ...field, type: { ...type, enumeration: this.enumerationOf(type.enumeration) }, owner };
    if (!isReference(field)) return { ...field, owner };
    const target = this.classes.get(field.type.target);
    if (target) return { ...field, type: { kind: 'reference', target }, owner };
    return this.#outside === 'omit' ? undefined : this.#asIriField({ ...field, owner }, field.type.target);
  }

  /** Returns a reference as a field with the IRI of its target. */
  #asIriField({ onDelete: _, irreflexive: __, ...field }: FieldDraft, target: DomainClass): FieldDraft {
    const name = this.#prefixes.show(target.iri);
    const what =
      field.cardinality === 'many' ? `IRIs of resources of the class ${name}.` : `The IRI of a resource of the class ${name}.`;
    return { ...field, type: { kind: 'scalar', scalar: 'iri' }, doc: field.doc === undefined ? what : `${field.doc}\n\n${what}` };
  }

  /** Copies a narrowed field; undefined if the copy is the same as the field that it narrows. */
  #copyNarrowedField(field: Field, cls: DomainClass): FieldDraft | undefined {
    const base = field.refines && this.fields.get(field.refines);
    if (!base) return undefined;
    const owner = base.owner as ClassDraft;
    if (field.discriminator) return this.#copyDiscriminator({ ...field, owner, refines: base }, cls);
    const form = this.#copyForm({ ...field, owner, refines: base }, base);
    return isSame(form, base) ? undefined : form;
  }

  #copyForm(field: FieldDraft, base: FieldDraft): FieldDraft {
    if (field.type.kind === 'enumeration') {
      return { ...field, type: { ...field.type, enumeration: this.enumerationOf(field.type.enumeration) } };
    }
    if (field.type.kind !== 'reference') return field;
    if (base.type.kind !== 'reference')
      return { ...this.#asIriField(field, field.type.target), ...(base.doc !== undefined && { doc: base.doc }) };
    const target = this.classes.get(field.type.target);
    return { ...field, type: target ? { kind: 'reference', target } : base.type };
  }

  /** Copies a discriminator: in each class, it allows the class itself and its subclasses in the slice. */
  #copyDiscriminator({ constant: _, default: __, ...field }: FieldDraft, cls: DomainClass): FieldDraft {
    const { type } = field;
    if (type.kind !== 'enumeration') return field;
    const copy = this.classes.get(cls) as ClassDraft;
    const enumeration = this.enumerationOf(type.enumeration);
    const subclasses = new Set([copy, ...copy.descendants].map(({ name }) => name));
    const only: readonly EnumerationValue[] = enumeration.values.filter(({ value }) => subclasses.has(value));
    return {
      ...field,
      type: { kind: 'enumeration', enumeration, ...(only.length < enumeration.values.length && { only }) },
      ...(copy.abstract ? {} : only.length === 1 ? { constant: cls.name } : { default: cls.name }),
    };
  }

  #copyRelation(relation: Relation): RelationDraft | undefined {
    const [source, target] = [this.classes.get(relation.source), this.classes.get(relation.target)];
    const field = this.fields.get(relation.field);
    // If the target of a narrowed relation is outside the slice, the relation that it narrows takes its place.
    if (!source || !field || !isReference(field)) return undefined;
    const declared = relation.source.relations.find(({ name }) => name === relation.name) ?? relation;
    const isNarrowed = declared !== relation;
    if (isNarrowed && this.fields.get(declared.field) === field) return this.relationOf(declared);
    if (relation.holder === 'target') return target && { ...relation, source, target, field };
    return { ...relation, source, target: field.type.target as ClassDraft, field: field as ReferenceField };
  }
}

function copyWithoutReferences(cls: DomainClass): ClassDraft {
  return {
    ...cls,
    ...{ parents: [], bases: [], ancestors: [], children: [], descendants: [] },
    ...{ fields: [], allFields: [], refinements: [], keys: [], choices: [], totals: [], comparisons: [] },
    ...{ relations: [], allRelations: [], relationsBases: [] },
  };
}

/** Returns the enumeration of the discriminator of a class. */
function enumerationOf(cls: DomainClass): Enumeration | undefined {
  const type = discriminatorOf(cls)?.type;
  return type?.kind === 'enumeration' ? type.enumeration : undefined;
}
