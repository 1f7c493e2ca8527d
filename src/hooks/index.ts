/** Entry point of the folder. It loads what listing hooks needs; the rest is loaded when it is used. */

import type { FireResult, HookEvent } from './fire.ts';
import { findProject } from './project.ts';
import { readHooks } from './registry.ts';

export { argumentProblem, type EventName, eventNames, isEventName } from './events.ts';
export type { FireResult, HookEvent, HookRun } from './fire.ts';
export type { GitChange } from './git.ts';
export type { JournalEntry } from './journal.ts';
export type { MonitorEvent, MonitorOptions } from './monitor.ts';
export type { Program } from './pre-commit.ts';
export { describeProblem } from './problem.ts';
export { findProject, type Project } from './project.ts';
export { describeHook, type Hook, readHooks, recordOf, scriptOf } from './registry.ts';
export { scriptProblem } from './script.ts';
export type { UntrustedHook } from './trust.ts';

export const emptyFireResult: FireResult = { runs: [], refused: [], warnings: [], interruptedBy: undefined };

/**
 * Fires an event: runs its hooks in order of creation, and returns the result.
 *
 * @param cwd the folder where the search for the project starts
 * @throws DiagnosticError if the registry is invalid, or hooks fire the event again without end
 */
export async function fireEvent(cwd: string, firing: HookEvent): Promise<FireResult> {
  const project = findProject(cwd);
  const hooks = readHooks(project).filter((hook) => hook.trigger === firing.event);
  if (hooks.length === 0) return emptyFireResult;
  const { fire } = await import('./fire.ts');
  return fire(project, hooks, firing);
}

// Each of these imports a part of the folder when it is first needed, so that commands without hooks start fast.
/** Imports the functions that add, change and remove hooks. */
export const loadChange = () => import('./change.ts');
export const loadDetails = () => import('./details.ts');
/** Imports the functions that install the pre-commit file of Git. */
export const loadGitHooks = () => import('./git.ts');
/** Imports the functions that read and write the journal of runs. */
export const loadJournal = () => import('./journal.ts');
/** Imports the functions that record the user's trust in hooks. */
export const loadTrust = () => import('./trust.ts');
export const loadWatch = () => import('./watch-mode.ts');
export const loadLock = () => import('./lock.ts');
/** Imports the monitor, which fires an event whenever an ontology changes. */
export const loadMonitor = () => import('./monitor.ts');
