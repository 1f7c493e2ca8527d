/** Applies the user's decisions about the number of values: `ex:title: { required: false }` makes a field optional. */

import { formatPlace } from '../../diagnostics/index.ts';
import type { Count } from '../assume/count.ts';
import { Decision, type Subject } from '../assume/decision.ts';
import { optional, required, single, unbounded } from '../assume/texts.ts';
import type { ClassDraft } from '../draft.ts';
import type { Bounds, Fact, Facts } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import type { Property } from '../type/property.ts';
import type { ElementDecision } from './elements.ts';

export interface DecidedCount {
  readonly required: ElementDecision<'required'> | undefined;
  readonly many: ElementDecision<'many'> | undefined;
}

export function decidedCount({ decisions }: Reader, property: Property, cls: ClassDraft): DecidedCount | undefined {
  if (decisions.isEmpty) return undefined;
  const required = decisions.find('required', property.iri, cls.iri);
  const many = decisions.find('many', property.iri, cls.iri);
  return required || many ? { required, many } : undefined;
}

/**
 * Returns the stated bounds without those that a decision contradicts. The user may tighten bounds, because all such instances
 * still conform to the ontology. A decision that loosens bounds contradicts the ontology, which is an error unless it has a
 * reason; with a reason, the statement does not apply, and the report states that.
 */
export function reconcileBounds(
  reader: Reader,
  facts: Facts,
  cls: ClassDraft,
  property: Property,
  stated: Bounds,
  { required, many }: DecidedCount,
): Bounds {
  const { min = 0, max = Number.POSITIVE_INFINITY } = stated;
  const dropFacts = (
    kinds: readonly Fact['kind'][],
    decision: ElementDecision,
    meaning: string,
    isOfProperty = false,
  ): boolean => {
    const axioms = facts.of(cls, property.iri).flatMap((fact) => (kinds.includes(fact.kind) ? [fact.axiom] : []));
    if (isOfProperty)
      axioms.push(...property.axioms.flatMap((statement) => (statement.kind === 'single' ? [statement.axiom] : [])));
    const [axiom] = axioms;
    if (decision.despite === undefined) {
      const statement = axiom ? `${axiom.statement} (${formatPlace(axiom.place)})` : reader.show(property.iri);
      reader.warn('decision-contradicts', { element: decision.element, says: meaning, stated: statement }, decision.place);
      return false;
    }
    facts.loosen(cls, property.iri, kinds, `${formatPlace(decision.place)} decides otherwise: ${decision.despite}`);
    return true;
  };
  const bounds: Bounds = { ...stated };
  if (required?.value === false && min > 0 && dropFacts(['min', 'some'], required, 'need not have a value')) delete bounds.min;
  else if (many?.value === false && min > 1 && dropFacts(['min'], many, 'has at most one value')) delete bounds.min;
  if (many?.value === true && max < 2 && dropFacts(['max'], many, 'may have several values', true)) delete bounds.max;
  return bounds;
}

/** Returns the number of values: as decided by the user, else as stated or assumed. */
export function decidedCountOf(
  { required: requiredDecision, many }: DecidedCount,
  stated: Bounds,
  count: Count,
  subject: Subject,
): Count {
  const { min = 0, max } = stated;
  let { minimum, maximum } = count;
  if (requiredDecision && min === 0) {
    const [least, wording] = requiredDecision.value ? ([1, required] as const) : ([0, optional] as const);
    minimum = Decision.byUser(least, wording, subject, requiredDecision.place);
  }
  if (many?.value === true && max === undefined)
    maximum = Decision.byUser(Number.POSITIVE_INFINITY, unbounded, subject, many.place);
  if (many?.value === false && max !== 1 && min < 2) maximum = Decision.byUser(1, single, subject, many.place);
  return { minimum, maximum };
}
