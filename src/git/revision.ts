/** Reads the files of a Git revision, such as `main`, without changing the work tree. */

import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fail, temporaryFolder } from '../diagnostics/index.ts';
import { git, gitBytes } from './run.ts';

export interface Revision {
  /** The name that the user gave: `main`, `v1.2`, `HEAD~3`. */
  readonly ref: string;
  readonly commit: string;
  /** A temporary folder with the files, at their paths in the repository. */
  readonly root: string;
  /** The root of the repository's work tree, with symbolic links resolved. */
  readonly top: string;
  readonly dispose: () => void;
}

const MAX_BYTES = 1 << 29;

/** A line of `git ls-tree`: `100644 blob 3b18e512dba79e4c8300dd08aeb37f8e728b8dad 12\tblog.ttl`. */
const ENTRY = /^(\d+) (\w+) ([0-9a-f]+) +(-|\d+)\t(.+)$/s;

/**
 * Writes the wanted files of a revision into a temporary folder that only the user can read. Symbolic links are omitted,
 * because they could point anywhere.
 *
 * @param cwd a folder of the repository
 * @param isWanted whether to write a file, given its path relative to the root of the repository
 * @throws DiagnosticError if the revision does not exist, there is no repository, or Git is not installed.
 */
export function openRevision(ref: string, cwd: string, isWanted: (file: string) => boolean): Revision {
  const top = realpathSync(git(cwd, 'rev-parse', '--show-toplevel'));
  const commit = commitOf(ref, top);
  const files = gitBytes(top, ['ls-tree', '-r', '-l', '-z', '--full-tree', commit])
    .toString('utf8')
    .split('\0')
    .flatMap((entry) => {
      const [, mode = '', type, object = '', size, file = ''] = ENTRY.exec(entry) ?? [];
      return type === 'blob' && mode.startsWith('100') && staysBelow(file) && isWanted(file)
        ? [{ object, size: Number(size), file }]
        : [];
    });
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES)
    fail('git-failed', { command: `git ls-tree ${ref}`, reason: 'the files of ontologies in it have more than 512 MB' });
  const root = realpathSync(temporaryFolder('codegen-git-'));
  try {
    writeFiles(root, files, top);
  } catch (error) {
    rmSync(root, { recursive: true, force: true });
    throw error;
  }
  return { ref, commit, root, top, dispose: () => rmSync(root, { recursive: true, force: true }) };
}

/** Returns whether a path stays below its root. Git checks out no other, but the trees of a fetched commit may name some. */
function staysBelow(file: string): boolean {
  return file.split(/[\\/]/).every((part) => part !== '' && part !== '.' && part !== '..');
}

/** Whether a name is a revision in the repository of a folder. */
export function isRevision(name: string, cwd: string): boolean {
  try {
    git(cwd, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

function commitOf(ref: string, top: string): string {
  try {
    return git(top, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  } catch {
    return fail('git-no-revision', { ref });
  }
}

function writeFiles(root: string, files: readonly { readonly object: string; readonly file: string }[], top: string): void {
  if (files.length === 0) return;
  const answer = gitBytes(top, ['cat-file', '--batch'], `${files.map(({ object }) => object).join('\n')}\n`);
  let at = 0;
  for (const { file } of files) {
    // `<object> blob <size>`, a line break, the bytes, and a line break.
    const end = answer.indexOf(10, at);
    const size = Number(answer.subarray(at, end).toString('utf8').split(' ')[2]);
    const target = path.join(root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, answer.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
}
