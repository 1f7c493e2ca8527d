import { lstatSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fail } from '../diagnostics/index.ts';
import { isForeign, isWritableByAll } from '../trust/index.ts';

/** A project, as far as hooks are concerned: the folder they run in, and the files that are kept there. */
export interface Project {
  readonly root: string;
  /** `.codegen/` in the root; it need not exist yet. */
  readonly folder: string;
  /** The registry, fit to commit. */
  readonly registry: string;
  /** Of this machine, as everything from here on: what ran, newest last; older runs stand in {@link olderJournal}. */
  readonly journal: string;
  readonly olderJournal: string;
  /** What the watched files held when they were last looked at. */
  readonly state: string;
}

function statOf(at: string): Stats | undefined {
  try {
    return statSync(at, { throwIfNoEntry: false });
  } catch {
    // What may not be looked at is not there for this user.
    return undefined;
  }
}

/**
 * Whether no folder above this one is looked at: it is the top of a repository, or the home folder. What lies above is
 * nobody's project.
 */
function isTop(at: string): boolean {
  return at === homedir() || statOf(path.join(at, '.git')) !== undefined;
}

/** Whether somebody else could have put something there for those who work in folders below. */
function isOthers(at: string): boolean {
  const stat = statOf(at);
  return stat === undefined || isForeign(stat) || (isWritableByAll(stat) && at !== path.parse(at).root);
}

/**
 * The project that a folder is in: the nearest one upward with a `.codegen/`, else the folder itself. The search ends at the
 * top of the repository, at the home folder, and before a folder that belongs to somebody else or that everybody may write.
 */
export function findProject(cwd: string): Project {
  const start = path.resolve(cwd);
  let root = start;
  for (let at = start; ; at = path.dirname(at)) {
    if (at !== start && isOthers(at)) break;
    if (statOf(path.join(at, '.codegen'))?.isDirectory()) {
      root = at;
      break;
    }
    if (isTop(at) || at === path.dirname(at)) break;
  }
  const folder = path.join(root, '.codegen');
  return {
    root,
    folder,
    registry: path.join(folder, 'hooks.json'),
    journal: path.join(folder, 'journal.jsonl'),
    olderJournal: path.join(folder, 'journal.1.jsonl'),
    state: path.join(folder, 'state.json'),
  };
}

/**
 * Refuses a file of the project's folder, or that folder, if it is a link: it would lead out of the project.
 *
 * @throws DiagnosticError
 */
export function refuseLinks({ folder }: Project, file: string): void {
  for (const each of [folder, file]) {
    if (lstatSync(each, { throwIfNoEntry: false })?.isSymbolicLink()) fail('hooks-behind-link', { path: each });
  }
}
