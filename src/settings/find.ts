import { lstatSync, readFileSync, statSync } from 'node:fs';
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

/** Settings of people are no larger. */
const LARGEST = 1 << 20;

/** GraphQL Code Generator's own settings may have the same name: https://the-guild.dev/graphql/codegen/docs/config-reference/codegen-config */
export function isOfGraphql(file: string): boolean {
  try {
    const stat = statSync(file);
    // A pipe would have to be waited for.
    if (!stat.isFile() || stat.size > LARGEST) return false;
    const text = readFileSync(file, 'utf8');
    return /^generates\s*:/m.test(text) && !/^(?:ontology|outputs)\s*:/m.test(text);
  } catch {
    // What is wrong with it is told where it is read.
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
    const file = settingsIn(folder);
    if (file !== undefined) return file;
  }
  return undefined;
}

/**
 * The settings file that lies in a folder itself.
 *
 * @returns its path from the working directory on
 * @throws DiagnosticError if the folder has two
 */
export function settingsIn(folder: string): string | undefined {
  const found = SETTINGS_FILES.map((name) => path.join(folder, name)).filter((file) => isThere(file) && !isOfGraphql(file));
  const files = found.map((each) => path.relative('', each));
  if (files.length > 1) fail('settings-twice', { files });
  return files[0];
}

/** A file of GraphQL Code Generator which {@link findSettings} passes over; nothing if it meets none. */
export function passedOver(from: string): string | undefined {
  for (const folder of foldersUpward(from)) {
    const file = SETTINGS_FILES.map((name) => path.join(folder, name)).find(isOfGraphql);
    if (file !== undefined) return path.relative('', file);
  }
  return undefined;
}
