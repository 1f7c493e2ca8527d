/** SQL expressions for the RDF lexical forms of columns (R2RML, section 10.2), independent of PostgreSQL's session settings. */

import type { Enumeration, EnumerationValue, ScalarKind, ScalarType } from '../../model/index.ts';
import { literal } from './tables.ts';

/** Returns an SQL expression for the lexical form of a column's value. */
type LexicalForm = (column: string, datatype: string | undefined) => string;

const cast: LexicalForm = (column) => `CAST(${column} AS TEXT)`;

/**
 * Prints an interval as a duration, without parts that are zero (XML Schema, section 3.3.6.1): `dayTimeDuration` has neither
 * years nor months. The parts of an interval may have different signs, which no duration has: the literal is then ill-typed,
 * a data error (R2RML, section 10.3).
 */
const duration: LexicalForm = (column, datatype) => {
  const magnitude = `greatest(${column}, -${column})`;
  const unit = (name: string, letter: string) =>
    `coalesce(nullif(extract(${name} FROM ${magnitude})::BIGINT, 0) || '${letter}', '')`;
  const seconds = `coalesce(nullif(trim_scale(extract(second FROM ${magnitude})::NUMERIC), 0) || 'S', '')`;
  const date = `${unit('year', 'Y')} || ${unit('month', 'M')} || ${unit('day', 'D')}`;
  const time = `coalesce('T' || nullif(${unit('hour', 'H')} || ${unit('minute', 'M')} || ${seconds}, ''), '')`;
  // The sign is null for a null value, and so is the whole concatenation.
  const sign = `CASE WHEN ${column} < INTERVAL '0' THEN '-' WHEN ${column} >= INTERVAL '0' THEN '' END`;
  const zero = datatype?.endsWith('#yearMonthDuration') ? '0M' : 'T0S';
  return `${sign} || 'P' || coalesce(nullif(${date} || ${time}, ''), '${zero}')`;
};

/** The kinds of values whose lexical form some engine would not produce from the column itself. */
const lexicalForms: Partial<Record<ScalarKind, LexicalForm>> = {
  // Engines would print very small or large numbers with an exponent.
  uint64Text: cast,
  decimal: cast,
  dateTime: (column) =>
    `regexp_replace(to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '\\.?0+$', '') || 'Z'`,
  date: (column) => `to_char(${column}, 'YYYY-MM-DD')`,
  time: cast,
  duration,
  base64: (column) => `replace(encode(${column}, 'base64'), chr(10), '')`,
  hex: (column) => `upper(encode(${column}, 'hex'))`,
};

/** Returns the SQL expression for the lexical form of a column's value. */
export function lexicalFormOf({ scalar, datatype }: ScalarType, column: string): string {
  return lexicalForms[scalar]?.(column, datatype) ?? column;
}

/** Returns a CASE expression that maps values of a column to outcomes. */
export function valueCase(column: string, outcomes: readonly (readonly [value: string, outcome: string])[]): string {
  return `CASE ${column} ${outcomes.map(([value, outcome]) => `WHEN ${literal(value)} THEN ${literal(outcome)}`).join(' ')} END`;
}

type IndividualValue = EnumerationValue & { readonly iri: string };

/** Divides the values of an enumeration into individuals and strings. */
export function valuesOf({ values }: Enumeration): {
  readonly individuals: readonly IndividualValue[];
  readonly strings: readonly EnumerationValue[];
} {
  const isIndividual = (value: EnumerationValue): value is IndividualValue => value.iri !== undefined;
  return { individuals: values.filter(isIndividual), strings: values.filter((value) => !isIndividual(value)) };
}
