/**
 * Determines how many values a property has in a class: as stated, else as the policy `unstated` and the name suggest. Without
 * a statement, `:title` has exactly one value, and `:comments`, a plural, has any number.
 */

import type { Policies } from '../policies.ts';
import type { Bounds } from '../read/facts.ts';
import type { Cardinality } from '../types.ts';
import { Decision, type Subject } from './decision.ts';
import { optional, plural, required, single, unbounded } from './texts.ts';

export interface Multiplicity {
  readonly cardinality: Cardinality;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The minimum and maximum number of values of a property in a class (see docs/explanation/assumptions.md). */
export interface Count {
  readonly minimum: Decision<number>;
  /** Infinity if there is no maximum. */
  readonly maximum: Decision<number>;
}

/** What influences the assumption if nothing is stated. */
export interface CountHints {
  /** The name of an object property is a plural. */
  readonly isPlural: boolean;
  /**
   * The ontology states that there may be no value: for the class by `schema:domainIncludes`, or for a subclass, whose instances
   * are also instances of the class.
   */
  readonly mayBeAbsent: boolean;
  /** The ontology states this for a subclass, or the user decides it. */
  readonly mayHaveMany: boolean;
  /** True for references that cannot be required in the first row: to the same class, or to one of several alternatives. */
  readonly mustAllowNone: boolean;
}

const UNBOUNDED = Number.POSITIVE_INFINITY;

const [NONE, ONE, ANY] = [Decision.stated(0), Decision.stated(1), Decision.stated(UNBOUNDED)];

/** Returns a shared object for the most frequent numbers. */
function statedCount(count: number): Decision<number> {
  return count === 0 ? NONE : count === 1 ? ONE : count === UNBOUNDED ? ANY : Decision.stated(count);
}

/**
 * Returns the number of values. A statement of one bound leaves the other one open: a stated maximum implies that there may be no
 * value, and a stated minimum implies that the number has no maximum.
 */
export function countOf(policies: Policies, bounds: Bounds, hints: CountHints, subject: Subject): Count {
  return {
    minimum: minimumOf(policies, bounds, hints, subject),
    maximum: maximumOf(policies, bounds, hints, subject),
  };
}

function minimumOf(
  policies: Policies,
  { min, max }: Bounds,
  { isPlural, mayBeAbsent, mayHaveMany, mustAllowNone }: CountHints,
  subject: Subject,
): Decision<number> {
  if (min !== undefined) return statedCount(min);
  if (max !== undefined || mayBeAbsent) return NONE;
  if (policies.unstated !== 'required') return Decision.byPolicy(policies, 0, optional, subject);
  return isPlural || mayHaveMany || mustAllowNone ? NONE : Decision.byPolicy(policies, 1, required, subject);
}

function maximumOf(
  policies: Policies,
  { min, max }: Bounds,
  { isPlural, mayHaveMany }: CountHints,
  subject: Subject,
): Decision<number> {
  if (max !== undefined) return statedCount(max);
  if (min !== undefined || mayHaveMany) return ANY;
  if (policies.unstated === 'open') return Decision.byPolicy(policies, UNBOUNDED, unbounded, subject);
  return isPlural ? Decision.byPolicy(policies, UNBOUNDED, plural, subject) : Decision.byPolicy(policies, 1, single, subject);
}

const ONE_VALUE: Multiplicity = { cardinality: 'one' };
const AT_MOST_ONE: Multiplicity = { cardinality: 'optional' };

export function multiplicityOf(minimum: number, maximum: number): Multiplicity {
  if (maximum === 1) return minimum > 0 ? ONE_VALUE : AT_MOST_ONE;
  return {
    cardinality: 'many',
    ...(minimum > 0 && { minItems: minimum }),
    ...(maximum !== UNBOUNDED && { maxItems: maximum }),
  };
}
