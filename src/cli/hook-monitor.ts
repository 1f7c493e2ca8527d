import { diagnostic, fail } from '../diagnostics/index.ts';
import {
  emptyFireResult,
  findProject,
  fireEvent,
  loadMonitor,
  type MonitorEvent,
  type MonitorOptions as MonitorSettings,
  readHooks,
  recordOf,
} from '../hooks/index.ts';
import { diagnosticData } from './diagnostics-format.ts';
import { endBySignal, refusedHookDiagnostics, successMessage } from './fire.ts';
import { type Io, printJson, printNote } from './io.ts';
import { resolveSources, settingsFor } from './ontology.ts';
import type { MonitorOptions } from './options.ts';
import { report } from './report.ts';

type GraphsOf = Awaited<ReturnType<typeof loadMonitor>>['graphsOf'];
/** A watched ontology: its main file, and its imports and shapes. */
type Graph = ReturnType<GraphsOf>[number];

/**
 * Runs `codegen hook monitor`: watches ontologies and fires `on-ontology-change` when one changes, until a signal ends it. With
 * `--once`, looks for changes once. With `--events`, prints each event as a line of JSON.
 */
export async function monitorHooks(io: Io, options: MonitorOptions): Promise<number> {
  if (options.graph.includes('')) fail('usage', { message: 'the path of the graph is empty' });
  const project = findProject(process.cwd());
  // The hooks of all events.
  const hooks = readHooks(project).map(recordOf);
  const { checkOnce, graphsOf, listenForInterrupts, monitor } = await loadMonitor();
  const graphs = await watchedGraphs(options, graphsOf);
  const summary = { active_hooks: hooks.length, watching: graphs.length, hooks };
  const printSummary = () => {
    // One line, because each event follows as a line.
    if (options.events) io.stdout.write(`${JSON.stringify(summary)}\n`);
    else printJson(io, summary);
  };
  if (graphs.length === 0) {
    report(io, [diagnostic('nothing-watched', {})]);
    printSummary();
    return 0;
  }
  const waitingEvents: MonitorEvent[] = [];
  let isReady = false;
  const onEvent = (event: MonitorEvent) => {
    reportEvent(io, event, options.once);
    if (!options.events) return;
    // The summary must be printed before any event.
    if (isReady) printEvent(io, event);
    else waitingEvents.push(event);
  };
  const ready = () => {
    printSummary();
    isReady = true;
    for (const event of waitingEvents) printEvent(io, event);
  };
  const interrupts = listenForInterrupts();
  const settings: MonitorSettings = {
    project,
    fire: options.noHooks ? async () => emptyFireResult : (firing) => fireEvent(project.root, firing),
    graphs,
    interval: options.interval,
    env: io.env,
    output: io.stderr,
    interrupts,
    onEvent,
  };
  try {
    if (!options.once) {
      await monitor(settings, ready);
      log(io, `stopped by ${interrupts.signal}`);
      return 0;
    }
    const succeeded = await checkOnce(settings);
    ready();
    return succeeded && !interrupts.signal ? 0 : 1;
  } finally {
    interrupts.release();
    // Without `--once`, a signal is the usual end, not an interruption.
    if (options.once && interrupts.signal) endBySignal(interrupts.signal);
  }
}

/**
 * Returns the ontologies to watch, with their imports and shapes. If the command line names none, it is the one of the project's
 * settings, if there are settings.
 */
async function watchedGraphs(options: MonitorOptions, graphsOf: GraphsOf): Promise<readonly Graph[]> {
  const isNamed = options.graph.length > 0;
  if (!isNamed && !(await settingsFor(options))) return [];
  const graphs = isNamed ? [...new Set(options.graph)] : [undefined];
  const all = await Promise.all(graphs.map((each) => resolveSources(each, options)));
  return all
    .flatMap(({ file, sources }) => graphsOf([file], sources))
    .filter(({ file }, i, graphs) => {
      return graphs.findIndex((other) => other.file === file) === i;
    });
}

function log(io: Io, text: string): void {
  printNote(io, `${new Date().toISOString()} ${text}`);
}

/** Reports an event to the user on standard error. */
function reportEvent(io: Io, event: MonitorEvent, isOnce: boolean): void {
  switch (event.type) {
    case 'first':
      log(io, `first check of ${event.graph.namedPath}; later checks report changes`);
      break;
    case 'missing':
      if (isOnce) report(io, [diagnostic('file-not-found', { file: event.graph.namedPath })]);
      else log(io, `${event.graph.namedPath} does not exist; codegen watches for it`);
      break;
    case 'changed':
      log(io, `${event.graph.namedPath} changed`);
      break;
    case 'invalid':
      log(io, `${event.graph.namedPath} is not a valid ontology at present; its hooks run when it is valid again`);
      report(io, event.diagnostics);
      break;
    case 'refused':
      report(io, refusedHookDiagnostics('on-ontology-change', event.refused));
      break;
    case 'ran':
      if (event.run.failure) report(io, [event.run.failure]);
      else log(io, successMessage(event.run));
      break;
    case 'done':
      if (event.runs.length === 0 && !event.isRefused) log(io, 'no hook is registered for on-ontology-change');
      break;
    case 'problem':
      report(io, event.diagnostics);
      break;
    default:
      event satisfies never;
  }
}

function printEvent(io: Io, event: MonitorEvent): void {
  io.stdout.write(`${JSON.stringify({ type: event.type, time: new Date().toISOString(), ...detailsOf(event) })}\n`);
}

function detailsOf(event: MonitorEvent): object {
  switch (event.type) {
    case 'first':
    case 'missing':
    case 'changed':
      return { path: event.graph.file };
    case 'invalid':
      return { path: event.graph.file, diagnostics: event.diagnostics.map(diagnosticData) };
    case 'ran': {
      const { time: _, event: __, output: ___, ...run } = event.run.entry;
      return { path: event.graph.file, ...run };
    }
    case 'done':
      return { path: event.graph.file, runs: event.runs.length, failed: event.runs.filter((run) => run.failure).length };
    case 'refused':
      return { path: event.graph.file, hooks: event.refused.map(({ hook }) => hook.id) };
    case 'problem':
      return { diagnostics: event.diagnostics.map(diagnosticData) };
    default:
      return event satisfies never;
  }
}
