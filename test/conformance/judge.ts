import type { Target } from '../../src/targets/index.ts';
import type { Prepared } from './prepare.ts';

/**
 * The result for the data of a sample: accepted (`nobody` rejects it), rejected by generated code, or rejected only if the
 * user of the code checks what the code states.
 */
export interface Outcome {
  readonly by: 'nobody' | 'generated code' | 'its user';
  /** The message for the first fault. */
  readonly message?: string;
}

export const taken: Outcome = { by: 'nobody' };
export const refused = (message: string): Outcome => ({ by: 'generated code', message });

/** Runs generated code on the samples of all cases. Returns an outcome for each sample of each case. */
export type Judge = (cases: readonly Prepared[], target: Target) => Promise<readonly (readonly Outcome[])[]>;

/** An instance that a program in another language reads. */
export interface Reading {
  readonly module: string;
  readonly class: string;
  readonly value: object;
}

/** Returns all instances of all samples, in order, for a program that reads each one separately. */
export function readings(cases: readonly Prepared[]): readonly Reading[] {
  return cases.flatMap(({ slug, samples }) =>
    samples.flatMap(({ instances }) => instances.map((one) => ({ module: slug, class: one.class.name, value: one.value }))),
  );
}

/**
 * Assigns the messages of a program about {@link readings} to the samples. A sample gets the first fault of its instances.
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
