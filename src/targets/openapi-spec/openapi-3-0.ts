/**
 * Rewrites schemas for OpenAPI 3.0 (https://spec.openapis.org/oas/v3.0.3#schema-object), which uses a draft of JSON Schema
 * before 2020-12: `{ type: ['string', 'null'] }` becomes `{ type: 'string', nullable: true }`. A rewritten schema accepts the same
 * values as the original.
 */

import { addMarks, isList, isMap, lazyMap, marksOf, type Tree, type TreeMap } from '../shared/tree/index.ts';

/** Returns the same schemas by name; each is rewritten on access. */
export function toOpenApi30(schemas: TreeMap): TreeMap {
  return lazyMap(Object.keys(schemas).map((name) => [name, () => rewriteSchema(schemas[name] as Tree)] as const));
}

/** The schema of null only: `nullable` has an effect only together with `type` (3.0.3, "Schema Object", fixed fields). */
const NULL = { type: 'object', nullable: true, enum: [null] };

/** The replacement of each keyword; other keywords are kept. */
const keywordRewriters: Readonly<Record<string, (value: Tree, schema: TreeMap) => TreeMap>> = {
  // OpenAPI 3.0 ignores siblings of `$ref`.
  $ref: ($ref, schema) => (hasOneKeyword(schema) ? { $ref } : { allOf: [{ $ref }] }),
  type: (type) => (type === 'null' ? NULL : isList(type) ? { type: nonNullType(type), nullable: true } : { type }),
  const: (value) => ({ enum: [value] }),
  // At least one item matches the schema, that is, not all items violate it.
  contains: (schema) => ({ not: { type: 'array', items: { not: rewriteSchema(schema) } } }),
  exclusiveMinimum: (minimum) => ({ minimum, exclusiveMinimum: true }),
  exclusiveMaximum: (maximum) => ({ maximum, exclusiveMaximum: true }),
  contentEncoding: (encoding) => (encoding === 'base64' ? { format: 'byte' } : {}),
  examples: (examples) => ({ example: (examples as readonly Tree[])[0] }),
  properties: (properties) => ({ properties: rewriteMap(properties as TreeMap) }),
  allOf: (schemas) => ({ allOf: rewriteList(schemas) }),
  anyOf: (schemas) => ({ anyOf: rewriteList(schemas) }),
  oneOf: (schemas) => ({ oneOf: rewriteList(schemas) }),
  not: (schema) => ({ not: rewriteSchema(schema) }),
  items: (schema) => ({ items: rewriteSchema(schema) }),
};

/** Rewrites a schema; returns anything but a map unchanged. */
function rewriteSchema(schema: Tree): Tree {
  if (!isMap(schema)) return schema;
  const result: Record<string, Tree | undefined> = {};
  const conflicting: TreeMap[] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (value === undefined) continue;
    const rewritten = Object.hasOwn(keywordRewriters, key) ? keywordRewriters[key]?.(value, schema) : { [key]: value };
    // If two keywords become the same one, the second goes into `allOf`.
    if (Object.keys(rewritten ?? {}).some((name) => Object.hasOwn(result, name))) conflicting.push(rewritten as TreeMap);
    else Object.assign(result, rewritten);
  }
  if (conflicting.length > 0) result['allOf'] = [...((result['allOf'] as readonly Tree[] | undefined) ?? []), ...conflicting];
  return addMarks(result, marksOf(schema));
}

function rewriteList(schemas: Tree): Tree {
  return (schemas as readonly Tree[]).map(rewriteSchema);
}

/** Rewrites schemas in a map from names to schemas. The names may equal keywords. */
function rewriteMap(schemas: TreeMap): TreeMap {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schema && rewriteSchema(schema)]));
}

function hasOneKeyword(schema: TreeMap): boolean {
  return Object.values(schema).filter((value) => value !== undefined).length === 1;
}

/** Returns the only type of a list that contains one type and null, as all such lists here do. */
function nonNullType(types: readonly Tree[]): Tree {
  const [type, ...others] = types.filter((one) => one !== 'null');
  if (type === undefined || others.length > 0 || types.length !== 2) throw new RangeError(`${types} is not a type and null`);
  return type;
}
