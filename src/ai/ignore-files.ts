/** Ignored files of a project, as Git decides: https://git-scm.com/docs/gitignore. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { readRegular } from '../diagnostics/index.ts';

/** The rules of one file, and the folder to which its paths are relative. */
export interface IgnoreFile {
  readonly folder: string;
  readonly rules: Ignore;
}

/** Returns the rules of the `.gitignore` in a folder, or of the given file. The list is empty if the file cannot be read. */
export function readIgnoreFile(folder: string, file = path.join(folder, '.gitignore')): IgnoreFile[] {
  try {
    return [{ folder, rules: ignore().add(readRegular(file).toString('utf8')) }];
  } catch {
    return [];
  }
}

/** Returns the ignore files above a project that apply to it: those of its Git work tree, the top first. */
export function ignoreFilesAbove(root: string): IgnoreFile[] {
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
export function isIgnored(files: readonly IgnoreFile[], absolute: string, isFolder: boolean): boolean {
  for (const { folder, rules } of files.toReversed()) {
    const relative = path.relative(folder, absolute).split(path.sep).join('/');
    const { ignored, unignored } = rules.test(isFolder ? `${relative}/` : relative);
    if (ignored || unignored) return ignored;
  }
  return false;
}
