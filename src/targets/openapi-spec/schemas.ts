import { constructorFields, type DomainClass, type DomainModel, type Field, type Relation } from '../../model/index.ts';
import { entityExample, membersExample, pageExample, pageInfoExample, relationsExample } from './examples.ts';
import type { Names } from './names.ts';
import { description, words } from './prose.ts';
import { nullable, valueSchema } from './types.ts';
import type { YamlMap } from './yaml.ts';

export const PAGE_LIMIT = { minimum: 1, maximum: 100, default: 20 } as const;

/** The component schemas of a model: those of each class in order, then those that all share. */
export function componentSchemas(model: DomainModel, names: Names): YamlMap {
  const schemas: Record<string, YamlMap> = {};
  for (const cls of model.classes) {
    const { create, update, page } = names.of(cls);
    schemas[cls.name] = entitySchema(cls);
    if (cls.relationsName !== undefined) schemas[cls.relationsName] = relationsSchema(cls);
    schemas[create] = createSchema(cls, names);
    if (isChangeable(cls)) schemas[update] = updateSchema(cls, names);
    schemas[page] = pageSchema(cls, names);
  }
  schemas[names.page] = pageInfoSchema;
  schemas[names.error] = errorSchema;
  return schemas;
}

export function schemaRef(name: string): YamlMap {
  return { $ref: `#/components/schemas/${name}` };
}

/** Whether an instance has anything that may change: all but what the server assigns once. */
export function isChangeable(cls: DomainClass): boolean {
  return cls.allFields.some((field) => !isAssigned(field));
}

/** Whether the server gives the field its value, and clients only read it. */
export function isAssigned(field: Field): boolean {
  return field.type.kind === 'id' || field.generated === 'uuid' || field.generated === 'now';
}

function entitySchema(cls: DomainClass): YamlMap {
  const own = objectSchema(
    cls.fields.filter((field) => field.cardinality !== 'optional'),
    cls.fields.map((field) => [field.name, { ...fieldSchema(field), readOnly: isAssigned(field) || undefined }]),
  );
  return {
    description: description(cls),
    deprecated: cls.deprecated || undefined,
    ...extending(
      cls.parents.map((parent) => parent.name),
      own,
    ),
    examples: [entityExample(cls)],
  };
}

/** An instance with its related objects. */
function relationsSchema(cls: DomainClass): YamlMap {
  const relations = cls.relations.filter((relation) => relation.declared);
  const parents = cls.parents.flatMap((parent) => parent.relationsName ?? []);
  const example = relationsExample(cls);
  return {
    description: `The ${words(cls.slug)} with the objects that it is related to.`,
    deprecated: cls.deprecated || undefined,
    ...extending(
      [cls.name, ...parents],
      objectSchema(
        relations.filter((relation) => relation.many || relation.required),
        relations.map((relation) => [relation.name, relationSchema(relation)]),
      ),
    ),
    examples: example && [example],
  };
}

/** What a client sends to create an instance: what the server cannot make up, and what it may leave out. */
function createSchema(cls: DomainClass, names: Names): YamlMap {
  const fields = cls.fields.filter((field) => !isAssigned(field));
  const own = objectSchema(
    constructorFields(cls).filter((field) => field.owner === cls),
    fields.map((field) => [field.name, { ...fieldSchema(field), default: absentValue(field) }]),
  );
  return {
    description: `A new ${words(cls.slug)}, as a client sends it.`,
    deprecated: cls.deprecated || undefined,
    ...extending(
      cls.parents.map((parent) => names.of(parent).create),
      own,
    ),
    examples: [membersExample(cls, constructorFields(cls))],
  };
}

/** The value of a field that a client leaves out, where it is not null. */
function absentValue(field: Field): 0 | readonly [] | undefined {
  if (field.generated === 'zero') return 0;
  return field.cardinality === 'many' && (field.minItems ?? 0) === 0 ? [] : undefined;
}

/** What a client sends to change an instance, in the manner of JSON Merge Patch (RFC 7396). */
function updateSchema(cls: DomainClass, names: Names): YamlMap {
  const fields = cls.fields.filter((field) => !isAssigned(field));
  const parents = cls.parents.filter(isChangeable);
  const changed = fields[0] ?? cls.allFields.find((field) => !isAssigned(field));
  const own = objectSchema(
    [],
    fields.map((field) => [field.name, fieldSchema(field)]),
  );
  return {
    description: `Changes to the ${words(cls.slug)}; fields that are left out stay as they are.`,
    deprecated: cls.deprecated || undefined,
    ...extending(
      parents.map((parent) => names.of(parent).update),
      parents.length > 0 ? own : { ...own, minProperties: 1 },
    ),
    examples: changed && [membersExample(cls, [changed])],
  };
}

function pageSchema(cls: DomainClass, names: Names): YamlMap {
  const items = { type: 'array', items: schemaRef(cls.name) };
  return {
    description: `One page of ${words(cls.plural)}.`,
    ...extending([names.page], objectSchema([{ name: 'items' }], [['items', items]])),
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
): YamlMap {
  return {
    type: 'object',
    required: required.length > 0 ? required.map(({ name }) => name) : undefined,
    properties: properties.length > 0 ? Object.fromEntries(properties) : undefined,
  };
}

/** An object schema on top of others. */
function extending(bases: readonly string[], own: YamlMap): YamlMap {
  if (bases.length === 0) return own;
  const refs = bases.map(schemaRef);
  return { allOf: own['properties'] === undefined ? refs : [...refs, own] };
}

function fieldSchema(field: Field): YamlMap {
  const value = valueSchema(field.type);
  const said = { description: description(field) ?? ownDescription(field), deprecated: field.deprecated || undefined };
  switch (field.cardinality) {
    case 'one':
      return { ...value, ...said };
    case 'optional':
      return { ...nullable(value), ...said };
    case 'many':
      return { type: 'array', items: value, minItems: field.minItems || undefined, maxItems: field.maxItems, ...said };
    default:
      return field.cardinality satisfies never;
  }
}

/** What is known of a field that the ontology does not describe. */
function ownDescription(field: Field): string | undefined {
  switch (field.type.kind) {
    case 'id':
      return 'Identifier, assigned by the server.';
    case 'reference':
      return field.cardinality === 'many'
        ? `Identifiers of ${words(field.type.target.plural)}.`
        : `Identifier of the ${words(field.type.target.slug)}.`;
    case 'scalar':
      return undefined;
    default:
      return field.type satisfies never;
  }
}

function relationSchema(relation: Relation): YamlMap {
  const target = schemaRef(relation.target.name);
  const said = { description: description(relation), deprecated: relation.deprecated || undefined };
  if (relation.many) return { type: 'array', items: target, ...said };
  return relation.required ? { ...target, ...said } : { oneOf: [target, { type: 'null' }], ...said };
}
