/** Adds hooks to the registry of a project, and removes them. */

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic, fail, reasonOf, replaceFile } from '../diagnostics/index.ts';
import type { Env } from './chain.ts';
import type { EventName } from './events.ts';
import { prepareFolder } from './folder.ts';
import { withLock } from './lock.ts';
import { describeProblem } from './problem.ts';
import type { Project } from './project.ts';
import { describeHook, type Hook, parseRegistry, printRegistry, readHooks, readRegistryText, scriptOf } from './registry.ts';
import { scriptProblem } from './script.ts';
import { distrustHook, sortByTrust, trustHook } from './trust.ts';

export interface NewHook {
  readonly event: EventName;
  readonly script: string;
  readonly name?: string;
  /** The base of a relative path of the script. */
  readonly cwd: string;
  readonly env: Env;
}

/**
 * Registers a hook.
 *
 * @returns the hook, with warnings about what will prevent it from running
 */
export async function createHook(project: Project, newHook: NewHook): Promise<{ hook: Hook; warnings: readonly Diagnostic[] }> {
  prepareFolder(project);
  const from = path.relative(project.root, newHook.cwd);
  const warnings: Diagnostic[] = [];
  const make = (): Hook => ({
    id: newId(),
    trigger: newHook.event,
    action: newHook.script,
    created_at: new Date().toISOString(),
    ...(newHook.name !== undefined && { name: newHook.name }),
    ...(from !== '' && !path.isAbsolute(newHook.script) && { from: from.split(path.sep).join('/') }),
  });
  const isTaken = (hook: Hook, hooks: readonly Hook[]) => hooks.some(({ id }) => id === hook.id);
  let hook = make();
  while (isTaken(hook, readHooks(project))) hook = make();
  // Trust comes first: a process that is killed in between leaves trust without a hook, not a hook without trust.
  try {
    trustHook(project, hook, newHook.env);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    warnings.push(...error.diagnostics.map((each) => ({ ...each, severity: 'warning' as const })));
  }
  const others = await changeHooks(project, (hooks) => {
    // A hook that another process registered meanwhile has another id, almost certainly.
    if (isTaken(hook, hooks)) fail('registry-busy', { lock: `${project.registry}.lock` });
    return { hooks: [...hooks, hook], result: hooks };
  });
  const script = scriptOf(project, hook);
  const problem = scriptProblem(script);
  if (problem) warnings.push(diagnostic('hook-will-not-run', { id: hook.id, ...describeProblem(problem, script) }));
  const [refused] = sortByTrust(project, [hook], newHook.env).refused;
  if (refused?.unsafe !== undefined)
    warnings.push(diagnostic('hook-unsafe', { hook: describeHook(hook), unsafe: refused.unsafe }));
  const duplicate = others.find((other) => other.trigger === hook.trigger && scriptOf(project, other) === script);
  if (duplicate) warnings.push(diagnostic('hook-registered-twice', { id: hook.id, other: duplicate.id, event: hook.trigger }));
  return { hook, warnings };
}

/**
 * Removes a hook from the registry.
 *
 * @returns whether it was registered
 */
export async function removeHook(project: Project, id: string, env: Env): Promise<boolean> {
  // Without this check, a folder would be created for a project that has no hooks.
  if (!readHooks(project).some((hook) => hook.id === id)) return false;
  const removed = await changeHooks(project, (hooks) => ({
    hooks: hooks.filter((hook) => hook.id !== id),
    result: hooks.filter((hook) => hook.id === id),
  }));
  for (const hook of removed) distrustHook(project, hook, env);
  return removed.length > 0;
}

/** Characters of ids, without letters that look like digits. */
const ID_CHARACTERS = '0123456789abcdefghjkmnpqrstvwxyz';

function newId(): string {
  return `hook_${Array.from(randomBytes(8), (byte) => ID_CHARACTERS[byte % ID_CHARACTERS.length]).join('')}`;
}

/** Maximum number of tries. A process that is paused for seconds during a change loses its lock, but hardly so often in a row. */
const MAX_TRIES = 10;

/**
 * Changes the registry while no other process changes it. An invalid registry is never overwritten.
 *
 * @returns the result of the change
 */
async function changeHooks<T>(
  project: Project,
  change: (hooks: readonly Hook[]) => { readonly hooks: readonly Hook[]; readonly result: T },
): Promise<T> {
  const file = project.registry;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const outcome = await withLock(file, (isHeld) => {
      const before = readRegistryText(file);
      const { hooks, result } = change(parseRegistry(file, before));
      const isUnchanged = () => isHeld() && readRegistryText(file) === before;
      try {
        return replaceFile(file, printRegistry(hooks), undefined, isUnchanged) ? { result } : undefined;
      } catch (error) {
        return fail('write-failed', { path: file, reason: reasonOf(error) });
      }
    });
    if (outcome) return outcome.result;
  }
  return fail('registry-busy', { lock: `${file}.lock` });
}
