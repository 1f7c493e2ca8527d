/** Thrown if an automaton would need too much memory or time. Caught inside this folder. */
export class TooLarge extends Error {}

/** Limit of analysis steps for one pattern: far more than a pattern written by hand needs. */
const MOST = 4_000_000;

/** Limit of analysis steps for all patterns of an ontology together. */
const MOST_OF_ALL = 40_000_000;

/**
 * Returns the step limit of each pattern, if there are so many patterns that it is below the limit of a single one. All patterns
 * have the same limit, so that the result for one depends neither on their order nor on earlier calls.
 */
export function stepLimit(patterns: number): number | undefined {
  const share = Math.floor(MOST_OF_ALL / Math.max(1, patterns));
  return share < MOST ? share : undefined;
}

let remainingSteps = Number.POSITIVE_INFINITY;

/** Runs an analysis with a limit of steps. */
export function runAnalysis<T>(steps: number | undefined, analysis: () => T): T {
  remainingSteps = steps ?? MOST;
  try {
    return analysis();
  } finally {
    remainingSteps = Number.POSITIVE_INFINITY;
  }
}

/**
 * Counts steps of an analysis.
 *
 * @throws TooLarge if the analysed pattern exceeds its limit
 */
export function countSteps(steps: number): void {
  remainingSteps -= steps;
  if (remainingSteps < 0) throw new TooLarge();
}
