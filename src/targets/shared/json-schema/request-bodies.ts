/** Creates the schemas of request bodies: `PostCreate` and `PostUpdate`. */

import { constructorFields, type DomainClass, type Field, isMember } from '../../../model/index.ts';
import { isChangeable, isClearable } from '../../core/index.ts';
import type { Tree, TreeMap } from '../../shared/tree/index.ts';
import { articleOf, words } from '../../text/index.ts';
import { type Dialect, schemaRef } from './dialect.ts';
import { createExample, updateExample } from './examples.ts';
import { type Context, fieldMembers, gapNote, objectRules } from './fields.ts';
import { divideMembers, flatLayout, type Layout, mayExtend } from './layout.ts';
import { classSchema, extendSchemas, type ObjectSchema, objectSchema } from './objects.ts';
import { joinParagraphs } from './prose.ts';
import { jsonValue } from './values.ts';

/** Returns the schema of a request to create an instance: required fields that the server does not supply, and optional ones. */
export function createSchema(cls: DomainClass, context: Context): TreeMap {
  const parameters = constructorFields(cls);
  const { bases, fields, owners } = createLayout(cls, parameters, context.dialect);
  const createFields = fields.filter((field) => isMember(field, 'create'));
  const object = extendSchemas(
    cls,
    bases.map((base) => context.names.of(base).create),
    objectSchema(
      parameters.filter((field) => createFields.includes(field)),
      fieldMembers(cls, createFields, context, (field) => {
        const value = suppliedValue(cls, field, context);
        return value === undefined ? undefined : { default: value };
      }),
      objectRules(owners, 'record', context),
    ),
    context.dialect,
  );
  const description = joinParagraphs(
    `Input for creating ${articleOf(cls.slug)} ${words(cls.slug)}.`,
    serverChecksNote(cls, context),
  );
  return classSchema({ description, deprecated: cls.deprecated }, object, createExample(cls, parameters));
}

/**
 * Returns the note on constraints of the class and its superclasses that the server checks, in the document of an API.
 *
 * @param unchecked kinds of constraints that the schema of this body cannot check, although others do
 */
function serverChecksNote(cls: DomainClass, context: Context, unchecked?: ReadonlySet<string>): string | undefined {
  if (context.dialect.checker !== 'server') return undefined;
  const constraints = [...cls.ancestors, cls].flatMap((each) => context.constraints.get(each) ?? []);
  return gapNote(constraints, context, unchecked);
}

/** Kinds of constraints on several fields. An update may change one of these fields, and the others keep their values. */
const onSeveralFields: ReadonlySet<string> = new Set(['choice', 'total', 'comparison']);

/**
 * Returns the layout of the create schema. It extends a superclass only if the class has all members of the superclass and
 * requires those that the superclass requires.
 */
function createLayout(cls: DomainClass, parameters: readonly Field[], dialect: Dialect): Layout {
  if (cls.parents.length === 0 || !mayExtend(cls, dialect)) return flatLayout(cls);
  const required = new Set(parameters.map(({ name }) => name));
  const members = new Set(memberNames(cls, 'create'));
  return divideMembers(
    cls,
    (superclass) =>
      !superclass.closed &&
      !superclass.abstract &&
      constructorFields(superclass).every(({ name }) => required.has(name)) &&
      memberNames(superclass, 'create').every((name) => members.has(name)),
  );
}

/** Returns the names of the members that a client may send. */
function memberNames(cls: DomainClass, role: 'create' | 'update'): readonly string[] {
  return cls.allFields.filter((field) => isMember(field, role)).map(({ name }) => name);
}

/** Returns the value that the server supplies for an omitted field, unless it is null. */
function suppliedValue(cls: DomainClass, field: Field, { ledger }: Context): Tree | undefined {
  if (field.constant !== undefined) return jsonValue(field.type, field.constant);
  if (field.default !== undefined) {
    return ledger.print({ kind: 'default', class: cls, field, value: field.default }, 'record')?.['default'];
  }
  if (field.generated === 'zero') return 0;
  return field.cardinality === 'many' && (field.minItems ?? 0) === 0
    ? (field.contains?.map((v) => jsonValue(field.type, v)) ?? [])
    : undefined;
}

/**
 * Returns the schema of a request to update an instance: a JSON Merge Patch (RFC 7396) of the changeable members. Other members
 * are rejected, because such a patch would add them.
 */
export function updateSchema(cls: DomainClass, context: Context): TreeMap {
  const { openUpdate } = context.names.of(cls);
  let object: ObjectSchema;
  if (!context.dialect.hasUnevaluated) object = closeSchema(flatUpdateObject(cls, context));
  else if (openUpdate === undefined) object = closeSchema(extendedUpdateObject(cls, context));
  else object = { type: 'object', allOf: [schemaRef(openUpdate, context.dialect)], unevaluatedProperties: false };
  const summary = `Changes to ${articleOf(cls.slug)} ${words(cls.slug)}; absent members keep their value${isClearable(cls) ? ', null clears an optional one' : ''}.`;
  const description = joinParagraphs(summary, serverChecksNote(cls, context, onSeveralFields));
  return classSchema({ description, deprecated: cls.deprecated }, object, updateExample(cls));
}

/** Returns an open schema of updates for subclasses to extend: a schema that rejects unknown members cannot be extended. */
export function openUpdateSchema(cls: DomainClass, context: Context): TreeMap {
  const description = `Changes to ${articleOf(cls.slug)} ${words(cls.slug)} or to an instance of a subclass.`;
  return classSchema({ description, deprecated: cls.deprecated }, extendedUpdateObject(cls, context));
}

/** Returns the schema of all changeable members; it extends no other schema. */
function flatUpdateObject(cls: DomainClass, context: Context): ObjectSchema {
  const members = cls.allFields.filter((field) => isMember(field, 'update'));
  const properties = fieldMembers(cls, members, context);
  return objectSchema([], properties, objectRules(flatLayout(cls).owners, 'change', context));
}

/** Returns the schema of the class's own changeable members; it extends those of superclasses. */
function extendedUpdateObject(cls: DomainClass, context: Context): ObjectSchema {
  const members = cls.allFields.filter((field) => isMember(field, 'update'));
  const { bases: superclasses, fields, owners } = divideMembers(cls, (superclass) => !superclass.abstract);
  const bases = superclasses.filter(isChangeable);
  const ownRules = objectRules(owners, 'change', context);
  if (cls.parents.length === 0) return objectSchema([], fieldMembers(cls, members, context), ownRules);
  const ownFields = new Set(fields);
  const names = new Set(members.map(({ name }) => name));
  const inherited = new Set(bases.flatMap((base) => memberNames(base, 'update')));
  const fixedInSubclass = [...inherited].filter((name) => !names.has(name));
  const properties = fieldMembers(
    cls,
    members.filter((field) => ownFields.has(field)),
    context,
  );
  const object = objectSchema([], properties, [...ownRules, ...fixedInSubclass.map(rejectMember)]);
  if (bases.length === 0) return object;
  const refs = bases.flatMap((base) => context.names.of(base).openUpdate ?? []).map((name) => schemaRef(name, context.dialect));
  return { allOf: object.properties === undefined && object.allOf === undefined ? refs : [...refs, object] };
}

/** Returns a rule that rejects a member: the superclass allows it in updates, the class does not. */
function rejectMember(name: string): TreeMap {
  return { not: { required: [name], properties: { [name]: {} } } };
}

/** Returns a schema that rejects unknown members. The keywords are listed, because object spread is slower here. */
function closeSchema({ type, required, properties, allOf }: ObjectSchema): ObjectSchema {
  if (type === undefined) return { type: 'object', required, properties, allOf, unevaluatedProperties: false };
  return { type, required, properties, allOf, additionalProperties: false };
}
