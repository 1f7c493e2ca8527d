import { lstatSync, type Stats } from 'node:fs';
import path from 'node:path';
import { fail, reasonOf, statOf } from '../diagnostics/index.ts';
import { foldersUpward } from '../trust/index.ts';

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

function isFolder(at: string): boolean {
  return statOf(at)?.isDirectory() ?? false;
}

/**
 * The project that a folder is in: the nearest one upward with a `.codegen/`, else the folder itself. The search
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
 * Refuses a file of the project's folder, or that folder, if it is a link: it would lead out of the project; and what is
 * there in place of a file if it may never end, such as a pipe.
 *
 * @throws DiagnosticError
 */
export function refuseLinks({ folder }: Project, file: string): void {
  for (const each of [folder, file]) {
    const stat = seen(each);
    if (stat?.isSymbolicLink()) fail('hooks-behind-link', { path: each });
    if (stat && !stat.isDirectory() && !stat.isFile()) fail('file-endless', { file: each });
  }
}

/** @throws DiagnosticError if the system keeps from looking at it. */
function seen(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    return fail('file-unreadable', { file, reason: reasonOf(error) });
  }
}
