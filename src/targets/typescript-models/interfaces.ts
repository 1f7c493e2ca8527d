/**
 * Prints the interfaces of a class: the one of its name, with its fields, and if relations are declared, the `…With…` interface
 * (`relationsName`), which adds related objects.
 */

import {
  constraintsByElement,
  type DomainClass,
  type DomainModel,
  declaredRelations,
  type Field,
  type Relation,
} from '../../model/index.ts';
import { unenforcedNote } from '../core/index.ts';
import type { Emission, Mark } from '../target.ts';
import { indent, type Lines, marked, withIncluded } from '../text/index.ts';
import { jsdocComment, jsdocLines } from './jsdoc.ts';
import { flatType, lineWidth, typeLines } from './layout.ts';
import { formatNote, haveDifferentValueCounts, valueType } from './types.ts';
import type { TypesOf } from './variants.ts';

/** The number of spaces before a member, for the line width. */
const memberDepth = 2;

/** Returns a sentence on the constraints of a class or field that the generated code does not enforce. */
export type NoteOf = (element: DomainClass | Field) => string | undefined;

/** Returns the notes for all elements of a model; they are undefined where every constraint is enforced. */
export function unenforcedNotes(model: DomainModel, achieved: Emission['achieved']): NoteOf {
  const constraints = constraintsByElement(model);
  return (element) => unenforcedNote(constraints.get(element), achieved);
}

/**
 * Returns the interface of a class: an instance in JSON. Interfaces of parents provide the inherited fields.
 *
 * @param fields the fields to print
 */
export function entityInterface(cls: DomainClass, fields: readonly Field[], noteOf: NoteOf): Lines {
  const { doc, deprecated, replacedBy } = cls;
  const above = jsdocLines({ doc, deprecated, replacedBy, unenforced: noteOf(cls) });
  const declared = interfaceOf(
    cls.name,
    cls.parents.map((parent) => parent.name),
    fields.map((field) => fieldMember(cls, field, noteOf)),
  );
  return marked({ element: { kind: 'class', class: cls }, name: cls.name }, declared, above);
}

/**
 * Returns the interface of an instance with its related objects, if the class has declared relations. The same interfaces of
 * its parents provide the inherited ones.
 *
 * @param relations the relations to print
 */
export function relationsInterface(cls: DomainClass, relations: readonly Relation[], typesOf: TypesOf): Lines {
  if (cls.relationsName === undefined) return undefined;
  return [
    jsdocComment(withIncluded(`{@link ${cls.name}}`, declaredRelations(cls)), cls),
    interfaceOf(
      cls.relationsName,
      [cls.name, ...relationsParents(cls).map((parent) => parent.relationsName as string)],
      [...narrowedFields(cls), ...relations.map((relation) => relationMember(relation, typesOf(relation.target).asRelated))],
    ),
  ];
}

/** Returns the parents whose `…With…` interfaces the one of a class extends. */
export function relationsParents(cls: DomainClass): readonly DomainClass[] {
  return cls.parents.filter((parent) => parent.relationsName !== undefined);
}

/**
 * Returns the fields of the `…With…` interface of a class: those that it narrows. An interface that extends two others with
 * different types of a member must declare the member itself.
 */
function narrowedFields(cls: DomainClass): readonly Lines[] {
  const changed = changedFields(cls, relationsParents(cls));
  return cls.allFields
    .filter(({ name }) => changed.has(name))
    .map((field) => {
      // Takes the type from the interface of the class. For an optional member, such a type would include `undefined`.
      const type = field.cardinality === 'optional' ? valueType(field) : `${cls.name}['${field.name}']`;
      return typeLines(`${fieldKey(field)}: `, type, ';', memberDepth);
    });
}

/**
 * Returns the fields of the interface of a class: its own, and those of its parents that it narrows. It also declares a field
 * that parents have in different forms, because an interface does not choose between them.
 */
export function printedFields(cls: DomainClass): readonly Field[] {
  if (cls.parents.length === 0) return cls.allFields;
  const ownFields = new Set([...cls.fields, ...cls.refinements]);
  const changed = changedFields(cls, cls.parents);
  return cls.allFields.filter((field) => ownFields.has(field) || changed.has(field.name));
}

/** Returns the relations that the `…With…` interface of a class declares itself; it inherits those of superclasses. */
export function ownRelationsOf(cls: DomainClass): readonly Relation[] {
  const relations = declaredRelations(cls);
  const parents = relationsParents(cls).map(declaredRelations);
  if (parents.length === 0) return relations;
  const inherited = new Set<Relation>();
  for (const relation of parents.flat()) inherited.add(relation);
  const ownRelations = relations.filter((relation) => !inherited.has(relation));
  // A shortcut for the usual case: the class has every inherited relation unchanged.
  if (inherited.size === relations.length - ownRelations.length) return ownRelations;
  const names = new Set([...inherited].map(({ name }) => name));
  const changed = changedMembers(relations, parents, isSameRelation);
  return relations.filter(({ name }) => !names.has(name) || changed.has(name));
}

/** Returns the names of the fields that some of the parents have in another form. */
function changedFields(cls: DomainClass, parents: readonly DomainClass[]): ReadonlySet<string> {
  const refined = cls.allFields.filter((field) => field.refines !== undefined);
  if (refined.length === 0) return new Set();
  return changedMembers(
    refined,
    parents.map((parent) => parent.allFields),
    isSameField,
  );
}

/** Returns the names of the members that at least one of the inherited lists has in another form. */
function changedMembers<T extends { readonly name: string }>(
  members: readonly T[],
  inherited: readonly (readonly T[])[],
  isSame: (member: T, other: T) => boolean,
): ReadonlySet<string> {
  const byName = new Map(members.map((member) => [member.name, member]));
  const changed = new Set<string>();
  for (const other of inherited.flat()) {
    const member = byName.get(other.name);
    if (member !== undefined && member !== other && !isSame(member, other)) changed.add(other.name);
  }
  return changed;
}

function interfaceOf(name: string, parents: readonly string[], members: readonly Lines[]): Lines {
  const open = members.length === 0 ? '{}' : '{';
  const body = members.length === 0 ? [] : [indent(members), '}'];
  if (parents.length === 0) return [`export interface ${name} ${open}`, body];
  const line = `export interface ${name} extends ${parents.join(', ')} ${open}`;
  if (line.length <= lineWidth) return [line, body];
  return [`export interface ${name}`, `  extends ${parents.join(',\n    ')} ${open}`, body];
}

function fieldMember(cls: DomainClass, field: Field, noteOf: NoteOf): Lines {
  const type = valueType(field);
  const { doc, deprecated, replacedBy } = field;
  const above = jsdocLines({ doc, deprecated, replacedBy, notation: formatNote(field), unenforced: noteOf(field) }, memberDepth);
  const lines = typeLines(`${fieldKey(field)}: `, type, ';', memberDepth);
  const mark: Mark = {
    element: { kind: 'field', class: cls, field },
    name: `${cls.name}.${field.name}`,
    type: flatType(type),
  };
  return marked(mark, lines, above);
}

function relationMember(relation: Relation, type: string): Lines {
  return marked(relationMark(relation), [jsdocLines(relation, memberDepth), relationSignature(relation, type)]);
}

/** Returns the mark of a relation: it belongs to the field that stores it. */
export function relationMark({ field, holder, source, target }: Relation): Mark {
  return { element: { kind: 'field', class: holder === 'source' ? source : target, field } };
}

/** Returns what precedes the type of a field: `title`, `subtitle?`, `readonly kind`. */
function fieldKey({ name, cardinality, constant }: Field): string {
  return `${constant === undefined ? '' : 'readonly '}${name}${cardinality === 'optional' ? '?' : ''}`;
}

function fieldSignature(field: Field): string {
  return typeLines(`${fieldKey(field)}: `, valueType(field), ';').join(' ');
}

function isSameField(field: Field, other: Field): boolean {
  // Forms with different numbers of enumeration values differ; the signature of a discriminator may list hundreds of values.
  return !haveDifferentValueCounts(field, other) && fieldSignature(field) === fieldSignature(other);
}

function isSameRelation(relation: Relation, other: Relation): boolean {
  return relationSignature(relation, relation.target.name) === relationSignature(other, other.target.name);
}

function relationSignature({ name, many, required }: Relation, type: string): string {
  if (many) return `${name}: ${type}[];`;
  return required ? `${name}: ${type};` : `${name}?: ${type} | null;`;
}
