/** Questions that several targets ask of a model. */

import type { DomainClass, Field, ReferenceField, Relation } from './types.ts';

/** Whether a field holds references. */
export function isReference(field: Field): field is ReferenceField {
  return field.type.kind === 'reference';
}

/**
 * The arguments of a constructor: fields that must be given because nothing generates them, in order;
 * foreign keys come last. Optional fields and lists that may be empty are not among them.
 */
export function constructorFields(cls: DomainClass): readonly Field[] {
  const needed = cls.allFields.filter(
    (f) => (f.cardinality === 'one' && f.generated === undefined) || (f.cardinality === 'many' && (f.minItems ?? 0) > 0),
  );
  return [...needed.filter((f) => !isReference(f)), ...needed.filter(isReference)];
}

/** The relations that a `<Class>With…` type holds. */
export function declaredRelations(cls: DomainClass): readonly Relation[] {
  return cls.allRelations.filter((r) => r.declared);
}
