/** Writes one file to a path that the user named, such as a diagram or a report. */

import { lstatSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { fail, isSystemError, readRegular, reasonOf, replaceFile } from '../diagnostics/index.ts';
import { MARKER } from './header.ts';

export interface WriteOptions {
  /** Returns a one-line comment in the syntax of the file. */
  readonly comment: (text: string) => string;
  /** The input files of the command. They are never overwritten, whatever path leads to them. */
  readonly inputs: readonly string[];
  /** Overwrite a file that `codegen` did not write. */
  readonly force: boolean;
}

/**
 * Writes one file that the user named, completely or not at all, and never through a symbolic link. A comment in its last line
 * marks it as written by `codegen`; a file without that line belongs to the user.
 *
 * @param by the command that writes it, for that line
 * @throws DiagnosticError if the file is an input, a link or belongs to the user, or if the system rejects the operation.
 */
export function writeTextFile(path: string, text: string, by: string, { comment, inputs, force }: WriteOptions): void {
  reportErrors(path, () => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) fail('write-failed', { path, reason: 'it is a directory' });
    // A device or a pipe cannot be replaced, only written to.
    if (stat && !stat.isFile()) {
      writeFileSync(path, text);
      return;
    }
    if (stat && inputs.some((input) => isSameFile(stat, input))) fail('output-is-input', { path });
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) fail('output-symlink', { path });
    if (stat && !force && !isGeneratedFile(path)) fail('output-foreign', { path });
    replaceFile(path, `${text}${comment(`${MARKER} by codegen ${by}`)}\n`);
  });
}

/** Runs `work`, and reports an error of the file system as a problem of the file. */
export function reportErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = isSystemError(error) && error.code === 'ENOENT' ? 'there is no such folder' : reasonOf(error);
    return fail('write-failed', { path, reason });
  }
}

/** Returns true if a path leads to a file, also through symbolic or hard links. */
export function isSameFile(file: Stats, path: string): boolean {
  const other = statSync(path, { throwIfNoEntry: false });
  return other !== undefined && other.ino === file.ino && other.dev === file.dev;
}

/** True for a file that `codegen` wrote, and for an empty file. */
function isGeneratedFile(path: string): boolean {
  const text = readRegular(path).toString('utf8').trimEnd();
  return text === '' || text.slice(text.lastIndexOf('\n') + 1).includes(`${MARKER} by codegen`);
}
