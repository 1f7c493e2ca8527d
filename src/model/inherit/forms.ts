/** Compares the forms of a field: the one that a superclass declares, and those to which subclasses narrow it. */

import { areRelated, type ClassDraft, type FieldDraft } from '../draft.ts';
import type { FieldType } from '../types.ts';

/** Returns a class and its superclasses, the most distant first. */
export function classLineage(cls: ClassDraft): ClassDraft[] {
  // `ancestors` is sorted with the most derived first.
  return [...[...cls.ancestors].reverse(), cls];
}

/** Returns whether a narrowed field is the same as the field that it narrows. */
export function isSame(field: FieldDraft, base: FieldDraft): boolean {
  const keys = ['cardinality', 'minItems', 'maxItems', 'generated', 'default', 'constant', 'absent', 'irreflexive'] as const;
  return (
    keys.every((key) => field[key] === base[key]) &&
    (field.contains ?? []).length === (base.contains ?? []).length &&
    isSameType(field.type, base.type)
  );
}

/**
 * Returns whether two forms of a field have the same type. Forms of an enumeration field share the enumeration, so only the
 * numbers of its remaining values are compared.
 */
export function isSameType(a: FieldType, b: FieldType): boolean {
  if (a.kind === 'reference') return b.kind === 'reference' && a.target === b.target;
  if (a.kind === 'enumeration') return b.kind === 'enumeration' && a.only?.length === b.only?.length;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns whether two narrowed forms of a field have no value in common. */
export function areContradictory(a: FieldDraft, b: FieldDraft): boolean {
  if ((a.absent && b.cardinality === 'one') || (b.absent && a.cardinality === 'one')) return true;
  if (a.type.kind === 'reference' && b.type.kind === 'reference') {
    return !areRelated(a.type.target as ClassDraft, b.type.target as ClassDraft);
  }
  const [valuesOfA, valuesOfB] = [allowedValues(a), allowedValues(b)];
  return valuesOfA !== undefined && valuesOfB !== undefined && !valuesOfA.some((value) => valuesOfB.includes(value));
}

/** Returns the allowed values of a field, if they are listed. */
function allowedValues({ constant, type }: FieldDraft): readonly string[] | undefined {
  if (constant !== undefined) return [constant];
  if (type.kind === 'enumeration') return (type.only ?? type.enumeration.values).map((v) => v.value);
  return type.kind === 'scalar' ? type.values : undefined;
}
