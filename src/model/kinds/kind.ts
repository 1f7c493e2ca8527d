import type { Pattern } from '../../pattern/index.ts';

/** What the values of a kind are, whatever their JSON looks like: numbers compare with numbers, texts with texts. */
export type Space = 'text' | 'boolean' | 'integer' | 'decimal' | 'float' | 'moment' | 'duration' | 'bytes';

/** What an expression does not say of a text. */
export type FormRule =
  /** No U+0000, which PostgreSQL cannot store, and no half of a surrogate pair, which UTF-8 cannot write. */
  | 'text'
  /** The day is one that the month has in that year: XSD 1.1 part 2, section E.3.3, dayOfMonth constraints. */
  | 'calendar'
  /** At most 28 digits in all, before and after the point: what 96 bits hold, as `rust_decimal` and .NET have them. */
  | 'digits';

/**
 * All that is true of a kind of values in every language, and nothing that is true in one only: that is each target's
 * own row. The same JSON is judged alike by every layer, because each takes its form, its rules and its range from here.
 */
export interface Kind {
  /** What a value is in JSON. An integer is a numeral without a point and an exponent. */
  readonly json: 'string' | 'integer' | 'number' | 'boolean';
  readonly space: Space;
  /** The local name of the datatype of XML Schema that the kind is. */
  readonly xsd: string;
  /** For those that are a string in JSON: an expression for the whole text, which each target translates into its dialect. */
  readonly form?: Pattern;
  /** What holds of the text beside its form. */
  readonly rules: readonly FormRule[];
  /** The least and the greatest value, in canonical form. The order of moments is that of time. */
  readonly range?: { readonly least: string; readonly greatest: string };
  /**
   * The canonical text of the value that a literal of the datatype has: that of the JSON string, or the JSON itself for
   * numbers (never with an exponent) and booleans. Total: undefined for what is no value of the datatype or none that the
   * kind holds. It reads the lexical space of XML Schema, which is wider than the form, and all texts of the form.
   */
  readonly read: (lexical: string) => string | undefined;
  /** Less than, equal to or greater than 0, for texts in canonical form. Kinds without it have no order that all layers know. */
  readonly order?: (a: string, b: string) => number;
  /** Whether one value has several texts of the form (`1.0`, `1.00`): then equality is that of canonical texts. */
  readonly spellings: 'one' | 'many';
  /** Whether lengths and patterns may be stated of the text. */
  readonly free: boolean;
  /** Values in canonical form: good examples first, then those at the ends of what is allowed. */
  readonly examples: readonly [string, string, string, ...string[]];
}

/**
 * An expression for a whole text. It has to mean the same in XSD and in JavaScript with the flag `u`, and to be linear.
 *
 * @param inDialects how the dialects of all targets write it: in ASCII, with the members of its sets in their order
 */
export function whole(source: string, inDialects = source): Pattern {
  return { source, flags: '', syntax: 'xsd', isLinear: true, inDialects };
}

/** White space of XML at the ends, which is no part of a lexical form (XSD 1.1 part 2, section 4.3.6, collapse). */
export function collapsed(lexical: string): string {
  const isBlank = (at: number) => ' \t\n\r'.includes(lexical.charAt(at));
  let [start, end] = [0, lexical.length];
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return lexical.slice(start, end);
}
