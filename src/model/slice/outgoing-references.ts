/**
 * Lists the references that lead out of a slice, and how the slice represents each: `Offer.seller_id` to `schema:Organization`
 * becomes an IRI.
 */

import { isReference } from '../queries.ts';
import type { DomainClass, Field, Leaving, Outside, Relation } from '../types.ts';
import type { Prefixes } from './patterns.ts';

/** The elements of a slice. */
interface CopiedFields {
  readonly has: (cls: DomainClass) => boolean;
  /** Returns the copy of a field; undefined if the slice has none. */
  readonly fieldOf: (field: Field) => Field | undefined;
}

export class OutgoingReferences {
  readonly #copy: CopiedFields;
  readonly #prefixes: Prefixes;
  readonly #outside: Outside;

  constructor(copy: CopiedFields, prefixes: Prefixes, outside: Outside) {
    this.#copy = copy;
    this.#prefixes = prefixes;
    this.#outside = outside;
  }

  /** @param classes the classes of the complete model that are in the slice */
  listFor(classes: readonly DomainClass[]): Leaving[] {
    return classes.flatMap((cls) => [
      ...cls.fields.flatMap((field) => this.#ofField(cls, field)),
      ...cls.refinements.flatMap((field) => this.#ofForm(cls, field)),
      ...cls.relations.flatMap((relation) => this.#ofRelation(cls, relation)),
    ]);
  }

  #ofField(cls: DomainClass, field: Field): Leaving[] {
    if (!isReference(field) || this.#copy.has(field.type.target)) return [];
    return [this.#leaving(cls, field, field.type.target, this.#outside === 'iri' ? 'iri' : 'omitted')];
  }

  /** The target of a narrowed field may be outside the slice, while that of the inherited field is inside. */
  #ofForm(cls: DomainClass, field: Field): Leaving[] {
    if (!isReference(field) || this.#copy.has(field.type.target)) return [];
    const form = this.#copy.fieldOf(field);
    return form && isReference(form) ? [this.#leaving(cls, field, field.type.target, 'wider')] : [];
  }

  /** A relation that the other class stores is listed if a property names it. */
  #ofRelation(cls: DomainClass, relation: Relation): Leaving[] {
    if (relation.holder !== 'target' || !relation.declared || this.#copy.has(relation.target)) return [];
    return [this.#leaving(cls, relation, relation.target, 'elsewhere')];
  }

  #leaving(cls: DomainClass, member: Field | Relation, target: DomainClass, becomes: Leaving['becomes']): Leaving {
    const { name, iri, place } = member;
    return {
      element: `${cls.name}.${name}`,
      target: this.#prefixes.show(target.iri),
      becomes,
      ...(iri !== undefined && { iri }),
      ...(place && { place }),
    };
  }
}
