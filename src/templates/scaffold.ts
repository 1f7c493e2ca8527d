/** Creates a new template in a folder, which works without changes: `codegen template new`. */

import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  fail,
  isAbandonedFolder,
  isSystemError,
  lstatOf,
  makeFolder,
  processFolderPrefix,
  reasonOf,
} from '../diagnostics/index.ts';
import { STAGING_PREFIX } from '../output/index.ts';
import { isReservedName, isValidName } from './names.ts';
import classFile from './scaffold/class.liquid?raw';
import enumerationFile from './scaffold/enumeration.liquid?raw';
import moduleFile from './scaffold/template.mjs?raw';
import manifestFile from './scaffold/template.yaml?raw';

export const templateKinds = ['liquid', 'module'] as const;

const files: Readonly<Record<(typeof templateKinds)[number], Readonly<Record<string, string>>>> = {
  liquid: { 'template.yaml': manifestFile, 'class.liquid': classFile, 'enumeration.liquid': enumerationFile },
  module: { 'template.mjs': moduleFile },
};

/**
 * Writes a new template to a folder that does not exist yet.
 *
 * @param at the folder; its name becomes the name of the template
 * @returns the paths of the files
 * @throws DiagnosticError if the folder exists, or its name is invalid for a template
 */
export function newTemplate(at: string, kind: (typeof templateKinds)[number]): readonly string[] {
  const name = path.basename(path.resolve(at));
  if (!isValidName(name) || isReservedName(name)) {
    const [problem, help] = isReservedName(name)
      ? ['is the name of a built-in template', 'choose another name, such as kotlin-models']
      : ['is not a valid name for a template', 'small letters, digits and hyphens, such as kotlin-models'];
    fail('usage', { message: `${name} ${problem}`, help });
  }
  try {
    makeFolder(path.dirname(path.resolve(at)));
    if (lstatOf(at)) fail('template-exists', { path: at });
    return createFolder(at, (folder) => {
      for (const [file, text] of Object.entries(files[kind])) {
        writeFileSync(path.join(folder, file), text.replaceAll('my-template', name));
      }
      return Object.keys(files[kind]).map((file) => path.join(at, file));
    });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (lstatOf(at)) fail('template-exists', { path: at });
    return fail('write-failed', { path: at, reason: reasonOf(error) });
  }
}

/** Prefix of staging folders. It begins like the folders of other writers, which repositories ignore and later runs remove. */
const NEW_TEMPLATE = `${STAGING_PREFIX}template-`;

/** Creates a folder that appears together with its content. Removes leftovers of killed processes. */
function createFolder<T>(target: string, fill: (folder: string) => T): T {
  const parent = path.dirname(path.resolve(target));
  for (const name of readdirSync(parent)) {
    if (name.startsWith(NEW_TEMPLATE) && isAbandonedFolder(name))
      rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  const staging = mkdtempSync(path.join(parent, processFolderPrefix(NEW_TEMPLATE)));
  try {
    const folder = path.join(staging, 'new');
    mkdirSync(folder);
    const result = fill(folder);
    renameSync(folder, target);
    return result;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
