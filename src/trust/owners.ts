/** Finds out whether another user may have changed a file, from its owner and its permissions. */

import { lstatSync, type Stats, statSync } from 'node:fs';

/** The mode bit of a file that all users may write (POSIX.1-2017, S_IWOTH). */
const WRITABLE_BY_ALL = 0o002;

/** Returns whether another user owns a file. Files of root are safe for all users. */
export function isForeign({ uid }: Pick<Stats, 'uid'>): boolean {
  const self = process.geteuid?.();
  return self !== undefined && uid !== self && uid !== 0;
}

/** Returns whether every user may write to a file. Always false on Windows, which has no such permissions. */
export function isWritableByAll({ mode }: Pick<Stats, 'mode'>): boolean {
  return process.geteuid !== undefined && (mode & WRITABLE_BY_ALL) !== 0;
}

/**
 * Returns why another user may have changed what a path leads to, in words that follow the path; undefined if nothing suggests
 * that, or nothing exists there. For a symbolic link, both the link and its target count.
 */
export function safetyProblem(file: string): string | undefined {
  const link = lstatSync(file, { throwIfNoEntry: false });
  const stat = link?.isSymbolicLink() ? statSync(file, { throwIfNoEntry: false }) : link;
  for (const each of [link, stat]) {
    if (each && isForeign(each)) return `belongs to another user (uid ${each.uid})`;
  }
  // The mode of a link has no meaning.
  return stat && isWritableByAll(stat) ? 'is writable by all users' : undefined;
}
