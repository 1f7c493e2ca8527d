/** How soon V8 optimises the program while it works on an ontology, and how much of it at once. */

import { statSync } from 'node:fs';

/** Of fewer bytes, counted once for each template, hardly anything is optimised: to load V8's module takes longer than that. */
const FEWEST = 10_000;

/** With more bytes, what is optimised early goes on for so long that it pays to begin with it. */
const MOST = 4_000_000;

/** Of fewer it pays to wait twice as long. */
const FEW = 2_000_000;

/**
 * So much bytecode a function runs, several times over, before V8 11, that of Node 20, thinks of optimising it; by itself it
 * waits for 67,584. `bin/keep.js` takes that back, and the other flag (`UNSET`), before it keeps what V8 made.
 */
const LATER = '--interrupt-budget=400000';
const MUCH_LATER = '--interrupt-budget=800000';

/**
 * So much bytecode of other functions V8 compiles as a part of a function; by itself 920. Most functions here run once a class or
 * once a field: what they gain by larger parts is less than what it takes to compile these, in each function that calls them, and
 * once more when one of them meets another kind of object.
 */
const SMALLER = '--max-inlined-bytecode-size-cumulative=200';

/** So few bytes, counted once for each template, are printed before most functions run as often as `NOTED_LATER` says. */
const LITTLE = 25_000;

/**
 * How much bytecode a function runs before V8 notes what it meets there, and compiles it for the first time: eight times as much
 * as by itself.
 */
const NOTED_LATER = ['--interrupt-budget-for-feedback-allocation=7520', '--interrupt-budget-factor-for-feedback-allocation=64'];

/**
 * Has V8 optimise less what works on an ontology of some size and ends then, and later. Much of what it would optimise has done
 * most of its work by that time, or is compiled again and again as other kinds of objects come by: with a thousand classes that
 * was almost half of the processor time of the whole program, with ten thousand a third.
 *
 * @param files those of the ontology, or the addresses of what lies on servers
 * @param templates how many are printed of it, if that is what the command does
 */
export function optimiseLess(files: readonly string[], templates = 0): void {
  if (!process.versions.v8.startsWith('11.')) return;
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
  const all = bytes * Math.max(templates, 1);
  if (all < FEWEST) return;
  // Files that are printed are hashed, and once a flag is set, Node.js compiles what it loads of its own, three times as long.
  if (templates > 0) process.getBuiltinModule('node:crypto');
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString(SMALLER);
  if (all <= LITTLE) for (const flag of NOTED_LATER) setFlagsFromString(flag);
  if (bytes <= MOST) setFlagsFromString(bytes <= FEW ? MUCH_LATER : LATER);
}

/** How many bytes a file has. What cannot be read has none: whoever reads it says so. */
function sizeOf(file: string): number {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
}
