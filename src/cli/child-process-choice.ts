/** Decides when a command runs in a child process, which `child-process.ts` starts. */

import { statSync } from 'node:fs';
import { watchMemory } from '../diagnostics/index.ts';
import type { Io, Output } from './io.ts';

/** Environment variable of a child process that was started for work that needs much memory. */
export const RESTART_VARIABLE = 'CODEGEN_AGAIN';

/** Aborts a command so that it restarts in a child process. It is thrown only before the command has printed anything. */
export class RestartInChild extends Error {}

/** Commands that only read until they print or write. */
const READ_ONLY_COMMANDS: ReadonlySet<string> = new Set([
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

/** In bytes. A smaller heap may fill up between two memory checks, because a single step can need that much. */
const SMALL_HEAP = 250_000_000;

/** In bytes. By default, V8 uses at least a quarter of the machine's memory for its heap. */
const LARGE_MACHINE = 8 * SMALL_HEAP;

/** Returns whether the heap is so small that a command runs in a child process from the start. */
export function isHeapSmall(): boolean {
  // Loading `node:v8` takes longer than loading most of Node.js, so it is avoided on large machines.
  const isTold = process.execArgv.length > 0 || process.env['NODE_OPTIONS'] !== undefined;
  if (!isTold && process.availableMemory() > LARGE_MACHINE) return false;
  return process.getBuiltinModule('node:v8').getHeapStatistics().heap_size_limit < SMALL_HEAP;
}

/**
 * Allows a command to restart in a child process if it needs much memory, until it prints or writes something.
 *
 * @returns the `Io` that the command must use
 */
export function allowRestart(argv: readonly string[], io: Io): Io {
  // Input from a device or a pipe can be read only once. Commands with `--watch` have reported results by then.
  const [group = '', command] = argv;
  // `migrate verify` changes a database server.
  if (!READ_ONLY_COMMANDS.has(group) || command === 'verify') return io;
  if (argv.some((word) => word === '--watch' || word === '-' || isStreamInput(word))) return io;
  const leave = () => {
    throw new RestartInChild();
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

/** Returns whether an argument names a device or a pipe. */
function isStreamInput(word: string): boolean {
  const name = word.startsWith('--') ? word.slice(word.indexOf('=') + 1) : word;
  if (name.startsWith('/dev/') || name.startsWith('/proc/')) return true;
  try {
    return statSync(name, { throwIfNoEntry: false })?.isFIFO() ?? false;
  } catch {
    // Not a path, for example a query.
    return false;
  }
}
