/**
 * Adds facets to a scalar type, and tests values against them: `xsd:minInclusive 18` makes `int32` a type with the minimum 18.
 * A facet that the type cannot have, or that leaves no value, is rejected with a reason.
 */

import type { Literal } from '../../ontology/index.ts';
import { createMatcher } from '../../pattern/index.ts';
import type { Bound, Pattern, ScalarType, Union } from '../types.ts';
import { isOrdered, kindOf, type ScalarKind } from './kinds.ts';
import {
  boundOf,
  boundOrderFault,
  compareValues,
  datatypeName,
  isWithin,
  limitedBound,
  narrowerBound,
  parseValue,
} from './values.ts';
import { widerTypeHint } from './wider-kinds.ts';

/** A facet of XML Schema (1.1 part 2, 4.3), or the SHACL parameter (4.3, 4.4) with the same meaning. */
export type Facet =
  | { readonly kind: 'minimum' | 'maximum'; readonly value: Literal; readonly inclusive: boolean }
  | { readonly kind: 'min-length' | 'max-length'; readonly length: number }
  | { readonly kind: 'pattern'; readonly pattern: Pattern };

type FacetOf<K extends Facet['kind']> = Extract<Facet, { readonly kind: K }>;

export type NarrowResult = NarrowedType | Rejection;

export interface NarrowedType {
  readonly type: ScalarType;
  /** The stated bound is beyond the values of the type, whose own limit is used. */
  readonly limited?: BoundLimit;
}

/** The texts of a warning about a bound that is beyond the values of its type. */
export interface BoundLimit {
  readonly why: string;
  /** What allows the stated values, if anything does. */
  readonly instead?: string;
}

/** Why a statement has no effect. */
export interface Rejection {
  readonly why: string;
  /** The statement itself is wrong, not only unsupported. */
  readonly isFault?: true;
  /** The index of the wrong member of a list. */
  readonly nth?: number;
  /** What to write instead. */
  readonly instead?: string;
}

/** The reason for rejecting a statement that would leave no value. */
export const NOTHING_LEFT: Rejection = { why: 'no value can satisfy it', isFault: true };

/** Returns a type with another facet, or the reason if the type cannot have it. */
export function withFacet(type: ScalarType, facet: Facet): NarrowResult {
  const narrowed = addFacet(type, facet);
  if ('why' in narrowed || !narrowed.type.values) return narrowed;
  const { values, ...without } = narrowed.type;
  return values.every((value) => violatedFacet(value, without) !== undefined) ? NOTHING_LEFT : narrowed;
}

function addFacet(type: ScalarType, facet: Facet): NarrowResult {
  switch (facet.kind) {
    case 'minimum':
    case 'maximum':
      return addBound(type, facet);
    case 'min-length':
    case 'max-length':
      return addLength(type, facet);
    case 'pattern':
      return addPattern(type, facet.pattern);
    default:
      return facet satisfies never;
  }
}

function addLength(type: ScalarType, { kind, length }: FacetOf<'min-length' | 'max-length'>): NarrowResult {
  const { scalar } = type;
  if (isBinary(scalar)) return { why: `values of the kind ${scalar} have no length` };
  if (!kindOf(scalar).hasStringFacets)
    return { why: `lengths are checked for strings only, and the values are of ${datatypeName(type)}`, isFault: true };
  const narrowed =
    kind === 'min-length'
      ? { ...type, minLength: Math.max(type.minLength ?? 0, length) }
      : { ...type, maxLength: Math.min(type.maxLength ?? Number.POSITIVE_INFINITY, length) };
  const { minLength = 0, maxLength = minLength } = narrowed;
  return minLength > maxLength ? NOTHING_LEFT : { type: narrowed };
}

/** Whether values are matched against patterns: those that every layer that reads JSON keeps as written. */
const isMatched = (scalar: ScalarKind): boolean => kindOf(scalar).hasStringFacets || scalar === 'duration';

function addPattern(type: ScalarType, pattern: Pattern): NarrowResult {
  if (!isMatched(type.scalar)) {
    return { why: `patterns are checked for strings only, and the values are of ${datatypeName(type)}`, isFault: true };
  }
  const patterns = type.patterns ?? [];
  const isKnown = patterns.some((p) => p.source === pattern.source && p.flags === pattern.flags && p.syntax === pattern.syntax);
  return { type: isKnown ? type : { ...type, patterns: [...patterns, pattern] } };
}

function addBound(type: ScalarType, { kind, value, inclusive }: FacetOf<'minimum' | 'maximum'>): NarrowResult {
  const { scalar } = type;
  if (!isOrdered(scalar)) return boundOrderFault(type, value);
  const bound = boundOf(value, type, kind, inclusive);
  if ('why' in bound) return { ...bound, isFault: true };
  const limit = limitedBound(scalar, kind, bound);
  const narrowed = { ...type, [kind]: narrowerBound(scalar, kind, type[kind], limit ?? bound) };
  if (isEmpty(narrowed)) return NOTHING_LEFT;
  return { type: narrowed, ...(limit && { limited: boundLimit(type, kind, bound, limit) }) };
}

function boundLimit(type: ScalarType, side: 'minimum' | 'maximum', stated: Bound, limit: Bound): BoundLimit {
  const least = side === 'minimum' ? 'least' : 'most';
  const why = `values of ${datatypeName(type)} are at ${least} ${limit.value} here, and this bound is used`;
  const wider = widerTypeHint(stated, type);
  if (wider === undefined) return { why };
  const policies = [wider.instead, wider.policy].filter((policy) => policy !== undefined);
  const { datatype } = wider;
  // If a policy is necessary in addition, the datatype alone is not sufficient.
  const isSufficient = datatype !== undefined && wider.policy === undefined;
  const other = isSufficient ? `, or write ${datatypeName({ ...type, datatype })} instead of ${datatypeName(type)}` : '';
  return {
    why,
    instead: `add ${policies.map((policy) => `--policy ${policy}`).join(' and ')} to allow the stated bound${other}`,
  };
}

/** Returns whether the length of values would be a number of bytes, which is not checked. */
function isBinary(scalar: ScalarType['scalar']): boolean {
  return scalar === 'hex' || scalar === 'base64';
}

/**
 * Returns a text that states which facet of a type a value violates; undefined if it violates none. The value is in canonical
 * form.
 */
export function violatedFacet(value: string, type: ScalarType): string | undefined {
  const { scalar, minimum, maximum, minLength = 0, maxLength = Number.POSITIVE_INFINITY, patterns = [], values } = type;
  const quoted = JSON.stringify(value);
  if (values && !values.includes(value)) return `${quoted} is none of the values`;
  if (minimum && !isWithin(scalar, value, { minimum })) return `${quoted} is less than values may be`;
  if (maximum && !isWithin(scalar, value, { maximum })) return `${quoted} is more than values may be`;
  const length = [...value].length;
  if (length < minLength) return `${quoted} is shorter than ${minLength} characters`;
  if (length > maxLength) return `${quoted} is longer than ${maxLength} characters`;
  // A pattern that cannot be tested is ignored.
  const violated = patterns.find((pattern) => createMatcher([pattern])?.(value) === false);
  return violated && `${quoted} does not match ${JSON.stringify(violated.source)}`;
}

/**
 * Returns the member of a union that a value belongs to: the first that accepts its text, as in the generated readers.
 *
 * @param value in canonical form
 */
export function memberOfUnion({ members }: Pick<Union, 'members'>, value: string): ScalarType | undefined {
  return members.find((member) => kindOf(member.scalar).read(value) === value && violatedFacet(value, member) === undefined);
}

function isEmpty({ scalar, minimum, maximum }: ScalarType): boolean {
  const { range } = kindOf(scalar);
  const lower = minimum ?? (range && { value: range.minimum, inclusive: true });
  const upper = maximum ?? (range && { value: range.maximum, inclusive: true });
  if (!lower || !upper) return false;
  const order = compareValues(scalar, lower.value, upper.value);
  return order > 0 || (order === 0 && !(lower.inclusive && upper.inclusive));
}

/** Returns a type that has only these values, in this order. */
export function withValues(type: ScalarType, terms: readonly (Literal | string)[]): NarrowResult {
  const values = new Set<string>();
  for (const [nth, term] of terms.entries()) {
    const found = parseValue(term, type);
    if ('why' in found) return { ...found, isFault: true, nth };
    values.add(found.value);
  }
  return restrictValues(type, [...values]);
}

function restrictValues(type: ScalarType, values: readonly string[]): NarrowResult {
  const allowed = values.filter((v) => isWithin(type.scalar, v, type) && (type.values?.includes(v) ?? true));
  return allowed.length === 0 ? NOTHING_LEFT : { type: { ...type, values: allowed } };
}

/** Returns a type of the same kind with the facets of both; undefined if the kinds differ or no value is left. */
export function intersectTypes(a: ScalarType, b: ScalarType): ScalarType | undefined {
  if (a.scalar !== b.scalar) return undefined;
  let type: ScalarType = { ...b, ...a };
  for (const side of ['minimum', 'maximum'] as const) {
    const bounds = [a[side], b[side]].filter((bound): bound is Bound => bound !== undefined);
    if (bounds.length > 0) type = { ...type, [side]: bounds.reduce((x, y) => narrowerBound(a.scalar, side, x, y)) };
  }
  for (const facet of [
    ...[a, b].flatMap((t) => (t.minLength === undefined ? [] : [{ kind: 'min-length', length: t.minLength } as const])),
    ...[a, b].flatMap((t) => (t.maxLength === undefined ? [] : [{ kind: 'max-length', length: t.maxLength } as const])),
    ...(b.patterns ?? []).map((pattern) => ({ kind: 'pattern', pattern }) as const),
  ]) {
    const narrowed = withFacet(type, facet);
    if ('why' in narrowed) return undefined;
    type = narrowed.type;
  }
  const values = b.values ?? a.values;
  if (values) {
    const narrowed = restrictValues(type, values);
    if ('why' in narrowed) return undefined;
    type = narrowed.type;
  }
  return isEmpty(type) ? undefined : type;
}
