/** Schemas of objects. */

import type { DomainClass } from '../../../model/index.ts';
import { type Members, type TreeMap, withParts } from '../../shared/tree/index.ts';
import { type Dialect, schemaRef } from './dialect.ts';

/** An object with these members and rules. */
export function objectSchema(
  required: readonly { readonly name: string }[],
  properties: readonly Members[],
  rules: readonly TreeMap[] = [],
): TreeMap {
  return {
    type: 'object',
    required: required.length > 0 ? required.map(({ name }) => name) : undefined,
    properties: properties.length > 0 ? withParts(properties, {}) : undefined,
    // Makers of clients take an `oneOf` beside properties for other forms of the object, and leave out half of it.
    allOf: rules.length > 0 ? rules : undefined,
  };
}

/** The object schema of a class on top of others. */
export function extending(cls: DomainClass, bases: readonly string[], own: TreeMap, dialect: Dialect): TreeMap {
  if (bases.length === 0) return { ...own, additionalProperties: cls.closed ? false : undefined };
  const refs = bases.map((base) => schemaRef(base, dialect));
  const allOf = own['properties'] === undefined && own['allOf'] === undefined ? refs : [...refs, own];
  // `additionalProperties` would not know the properties of the others.
  return cls.closed ? { type: 'object', allOf, unevaluatedProperties: false } : { allOf };
}
