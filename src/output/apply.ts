/** Does what a plan says: all of it, or nothing. */

import * as nodeFs from 'node:fs';
import path from 'node:path';
import { DiagnosticError, fail, isSystemError, reasonOf } from '../diagnostics/index.ts';
import { readHeader } from './header.ts';
import { changes, type Plan, type Step, type WriteStep } from './plan.ts';
import { digest, INTENT, isAbandoned, STAGING, stagingPrefix } from './staging.ts';

/** What applying a plan asks of the file system. */
export type FileSystem = Pick<
  typeof nodeFs,
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

/** One application of a plan: every change to the disk leaves behind how to take it back. */
class Transaction {
  readonly #fs: FileSystem;
  readonly #root: string;
  readonly #plan: Plan;
  /** What takes back each change to a file, and the path to show if it fails. */
  readonly #undo: { readonly path: string; readonly run: () => void }[] = [];
  readonly #madeFolders: string[] = [];
  #staging: string | undefined;
  /** Shown in messages: the path being worked on. */
  #at: string;

  constructor(plan: Plan, fs: FileSystem) {
    this.#plan = plan;
    this.#fs = fs;
    this.#root = path.resolve(plan.root);
    this.#at = plan.root;
  }

  run(steps: readonly Step[]): void {
    const writes = steps.filter((step): step is WriteStep => step.kind === 'create' || step.kind === 'replace');
    const removals = steps.filter((step) => step.kind === 'remove');
    try {
      this.#makeFolder(this.#root);
      this.#sweep();
      this.#staging = this.#fs.mkdtempSync(path.join(this.#root, stagingPrefix()));
      const staged = writes.map((step, i) => this.#stage(step, i));
      this.#at = this.#plan.root;
      this.#declare(writes, removals);

      for (const folder of new Set(writes.map((step) => path.posix.dirname(step.path)))) {
        this.#at = path.join(this.#plan.root, folder);
        this.#makeFolder(path.join(this.#root, folder));
      }
      // Removals come first: where case does not count, a file may be there under the name of one that goes.
      for (const [i, step] of removals.entries()) this.#remove(step, i);
      for (const [i, step] of writes.entries()) this.#place(step, staged[i] as string, i);
      // From here on the run is done, whatever happens.
      this.#fs.unlinkSync(path.join(this.#staging, INTENT));
    } catch (error) {
      const lost = this.#rollBack();
      fail('output-failed', { path: this.#at, reason: reasonOf(error), lost });
    } finally {
      this.#discardStaging();
    }
  }

  /** Makes a folder and those above it. */
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

  /** Removes what killed runs left behind. That this fails is no reason to fail. */
  #sweep(): void {
    try {
      for (const entry of this.#fs.readdirSync(this.#root, { withFileTypes: true })) {
        if (!entry.isDirectory() || !entry.name.startsWith(STAGING)) continue;
        const at = path.join(this.#root, entry.name);
        if (isAbandoned(at, this.#fs)) this.#fs.rmSync(at, { recursive: true, force: true });
      }
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }

  /** Says what is meant, before anything is changed: whoever finds it there can take back what was done of it. */
  #declare(writes: readonly WriteStep[], removals: readonly Step[]): void {
    const staging = this.#staging as string;
    const folders = new Set<string>();
    for (const { path: file } of writes) {
      for (let at = path.posix.dirname(file); at !== '.' && !folders.has(at); at = path.posix.dirname(at)) {
        if (!this.#fs.statSync(path.join(this.#root, at), { throwIfNoEntry: false })) folders.add(at);
      }
    }
    const intent = {
      madeRoot: this.#madeFolders.includes(this.#root),
      folders: [...folders].sort(),
      writes: writes.map(({ path, kind, content }) => ({ path, kind, sha256: digest(content) })),
      removals: removals.map(({ path }) => path),
    };
    const draft = path.join(staging, `${INTENT}.new`);
    this.#fs.writeFileSync(draft, JSON.stringify(intent), { flag: 'wx' });
    this.#fs.renameSync(draft, path.join(staging, INTENT));
  }

  /** Writes a new file to the staging directory and returns its path there. */
  #stage(step: WriteStep, index: number): string {
    this.#at = path.join(this.#plan.root, step.path);
    const staged = path.join(this.#staging as string, `new${index}`);
    this.#fs.writeFileSync(staged, step.content, { flag: 'wx', mode: step.executable ? 0o777 : 0o666 });
    return staged;
  }

  /**
   * Keeps what is at a place so that it can be put back. Returns the path of the copy, or nothing if
   * nothing was there.
   *
   * @param move whether it goes from its place now. If not, it stays until something is renamed over it, so
   * that it is never missing, not for a moment; without hard links it goes all the same.
   */
  #backUp(target: string, name: string, move: boolean): string | undefined {
    const backup = path.join(this.#staging as string, name);
    try {
      if (move || !this.#link(target, backup)) this.#fs.renameSync(target, backup);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    this.#undo.push({ path: this.#at, run: () => this.#fs.renameSync(backup, target) });
    return backup;
  }

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
    this.#at = path.join(this.#plan.root, step.path);
    this.#backUp(path.join(this.#root, step.path), `gone${index}`, true);
  }

  #place(step: WriteStep, staged: string, index: number): void {
    this.#at = path.join(this.#plan.root, step.path);
    const target = path.join(this.#root, step.path);
    const there = this.#fs.lstatSync(target, { throwIfNoEntry: false });
    const backup = there && this.#backUp(target, `old${index}`, false);
    // Since the plan was made something came to stand here. Another run of ours may be the cause.
    if (backup !== undefined && step.kind === 'create' && !this.#isReplaceable(backup, step)) {
      throw Object.assign(new Error(`${target} appeared`), { code: 'EEXIST', syscall: 'rename' });
    }
    this.#fs.renameSync(staged, target);
    if (backup === undefined) this.#undo.push({ path: this.#at, run: () => this.#fs.unlinkSync(target) });
  }

  #isReplaceable(file: string, step: WriteStep): boolean {
    if (!this.#fs.lstatSync(file).isFile()) return false;
    const text = this.#fs.readFileSync(file, 'utf8');
    return text === step.content || readHeader(text) !== undefined;
  }

  /** Takes everything back, last change first. Returns the paths for which that failed. */
  #rollBack(): string[] {
    const lost: string[] = [];
    for (const { path: at, run } of this.#undo.reverse()) {
      try {
        run();
      } catch (error) {
        if (!isMissing(error)) lost.push(at);
      }
    }
    this.#discardStaging();
    for (const folder of this.#madeFolders.reverse()) {
      try {
        this.#fs.rmdirSync(folder);
      } catch (error) {
        // Another run writes to it by now, or it cannot be removed: an empty folder does no harm.
        if (!isSystemError(error)) throw error;
      }
    }
    return lost;
  }

  /** Files that stay behind because this fails do no harm: they are swept up by a later run. */
  #discardStaging(): void {
    if (this.#staging === undefined) return;
    try {
      // What stands there no longer has to be taken back.
      this.#fs.rmSync(path.join(this.#staging, INTENT), { force: true });
      // After a run that went well it is empty, and node is much faster at removing such a folder.
      this.#fs.rmdirSync(this.#staging);
    } catch {
      try {
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
 * Runs `work`, which is synchronous, to its end even if the process is told to stop meanwhile; the signal
 * has its effect right after it.
 */
function uninterrupted(work: () => void): void {
  // Whoever listens already keeps the signal from ending the process, and hears of it after this.
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
    // Signals are read once in each turn of the event loop; the first immediate may belong to a turn in which that is past.
    setImmediate(() => setImmediate(release));
  }
}

/**
 * Brings the output directory to what the plan says. After a failure it is as it was before, and a
 * {@link DiagnosticError} says why; a plan that holds an error is refused in the same way. A plan without
 * changes touches nothing.
 */
export function applyPlan(plan: Plan, fs: FileSystem = nodeFs): void {
  const errors = plan.diagnostics.filter((d) => d.severity === 'error');
  if (errors.length > 0) throw new DiagnosticError(...errors);
  const steps = changes(plan);
  if (steps.length > 0) uninterrupted(() => new Transaction(plan, fs).run(steps));
}
