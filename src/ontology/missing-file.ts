/** Reports a missing file, with a suggestion of a file with a similar name: `blog.ttl` for `blgo.ttl`. */

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fail, type Place } from '../diagnostics/index.ts';

/**
 * Reports a missing file. The message suggests an existing file with a similar name.
 *
 * @param reference the source location in the settings that names the file
 */
export function notFound(file: string, reference?: { readonly place: Place; readonly source: string | undefined }): never {
  return fail(
    'file-not-found',
    { file, near: nearestFile(file), isOfSettings: reference !== undefined },
    reference?.place,
    reference?.source,
  );
}

/** Returns an existing file whose name differs only in the slashes, the extension, the case, or one typo. */
export function nearestFile(file: string): string | undefined {
  const slashed = file.replaceAll('\\', '/');
  if (slashed !== file && existsSync(slashed)) return slashed;
  const name = path.basename(file).toLowerCase();
  const similar = namesIn(path.dirname(file)).find((existing) => {
    const candidate = existing.toLowerCase();
    return !candidate.startsWith('.') && (path.parse(candidate).name === name || differsByOneTypo(name, candidate));
  });
  return similar === undefined ? undefined : path.join(path.dirname(file), similar);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Returns whether two names differ by one replaced, missing or additional character, or by two swapped ones. */
function differsByOneTypo(a: string, b: string): boolean {
  const longest = Math.max(a.length, b.length);
  if (longest < 4 || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < longest && a[start] === b[start]) start++;
  let end = 0;
  while (end < longest - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const differing = longest - start - end;
  return differing <= 1 || (differing === 2 && a.length === b.length && a[start] === b[start + 1] && a[start + 1] === b[start]);
}
