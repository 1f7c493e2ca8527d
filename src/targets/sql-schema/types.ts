import type { ScalarKind, ScalarType } from '../../model/index.ts';
import { literal } from './identifiers.ts';

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
  uint8: { type: 'SMALLINT', minimum: '0', maximum: '255' },
  uint16: { type: 'INTEGER', minimum: '0', maximum: '65535' },
  uint32: { type: 'BIGINT', minimum: '0', maximum: '4294967295' },
  uint64: { type: 'NUMERIC(20)', minimum: '0', maximum: '18446744073709551615' },
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

/** String columns that are short by the specification's table; all others are TEXT. */
const STRING_TYPES: ReadonlyMap<string, string> = new Map([
  ['email', 'VARCHAR(255)'],
  ['name', 'VARCHAR(255)'],
  ['title', 'VARCHAR(500)'],
]);

/** The type of a column that holds one value of a scalar type; `name` is the field's. */
export function columnType(scalar: ScalarType, name: string): string {
  return (scalar.scalar === 'string' && STRING_TYPES.get(name)) || COLUMN_TYPES[scalar.scalar].type;
}

/** The type of a column that holds a list of values. */
export function arrayType(scalar: ScalarType): string {
  return `${COLUMN_TYPES[scalar.scalar].type}[]`;
}

/** The condition that values of a scalar type meet beyond the column's own type, if there is one. */
export function valueCheck(scalar: ScalarType, column: string): string | undefined {
  const { pattern } = COLUMN_TYPES[scalar.scalar];
  const { minimum, maximum } = bounds(scalar);
  if (pattern !== undefined) return `${column} ~ ${literal(pattern)}`;
  return between(column, minimum, maximum);
}

/**
 * The conditions that a list meets. Arrays may hold NULL and have several dimensions, which no other
 * reader of the data expects; `array_position` refuses both. A pattern cannot be asked of elements.
 */
export function listChecks(scalar: ScalarType, column: string, minItems?: number, maxItems?: number): string[] {
  const { minimum, maximum } = bounds(scalar);
  return [
    between(`cardinality(${column})`, minItems ? String(minItems) : undefined, maxItems?.toString()),
    minimum === undefined ? undefined : `${minimum} <= ALL (${column})`,
    maximum === undefined ? undefined : `${maximum} >= ALL (${column})`,
    `array_position(${column}, NULL) IS NULL`,
  ].filter((check) => check !== undefined);
}

/** Bounds of the model, which are the narrower ones, or else of the kind. */
function bounds(scalar: ScalarType): { minimum: string | undefined; maximum: string | undefined } {
  const type = COLUMN_TYPES[scalar.scalar];
  return { minimum: scalar.minimum?.toString() ?? type.minimum, maximum: scalar.maximum?.toString() ?? type.maximum };
}

function between(value: string, minimum: string | undefined, maximum: string | undefined): string | undefined {
  if (minimum === undefined) return maximum === undefined ? undefined : `${value} <= ${maximum}`;
  return maximum === undefined ? `${value} >= ${minimum}` : `${value} BETWEEN ${minimum} AND ${maximum}`;
}
