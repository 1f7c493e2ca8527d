import { closeSync, lstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { fail, isSystemError, reasonOf } from '../diagnostics/index.ts';

/** So many characters are written at once. */
const AT_ONCE = 1 << 18;

/** Takes a text in pieces. */
export interface Pieces {
  readonly write: (text: string) => void;
  /** To be called when all is written. */
  readonly done: () => void;
  /** To be called whatever happens; what is not done leaves nothing behind. */
  readonly close: () => void;
}

/**
 * A file that the user named, for a text that is too long to be held: all of it appears at once, when it is done. A device
 * or a pipe takes it by and by.
 *
 * @param inputs what the text is made from: never replaced, under whatever name
 * @param force whether a file is replaced that is there
 * @throws DiagnosticError if the file is an input, a link or there already, or the system refuses.
 */
export function fileInPieces(path: string, inputs: readonly string[], force: boolean): Pieces {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) fail('write-failed', { path, reason: 'it is a directory' });
  const isFile = !there || there.isFile();
  if (there && isFile) {
    const isInput = (input: string) => {
      const other = statSync(input, { throwIfNoEntry: false });
      return other?.ino === there.ino && other.dev === there.dev;
    };
    if (inputs.some(isInput)) fail('output-is-input', { path });
    if (!force) fail('output-foreign', { path });
  }
  if (isFile && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) fail('output-symlink', { path });
  const staged = isFile ? `${path}.${process.pid}.tmp` : path;
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      const reason = isSystemError(error) && error.code === 'ENOENT' ? 'there is no such folder' : reasonOf(error);
      return fail('write-failed', { path, reason });
    }
  };
  const fd = attempt(() => openSync(staged, 'w'));
  let waiting = '';
  let isOpen = true;
  const flush = () => {
    const bytes = Buffer.from(waiting);
    waiting = '';
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
  };
  const end = () => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  return {
    write: (text) => {
      waiting += text;
      if (waiting.length >= AT_ONCE) attempt(flush);
    },
    done: () =>
      attempt(() => {
        flush();
        end();
        if (isFile) renameSync(staged, path);
      }),
    close: () => {
      if (!isOpen) return;
      end();
      if (isFile) rmSync(staged, { force: true });
    },
  };
}
