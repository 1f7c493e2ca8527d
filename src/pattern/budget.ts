/** An automaton that would take more room or time than a pattern is worth. It does not leave this folder. */
export class TooLarge extends Error {}

/** Steps of the analyses of one pattern: far more than one takes that people wrote. */
const MOST = 4_000_000;

/** Steps of the analyses of all patterns of an ontology together. */
const MOST_OF_ALL = 40_000_000;

/**
 * The steps that each of so many patterns may take, if that is fewer than one may take by itself: many patterns must not do
 * what one cannot. Each has the same share, so that what becomes of one depends on no order, and on nothing that came before.
 */
export function shareOf(patterns: number): number | undefined {
  const share = Math.floor(MOST_OF_ALL / Math.max(1, patterns));
  return share < MOST ? share : undefined;
}

let left = Number.POSITIVE_INFINITY;

/** Analyses a pattern by so many steps at most. */
export function analysed<T>(steps: number | undefined, analysis: () => T): T {
  left = steps ?? MOST;
  try {
    return analysis();
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

/**
 * Counts steps of an analysis.
 *
 * @throws TooLarge if the pattern that is analysed has had its share
 */
export function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw new TooLarge();
}
