import { diagnostic } from '../diagnostics/index.ts';
import { eventNames, findProject, isEventName, loadDetails, readHooks, recordOf } from '../hooks/index.ts';
import type { Io } from './io.ts';
import type { HookListOptions } from './options.ts';
import { report } from './report.ts';

/** Runs `codegen hook list`. Optional parts are loaded on demand, because scripts run this command often. */
export async function listHooks(io: Io, options: HookListOptions): Promise<number> {
  const { filter } = options;
  const project = findProject(process.cwd());
  const hooks = readHooks(project).filter((hook) => filter === undefined || hook.trigger === filter);
  if (filter !== undefined && !isEventName(filter)) {
    const { suggest } = await import('../diagnostics/index.ts');
    const suggestion = await suggest(filter, eventNames);
    report(io, [diagnostic('unknown-event-filter', { name: filter, known: eventNames, suggestion })]);
  }
  const records = options.verbose ? (await loadDetails()).detailsOf(project, hooks, io.env) : hooks.map(recordOf);
  io.stdout.write(`${JSON.stringify({ hooks: records, total: records.length }, undefined, 2)}\n`);
  return 0;
}
