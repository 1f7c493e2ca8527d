import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Diagnostic, DiagnosticError, diagnostic } from '../diagnostics/index.ts';
import type { LoadOptions } from '../ontology/index.ts';
import type { Env } from './chain.ts';
import type { Fired, Firing, HookRun } from './fire.ts';
import type { Interrupts } from './interrupts.ts';
import type { Sink } from './output-streams.ts';
import { announce, withdraw } from './presence.ts';
import type { Project } from './project.ts';
import { contentOf, readSources, type Sources } from './sources.ts';
import { recall, remember } from './state.ts';
import type { Refused } from './trust.ts';
import { QUIET_MS, type Watch, watch } from './watch.ts';

export { listenForInterrupts } from './interrupts.ts';

/** An ontology that is watched, with all that it is read from. */
export interface Graph {
  /** As the user gave it, from the working directory on. */
  readonly given: string;
  /** The whole path. */
  readonly file: string;
  /** What belongs to it beside its file, as generation gets it. */
  readonly options: LoadOptions;
}

/** What a monitor tells of its work. */
export type MonitorEvent =
  /** It was never looked at before, so there is nothing to compare it with. */
  | { readonly type: 'first'; readonly graph: Graph }
  | { readonly type: 'changed'; readonly graph: Graph }
  | { readonly type: 'missing'; readonly graph: Graph }
  /** It holds no ontology at the moment. */
  | { readonly type: 'invalid'; readonly graph: Graph; readonly diagnostics: readonly Diagnostic[] }
  /** Hooks did not run, because they are not trusted. */
  | { readonly type: 'refused'; readonly graph: Graph; readonly refused: readonly Refused[] }
  | { readonly type: 'ran'; readonly graph: Graph; readonly run: HookRun }
  /** All hooks ran, as many as there are. */
  | { readonly type: 'done'; readonly graph: Graph; readonly runs: readonly HookRun[]; readonly isRefused: boolean }
  | { readonly type: 'problem'; readonly diagnostics: readonly Diagnostic[] };

export interface MonitorOptions {
  readonly project: Project;
  /** Lets an event occur in that project. */
  readonly fire: (firing: Firing) => Promise<Fired>;
  readonly graphs: readonly Graph[];
  /** Between two polls, in milliseconds. */
  readonly interval: number;
  readonly env: Env;
  /** Where the output of the scripts goes. */
  readonly output: Sink;
  readonly interrupts: Interrupts;
  readonly onEvent: (event: MonitorEvent) => void;
  /** How long a file has to rest before it is looked at. */
  readonly quiet?: number;
}

/** The files to watch, each once. */
export function graphsOf(paths: readonly string[], options: LoadOptions): readonly Graph[] {
  const graphs = paths.map((given) => ({ given, file: path.resolve(given), options }));
  return [...new Map(graphs.map((graph) => [graph.file, graph])).values()];
}

/**
 * The path that scripts get, which run in the project's root: as the user gave it, if there it leads to the same
 * file, else the whole path.
 */
function argumentOf(project: Project, { given, file }: Pick<Graph, 'given' | 'file'>): string {
  return path.resolve(project.root, given) === file ? given : file;
}

/** The ontology, and behind it the file that changed where that is another one. */
function argumentsOf(project: Project, graph: Graph, changed: string): readonly string[] {
  const first = argumentOf(project, graph);
  return changed === graph.file ? [first] : [first, argumentOf(project, { given: path.relative('', changed), file: changed })];
}

/**
 * How often in a row hooks are run for content that came about while hooks ran. A hook that changes its own
 * ontology anew each time it runs would otherwise go on for ever.
 */
const MOST_ECHOES = 2;

/** A graph while it is watched. */
interface Watched {
  readonly graph: Graph;
  /** What it was read from when it was last looked at. */
  sources: Sources;
  /** The content that was handled last. */
  seen: string | undefined;
  /** The content that was last found not to be an ontology. */
  invalid: string | undefined;
  isMissing: boolean;
  /** The content that stood there when hooks had just run, and how many such runs preceded. */
  echo: { readonly content: string | undefined; readonly count: number } | undefined;
}

/** What looking at a file found. */
type Look =
  | { readonly found: 'unchanged' | 'missing' | 'invalid' }
  /** It is being written at this moment. */
  | { readonly found: 'unstable' }
  | { readonly found: 'changed'; readonly content: string; readonly file: string };

/** Looks at files and runs hooks, one after another. */
class Monitor {
  readonly #options: MonitorOptions;
  readonly #watched: readonly Watched[];
  #watch: Watch | undefined;
  /** Files to look at; each stands here at most once, so at most one run is queued for it. */
  readonly #due = new Set<Watched>();
  #work: Promise<void> | undefined;
  #failed = false;
  /** Settles only if the program itself has a fault. */
  readonly crashed: Promise<never>;
  #crash: (error: unknown) => void = () => {};

  private constructor(options: MonitorOptions, watched: readonly Watched[]) {
    this.#options = options;
    this.#watched = watched;
    this.crashed = new Promise((_resolve, reject) => {
      this.#crash = reject;
    });
  }

  /**
   * A monitor that takes what each file holds now for handled; with `seenBefore`, what the file held then.
   */
  static async create(options: MonitorOptions, seenBefore?: (file: string) => string | undefined): Promise<Monitor> {
    const watched: Watched[] = [];
    for (const graph of options.graphs) {
      const sources = await readSources(graph);
      const now = sources.content;
      const before = seenBefore?.(graph.file);
      if (seenBefore && before === undefined && now !== undefined) options.onEvent({ type: 'first', graph });
      const seen = before ?? now;
      const isUnchanged = now !== undefined && now === seen;
      const invalid = isUnchanged && sources.errors ? now : undefined;
      if (invalid !== undefined) options.onEvent({ type: 'invalid', graph, diagnostics: sources.errors ?? [] });
      watched.push({ graph, sources, seen, invalid, isMissing: false, echo: undefined });
      if (isUnchanged) await tellProblem(options, remember(options.project, graph.file, now));
    }
    return new Monitor(options, watched);
  }

  /** Watches what the graphs are read from, which may change with their content. */
  watchBy(watch: Watch): void {
    this.#watch = watch;
    watch.update(this.files);
  }

  /** All that graphs are read from. */
  get files(): ReadonlySet<string> {
    return new Set(this.#watched.flatMap(({ sources }) => [...sources.files.keys()]));
  }

  /** Whether a hook failed, or a file could not be handled. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Looks at the graphs that a file belongs to as soon as nothing else is under way. */
  look(file: string): void {
    for (const watched of this.#watched) if (watched.sources.files.has(file)) this.#due.add(watched);
    this.#work ??= this.#workOff()
      .catch(this.#crash)
      .finally(() => {
        this.#work = undefined;
      });
  }

  /** Waits until nothing is under way. */
  async idle(): Promise<void> {
    await this.#work;
  }

  async #workOff(): Promise<void> {
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

  async #handle(watched: Watched): Promise<void> {
    const { graph } = watched;
    const look = await this.#inspect(watched);
    switch (look.found) {
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
        look satisfies never;
        return;
    }
    this.#options.onEvent({ type: 'changed', graph });
    const echoes = watched.echo?.content === look.content ? watched.echo.count : 0;
    const { project, fire, env, output, interrupts } = this.#options;
    const fired = await fire({
      event: 'on-ontology-change',
      args: argumentsOf(project, graph, look.file),
      env,
      stdout: output,
      stderr: output,
      interrupts,
      onRun: (run) => this.#options.onEvent({ type: 'ran', graph, run }),
    });
    if (fired.warnings.length > 0) this.#options.onEvent({ type: 'problem', diagnostics: fired.warnings });
    if (fired.refused.length > 0) this.#options.onEvent({ type: 'refused', graph, refused: fired.refused });
    if (fired.refused.length > 0 || fired.runs.some((run) => run.failure)) this.#failed = true;
    // What was broken off was not handled: the next check finds the change again.
    if (fired.interruptedBy) return;
    this.#options.onEvent({ type: 'done', graph, runs: fired.runs, isRefused: fired.refused.length > 0 });
    await this.#settle(watched, look.content);
    await this.#lookForEchoes(echoes + 1);
  }

  async #inspect(watched: Watched): Promise<Look> {
    const { graph } = watched;
    // What it was read from before tells fast that nothing changed.
    const quick = await contentOf(watched.sources.files.keys(), graph.file);
    if (quick.content === undefined) {
      if (!watched.isMissing) this.#options.onEvent({ type: 'missing', graph });
      watched.isMissing = true;
      return { found: 'missing' };
    }
    watched.isMissing = false;
    if (quick.content === watched.invalid) return { found: 'invalid' };
    if (quick.content === watched.seen) {
      watched.invalid = undefined;
      return { found: 'unchanged' };
    }
    const before = watched.sources;
    const sources = await readSources(graph);
    const { content, errors } = sources;
    // One that is just being written, and was emptied for it, is no ontology for a moment.
    if (errors) await wait(this.#options.quiet ?? QUIET_MS);
    if (content === undefined || !(await isStill(sources, graph))) return { found: 'unstable' };
    watched.sources = sources;
    this.#watch?.update(this.files);
    if (!errors) {
      if (content === watched.seen) return { found: 'unchanged' };
      return { found: 'changed', content, file: firstChange(before, sources) ?? graph.file };
    }
    watched.invalid = content;
    this.#options.onEvent({ type: 'invalid', graph, diagnostics: errors });
    return { found: 'invalid' };
  }

  async #settle(watched: Watched, content: string): Promise<void> {
    watched.seen = content;
    watched.invalid = undefined;
    await tellProblem(this.#options, remember(this.#options.project, watched.graph.file, content));
  }

  /**
   * After a run: what changed meanwhile, be it by the hooks or by the user, is due once more. When that happened
   * several times in a row it is the hooks' own doing, and is taken for handled.
   */
  async #lookForEchoes(count: number): Promise<void> {
    for (const watched of this.#watched) {
      const { content } = await contentOf(watched.sources.files.keys(), watched.graph.file);
      if (content === watched.seen || content === watched.invalid) continue;
      if (content !== undefined && count > MOST_ECHOES) {
        await this.#settle(watched, content);
        const problem = diagnostic('monitor-echo', { file: watched.graph.given, runs: count });
        this.#options.onEvent({ type: 'problem', diagnostics: [problem] });
        continue;
      }
      watched.echo = { content, count };
      this.#due.add(watched);
    }
  }
}

/** Whether the files hold what they held when they were read. */
async function isStill({ files, content }: Sources, graph: Graph): Promise<boolean> {
  return (await contentOf(files.keys(), graph.file)).content === content;
}

/** The first file that holds something else than before. */
function firstChange(before: Sources, now: Sources): string | undefined {
  for (const [file, content] of now.files) if (before.files.get(file) !== content) return file;
  return undefined;
}

async function tellProblem(options: MonitorOptions, problem: Promise<Diagnostic | undefined>): Promise<void> {
  const found = await problem;
  if (found) options.onEvent({ type: 'problem', diagnostics: [found] });
}

/**
 * Watches files until a signal comes: runs the `on-ontology-change` hooks when one holds another ontology than
 * before. One run is under way at a time.
 *
 * @param onReady called when every later change will be seen
 */
export async function monitor(options: MonitorOptions, onReady: () => void): Promise<void> {
  const { interrupts, interval, graphs } = options;
  const worker = await Monitor.create(options);
  const watching = await watch({
    files: worker.files,
    interval,
    ...(options.quiet !== undefined && { quiet: options.quiet }),
    onRest: (file) => worker.look(file),
    onError: (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      options.onEvent({ type: 'problem', diagnostics: [diagnostic('watch-falls-back', { reason, interval })] });
    },
  });
  worker.watchBy(watching);
  const others = announce(options.project, graphs);
  if (others.length > 0) options.onEvent({ type: 'problem', diagnostics: others });
  // What changed between the first look and now.
  for (const graph of graphs) worker.look(graph.file);
  onReady();
  const stopped = new Promise<void>((resolve) => {
    interrupts.onSignal(() => resolve());
    if (interrupts.signal) resolve();
  });
  try {
    await Promise.race([stopped, worker.crashed]);
  } finally {
    await watching.end();
    withdraw(options.project, graphs);
  }
  await worker.idle();
}

/**
 * Looks at each file once: runs the hooks if its content is not the one that the last check, or a monitor, saw.
 *
 * @returns whether all went well
 */
export async function checkOnce(options: MonitorOptions): Promise<boolean> {
  const { project, graphs } = options;
  const worker = await Monitor.create(options, (file) => recall(project, file));
  for (const graph of graphs) worker.look(graph.file);
  await Promise.race([worker.idle(), worker.crashed]);
  return !worker.failed;
}
