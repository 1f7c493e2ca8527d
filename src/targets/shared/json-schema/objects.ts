/** Schemas of objects. */

import type { DomainClass } from '../../../model/index.ts';
import { type Members, ofParts, type Tree, type TreeMap } from '../../shared/tree/index.ts';
import { type Dialect, schemaRef } from './dialect.ts';

/** What a schema of objects asks of them. */
export interface ObjectSchema extends TreeMap {
  readonly type?: Tree | undefined;
  readonly required?: Tree | undefined;
  readonly properties?: Tree | undefined;
  readonly allOf?: Tree | undefined;
  readonly additionalProperties?: Tree | undefined;
  readonly unevaluatedProperties?: Tree | undefined;
}

/** An object with these members and rules. */
export function objectSchema(
  required: readonly { readonly name: string }[],
  properties: readonly Members[],
  rules: readonly TreeMap[] = [],
): ObjectSchema {
  return {
    type: 'object',
    required: required.length > 0 ? required.map(({ name }) => name) : undefined,
    properties: properties.length > 0 ? ofParts(properties) : undefined,
    // Makers of clients take an `oneOf` beside properties for other forms of the object, and leave out half of it.
    allOf: rules.length > 0 ? rules : undefined,
  };
}

/** The object schema of a class on top of others. */
export function extending(cls: DomainClass, bases: readonly string[], own: ObjectSchema, dialect: Dialect): ObjectSchema {
  if (bases.length === 0) return cls.closed ? { ...own, additionalProperties: false } : own;
  const refs = bases.map((base) => schemaRef(base, dialect));
  const allOf = own.properties === undefined && own.allOf === undefined ? refs : [...refs, own];
  // `additionalProperties` would not know the properties of the others.
  return cls.closed ? { type: 'object', allOf, unevaluatedProperties: false } : { allOf };
}

/** The same with what is said of the class, and an example. It is written out: members that are spread are copied one by one. */
export function classSchema(
  {
    description,
    deprecated,
    iri,
  }: { readonly description: string | undefined; readonly deprecated: boolean; readonly iri?: string | undefined },
  { type, required, properties, allOf, additionalProperties, unevaluatedProperties }: ObjectSchema,
  example?: TreeMap,
): TreeMap {
  return {
    description,
    deprecated: deprecated || undefined,
    'x-iri': iri,
    type,
    required,
    properties,
    allOf,
    additionalProperties,
    unevaluatedProperties,
    examples: example && [example],
  };
}
