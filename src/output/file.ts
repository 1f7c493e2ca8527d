import { statSync, writeFileSync } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';
import { fail, isSystemError, reasonOf } from '../diagnostics/index.ts';

/**
 * Writes one file that the user named: all of it or nothing. What is there is replaced.
 *
 * @throws DiagnosticError if the system refuses.
 */
export function writeTextFile(path: string, text: string): void {
  try {
    // A device or a pipe cannot be replaced, only written to.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) writeFileSync(path, text);
    else writeFileAtomic.sync(path, text);
  } catch (error) {
    const reason = isSystemError(error) && error.code === 'ENOENT' ? 'there is no such folder' : reasonOf(error);
    fail('write-failed', { path, reason });
  }
}
