/** The query parameters by which lists filter, sort and include related instances: `?price[gte]=10&sort=-price&include=author`. */

import type { DomainClass } from '../../model/index.ts';
import { type Filter, filtersOf, operatorsOf } from '../shared/filters/index.ts';
import { includedRelations, plainValueSchema, schemaRef } from '../shared/json-schema/index.ts';
import type { TreeMap } from '../shared/tree/index.ts';
import { dialect } from './dialect.ts';

const operatorDescriptions: Readonly<Record<string, string>> = {
  gt: 'is greater than this value',
  gte: 'is at least this value',
  lt: 'is less than this value',
  lte: 'is at most this value',
  in: 'is one of these values',
};

/** The maximum number of instances that a response includes for each relation (`MAX_INCLUDED` in runtime/api/include.rs). */
const MAX_INCLUDED = 1000;

/** Returns the schema of the values that a parameter compares with. */
function valueSchema({ kind, values }: Filter, decimal: string | undefined): TreeMap {
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
      return { type: 'integer', format: 'int64', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    case 'decimal':
      return decimal === undefined
        ? plainValueSchema({ kind: 'scalar', scalar: 'decimal' }, dialect)
        : schemaRef(decimal, dialect);
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

/** A parameter with the name of its component, such as `Post.title.eq`. */
type Component = readonly [name: string, parameter: TreeMap];

/** Returns the query parameter that names the relations of a class to include. */
export function includeParameter(cls: DomainClass): Component {
  const names = includedRelations(cls).map(({ name }) => name);
  const { schema, ...style } = arrayParameter({ type: 'string', enum: names }, names.length);
  const description = [
    'Relations whose instances the response contains, separated by commas.',
    `If a relation has more than ${MAX_INCLUDED} instances in the response, the status is 400.`,
  ].join(' ');
  const parameter = { name: 'include', in: 'query', description, ...style };
  return [`${cls.name}.include`, { ...parameter, schema: { ...(schema as TreeMap), uniqueItems: true } }];
}

/**
 * Returns the query parameters that filter and sort a list of a class.
 *
 * @param filters the members that the list filters by; it sorts by all
 * @param decimal the name of the schema of decimals, if the document has one
 */
export function filterParameters(cls: DomainClass, filters: readonly Filter[], decimal?: string): readonly Component[] {
  const sort = {
    name: 'sort',
    in: 'query',
    description: 'Members to sort by; prefix `-` for descending order. By default, `id`.',
    ...arrayParameter({ type: 'string', enum: filtersOf(cls).flatMap(({ field: { name } }) => [name, `-${name}`]) }, 8),
  };
  return [[`${cls.name}.sort`, sort], ...filters.flatMap((filter) => valueParameters(cls, filter, decimal))];
}

/** Returns the parameters of one member, one for each operator. */
function valueParameters(cls: DomainClass, filter: Filter, decimal: string | undefined): readonly Component[] {
  const { name, type, owner, refines } = filter.field;
  const schema = valueSchema(filter, decimal);
  // All classes share the parameters of the id, and subclasses those of inherited members.
  const component = `${type.kind === 'id' ? 'Instance' : (refines ? cls : owner).name}.${name}`;
  return [
    [`${component}.eq`, { name, in: 'query', description: `Instances whose \`${name}\` is this value.`, schema }],
    ...operatorsOf(filter).map((operator): Component => {
      const parameter = {
        name: `${name}[${operator}]`,
        in: 'query',
        description: `Instances whose \`${name}\` ${operatorDescriptions[operator]}.`,
      };
      return [`${component}.${operator}`, { ...parameter, ...(operator === 'in' ? arrayParameter(schema, 100) : { schema }) }];
    }),
  ];
}

/** Returns the parameters of the lists of all classes, each once. */
export function listParameters(classes: readonly DomainClass[], decimal: string | undefined): TreeMap {
  return Object.fromEntries(
    classes.flatMap((cls) => [
      ...(includedRelations(cls).length > 0 ? [includeParameter(cls)] : []),
      ...filterParameters(cls, filtersOf(cls), decimal),
    ]),
  );
}
