import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type Diagnostic, diagnostic, fail, reasonOf } from '../diagnostics/index.ts';
import type { EventName } from './events.ts';
import { replaceFile } from './files.ts';
import { prepareFolder } from './folder.ts';
import { withLock } from './lock.ts';
import { describeProblem } from './problem.ts';
import type { Project } from './project.ts';
import { type Hook, parseRegistry, printRegistry, readHooks, readRegistryText, scriptOf } from './registry.ts';
import { scriptProblem } from './script.ts';

export interface NewHook {
  readonly event: EventName;
  readonly script: string;
  readonly name?: string;
  /** The folder that a relative path of the script starts from. */
  readonly cwd: string;
}

/**
 * Registers a hook.
 *
 * @returns it, with warnings about what will keep it from running
 */
export async function createHook(project: Project, wanted: NewHook): Promise<{ hook: Hook; warnings: readonly Diagnostic[] }> {
  prepareFolder(project);
  const from = path.relative(project.root, wanted.cwd);
  const [hook, others] = await changeHooks(project, (hooks) => {
    const hook: Hook = {
      id: newId(hooks),
      trigger: wanted.event,
      action: wanted.script,
      created_at: new Date().toISOString(),
      ...(wanted.name !== undefined && { name: wanted.name }),
      ...(from !== '' && !path.isAbsolute(wanted.script) && { from: from.split(path.sep).join('/') }),
    };
    return { hooks: [...hooks, hook], result: [hook, hooks] as const };
  });
  const warnings: Diagnostic[] = [];
  const script = scriptOf(project, hook);
  const problem = scriptProblem(script);
  if (problem) warnings.push(diagnostic('hook-will-not-run', { id: hook.id, ...describeProblem(problem, script) }));
  const twin = others.find((other) => other.trigger === hook.trigger && scriptOf(project, other) === script);
  if (twin) warnings.push(diagnostic('hook-registered-twice', { id: hook.id, other: twin.id, event: hook.trigger }));
  return { hook, warnings };
}

/**
 * Takes a hook out of the registry.
 *
 * @returns whether it was there
 */
export async function removeHook(project: Project, id: string): Promise<boolean> {
  // Without this look a folder would be made for a project that has no hooks.
  if (!readHooks(project).some((hook) => hook.id === id)) return false;
  return changeHooks(project, (hooks) => {
    const rest = hooks.filter((hook) => hook.id !== id);
    return { hooks: rest, result: rest.length < hooks.length };
  });
}

/** Without letters that look like digits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

function newId(hooks: readonly Hook[]): string {
  for (;;) {
    const id = `hook_${Array.from(randomBytes(8), (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
    if (!hooks.some((hook) => hook.id === id)) return id;
  }
}

/** A process that stands still for seconds in the middle of a change loses its turn; hardly so often in a row. */
const MOST_TRIES = 10;

/** Changes the registry, as it is at the moment when nobody else changes it. A broken one is never written. */
async function changeHooks<T>(
  project: Project,
  change: (hooks: readonly Hook[]) => { readonly hooks: readonly Hook[]; readonly result: T },
): Promise<T> {
  const file = project.registry;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const done = await withLock(file, (isHeld) => {
      const before = readRegistryText(file);
      const { hooks, result } = change(parseRegistry(file, before));
      try {
        return (
          replaceFile(file, printRegistry(hooks), undefined, () => isHeld() && readRegistryText(file) === before) && { result }
        );
      } catch (error) {
        return fail('write-failed', { path: file, reason: reasonOf(error) });
      }
    });
    if (done) return done.result;
  }
  return fail('registry-busy', { lock: `${file}.lock` });
}
