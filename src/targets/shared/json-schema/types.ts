/**
 * The schemas of single values: their type, and the keywords of their constraints. A decimal `ex:price sh:minInclusive 0` is
 * `{ type: 'string', pattern: … }`, because decimals are strings in JSON.
 */

import {
  type DemandKind,
  type DomainClass,
  type Field,
  type FieldType,
  isJsonNumber,
  type ScalarType,
} from '../../../model/index.ts';
import type { Ledger } from '../../core/index.ts';
import type { Tree, TreeMap } from '../../shared/tree/index.ts';
import { translatePattern } from '../../text/index.ts';
import { decimalPattern, type Keywords, type Site } from './answers.ts';
import type { Codes } from './common.ts';
import { type Dialect, schemaRef, withoutUnsupportedFormat } from './dialect.ts';
import { boundKeywords, patternsOf, schemaKinds } from './kinds.ts';
import { hasOneSpelling, jsonNumber, jsonValue } from './values.ts';

export type SchemaLedger = Ledger<Site, Keywords>;

/** The settings that all schemas of a document share. */
export interface Printing {
  readonly ledger: SchemaLedger;
  readonly dialect: Dialect;
  /** The values of the member `code` of problems, see `problemSchema`. */
  readonly codes?: Codes;
  /** The name of the schema of decimals; without it, each decimal has both patterns. */
  readonly decimal?: string | undefined;
}

/** Returns the schema of one value of a field in a class, with its constraints. */
export function valueSchema(cls: DomainClass, field: Field, { ledger, dialect, decimal }: Printing): TreeMap {
  const { each } = ledger.demandsToPrint(cls, field);
  const constraints = ledger.printAll(each, 'record');
  // No separate schema: generators of Go clients would use the values, which are class names, as names of constants.
  if (field.discriminator && field.type.kind === 'enumeration')
    return constToEnum(Object.assign({ type: 'string', ...enumerationKeywords(field.type, field.constant) }, ...constraints));
  if (decimal !== undefined && isPlainDecimal(field) && constraints.length === 0) return schemaRef(decimal, dialect);
  return combineKeywords(field.type, field.constant, constraints, dialect);
}

/** Checks whether the values of a field are decimals that no constant, list or pattern restricts. */
export function isPlainDecimal({ type, constant }: Field): boolean {
  return type.kind === 'scalar' && type.scalar === 'decimal' && !type.values && !type.patterns && constant === undefined;
}

/** Replaces `const` by a list of one value: generators that merge narrowed fields of subclasses know only `enum`. */
function constToEnum({ const: constant, ...keywords }: TreeMap): TreeMap {
  return constant === undefined ? keywords : { ...keywords, enum: [constant] };
}

/** Returns the keyword for all values of an enumeration. If the field allows fewer, its constraints have the keyword. */
function enumerationKeywords(
  { enumeration, only }: FieldType & { readonly kind: 'enumeration' },
  constant: string | undefined,
): TreeMap {
  return constant === undefined && only === undefined ? { enum: enumeration.values.map(({ value }) => value) } : {};
}

const listDemands: ReadonlySet<DemandKind> = new Set(['min-items', 'max-items', 'contains']);

/** Returns the keywords of a list except its items. */
export function listKeywords(cls: DomainClass, field: Field, ledger: SchemaLedger): TreeMap {
  const whole = ledger.demandsToPrint(cls, field).whole.filter(({ kind }) => listDemands.has(kind));
  return Object.assign({}, ...ledger.printAll(whole, 'record'));
}

/** Returns the schema of one datatype of a union, with its facets. A pattern that JavaScript cannot express is left out. */
export function unionMemberSchema(member: ScalarType, dialect: Dialect): TreeMap {
  const { scalar, minLength, maxLength, minimum, maximum, patterns = [], values } = member;
  const constraints: TreeMap[] = patterns.flatMap((pattern) => {
    const translation = translatePattern(pattern, 'ecmascript');
    return translation.ok ? [{ pattern: translation.source }] : [];
  });
  if (minLength) constraints.push({ minLength });
  if (maxLength !== undefined) constraints.push({ maxLength });
  if (minimum && isJsonNumber(scalar))
    constraints.push({ [minimum.inclusive ? 'minimum' : 'exclusiveMinimum']: jsonNumber(scalar, minimum.value) });
  if (maximum && isJsonNumber(scalar))
    constraints.push({ [maximum.inclusive ? 'maximum' : 'exclusiveMaximum']: jsonNumber(scalar, maximum.value) });
  if (values && hasOneSpelling(member)) constraints.push({ enum: values.map((value) => jsonValue(member, value)) });
  else if (values && scalar === 'decimal') constraints.push({ pattern: decimalPattern(values) });
  return combineKeywords(member, undefined, constraints, dialect);
}

/** Returns the schema of all values of a type, for fields without further constraints. */
export function plainValueSchema(type: FieldType, dialect: Dialect): TreeMap {
  return combineKeywords(type, undefined, [], dialect);
}

/** Combines the keywords of a type with those of the constraints. Several constraints may have a `pattern`. */
function combineKeywords(
  type: FieldType,
  constant: string | undefined,
  constraints: readonly Keywords[],
  dialect: Dialect,
): TreeMap {
  const { pattern: _, ...keywords }: TreeMap = Object.assign({}, ...constraints);
  switch (type.kind) {
    case 'id':
    case 'reference':
      // The format also accepts `urn:uuid:` before the UUID, so the length is limited.
      return { type: 'string', format: 'uuid', maxLength: 36, ...keywords };
    case 'enumeration':
      if (constant === undefined && type.only === undefined) return schemaRef(type.enumeration.name, dialect);
      return { type: 'string', ...keywords };
    case 'union':
      return constant === undefined
        ? schemaRef(type.union.name, dialect)
        : { type: jsonType(jsonValue(type, constant)), ...keywords };
    case 'scalar':
      return scalarSchema(
        type,
        keywords,
        constraints.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern])),
        dialect,
      );
    default:
      return type satisfies never;
  }
}

function scalarSchema({ scalar }: ScalarType, constraints: TreeMap, patterns: readonly Tree[], dialect: Dialect): TreeMap {
  const keywords = withoutUnsupportedFormat(schemaKinds[scalar].keywords, dialect);
  // A list of values makes the pattern and the bounds of the kind redundant.
  if (constraints['enum'] !== undefined || constraints['const'] !== undefined) return { ...keywords, ...constraints };
  const { minimum, maximum } = boundKeywords(scalar);
  const limits = {
    ...(constraints['exclusiveMinimum'] === undefined && { minimum }),
    ...(constraints['exclusiveMaximum'] === undefined && { maximum }),
  };
  const all = [...patternsOf(scalar), ...patterns];
  const matching = all.length > 1 ? { allOf: all.map((pattern) => ({ pattern })) } : { pattern: all[0] };
  return { ...keywords, ...limits, ...constraints, ...matching };
}

/** Returns the JSON type of values; of a union, that of its first member. */
export function jsonTypeOf(type: FieldType): string {
  const scalar = type.kind === 'scalar' ? type : type.kind === 'union' ? type.union.members[0] : undefined;
  return scalar ? `${schemaKinds[scalar.scalar].keywords['type']}` : 'string';
}

function jsonType(value: unknown): string {
  return typeof value === 'bigint' ? 'integer' : typeof value;
}

/** Returns the schema of null alone. It names a type, because generators of clients give a property that is only null no type. */
export function nullOnly(type: string): TreeMap {
  return { type: [type, 'null'], not: { type } };
}

/** Returns a schema that also accepts null. */
export function nullable(schema: TreeMap): TreeMap {
  const { type, enum: values, const: constant } = schema;
  if (typeof type !== 'string') return { oneOf: [schema, { type: 'null' }] };
  const listed = constant === undefined ? (values as readonly Tree[] | undefined) : [constant];
  return { ...schema, type: [type, 'null'], const: undefined, enum: listed && [...listed, null] };
}
