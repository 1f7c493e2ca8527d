/** Finds templates: built-in ones by name, user templates by path. */

import { existsSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { fail, reasonOf, suggest } from '../diagnostics/index.ts';
import { isTemplateName, loadTarget, type Target, templateNames } from '../targets/index.ts';
import { MANIFEST } from './names.ts';

/** The context in which a template is named. */
export interface LoadContext {
  /** The base folder of paths; the working directory if absent. */
  readonly from?: string;
  /** Throws if a module is not trusted. Without it the caller takes responsibility, as the command line does. */
  readonly requireTrust?: (file: string) => void;
  /** Further names to suggest if there is no such template. */
  readonly others?: readonly string[];
}

/** Returns true if a template is named by a path: it has a slash, or it exists as a file and is not a built-in name. */
export function isTemplatePath(nameOrPath: string, from = ''): boolean {
  if (isTemplateName(nameOrPath)) return false;
  return /[/\\]/.test(nameOrPath) || existsSync(path.join(from, nameOrPath));
}

/**
 * Loads a template: a built-in one, or a user template, which is a folder with a manifest or a module.
 *
 * @throws DiagnosticError if the template does not exist, or with the source location of an error in it
 */
export async function loadTemplate(
  nameOrPath: string,
  { from = '', requireTrust, others = [] }: LoadContext = {},
): Promise<Target> {
  if (isTemplateName(nameOrPath)) return loadTarget(nameOrPath);
  if (!isTemplatePath(nameOrPath, from)) {
    const suggestion = await suggest(nameOrPath, [...templateNames, ...others]);
    return fail('unknown-template', { name: nameOrPath, known: templateNames, suggestion });
  }
  const template = from === '' || path.isAbsolute(nameOrPath) ? nameOrPath : path.join(from, nameOrPath);
  if (kindOf(template) === 'liquid') return (await import('./liquid.ts')).readLiquid(template).then(({ target }) => target);
  const file = findModule(template);
  requireTrust?.(file);
  return (await import('./module.ts')).readModule(file);
}

/** Returns the kind of template at a path. */
export function kindOf(template: string): 'liquid' | 'module' {
  let stat: Stats | undefined;
  try {
    stat = statSync(template, { throwIfNoEntry: false });
  } catch (error) {
    return fail('template-missing', { path: template, reason: reasonOf(error) });
  }
  if (!stat) return fail('template-missing', { path: template, reason: 'the path does not exist' });
  if (stat.isDirectory() && existsSync(path.join(template, MANIFEST))) return 'liquid';
  // An error if the folder has no module.
  findModule(template);
  return 'module';
}

/** Returns the module that would run for a template; undefined if the template runs no code. */
export function moduleOf(nameOrPath: string): string | undefined {
  return isTemplatePath(nameOrPath) && kindOf(nameOrPath) === 'module' ? findModule(nameOrPath) : undefined;
}

const MODULE = /\.[cm]?[jt]s$/;

/** Returns the file of a module: the given file, or `template.js`, `.mjs`, `.ts` or `.mts` in a folder. */
function findModule(template: string): string {
  if (!statSync(template).isDirectory()) {
    return MODULE.test(template)
      ? template
      : fail('template-missing', { path: template, reason: 'it is neither a folder nor a module (.js, .mjs or .ts)' });
  }
  const candidates = ['template.js', 'template.mjs', 'template.ts', 'template.mts'].map((name) => path.join(template, name));
  return (
    candidates.find((file) => existsSync(file)) ??
    fail('template-missing', { path: template, reason: `the folder has no ${MANIFEST}` })
  );
}
