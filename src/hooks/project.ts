import { statSync } from 'node:fs';
import path from 'node:path';

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
  try {
    return statSync(at, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // What may not be looked at is not there for this user.
    return false;
  }
}

/** The project that a folder is in: the nearest one upward with a `.codegen/`, else the folder itself. */
export function findProject(cwd: string): Project {
  let root = path.resolve(cwd);
  for (let at = root; ; at = path.dirname(at)) {
    if (isFolder(path.join(at, '.codegen'))) {
      root = at;
      break;
    }
    if (at === path.dirname(at)) break;
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
