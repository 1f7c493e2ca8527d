/** Compares the JSON values that two types allow. */

import { compareValues, type DomainClass, type FieldType, isInteger, kindOf, type ScalarKind } from '../model/index.ts';
import type { Matching } from './types.ts';

/** How the values of the new type relate to those of the old one. */
export type Extent = 'same' | 'wider' | 'narrower' | 'other';

const flipped: Readonly<Record<Extent, Extent>> = { same: 'same', wider: 'narrower', narrower: 'wider', other: 'other' };

function kindExtent(old: ScalarKind, now: ScalarKind): Extent {
  if (old === now) return 'same';
  if (isWithinKind(old, now)) return isWithinKind(now, old) ? 'same' : 'wider';
  return isWithinKind(now, old) ? 'narrower' : 'other';
}

/** Returns whether the JSON of every value of `inner` is also the JSON of a value of `outer`. */
function isWithinKind(inner: ScalarKind, outer: ScalarKind): boolean {
  const [a, b] = [kindOf(inner), kindOf(outer)];
  if (outer === 'string') return a.json === 'string';
  if (a.json !== 'integer' && !(inner === 'float32' && outer === 'float64')) return false;
  if (outer === 'float64') return true;
  if (!isInteger(outer) || b.json !== 'integer' || !a.range || !b.range) return false;
  return (
    compareValues(outer, b.range.minimum, a.range.minimum) <= 0 && compareValues(outer, b.range.maximum, a.range.maximum) >= 0
  );
}

/** Returns the kinds of value of a scalar type or of a union; undefined for other types. */
function kindsOf(type: FieldType): readonly ScalarKind[] | undefined {
  if (type.kind === 'scalar') return [type.scalar];
  return type.kind === 'union' ? type.union.members.map(({ scalar }) => scalar) : undefined;
}

/** Compares two lists of alternatives. */
function extentOf<T>(old: readonly T[], now: readonly T[], isWithin: (a: T, b: T) => boolean): Extent {
  const grows = old.every((a) => now.some((b) => isWithin(a, b)));
  const shrinks = now.every((b) => old.some((a) => isWithin(b, a)));
  if (grows) return shrinks ? 'same' : 'wider';
  return shrinks ? 'narrower' : 'other';
}

/** Returns the values of an enumeration; undefined for other types. */
function textsOf(type: FieldType): readonly string[] | undefined {
  return type.kind === 'enumeration' ? type.enumeration.values.map(({ value }) => value) : undefined;
}

/** Returns whether two types are the same, regardless of constraints on their values. */
export function isSameType(old: FieldType, now: FieldType, matching: Matching): boolean {
  if (old.kind !== now.kind) return false;
  if (old.kind === 'scalar' && now.kind === 'scalar') return old.scalar === now.scalar;
  if (old.kind === 'enumeration' && now.kind === 'enumeration')
    return matching.newEnumeration(old.enumeration) === now.enumeration;
  if (old.kind === 'union' && now.kind === 'union')
    return extentOf(kindsOf(old) ?? [], kindsOf(now) ?? [], (a, b) => a === b) === 'same';
  if (old.kind === 'reference' && now.kind === 'reference') return matching.newClass(old.target) === now.target;
  return true;
}

/** Compares the JSON that two types allow. Added and removed values of the same enumeration are separate changes. */
export function typeExtent(old: FieldType, now: FieldType): Extent {
  const [a, b] = [kindsOf(old), kindsOf(now)];
  if (a && b)
    return a.length === 1 && b.length === 1 ? kindExtent(a[0] as ScalarKind, b[0] as ScalarKind) : extentOf(a, b, isWithinKind);
  const [texts, other] = [textsOf(old), textsOf(now)];
  if (texts && other) return extentOf(texts, other, (x, y) => x === y);
  if (texts && b) return b.includes('string') ? 'wider' : 'other';
  if (a && other) return flipped[typeExtent(now, old)];
  return old.kind === now.kind ? 'same' : 'other';
}

/** Compares what a reference may lead to: more if the new target is a superclass of the old one, less if it is a subclass. */
export function targetExtent(old: DomainClass, now: DomainClass, matching: Matching): Extent {
  const counterpart = matching.newClass(old);
  if (counterpart === now) return 'same';
  if (counterpart?.ancestors.includes(now)) return 'wider';
  return matching.oldClass(now)?.ancestors.includes(old) ? 'narrower' : 'other';
}

/** Returns a type as messages show it. */
export function typeText(type: FieldType): string {
  switch (type.kind) {
    case 'id':
      return 'id';
    case 'scalar':
      return type.scalar;
    case 'enumeration':
      return type.enumeration.name;
    case 'union':
      return type.union.members.map(({ scalar }) => scalar).join(' or ');
    case 'reference':
      return `reference to ${type.target.name}`;
    default:
      return type satisfies never;
  }
}
