/** When work is left to a process of its own: `child-process.ts` starts it. */

import { statSync } from 'node:fs';
import { watchMemory } from '../diagnostics/index.ts';
import type { Io, Output } from './io.ts';

/** Set for a process that was started for work that takes much memory. */
export const AGAIN = 'CODEGEN_AGAIN';

/** Ends a command that is begun again. Nothing shows of it so far. */
export class StartAgain extends Error {}

/** Commands that do nothing but read until they print or write. */
const READING: ReadonlySet<string> = new Set([
  'template',
  'graph',
  'project',
  'generate',
  'explain',
  'diff',
  'docs',
  'data',
  'migrate',
]);

/** So few bytes of heap fill between two looks at them, by what a single step takes. */
const SMALL_HEAP = 250_000_000;

/** V8 takes a quarter of the memory of a machine for its heap, or more, unless it is told otherwise. */
const LARGE_MACHINE = 8 * SMALL_HEAP;

/** Whether there is so little memory that a command is left to a process of its own before it does anything. */
export function isHeapSmall(): boolean {
  // V8's module costs a start more than most of Node.
  const isTold = process.execArgv.length > 0 || process.env['NODE_OPTIONS'] !== undefined;
  if (!isTold && process.availableMemory() > LARGE_MACHINE) return false;
  return process.getBuiltinModule('node:v8').getHeapStatistics().heap_size_limit < SMALL_HEAP;
}

/**
 * Lets a command be begun again that takes much memory, until it prints or writes something.
 *
 * @returns the surroundings that the command is to have
 */
export function leavable(argv: readonly string[], io: Io): Io {
  // What is read from a device or a pipe can be read but once; what is watched has been told of already.
  const [group = '', command] = argv;
  // A migration that is verified changes a server.
  if (!READING.has(group) || command === 'verify') return io;
  if (argv.some((word) => word === '--watch' || word === '-' || isReadOnce(word))) return io;
  const leave = () => {
    throw new StartAgain();
  };
  watchMemory({ leave });
  const showing = (output: Output): Output => ({
    write: (text) => {
      watchMemory({});
      return output.write(text);
    },
    isTTY: output.isTTY,
    columns: output.columns,
    fd: output.fd,
  });
  return { ...io, stdout: showing(io.stdout), stderr: showing(io.stderr) };
}

/** Whether a word of the command line names a device or a pipe. */
function isReadOnce(word: string): boolean {
  const name = word.startsWith('--') ? word.slice(word.indexOf('=') + 1) : word;
  if (name.startsWith('/dev/') || name.startsWith('/proc/')) return true;
  try {
    return statSync(name, { throwIfNoEntry: false })?.isFIFO() ?? false;
  } catch {
    // No path at all: a query, for one.
    return false;
  }
}
