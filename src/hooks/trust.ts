import path from 'node:path';
import { fail, isSystemError, reasonOf } from '../diagnostics/index.ts';
import { distrust, safetyProblem, trust, trustedItems, trustsAll } from '../trust/index.ts';
import type { Env } from './chain.ts';
import type { Project } from './project.ts';
import { type Hook, readHooks, scriptOf } from './registry.ts';

/** A hook that does not run because it is not trusted. */
export interface Refused {
  readonly hook: Hook;
  /** Why it could never be trusted as it lies there; undefined if it only was not agreed to. */
  readonly unsafe: string | undefined;
}

/** Which hooks of a project run, and which do not. */
export interface Sorted {
  readonly trusted: readonly Hook[];
  readonly refused: readonly Refused[];
}

/** All of a hook that decides what runs when. Its script may be edited: that is the user's own doing. */
function itemOf({ id, trigger, action, from }: Hook): string {
  return JSON.stringify(['hook', id, trigger, action, from ?? '']);
}

/** Tells the hooks that may run from those that may not. */
export function sortByTrust(project: Project, hooks: readonly Hook[], env: Env): Sorted {
  if (hooks.length === 0 || trustsAll(env)) return { trusted: hooks, refused: [] };
  const unsafe = problemOf(project.root, project.folder, project.registry);
  const items = trustedItems(env, project.root);
  const trusted: Hook[] = [];
  const refused: Refused[] = [];
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
    // What cannot be looked at does not run either, and the run says why.
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

/** Trusts a hook that the user registers. */
export function trustHook(project: Project, hook: Hook, env: Env): void {
  keeping(() => trust(env, project.root, [itemOf(hook)]));
}

/** Trusts the hook no longer that the user removes. */
export function distrustHook(project: Project, hook: Hook, env: Env): void {
  keeping(() => distrust(env, project.root, itemOf(hook)));
}

/**
 * Trusts all hooks of a project as they are registered now.
 *
 * @returns those that were not trusted before, and those that cannot be
 */
export function trustHooks(project: Project, env: Env): { readonly added: readonly Hook[]; readonly unsafe: readonly Refused[] } {
  const { refused } = sortByTrust(project, readHooks(project), env);
  const unsafe = refused.filter((each) => each.unsafe !== undefined);
  const added = refused.filter((each) => each.unsafe === undefined).map(({ hook }) => hook);
  if (added.length > 0) keeping(() => trust(env, project.root, added.map(itemOf)));
  return { added, unsafe };
}

function keeping(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    fail('trust-not-kept', { reason: reasonOf(error) });
  }
}
