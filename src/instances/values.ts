/** Generates valid values of types: numbers, strings, dates, values of enumerations and ids. */

import {
  compareValues,
  type DomainClass,
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
  /** Preferred number or date; default: the first example of the datatype. */
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
  else if (isMoment(scalar)) yield* momentCandidates(type, preferred);
  else if (kindOf(scalar).hasStringFacets)
    yield* stringCandidates(type, name, (nth) =>
      scalar === 'string' ? exampleText(name, skip + nth) : appendNumber(preferred, skip + nth),
    );
  yield* kindOf(scalar).examples;
  if (scalar === 'duration' && type.patterns) yield* textsMatching(type.patterns, {});
}

const appendNumber = (text: string, nth: number): string => (nth === 0 ? text : `${text}${nth + 1}`);

const isMoment = (scalar: ScalarKind): boolean => kindOf(scalar).space === 'moment' && kindOf(scalar).order !== undefined;

/**
 * Yields distinct values of a type in canonical form, for a field of this name. The search is limited, so it may
 * yield fewer values than the type has, or none.
 */
export function* valuesOf(type: ScalarType, name: string, preference: ValuePreference = {}): Generator<string> {
  const yielded = new Set<string>();
  let checked = 0;
  for (const candidate of candidates(type, name, preference)) {
    if (checked++ > MAX_CANDIDATES) return;
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

/** Number of instances of a class to which references may point. */
export const MAX_REFERENCED_INSTANCES = 20;

/** Yields ids lazily, because most callers need only the first. */
function* idsOf(cls: DomainClass): Generator<string> {
  for (let nth = 0; nth < MAX_REFERENCED_INSTANCES; nth++) yield idOf(cls, nth);
}

/** Returns the id of the nth instance of a class: a deterministic UUID in the form of version 4 (RFC 9562, section 5.4). */
export function idOf(cls: DomainClass, nth: number): string {
  const name = `:${nth}:${cls.name}`;
  // FNV-1a, 32 bits, of the name prefixed with each of the digits 0 to 3 (http://www.isthe.com/chongo/tech/comp/fnv/).
  let first = initialHash('0');
  let second = initialHash('1');
  let third = initialHash('2');
  let fourth = initialHash('3');
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    first = Math.imul(first ^ code, FNV_PRIME);
    second = Math.imul(second ^ code, FNV_PRIME);
    third = Math.imul(third ^ code, FNV_PRIME);
    fourth = Math.imul(fourth ^ code, FNV_PRIME);
  }
  const version = (second & 0x0fff) | 0x4000;
  const variant = ((third >>> 16) & 0x3fff) | 0x8000;
  return [
    hex(first >>> 16) + hex(first),
    hex(second >>> 16),
    hex(version),
    hex(variant),
    hex(third) + hex(fourth >>> 16) + hex(fourth),
  ].join('-');
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

function initialHash(digit: string): number {
  return Math.imul(FNV_OFFSET ^ digit.charCodeAt(0), FNV_PRIME);
}

/** Formats the low 16 bits as four hexadecimal digits. */
function hex(bits: number): string {
  return ((bits & 0xffff) | 0x10000).toString(16).slice(1);
}
