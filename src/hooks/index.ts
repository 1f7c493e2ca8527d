/** The front door. With it comes what listing hooks takes; the rest is loaded when it is asked for. */

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

/** What comes of an event to which nothing is bound. */
export const nothingFired: Fired = { runs: [], refused: [], warnings: [], interruptedBy: undefined };

/**
 * Lets an event occur: runs the hooks that are bound to it, in order of creation, and tells what came of it. Where
 * there are none, nothing happens.
 *
 * @param cwd the folder from which the project is looked for
 * @throws DiagnosticError if the registry is broken, or the event is fired by its own hooks without end.
 */
export async function fireEvent(cwd: string, firing: Firing): Promise<Fired> {
  const project = findProject(cwd);
  const hooks = readHooks(project).filter((hook) => hook.trigger === firing.event);
  if (hooks.length === 0) return nothingFired;
  const { fire } = await import('./fire.ts');
  return fire(project, hooks, firing);
}

/** To create and remove hooks. */
export const changing = () => import('./change.ts');

/** To tell all that is known of hooks. */
export const describing = () => import('./details.ts');

/** To let Git run them. */
export const gitHooks = () => import('./git.ts');

/** To see how they fared. */
export const journal = () => import('./journal.ts');

/** To agree to what runs. */
export const trusting = () => import('./trust.ts');

/** To watch what anything is made of. */
export const watching = () => import('./watching.ts');

/** To do what no other process does at the same time. */
export const locking = () => import('./lock.ts');

/** To watch ontology files. */
export const monitoring = () => import('./monitor.ts');
