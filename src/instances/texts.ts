/** Generates strings that may satisfy given lengths and patterns, for sample instances. */

import { kindOf, type ScalarKind, type ScalarType } from '../model/index.ts';
import { invalidPattern, textsMatching } from '../pattern/index.ts';

/** Maximum length of a generated string, for readability. */
const MAX_LENGTH = 10_000;

/** Number of variants of the preferred string. */
const VARIANTS = 20;

/**
 * Yields strings that may satisfy a type: preferred ones, the name of the field, variants of them, and matches of patterns.
 *
 * @param preferred returns the nth preferred string
 */
export function* stringCandidates(type: ScalarType, name: string, preferred: (nth: number) => string): Generator<string> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = type;
  // Invalid patterns are ignored.
  const patterns = (type.patterns ?? []).filter((pattern) => invalidPattern(pattern) === undefined);
  const isPlain = patterns.length === 0;
  const first = preferred(0);
  yield first;
  if (isPlain && [...preferred(VARIANTS)].length <= maxLength && minLength === 0)
    for (let nth = 1; nth < VARIANTS; nth++) yield preferred(nth);
  yield name.replaceAll('_', ' ');
  yield truncateText(first, maxLength);
  yield padText(first, minLength, maxLength, type.scalar);
  if (!isPlain) yield* type.scalar === 'iri' ? irisMatching(patterns, type) : textsMatching(patterns, type);
  for (let nth = 1; nth < VARIANTS; nth++) {
    yield preferred(nth);
    // An IRI begins with a scheme (RFC 3987, section 2.2).
    const isIri = type.scalar === 'iri';
    yield truncateText(isIri ? `urn:n${nth}:${first}` : `${nth} ${first}`, maxLength);
    yield padText(isIri ? `urn:n${nth}:` : `${nth}`, minLength, maxLength, type.scalar);
  }
  yield* kindOf(type.scalar).examples;
}

/** Returns strings in which all patterns match: absolute IRIs, which RDF requires; relative ones if only these match. */
function irisMatching(patterns: Parameters<typeof textsMatching>[0], type: ScalarType): readonly string[] {
  const texts = [...textsMatching(patterns, type)];
  const absolute = texts.filter((text) => /^[a-z][a-z0-9+.-]*:/i.test(text));
  return absolute.length > 0 ? absolute : texts;
}

export function exampleText(name: string, nth: number): string {
  const words = nth === 0 ? name : `${name}_${nth + 1}`;
  return /(^|_)email$/.test(name) ? `${words}@example.com` : `Example ${words.replaceAll('_', ' ')}`;
}

const truncateText = (text: string, maxLength: number): string =>
  maxLength === Number.POSITIVE_INFINITY ? text : [...text].slice(0, maxLength).join('').trimEnd();

/** Units of encoded bytes without padding, so that each repetition is a valid value. */
const UNITS: Readonly<Partial<Record<ScalarKind, string>>> = { base64: 'SGVs', hex: '48656C' };

/** Repeats a text until it has at least `minLength` characters. */
export function padText(text: string, minLength: number, maxLength: number, scalar?: ScalarKind): string {
  const unitOfKind = scalar && UNITS[scalar];
  const unit = unitOfKind ?? `${text} `;
  const repeated = unit.repeat(Math.ceil((Math.min(minLength, MAX_LENGTH) + 1) / unit.length));
  if (unitOfKind) return repeated.slice(0, Math.ceil(minLength / unitOfKind.length) * unitOfKind.length);
  // Some systems trim a trailing space.
  return [...repeated]
    .slice(0, Math.max(minLength, Math.min([...text].length, maxLength)))
    .join('')
    .replace(/ $/, '.');
}
