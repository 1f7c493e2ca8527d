import type { FieldType, ScalarKind, ScalarType } from '../../model/index.ts';
import { translatePattern } from '../text/index.ts';
import { hasOneSpelling, isNumber, jsonNumber, jsonValue } from './values.ts';
import type { Yaml, YamlMap } from './yaml.ts';

/** How a kind of value looks in JSON, and a value of it. */
interface ScalarSchema {
  readonly schema: YamlMap;
  readonly example: string | number | boolean;
}

// The formats are those of JSON Schema 2020-12 (Validation, section 7.3), of OpenAPI 3.1 (section 4.4) and, for
// `decimal`, of the OpenAPI format registry (https://spec.openapis.org/registry/format/). Where a format differs
// from the lexical form in XSD (`time` demands an offset, `duration` knows no fractions), a pattern takes its place.
// Patterns use nothing that RE2 or Rust's regex lack.

/** XSD 1.1, part 2, section 3.3.6.2, without the rule that something must follow `P` and `T`: the alternatives see to it. */
const DURATION_TIME = 'T([0-9]+H([0-9]+M)?([0-9]+(\\.[0-9]+)?S)?|[0-9]+M([0-9]+(\\.[0-9]+)?S)?|[0-9]+(\\.[0-9]+)?S)';
const DURATION_DATE = '([0-9]+Y([0-9]+M)?([0-9]+D)?|[0-9]+M([0-9]+D)?|[0-9]+D)';
const DURATION = `^-?P(${DURATION_DATE}(${DURATION_TIME})?|${DURATION_TIME})$`;

const YEAR = '-?([1-9][0-9]{3,}|0[0-9]{3})';
const MONTH = '(0[1-9]|1[0-2])';
const DAY = '(0[1-9]|[12][0-9]|3[01])';
/** Parts of a date may have an offset in XSD. */
const OFFSET = '(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?';

function integer(format: 'int32' | 'int64' | undefined, minimum: number | bigint, maximum: number | bigint): ScalarSchema {
  return { schema: { type: 'integer', format, minimum, maximum }, example: 42 };
}

function text(keywords: YamlMap, example: string): ScalarSchema {
  return { schema: { type: 'string', ...keywords }, example };
}

export const scalars: Readonly<Record<ScalarKind, ScalarSchema>> = {
  string: text({}, 'Example'),
  iri: text({ format: 'iri-reference' }, 'https://example.com/'),
  boolean: { schema: { type: 'boolean' }, example: true },
  int8: integer('int32', -128, 127),
  int16: integer('int32', -32768, 32767),
  int32: integer('int32', -2147483648, 2147483647),
  int64Text: text({ pattern: '^(0|-?[1-9][0-9]{0,18})$' }, '42'),
  uint64Text: text({ pattern: '^(0|[1-9][0-9]{0,19})$' }, '42'),
  int64: integer('int64', -(2n ** 63n), 2n ** 63n - 1n),
  uint8: integer('int32', 0, 255),
  uint16: integer('int32', 0, 65535),
  uint32: integer('int64', 0, 4294967295),
  uint64: integer(undefined, 0, 2n ** 64n - 1n),
  float32: { schema: { type: 'number', format: 'float' }, example: 1.5 },
  float64: { schema: { type: 'number', format: 'double' }, example: 1.5 },
  decimal: text({ format: 'decimal', pattern: '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)$' }, '19.99'),
  dateTime: text({ format: 'date-time' }, '2024-05-17T08:30:00Z'),
  date: text({ format: 'date' }, '2024-05-17'),
  time: text({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?$' }, '08:30:00'),
  duration: text({ pattern: DURATION }, 'P1DT12H'),
  base64: text(
    { contentEncoding: 'base64', pattern: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' },
    'SGVsbG8=',
  ),
  hex: text({ contentEncoding: 'base16', pattern: '^([0-9A-Fa-f]{2})*$' }, '48656C6C6F'),
  gYear: text({ pattern: `^${YEAR}${OFFSET}$` }, '2024'),
  gYearMonth: text({ pattern: `^${YEAR}-${MONTH}${OFFSET}$` }, '2024-05'),
  gMonthDay: text({ pattern: `^--${MONTH}-${DAY}${OFFSET}$` }, '--05-17'),
  gDay: text({ pattern: `^---${DAY}${OFFSET}$` }, '---17'),
  gMonth: text({ pattern: `^--${MONTH}${OFFSET}$` }, '--05'),
};

/** The schema of one value of a type; of the `constant` alone, if there is one. */
export function valueSchema(type: FieldType, constant?: string): YamlMap {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return { type: 'string', format: 'uuid', ...fixed(type, constant) };
    case 'scalar':
      return scalarSchema(type, constant);
    case 'enumeration': {
      if (constant !== undefined) return { type: 'string', ...fixed(type, constant) };
      if (type.only === undefined) return schemaRef(type.enumeration.name);
      return { type: 'string', enum: type.only.map(({ value }) => value) };
    }
    case 'union':
      if (constant === undefined) return schemaRef(type.union.name);
      return { type: jsonType(jsonValue(type, constant)), ...fixed(type, constant) };
    default:
      return type satisfies never;
  }
}

export function schemaRef(name: string): YamlMap {
  return { $ref: `#/components/schemas/${name}` };
}

function fixed(type: FieldType, constant: string | undefined): YamlMap {
  return constant === undefined ? {} : { const: jsonValue(type, constant) };
}

function jsonType(value: unknown): string {
  return typeof value === 'bigint' ? 'integer' : (typeof value as 'string' | 'number' | 'boolean');
}

function scalarSchema(type: ScalarType, constant: string | undefined): YamlMap {
  const { schema } = scalars[type.scalar];
  const { minLength, maxLength } = type;
  const { minimum, maximum, pattern, ...kind } = schema;
  // A list of values says more than the limits of their kind.
  const values = constant === undefined ? type.values : [constant];
  if (values !== undefined && hasOneSpelling(type)) {
    return constant === undefined
      ? { ...kind, enum: values.map((value) => jsonValue(type, value)) }
      : { ...kind, ...fixed(type, constant) };
  }
  if (values !== undefined && type.scalar === 'decimal') return { ...kind, pattern: spellings(values) };
  if (isNumber(type.scalar)) return { ...kind, ...least(type, minimum), ...greatest(type, maximum) };
  return { ...kind, minLength: minLength || undefined, maxLength, ...matching(pattern, type) };
}

/** Only values of a type are looked for: by themselves, or by their spellings. Undefined if these cannot be told. */
export function oneValue(type: FieldType, value: string): YamlMap | undefined {
  if (hasOneSpelling(type)) return { const: jsonValue(type, value) };
  return type.kind === 'scalar' && type.scalar === 'decimal' ? { pattern: spellings([value]) } : undefined;
}

/** A regular expression for all ways to write decimals: signs and zeros that say nothing may be there. */
function spellings(values: readonly string[]): string {
  const each = values.map((value) => {
    const [whole = '', fraction] = value.replace('-', '').split('.');
    const sign = value.startsWith('-') ? '-' : value === '0' ? '[+-]?' : '\\+?';
    return `${sign}0*${whole === '0' ? '' : whole}${fraction === undefined ? '(\\.0*)?' : `\\.${fraction}0*`}`;
  });
  // Something has to stand for zero.
  return `^(?=.*[0-9])(${each.join('|')})$`;
}

function least({ scalar, minimum }: ScalarType, ofKind: Yaml | undefined): YamlMap {
  if (minimum === undefined) return { minimum: ofKind };
  const limit = jsonNumber(scalar, minimum.value);
  return minimum.inclusive ? { minimum: limit } : { exclusiveMinimum: limit };
}

function greatest({ scalar, maximum }: ScalarType, ofKind: Yaml | undefined): YamlMap {
  if (maximum === undefined) return { maximum: ofKind };
  const limit = jsonNumber(scalar, maximum.value);
  return maximum.inclusive ? { maximum: limit } : { exclusiveMaximum: limit };
}

function matching(ofKind: Yaml | undefined, { patterns = [] }: ScalarType): YamlMap {
  const sources = patterns.flatMap((pattern) => {
    const translation = translatePattern(pattern, 'ecmascript');
    return translation.ok ? [translation.source] : [];
  });
  const [first, ...others] = ofKind === undefined ? sources : [ofKind, ...sources];
  return others.length === 0 ? { pattern: first } : { allOf: [first, ...others].map((pattern) => ({ pattern })) };
}

/** The same schema that takes null too. */
export function nullable(schema: YamlMap): YamlMap {
  const { type, enum: values, const: constant } = schema;
  if (typeof type !== 'string') return { oneOf: [schema, { type: 'null' }] };
  const listed = constant === undefined ? (values as readonly Yaml[] | undefined) : [constant];
  return { ...schema, type: [type, 'null'], const: undefined, enum: listed && [...listed, null] };
}
