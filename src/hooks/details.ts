import { type JournalEntry, lastRuns } from './journal.ts';
import type { Project } from './project.ts';
import { type Hook, type HookRecord, recordOf, scriptOf } from './registry.ts';
import { isExecutable } from './script.ts';

/** A hook with all that is known of it. */
export interface HookDetails extends HookRecord {
  readonly name: string | null;
  /** The path of the script. */
  readonly script: string;
  readonly executable: boolean;
  readonly last_run: Pick<JournalEntry, 'time' | 'exit_status' | 'signal' | 'reason' | 'duration_ms'> | null;
}

export function detailsOf(project: Project, hooks: readonly Hook[]): readonly HookDetails[] {
  const runs = lastRuns(project);
  return hooks.map((hook) => {
    const script = scriptOf(project, hook);
    const last = runs.get(hook.id);
    return {
      ...recordOf(hook),
      name: hook.name ?? null,
      script,
      executable: isExecutable(script),
      last_run: last ? outcomeOf(last) : null,
    };
  });
}

function outcomeOf({ time, exit_status, signal, reason, duration_ms }: JournalEntry) {
  return { time, exit_status, ...(signal && { signal }), ...(reason && { reason }), duration_ms };
}
