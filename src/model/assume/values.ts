import type { ClassDraft } from '../draft.ts';
import { isInteger } from '../kinds/kinds.ts';
import { isWithin } from '../kinds/values.ts';
import { type Bounds, type Facts, tighten } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import type { Property } from '../type/properties.ts';
import type { Cardinality, GeneratedValue, ScalarType } from '../types.ts';
import { isPluralName } from '../words/names.ts';

/** How many values a field has, and the bounds of a list. */
export interface Multiplicity {
  readonly cardinality: Cardinality;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** What is stated of a property in a class, the global characteristic included. */
export function statedBounds(reader: Reader, facts: Facts, cls: ClassDraft, property: Property): Bounds {
  let bounds = facts.bounds(cls, property.iri);
  if (property.functional) bounds = tighten(bounds, { max: 1 });
  // A value that must be there is the only one.
  if (bounds.max === 1 && facts.of(cls, property.iri).some((fact) => fact.kind === 'value')) bounds = tighten(bounds, { min: 1 });
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
    fallShort(facts, cls, property, 'max', `at least ${bounds.min} values are stated, too`);
    return { min: bounds.min, max: bounds.min };
  }
  if (bounds.max === 0) {
    reader.warn(
      'cardinality-conflict',
      { property: reader.show(property.iri), class: cls.name, reason: 'at most 0; the field is optional' },
      property.place,
    );
    fallShort(facts, cls, property, 'max', 'the class itself has the property, so that its field is optional');
    return { min: 0, max: 1 };
  }
  return bounds;
}

function fallShort(facts: Facts, cls: ClassDraft, property: Property, kind: 'max', why: string): void {
  for (const fact of facts.of(cls, property.iri)) if (fact.kind === kind) fact.axiom.fallsShort(why);
  for (const { says, axiom } of property.axioms) if (says === 'single') axiom.fallsShort(why);
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

/** Whether 0 is among the values of a number type. */
export function allowsZero(type: ScalarType): boolean {
  return isWithin(type.scalar, '0', type) && (type.values?.includes('0') ?? true);
}

/** The value that a constructor supplies for a field of exactly one value. */
export function generatedValue(name: string, type: ScalarType, doc: string | undefined): GeneratedValue | undefined {
  if (type.values) return undefined;
  if (type.scalar === 'dateTime') return isOpen(type) ? 'now' : undefined;
  return isInteger(type.scalar) && allowsZero(type) && isCount(name, doc) ? 'zero' : undefined;
}

/** Whether any time is a value. */
function isOpen({ minimum, maximum }: ScalarType): boolean {
  return minimum === undefined && maximum === undefined;
}

/** Whether an integer counts something, by its name (`upvotes`, `page_count`) or its comment. */
function isCount(name: string, doc: string | undefined): boolean {
  return isPluralName(name) || /(^|_)(count|total|number)$/.test(name) || /^(number|count) of\b/i.test(doc ?? '');
}
