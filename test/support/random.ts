/** Yields numbers from 0 to below 1 that depend only on a seed (a linear congruential generator, Numerical Recipes). */
export function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}
