/** Applies a plan to the disk: writes and removes all of its files, or none. */

import * as nodeFs from 'node:fs';
import path from 'node:path';
import { checkMemory, DiagnosticError, fail, isSystemError, reasonOf, sha256 } from '../diagnostics/index.ts';
import { readHeader } from './header.ts';
import { changingSteps, folderOf, type Plan, type Step, type WriteStep } from './plan.ts';
import { INTENT_FILE, type Intent, isAbandoned, processStagingPrefix, STAGING_PREFIX, writeIntent } from './staging.ts';

/** The functions of the file system that applying a plan needs. */
export type FileSystem = Pick<
  typeof nodeFs,
  | 'chmodSync'
  | 'linkSync'
  | 'lstatSync'
  | 'mkdirSync'
  | 'mkdtempSync'
  | 'readdirSync'
  | 'readFileSync'
  | 'renameSync'
  | 'rmdirSync'
  | 'rmSync'
  | 'statSync'
  | 'unlinkSync'
  | 'writeFileSync'
>;

const isMissing = (error: unknown) => isSystemError(error) && error.code === 'ENOENT';

/** Reverts a change to a file; `path` is shown if that fails. */
interface UndoStep {
  readonly path: string;
  readonly run: () => void;
}

/** One application of a plan. Each change to the disk records how to revert it. */
class Transaction {
  readonly #fs: FileSystem;
  readonly #root: string;
  readonly #plan: Plan;
  /** Reverts of changes to files, applied in reverse order. */
  readonly #undo: UndoStep[] = [];
  readonly #madeFolders: string[] = [];
  readonly #writes: readonly WriteStep[];
  readonly #removals: readonly Step[];
  #staging: string | undefined;
  /** The folders of written files that do not exist yet, parents first. */
  #absentFolders: readonly string[] = [];
  /** The path in progress, for messages; undefined for the root. */
  #current: string | undefined;

  constructor(plan: Plan, fs: FileSystem) {
    this.#plan = plan;
    this.#fs = fs;
    this.#root = path.resolve(plan.root);
    const steps = changingSteps(plan);
    this.#writes = steps.filter((step): step is WriteStep => step.kind === 'create' || step.kind === 'replace');
    this.#removals = steps.filter((step) => step.kind === 'remove');
  }

  /** Creates the folder in which this run prepares its files. */
  begin(): void {
    this.#makeFolder(this.#root);
    this.#removeAbandoned();
    this.#staging = this.#fs.mkdtempSync(path.join(this.#root, processStagingPrefix()));
  }

  /** Writes all new files to the staging folder; nothing outside of it changes. */
  stage(): void {
    this.#absentFolders = this.#findAbsentFolders();
    for (const [i, step] of this.#writes.entries()) this.#stage(step, i);
    this.#current = undefined;
  }

  /** The folder in which this run prepares its files. */
  get staging(): string {
    if (this.#staging === undefined) throw new Error(`the run in ${this.#root} has not begun`);
    return this.#staging;
  }

  /** Moves everything to its final path. If the process is killed here, the next run finds the intent and reverts the changes. */
  moveToFinalPaths(): void {
    // Removals come first: on a file system that ignores case, a new file may have the name of a removed one.
    for (const [i, step] of this.#removals.entries()) this.#remove(step, i);
    for (const folder of this.#absentFolders) {
      this.#current = folder;
      this.#makeFolder(path.join(this.#root, folder));
    }
    for (const [i, step] of this.#writes.entries()) this.#moveToFinalPath(step, i);
  }

  /** Removes the intent: from here on the run is complete, whatever happens. */
  finish(): void {
    this.#current = undefined;
    this.#fs.unlinkSync(path.join(this.staging, INTENT_FILE));
  }

  /** The path in progress, for messages. */
  get currentPath(): string {
    return this.#current === undefined ? this.#plan.root : path.join(this.#plan.root, this.#current);
  }

  /** Creates a folder and its parents. */
  #makeFolder(folder: string): void {
    if (this.#fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    const parent = path.dirname(folder);
    if (parent !== folder) this.#makeFolder(parent);
    try {
      this.#fs.mkdirSync(folder);
    } catch (error) {
      // Another run may have made it just now.
      if (this.#fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
      throw error;
    }
    this.#madeFolders.push(folder);
  }

  #findAbsentFolders(): readonly string[] {
    const folders = new Set<string>();
    for (const { path: file } of this.#writes)
      for (let folder = folderOf(file); folder !== '.'; folder = path.posix.dirname(folder)) folders.add(folder);
    const isAbsent = (folder: string) =>
      this.#fs.lstatSync(path.join(this.#root, folder), { throwIfNoEntry: false }) === undefined;
    return [...folders].filter(isAbsent).sort();
  }

  /** Removes the folders of killed runs. Ignores errors of the file system. */
  #removeAbandoned(): void {
    try {
      for (const entry of this.#fs.readdirSync(this.#root, { withFileTypes: true })) {
        if (!entry.isDirectory() || !entry.name.startsWith(STAGING_PREFIX)) continue;
        const folder = path.join(this.#root, entry.name);
        if (isAbandoned(folder, this.#fs)) this.#fs.rmSync(folder, { recursive: true, force: true });
      }
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }

  /**
   * Records the intent before anything changes, so that the next run can revert an interrupted one.
   *
   * @param relatedRuns the runs in other roots that succeed or fail together with this one
   */
  recordIntent(relatedRuns: Pick<Intent, 'leader' | 'followers'>): void {
    const intent: Intent = {
      ...relatedRuns,
      madeRoot: this.#madeFolders.includes(this.#root),
      folders: this.#absentFolders,
      writes: this.#writes.map(({ path, kind, content }) => ({ path, kind, sha256: sha256(content) })),
      removals: this.#removals.map(({ path }) => path),
    };
    writeIntent(this.staging, intent, this.#fs);
  }

  #stagedPath(index: number): string {
    return path.join(this.staging, `new${index}`);
  }

  /** Writes a new file to the staging folder. */
  #stage(step: WriteStep, index: number): void {
    this.#current = step.path;
    checkMemory(`writing ${step.path}`);
    const mode = step.executable ? 0o777 : 0o666;
    this.#fs.writeFileSync(this.#stagedPath(index), step.content, { flag: 'wx', mode });
  }

  /**
   * Keeps the current file so that it can be restored. Returns the path of the copy, or undefined if there is no file.
   *
   * @param move whether the file disappears from its path now. If not, it stays until another file is renamed over it, so that it
   * is never missing; without hard links it is moved anyway.
   */
  #backUp(target: string, name: string, move: boolean): string | undefined {
    const backup = path.join(this.#staging as string, name);
    try {
      if (move || !this.#link(target, backup)) this.#fs.renameSync(target, backup);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    this.#undo.push({ path: this.currentPath, run: () => this.#fs.renameSync(backup, target) });
    return backup;
  }

  /** Returns whether the file system can link the target under a second name. */
  #link(target: string, backup: string): boolean {
    try {
      this.#fs.linkSync(target, backup);
      return true;
    } catch (error) {
      if (!isSystemError(error)) throw error;
      return false;
    }
  }

  #remove(step: Step, index: number): void {
    this.#current = step.path;
    this.#backUp(path.join(this.#root, step.path), `gone${index}`, true);
  }

  #moveToFinalPath(step: WriteStep, index: number): void {
    this.#current = step.path;
    const target = path.join(this.#root, step.path);
    const stat = this.#fs.lstatSync(target, { throwIfNoEntry: false });
    const backup = stat && this.#backUp(target, `old${index}`, false);
    // The file appeared after the plan was made, possibly through another run of `codegen`.
    if (backup !== undefined && step.kind === 'create' && !this.#isReplaceable(backup, step)) {
      throw Object.assign(new Error(`${target} appeared`), { code: 'EEXIST', syscall: 'rename' });
    }
    // The rights that the user gave the file stay.
    if (stat) this.#fs.chmodSync(this.#stagedPath(index), (stat.mode & 0o777) | (step.executable ? 0o111 : 0));
    this.#fs.renameSync(this.#stagedPath(index), target);
    if (backup === undefined) this.#undo.push({ path: this.currentPath, run: () => this.#fs.unlinkSync(target) });
  }

  #isReplaceable(file: string, step: WriteStep): boolean {
    if (!this.#fs.lstatSync(file).isFile()) return false;
    const text = this.#fs.readFileSync(file, 'utf8');
    return text === step.content || readHeader(text) !== undefined;
  }

  /** Reverts all changes, last change first. Returns the paths for which that failed. */
  rollBack(): string[] {
    const lost: string[] = [];
    for (const { path: changed, run } of this.#undo.reverse()) {
      try {
        run();
      } catch (error) {
        if (!isMissing(error)) lost.push(changed);
      }
    }
    this.discardStaging();
    for (const folder of this.#madeFolders.reverse()) {
      try {
        this.#fs.rmdirSync(folder);
      } catch (error) {
        // Another run writes to it by now, or it cannot be removed. An empty folder does no harm.
        if (!isSystemError(error)) throw error;
      }
    }
    return lost;
  }

  /** Removes the staging folder. Ignores errors: a later run removes it. */
  discardStaging(): void {
    if (this.#staging === undefined) return;
    try {
      // After success the folder is empty; `rmdirSync` starts faster than `rmSync`, which would add 1 % to a short command.
      this.#fs.rmdirSync(this.#staging);
    } catch {
      try {
        // Without the intent, the next run reverts nothing.
        this.#fs.rmSync(path.join(this.#staging, INTENT_FILE), { force: true });
        this.#fs.rmSync(this.#staging, { recursive: true, force: true });
      } catch (error) {
        if (!isSystemError(error)) throw error;
      }
    }
    this.#staging = undefined;
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs the synchronous `work` to its end even if the process receives a signal meanwhile; the signal takes effect right
 * afterwards.
 */
function runUninterrupted(work: () => void): void {
  // A signal that has listeners already does not end the process, and its listeners run after the work.
  const signals = SIGNALS.filter((signal) => process.listenerCount(signal) === 0);
  const release = () => {
    for (const signal of signals) process.off(signal, deliver);
  };
  const deliver = (signal: NodeJS.Signals) => {
    release();
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, deliver);
  try {
    work();
  } finally {
    // Node.js reads signals once in each turn of the event loop; the first immediate may belong to a turn that has read them.
    setImmediate(() => setImmediate(release));
  }
}

/** Applies several runs, or none of them. */
function runAll(runs: readonly Transaction[]): void {
  const [leader, ...followers] = runs;
  if (!leader) return;
  let current: Transaction = leader;
  const each = (work: (run: Transaction) => void, ofRuns = runs) => {
    for (current of ofRuns) work(current);
  };
  try {
    each((run) => run.begin());
    each((run) => run.stage());
    // The intent of the leader decides for all runs: while it exists, all are reverted; once it is removed, all are complete. So
    // it is written last.
    each((run) => run.recordIntent({ leader: leader.staging }), followers);
    each((run) => run.recordIntent({ followers: followers.map(({ staging }) => staging) }), [leader]);
    each((run) => run.moveToFinalPaths());
    each((run) => run.finish(), [leader]);
  } catch (error) {
    const lost = [...runs].reverse().flatMap((run) => run.rollBack());
    fail('output-failed', { path: current.currentPath, reason: reasonOf(error), lost });
  } finally {
    for (const run of runs) run.discardStaging();
  }
}

/**
 * Applies a plan to the output directory. After a failure the directory is as it was before, and a {@link DiagnosticError} states
 * the reason; a plan with an error diagnostic is rejected in the same way. A plan without changes touches nothing.
 */
export function applyPlan(plan: Plan, fs: FileSystem = nodeFs): void {
  applyPlans([plan], fs);
}

/** Applies plans to several directories, none of them within another, as {@link applyPlan} does: all of it, or nothing. */
export function applyPlans(plans: readonly Plan[], fs: FileSystem = nodeFs): void {
  const errors = plans.flatMap(({ diagnostics }) => diagnostics.filter((d) => d.severity === 'error'));
  if (errors.length > 0) throw new DiagnosticError(...errors);
  const runs = plans.filter((plan) => changingSteps(plan).length > 0).map((plan) => new Transaction(plan, fs));
  if (runs.length > 0) runUninterrupted(() => runAll(runs));
}
