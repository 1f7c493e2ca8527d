/** Finds templates: the built-in ones by their names, own ones by their paths. */

import { existsSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { fail, reasonOf, suggest } from '../diagnostics/index.ts';
import { isTemplateName, loadTarget, type Target, templateNames } from '../targets/index.ts';
import { MANIFEST } from './names.ts';

/** Who says which template is taken. */
export interface Namer {
  /** The folder that paths are relative to; the working directory if absent. */
  readonly from?: string;
  /** Ends the work if a module may not run. Without it whoever calls answers for what is named, as a command line does. */
  readonly trusting?: (file: string) => void;
  /** Names beside those of the built-in templates that may be meant where there is no such template. */
  readonly others?: readonly string[];
}

/** Whether a template is named by a path: it has a slash, or it is no built-in name and lies there. */
export function isTemplatePath(nameOrPath: string, from = ''): boolean {
  if (isTemplateName(nameOrPath)) return false;
  return /[/\\]/.test(nameOrPath) || existsSync(path.join(from, nameOrPath));
}

/**
 * Loads a template: one of the built-in, or an own one, which is a folder with a manifest or a module.
 *
 * @throws DiagnosticError if there is none, or something is wrong with it, at its place
 */
export async function loadTemplate(nameOrPath: string, { from = '', trusting, others = [] }: Namer = {}): Promise<Target> {
  if (isTemplateName(nameOrPath)) return loadTarget(nameOrPath);
  if (!isTemplatePath(nameOrPath, from)) {
    const suggestion = await suggest(nameOrPath, [...templateNames, ...others]);
    return fail('unknown-template', { name: nameOrPath, known: templateNames, suggestion });
  }
  const at = from === '' || path.isAbsolute(nameOrPath) ? nameOrPath : path.join(from, nameOrPath);
  if (kindOf(at) === 'liquid') return (await import('./liquid.ts')).readLiquid(at).then(({ target }) => target);
  const file = moduleIn(at);
  trusting?.(file);
  return (await import('./module.ts')).readModule(file);
}

/** What kind of template lies at a path. */
export function kindOf(at: string): 'liquid' | 'module' {
  let stat: Stats | undefined;
  try {
    stat = statSync(at, { throwIfNoEntry: false });
  } catch (error) {
    return fail('template-missing', { path: at, reason: reasonOf(error) });
  }
  if (!stat) return fail('template-missing', { path: at, reason: 'nothing is there' });
  if (stat.isDirectory() && existsSync(path.join(at, MANIFEST))) return 'liquid';
  moduleIn(at);
  return 'module';
}

/** The module that would run for a template; undefined of one that runs nothing. */
export function moduleOf(nameOrPath: string): string | undefined {
  return isTemplatePath(nameOrPath) && kindOf(nameOrPath) === 'module' ? moduleIn(nameOrPath) : undefined;
}

const MODULE = /\.[cm]?[jt]s$/;

/** The file of a module: what is named, or the `template` module in a folder. */
function moduleIn(at: string): string {
  if (!statSync(at).isDirectory()) {
    return MODULE.test(at)
      ? at
      : fail('template-missing', { path: at, reason: 'it is neither a folder nor a module (.js, .mjs or .ts)' });
  }
  const candidates = ['template.js', 'template.mjs', 'template.ts', 'template.mts'].map((name) => path.join(at, name));
  return (
    candidates.find((file) => existsSync(file)) ?? fail('template-missing', { path: at, reason: `the folder has no ${MANIFEST}` })
  );
}
