import { randomBytes } from 'node:crypto';
import { readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A temporary file in which nothing happened for so long belongs to a process that was killed. */
const ABANDONED_AFTER_MS = 60_000;

/**
 * Replaces a file in one step: whoever reads it, at any moment, sees the old text or the new one, and so it
 * is after this process was killed.
 *
 * @param isWanted asked at the last moment, when the new text lies on the disk beside the old
 * @returns whether the file was replaced
 */
export function replaceFile(file: string, text: string, mode?: number, isWanted: () => boolean = () => true): boolean {
  const there = statSync(file, { throwIfNoEntry: false });
  // Through a symbolic link the file it leads to is meant.
  const target = there ? realpathSync(file) : file;
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: 'wx', flush: true, mode: mode ?? (there ? there.mode & 0o777 : 0o666) });
    if (!isWanted()) return false;
    renameSync(temporary, target);
    return true;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Removes the temporary files that killed processes left in a folder. */
export function sweep(folder: string): void {
  const oldest = Date.now() - ABANDONED_AFTER_MS;
  for (const name of readdirSync(folder)) {
    if (!/\.[0-9a-f]{12}\.tmp$/.test(name)) continue;
    const file = path.join(folder, name);
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? oldest) < oldest) rmSync(file, { force: true });
  }
}
