/** Texts of COMMENT statements for tables and columns. */

import type { Constraint, DomainClass, Field } from '../../model/index.ts';
import { unenforcedNote } from '../core/index.ts';
import type { Emission } from '../target.ts';

/**
 * Returns the comment on the table of a class or list, or on the column of a field; undefined if there is nothing to state.
 *
 * @param iris whether the comment states the IRI of the element
 */
export function commentStatements(
  element: DomainClass | Field,
  constraints: ReadonlyMap<DomainClass | Field, readonly Constraint[]>,
  achieved: Emission['achieved'],
  iris = false,
): string | undefined {
  const { doc, deprecated, replacedBy } = element;
  const parts = [
    doc,
    deprecated && (replacedBy === undefined ? 'Deprecated.' : `Deprecated: use ${replacedBy} instead.`),
    iris && element.iri !== undefined && `IRI: ${element.iri}`,
    'type' in element && valueMeanings(element, iris),
    unenforcedNote(constraints.get(element), achieved),
    // The superclass's table has the column of a narrowed field, so the comment on the subclass's table states its gaps.
    ...('refinements' in element ? element.refinements : []).map((field) => {
      const sentence = unenforcedNote(constraints.get(field), achieved);
      return sentence && `${field.name}: ${sentence}`;
    }),
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? undefined : parts.join('\n');
}

/**
 * Lists the allowed values of an enumeration, one per line, if any has more information than its name. For the discriminator
 * of a subclass table, these are the class and its subclasses.
 */
function valueMeanings({ type }: Field, iris: boolean): string | undefined {
  if (type.kind !== 'enumeration') return undefined;
  const values = (type.only ?? type.enumeration.values).map(({ value, label, doc, deprecated, replacedBy, iri }) => {
    const about = [
      label !== undefined && label !== value && label,
      doc,
      deprecated && (replacedBy === undefined ? 'deprecated' : `deprecated, use ${replacedBy} instead`),
      iris && iri,
    ].filter((part) => typeof part === 'string');
    return { value, about: about.join('; ') };
  });
  if (values.every(({ about }) => about === '')) return undefined;
  return values.map(({ value, about }) => `- ${value}${about === '' ? '' : `: ${about}`}`).join('\n');
}
