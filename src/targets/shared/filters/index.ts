/** The members that lists filter and sort by, in all APIs: `GET /posts?published_at[gte]=…&sort=title`. */

import type { DomainClass, Field, ScalarKind } from '../../../model/index.ts';

/** How values of a member are compared. */
export type FilterKind = 'text' | 'oneOf' | 'id' | 'boolean' | 'integer' | 'decimal' | 'float' | 'date' | 'instant';

export interface Filter {
  readonly field: Field;
  readonly kind: FilterKind;
  /** The values of the kind `oneOf`. */
  readonly values: readonly string[];
}

/**
 * How each kind of value is compared. Lists neither filter nor sort by others, because PostgreSQL and JSON compare them
 * differently.
 */
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
const otherParameters: ReadonlySet<string> = new Set(['after', 'include', 'limit', 'offset', 'sort']);

/** Returns the members that lists filter by: single ones of a comparable kind, unless all instances have the same value. */
export function filtersOf(cls: DomainClass): readonly Filter[] {
  return cls.allFields.flatMap((field): readonly Filter[] => {
    const { type, name, cardinality } = field;
    if (cardinality === 'many' || type.kind === 'union' || otherParameters.has(name)) return [];
    if (type.kind === 'enumeration') {
      const values = (type.only ?? type.enumeration.values).map(({ value }) => value);
      return values.length > 1 ? [{ field, kind: 'oneOf', values }] : [];
    }
    const kind = type.kind === 'scalar' ? filterKinds[type.scalar] : 'id';
    return kind === undefined ? [] : [{ field, kind, values: [] }];
  });
}

const orderOperators = ['gt', 'gte', 'lt', 'lte'] as const;

/** Returns the operators of a filter, besides equality. */
export function operatorsOf({ kind }: Filter): readonly string[] {
  if (kind === 'id') return ['in'];
  return kind === 'text' || kind === 'oneOf' || kind === 'boolean' ? [] : orderOperators;
}
