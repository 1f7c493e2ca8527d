import { formatPlace } from '../../diagnostics/index.ts';
import type { Count } from '../assume/count.ts';
import { Decision, type Subject } from '../assume/decision.ts';
import { optional, required, single, unbounded, type Wording } from '../assume/words.ts';
import type { ClassDraft } from '../draft.ts';
import type { Bounds, Fact, Facts } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import type { Property } from '../type/property.ts';
import type { Chosen } from './elements.ts';

/** What a user decided of how many values a property has in a class. */
export interface DecidedCount {
  readonly required: Chosen<'required'> | undefined;
  readonly many: Chosen<'many'> | undefined;
}

export function decidedCount({ decisions }: Reader, property: Property, cls: ClassDraft): DecidedCount | undefined {
  if (decisions.isEmpty) return undefined;
  const required = decisions.find('required', property.iri, cls.iri);
  const many = decisions.find('many', property.iri, cls.iri);
  return required || many ? { required, many } : undefined;
}

/**
 * Makes what is stated of a number agree with what is decided. To ask for more than the ontology does is up to the user:
 * all such instances are those of the ontology, too. To ask for less contradicts it, which is an error unless a reason is
 * given; with one, what is stated does not hold, and the report says so.
 */
export function reconcile(
  reader: Reader,
  facts: Facts,
  cls: ClassDraft,
  property: Property,
  stated: Bounds,
  { required, many }: DecidedCount,
): Bounds {
  let { min, max } = stated;
  const drop = (kinds: readonly Fact['kind'][], chosen: Chosen, says: string, isOfProperty = false): boolean => {
    const axioms = facts.of(cls, property.iri).flatMap((fact) => (kinds.includes(fact.kind) ? [fact.axiom] : []));
    if (isOfProperty) axioms.push(...property.axioms.flatMap((said) => (said.says === 'single' ? [said.axiom] : [])));
    const [axiom] = axioms;
    if (chosen.despite === undefined) {
      const statement = axiom ? `${axiom.statement} (${formatPlace(axiom.place)})` : reader.show(property.iri);
      reader.warn('decision-contradicts', { element: chosen.element, says, stated: statement }, chosen.place);
      return false;
    }
    facts.loosen(cls, property.iri, kinds, `${formatPlace(chosen.place)} decides otherwise: ${chosen.despite}`);
    return true;
  };
  if (required?.value === false && (min ?? 0) > 0 && drop(['min', 'some'], required, 'need not have a value')) min = undefined;
  if (many?.value === true && max !== undefined && max < 2 && drop(['max'], many, 'may have several values', true))
    max = undefined;
  if (many?.value === false && (min ?? 0) > 1 && drop(['min'], many, 'has at most one value')) min = undefined;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** How many values there are by what is decided, and by what is stated or assumed of the rest. */
export function countWith({ required: isNeeded, many }: DecidedCount, stated: Bounds, count: Count, subject: Subject): Count {
  let { least, most } = count;
  if (isNeeded?.value === true && (stated.min ?? 0) === 0) least = chosen(1, required, isNeeded, subject);
  if (isNeeded?.value === false && (stated.min ?? 0) === 0) least = chosen(0, optional, isNeeded, subject);
  if (many?.value === true && stated.max === undefined) most = chosen(Number.POSITIVE_INFINITY, unbounded, many, subject);
  if (many?.value === false && stated.max !== 1 && (stated.min ?? 0) < 2) most = chosen(1, single, many, subject);
  return { least, most };
}

function chosen(value: number, words: Wording, { place }: Chosen, subject: Subject): Decision<number> {
  return Decision.chosen(value, words, subject, place);
}
