/** The folders in which what belongs to a project is looked for. */

import { type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { isForeign, isWritableByAll } from './owners.ts';

function statOf(at: string): Stats | undefined {
  try {
    return statSync(at, { throwIfNoEntry: false });
  } catch {
    // What may not be looked at is not there for this user.
    return undefined;
  }
}

/** What `homedir` gives, without Node.js' module for it where that would ask for the same variable. */
const home = (): string => (process.platform === 'win32' ? undefined : process.env['HOME']) ?? homedir();

/**
 * Whether no folder above this one is looked at: it is the top of a repository, or the home folder. What lies above is
 * nobody's project.
 */
function isTop(at: string): boolean {
  return at === home() || statOf(path.join(at, '.git')) !== undefined;
}

/** Whether somebody else could have put something there for those who work in folders below. */
function isOthers(at: string): boolean {
  const stat = statOf(at);
  return stat === undefined || isForeign(stat) || (isWritableByAll(stat) && at !== path.parse(at).root);
}

/**
 * A folder and those above it, nearest first, as whole paths. They end at the top of the repository, at the home folder, and
 * before a folder that belongs to somebody else or that everybody may write.
 */
export function* foldersUpward(from: string): Iterable<string> {
  const start = path.resolve(from);
  for (let at = start; ; at = path.dirname(at)) {
    if (at !== start && isOthers(at)) return;
    yield at;
    if (isTop(at) || at === path.dirname(at)) return;
  }
}
