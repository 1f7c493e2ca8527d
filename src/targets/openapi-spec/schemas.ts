import {
  type Constraint,
  constraintsByElement,
  constructorFields,
  type Demand,
  type DomainClass,
  type DomainModel,
  type Enumeration,
  type Field,
  type Relation,
  type Union,
  variantOf,
} from '../../model/index.ts';
import { gapOf } from '../core/index.ts';
import type { Mark } from '../target.ts';
import type { Site } from './answers.ts';
import { createExample, entityExample, pageExample, pageInfoExample, relationsExample, updateExample } from './examples.ts';
import { instanceLayout, type Layout, layout, ownRelations } from './layout.ts';
import { fieldMark } from './marks.ts';
import type { Names } from './names.ts';
import { description, paragraphs, replacement, valueList, words } from './prose.ts';
import { listKeywords, nullable, type SchemaLedger, schemaRef, memberSchema as unionMember, valueSchema } from './types.ts';
import { jsonValue } from './values.ts';
import { about, type Yaml, type YamlMap } from './yaml.ts';

export const PAGE_LIMIT = { minimum: 1, maximum: 100, default: 20 } as const;

/** What the schemas of one document share. */
interface Context {
  readonly names: Names;
  readonly constraints: ReadonlyMap<DomainClass | Field, readonly Constraint[]>;
  readonly ledger: SchemaLedger;
}

/** The component schemas of a model: those of each class in order, those of other types, then those that all share. */
export function componentSchemas(model: DomainModel, names: Names, ledger: SchemaLedger): YamlMap {
  const context = { names, constraints: constraintsByElement(model), ledger };
  const schemas: Record<string, YamlMap> = {};
  for (const cls of model.classes) {
    const { create, update, page } = names.of(cls);
    const mark: Mark = { element: { kind: 'class', class: cls } };
    schemas[cls.name] = about(entitySchema(cls, context), { ...mark, name: cls.name });
    if (cls.relationsName !== undefined) schemas[cls.relationsName] = about(relationsSchema(cls, context), mark);
    schemas[create] = about(createSchema(cls, context), mark);
    if (isChangeable(cls)) schemas[update] = about(updateSchema(cls, context), mark);
    schemas[page] = about(pageSchema(cls, names), mark);
  }
  for (const enumeration of model.enumerations) {
    const { name } = enumeration;
    schemas[name] = about(enumerationSchema(enumeration), {
      element: { kind: 'enumeration', enumeration },
      name,
      type: 'string',
    });
  }
  for (const union of model.unions) schemas[union.name] = unionSchema(union);
  schemas[names.page] = pageInfoSchema;
  schemas[names.error] = errorSchema;
  return schemas;
}

/** Whether an instance has anything that may change: all but what the server assigns once. */
export function isChangeable(cls: DomainClass): boolean {
  return variantOf(cls, 'update').members.length > 0;
}

/** Whether only the server gives the field its value, and clients read it. */
export function isAssigned(field: Field): boolean {
  return field.type.kind === 'id' || field.managed !== undefined;
}

function entitySchema(cls: DomainClass, context: Context): YamlMap {
  const parts = instanceLayout(cls);
  const { bases, fields } = parts;
  return {
    description: paragraphs(description(cls), replacement(cls), gapsOf(context.constraints.get(cls), context)),
    deprecated: cls.deprecated || undefined,
    ...extending(
      cls,
      bases.map(({ name }) => name),
      objectSchema(
        fields.filter((field) => field.cardinality !== 'optional'),
        fields.map((field) => [field.name, memberSchema(cls, field, context, true)]),
        rules(parts, 'record', context),
      ),
    ),
    examples: examples(entityExample(cls)),
  };
}

/** A field as the server sends it. */
function memberSchema(cls: DomainClass, field: Field, context: Context, isDeclaration = false): YamlMap {
  const schema = { ...fieldSchema(cls, field, context), readOnly: isAssigned(field) || undefined };
  return isDeclaration ? about(schema, fieldMark(cls, field)) : schema;
}

/** What a class's object keeps to as a whole: its choices, and values that are counted together. */
function rules({ owners }: Layout, site: Site, { ledger }: Context): YamlMap[] {
  const demands = owners.flatMap((cls): Demand[] => [
    ...cls.choices.map((choice) => ({ kind: 'choice', class: cls, choice }) as const),
    ...cls.totals.map((total) => ({ kind: 'total', class: cls, total }) as const),
  ]);
  return ledger.printAll(demands, site).filter((rule) => Object.keys(rule).length > 0);
}

/** An instance with its related objects. */
function relationsSchema(cls: DomainClass, context: Context): YamlMap {
  const parents = cls.parents.filter(({ closed, relationsName }) => !closed && relationsName !== undefined);
  // Nothing can be added to the schema of a closed class; its members are repeated.
  const parts: Layout = cls.closed ? instanceLayout(cls) : { bases: [cls], fields: [], owners: [] };
  const { bases, fields } = parts;
  const relations = ownRelations(cls, parents);
  return {
    description: `The ${words(cls.slug)} with the objects that it is related to.`,
    deprecated: cls.deprecated || undefined,
    ...extending(
      cls,
      [...bases.map(({ name }) => name), ...parents.flatMap(({ relationsName }) => relationsName ?? [])],
      objectSchema(
        [...fields.filter((field) => field.cardinality !== 'optional'), ...relations.filter(isAlwaysThere)],
        [
          ...fields.map((field) => [field.name, memberSchema(cls, field, context)] as const),
          ...relations.map((relation) => [relation.name, relationSchema(relation)] as const),
        ],
        rules(parts, 'record', context),
      ),
    ),
    examples: examples(relationsExample(cls)),
  };
}

/** What a client sends to create an instance: what the server cannot make up, and what it may leave out. */
function createSchema(cls: DomainClass, context: Context): YamlMap {
  const given = constructorFields(cls);
  const needed = new Set(given.map(({ name }) => name));
  const parts = layout(
    cls,
    // A subclass may supply what clients have to give for its superclass.
    (superclass) => !superclass.closed && constructorFields(superclass).every(({ name }) => needed.has(name)),
  );
  const { bases, fields } = parts;
  const own = fields.filter((field) => !isAssigned(field));
  return {
    description: `A new ${words(cls.slug)}, as a client sends it.`,
    deprecated: cls.deprecated || undefined,
    ...extending(
      cls,
      bases.map((base) => context.names.of(base).create),
      objectSchema(
        given.filter((field) => own.includes(field)),
        own.map((field) => [field.name, { ...fieldSchema(cls, field, context), default: suppliedValue(cls, field, context) }]),
        rules(parts, 'record', context),
      ),
    ),
    examples: examples(createExample(cls, given)),
  };
}

/** The value of a field that a client leaves out, where it is not null. */
function suppliedValue(cls: DomainClass, field: Field, { ledger }: Context): Yaml | undefined {
  if (field.constant !== undefined) return jsonValue(field.type, field.constant);
  if (field.default !== undefined) {
    return ledger.print({ kind: 'default', class: cls, field, value: field.default }, 'record')?.['default'];
  }
  if (field.generated === 'zero') return 0;
  return field.cardinality === 'many' && (field.minItems ?? 0) === 0
    ? (field.contains?.map((v) => jsonValue(field.type, v)) ?? [])
    : undefined;
}

/** What a client sends to change an instance, in the manner of JSON Merge Patch (RFC 7396). */
function updateSchema(cls: DomainClass, context: Context): YamlMap {
  const layouts = layout(cls, (superclass) => !superclass.closed);
  const changeable = layouts.bases.filter(isChangeable);
  // What has one value only, or none, is told all the same: the superclass may have others.
  const own = layouts.fields.filter((field) => !isAssigned(field));
  const parts = objectSchema(
    [],
    own.map((field) => [field.name, fieldSchema(cls, field, context)]),
    rules(layouts, 'change', context),
  );
  return {
    description: `Changes to the ${words(cls.slug)}; fields that are left out stay as they are.`,
    deprecated: cls.deprecated || undefined,
    ...extending(
      cls,
      changeable.map((base) => context.names.of(base).update),
      changeable.length > 0 ? parts : { ...parts, minProperties: 1 },
    ),
    examples: examples(updateExample(cls, [...own, ...cls.allFields.filter((field) => !isAssigned(field))])),
  };
}

const examples = (example: YamlMap | undefined): YamlMap[] | undefined => example && [example];

function enumerationSchema(enumeration: Enumeration): YamlMap {
  return {
    description: paragraphs(description(enumeration), replacement(enumeration), valueList(enumeration.values)),
    deprecated: enumeration.deprecated || undefined,
    type: 'string',
    enum: enumeration.values.map(({ value }) => value),
  };
}

/** Any of the members: one value may be of two of them, as 1 is of a whole and of a floating point number. */
function unionSchema(union: Union): YamlMap {
  return { anyOf: union.members.map((member) => unionMember(member)) };
}

function pageSchema(cls: DomainClass, names: Names): YamlMap {
  const items = { type: 'array', items: schemaRef(cls.name) };
  return {
    description: `One page of ${words(cls.plural)}.`,
    allOf: [schemaRef(names.page), objectSchema([{ name: 'items' }], [['items', items]])],
    examples: [pageExample(cls)],
  };
}

const pageInfoSchema: YamlMap = {
  description: 'Which part of a list a page holds.',
  ...objectSchema(
    [{ name: 'total' }, { name: 'limit' }, { name: 'offset' }],
    [
      ['total', { type: 'integer', format: 'int64', minimum: 0, description: 'Number of entries in the whole list.' }],
      [
        'limit',
        {
          type: 'integer',
          format: 'int32',
          minimum: PAGE_LIMIT.minimum,
          maximum: PAGE_LIMIT.maximum,
          description: 'Largest number of entries on a page.',
        },
      ],
      ['offset', { type: 'integer', format: 'int64', minimum: 0, description: 'Number of entries before the page.' }],
    ],
  ),
  examples: [pageInfoExample],
};

const errorSchema: YamlMap = {
  description: 'What went wrong, as problem details (RFC 9457).',
  type: 'object',
  required: ['title', 'status'],
  properties: {
    type: { type: 'string', format: 'uri-reference', default: 'about:blank', description: 'Identifies the kind of problem.' },
    title: { type: 'string', description: 'Summary of the kind of problem.' },
    status: { type: 'integer', format: 'int32', minimum: 400, maximum: 599, description: 'HTTP status of the response.' },
    detail: { type: 'string', description: 'What went wrong this time.' },
    instance: { type: 'string', format: 'uri-reference', description: 'Identifies this occurrence of the problem.' },
    errors: {
      type: 'array',
      description: 'The parts of the request that are to blame.',
      items: {
        type: 'object',
        required: ['detail'],
        properties: {
          pointer: { type: 'string', description: 'The place in the body, as a JSON pointer in a URI fragment (RFC 6901).' },
          detail: { type: 'string', description: 'What is wrong there.' },
        },
      },
    },
  },
  examples: [
    {
      type: 'about:blank',
      title: 'Unprocessable Content',
      status: 422,
      detail: 'The request body breaks a rule of the schema.',
      errors: [{ pointer: '#/id', detail: 'must be a UUID' }],
    },
  ],
};

function objectSchema(
  required: readonly { readonly name: string }[],
  properties: readonly (readonly [string, YamlMap])[],
  rules: readonly YamlMap[] = [],
): YamlMap {
  return {
    type: 'object',
    required: required.length > 0 ? required.map(({ name }) => name) : undefined,
    properties: properties.length > 0 ? Object.fromEntries(properties) : undefined,
    ...(rules.length > 1 ? { allOf: rules } : rules[0]),
  };
}

/** The object schema of a class on top of others. */
function extending(cls: DomainClass, bases: readonly string[], own: YamlMap): YamlMap {
  if (bases.length === 0) return { ...own, additionalProperties: cls.closed ? false : undefined };
  const refs = bases.map(schemaRef);
  const allOf =
    own['properties'] === undefined && own['oneOf'] === undefined && own['allOf'] === undefined ? refs : [...refs, own];
  // `additionalProperties` would not know the properties of the others.
  return cls.closed ? { type: 'object', allOf, unevaluatedProperties: false } : { allOf };
}

function fieldSchema(cls: DomainClass, field: Field, context: Context): YamlMap {
  const said = {
    description: paragraphs(
      description(field) ?? ownDescription(field),
      replacement(field),
      gapsOf(constraintsOf(field, context), context),
    ),
    deprecated: field.deprecated || undefined,
  };
  const { cardinality, absent } = field;
  const value = () => valueSchema(cls, field, context.ledger);
  switch (cardinality) {
    case 'one':
      return { ...value(), ...said };
    case 'optional':
      return { ...(absent ? { type: 'null' } : nullable(value())), ...said };
    case 'many':
      return {
        type: 'array',
        items: value(),
        ...listKeywords(cls, field, context.ledger),
        ...(absent && { maxItems: 0 }),
        ...said,
      };
    default:
      return cardinality satisfies never;
  }
}

/** What a description tells of demands that the schema does not meet. Defaults are told by the keyword. */
function gapsOf(constraints: readonly Constraint[] | undefined, { ledger }: Context): string | undefined {
  return gapOf(
    constraints?.filter(({ kind }) => kind !== 'default'),
    (demand) => ledger.achieved(demand),
  );
}

/** What holds of a field, and of those that it narrows as far as it does not say the same more narrowly. */
function constraintsOf(field: Field, context: Context): readonly Constraint[] {
  const own = context.constraints.get(field) ?? [];
  if (field.refines === undefined) return own;
  const kinds = new Set(own.map(({ kind }) => kind));
  kinds.delete('pattern');
  return [...constraintsOf(field.refines, context).filter(({ kind }) => !kinds.has(kind)), ...own];
}

/** What is known of a field that the ontology does not describe. */
function ownDescription({ type, cardinality }: Field): string | undefined {
  switch (type.kind) {
    case 'id':
      return 'Identifier, assigned by the server.';
    case 'reference':
      return cardinality === 'many'
        ? `Identifiers of ${words(type.target.plural)}.`
        : `Identifier of the ${words(type.target.slug)}.`;
    case 'scalar':
    case 'enumeration':
    case 'union':
      return undefined;
    default:
      return type satisfies never;
  }
}

function isAlwaysThere({ many, required }: Relation): boolean {
  return many || required;
}

function relationSchema(relation: Relation): YamlMap {
  const { many, required, field, holder } = relation;
  const target = schemaRef(relation.target.name);
  const said = {
    description: paragraphs(description(relation), replacement(relation)),
    deprecated: relation.deprecated || undefined,
  };
  const absent = field.absent && holder === 'source';
  if (many) return { type: 'array', items: target, maxItems: absent ? 0 : undefined, ...said };
  if (absent) return { type: 'null', ...said };
  return required ? { ...target, ...said } : { oneOf: [target, { type: 'null' }], ...said };
}
