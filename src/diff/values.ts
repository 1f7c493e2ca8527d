/** Compares the JSON values that two types allow: from `int32` to `float64` is `wider`, from `string` to `date` is `narrower`. */

import {
  compareValues,
  type DomainClass,
  type Field,
  type FieldType,
  isInteger,
  kindOf,
  type ScalarKind,
} from '../model/index.ts';
import type { Matching } from './types.ts';

/** How the values of the new type relate to those of the old one. */
export type Extent = 'same' | 'wider' | 'narrower' | 'other';

/** How the values of the old type relate to those of the new one. */
export const opposite: Readonly<Record<Extent, Extent>> = { same: 'same', wider: 'narrower', narrower: 'wider', other: 'other' };

function kindExtent(oldKind: ScalarKind, newKind: ScalarKind): Extent {
  if (oldKind === newKind) return 'same';
  if (isWithinKind(oldKind, newKind)) return isWithinKind(newKind, oldKind) ? 'same' : 'wider';
  return isWithinKind(newKind, oldKind) ? 'narrower' : 'other';
}

/** Returns whether the JSON of every value of `inner` is also the JSON of a value of `outer`. */
function isWithinKind(inner: ScalarKind, outer: ScalarKind): boolean {
  const { json } = kindOf(inner);
  if (outer === 'string') return json === 'string';
  if (json !== 'integer' && !(inner === 'float32' && outer === 'float64')) return false;
  if (outer === 'float64') return true;
  return isInteger(outer) && kindOf(outer).json === 'integer' && isWithinRange(inner, outer);
}

/** Returns whether every number of a kind is also one of the other kind; false for kinds without a range. */
export function isWithinRange(inner: ScalarKind, outer: ScalarKind): boolean {
  const [innerRange, outerRange] = [kindOf(inner).range, kindOf(outer).range];
  if (!innerRange || !outerRange) return false;
  return (
    compareValues(outer, outerRange.minimum, innerRange.minimum) <= 0 &&
    compareValues(outer, outerRange.maximum, innerRange.maximum) >= 0
  );
}

/** Returns the kinds of value of a scalar type or of a union; undefined for other types. */
function kindsOf(type: FieldType): readonly ScalarKind[] | undefined {
  if (type.kind === 'scalar') return [type.scalar];
  return type.kind === 'union' ? type.union.members.map(({ scalar }) => scalar) : undefined;
}

/** Compares two lists of alternatives. */
function extentOf<T>(old: readonly T[], now: readonly T[], isWithin: (a: T, b: T) => boolean): Extent {
  const isOldWithinNew = old.every((a) => now.some((b) => isWithin(a, b)));
  const isNewWithinOld = now.every((b) => old.some((a) => isWithin(b, a)));
  if (isOldWithinNew) return isNewWithinOld ? 'same' : 'wider';
  return isNewWithinOld ? 'narrower' : 'other';
}

/** Returns the values of an enumeration; undefined for other types. */
function enumerationValues(type: FieldType): readonly string[] | undefined {
  return type.kind === 'enumeration' ? type.enumeration.values.map(({ value }) => value) : undefined;
}

/** Returns whether two types are the same, regardless of constraints on their values. */
export function isSameType(oldType: FieldType, newType: FieldType, matching: Matching): boolean {
  if (oldType.kind !== newType.kind) return false;
  if (oldType.kind === 'scalar' && newType.kind === 'scalar') return oldType.scalar === newType.scalar;
  if (oldType.kind === 'enumeration' && newType.kind === 'enumeration')
    return matching.newEnumeration(oldType.enumeration) === newType.enumeration;
  if (oldType.kind === 'union' && newType.kind === 'union')
    return extentOf(kindsOf(oldType) ?? [], kindsOf(newType) ?? [], (a, b) => a === b) === 'same';
  if (oldType.kind === 'reference' && newType.kind === 'reference') return matching.newClass(oldType.target) === newType.target;
  return true;
}

/** Compares the JSON that two types allow. Added and removed values of the same enumeration are separate changes. */
export function typeExtent(oldType: FieldType, newType: FieldType): Extent {
  const [oldKinds, newKinds] = [kindsOf(oldType), kindsOf(newType)];
  if (oldKinds && newKinds)
    return oldKinds.length === 1 && newKinds.length === 1
      ? kindExtent(oldKinds[0] as ScalarKind, newKinds[0] as ScalarKind)
      : extentOf(oldKinds, newKinds, isWithinKind);
  const [oldValues, newValues] = [enumerationValues(oldType), enumerationValues(newType)];
  if (oldValues && newValues) return extentOf(oldValues, newValues, (x, y) => x === y);
  if (oldValues && newKinds) return newKinds.includes('string') ? 'wider' : 'other';
  if (oldKinds && newValues) return opposite[typeExtent(newType, oldType)];
  return oldType.kind === newType.kind ? 'same' : 'other';
}

/** Compares what a reference may lead to: more if the new target is a superclass of the old one, less if it is a subclass. */
export function targetExtent(oldTarget: DomainClass, newTarget: DomainClass, matching: Matching): Extent {
  const counterpart = matching.newClass(oldTarget);
  if (counterpart === newTarget) return 'same';
  if (counterpart?.ancestors.includes(newTarget)) return 'wider';
  return matching.oldClass(newTarget)?.ancestors.includes(oldTarget) ? 'narrower' : 'other';
}

/** Returns the number of values as messages show it. */
export function cardinalityText({ cardinality }: Field): string {
  return { one: 'required', optional: 'optional', many: 'list' }[cardinality];
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
