import { stripVTControlCharacters } from 'node:util';
import { fail, suggest } from '../diagnostics/index.ts';
import { eventNames, findProject, isEventName, type JournalEntry, loadJournal, readHooks } from '../hooks/index.ts';
import { type Io, printJson, printNote } from './io.ts';
import type { HookLogOptions } from './options.ts';

/** Runs `codegen hook log`. */
export async function printLog(io: Io, options: HookLogOptions): Promise<number> {
  const { hook, event, limit } = options;
  if (event !== undefined && !isEventName(event)) {
    fail('unknown-event', { name: event, known: eventNames, suggestion: await suggest(event, eventNames) });
  }
  const project = findProject(process.cwd());
  const { readJournal } = await loadJournal();
  const all = readJournal(project);
  if (hook !== undefined && !all.some((entry) => entry.hook_id === hook)) {
    const ids = readHooks(project).map((each) => each.id);
    if (!ids.includes(hook)) fail('unknown-hook', { id: hook, suggestion: await suggest(hook, ids) });
  }
  const matching = all.filter(
    (entry) => (hook === undefined || entry.hook_id === hook) && (event === undefined || entry.event === event),
  );
  const latest = matching.slice(-limit);
  if (options.json) printJson(io, { runs: latest, total: latest.length });
  else if (latest.length === 0) printNote(io, 'no run is recorded');
  else for (const entry of latest) io.stdout.write(linesOf(entry));
  return 0;
}

function linesOf(entry: JournalEntry): string {
  const { time, event, hook_id, action, duration_ms } = entry;
  // Output of scripts may contain colours and cursor movements.
  const output = stripVTControlCharacters(entry.output).replace(/[^\P{Cc}\n\t]/gu, '');
  const lines = output === '' ? [] : output.split('\n').map((line) => `    ${line}`);
  return [`${time}  ${event}  ${hook_id}  ${action}  ${result(entry)}, ${duration_ms} ms`, ...lines, ''].join('\n');
}

function result(entry: JournalEntry): string {
  if (entry.exit_status === 0) return 'passed';
  if (entry.exit_status !== null) return `exit status ${entry.exit_status}`;
  return entry.signal ?? entry.reason ?? 'failed';
}
