/** Decides which hooks may run: those that the user trusts, unless another user could have changed them. */

import path from 'node:path';
import { isSystemError } from '../diagnostics/index.ts';
import { distrust, safetyProblem, trust, trustedItems, trustsAll } from '../trust/index.ts';
import type { Env } from './chain.ts';
import type { Project } from './project.ts';
import { type Hook, readHooks, scriptOf } from './registry.ts';

/** A hook that does not run because it is not trusted. */
export interface UntrustedHook {
  readonly hook: Hook;
  /** Why it cannot be trusted in its place; undefined if only the user's agreement is missing. */
  readonly unsafe: string | undefined;
}

/** Which hooks of a project run, and which do not. */
export interface HooksByTrust {
  readonly trusted: readonly Hook[];
  readonly refused: readonly UntrustedHook[];
}

/** Returns all that determines what a hook runs and when. The content of its script does not count: the user may edit it. */
function itemOf({ id, trigger, action, from }: Hook): string {
  return JSON.stringify(['hook', id, trigger, action, from ?? '']);
}

/** Separates the hooks that may run from those that may not. */
export function sortByTrust(project: Project, hooks: readonly Hook[], env: Env): HooksByTrust {
  if (hooks.length === 0 || trustsAll(env)) return { trusted: hooks, refused: [] };
  const unsafe = problemOf(project.root, project.folder, project.registry);
  const items = trustedItems(env, project.root);
  const trusted: Hook[] = [];
  const refused: UntrustedHook[] = [];
  for (const hook of hooks) {
    const problem = unsafe ?? scriptProblemOf(project, hook);
    if (problem === undefined && items.has(itemOf(hook))) trusted.push(hook);
    else refused.push({ hook, unsafe: problem });
  }
  return { trusted, refused };
}

function problemOf(...files: readonly string[]): string | undefined {
  for (const file of files) {
    const problem = safetyProblem(file);
    if (problem !== undefined) return `${file} ${problem}`;
  }
  return undefined;
}

function scriptProblemOf(project: Project, hook: Hook): string | undefined {
  const script = scriptOf(project, hook);
  try {
    return problemOf(path.dirname(script), script);
  } catch (error) {
    // A script that cannot be accessed does not run, and the run reports why.
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

export function trustHook(project: Project, hook: Hook, env: Env): void {
  trust(env, project.root, [itemOf(hook)]);
}

/** Revokes the trust in a hook that the user removes. */
export function distrustHook(project: Project, hook: Hook, env: Env): void {
  distrust(env, project.root, itemOf(hook));
}

/**
 * Trusts all hooks of a project as they are registered now.
 *
 * @returns the hooks that were not trusted before, and those that cannot be trusted
 */
export function trustHooks(
  project: Project,
  env: Env,
): { readonly added: readonly Hook[]; readonly unsafe: readonly UntrustedHook[] } {
  const { refused } = sortByTrust(project, readHooks(project), env);
  const unsafe = refused.filter((each) => each.unsafe !== undefined);
  const added = refused.filter((each) => each.unsafe === undefined).map(({ hook }) => hook);
  if (added.length > 0) trust(env, project.root, added.map(itemOf));
  return { added, unsafe };
}
