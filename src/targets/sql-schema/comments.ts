/** What the catalogue of the database says about tables and columns. */

import type { Constraint, DomainClass, Field } from '../../model/index.ts';
import { gapOf } from '../core/index.ts';
import type { Emission } from '../target.ts';

/**
 * The text of the comment on the table of a class or list, or on the column of a field; undefined if there is nothing to say.
 *
 * @param iris whether it says where the element comes from
 */
export function documentation(
  element: DomainClass | Field,
  constraints: ReadonlyMap<DomainClass | Field, readonly Constraint[]>,
  achieved: Emission['achieved'],
  iris = false,
): string | undefined {
  const { doc, deprecated, replacedBy } = element;
  const isPlain = 'type' in element ? element.type.kind !== 'enumeration' : element.refinements.length === 0;
  if (isPlain && !deprecated && !iris) {
    const gap = gapOf(constraints.get(element), achieved);
    return doc === undefined || gap === undefined ? (doc ?? gap) : `${doc}\n${gap}`;
  }
  const parts = [
    doc,
    deprecated && (replacedBy === undefined ? 'Deprecated.' : `Deprecated: use ${replacedBy} instead.`),
    iris && element.iri !== undefined && `IRI: ${element.iri}`,
    'type' in element && meanings(element, iris),
    gapOf(constraints.get(element), achieved),
    // What a class says about an inherited column is told of the class.
    ...('refinements' in element ? element.refinements : []).map((field) => {
      const sentence = gapOf(constraints.get(field), achieved);
      return sentence && `${field.name}: ${sentence}`;
    }),
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? undefined : parts.join('\n');
}

/**
 * The values that a column may have of an enumeration, each on a line, if there is more to say than what they are called. Of the
 * column that tells the class, in the table of a subclass, these are the classes below it.
 */
function meanings({ type }: Field, iris: boolean): string | undefined {
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
