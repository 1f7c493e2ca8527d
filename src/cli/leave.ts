/** When work is left to a process of its own: `again.ts` starts it. */

import { watchMemory } from '../diagnostics/index.ts';
import type { Io, Output } from './io.ts';

/** Set for a process that was started for work that takes much memory. */
export const AGAIN = 'CODEGEN_AGAIN';

/** Ends a command that is begun again. Nothing shows of it so far. */
export class StartAgain extends Error {}

/** Commands that do nothing but read until they print or write. */
const READING: ReadonlySet<string> = new Set(['template', 'graph', 'project', 'generate', 'explain', 'diff']);

/**
 * Lets a command be begun again that takes much memory, until it prints or writes something.
 *
 * @returns the surroundings that the command is to have
 */
export function leavable(argv: readonly string[], io: Io): Io {
  // What is read from a device or a pipe can be read but once; what is watched has been told of already.
  if (!READING.has(argv[0] ?? '') || argv.some((word) => word === '--watch' || word === '-' || /^\/(dev|proc)\//.test(word)))
    return io;
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
