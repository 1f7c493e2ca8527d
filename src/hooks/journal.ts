/** Reads and writes the journal of hooks: one line of JSON for each run. */

import { appendFileSync, closeSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { isSystemError, readRegular } from '../diagnostics/index.ts';
import type { EventName } from './events.ts';
import { type Project, rejectLinks } from './project.ts';

export interface JournalEntry {
  /** When it began: ISO 8601, UTC. */
  readonly time: string;
  readonly event: EventName;
  readonly hook_id: string;
  readonly action: string;
  /** Null if the script was killed or did not start. */
  readonly exit_status: number | null;
  readonly signal?: string;
  /** Why the script did not start. */
  readonly reason?: string;
  readonly duration_ms: number;
  /** The last lines of the script's output. */
  readonly output: string;
}

/** The maximum size of each of the two files; older entries are deleted. */
const ROTATE_BYTES = 512 * 1024;

export async function appendEntry(project: Project, entry: JournalEntry): Promise<void> {
  rejectLinks(project, project.journal);
  // Other users of the machine must not read what scripts print.
  const start = hasIncompleteLine(project.journal) ? '\n' : '';
  appendFileSync(project.journal, `${start}${JSON.stringify(entry)}\n`, { mode: 0o600 });
  const isFull = () => (statSync(project.journal, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_BYTES;
  if (!isFull()) return;
  const { withLock } = await import('./lock.ts');
  await withLock(project.journal, () => {
    // A process that has the file open continues to write into the renamed one, so nothing is lost.
    if (isFull()) renameSync(project.journal, project.olderJournal);
  });
}

/** Returns whether a killed process left an incomplete line, which the next entry must not continue. */
function hasIncompleteLine(file: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return false;
  const fd = openSync(file, 'r');
  try {
    const last = Buffer.alloc(1);
    readSync(fd, last, 0, 1, size - 1);
    return last.toString() !== '\n';
  } finally {
    closeSync(fd);
  }
}

/** Returns all entries, oldest first. It skips an incomplete line of a killed process. */
export function readJournal(project: Project): readonly JournalEntry[] {
  return [project.olderJournal, project.journal].flatMap((file) => {
    let text: string;
    try {
      text = readRegular(file).toString('utf8');
    } catch (error) {
      if (isSystemError(error)) return [];
      throw error;
    }
    return text.split('\n').flatMap(entryOf);
  });
}

function entryOf(line: string): JournalEntry[] {
  try {
    const entry = JSON.parse(line) as Partial<JournalEntry> | null;
    return typeof entry?.hook_id === 'string' && typeof entry.time === 'string' ? [entry as JournalEntry] : [];
  } catch {
    return [];
  }
}

/** Returns the last run of each hook by its id. */
export function lastRuns(project: Project): ReadonlyMap<string, JournalEntry> {
  return new Map(readJournal(project).map((entry) => [entry.hook_id, entry]));
}
