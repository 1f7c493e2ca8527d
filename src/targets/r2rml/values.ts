/** SQL expressions for the RDF lexical forms of columns (R2RML, section 10.2), independent of PostgreSQL's session settings. */

import type { Enumeration, EnumerationValue, ScalarKind, ScalarType } from '../../model/index.ts';
import { literal } from './tables.ts';

/** Returns an SQL expression for the lexical form; undefined if every engine produces it from the column itself. */
type Text = ((value: string, datatype: string | undefined) => string) | undefined;

const cast = (value: string): string => `CAST(${value} AS TEXT)`;

/** Omits parts that are zero (XML Schema, section 3.3.6.1): `dayTimeDuration` has neither years nor months. */
function duration(value: string, datatype: string | undefined): string {
  const part = (name: string) => `abs(extract(${name} FROM ${value}))::BIGINT`;
  const unit = (name: string, letter: string) => `coalesce(nullif(${part(name)}, 0) || '${letter}', '')`;
  const seconds = `coalesce(nullif(trim_scale(abs(extract(second FROM ${value})::NUMERIC)), 0) || 'S', '')`;
  const date = `${unit('year', 'Y')} || ${unit('month', 'M')} || ${unit('day', 'D')}`;
  const time = `coalesce('T' || nullif(${unit('hour', 'H')} || ${unit('minute', 'M')} || ${seconds}, ''), '')`;
  // The sign is null for a null value, and so is the whole concatenation.
  const sign = `CASE WHEN ${value} < INTERVAL '0' THEN '-' WHEN ${value} >= INTERVAL '0' THEN '' END`;
  const none = datatype?.endsWith('#yearMonthDuration') ? '0M' : 'T0S';
  return `${sign} || 'P' || coalesce(nullif(${date} || ${time}, ''), '${none}')`;
}

const texts = {
  ...{ string: undefined, iri: undefined, boolean: undefined },
  ...{ int8: undefined, int16: undefined, int32: undefined, int64: undefined, int64Text: undefined },
  ...{ uint8: undefined, uint16: undefined, uint32: undefined, uint64: undefined },
  // Programs would print very small or large numbers with an exponent.
  ...{ uint64Text: cast, decimal: cast },
  ...{ float32: undefined, float64: undefined },
  dateTime: (value) => `regexp_replace(to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '\\.?0+$', '') || 'Z'`,
  date: (value) => `to_char(${value}, 'YYYY-MM-DD')`,
  time: cast,
  duration,
  base64: (value) => `replace(encode(${value}, 'base64'), chr(10), '')`,
  hex: (value) => `upper(encode(${value}, 'hex'))`,
  ...{ gYear: undefined, gYearMonth: undefined, gMonthDay: undefined, gDay: undefined, gMonth: undefined },
} satisfies Record<ScalarKind, Text>;

/** Returns the SQL expression for the lexical form of a column value; the expression itself if the database prints it so. */
export function textOf({ scalar, datatype }: ScalarType, value: string): string {
  const text: Text = texts[scalar];
  return text?.(value, datatype) ?? value;
}

/** Returns a CASE expression that maps values of a column to outcomes. */
export function valueCase(value: string, outcomes: readonly (readonly [value: string, outcome: string])[]): string {
  return `CASE ${value} ${outcomes.map(([one, outcome]) => `WHEN ${literal(one)} THEN ${literal(outcome)}`).join(' ')} END`;
}

/** Divides the values of an enumeration into individuals and strings. */
export function valuesOf({ values }: Enumeration): {
  readonly individuals: readonly (EnumerationValue & { readonly iri: string })[];
  readonly texts: readonly EnumerationValue[];
} {
  const isIndividual = (value: EnumerationValue): value is EnumerationValue & { readonly iri: string } => value.iri !== undefined;
  return { individuals: values.filter(isIndividual), texts: values.filter((value) => !isIndividual(value)) };
}
