/** What a kind of values is: one row of the table in kinds.ts, such as `int32` or `dateTime`. */

import type { Pattern } from '../../pattern/index.ts';

/** The value space of a kind, independent of its form in JSON: numbers compare with numbers, strings with strings. */
export type Space = 'text' | 'boolean' | 'integer' | 'decimal' | 'float' | 'moment' | 'duration' | 'bytes';

/** A rule for strings that a regular expression cannot state. */
export type FormRule =
  /** No U+0000, which PostgreSQL cannot store, and no half of a surrogate pair, which UTF-8 cannot write. */
  | 'text'
  /** The month has that day in that year: XSD 1.1 part 2, section E.3.3, dayOfMonth constraints. */
  | 'calendar'
  /** At most 28 digits, before and after the point: all of these fit in 96 bits, which `rust_decimal` and .NET use. */
  | 'digits';

/**
 * The properties of a kind of values that hold in every language; those of one language are in a table of its target.
 * All layers judge the same JSON alike, because each takes the form, the rules and the range from here.
 */
export interface Kind {
  /** The type of a value in JSON. An integer is a number without a point and an exponent. */
  readonly json: 'string' | 'integer' | 'number' | 'boolean';
  /** The value space, for example `integer` for an integer that is a string in JSON. */
  readonly space: Space;
  /** The local name of the XML Schema datatype of the kind. */
  readonly xsd: string;
  /** For strings in JSON: a regular expression for the whole string, which each target translates into its dialect. */
  readonly form?: Pattern;
  /** Rules for the string that its form cannot state. */
  readonly rules: readonly FormRule[];
  /** The least and the greatest value, in canonical form. Moments are in the order of time. */
  readonly range?: { readonly minimum: string; readonly maximum: string };
  /**
   * Returns the canonical text of the value of a literal: the content of the JSON string, or for numbers (never with an
   * exponent) and booleans the JSON itself. Returns undefined for invalid lexical forms and for values that the kind does
   * not include. Accepts the lexical space of XML Schema, which is wider than the form, and all strings of the form.
   */
  readonly read: (lexical: string) => string | undefined;
  /** Compares canonical texts: less than, equal to or greater than 0. Missing if the layers do not share an order. */
  readonly order?: (a: string, b: string) => number;
  /** `many` if several strings in JSON are the same value (`1.0`, `1.00`): then canonical texts are compared for equality. */
  readonly spellings: 'one' | 'many';
  /** Whether length and pattern facets apply to the string. */
  readonly hasStringFacets: boolean;
  /** Values in canonical form: typical examples first, then the limits. */
  readonly examples: readonly [string, string, string, ...string[]];
}

/** Makes a pattern for a whole string. It must have the same meaning in XSD and in JavaScript with the flag `u`. */
export function stringPattern(source: string): Pattern {
  return { source, flags: '', syntax: 'xsd' };
}

/** Removes XML white space at the ends, which is not part of a lexical form (XSD 1.1 part 2, section 4.3.6, collapse). */
export function collapseWhiteSpace(lexical: string): string {
  const isBlank = (at: number) => ' \t\n\r'.includes(lexical.charAt(at));
  let [start, end] = [0, lexical.length];
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return lexical.slice(start, end);
}
