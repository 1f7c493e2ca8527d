/** Does what a plan says: all of it, or nothing. */

import { createHash, type Hash } from 'node:crypto';
import * as nodeFs from 'node:fs';
import path from 'node:path';
import { checkMemory, DiagnosticError, fail, isSystemError, phase, reasonOf, stayWithWork } from '../diagnostics/index.ts';
import { type Fingerprint, readHeader } from './header.ts';
import { changes, folderOf, type Plan, type Step, type TextPlace, type WriteStep } from './plan.ts';
import { finishWrites, type SharedWrites, sharedWrites, takeWrites, type Writers } from './shared.ts';
import { INTENT, type Intent, isAbandoned, STAGING, StagedNames, stagingPrefix } from './staging.ts';

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

/** So many files take longer to write than it takes to tell other threads of them. */
const WORTH_SHARING = 1000;

const isMissing = (error: unknown) => isSystemError(error) && error.code === 'ENOENT';

/** What a folder holds that was not there: paths of the plan, outer folders first, and which of the files that are written. */
interface WholeFolder {
  readonly folders: string[];
  readonly files: number[];
}

/** What takes back a change to a file, and the path to show if it fails. */
interface Undo {
  readonly path: string;
  readonly run: () => void;
}

/** One application of a plan: every change to the disk leaves behind how to take it back. */
class Transaction {
  readonly #fs: FileSystem;
  readonly #root: string;
  readonly #plan: Plan;
  /** What takes back changes to files, the last one first. There may be many, of which most never are. */
  readonly #undo: (() => Iterable<Undo>)[] = [];
  readonly #madeFolders: string[] = [];
  readonly #writes: readonly WriteStep[];
  readonly #removals: readonly Step[];
  #staging: string | undefined;
  /** Of each folder of what is written, and those above it, the outermost one that is not there. */
  readonly #outermost = new Map<string, string | undefined>();
  /** The folders that are not there, outer ones first. */
  #absent: readonly string[] = [];
  /** The outermost of these, which can be put to their places with all that is in them. */
  readonly #wholes = new Map<string, WholeFolder>();
  /** Which of the files are in none of them. */
  readonly #single: number[] = [];
  #names = new StagedNames([]);
  /** By what each new text is known. */
  #known: readonly Fingerprint[] = [];
  /** Shown in messages: what is worked on, if it is not the root. */
  #at: string | undefined;

  constructor(plan: Plan, fs: FileSystem) {
    this.#plan = plan;
    this.#fs = fs;
    this.#root = path.resolve(plan.root);
    const steps = changes(plan);
    this.#writes = steps.filter((step): step is WriteStep => step.kind === 'create' || step.kind === 'replace');
    this.#removals = steps.filter((step) => step.kind === 'remove');
  }

  /** Makes the folder in which this run prepares what it writes. */
  begin(): void {
    this.#makeFolder(this.#root);
    this.#sweep();
    this.#staging = this.#fs.mkdtempSync(path.join(this.#root, stagingPrefix()));
  }

  /**
   * Writes all that is new there; no place is changed by it.
   *
   * @param writers who takes a share of it, if there is anybody
   */
  stage(writers: Writers | undefined): void {
    for (const [i, { path: file }] of this.#writes.entries()) {
      const whole = this.#outermostAbsent(folderOf(file));
      (whole === undefined ? this.#single : this.#whole(whole).files).push(i);
    }
    this.#absent = [...this.#outermost].flatMap(([folder, whole]) => (whole === undefined ? [] : folder)).sort();
    for (const folder of this.#absent) this.#whole(this.#outermost.get(folder) as string).folders.push(folder);
    this.#names = new StagedNames(this.#wholes.keys());
    for (const folder of this.#absent) {
      this.#at = folder;
      this.#fs.mkdirSync(path.join(this.staging, this.#names.ofFolder(folder) as string));
    }
    const shared = writers && this.#share(writers);
    this.#known = this.#writes.map((step, i) => (shared?.of.has(i) && step.whole?.known) || this.#stage(step, i));
    if (shared) {
      phase('writing files');
      takeWrites(shared.writes);
      const indices = [...shared.of];
      finishWrites(shared.writes, (i) => {
        this.#at = this.#writes[indices[i] as number]?.path;
      });
    }
    this.#at = undefined;
  }

  /** Where this run prepares what it writes. */
  get staging(): string {
    if (this.#staging === undefined) throw new Error(`the run in ${this.#root} has not begun`);
    return this.#staging;
  }

  /** Changes all places. Whoever is interrupted here finds what was meant, and takes it back. */
  place(): void {
    // Removals come first: where case does not count, a file may be there under the name of one that goes.
    for (const [i, step] of this.#removals.entries()) this.#remove(step, i);
    const single = [...this.#single];
    for (const [folder, whole] of this.#wholes) {
      if (!this.#placeWhole(folder, whole)) for (const i of whole.files) single.push(i);
    }
    const folders = new Set(single.map((i) => folderOf((this.#writes[i] as WriteStep).path)));
    for (const folder of this.#outermost.keys()) {
      if (!folders.has(folder)) continue;
      this.#at = folder;
      this.#makeFolder(path.join(this.#root, folder));
    }
    for (const i of single.sort((a, b) => a - b)) this.#place(this.#writes[i] as WriteStep, i);
  }

  /** From here on the run is done, whatever happens. */
  finish(): void {
    this.#at = undefined;
    this.#fs.unlinkSync(path.join(this.staging, INTENT));
  }

  /** The path that was worked on last, for messages. */
  get at(): string {
    return this.#at === undefined ? this.#plan.root : path.join(this.#plan.root, this.#at);
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

  /** Looks at a folder and those above it, once. */
  #outermostAbsent(folder: string): string | undefined {
    if (folder === '.' || this.#outermost.has(folder)) return this.#outermost.get(folder);
    const isThere = () => this.#fs.lstatSync(path.join(this.#root, folder), { throwIfNoEntry: false }) !== undefined;
    const outermost = this.#outermostAbsent(path.posix.dirname(folder)) ?? (isThere() ? undefined : folder);
    this.#outermost.set(folder, outermost);
    return outermost;
  }

  #whole(folder: string): WholeFolder {
    const whole = this.#wholes.get(folder) ?? { folders: [], files: [] };
    this.#wholes.set(folder, whole);
    return whole;
  }

  /** Puts a folder to its place. That this fails, as where something is there by now, is no reason to fail. */
  #placeWhole(folder: string, { folders, files }: WholeFolder): boolean {
    this.#at = folder;
    try {
      this.#fs.renameSync(path.join(this.staging, this.#names.ofFolder(folder) as string), path.join(this.#root, folder));
    } catch (error) {
      if (!isSystemError(error)) throw error;
      return false;
    }
    for (const each of folders) this.#madeFolders.push(path.join(this.#root, each));
    // Each file for itself: somebody else may put one of his own there.
    const removal = (i: number) => this.#removal((this.#writes[i] as WriteStep).path);
    this.#undo.push(() => [...files].reverse().map(removal));
    return true;
  }

  /** What removes a file that was not there. */
  #removal(file: string): Undo {
    return { path: path.join(this.#plan.root, file), run: () => this.#fs.unlinkSync(path.join(this.#root, file)) };
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

  /**
   * Says what is meant, before anything is changed: whoever finds it there can take back what was done of it.
   *
   * @param company the runs in other roots that are done together with this one, or not at all
   */
  declare(company: Pick<Intent, 'leader' | 'followers'>): void {
    const staging = this.staging;
    const intent: Intent = {
      ...company,
      madeRoot: this.#madeFolders.includes(this.#root),
      folders: this.#absent,
      wholes: [...this.#wholes.keys()],
      writes: this.#writes.map(({ path, kind }, i) => ({ path, kind, ...(this.#known[i] as Fingerprint) })),
      removals: this.#removals.map(({ path }) => path),
    };
    const draft = path.join(staging, `${INTENT}.new`);
    this.#fs.writeFileSync(draft, JSON.stringify(intent), { flag: 'wx' });
    this.#fs.renameSync(draft, path.join(staging, INTENT));
  }

  /** Where the new text of a file waits. */
  #stagedAt({ path: file }: WriteStep, index: number): string {
    return path.join(this.staging, this.#names.ofFile(file, index));
  }

  /** Has others begin to write the files that they can; nothing where these are few. */
  #share({ count, share }: Writers): { readonly writes: SharedWrites; readonly of: ReadonlySet<number> } | undefined {
    const of = new Set<number>();
    const files: (readonly [name: string, text: TextPlace])[] = [];
    for (const [i, { path: file, whole, executable }] of this.#writes.entries()) {
      if (!whole?.place || executable) continue;
      of.add(i);
      files.push([this.#names.ofFile(file, i), whole.place]);
    }
    if (files.length < WORTH_SHARING) return undefined;
    const writes = sharedWrites(this.staging, files, count + 1);
    share(writes);
    return { writes, of };
  }

  /** Writes a new file to the staging directory. Returns by what it is known. */
  #stage(step: WriteStep, index: number): Fingerprint {
    this.#at = step.path;
    // Its text is put together now.
    checkMemory(`writing ${step.path}`);
    phase('writing files', { done: index + 1, all: this.#writes.length });
    const staged = this.#stagedAt(step, index);
    const mode = step.executable ? 0o777 : 0o666;
    const { known } = step;
    const hash = known ? undefined : createHash('sha256');
    let flag = 'wx';
    for (const bytes of step.bytes) {
      this.#fs.writeFileSync(staged, bytes, { flag, mode });
      hash?.update(bytes);
      flag = 'a';
    }
    return known ?? { sha256: (hash as Hash).digest('hex') };
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
    const { at } = this;
    this.#undo.push(() => [{ path: at, run: () => this.#fs.renameSync(backup, target) }]);
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
    this.#at = step.path;
    this.#backUp(path.join(this.#root, step.path), `gone${index}`, true);
  }

  #place(step: WriteStep, index: number): void {
    this.#at = step.path;
    const target = path.join(this.#root, step.path);
    const there = this.#fs.lstatSync(target, { throwIfNoEntry: false });
    const backup = there && this.#backUp(target, `old${index}`, false);
    // Since the plan was made something came to stand here. Another run of ours may be the cause.
    if (backup !== undefined && step.kind === 'create' && !this.#isReplaceable(backup, step)) {
      throw Object.assign(new Error(`${target} appeared`), { code: 'EEXIST', syscall: 'rename' });
    }
    this.#fs.renameSync(this.#stagedAt(step, index), target);
    if (backup === undefined) this.#undo.push(() => [this.#removal(step.path)]);
  }

  #isReplaceable(file: string, step: WriteStep): boolean {
    if (!this.#fs.lstatSync(file).isFile()) return false;
    const text = this.#fs.readFileSync(file, 'utf8');
    return text === step.content || readHeader(text) !== undefined;
  }

  /** Takes everything back, last change first. Returns the paths for which that failed. */
  rollBack(): string[] {
    const lost: string[] = [];
    for (const undone of this.#undo.reverse()) {
      for (const { path: at, run } of undone()) {
        try {
          run();
        } catch (error) {
          if (!isMissing(error)) lost.push(at);
        }
      }
    }
    this.discardStaging();
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
  discardStaging(): void {
    if (this.#staging === undefined) return;
    try {
      // After a run that went well it is empty, and what Node.js removes trees with costs a short command a hundredth of its time.
      this.#fs.rmdirSync(this.#staging);
    } catch {
      try {
        // What stands there no longer has to be taken back.
        this.#fs.rmSync(path.join(this.#staging, INTENT), { force: true });
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

/** Does all of several runs, or nothing of any. */
function together(runs: readonly Transaction[], writers: Writers | undefined): void {
  const [first, ...others] = runs;
  if (!first) return;
  let at: Transaction = first;
  const each = (work: (run: Transaction) => void, of = runs) => {
    for (at of of) work(at);
  };
  stayWithWork();
  try {
    each((run) => run.begin());
    each((run) => run.stage(writers));
    // The first run's word counts for all: as long as it stands all is taken back, and when it is gone all is done. So it is
    // said last.
    each((run) => run.declare({ leader: first.staging }), others);
    each((run) => run.declare({ followers: others.map(({ staging }) => staging) }), [first]);
    each((run) => run.place());
    each((run) => run.finish(), [first]);
  } catch (error) {
    const lost = [...runs].reverse().flatMap((run) => run.rollBack());
    fail('output-failed', { path: at.at, reason: reasonOf(error), lost });
  } finally {
    for (const run of runs) run.discardStaging();
  }
}

/**
 * Brings the output directory to what the plan says. After a failure it is as it was before, and a
 * {@link DiagnosticError} says why; a plan that holds an error is refused in the same way. A plan without
 * changes touches nothing.
 *
 * @param writers who takes a share of what is written, if there is anybody
 */
export function applyPlan(plan: Plan, fs: FileSystem = nodeFs, writers?: Writers): void {
  applyPlans([plan], fs, writers);
}

/** Does what {@link applyPlan} does with several directories, none of them within another: all of it, or nothing. */
export function applyPlans(plans: readonly Plan[], fs: FileSystem = nodeFs, writers?: Writers): void {
  const errors = plans.flatMap(({ diagnostics }) => diagnostics.filter((d) => d.severity === 'error'));
  if (errors.length > 0) throw new DiagnosticError(...errors);
  const runs = plans.filter((plan) => changes(plan).length > 0).map((plan) => new Transaction(plan, fs));
  if (runs.length > 0) uninterrupted(() => together(runs, writers));
}
