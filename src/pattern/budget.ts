/** An automaton that would take more room or time than a pattern is worth. It does not leave this folder. */
export class TooLarge extends Error {}

/** Steps of all analyses of a run together: what no ontology comes to whose patterns people wrote. */
const MOST = 100_000_000;

let spent = 0;

/**
 * Counts steps of an analysis, so that many patterns cannot do what one cannot.
 *
 * @throws TooLarge if there have been too many
 */
export function spend(steps: number): void {
  spent += steps;
  if (spent > MOST) throw new TooLarge();
}
