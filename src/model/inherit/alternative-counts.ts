/**
 * Reads what subclasses state about the number of values of an inherited property whose range has alternatives, each a field of
 * its own. The subclass gets a total of all alternatives if the inherited choice or total is not tight enough.
 */

import type { ClassDraft, FieldDraft } from '../draft.ts';
import { type Bounds, boundsOf, type Fact } from '../read/facts.ts';
import { propertyOf, type Use } from '../relate/index.ts';
import type { Context } from '../settle/context.ts';
import type { Notes } from '../settle/notes.ts';
import type { Choice, Constraint, Total } from '../types.ts';
import { classLineage } from './forms.ts';

const ALTERNATIVES_REASON = 'the inherited property has alternatives, each in a separate field';

export class AlternativeCounts {
  readonly #context: Context;
  readonly #totals: { readonly cls: ClassDraft; readonly total: Total }[] = [];
  #uses: ReadonlyMap<string, readonly Use[]> | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Reads what a class states about such a property.
   *
   * @param fields the fields of the superclass, in the order of the alternatives; two or more
   */
  add(cls: ClassDraft, fields: readonly FieldDraft[], facts: readonly Fact[], notes: Notes): void {
    const use = this.#useOf(fields[0] as FieldDraft);
    const isStoredHere = use?.edges.every(({ storage }) => storage === 'source' || storage === 'list');
    const constraint = use && isStoredHere ? this.#constraintOf(cls, use, fields, boundsOf(facts)) : undefined;
    for (const { axiom, ...fact } of facts) {
      const isCount = fact.kind === 'min' || fact.kind === 'max' || fact.kind === 'some';
      if (fact.kind === 'min' && fact.count === 0) notes.markComplete(axiom);
      else if (isCount && constraint) notes.add(axiom, constraint);
      else notes.addShortfall(axiom, ALTERNATIVES_REASON);
      if (fact.kind === 'some') notes.addShortfall(axiom, 'that one of several values is of this kind is not checked');
    }
  }

  /** Adds the totals that were found to their classes. */
  finish(): void {
    for (const { cls, total } of this.#totals) cls.totals.push(total);
  }

  /**
   * Returns the constraint on all alternatives together: an inherited one that is tight enough, else a new total; undefined if
   * there are no bounds.
   */
  #constraintOf(cls: ClassDraft, use: Use, fields: readonly FieldDraft[], { min = 0, max }: Bounds): Constraint | undefined {
    if (min === 0 && max === undefined) return undefined;
    const { property, role } = use;
    const isOfFields = (each: Choice | Total) => each.iri === property.iri && each.fields[0] === fields[0];
    for (const c of classLineage(cls)) {
      const choice = c.choices.find(isOfFields);
      if (choice && (choice.required || min === 0)) return { kind: 'choice', class: c, choice };
      const total = c.totals.find(isOfFields);
      if (total && isWithin(total, min, max)) return { kind: 'total', class: c, total };
    }
    const total: Total = {
      name: this.#context.names.claim([cls], [role, `${role}_total`], `${property.iri} total ${cls.iri}`, property, true),
      fields,
      ...(min > 0 && { minItems: min }),
      ...(max !== undefined && { maxItems: max }),
      iri: property.iri,
      place: property.place,
    };
    this.#totals.push({ cls, total });
    return { kind: 'total', class: cls, total };
  }

  #useOf({ owner, iri }: FieldDraft): Use | undefined {
    this.#uses ??= new Map(this.#context.related.uses.map((uses) => [propertyOf(uses).iri, uses]));
    return this.#uses.get(iri as string)?.find((use) => use.class === (owner as object));
  }
}

function isWithin(
  { minItems = 0, maxItems = Number.POSITIVE_INFINITY }: Total,
  min: number,
  max = Number.POSITIVE_INFINITY,
): boolean {
  return minItems >= min && maxItems <= max;
}
