/** The texts of COMMENT statements: documentation, deprecation, and constraints that the database does not enforce. */

import type { Constraint, DomainClass, Field } from '../../model/index.ts';
import { unenforcedNote } from '../core/index.ts';
import type { Emission } from '../target.ts';

/**
 * Returns the comment on the table of a class or of a field with many values, or on the column of a field; undefined if it would be empty.
 *
 * @param iris whether the comment states the IRI of the element
 */
export function commentOn(
  element: DomainClass | Field,
  constraints: ReadonlyMap<DomainClass | Field, readonly Constraint[]>,
  achieved: Emission['achieved'],
  iris: boolean,
): string | undefined {
  const { doc, deprecated, replacedBy } = element;
  const paragraphs = [
    doc,
    deprecated && (replacedBy === undefined ? 'Deprecated.' : `Deprecated: use ${replacedBy} instead.`),
    iris && element.iri !== undefined && `IRI: ${element.iri}`,
    'type' in element && describeValues(element, iris),
    unenforcedNote(constraints.get(element), achieved),
    // The superclass's table has the column of a narrowed field, so the comment on the subclass's table states its gaps.
    ...('refinements' in element ? element.refinements : []).map((field) => {
      const sentence = unenforcedNote(constraints.get(field), achieved);
      return sentence && `${field.name}: ${sentence}`;
    }),
  ].filter((paragraph) => typeof paragraph === 'string');
  return paragraphs.length === 0 ? undefined : paragraphs.join('\n');
}

/**
 * Lists the allowed values of an enumeration, one per line, if any has more information than its name. For the discriminator
 * of a subclass table, these are the class and its subclasses.
 */
function describeValues({ type }: Field, iris: boolean): string | undefined {
  if (type.kind !== 'enumeration') return undefined;
  const values = (type.only ?? type.enumeration.values).map(({ value, label, doc, deprecated, replacedBy, iri }) => {
    const notes = [
      label !== undefined && label !== value && label,
      doc,
      deprecated && (replacedBy === undefined ? 'deprecated' : `deprecated, use ${replacedBy} instead`),
      iris && iri,
    ].filter((note) => typeof note === 'string');
    return { value, description: notes.join('; ') };
  });
  if (values.every(({ description }) => description === '')) return undefined;
  return values.map(({ value, description }) => `- ${value}${description === '' ? '' : `: ${description}`}`).join('\n');
}
