import { type Bound, type Field, type FieldType, type ScalarKind, type ScalarType, usualLengths } from '../../model/index.ts';

/** What a column holds that is no key of a row. */
export type ValueType = Exclude<FieldType, { readonly kind: 'id' | 'reference' }>;

/** How values of a kind are stored, and what of the kind the type alone does not enforce. */
interface ColumnType {
  readonly type: string;
  /** Inclusive bounds that are narrower than those of the type; text, because uint64 exceeds a JavaScript number. */
  readonly minimum?: string;
  readonly maximum?: string;
  /** A regular expression for kinds that are stored as text but are no free text. */
  readonly pattern?: string;
}

const YEAR = '-?([1-9][0-9]{3,}|0[0-9]{3})';
const MONTH = '(0[1-9]|1[0-2])';
const DAY = '(0[1-9]|[12][0-9]|3[01])';

/** XML Schema 1.1 part 2, section 3.3: all of these may end in a timezone. */
const dated = (pattern: string): ColumnType => ({ type: 'TEXT', pattern: `^${pattern}(Z|[+-][0-9]{2}:[0-9]{2})?$` });

const COLUMN_TYPES: Readonly<Record<ScalarKind, ColumnType>> = {
  string: { type: 'TEXT' },
  iri: { type: 'TEXT' },
  boolean: { type: 'BOOLEAN' },
  int8: { type: 'SMALLINT', minimum: '-128', maximum: '127' },
  int16: { type: 'SMALLINT' },
  int32: { type: 'INTEGER' },
  int64: { type: 'BIGINT' },
  int64Text: { type: 'BIGINT' },
  uint8: { type: 'SMALLINT', minimum: '0', maximum: '255' },
  uint16: { type: 'INTEGER', minimum: '0', maximum: '65535' },
  uint32: { type: 'BIGINT', minimum: '0', maximum: '4294967295' },
  uint64: { type: 'NUMERIC(20)', minimum: '0', maximum: '18446744073709551615' },
  uint64Text: { type: 'NUMERIC(20)', minimum: '0', maximum: '18446744073709551615' },
  float32: { type: 'REAL' },
  float64: { type: 'DOUBLE PRECISION' },
  decimal: { type: 'NUMERIC' },
  dateTime: { type: 'TIMESTAMPTZ' },
  date: { type: 'DATE' },
  time: { type: 'TIME' },
  // It reads every XSD duration but those with a sign in front: `-P1DT2H` is written `P-1DT-2H`.
  duration: { type: 'INTERVAL' },
  base64: { type: 'BYTEA' },
  hex: { type: 'BYTEA' },
  gYear: dated(YEAR),
  gYearMonth: dated(`${YEAR}-${MONTH}`),
  gMonthDay: dated(`--${MONTH}-${DAY}`),
  gDay: dated(`---${DAY}`),
  gMonth: dated(`--${MONTH}`),
};

/** The type of a column that holds one value, or a list of values. */
export function columnType(field: Field, type: ValueType): string {
  if (field.cardinality === 'many') return arrayType(type);
  const length = columnLength(field, type);
  return length === undefined ? elementType(type) : `VARCHAR(${length})`;
}

/** The greatest length that the type of a column says: of the texts that the specification's table gives one. All others are TEXT. */
export function columnLength({ name, cardinality, refines }: Field, type: ValueType): number | undefined {
  const isText = type.kind === 'scalar' && type.scalar === 'string' && type.values === undefined;
  // A column belongs to the class that declares the field.
  return isText && cardinality !== 'many' && !refines && usualLengths.has(name) ? type.maxLength : undefined;
}

/** The type of a column that holds a list of values. */
export function arrayType(type: ValueType): string {
  return `${elementType(type)}[]`;
}

function elementType(type: ValueType): string {
  switch (type.kind) {
    case 'scalar':
      return COLUMN_TYPES[type.scalar].type;
    case 'enumeration':
      return 'TEXT';
    case 'union':
      // It keeps the number 5 and the text "5" apart.
      return 'JSONB';
    default:
      return type satisfies never;
  }
}

/** The form that values of a kind have which is stored as text but is no free text. */
export function kindPattern(scalar: ScalarKind): string | undefined {
  return COLUMN_TYPES[scalar].pattern;
}

/** Bounds of the model, which are the narrower ones, or else of the kind. */
export function bounds(scalar: ScalarType): { readonly minimum: Bound | undefined; readonly maximum: Bound | undefined } {
  const kind = COLUMN_TYPES[scalar.scalar];
  const inclusive = (value: string | undefined): Bound | undefined =>
    value === undefined ? undefined : { value, inclusive: true };
  return { minimum: scalar.minimum ?? inclusive(kind.minimum), maximum: scalar.maximum ?? inclusive(kind.maximum) };
}
