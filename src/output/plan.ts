/** Compares generated files with the disk and plans the changes. A dry run, a check and a run start from the same plan. */

import {
  closeSync,
  type Dirent,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { checkMemory, type Diagnostic, diagnostic, isSystemError, reasonOf } from '../diagnostics/index.ts';
import {
  HEAD,
  type Header,
  hasSameOrigin,
  inComment,
  mayHaveConflict,
  mayHaveHeader,
  type Origin,
  readHeader,
  sameLines,
  withHeader,
} from './header.ts';
import { checkPaths } from './paths.ts';

export interface PlannedFile {
  /** Relative to the root, with `/` between folders. */
  readonly path: string;
  /** Without a header. */
  readonly content: string;
  /** Present for generated files. A file without it is a scaffold: it has no header, and belongs to the user once it exists. */
  readonly origin: Origin | undefined;
  readonly executable?: boolean;
}

interface PlannedPath {
  /** Relative to the root, with `/` between folders. */
  readonly path: string;
  /** Whether the file on the disk was edited since it was generated. */
  readonly edited: boolean;
}

export interface WriteStep extends PlannedPath {
  readonly kind: 'create' | 'replace';
  /** The complete text with the header. */
  readonly content: string;
  readonly executable: boolean;
}

export interface OtherStep extends PlannedPath {
  /**
   * - `unchanged`: it has the planned content, apart from line ends.
   * - `keep`: a scaffold file that exists with other content and stays.
   * - `remove`: generated earlier from the same ontology by the same generator, and no longer planned.
   */
  readonly kind: 'unchanged' | 'keep' | 'remove';
}

export type Step = WriteStep | OtherStep;

/** Plain data. A plan with an error among its diagnostics must not be applied. */
export interface Plan {
  /** The output directory, as it was given. */
  readonly root: string;
  /** One for each planned file without a conflict, in the order given; then removals, by path. */
  readonly steps: readonly Step[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface PlanOptions {
  /**
   * Whether a scaffold file that exists with other content is kept, by its path and its text; otherwise it is replaced. Without
   * this option each is a conflict.
   */
  readonly keepScaffold?: boolean | ((path: string, text: string) => boolean);
  /** Change no existing file: a file with other content is a conflict, and so is one that would be removed. */
  readonly createOnly?: boolean;
  /** The root belongs to one ontology: files that a generator wrote from another ontology are removed, too. */
  readonly anyOntology?: boolean;
}

/** A generated file on the disk. */
interface ExistingFile {
  readonly text: string;
  readonly header: Header;
}

/** Reads a file and its header; undefined if it has none. A large file without a header is not read to its end. */
function readGenerated(fd: number, file: string): ExistingFile | undefined {
  const head = Buffer.alloc(HEAD);
  const start = head.toString('utf8', 0, readSync(fd, head, 0, HEAD, 0));
  if (!readHeader(start) && !mayHaveConflict(start)) return undefined;
  const text = readFileSync(file, 'utf8');
  const header = readHeader(text);
  return header && { text, header };
}

/** Opens a file, reads it with `read`, and closes it. */
function withOpenFile<T>(file: string, read: (fd: number, file: string) => T): T {
  const fd = openSync(file, 'r');
  try {
    return read(fd, file);
  } finally {
    closeSync(fd);
  }
}

/** Returns true if a file has that text, apart from line ends. */
function hasContent(file: string, content: string): boolean {
  return statSync(file).size <= 2 * Buffer.byteLength(content) && sameLines(readFileSync(file, 'utf8'), content);
}

/** Returns the complete text of a file. */
export function contentOf(file: PlannedFile): string {
  return file.origin ? withHeader(file, file.origin) : file.content;
}

const MISSING = Symbol('missing');

/** Returns the result; {@link MISSING} if the file disappeared since its folder was listed, for example through another run. */
function readUnlessMissing<T>(read: () => T): T | typeof MISSING {
  try {
    return read();
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return MISSING;
    throw error;
  }
}

/** Returns the folder of a planned file; `.` is the root. */
export function folderOf(file: string): string {
  const slash = file.lastIndexOf('/');
  return slash < 0 ? '.' : file.slice(0, slash);
}

/** The state of a folder above a planned file. */
type FolderState = 'absent' | 'present' | 'rejected';

class Planner {
  readonly #root: string;
  readonly #options: PlanOptions;
  readonly #steps: Step[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #conflicts = new Set<string>();
  readonly #states = new Map<string, FolderState>();
  readonly #entries = new Map<string, ReadonlyMap<string, Dirent>>();

  constructor(root: string, options: PlanOptions) {
    this.#root = root;
    this.#options = options;
  }

  run(files: readonly PlannedFile[]): Plan {
    try {
      if (this.#checkRoot()) {
        for (const file of files) this.#planFile(file);
        this.#planRemovals(files);
      }
    } catch (error) {
      this.#diagnostics.push(
        diagnostic('output-failed', { path: (isSystemError(error) && error.path) || this.#root, reason: reasonOf(error) }),
      );
    }
    if (this.#conflicts.size > 0) {
      const paths = [...this.#conflicts];
      this.#diagnostics.push(diagnostic(this.#options.createOnly ? 'output-exists' : 'output-conflict', { paths }));
    }
    return { root: this.#root, steps: this.#steps, diagnostics: this.#diagnostics };
  }

  /** Returns the path to show and to open. */
  #pathOf(relative: string): string {
    return path.join(this.#root, relative);
  }

  /** Returns true if the root is a directory, a link to one, or can be created. */
  #checkRoot(): boolean {
    for (let at = path.resolve(this.#root); ; at = path.dirname(at)) {
      const shownPath = path.isAbsolute(this.#root) ? at : path.relative('', at) || '.';
      try {
        if (statSync(at).isDirectory()) return true;
        this.#diagnostics.push(diagnostic('output-is-file', { path: shownPath }));
        return false;
      } catch (error) {
        const code = isSystemError(error) && error.code;
        if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
        // A dangling link: no directory can be created at this path.
        if (code === 'ENOENT' && lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) {
          this.#diagnostics.push(diagnostic('output-symlink', { path: shownPath, nowhere: readlinkSync(at) }));
          return false;
        }
      }
    }
  }

  /** Returns the state of a folder. Checks each folder and its parents once. Does not follow links below the root. */
  #folder(folder: string): FolderState {
    const known = this.#states.get(folder);
    if (known) return known;
    let state: FolderState = folder === '.' ? 'present' : this.#folder(path.posix.dirname(folder));
    if (state === 'present') {
      // Only the root may be a link.
      const statOf = folder === '.' ? statSync : lstatSync;
      const stat = statOf(this.#pathOf(folder), { throwIfNoEntry: false });
      if (!stat) {
        state = 'absent';
      } else if (stat.isSymbolicLink()) {
        state = 'rejected';
        this.#diagnostics.push(diagnostic('output-symlink', { path: this.#pathOf(folder) }));
      } else if (!stat.isDirectory()) {
        state = 'rejected';
        this.#conflicts.add(this.#pathOf(folder));
      }
    }
    this.#states.set(folder, state);
    return state;
  }

  /** Returns the entries of a folder by name, none if it does not exist. */
  #list(folder: string): ReadonlyMap<string, Dirent> {
    let entries = this.#entries.get(folder);
    if (!entries) {
      const list = this.#folder(folder) === 'present' ? readdirSync(this.#pathOf(folder), { withFileTypes: true }) : [];
      entries = new Map(list.map((entry) => [entry.name, entry]));
      this.#entries.set(folder, entries);
    }
    return entries;
  }

  #planFile(file: PlannedFile): void {
    const folder = folderOf(file.path);
    const state = this.#folder(folder);
    if (state === 'rejected') return;

    const entry = state === 'absent' ? undefined : this.#list(folder).get(path.posix.basename(file.path));
    if (!entry) {
      this.#addWrite(file, 'create');
      return;
    }
    checkMemory(`comparing ${file.path} with the disk`);
    const at = this.#pathOf(file.path);
    if (entry.isSymbolicLink()) this.#diagnostics.push(diagnostic('output-symlink', { path: at }));
    else if (!entry.isFile()) this.#conflicts.add(at);
    else if (file.origin) this.#compareGenerated(file, at);
    else this.#compareScaffold(file, at);
  }

  /** Compares a generated file with the disk. */
  #compareGenerated(file: PlannedFile, at: string): void {
    const existing = readUnlessMissing(() =>
      withOpenFile(at, (fd) => readFileSync(fd).equals(Buffer.from(contentOf(file))) || readGenerated(fd, at)),
    );
    if (existing === MISSING) {
      this.#addWrite(file, 'create');
    } else if (!existing) {
      this.#conflicts.add(at);
    } else if (existing === true || sameLines(existing.text, contentOf(file))) {
      this.#addUnchanged(file, 'unchanged');
    } else if (this.#options.createOnly) {
      this.#conflicts.add(at);
    } else {
      if (existing.header.edited) this.#diagnostics.push(diagnostic('output-edited', { path: at }));
      this.#addWrite(file, 'replace', existing.header.edited);
    }
  }

  /** Compares a scaffold file with the disk. */
  #compareScaffold(file: PlannedFile, at: string): void {
    const isSame = readUnlessMissing(() => hasContent(at, contentOf(file)));
    if (isSame === MISSING) this.#addWrite(file, 'create');
    else if (isSame) this.#addUnchanged(file, 'unchanged');
    else if (this.#options.createOnly || !this.#options.keepScaffold) this.#conflicts.add(at);
    else if (this.#isScaffoldKept(file.path)) this.#addUnchanged(file, 'keep');
    else this.#addWrite(file, 'replace');
  }

  #addWrite(file: PlannedFile, kind: WriteStep['kind'], edited = false): void {
    const { path, executable = false } = file;
    this.#steps.push({ kind, path, edited, content: contentOf(file), executable });
  }

  #addUnchanged({ path: file }: PlannedFile, kind: 'unchanged' | 'keep'): void {
    this.#steps.push({ kind, path: file, edited: kind === 'keep' });
  }

  #isScaffoldKept(file: string): boolean {
    const { keepScaffold } = this.#options;
    return typeof keepScaffold !== 'function' || keepScaffold(file, readFileSync(this.#pathOf(file), 'utf8'));
  }

  /** Returns the different origins of the planned files in each folder that has files already. */
  #originsByFolder(files: readonly PlannedFile[]): ReadonlyMap<string, readonly Origin[]> {
    const origins = new Map<string, Map<string, Origin>>();
    for (const { path: file, origin } of files) {
      if (!origin) continue;
      const folder = folderOf(file);
      if (this.#list(folder).size === 0) continue;
      const known = origins.get(folder) ?? new Map<string, Origin>();
      origins.set(folder, known.set(JSON.stringify([origin.generator, origin.ontology]), origin));
    }
    return new Map([...origins].map(([folder, known]) => [folder, [...known.values()]]));
  }

  /** Plans to remove the files that an origin no longer generates, in the folders that it still writes to. */
  #planRemovals(files: readonly PlannedFile[]): void {
    const planned = new Set(files.map((file) => file.path));
    const stale: OtherStep[] = [];
    for (const [folder, origins] of this.#originsByFolder(files)) {
      for (const entry of this.#list(folder).values()) {
        const file = path.posix.join(folder, entry.name);
        if (!entry.isFile() || planned.has(file)) continue;
        if (!origins.some(({ comment }) => mayHaveHeader(entry.name, comment))) continue;
        const header = this.#headerOfUnplanned(file);
        if (!header) continue;
        const isFrom = (name: string) => origins.some((origin) => this.#isFrom(origin, header, name));
        if (isFrom(entry.name)) stale.push({ kind: 'remove', path: file, edited: header.edited });
        // An edited copy belongs to the user.
        else if (!header.edited && header.file !== undefined && isFrom(header.file))
          this.#diagnostics.push(diagnostic('output-renamed', { path: this.#pathOf(file), file: header.file }));
      }
    }
    stale.sort((a, b) => (a.path < b.path ? -1 : 1));
    for (const step of stale) {
      if (this.#options.createOnly) {
        this.#conflicts.add(this.#pathOf(step.path));
        continue;
      }
      if (step.edited) this.#diagnostics.push(diagnostic('output-edited-removed', { path: this.#pathOf(step.path) }));
      this.#steps.push(step);
    }
  }

  /** Returns whether a file was generated by the template and from the ontology of a planned one. */
  #isFrom(origin: Origin, header: Header, fileName: string): boolean {
    return hasSameOrigin(
      this.#options.anyOntology ? { ...header, ontology: inComment(origin.ontology) } : header,
      origin,
      fileName,
    );
  }

  /**
   * Returns the header of a file that is not planned. Ignores an unreadable file, because it cannot be identified as generated.
   */
  #headerOfUnplanned(file: string): Header | undefined {
    try {
      return withOpenFile(this.#pathOf(file), readGenerated)?.header;
    } catch (error) {
      if (isSystemError(error)) return undefined;
      throw error;
    }
  }
}

/**
 * Compares planned files with the output directory. Reads only the folders that contain planned files, and writes nothing.
 *
 * Throws if a path is invalid (see {@link checkPaths}); the diagnostics of the plan report all problems of the disk.
 */
export function planOutput(root: string, files: readonly PlannedFile[], options: PlanOptions = {}): Plan {
  checkPaths(files.map((file) => file.path));
  return new Planner(root, options).run(files);
}

/** The word for each kind of step in the output of commands. */
export const stepWords = {
  create: 'created',
  replace: 'updated',
  unchanged: 'unchanged',
  remove: 'removed',
  keep: 'kept',
} as const;

export type StepWord = (typeof stepWords)[Step['kind']];

/** Returns the paths of all files of a plan, grouped by their step. */
export function stepsByKind({ steps }: Plan): Readonly<Record<StepWord, readonly string[]>> {
  const paths: Record<StepWord, string[]> = { created: [], updated: [], unchanged: [], removed: [], kept: [] };
  for (const step of steps) paths[stepWords[step.kind]].push(step.path);
  return paths;
}

/** Returns the steps that change the disk. Without any, the output is up to date. */
export function changingSteps(plan: Plan): readonly Step[] {
  return plan.steps.filter((step) => step.kind !== 'unchanged' && step.kind !== 'keep');
}
