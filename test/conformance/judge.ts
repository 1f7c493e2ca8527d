import type { Target } from '../../src/targets/index.ts';
import type { Prepared } from './prepare.ts';

/**
 * What became of the data of a sample: taken, refused by what is generated, or refused only if whoever uses it
 * checks what it states.
 */
export interface Outcome {
  readonly by: 'nobody' | 'generated code' | 'its user';
  /** What was said of the first fault. */
  readonly message?: string;
}

export const taken: Outcome = { by: 'nobody' };
export const refused = (message: string): Outcome => ({ by: 'generated code', message });

/** Puts the samples of all cases through what a target generates: an outcome for each sample of each case. */
export type Judge = (cases: readonly Prepared[], target: Target) => Promise<readonly (readonly Outcome[])[]>;

/** One instance to be read by a program of another language. */
export interface Reading {
  readonly module: string;
  readonly class: string;
  readonly value: object;
}

/** All instances of all samples, in order, for a program that reads each by itself. */
export function readings(cases: readonly Prepared[]): readonly Reading[] {
  return cases.flatMap(({ slug, samples }) =>
    samples.flatMap(({ instances }) => instances.map((one) => ({ module: slug, class: one.class.name, value: one.value }))),
  );
}

/**
 * Gives what a program said of {@link readings} back to the samples: the first fault of a sample's instances is its own.
 *
 * @param faults a message for each instance, or null
 */
export function outcomes(cases: readonly Prepared[], faults: readonly (string | null)[]): readonly (readonly Outcome[])[] {
  let next = 0;
  const all = cases.map(({ samples }) =>
    samples.map(({ instances }) => {
      const own = faults.slice(next, next + instances.length);
      next += instances.length;
      const fault = own.find((each) => each !== null);
      return fault == null ? taken : refused(fault);
    }),
  );
  if (next !== faults.length) throw new Error(`${faults.length} verdicts on ${next} instances`);
  return all;
}
