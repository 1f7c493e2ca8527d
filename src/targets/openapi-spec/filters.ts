/** The query parameters of the members that lists filter and sort by. */

import { type Filter, operatorsOf } from '../shared/filters/index.ts';
import { plainValueSchema } from '../shared/json-schema/index.ts';
import type { TreeMap } from '../shared/tree/index.ts';
import { dialect } from './dialect.ts';

const operatorDescriptions: Readonly<Record<string, string>> = {
  gt: 'is greater than this value',
  gte: 'is at least this value',
  lt: 'is less than this value',
  lte: 'is at most this value',
  in: 'is one of these values',
};

function operatorDescription({ field: { name, type } }: Filter, operator: string): string {
  const condition = `Instances whose \`${name}\` ${operatorDescriptions[operator]}.`;
  // Lists are sorted by id, so it is a cursor.
  return type.kind === 'id' && operator === 'gt'
    ? `${condition} It serves paging: send the \`${name}\` of the last instance of the previous page.`
    : condition;
}

const MAX_SAFE_INTEGER = Number.MAX_SAFE_INTEGER;

/** The maximum number of instances that a response includes for each relation (`MAX_INCLUDED` in runtime/api/include.rs). */
const MAX_INCLUDED = 1000;

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
      return { type: 'integer', format: 'int64', minimum: -MAX_SAFE_INTEGER, maximum: MAX_SAFE_INTEGER };
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
  const description = [
    'Relations whose instances the response contains, separated by commas.',
    `If a relation has more than ${MAX_INCLUDED} instances in the response, the status is 400.`,
  ].join(' ');
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
        description: operatorDescription(filter, operator),
        ...(operator === 'in' ? arrayParameter(schema, 100) : { schema }),
      })),
    ];
  });
  return [
    {
      name: 'sort',
      in: 'query',
      description: 'Members to sort by; prefix `-` for descending order. By default, `id`.',
      ...arrayParameter({ type: 'string', enum: names.flatMap((name) => [name, `-${name}`]) }, 8),
    },
    ...values,
  ];
}
