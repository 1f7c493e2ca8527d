/** Lists the references that lead out of a slice: `Offer.seller_id` to `schema:Organization` becomes an IRI. */

import { isReference } from '../queries.ts';
import type { DomainClass, Field, Leaving, Outside, Relation } from '../types.ts';
import type { SliceCopy } from './copy.ts';
import type { Prefixes } from './patterns.ts';

/** @param classes the classes of the complete model that are in the slice */
export function outgoingReferences(
  classes: readonly DomainClass[],
  copy: Pick<SliceCopy, 'has' | 'fields'>,
  prefixes: Prefixes,
  outside: Outside,
): Leaving[] {
  const leaving = (cls: DomainClass, member: Field | Relation, target: DomainClass, becomes: Leaving['becomes']): Leaving => {
    const { name, iri, place } = member;
    return {
      element: `${cls.name}.${name}`,
      target: prefixes.show(target.iri),
      becomes,
      ...(iri !== undefined && { iri }),
      ...(place && { place }),
    };
  };
  return classes.flatMap((cls) => [
    ...cls.fields.filter(isReference).flatMap((field) => {
      const { target } = field.type;
      return copy.has(target) ? [] : [leaving(cls, field, target, outside === 'iri' ? 'iri' : 'omitted')];
    }),
    // The target of a narrowed field may be outside the slice, while that of the inherited field is inside.
    ...cls.refinements.filter(isReference).flatMap((field) => {
      const { target } = field.type;
      const form = copy.has(target) ? undefined : copy.fields.get(field);
      return form && isReference(form) ? [leaving(cls, field, target, 'wider')] : [];
    }),
    // A relation that the other class stores is listed if a property names it.
    ...cls.relations
      .filter(({ holder, declared, target }) => holder === 'target' && declared && !copy.has(target))
      .map((relation) => leaving(cls, relation, relation.target, 'elsewhere')),
  ]);
}
