/**
 * Adjusts how soon V8 optimises the program for an ontology, and how much it inlines. It is kept because it saves a sixth of the
 * time and a quarter of the processor time of all six templates of 300 classes (2.0 instead of 2.4 s).
 */

import { statSync } from 'node:fs';

/** In bytes, times the number of templates. Below this, V8 optimises hardly anything, and loading `node:v8` takes longer. */
const MIN_BYTES = 10_000;

/** In bytes. Above this, the work goes on for so long that early optimisation is worth its time. */
const MAX_BYTES = 4_000_000;

/** In bytes. Below this, it is faster to wait twice as long. */
const LONG_BUDGET_BYTES = 2_000_000;

/**
 * The interrupt budget: how much bytecode a function runs between two checks whether V8 11 (Node 20) should optimise it. The
 * default is 67,584. `bin/keep.js` resets this flag and the others (`UNSET`) before it stores compiled code.
 */
const INTERRUPT_BUDGET = '--interrupt-budget=400000';
const LONG_INTERRUPT_BUDGET = '--interrupt-budget=800000';

/**
 * How much bytecode of other functions V8 inlines into a function; the default is 920. Most functions here run once per class or
 * field: larger functions gain less than it takes to compile the inlined code in each caller, and to compile it again when it
 * meets another kind of object.
 */
const INLINE_LIMIT = '--max-inlined-bytecode-size-cumulative=200';

/** In bytes, times the number of templates. Below this, most functions never reach the budgets of `FEEDBACK_BUDGET`. */
const FEEDBACK_BUDGET_BYTES = 25_000;

/**
 * How much bytecode a function runs before V8 collects type feedback for it and compiles it for the first time: eight times the
 * default.
 */
const FEEDBACK_BUDGET = [
  '--interrupt-budget-for-feedback-allocation=7520',
  '--interrupt-budget-factor-for-feedback-allocation=64',
];

/**
 * Makes V8 optimise less, and later, in a process that handles one ontology and ends. Most functions that V8 optimises have done
 * most of their work by then, or are compiled again when they meet other kinds of objects: with a thousand classes, this took
 * almost half of the processor time of the whole program, with ten thousand a third.
 *
 * @param files files of the ontology, or addresses of remote ones
 * @param templates the number of templates to print; 0 if the command prints none
 */
export function reduceOptimisation(files: readonly string[], templates = 0): void {
  if (!process.versions.v8.startsWith('11.')) return;
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
  const all = bytes * Math.max(templates, 1);
  if (all < MIN_BYTES) return;
  // Hashing needs `node:crypto`, which loads three times as fast before a flag is set: Node.js then need not compile it.
  if (templates > 0) process.getBuiltinModule('node:crypto');
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString(INLINE_LIMIT);
  if (all <= FEEDBACK_BUDGET_BYTES) for (const flag of FEEDBACK_BUDGET) setFlagsFromString(flag);
  if (bytes <= MAX_BYTES) setFlagsFromString(bytes <= LONG_BUDGET_BYTES ? LONG_INTERRUPT_BUDGET : INTERRUPT_BUDGET);
}

/** Returns the size of a file in bytes; 0 if it cannot be read, because reading it reports the error. */
function sizeOf(file: string): number {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
}
