/** Runs `codegen generate --watch`: regenerates all outputs whenever an input file changes. */

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Diagnostic, DiagnosticError, fail, statOf } from '../diagnostics/index.ts';
import { loadWatch } from '../hooks/index.ts';
import { CATALOG_FILE } from '../ontology/index.ts';
import { changes } from '../output/index.ts';
import { findSettings, SETTINGS_FILES, type Settings } from '../settings/index.ts';
import { formatOf, isDocumentFormat } from './diagnostics-format.ts';
import {
  addFolderClashes,
  applyUnlessErrors,
  firePostGenerate,
  type PlannedOutputs,
  planAll,
  requireSettings,
  summarizeChanges,
} from './generate-all.ts';
import type { Io } from './io.ts';
import { projectsOf } from './named-settings.ts';
import { isRemoteSubject, loadCommand, resolveSources, type Subject } from './ontology.ts';
import type { GenerateAllOptions } from './options.ts';
import { isError, report } from './report.ts';

/** Files must be unchanged for this time before results are reported or written, because editors save in several steps. */
const QUIET_MS = 60;

/** Files must be unchanged for this time before they are read. If they change after that, the result is discarded. */
const SETTLE_MS = 10;

/** The polling interval if the system does not report changes. */
const INTERVAL_MS = 1000;

const REMOTE_SOURCES_REMARK = 'sources on a server are not watched; codegen fetches them again when a watched file changes';

type WatchTools = Awaited<ReturnType<typeof loadWatch>>;

/**
 * Regenerates until the process receives a signal.
 *
 * @param projectNames the settings files to watch, or folders that contain one; if empty, the nearest settings file
 * @returns the exit status, which is 0 after a signal
 */
export async function watchAll(io: Io, options: GenerateAllOptions, projectNames: readonly string[]): Promise<number> {
  requireSettings(options);
  rejectOtherModes(options);
  const projects =
    projectNames.length === 0 ? [options] : projectsOf(projectNames, options).map((config) => ({ ...options, config }));
  const tools = await loadWatch();
  const interrupts = tools.listenForInterrupts();
  const signal = new WakeSignal();
  const watched: WatchedProject[] = [];
  for (const each of projects) {
    const before = [...watched];
    const otherSettings = () => before.flatMap(({ settings }) => settings ?? []);
    watched.push(
      new WatchedProject(io, each, tools, projects.length > 1 ? { name: `${each.config}: `, otherSettings } : undefined),
    );
  }
  const areStale = async () => (await Promise.all(watched.map((project) => project.isStale()))).includes(true);
  const watch = await tools.watch({
    files: projects.flatMap(settingsFiles),
    interval: INTERVAL_MS,
    quiet: SETTLE_MS,
    onRest: () => signal.set(),
    onError: (error) => io.stderr.write(`${String(error)}; codegen continues to check the files every second\n`),
  });
  const stop = interrupts.onSignal(() => signal.set());
  try {
    for (const project of watched) await project.run();
    while (interrupts.signal === undefined) {
      watch.update(new Set(watched.flatMap((project) => [...project.files])));
      // Detects files that were saved before they were watched, and files that were saved during the run.
      if (await areStale()) {
        await wait(SETTLE_MS);
      } else {
        do await signal.wait();
        while (interrupts.signal === undefined && !(await areStale()));
      }
      for (const project of watched) if (interrupts.signal === undefined && (await project.isStale())) await project.run();
    }
    io.stderr.write(`${time()} stopped by ${interrupts.signal}\n`);
    return 0;
  } finally {
    stop();
    await watch.end();
    interrupts.release();
  }
}

function rejectOtherModes(options: GenerateAllOptions): void {
  if (options.check || options.dryRun || isDocumentFormat(formatOf(options))) {
    fail('usage', {
      message: '--watch keeps running and writes files; it cannot be combined with --check, --dry-run, or a document as output',
      help: 'leave one of them out',
    });
  }
}

/** Wakes the task that waits. If none waits, the next call of `wait` returns at once. */
class WakeSignal {
  #isSet = false;
  #wake: () => void = () => {};

  set(): void {
    this.#isSet = true;
    this.#wake();
  }

  async wait(): Promise<void> {
    if (!this.#isSet) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#isSet = false;
  }
}

/** Context of a project if several are watched. */
interface OtherProjects {
  /** The prefix of each line of output. */
  readonly name: string;
  /** The settings whose output folders are in use. */
  readonly otherSettings: () => readonly Settings[];
}

/** A watched project, generated again after each change. */
class WatchedProject {
  readonly #io: Io;
  readonly #options: GenerateAllOptions;
  readonly #tools: WatchTools;
  readonly #others: OtherProjects | undefined;
  /** The settings of the last planned generation. */
  settings: Settings | undefined;
  /** Hashes of the files when they were last read, by absolute path. */
  #previousContents: ReadonlyMap<string, string | undefined> = new Map();
  /** Warnings of the previous generation, which are not repeated. */
  #reportedKeys: ReadonlySet<string> = new Set();
  #isFirst = true;

  /** @param others undefined if no other project is watched */
  constructor(io: Io, options: GenerateAllOptions, tools: WatchTools, others: OtherProjects | undefined) {
    this.#io = io;
    this.#options = options;
    this.#tools = tools;
    this.#others = others;
  }

  /** Returns the absolute paths of the files to watch. */
  get files(): Iterable<string> {
    return this.#previousContents.keys();
  }

  /** Returns whether a file has changed since the last generation. */
  async isStale(): Promise<boolean> {
    const now = await this.#contents(this.files);
    return [...now].some(([file, content]) => this.#previousContents.get(file) !== content);
  }

  async run(): Promise<void> {
    const begin = performance.now();
    const began = Date.now();
    const changed = await this.#describeChanges();
    // Hashed before anything is read, so that a file that is saved meanwhile counts as changed.
    const before = await this.#contents([...this.files, ...(await namedFiles(this.#options))]);
    try {
      const planned = await this.#plan(before, begin);
      if (!planned) return;
      applyUnlessErrors(planned);
      this.#report(planned.diagnostics, planned.built.subject.file);
      this.#printResult(planned, changed, performance.now() - begin);
      await this.#recordHashes(filesOf(planned), before, began);
      if (!this.#options.noHooks && !planned.diagnostics.some(isError) && hasChanges(planned)) {
        await firePostGenerate(this.#io, planned.settings, true);
      }
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      this.#report(error.diagnostics);
      this.#print(`${changed}nothing was written`);
      // Watched files stay watched, and so do named files and those with errors: a change to any of them may fix the errors.
      const places = error.diagnostics.flatMap(({ place }) => (place ? [path.resolve(place.file)] : []));
      await this.#recordHashes([...new Set([...before.keys(), ...settingsFiles(this.#options), ...places])], before, began);
    }
    this.#isFirst = false;
  }

  #print(line: string): void {
    this.#io.stdout.write(`${time()} ${this.#others?.name ?? ''}${line}\n`);
  }

  /** Prints what was written, unless a file was saved without an effect. */
  #printResult(planned: PlannedOutputs, changed: string, milliseconds: number): void {
    const isFailed = planned.diagnostics.some(isError);
    if (this.#isFirst && isRemoteSubject(planned.built.subject)) this.#io.stderr.write(`${REMOTE_SOURCES_REMARK}\n`);
    if (!this.#isFirst && changed === '' && !isFailed && !hasChanges(planned)) return;
    this.#print(
      `${changed}${isFailed ? 'nothing was written' : summarizeChanges(planned.plans)} in ${Math.round(milliseconds)} ms`,
    );
  }

  /**
   * Plans the outputs. Returns undefined if a file has changed meanwhile; the project is then stale and is generated again.
   *
   * @param before hashes of the files at the beginning
   */
  async #plan(before: ReadonlyMap<string, string | undefined>, begin: number): Promise<PlannedOutputs | undefined> {
    const isOvertaken = async () => {
      if (this.#isFirst) return false;
      await wait(Math.max(0, QUIET_MS - SETTLE_MS - (performance.now() - begin)));
      const now = await this.#contents(before.keys());
      return [...now].some(([file, content]) => before.get(file) !== content);
    };
    try {
      const planned = await planAll(this.#options, true);
      this.settings = planned.settings;
      const checked = this.#others ? await addFolderClashes(planned, this.#others.otherSettings()) : planned;
      if (!(await isOvertaken())) return checked;
    } catch (error) {
      if (!(error instanceof DiagnosticError) || !(await isOvertaken())) throw error;
    }
    return undefined;
  }

  /** Returns the part of a message that names the changed files. */
  async #describeChanges(): Promise<string> {
    if (this.#isFirst) return '';
    const now = await this.#contents(this.files);
    const isChanged = (file: string, content: string | undefined) =>
      this.#previousContents.get(file) !== content && this.#previousContents.get(file) !== UNKNOWN_HASH;
    const files = [...now].filter(([file, content]) => isChanged(file, content)).map(([file]) => path.relative('', file));
    const more = files.length > 1 ? ` and ${files.length - 1} more` : '';
    return files.length === 0 ? '' : `${files[0]}${more} changed: `;
  }

  /** @param file the ontology, once it is known */
  #report(diagnostics: readonly Diagnostic[], file?: string): void {
    const key = (d: Diagnostic) => JSON.stringify([d.code, d.message, d.place?.file]);
    report(
      this.#io,
      diagnostics.filter((d) => isError(d) || !this.#reportedKeys.has(key(d))),
      { more: `${file === undefined ? 'codegen graph load --verbose' : loadCommand(file, this.#options)} lists all` },
    );
    this.#reportedKeys = new Set(diagnostics.map(key));
  }

  /**
   * Records the hashes that these files had before the generation. A file without one gets its current hash, or `UNKNOWN_HASH` if it
   * may have changed since the generation began, so that the project counts as stale.
   */
  async #recordHashes(files: readonly string[], before: ReadonlyMap<string, string | undefined>, began: number): Promise<void> {
    const unknown = files.filter((file) => !before.has(file));
    const now = await this.#contents(unknown);
    const seen = (file: string) => (isOlder(file, began) ? now.get(file) : UNKNOWN_HASH);
    this.#previousContents = new Map(files.map((file) => [file, before.has(file) ? before.get(file) : seen(file)]));
  }

  #contents(files: Iterable<string>): Promise<ReadonlyMap<string, string | undefined>> {
    return this.#tools.contentsOf(files);
  }
}

const hasChanges = ({ plans }: PlannedOutputs): boolean => plans.some((plan) => changes(plan).length > 0);

/** Returns the absolute paths of all files that were read, and of those that would be read if they existed. */
function filesOf({ settings, built, outputs }: PlannedOutputs): readonly string[] {
  const { subject, ontology } = built;
  const templates = outputs.flatMap(({ template }) => templateFiles(template));
  const all = [...ontology.files, ...ontology.sought, ...ontologyFiles(subject), ...templates, ...settingsFileNames(settings)];
  return [...new Set(all.map((file) => path.resolve(file)))];
}

/** Returns the absolute paths that the settings and the command line name; only the settings files if they are invalid. */
async function namedFiles(options: GenerateAllOptions): Promise<readonly string[]> {
  try {
    const subject = await resolveSources(undefined, options);
    const templates = (subject.settings?.outputs ?? []).flatMap(({ template }) => templateFiles(template));
    return [...ontologyFiles(subject), ...templates, ...settingsFiles(options)].map((file) => path.resolve(file));
  } catch (error) {
    if (error instanceof DiagnosticError) return settingsFiles(options);
    throw error;
  }
}

/** Returns the named files of an ontology: main file, shapes, imports and catalogue. */
function ontologyFiles({ file, sources }: Pick<Subject, 'file' | 'sources'>): readonly string[] {
  const { shapes = [], imports = [], catalog = path.join(path.dirname(file), CATALOG_FILE) } = sources;
  return [file, ...shapes, ...imports.map((each) => each.file), catalog];
}

function settingsFileNames({ file, folder }: Pick<Settings, 'file' | 'folder'>): readonly string[] {
  return [file, ...SETTINGS_FILES.map((name) => path.join(folder, name))];
}

function settingsFiles({ config }: GenerateAllOptions): readonly string[] {
  const file = config ?? findSettings('.');
  return (file === undefined ? SETTINGS_FILES : [file]).map((each) => path.resolve(each));
}

/** Returns the files of a custom template; none for a built-in one. */
function templateFiles(template: string): readonly string[] {
  const stat = statOf(template);
  if (!stat) return [];
  if (!stat.isDirectory()) return [template];
  return readdirSync(template, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Differs from every hash of a file. */
const UNKNOWN_HASH = 'unsure';

/** Returns whether a file has not changed since `then`. Some file systems store times in steps of two seconds. */
function isOlder(file: string, then: number): boolean {
  return (statOf(file)?.mtimeMs ?? 0) < then - 2000;
}

function time(): string {
  return new Date().toTimeString().slice(0, 8);
}
