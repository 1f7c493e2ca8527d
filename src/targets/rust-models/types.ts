import type { Field, ScalarKind } from '../../model/index.ts';
import type { Imported, Scope } from './scope.ts';

/** What a scalar is in Rust: a type of the prelude or the language, or one that is imported. */
type RustType =
  | { readonly primitive: string }
  | { readonly std: 'String' }
  | { readonly from: 'chrono' | 'rust_decimal'; readonly name: Imported; readonly argument?: Imported };

const string: RustType = { std: 'String' };

/**
 * The types of scalars, chosen so that serde's own forms are the wire format: chrono writes RFC 3339
 * and ISO 8601, rust_decimal a string.
 *
 * Durations and parts of a date stay text in their XSD form, because neither std nor chrono has a type
 * that holds all of them (`P1M` is no number of seconds, `--02-29` is no date). IRIs stay text because
 * they may be relative and hold any script, which `url::Url` refuses or rewrites. Base64 and hexadecimal
 * stay text because serde writes bytes as a list of numbers.
 */
const scalarTypes: Readonly<Record<ScalarKind, RustType>> = {
  string,
  iri: string,
  boolean: { primitive: 'bool' },
  int8: { primitive: 'i8' },
  int16: { primitive: 'i16' },
  int32: { primitive: 'i32' },
  int64: { primitive: 'i64' },
  uint8: { primitive: 'u8' },
  uint16: { primitive: 'u16' },
  uint32: { primitive: 'u32' },
  uint64: { primitive: 'u64' },
  // JSON has no NaN and no infinity: serde_json writes them as null, which it then refuses to read.
  float32: { primitive: 'f32' },
  float64: { primitive: 'f64' },
  decimal: { from: 'rust_decimal', name: 'Decimal' },
  dateTime: { from: 'chrono', name: 'DateTime', argument: 'Utc' },
  date: { from: 'chrono', name: 'NaiveDate' },
  time: { from: 'chrono', name: 'NaiveTime' },
  duration: string,
  base64: string,
  hex: string,
  gYear: string,
  gYearMonth: string,
  gMonthDay: string,
  gDay: string,
  gMonth: string,
};

/** The type of one value of a field. */
function valueType(field: Field, scope: Scope): string {
  const { type } = field;
  switch (type.kind) {
    case 'id':
    case 'reference':
      return scope.use('uuid', 'Uuid');
    case 'scalar': {
      const rust = scalarTypes[type.scalar];
      if ('primitive' in rust) return rust.primitive;
      if ('std' in rust) return scope.std(rust.std);
      const name = scope.use(rust.from, rust.name);
      return rust.argument === undefined ? name : `${name}<${scope.use(rust.from, rust.argument)}>`;
    }
    default:
      return type satisfies never;
  }
}

/** The type of a field, its cardinality included. */
export function fieldType(field: Field, scope: Scope): string {
  const value = valueType(field, scope);
  switch (field.cardinality) {
    case 'one':
      return value;
    case 'optional':
      return `${scope.std('Option')}<${value}>`;
    case 'many':
      return `${scope.std('Vec')}<${value}>`;
    default:
      return field.cardinality satisfies never;
  }
}

/** Whether a field holds one text, so that a constructor takes anything that turns into it. */
export function isText(field: Field): boolean {
  return field.type.kind === 'scalar' && field.cardinality === 'one' && 'std' in scalarTypes[field.type.scalar];
}
