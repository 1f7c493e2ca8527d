/**
 * Lists the folders in which a file of a project, such as `codegen.yaml`, is searched for: from `/home/ada/blog/src` up to
 * `/home/ada/blog`, where `.git` is.
 */

import { type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { isForeign, isWritableByAll } from './owners.ts';

function statOf(at: string): Stats | undefined {
  try {
    return statSync(at, { throwIfNoEntry: false });
  } catch {
    // A path that the user may not read, or that is invalid, counts as missing.
    return undefined;
  }
}

/** Returns `homedir()`, and reads HOME itself where `homedir()` would do so. */
const home = (): string => (process.platform === 'win32' ? undefined : process.env['HOME']) ?? homedir();

/**
 * Returns whether the search ends at this folder: the top of a repository, or the home folder. Folders above belong to no
 * project.
 */
function isSearchEnd(at: string): boolean {
  return at === home() || statOf(path.join(at, '.git')) !== undefined;
}

/** Returns whether another user could have put files there for users of the folders below. */
function isForeignWritable(at: string): boolean {
  const stat = statOf(at);
  return stat === undefined || isForeign(stat) || (isWritableByAll(stat) && at !== path.parse(at).root);
}

/**
 * Yields a folder and the folders above it, nearest first, as absolute paths. They end at the top of the repository, at the home
 * folder, and before a folder that belongs to another user or that all users may write.
 */
export function* foldersUpward(from: string): Iterable<string> {
  const start = path.resolve(from);
  for (let at = start; ; at = path.dirname(at)) {
    if (at !== start && isForeignWritable(at)) return;
    yield at;
    if (isSearchEnd(at) || at === path.dirname(at)) return;
  }
}
