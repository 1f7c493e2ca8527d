/** How PostgreSQL stores values of each kind, and what of the kind the type of a column does not see to. */

import { kindOf, type ScalarKind } from '../../model/index.ts';
import { translatePattern } from '../text/index.ts';
import { literal } from './identifiers.ts';

export interface SqlKind {
  /** The type of a column. */
  readonly type: string;
  /** Whether the type holds values beyond the range of the kind, which a condition refuses. */
  readonly isWider?: true;
  /** Whether values are stored as text, of which a condition checks the form. */
  readonly isForm?: true;
  /** An expression that the text of a value matches, where the type holds values that have other texts. */
  readonly text?: string;
  /** A value in canonical form as SQL; a quoted one takes the type of the column that it is compared with or stored in. */
  readonly literal: (canonical: string) => string;
}

const bare = (canonical: string): string => canonical;

/** The shortest numeral of a double, which those at the end of the range need an exponent for. */
const float = (canonical: string): string => literal(canonical.length > 25 ? String(Number(canonical)) : canonical);

export const kindsInSql = {
  string: { type: 'TEXT', literal },
  iri: { type: 'TEXT', isForm: true, literal },
  boolean: { type: 'BOOLEAN', literal: (canonical) => canonical.toUpperCase() },
  int8: { type: 'SMALLINT', isWider: true, literal: bare },
  int16: { type: 'SMALLINT', literal: bare },
  int32: { type: 'INTEGER', literal: bare },
  int64: { type: 'BIGINT', isWider: true, literal: bare },
  int64Text: { type: 'BIGINT', literal: bare },
  uint8: { type: 'SMALLINT', isWider: true, literal: bare },
  uint16: { type: 'INTEGER', isWider: true, literal: bare },
  uint32: { type: 'BIGINT', isWider: true, literal: bare },
  uint64: { type: 'BIGINT', isWider: true, literal: bare },
  uint64Text: { type: 'NUMERIC(20)', isWider: true, literal: bare },
  // As a numeral it would be compared as a DOUBLE PRECISION, which a REAL rarely equals. NaN and infinity are numbers there.
  float32: { type: 'REAL', isWider: true, literal: float },
  float64: { type: 'DOUBLE PRECISION', isWider: true, literal: float },
  // It holds NaN, infinity and 131,072 digits.
  decimal: { type: 'NUMERIC', text: '^-?([0-9]\\.?){1,28}$', literal: bare },
  dateTime: { type: 'TIMESTAMPTZ', isWider: true, literal },
  date: { type: 'DATE', isWider: true, literal },
  // It holds 24:00:00.
  time: { type: 'TIME', isWider: true, literal },
  // A sign in front is not understood: it goes before each number.
  duration: {
    type: 'INTERVAL',
    literal: (canonical) => literal(canonical.startsWith('-') ? canonical.slice(1).replace(/\d+(\.\d+)?/g, '-$&') : canonical),
  },
  base64: { type: 'BYTEA', literal: (canonical) => `decode(${literal(canonical)}, 'base64')` },
  hex: { type: 'BYTEA', literal: (canonical) => literal(`\\x${canonical}`) },
  gYear: { type: 'TEXT', isForm: true, literal },
  gYearMonth: { type: 'TEXT', isForm: true, literal },
  gMonthDay: { type: 'TEXT', isForm: true, literal },
  gDay: { type: 'TEXT', isForm: true, literal },
  gMonth: { type: 'TEXT', isForm: true, literal },
} satisfies Record<ScalarKind, SqlKind>;

/** The row of a kind. */
export function sqlKind(scalar: ScalarKind): SqlKind {
  return kindsInSql[scalar];
}

/** The expression for the whole text of a kind, in PostgreSQL's dialect. */
function formOf(scalar: ScalarKind): string | undefined {
  const { form } = kindOf(scalar);
  if (!form) return undefined;
  const known = forms.get(scalar);
  if (known !== undefined) return known;
  const translation = translatePattern(form, 'postgresql');
  if (!translation.ok) throw new Error(`the form of ${scalar}: ${translation.reason}`);
  forms.set(scalar, translation.source);
  return translation.source;
}

const forms = new Map<ScalarKind, string>();

const LEAP_YEAR = '([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)';

/** Finds the days of a text of the right form that no month has, or not in that year. */
const NO_DAY = `^([0-9]{4}|-)-(02-3|(0[469]|11)-31)|^(?!${LEAP_YEAR})[0-9]{4}-02-29`;

/** The conditions on a text by which a kind's form and rules are kept to; the database itself sees to the rule for texts. */
export function textConditions(scalar: ScalarKind, text: string): string[] {
  const form = formOf(scalar);
  return [
    ...(form === undefined ? [] : [`${text} ~ ${literal(form)}`]),
    ...(kindOf(scalar).rules.includes('calendar') ? [`${text} !~ ${literal(NO_DAY)}`] : []),
    ...(kindOf(scalar).rules.includes('digits') ? [`${text} ~ ${literal('^-?([0-9]\\.?){1,28}$')}`] : []),
  ];
}
