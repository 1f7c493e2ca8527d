/** The members that lists filter and sort by, with their query parameters. */

import type { DomainClass, Field, ScalarKind } from '../../model/index.ts';
import { plainValueSchema } from '../shared/json-schema/index.ts';
import type { TreeMap } from '../shared/tree/index.ts';
import { dialect } from './dialect.ts';

/** How values of a member are compared. */
export type FilterKind = 'text' | 'oneOf' | 'id' | 'boolean' | 'integer' | 'decimal' | 'float' | 'date' | 'instant';

/** A member that lists filter and sort by. */
export interface Filter {
  readonly field: Field;
  readonly kind: FilterKind;
  /** The values of the kind `oneOf`. */
  readonly values: readonly string[];
}

/** How each kind of value is compared. Lists neither filter nor sort by others, because PostgreSQL and JSON compare them differently. */
const filterKinds: Readonly<Partial<Record<ScalarKind, FilterKind>>> = {
  string: 'text',
  iri: 'text',
  boolean: 'boolean',
  int8: 'integer',
  int16: 'integer',
  int32: 'integer',
  int64: 'integer',
  uint8: 'integer',
  uint16: 'integer',
  uint32: 'integer',
  uint64: 'integer',
  float32: 'float',
  float64: 'float',
  decimal: 'decimal',
  dateTime: 'instant',
  date: 'date',
};

/** Names of other query parameters. Lists neither filter nor sort by fields with these names. */
const reserved: ReadonlySet<string> = new Set(['include', 'limit', 'offset', 'sort']);

/** Returns the members with at most one value of a kind that can be compared. */
export function filtersOf(cls: DomainClass): readonly Filter[] {
  return cls.allFields.flatMap((field): readonly Filter[] => {
    const { type, name, cardinality } = field;
    if (cardinality === 'many' || type.kind === 'union' || reserved.has(name)) return [];
    if (type.kind === 'enumeration') {
      return [{ field, kind: 'oneOf', values: (type.only ?? type.enumeration.values).map(({ value }) => value) }];
    }
    const kind = type.kind === 'scalar' ? filterKinds[type.scalar] : 'id';
    return kind === undefined ? [] : [{ field, kind, values: [] }];
  });
}

const orderOperators = ['gt', 'gte', 'lt', 'lte'] as const;
const operatorDescriptions: Readonly<Record<string, string>> = {
  gt: 'is greater than this value',
  gte: 'is at least this value',
  lt: 'is less than this value',
  lte: 'is at most this value',
  in: 'is one of these values',
};

/** Returns the operators of a filter, besides equality. */
export function operatorsOf({ kind, field }: Filter): readonly string[] {
  // Pages may begin after the last id of the page before.
  if (field.type.kind === 'id') return ['gt', 'in'];
  if (kind === 'id') return ['in'];
  return kind === 'text' || kind === 'oneOf' || kind === 'boolean' ? [] : orderOperators;
}

const MAX = Number.MAX_SAFE_INTEGER;

function valueSchema({ kind, values }: Filter): TreeMap {
  switch (kind) {
    case 'text':
      return { type: 'string' };
    case 'oneOf':
      return { type: 'string', enum: values };
    case 'id':
      return { type: 'string', format: 'uuid', maxLength: 36 };
    case 'boolean':
      return { type: 'boolean' };
    case 'integer':
      return { type: 'integer', format: 'int64', minimum: -MAX, maximum: MAX };
    case 'decimal':
      return plainValueSchema({ kind: 'scalar', scalar: 'decimal' }, dialect);
    case 'float':
      return { type: 'number', format: 'double' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'instant':
      return { type: 'string', format: 'date-time' };
    default:
      return kind satisfies never;
  }
}

const arrayParameter = (items: TreeMap, maxItems: number): TreeMap => ({
  style: 'form',
  explode: false,
  schema: { type: 'array', items, minItems: 1, maxItems },
});

/** Returns the query parameter that names the relations to include. */
export function includeParameter(names: readonly string[]): TreeMap {
  const { schema, ...style } = arrayParameter({ type: 'string', enum: names }, names.length);
  const description = 'Relations whose instances the response contains.';
  return { name: 'include', in: 'query', description, ...style, schema: { ...(schema as TreeMap), uniqueItems: true } };
}

/** Returns the query parameters that filter and sort a list. */
export function filterParameters(filters: readonly Filter[]): readonly TreeMap[] {
  const names = filters.map(({ field }) => field.name);
  const values = filters.flatMap((filter): TreeMap[] => {
    const { name } = filter.field;
    const schema = valueSchema(filter);
    return [
      { name, in: 'query', description: `Instances whose \`${name}\` is this value.`, schema },
      ...operatorsOf(filter).map((operator) => ({
        name: `${name}[${operator}]`,
        in: 'query',
        description: `Instances whose \`${name}\` ${operatorDescriptions[operator]}.`,
        ...(operator === 'in' ? arrayParameter(schema, 100) : { schema }),
      })),
    ];
  });
  return [
    {
      name: 'sort',
      in: 'query',
      description: 'Members to sort by, each with `-` for the descending order. By default, `id`.',
      ...arrayParameter({ type: 'string', enum: names.flatMap((name) => [name, `-${name}`]) }, 8),
    },
    ...values,
  ];
}
