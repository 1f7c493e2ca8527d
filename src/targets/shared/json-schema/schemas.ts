/** The component schemas of a model, which the OpenAPI document and the JSON Schema files contain. */

import {
  constraintsByElement,
  type DomainClass,
  type DomainModel,
  discriminatorOf,
  type Enumeration,
  type Field,
  type Relation,
  relatedTypeName,
  type Union,
} from '../../../model/index.ts';
import { isChangeable } from '../../core/index.ts';
import { lazyMap, markMap, type TreeMap } from '../../shared/tree/index.ts';
import type { Mark } from '../../target.ts';
import { articleOf, capitalized, words } from '../../text/index.ts';
import { decimalSchema, pageInfoSchema, problemSchema } from './common.ts';
import { type Dialect, schemaRef } from './dialect.ts';
import { entityExample, pageInfoExample, pageItemExample, relationsExample } from './examples.ts';
import { type Context, fieldMembers, fieldSchema, gapNote, objectRules, readOnlyKeyword } from './fields.ts';
import { includedRelations, inclusionSchemas } from './inclusions.ts';
import { instanceLayout, mayExtend, ownRelations } from './layout.ts';
import { fieldMark } from './marks.ts';
import { responseSchemaName, type SchemaNames } from './names.ts';
import { classAlternatives, classSchema, exactClassRule, extendSchemas, objectSchema } from './objects.ts';
import { descriptionOf, joinParagraphs, relatedWords, replacementNote, valueList } from './prose.ts';
import { createSchema, openUpdateSchema, updateSchema } from './request-bodies.ts';
import { nullOnly, type Printing, unionMemberSchema } from './types.ts';

/**
 * Returns the component schemas of a model: those of classes in order, then other types, then common ones. Each is created on
 * access.
 */
export function componentSchemas(model: DomainModel, names: SchemaNames, printing: Printing): TreeMap {
  const constraints = constraintsByElement(model);
  const context = { names, constraints, iris: model.policies.iris === 'on', ...printing };
  return lazyMap(schemasByName(model, context));
}

/** Yields the names of schemas with functions that create them. */
function* schemasByName(model: DomainModel, context: Context): Iterable<readonly [name: string, make: () => TreeMap]> {
  const { names, dialect, iris } = context;
  const marked = new Set<Enumeration>();
  for (const cls of model.classes) {
    const { create, update, page, any, itself, openUpdate } = names.of(cls);
    const element = { kind: 'class', class: cls } as const;
    const creating = (make: (cls: DomainClass, context: Context) => TreeMap, mark: Mark = { element }) => {
      return () => markMap(make(cls, context), mark);
    };
    yield [cls.name, creating(entitySchema, { element, name: cls.name })];
    if (dialect.hasRelated && cls.relationsName !== undefined) yield [cls.relationsName, creating(relationsSchema)];
    if (!cls.abstract) yield [create, creating(createSchema)];
    if (openUpdate !== undefined && dialect.hasUnevaluated) yield [openUpdate, creating(openUpdateSchema)];
    if (isChangeable(cls)) yield [update, creating(updateSchema)];
    if (itself !== undefined) yield [itself, creating(exactSchema)];
    if (any !== undefined) yield [any, creating(anySchema, kindMark(cls, any, marked))];
    yield [page, creating(pageSchema)];
    if (context.codes) yield* inclusionSchemas(cls, context);
  }
  for (const enumeration of enumerationsOf(model)) {
    const { name } = enumeration;
    const mark: Mark = { element: { kind: 'enumeration', enumeration }, name, type: 'string' };
    yield [name, () => markMap(enumerationSchema(enumeration, iris), mark)];
  }
  for (const union of model.unions) yield [union.name, () => unionSchema(union, dialect)];
  const { decimal } = context;
  if (decimal !== undefined) yield [decimal, decimalSchema];
  yield [names.page, () => pageInfoSchema(dialect)];
  yield [names.problem, () => problemSchema(dialect, context.codes)];
}

/**
 * Returns the mark of the enumeration of a hierarchy's classes, which the schema `any` of the topmost class declares. Returns
 * undefined for other classes, and for an enumeration that is already in `marked`; otherwise adds it to `marked`.
 */
function kindMark(cls: DomainClass, any: string, marked: Set<Enumeration>): Mark | undefined {
  const kind = discriminatorOf(cls);
  const enumeration = kindsOf(cls);
  if (!kind || !enumeration || marked.has(enumeration)) return undefined;
  if (cls.ancestors.some((ancestor) => kindsOf(ancestor) === enumeration)) return undefined;
  marked.add(enumeration);
  return { element: { kind: 'enumeration', enumeration }, name: `${any}.${kind.name}`, type: 'string' };
}

/** Returns the enumeration of the classes in the hierarchy of a class, the type of its discriminator. */
function kindsOf(cls: DomainClass): Enumeration | undefined {
  const type = discriminatorOf(cls)?.type;
  return type?.kind === 'enumeration' ? type.enumeration : undefined;
}

/** Returns the enumerations except those of discriminators, which are printed with these. */
function enumerationsOf({ classes, enumerations }: DomainModel): readonly Enumeration[] {
  const kinds = new Set(classes.map(kindsOf));
  return enumerations.filter((enumeration) => !kinds.has(enumeration));
}

function entitySchema(cls: DomainClass, context: Context): TreeMap {
  const { bases, fields, owners } = instanceLayout(cls, context.dialect);
  // Who writes an instance of an API reads the schemas of its requests, which have the note.
  const isOutput = context.dialect.checker === 'server' && !cls.abstract;
  const gaps = isOutput ? undefined : gapNote(context.constraints.get(cls), context);
  const description = joinParagraphs(descriptionOf(cls), replacementNote(cls), gaps);
  const object = extendSchemas(
    cls,
    bases.map(({ name }) => name),
    objectSchema(
      fields.filter((field) => field.cardinality !== 'optional'),
      Object.fromEntries(fields.map((field) => [field.name, declaredField(cls, field, context)])),
      objectRules(owners, 'record', context),
    ),
    context.dialect,
  );
  const iri = context.iris ? cls.iri : undefined;
  return classSchema({ description, deprecated: cls.deprecated, iri }, object, entityExample(cls));
}

/** Returns the schema of a field with its mark, for the schema that declares it. */
function declaredField(cls: DomainClass, field: Field, context: Context): TreeMap {
  return markMap(fieldSchema(cls, field, context, readOnlyKeyword(field)), fieldMark(cls, field));
}

/** Returns the schema of an instance with related objects. */
function relationsSchema(cls: DomainClass, context: Context): TreeMap {
  const parents = mayExtend(cls, context.dialect)
    ? cls.parents.filter(({ closed, relationsName }) => !closed && relationsName !== undefined)
    : [];
  // The schema of a closed class cannot be extended; its members are repeated.
  const { bases, fields, owners } = cls.closed ? instanceLayout(cls, context.dialect) : { bases: [cls], fields: [], owners: [] };
  const relations = ownRelations(cls, parents);
  const description = `The ${words(cls.slug)} ${relatedWords(cls)}.`;
  // The class comes last: tools that merge schemas and keep the last one then keep its narrowed fields.
  const refs = [...parents.flatMap(({ relationsName }) => relationsName ?? []), ...bases.map(({ name }) => name)];
  const object = extendSchemas(
    cls,
    refs,
    objectSchema(
      [
        ...fields.filter((field) => field.cardinality !== 'optional'),
        ...relations.filter(({ many, required }) => many || required),
      ],
      {
        ...fieldMembers(cls, fields, context, readOnlyKeyword),
        ...Object.fromEntries(relations.map((relation) => [relation.name, relationSchema(relation, context)])),
      },
      objectRules(owners, 'record', context),
    ),
    context.dialect,
  );
  return classSchema({ description, deprecated: cls.deprecated }, object, relationsExample(cls));
}

function anySchema(cls: DomainClass, { names, dialect }: Context): TreeMap {
  return classAlternatives(cls, (each) => names.of(each).itself ?? each.name, dialect);
}

/** Returns the schema of instances of exactly this class: the class's own schema accepts subclasses, which extend it. */
function exactSchema(cls: DomainClass, { dialect }: Context): TreeMap {
  return {
    description: `${capitalized(articleOf(cls.slug))} ${words(cls.slug)} that belongs to no subclass.`,
    allOf: [schemaRef(cls.name, dialect), exactClassRule(cls)],
  };
}

function enumerationSchema(enumeration: Enumeration, iris: boolean): TreeMap {
  const individuals = enumeration.values.flatMap(({ value, iri }) => (iri === undefined ? [] : [[value, iri] as const]));
  return {
    description: joinParagraphs(descriptionOf(enumeration), replacementNote(enumeration), valueList(enumeration.values)),
    deprecated: enumeration.deprecated || undefined,
    'x-iri': iris ? enumeration.iri : undefined,
    'x-value-iris': iris && individuals.length > 0 ? Object.fromEntries(individuals) : undefined,
    type: 'string',
    enum: enumeration.values.map(({ value }) => value),
  };
}

/** Returns `anyOf`, not `oneOf`, because a value may belong to two members: 1 is an integer and a floating point number. */
function unionSchema(union: Union, dialect: Dialect): TreeMap {
  return { anyOf: union.members.map((member) => unionMemberSchema(member, dialect)) };
}

function pageSchema(cls: DomainClass, { names, dialect, codes }: Context): TreeMap {
  const example = pageItemExample(cls);
  const items = example === undefined ? [] : [example];
  const itemName = codes && includedRelations(cls).length > 0 ? names.including(cls).any : responseSchemaName(cls, names);
  return {
    description: `A page of ${words(cls.plural)}.`,
    allOf: [
      schemaRef(names.page, dialect),
      {
        type: 'object',
        required: ['items'],
        properties: { items: { type: 'array', items: schemaRef(itemName, dialect) } },
      },
    ],
    // Only requests to a server return pages; in a collection of schemas, the item has its example in its own schema.
    examples: dialect.checker === 'server' ? [{ items, ...pageInfoExample, total: items.length }] : undefined,
  };
}

function relationSchema(relation: Relation, { dialect, iris, names }: Context): TreeMap {
  return {
    ...relatedObjects(relation, schemaRef(relatedTypeName(relation.target, names), dialect)),
    description: joinParagraphs(descriptionOf(relation), replacementNote(relation)),
    deprecated: relation.deprecated || undefined,
    'x-iri': iris ? relation.iri : undefined,
  };
}

function relatedObjects({ many, required, field, holder }: Relation, object: TreeMap): TreeMap {
  const isAbsent = field.absent && holder === 'source';
  if (many) return { type: 'array', items: object, maxItems: isAbsent ? 0 : undefined };
  if (isAbsent) return nullOnly('object');
  return required ? object : { oneOf: [object, { type: 'null' }] };
}
