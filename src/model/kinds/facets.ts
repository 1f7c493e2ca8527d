import type { Literal } from '../../ontology/index.ts';
import type { Bound, Pattern, ScalarKind, ScalarType } from '../types.ts';
import { boundOf, compareValues, isOrdered, isWithin, narrower, wireValue } from './wire.ts';

/** A facet of XML Schema (1.1 part 2, 4.3), or the parameter of SHACL (4.3, 4.4) that says the same. */
export type Facet =
  | { readonly kind: 'minimum' | 'maximum'; readonly value: Literal; readonly inclusive: boolean }
  | { readonly kind: 'min-length' | 'max-length'; readonly length: number }
  | { readonly kind: 'pattern'; readonly pattern: Pattern };

export type Narrowed = { readonly type: ScalarType } | { readonly why: string };

/** Kinds that are texts in JSON and have no form of their own. */
function isFreeText(kind: ScalarKind): boolean {
  return kind === 'string' || kind === 'iri';
}

/** A type with one more facet, or why it cannot have it. */
export function withFacet(type: ScalarType, facet: Facet): Narrowed {
  const { scalar } = type;
  switch (facet.kind) {
    case 'minimum':
    case 'maximum': {
      const { kind, value, inclusive } = facet;
      if (!isOrdered(scalar)) return { why: `values of the kind ${scalar} are not compared` };
      const bound = boundOf(value.value, scalar, kind, inclusive);
      if (!bound) return { why: `${JSON.stringify(value.value)} is no value of the kind ${scalar}` };
      const narrowed = { ...type, [kind]: narrower(scalar, kind, type[kind], bound) };
      return isEmpty(narrowed) ? { why: 'no value could keep to it' } : { type: narrowed };
    }
    case 'min-length':
    case 'max-length': {
      if (!isFreeText(scalar)) return { why: `values of the kind ${scalar} have no length` };
      const narrowed =
        facet.kind === 'min-length'
          ? { ...type, minLength: Math.max(type.minLength ?? 0, facet.length) }
          : { ...type, maxLength: Math.min(type.maxLength ?? Number.POSITIVE_INFINITY, facet.length) };
      const { minLength = 0, maxLength = minLength } = narrowed;
      return minLength > maxLength ? { why: 'no value could keep to it' } : { type: narrowed };
    }
    case 'pattern': {
      if (!isFreeText(scalar)) return { why: `values of the kind ${scalar} are not matched against patterns` };
      const { pattern } = facet;
      const patterns = type.patterns ?? [];
      const isKnown = patterns.some(
        (p) => p.source === pattern.source && p.flags === pattern.flags && p.syntax === pattern.syntax,
      );
      return { type: isKnown ? type : { ...type, patterns: [...patterns, pattern] } };
    }
    default:
      return facet satisfies never;
  }
}

function isEmpty({ scalar, minimum, maximum }: ScalarType): boolean {
  if (!minimum || !maximum) return false;
  const order = compareValues(scalar, minimum.value, maximum.value);
  return order > 0 || (order === 0 && !(minimum.inclusive && maximum.inclusive));
}

/** A type whose values are only those; in the order given. */
export function withValues(type: ScalarType, values: readonly string[]): Narrowed {
  const wired = [...new Set(values.map((value) => wireValue(value, type.scalar)))];
  if (wired.includes(undefined)) return { why: `not all of the values are of the kind ${type.scalar}` };
  const allowed = (wired as string[]).filter((v) => isWithin(type.scalar, v, type) && (type.values?.includes(v) ?? true));
  return allowed.length === 0 ? { why: 'no value could keep to it' } : { type: { ...type, values: allowed } };
}

/** Both types hold: one of the same kind with the facets of both. */
export function bothOf(a: ScalarType, b: ScalarType): ScalarType | undefined {
  if (a.scalar !== b.scalar) return undefined;
  let type: ScalarType = { ...b, ...a };
  for (const side of ['minimum', 'maximum'] as const) {
    const bounds = [a[side], b[side]].filter((bound): bound is Bound => bound !== undefined);
    if (bounds.length > 0) type = { ...type, [side]: bounds.reduce((x, y) => narrower(a.scalar, side, x, y)) };
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
  if (a.values && b.values) {
    const narrowed = withValues(a, b.values);
    if ('why' in narrowed) return undefined;
    type = { ...type, values: narrowed.type.values as readonly string[] };
  }
  return isEmpty(type) ? undefined : type;
}
