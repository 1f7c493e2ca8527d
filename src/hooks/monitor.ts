/** Watches ontology files, and runs the hooks of `on-ontology-change` when their content changes (`codegen hook monitor`). */

import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Diagnostic, DiagnosticError, diagnostic } from '../diagnostics/index.ts';
import type { LoadOptions } from '../ontology/index.ts';
import type { Env } from './chain.ts';
import type { FireResult, HookEvent, HookRun } from './fire.ts';
import type { Interrupts } from './interrupts.ts';
import type { Sink } from './output-streams.ts';
import type { Project } from './project.ts';
import { contentOf, readSources, type Sources } from './sources.ts';
import { readCheckedHash, storeCheckedHash } from './state.ts';
import type { UntrustedHook } from './trust.ts';
import { QUIET_MS, type Watch, watch } from './watch.ts';

export { listenForInterrupts } from './interrupts.ts';

/** A watched ontology and its inputs. */
export interface Graph {
  /** The path that the user gave, relative to the working directory. */
  readonly namedPath: string;
  readonly file: string;
  /** Its other inputs, as for generation. */
  readonly options: LoadOptions;
}

/** What a monitor reports. */
export type MonitorEvent =
  /** It was never checked before, so there is nothing to compare it with. */
  | { readonly type: 'first'; readonly graph: Graph }
  | { readonly type: 'changed'; readonly graph: Graph }
  | { readonly type: 'missing'; readonly graph: Graph }
  /** It is not a valid ontology at the moment. */
  | { readonly type: 'invalid'; readonly graph: Graph; readonly diagnostics: readonly Diagnostic[] }
  /** Hooks did not run, because they are not trusted. */
  | { readonly type: 'refused'; readonly graph: Graph; readonly refused: readonly UntrustedHook[] }
  | { readonly type: 'ran'; readonly graph: Graph; readonly run: HookRun }
  /** All hooks that may run have run; there may be none. */
  | { readonly type: 'done'; readonly graph: Graph; readonly runs: readonly HookRun[]; readonly isRefused: boolean }
  | { readonly type: 'problem'; readonly diagnostics: readonly Diagnostic[] };

export interface MonitorOptions {
  readonly project: Project;
  readonly fire: (firing: HookEvent) => Promise<FireResult>;
  readonly graphs: readonly Graph[];
  /** Time between two polls, in milliseconds. */
  readonly interval: number;
  readonly env: Env;
  /** Where the output of the scripts goes. */
  readonly output: Sink;
  readonly interrupts: Interrupts;
  readonly onEvent: (event: MonitorEvent) => void;
  /** Time without changes before a file is read, in milliseconds. */
  readonly quiet?: number;
}

/** Returns the files to watch, without duplicates. */
export function graphsOf(paths: readonly string[], options: LoadOptions): readonly Graph[] {
  const graphs = paths.map((namedPath) => ({ namedPath, file: path.resolve(namedPath), options }));
  return [...new Map(graphs.map((graph) => [graph.file, graph])).values()];
}

/**
 * Returns the path for scripts, which run in the project's root: as the user gave it, if it leads to the same
 * file there, else the absolute path.
 */
function argumentOf(project: Project, { namedPath, file }: Pick<Graph, 'namedPath' | 'file'>): string {
  return path.resolve(project.root, namedPath) === file ? namedPath : file;
}

/** Returns the path of the ontology, and that of the changed file if it is another one. */
function argumentsOf(project: Project, graph: Graph, changed: string): readonly string[] {
  const first = argumentOf(project, graph);
  return changed === graph.file
    ? [first]
    : [first, argumentOf(project, { namedPath: path.relative('', changed), file: changed })];
}

/**
 * How often in a row hooks run for content that appeared while hooks ran. Without this limit, a hook that
 * changes its own ontology in each run would run for ever.
 */
const MAX_ECHOES = 2;

interface WatchedGraph {
  readonly graph: Graph;
  /** The files that it was read from at the last check. */
  sources: Sources;
  /** The content that was handled last. */
  handled: string | undefined;
  /** The last content that was not a valid ontology. */
  invalid: string | undefined;
  isMissing: boolean;
  /** The content that appeared while hooks ran, and the number of such runs in a row. */
  echo: { readonly content: string | undefined; readonly count: number } | undefined;
}

type CheckResult =
  | { readonly state: 'unchanged' | 'missing' | 'invalid' }
  /** It is being written at this moment. */
  | { readonly state: 'unstable' }
  | { readonly state: 'changed'; readonly content: string; readonly file: string };

/** Checks files and runs hooks, one after another. */
class Monitor {
  readonly #options: MonitorOptions;
  readonly #watched: readonly WatchedGraph[];
  #watch: Watch | undefined;
  /** Files to check. Each is in the set at most once, so at most one run is queued for it. */
  readonly #due = new Set<WatchedGraph>();
  #work: Promise<void> | undefined;
  #failed = false;
  /** Rejects only if the program itself has a bug. */
  readonly crashed: Promise<never>;
  #crash: (error: unknown) => void = () => {};

  private constructor(options: MonitorOptions, watched: readonly WatchedGraph[]) {
    this.#options = options;
    this.#watched = watched;
    this.crashed = new Promise((_resolve, reject) => {
      this.#crash = reject;
    });
  }

  /** Creates a monitor that regards the current content of each file as handled; with `seenBefore`, the content at that time. */
  static async create(options: MonitorOptions, seenBefore?: (file: string) => string | undefined): Promise<Monitor> {
    const watched: WatchedGraph[] = [];
    for (const graph of options.graphs) {
      const sources = await readSources(graph);
      const now = sources.content;
      const before = seenBefore?.(graph.file);
      if (seenBefore && before === undefined && now !== undefined) options.onEvent({ type: 'first', graph });
      const handled = before ?? now;
      const isUnchanged = now !== undefined && now === handled;
      const invalid = isUnchanged && sources.errors ? now : undefined;
      if (invalid !== undefined) options.onEvent({ type: 'invalid', graph, diagnostics: sources.errors ?? [] });
      watched.push({ graph, sources, handled, invalid, isMissing: false, echo: undefined });
      if (isUnchanged) await reportProblem(options, storeCheckedHash(options.project, graph.file, now));
    }
    return new Monitor(options, watched);
  }

  /** Watches the files of the graphs, which may change with their content. */
  watchBy(watch: Watch): void {
    this.#watch = watch;
    watch.update(this.files);
  }

  /** The files of all graphs. */
  get files(): ReadonlySet<string> {
    return new Set(this.#watched.flatMap(({ sources }) => [...sources.files.keys()]));
  }

  /** Whether a hook failed, or a file could not be handled. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Checks the graphs that a file belongs to, as soon as no other check is running. */
  schedule(file: string): void {
    for (const watched of this.#watched) if (watched.sources.files.has(file)) this.#due.add(watched);
    this.#work ??= this.#handleDue()
      .catch(this.#crash)
      .finally(() => {
        this.#work = undefined;
      });
  }

  /** Waits until no check is running. */
  async idle(): Promise<void> {
    await this.#work;
  }

  async #handleDue(): Promise<void> {
    for (const watched of this.#due) {
      this.#due.delete(watched);
      if (this.#options.interrupts.signal) return;
      try {
        await this.#handle(watched);
      } catch (error) {
        if (!(error instanceof DiagnosticError)) throw error;
        this.#failed = true;
        this.#options.onEvent({ type: 'problem', diagnostics: error.diagnostics });
      }
    }
  }

  async #handle(watched: WatchedGraph): Promise<void> {
    const { graph } = watched;
    const check = await this.#inspect(watched);
    switch (check.state) {
      case 'unchanged':
        return;
      case 'missing':
      case 'invalid':
        this.#failed = true;
        return;
      case 'unstable':
        await wait(this.#options.quiet ?? QUIET_MS);
        this.#due.add(watched);
        return;
      case 'changed':
        break;
      default:
        check satisfies never;
        return;
    }
    this.#options.onEvent({ type: 'changed', graph });
    const echoes = watched.echo?.content === check.content ? watched.echo.count : 0;
    const { project, fire, env, output, interrupts } = this.#options;
    const fired = await fire({
      event: 'on-ontology-change',
      args: argumentsOf(project, graph, check.file),
      env,
      stdout: output,
      stderr: output,
      interrupts,
      onRun: (run) => this.#options.onEvent({ type: 'ran', graph, run }),
    });
    if (fired.warnings.length > 0) this.#options.onEvent({ type: 'problem', diagnostics: fired.warnings });
    if (fired.refused.length > 0) this.#options.onEvent({ type: 'refused', graph, refused: fired.refused });
    if (fired.refused.length > 0 || fired.runs.some((run) => run.failure)) this.#failed = true;
    // A run that was interrupted does not count: the next check finds the change again.
    if (fired.interruptedBy) return;
    this.#options.onEvent({ type: 'done', graph, runs: fired.runs, isRefused: fired.refused.length > 0 });
    await this.#markHandled(watched, check.content);
    await this.#checkForEchoes(echoes + 1);
  }

  async #inspect(watched: WatchedGraph): Promise<CheckResult> {
    const { graph } = watched;
    // The hashes of the known files show quickly that nothing changed.
    const quick = await contentOf(watched.sources.files.keys(), graph.file);
    if (quick.content === undefined) {
      if (!watched.isMissing) this.#options.onEvent({ type: 'missing', graph });
      watched.isMissing = true;
      return { state: 'missing' };
    }
    watched.isMissing = false;
    if (quick.content === watched.invalid) return { state: 'invalid' };
    if (quick.content === watched.handled) {
      watched.invalid = undefined;
      return { state: 'unchanged' };
    }
    const before = watched.sources;
    const sources = await readSources(graph);
    const { content, errors } = sources;
    // A file that is being written, and was emptied for that, is invalid only for a moment.
    if (errors) await wait(this.#options.quiet ?? QUIET_MS);
    if (content === undefined || !(await hasSameContent(sources, graph))) return { state: 'unstable' };
    watched.sources = sources;
    this.#watch?.update(this.files);
    if (!errors) {
      if (content === watched.handled) return { state: 'unchanged' };
      return { state: 'changed', content, file: firstChangedFile(before, sources) ?? graph.file };
    }
    watched.invalid = content;
    this.#options.onEvent({ type: 'invalid', graph, diagnostics: errors });
    return { state: 'invalid' };
  }

  async #markHandled(watched: WatchedGraph, content: string): Promise<void> {
    watched.handled = content;
    watched.invalid = undefined;
    await reportProblem(this.#options, storeCheckedHash(this.#options.project, watched.graph.file, content));
  }

  /**
   * After a run: files that changed meanwhile, by the hooks or by the user, are checked again. If that happens
   * several times in a row, the hooks cause it, and the change counts as handled.
   */
  async #checkForEchoes(count: number): Promise<void> {
    for (const watched of this.#watched) {
      const { content } = await contentOf(watched.sources.files.keys(), watched.graph.file);
      if (content === watched.handled || content === watched.invalid) continue;
      if (content !== undefined && count > MAX_ECHOES) {
        await this.#markHandled(watched, content);
        const problem = diagnostic('monitor-echo', { file: watched.graph.namedPath, runs: count });
        this.#options.onEvent({ type: 'problem', diagnostics: [problem] });
        continue;
      }
      watched.echo = { content, count };
      this.#due.add(watched);
    }
  }
}

/** Returns whether the files still have the content that was read. */
async function hasSameContent({ files, content }: Sources, graph: Graph): Promise<boolean> {
  return (await contentOf(files.keys(), graph.file)).content === content;
}

/** Returns the first file whose content changed. */
function firstChangedFile(before: Sources, now: Sources): string | undefined {
  for (const [file, content] of now.files) if (before.files.get(file) !== content) return file;
  return undefined;
}

async function reportProblem(options: MonitorOptions, problem: Promise<Diagnostic | undefined>): Promise<void> {
  const found = await problem;
  if (found) options.onEvent({ type: 'problem', diagnostics: [found] });
}

/**
 * Watches files until a signal arrives: runs the `on-ontology-change` hooks when the content of an ontology
 * changes. Only one run is active at a time.
 *
 * @param onReady called when every later change will be detected
 */
export async function monitor(options: MonitorOptions, onReady: () => void): Promise<void> {
  const { interrupts, interval, graphs } = options;
  const worker = await Monitor.create(options);
  const watching = await watch({
    files: worker.files,
    interval,
    ...(options.quiet !== undefined && { quiet: options.quiet }),
    onRest: (file) => worker.schedule(file),
    onError: (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      options.onEvent({ type: 'problem', diagnostics: [diagnostic('watch-falls-back', { reason, interval })] });
    },
  });
  worker.watchBy(watching);
  // Finds changes between the first check and now.
  for (const graph of graphs) worker.schedule(graph.file);
  onReady();
  const stopped = new Promise<void>((resolve) => {
    interrupts.onSignal(() => resolve());
    if (interrupts.signal) resolve();
  });
  try {
    await Promise.race([stopped, worker.crashed]);
  } finally {
    await watching.end();
  }
  await worker.idle();
}

/**
 * Checks each file once: runs the hooks if its content is not the one that the last check, or a monitor, saw.
 *
 * @returns whether no hook failed and all files could be handled
 */
export async function checkOnce(options: MonitorOptions): Promise<boolean> {
  const { project, graphs } = options;
  const worker = await Monitor.create(options, (file) => readCheckedHash(project, file));
  for (const graph of graphs) worker.schedule(graph.file);
  await Promise.race([worker.idle(), worker.crashed]);
  return !worker.failed;
}
