/** Generates valid values of types: numbers, strings, dates and values of enumerations. */

import {
  compareValues,
  type FieldType,
  isLexicalForm,
  isNumeric,
  isWithin,
  kindOf,
  type ScalarKind,
  type ScalarType,
} from '../model/index.ts';
import { createMatcher, invalidPattern, textsMatching } from '../pattern/index.ts';
import { momentCandidates } from './date-times.ts';
import { idsOf } from './ids.ts';
import { numeralCandidates } from './numbers.ts';
import { exampleText, stringCandidates } from './texts.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Maximum number of candidates to check in the search for values. */
const MAX_CANDIDATES = 3000;

/** Returns whether a type accepts a value in canonical form; undefined if a pattern cannot be evaluated. */
export function acceptsValue(type: ScalarType, value: string): boolean | undefined {
  const { scalar, values } = type;
  if (!isLexicalForm(kindOf(scalar), value) || !isWithin(scalar, value, type)) return false;
  if (values !== undefined && !values.some((one) => compareValues(scalar, one, value) === 0)) return false;
  return hasValidLength(type, value) && matchesPatterns(type, value);
}

function hasValidLength({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: ScalarType, value: string): boolean {
  // Code points are counted only if necessary: a string never has more code points than code units.
  if (minLength === 0 && value.length <= maxLength) return true;
  const length = [...value].length;
  return length >= minLength && length <= maxLength;
}

/** Returns whether a value matches the patterns of a type; invalid patterns are ignored. */
function matchesPatterns({ patterns = [] }: ScalarType, value: string): boolean | undefined {
  const valid = patterns.filter((pattern) => invalidPattern(pattern) === undefined);
  return valid.length === 0 || createMatcher(valid)?.(value);
}

/** Preferences for the values of a type. */
export interface ValuePreference {
  /** Preferred value, to which strings such as IRIs add a number; default: the first example of the datatype. */
  readonly value?: string;
  /** Number of example strings to skip. */
  readonly skip?: number;
}

/** Yields candidates for values of a type, the most readable first. */
function* candidates(type: ScalarType, name: string, preference: ValuePreference): Generator<string> {
  const { scalar, values } = type;
  if (values !== undefined) {
    yield* values;
    return;
  }
  const { value: preferred = kindOf(scalar).examples[0], skip = 0 } = preference;
  if (isNumeric(scalar)) yield* numeralCandidates(type, preferred);
  else if (isOrderedMoment(scalar)) yield* momentCandidates(type, preferred);
  else if (kindOf(scalar).hasStringFacets)
    yield* stringCandidates(type, name, (nth) =>
      scalar === 'string' ? exampleText(name, skip + nth) : appendNumber(preferred, skip + nth),
    );
  yield* kindOf(scalar).examples;
  // `stringCandidates` used the patterns of strings.
  if (scalar === 'duration' && type.patterns) yield* textsMatching(type.patterns, {});
}

const appendNumber = (text: string, nth: number): string => (nth === 0 ? text : `${text}${nth + 1}`);

/** True for dates and times with an order. Between bounds of the others, such as `gYear`, nothing can be searched. */
const isOrderedMoment = (scalar: ScalarKind): boolean => kindOf(scalar).space === 'moment' && kindOf(scalar).order !== undefined;

/**
 * Yields distinct values of a type in canonical form, for a field of this name. The search is limited, so it may
 * yield fewer values than the type has, or none.
 */
export function* valuesOf(type: ScalarType, name: string, preference: ValuePreference = {}): Generator<string> {
  const yielded = new Set<string>();
  let checked = 0;
  for (const candidate of candidates(type, name, preference)) {
    if (checked++ >= MAX_CANDIDATES) return;
    // Candidates are normalized to the canonical form, in which values are compared.
    const value = kindOf(type.scalar).read(candidate);
    if (value === undefined || yielded.has(value) || !acceptsValue(type, value)) continue;
    yielded.add(value);
    yield value;
  }
}

/** Converts a value from its canonical form to JSON. */
export function jsonOf(scalar: ScalarKind, value: string): string | number | boolean {
  switch (kindOf(scalar).json) {
    case 'string':
      return value;
    case 'boolean':
      return value === 'true';
    default:
      return Number(value);
  }
}

/** Converts a value of the model, such as a constant, to JSON. */
export function jsonOfValue(type: FieldType, value: string): string | number | boolean {
  if (type.kind === 'scalar') return jsonOf(type.scalar, value);
  if (type.kind !== 'union') return value;
  const member = type.union.members.find((one) => isLexicalForm(kindOf(one.scalar), value));
  return member ? jsonOf(member.scalar, value) : value;
}

/** Returns distinct values of a type as JSON; for references, ids of instances of the target class. */
export function jsonValues(type: FieldType, name: string): Iterable<string | number | boolean> {
  switch (type.kind) {
    case 'id':
      return [];
    case 'reference':
      return idsOf(type.target);
    case 'enumeration':
      return (type.only ?? type.enumeration.values).map(({ value }) => value);
    case 'union':
      return jsonValuesOfTypes(type.union.members, name);
    case 'scalar':
      return jsonValuesOfTypes([type], name);
    default:
      return type satisfies never;
  }
}

function* jsonValuesOfTypes(types: readonly ScalarType[], name: string): Generator<string | number | boolean> {
  for (const type of types) for (const value of valuesOf(type, name)) yield jsonOf(type.scalar, value);
}
