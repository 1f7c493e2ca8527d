import type { DomainClass, Field, FieldType, ScalarKind } from '../../model/index.ts';
import type { YamlMap } from './yaml.ts';

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

const scalars: Record<ScalarKind, ScalarSchema> = {
  string: text({}, 'Example'),
  iri: text({ format: 'iri-reference' }, 'https://example.com/'),
  boolean: { schema: { type: 'boolean' }, example: true },
  int8: integer('int32', -128, 127),
  int16: integer('int32', -32768, 32767),
  int32: integer('int32', -2147483648, 2147483647),
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

/** The schema of one value of a type. */
export function valueSchema(type: FieldType): YamlMap {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return { type: 'string', format: 'uuid' };
    case 'scalar': {
      const { schema } = scalars[type.scalar];
      // A pattern cannot compare numbers, so bounds of a decimal, a string in JSON, are not said.
      if (schema['type'] === 'string') return schema;
      return { ...schema, minimum: type.minimum ?? schema['minimum'], maximum: type.maximum ?? schema['maximum'] };
    }
    default:
      return type satisfies never;
  }
}

/** The same schema that takes null too. */
export function nullable(schema: YamlMap): YamlMap {
  return { ...schema, type: [schema['type'] as string, 'null'] };
}

/** A value that a field of a class may have; `nth` tells apart the values of a list. */
export function exampleValue(field: Field, cls: DomainClass, nth: number): string | number | boolean {
  const { type } = field;
  switch (type.kind) {
    case 'id':
      return exampleId(cls, nth);
    case 'reference':
      return exampleId(type.target, nth);
    case 'scalar': {
      const { example } = scalars[type.scalar];
      if (typeof example === 'number') {
        return Math.min(Math.max(example, type.minimum ?? -Infinity), type.maximum ?? Infinity);
      }
      return type.scalar === 'string' ? exampleText(field.name, nth) : example;
    }
    default:
      return type satisfies never;
  }
}

function exampleText(name: string, nth: number): string {
  const words = nth === 0 ? name : `${name}_${nth + 1}`;
  return /(^|_)email$/.test(name) ? `${words}@example.com` : `Example ${words.replaceAll('_', ' ')}`;
}

/** A UUID of version 4 (RFC 9562, section 5.4) that stands for the nth instance of a class in all examples. */
export function exampleId(cls: DomainClass, nth: number): string {
  const hex = [0, 1, 2, 3].map((part) => fnv1a(`${part}:${nth}:${cls.name}`)).join('');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** FNV-1a, 32 bits, as eight hexadecimal digits (http://www.isthe.com/chongo/tech/comp/fnv/). */
function fnv1a(value: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < value.length; i++) hash = Math.imul(hash ^ value.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
