/** Finds the project that a folder belongs to, and the files about its hooks. */

import { lstatSync, type Stats } from 'node:fs';
import path from 'node:path';
import { fail, reasonOf, statOf } from '../diagnostics/index.ts';
import { foldersUpward } from '../trust/index.ts';

/** A project with hooks: the folder in which they run, and the files about them. */
export interface Project {
  readonly root: string;
  /** `.codegen/` in the root; it need not exist yet. */
  readonly folder: string;
  /** The registry, which can be committed. */
  readonly registry: string;
  /** This and all following files belong to this machine. It lists runs, newest last; older ones are in {@link olderJournal}. */
  readonly journal: string;
  readonly olderJournal: string;
  /** The contents of watched files at their last check. */
  readonly state: string;
}

function isFolder(at: string): boolean {
  return statOf(at)?.isDirectory() ?? false;
}

/**
 * Returns the project of a folder: the nearest one upward with a `.codegen/`, else the folder itself. The search
 * ends where {@link foldersUpward} does.
 */
export function findProject(cwd: string): Project {
  let root = path.resolve(cwd);
  for (const at of foldersUpward(root)) {
    if (!isFolder(path.join(at, '.codegen'))) continue;
    root = at;
    break;
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
 * Rejects a file of the project's folder, or the folder, if it is a link, which could lead out of the project, or if it may never
 * end, such as a pipe.
 *
 * @throws DiagnosticError
 */
export function rejectLinks({ folder }: Project, file: string): void {
  for (const each of [folder, file]) {
    const stat = statLink(each);
    if (stat?.isSymbolicLink()) fail('hooks-behind-link', { path: each });
    if (stat && !stat.isDirectory() && !stat.isFile()) fail('file-endless', { file: each });
  }
}

/** @throws DiagnosticError if the system denies access */
function statLink(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    return fail('file-unreadable', { file, reason: reasonOf(error) });
  }
}
