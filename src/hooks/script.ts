/** Finds out why the system cannot run a script, for messages before or after a hook fails. */

import { accessSync, closeSync, constants, existsSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';

export type ScriptProblem =
  | { readonly kind: 'missing' }
  | { readonly kind: 'not-a-file' }
  | { readonly kind: 'not-executable' }
  | { readonly kind: 'no-interpreter-line' }
  | { readonly kind: 'interpreter-missing'; readonly interpreter: string }
  | { readonly kind: 'windows-line-ends' };

/** Returns why the system cannot run a script directly; undefined if no reason is found. */
export function scriptProblem(script: string): ScriptProblem | undefined {
  let stat: Stats | undefined;
  try {
    stat = statSync(script, { throwIfNoEntry: false });
  } catch {
    // Its folder cannot be accessed; the system reports why when the script is started.
    return undefined;
  }
  if (!stat) return { kind: 'missing' };
  if (!stat.isFile()) return { kind: 'not-a-file' };
  if (!isExecutable(script)) return { kind: 'not-executable' };
  const start = startOf(script);
  // A program in machine code has zero bytes at its start. A file that cannot be read is not checked.
  if (start === undefined || start.includes(0)) return undefined;
  // The system rejects such a file (ENOEXEC), and the C library would then pass it to a shell.
  if (!start.toString('latin1').startsWith('#!')) return { kind: 'no-interpreter-line' };
  const line = start.toString().slice(2).split('\n', 1)[0] ?? '';
  if (line.endsWith('\r')) return { kind: 'windows-line-ends' };
  const interpreter = line.trim().split(/[ \t]/, 1)[0] ?? '';
  if (path.isAbsolute(interpreter) && !existsSync(interpreter)) return { kind: 'interpreter-missing', interpreter };
  return undefined;
}

/** Returns whether this user may run a file, according to its mode. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function startOf(file: string): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch {
    return undefined;
  }
  try {
    const buffer = Buffer.alloc(512);
    return buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(fd);
  }
}
