import { lstatSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fail, isSystemError, readRegular, reasonOf, replaceFile, sweep } from '../diagnostics/index.ts';
import { MARKER } from './header.ts';

export interface WriteOptions {
  /** How a comment of one line is written in the file. */
  readonly comment: (text: string) => string;
  /** What the file was made from: never replaced, under whatever name. */
  readonly inputs: readonly string[];
  /** Whether a file is replaced that this program did not write. */
  readonly force: boolean;
}

/**
 * Writes one file that the user named: all of it or nothing, and never through a link. A last line says who wrote it; a
 * file without that line is somebody else's.
 *
 * @param by what wrote it, for that line
 * @throws DiagnosticError if the file is an input, a link or somebody else's, or the system refuses.
 */
export function writeTextFile(path: string, text: string, by: string, { comment, inputs, force }: WriteOptions): void {
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there?.isDirectory()) fail('write-failed', { path, reason: 'it is a directory' });
    // A device or a pipe cannot be replaced, only written to.
    if (there && !there.isFile()) {
      writeFileSync(path, text);
      return;
    }
    if (there && inputs.some((input) => isSame(there, input))) fail('output-is-input', { path });
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) fail('output-symlink', { path });
    if (there && !force && !isOurs(path)) fail('output-foreign', { path });
    replaceFile(path, `${text}${comment(`${MARKER} by codegen ${by}`)}\n`);
    sweep(dirname(path), basename(path));
  } catch (error) {
    const reason = isSystemError(error) && error.code === 'ENOENT' ? 'there is no such folder' : reasonOf(error);
    fail('write-failed', { path, reason });
  }
}

/** Whether a path leads to a file, by whatever link, hard ones included. */
function isSame(file: Stats, path: string): boolean {
  const other = statSync(path, { throwIfNoEntry: false });
  return other !== undefined && other.ino === file.ino && other.dev === file.dev;
}

/** An empty file is nobody's. */
function isOurs(path: string): boolean {
  const text = readRegular(path).toString('utf8').trimEnd();
  return text === '' || text.slice(text.lastIndexOf('\n') + 1).includes(`${MARKER} by codegen`);
}
