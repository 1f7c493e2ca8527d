import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fail, isSystemError, reasonOf } from '../diagnostics/index.ts';

/** Up to this size in bytes, a file is read at once: that is faster than waiting for each piece. */
const MAX_BYTES_AT_ONCE = 16_000_000;

/**
 * Returns a hash of the content of a file; undefined if there is no file.
 *
 * @throws DiagnosticError if it cannot be read.
 */
export async function contentHash(file: string): Promise<string | undefined> {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isDirectory()) fail('file-is-directory', { file });
    // Reading from a pipe or a device would wait for a writer.
    if (stat && !stat.isFile()) fail('file-unreadable', { file, reason: 'it is not a regular file' });
    const hash = createHash('sha256');
    if (stat && stat.size <= MAX_BYTES_AT_ONCE) return hash.update(readFileSync(file)).digest('hex');
    await pipeline(createReadStream(file), hash);
    return hash.digest('hex');
  } catch (error) {
    if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    if (isSystemError(error)) return fail('file-unreadable', { file, reason: reasonOf(error) });
    throw error;
  }
}
