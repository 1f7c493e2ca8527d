import { lstatSync, type Stats, statSync } from 'node:fs';

/** Of which mode bit a file is writable by everybody (POSIX.1-2017, S_IWOTH). */
const WRITABLE_BY_ALL = 0o002;

/** Whether something belongs to somebody else. What belongs to root is everybody's to rely on. */
export function isForeign({ uid }: Pick<Stats, 'uid'>): boolean {
  const self = process.geteuid?.();
  return self !== undefined && uid !== self && uid !== 0;
}

export function isWritableByAll({ mode }: Pick<Stats, 'mode'>): boolean {
  return process.geteuid !== undefined && (mode & WRITABLE_BY_ALL) !== 0;
}

/**
 * Why what stands at a path may be somebody else's doing, in words that follow the path; undefined if nothing says so, or
 * there is nothing. A link is as good as where it leads, and as itself.
 */
export function safetyProblem(file: string): string | undefined {
  const link = lstatSync(file, { throwIfNoEntry: false });
  const stat = link?.isSymbolicLink() ? statSync(file, { throwIfNoEntry: false }) : link;
  for (const each of [link, stat]) {
    if (each && isForeign(each)) return `belongs to another user (uid ${each.uid})`;
  }
  // Of a link the mode says nothing.
  return stat && isWritableByAll(stat) ? 'is writable by all users' : undefined;
}
