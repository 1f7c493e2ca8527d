/** Finds the settings file of a folder: `codegen.yaml` or `codegen.yml`, in the folder or above it in the same project. */

import { lstatSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fail } from '../diagnostics/index.ts';
import { foldersUpward } from '../trust/index.ts';

export const SETTINGS_FILES = ['codegen.yaml', 'codegen.yml'] as const;

function exists(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

const MAX_INSPECTED_BYTES = 1 << 20;

/**
 * Returns whether a file has the settings of GraphQL Code Generator, which uses the same name:
 * https://the-guild.dev/graphql/codegen/docs/config-reference/codegen-config
 */
export function isOfGraphql(file: string): boolean {
  try {
    const stat = statSync(file);
    // Reading a pipe would block.
    if (!stat.isFile() || stat.size > MAX_INSPECTED_BYTES) return false;
    const text = readFileSync(file, 'utf8');
    return /^generates\s*:/m.test(text) && !/^(?:ontology|outputs)\s*:/m.test(text);
  } catch {
    // Reading the settings reports this error.
    return false;
  }
}

/**
 * Returns the settings file for a folder: the nearest one in this folder or its parents, up to the project root.
 *
 * @returns its path relative to the working directory
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
 * Returns the settings file in a folder itself.
 *
 * @returns its path relative to the working directory
 * @throws DiagnosticError if the folder has two
 */
export function settingsIn(folder: string): string | undefined {
  const existing = SETTINGS_FILES.map((name) => path.join(folder, name)).filter((file) => exists(file) && !isOfGraphql(file));
  const files = existing.map((each) => path.relative('', each));
  if (files.length > 1) fail('settings-twice', { files });
  return files[0];
}

/** Returns a file of GraphQL Code Generator that {@link findSettings} skips; undefined if none exists. */
export function findSkippedSettings(from: string): string | undefined {
  for (const folder of foldersUpward(from)) {
    const file = SETTINGS_FILES.map((name) => path.join(folder, name)).find(isOfGraphql);
    if (file !== undefined) return path.relative('', file);
  }
  return undefined;
}
