import { lstatSync } from 'node:fs';
import path from 'node:path';
import { fail } from '../diagnostics/index.ts';
import { foldersUpward } from '../trust/index.ts';

/** What a settings file may be called. */
export const SETTINGS_FILES = ['codegen.yaml', 'codegen.yml'] as const;

function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The settings file of a folder: the nearest one upward, as far as projects are looked for.
 *
 * @returns its path from the working directory on
 * @throws DiagnosticError if a folder has two
 */
export function findSettings(from: string): string | undefined {
  for (const folder of foldersUpward(from)) {
    const found = SETTINGS_FILES.map((name) => path.join(folder, name)).filter(isThere);
    const [file] = found.map((each) => path.relative('', each));
    if (found.length > 1) fail('settings-twice', { files: found.map((each) => path.relative('', each)) });
    if (file !== undefined) return file;
  }
  return undefined;
}
