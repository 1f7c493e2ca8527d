/** Entry point of the folder. It loads what listing hooks needs; the rest is loaded when it is used. */

import type { Fired, Firing } from './fire.ts';
import { findProject } from './project.ts';
import { readHooks } from './registry.ts';

export { argumentProblem, type EventName, eventNames, isEventName } from './events.ts';
export type { Fired, Firing, HookRun } from './fire.ts';
export type { GitChange } from './git.ts';
export type { JournalEntry } from './journal.ts';
export type { MonitorEvent, MonitorOptions } from './monitor.ts';
export type { Program } from './pre-commit.ts';
export { describeProblem } from './problem.ts';
export { findProject, type Project } from './project.ts';
export { describeHook, type Hook, readHooks, recordOf, scriptOf } from './registry.ts';
export { scriptProblem } from './script.ts';
export type { Refused } from './trust.ts';

/** The result of an event without hooks. */
export const nothingFired: Fired = { runs: [], refused: [], warnings: [], interruptedBy: undefined };

/**
 * Fires an event: runs its hooks in order of creation, and returns the result. Without hooks, it does
 * nothing.
 *
 * @param cwd the folder where the search for the project starts
 * @throws DiagnosticError if the registry is invalid, or hooks fire the event again without end
 */
export async function fireEvent(cwd: string, firing: Firing): Promise<Fired> {
  const project = findProject(cwd);
  const hooks = readHooks(project).filter((hook) => hook.trigger === firing.event);
  if (hooks.length === 0) return nothingFired;
  const { fire } = await import('./fire.ts');
  return fire(project, hooks, firing);
}

/** Loads the functions that create and remove hooks. */
export const changing = () => import('./change.ts');

/** Loads the functions that describe hooks. */
export const describing = () => import('./details.ts');

/** Loads the functions that make Git run hooks. */
export const gitHooks = () => import('./git.ts');

/** Loads the functions for the journal of runs. */
export const journal = () => import('./journal.ts');

/** Loads the functions for trust in hooks. */
export const trusting = () => import('./trust.ts');

/** Loads the functions that watch files. */
export const watching = () => import('./watch-mode.ts');

/** Loads the lock between processes. */
export const locking = () => import('./lock.ts');

/** Loads the monitor of ontologies. */
export const monitoring = () => import('./monitor.ts');
