/** How PostgreSQL stores values of each kind, and what the type of a column does not enforce. */

import { kindOf, type ScalarKind } from '../../model/index.ts';
import { translatePattern } from '../text/index.ts';
import { literal } from './identifiers.ts';

/** The storage of one kind of values in PostgreSQL. */
interface SqlKind {
  /** The column type. */
  readonly type: string;
  /** Whether the type accepts values outside the range of the kind, which a condition rejects. */
  readonly isWider?: true;
  /** Whether values are stored as text, whose form a condition checks. */
  readonly isText?: true;
  /** A regular expression for the text of a value, if the type accepts values with other texts. */
  readonly pattern?: string;
  /** Returns a canonical value in SQL. A quoted literal gets the type of the column that it is compared with or stored in. */
  readonly literal: (canonical: string) => string;
}

const unquoted = (canonical: string): string => canonical;

/** Returns the literal of a float. Long numerals, at the ends of the range, are shortened by an exponent. */
const float = (canonical: string): string => literal(canonical.length > 25 ? String(Number(canonical)) : canonical);

const kindsInSql: Readonly<Record<ScalarKind, SqlKind>> = {
  string: { type: 'TEXT', literal },
  iri: { type: 'TEXT', isText: true, literal },
  boolean: { type: 'BOOLEAN', literal: (canonical) => canonical.toUpperCase() },
  int8: { type: 'SMALLINT', isWider: true, literal: unquoted },
  int16: { type: 'SMALLINT', literal: unquoted },
  int32: { type: 'INTEGER', literal: unquoted },
  int64: { type: 'BIGINT', isWider: true, literal: unquoted },
  int64Text: { type: 'BIGINT', literal: unquoted },
  uint8: { type: 'SMALLINT', isWider: true, literal: unquoted },
  uint16: { type: 'INTEGER', isWider: true, literal: unquoted },
  uint32: { type: 'BIGINT', isWider: true, literal: unquoted },
  uint64: { type: 'BIGINT', isWider: true, literal: unquoted },
  uint64Text: { type: 'NUMERIC(20)', isWider: true, literal: unquoted },
  // An unquoted numeral would be compared as DOUBLE PRECISION, which a REAL rarely equals. REAL accepts NaN and infinity.
  float32: { type: 'REAL', isWider: true, literal: float },
  float64: { type: 'DOUBLE PRECISION', isWider: true, literal: float },
  // NUMERIC accepts NaN, infinity and 131,072 digits.
  decimal: { type: 'NUMERIC', pattern: '^-?([0-9]\\.?){1,28}$', literal: unquoted },
  dateTime: { type: 'TIMESTAMPTZ', isWider: true, literal },
  date: { type: 'DATE', isWider: true, literal },
  // TIME accepts 24:00:00.
  time: { type: 'TIME', isWider: true, literal },
  // INTERVAL does not accept a sign for the whole duration: each number gets it.
  duration: {
    type: 'INTERVAL',
    literal: (canonical) => literal(canonical.startsWith('-') ? canonical.slice(1).replace(/\d+(\.\d+)?/g, '-$&') : canonical),
  },
  base64: { type: 'BYTEA', literal: (canonical) => `decode(${literal(canonical)}, 'base64')` },
  hex: { type: 'BYTEA', literal: (canonical) => literal(`\\x${canonical}`) },
  gYear: { type: 'TEXT', isText: true, literal },
  gYearMonth: { type: 'TEXT', isText: true, literal },
  gMonthDay: { type: 'TEXT', isText: true, literal },
  gDay: { type: 'TEXT', isText: true, literal },
  gMonth: { type: 'TEXT', isText: true, literal },
};

export function sqlKind(scalar: ScalarKind): SqlKind {
  return kindsInSql[scalar];
}

/** Returns the regular expression for the lexical form of a kind in the syntax of PostgreSQL; undefined if it has none. */
function formPattern(scalar: ScalarKind): string | undefined {
  const { form } = kindOf(scalar);
  if (!form) return undefined;
  const translation = translatePattern(form, 'postgresql');
  if (!translation.ok) throw new Error(`the form of ${scalar}: ${translation.reason}`);
  return translation.source;
}

const LEAP_YEAR = '([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)';

/** Matches dates of the right form whose day does not exist in that month or year. */
const NO_DAY = `^([0-9]{4}|-)-(02-3|(0[469]|11)-31)|^(?!${LEAP_YEAR})[0-9]{4}-02-29`;

/** Returns the conditions for the form and rules of a kind; the database itself enforces the rule `text`. */
export function textConditions(scalar: ScalarKind, text: string): string[] {
  const form = formPattern(scalar);
  return [
    ...(form === undefined ? [] : [`${text} ~ ${literal(form)}`]),
    ...(kindOf(scalar).rules.includes('calendar') ? [`${text} !~ ${literal(NO_DAY)}`] : []),
    ...(kindOf(scalar).rules.includes('digits') ? [`${text} ~ ${literal('^-?([0-9]\\.?){1,28}$')}`] : []),
  ];
}
