/** Lists the files of a project that Git does not ignore: https://git-scm.com/docs/gitignore. */

import { type Dirent, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { fail, isSystemError, readRegular, reasonOf } from '../diagnostics/index.ts';

/** The rules of one file, and the folder to which its paths are relative. */
interface IgnoreFile {
  readonly folder: string;
  readonly rules: Ignore;
}

/** Returns the rules of the `.gitignore` in a folder, or of the given file. The list is empty if the file cannot be read. */
function readIgnoreFile(folder: string, file = path.join(folder, '.gitignore')): IgnoreFile[] {
  try {
    return [{ folder, rules: ignore().add(readRegular(file).toString('utf8')) }];
  } catch {
    return [];
  }
}

/** Returns the ignore files above a project that apply to it: those of its Git work tree, the top first. */
function ignoreFilesAbove(root: string): IgnoreFile[] {
  const above: string[] = [];
  for (let at = path.resolve(root); ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) {
      return [
        ...readIgnoreFile(at, path.join(at, '.git', 'info', 'exclude')),
        ...above.flatMap((folder) => readIgnoreFile(folder)),
      ];
    }
    if (at === path.dirname(at)) return [];
    above.unshift(path.dirname(at));
  }
}

/** Returns whether files exclude a path. The last file with a matching rule decides, so it must be the nearest one. */
function isIgnored(files: readonly IgnoreFile[], absolute: string, isFolder: boolean): boolean {
  for (const { folder, rules } of files.toReversed()) {
    const relative = path.relative(folder, absolute).split(path.sep).join('/');
    const { ignored, unignored } = rules.test(isFolder ? `${relative}/` : relative);
    if (ignored || unignored) return ignored;
  }
  return false;
}

export interface FoundFile {
  readonly absolute: string;
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
}

/**
 * Lists the files of a project that Git does not ignore, sorted by path. Symbolic links are not followed.
 *
 * @param accepts decides about files, and about folders and all that they contain; called for those that Git does not ignore
 * @returns the files, and the folders without read permission, by paths that end with `/`
 * @throws DiagnosticError if the folder itself cannot be read
 */
export function listProject(
  root: string,
  accepts: (entry: Dirent, path: string) => boolean,
): { readonly files: readonly FoundFile[]; readonly unreadable: readonly string[] } {
  const files: FoundFile[] = [];
  const unreadable: string[] = [];
  const visit = (folder: string, prefix: string, inherited: readonly IgnoreFile[]) => {
    let entries: Dirent[];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      const isMissing = isSystemError(error) && error.code === 'ENOENT';
      if (prefix === '') fail('folder-unreadable', { folder: root, reason: isMissing ? 'it does not exist' : reasonOf(error) });
      unreadable.push(prefix);
      return;
    }
    const hasRules = entries.some((entry) => entry.name === '.gitignore');
    const ignoreFiles = hasRules ? [...inherited, ...readIgnoreFile(folder)] : inherited;
    for (const entry of entries) {
      const isFolder = entry.isDirectory();
      if (!isFolder && !entry.isFile()) continue;
      const absolute = path.join(folder, entry.name);
      const relative = `${prefix}${entry.name}`;
      if (isIgnored(ignoreFiles, absolute, isFolder) || !accepts(entry, relative)) continue;
      if (isFolder) visit(absolute, `${relative}/`, ignoreFiles);
      else files.push({ absolute, path: relative });
    }
  };
  visit(root, '', ignoreFilesAbove(root));
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return { files: files.sort((a, b) => compare(a.path, b.path)), unreadable: unreadable.sort(compare) };
}
