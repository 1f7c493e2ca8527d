import type { Env } from './chain.ts';
import { type JournalEntry, lastRuns } from './journal.ts';
import type { Project } from './project.ts';
import { type Hook, type HookRecord, recordOf, scriptOf } from './registry.ts';
import { isExecutable } from './script.ts';
import { sortByTrust } from './trust.ts';

export interface HookDetails extends HookRecord {
  readonly name: string | null;
  readonly script: string;
  readonly executable: boolean;
  /** Whether it may run; see `codegen trust`. */
  readonly trusted: boolean;
  readonly last_run: Pick<JournalEntry, 'time' | 'exit_status' | 'signal' | 'reason' | 'duration_ms'> | null;
}

/** Returns what `hook list` shows about each hook: its record, its script, the user's trust in it and its last run. */
export function detailsOf(project: Project, hooks: readonly Hook[], env: Env): readonly HookDetails[] {
  const runs = lastRuns(project);
  const trusted = new Set(sortByTrust(project, hooks, env).trusted);
  return hooks.map((hook) => {
    const script = scriptOf(project, hook);
    const last = runs.get(hook.id);
    return {
      ...recordOf(hook),
      name: hook.name ?? null,
      script,
      executable: isExecutable(script),
      trusted: trusted.has(hook),
      last_run: last ? outcomeOf(last) : null,
    };
  });
}

function outcomeOf({ time, exit_status, signal, reason, duration_ms }: JournalEntry) {
  return { time, exit_status, ...(signal && { signal }), ...(reason && { reason }), duration_ms };
}
