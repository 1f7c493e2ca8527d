import { type Bounds, type Cardinalities, tighten } from './cardinality.ts';
import { isIntegerKind } from './datatypes.ts';
import type { ClassDraft } from './draft.ts';
import { isPluralName } from './names.ts';
import type { Property } from './properties.ts';
import type { Reader } from './reader.ts';
import type { Cardinality, GeneratedValue, ScalarType } from './types.ts';

/** How many values a field has, and the bounds of a list. */
export interface Multiplicity {
  readonly cardinality: Cardinality;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** What is stated of a property in a class, the global characteristic included. */
export function statedBounds(reader: Reader, cardinalities: Cardinalities, cls: ClassDraft, property: Property): Bounds {
  let bounds = cardinalities.of(cls, property.iri);
  if (property.functional) bounds = tighten(bounds, { max: 1 });
  if (bounds.min !== undefined && bounds.max !== undefined && bounds.min > bounds.max) {
    reader.warn(
      'cardinality-conflict',
      {
        property: reader.show(property.iri),
        class: cls.name,
        reason: `at least ${bounds.min} and at most ${bounds.max}; the greater is used`,
      },
      property.place,
    );
    return { min: bounds.min, max: bounds.min };
  }
  if (bounds.max === 0) {
    reader.warn(
      'cardinality-conflict',
      { property: reader.show(property.iri), class: cls.name, reason: 'at most 0; the field is optional' },
      property.place,
    );
    return { min: 0, max: 1 };
  }
  return bounds;
}

/**
 * A property with values has exactly one, unless the ontology states a cardinality; then that is taken
 * at its word, and what it does not bound is not bounded.
 */
export function multiplicityOf({ min, max }: Bounds): Multiplicity {
  if (min === undefined && max === undefined) return { cardinality: 'one' };
  if (max === 1) return { cardinality: min === 1 ? 'one' : 'optional' };
  return {
    cardinality: 'many',
    ...(min !== undefined && min > 0 && { minItems: min }),
    ...(max !== undefined && { maxItems: max }),
  };
}

/** The value that a constructor supplies for a field of exactly one value. */
export function generatedValue(name: string, type: ScalarType, doc: string | undefined): GeneratedValue | undefined {
  if (type.scalar === 'dateTime') return 'now';
  const allowsZero = (type.minimum ?? 0) <= 0 && (type.maximum ?? 0) >= 0;
  return isIntegerKind(type.scalar) && allowsZero && isCount(name, doc) ? 'zero' : undefined;
}

/** Whether an integer counts something, by its name (`upvotes`, `page_count`) or its comment. */
function isCount(name: string, doc: string | undefined): boolean {
  return isPluralName(name) || /(^|_)(count|total|number)$/.test(name) || /^(number|count) of\b/i.test(doc ?? '');
}
