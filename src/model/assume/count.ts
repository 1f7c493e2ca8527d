import type { Policies } from '../policies.ts';
import type { Bounds } from '../read/facts.ts';
import type { Cardinality } from '../types.ts';
import { Decision, OneValue, type Subject } from './decision.ts';
import { optional, plural, required, single, unbounded } from './words.ts';

/** How many values a field has, and the bounds of a list. */
export interface Multiplicity {
  readonly cardinality: Cardinality;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Between how many values a property has in a class: the rows "least" and "greatest number of values". */
export interface Count {
  readonly least: Decision<number>;
  /** Infinity where there is no greatest number. */
  readonly most: Decision<number>;
}

/** What else bears on how many values there are where nothing is stated. */
export interface Circumstances {
  /** The name of an object property is a plural. */
  readonly isPlural: boolean;
  /**
   * It is said that there may be none: of the class only that its instances may have the property
   * (`schema:domainIncludes`), or more exactly of a subclass, whose instances are its own.
   */
  readonly mayLack: boolean;
  /** It is said of a subclass that there may be several. */
  readonly mayHaveMany: boolean;
  /** Nothing could begin if each needed another: it leads to instances of its own class, or one of several alternatives. */
  readonly mayEnd: boolean;
}

const UNBOUNDED = Number.POSITIVE_INFINITY;

const [NONE, ONE, ANY] = [Decision.stated(0), Decision.stated(1), Decision.stated(UNBOUNDED)];

/** Most numbers that are stated are the same few. */
function stated(count: number): Decision<number> {
  return count === 0 ? NONE : count === 1 ? ONE : count === UNBOUNDED ? ANY : Decision.stated(count);
}

/**
 * How many values there are by what is stated. Who states one bound leaves the other open: who states a greatest number
 * states that there may be none, who states a least one that there is no greatest.
 */
export function countOf(policies: Policies, bounds: Bounds, circumstances: Circumstances, subject: Subject): Count {
  if (isAssumedOne(policies, bounds, circumstances)) return new OneValue(policies, subject);
  return {
    least: leastOf(policies, bounds, circumstances, subject),
    most: mostOf(policies, bounds, circumstances, subject),
  };
}

/** Whether there is one value, because nothing is said: so it is with most. */
export function isAssumedOne(policies: Policies, bounds: Bounds, circumstances: Circumstances): boolean {
  const { isPlural, mayLack, mayHaveMany, mayEnd } = circumstances;
  const isSilent = bounds.min === undefined && bounds.max === undefined;
  return isSilent && policies.unstated === 'required' && !isPlural && !mayLack && !mayHaveMany && !mayEnd;
}

/** That there is one value, which is recorded by the field alone, in {@link AssumptionLog.oneValued}. */
export const ONE_OF_FIELD: Count = { least: ONE, most: ONE };

function leastOf(
  policies: Policies,
  { min, max }: Bounds,
  { isPlural, mayLack, mayHaveMany, mayEnd }: Circumstances,
  subject: Subject,
): Decision<number> {
  if (min !== undefined) return stated(min);
  if (max !== undefined || mayLack) return NONE;
  if (policies.unstated !== 'required') return Decision.by(policies, 0, optional, subject);
  return isPlural || mayHaveMany || mayEnd ? NONE : Decision.by(policies, 1, required, subject);
}

function mostOf(
  policies: Policies,
  { min, max }: Bounds,
  { isPlural, mayHaveMany }: Circumstances,
  subject: Subject,
): Decision<number> {
  if (max !== undefined) return stated(max);
  if (min !== undefined || mayHaveMany) return ANY;
  if (policies.unstated === 'open') return Decision.by(policies, UNBOUNDED, unbounded, subject);
  return isPlural ? Decision.by(policies, UNBOUNDED, plural, subject) : Decision.by(policies, 1, single, subject);
}

const ONE_VALUE: Multiplicity = { cardinality: 'one' };
const AT_MOST_ONE: Multiplicity = { cardinality: 'optional' };

/** The cardinality of a field with so many values. */
export function multiplicityOf(least: number, most: number): Multiplicity {
  if (most === 1) return least > 0 ? ONE_VALUE : AT_MOST_ONE;
  return {
    cardinality: 'many',
    ...(least > 0 && { minItems: least }),
    ...(most !== UNBOUNDED && { maxItems: most }),
  };
}
