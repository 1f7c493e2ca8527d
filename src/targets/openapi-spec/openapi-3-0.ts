/**
 * Schemas in the words of OpenAPI 3.0 (https://spec.openapis.org/oas/v3.0.3#schema-object), which has a draft of JSON Schema
 * from before 2020-12: each takes the same values as the one that it is made of.
 */

import {
  aboutAll,
  groupsOf,
  isList,
  isMap,
  keysOf,
  madeWhenAsked,
  marksOf,
  type Tree,
  type TreeMap,
  valueAt,
  whole,
} from '../shared/tree/index.ts';

/** The same schemas by name, each put into the words of 3.0 when it is asked for. */
export function olderSchemas(schemas: TreeMap): TreeMap {
  const groupOf = groupsOf(schemas);
  return madeWhenAsked(
    new Map([...keysOf(schemas)].map((name) => [name, name])),
    (name) => older(valueAt(schemas, name) as Tree),
    (name) => groupOf?.(name) ?? name,
  );
}

/** Null alone: `nullable` adds it to the type beside it, and to nothing else (3.0.3, "Schema Object", fixed fields). */
const NULL = { type: 'object', nullable: true, enum: [null] };

/** What a keyword becomes; all others stay as they are. */
const rewritten: Readonly<Record<string, (value: Tree, schema: TreeMap) => TreeMap>> = {
  // Whatever stands beside it is ignored.
  $ref: ($ref, schema) => (isAlone(schema) ? { $ref } : { allOf: [{ $ref }] }),
  type: (type) => (type === 'null' ? NULL : isList(type) ? { type: typeBesideNull(type), nullable: true } : { type }),
  const: (value) => ({ enum: [value] }),
  // Some value of a list keeps to a schema where not all values break it.
  contains: (schema) => ({ not: { type: 'array', items: { not: older(schema) } } }),
  exclusiveMinimum: (minimum) => ({ minimum, exclusiveMinimum: true }),
  exclusiveMaximum: (maximum) => ({ maximum, exclusiveMaximum: true }),
  contentEncoding: (encoding) => (encoding === 'base64' ? { format: 'byte' } : {}),
  examples: (examples) => ({ example: (examples as readonly Tree[])[0] }),
  properties: (properties) => ({ properties: each(properties as TreeMap) }),
  allOf: (schemas) => ({ allOf: all(schemas) }),
  anyOf: (schemas) => ({ anyOf: all(schemas) }),
  oneOf: (schemas) => ({ oneOf: all(schemas) }),
  not: (schema) => ({ not: older(schema) }),
  items: (schema) => ({ items: older(schema) }),
};

/** A schema in the words of 3.0; what is no map stays. */
function older(schema: Tree): Tree {
  if (!isMap(schema)) return schema;
  const members = whole(schema);
  const result: Record<string, Tree | undefined> = {};
  const more: TreeMap[] = [];
  for (const [key, value] of Object.entries(members)) {
    if (value === undefined) continue;
    const said = Object.hasOwn(rewritten, key) ? rewritten[key]?.(value, members) : { [key]: value };
    // What two keywords are both told by is asked for one after the other.
    if (Object.keys(said ?? {}).some((name) => Object.hasOwn(result, name))) more.push(said as TreeMap);
    else Object.assign(result, said);
  }
  if (more.length > 0) result['allOf'] = [...((result['allOf'] as readonly Tree[] | undefined) ?? []), ...more];
  return aboutAll(result, marksOf(schema));
}

function all(schemas: Tree): Tree {
  return (schemas as readonly Tree[]).map(older);
}

/** The same of schemas by name, which may be called as keywords are. */
function each(schemas: TreeMap): TreeMap {
  return Object.fromEntries(Object.entries(whole(schemas)).map(([name, schema]) => [name, schema && older(schema)]));
}

function isAlone(schema: TreeMap): boolean {
  return Object.values(schema).filter((value) => value !== undefined).length === 1;
}

/** The one type of a list of types that has null beside it, as all such lists here do. */
function typeBesideNull(types: readonly Tree[]): Tree {
  const [type, ...others] = types.filter((one) => one !== 'null');
  if (type === undefined || others.length > 0 || types.length !== 2) throw new RangeError(`${types} is not a type and null`);
  return type;
}
