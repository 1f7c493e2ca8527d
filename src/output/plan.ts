/** What would have to happen on the disk, without doing it. A dry run, a check and a run start from the same plan. */

import {
  closeSync,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { checkMemory, type Diagnostic, diagnostic, isSystemError, phase, reasonOf } from '../diagnostics/index.ts';
import { bytesOf, hashOfBytes, textOf } from './bytes.ts';
import type { SeenFiles } from './file-cache.ts';
import {
  bytesWithHeader,
  type Fingerprint,
  HEAD,
  type Header,
  headOfBytes,
  inComment,
  isOwn,
  mayBeUnmerged,
  mayHaveHeader,
  type Origin,
  piecesWithHeader,
  readHeader,
  readHeaderOf,
  sameLines,
  withHeader,
} from './header.ts';
import { checkPaths } from './paths.ts';

export interface PlannedFile {
  /** Relative to the root, with `/` between folders. */
  readonly path: string;
  /** Without a header. */
  readonly content: string;
  /** Of a long text its bytes, as `piecesWithHeader` takes them, for those who can do without all of it at once. */
  readonly pieces?: () => Iterable<Buffer>;
  /** Of a generated file. A file without one is a scaffold: it gets no header, and belongs to the user once it is there. */
  readonly origin: Origin | undefined;
  readonly executable?: boolean;
  /** Whether somebody holds its content anyway, for the next time that it is planned. */
  readonly isKept?: boolean;
}

/** All of a text as it is to stand on the disk, with its header, where that was made before. */
export interface Whole {
  /** In pieces that part no character, each to be used before the next one is asked for. */
  readonly bytes: () => Iterable<Buffer>;
  readonly known: Fingerprint;
  /** Where it stands, if it is short: other threads can take it from there. */
  readonly place?: TextPlace;
}

/** Where the text of a file stands: how many bytes of an open file, and from which on. */
export interface TextPlace {
  readonly file: number;
  readonly at: number;
  readonly length: number;
}

/** A planned file whose text was put together elsewhere. */
export interface ReadyFile extends Pick<PlannedFile, 'path' | 'origin'> {
  readonly whole: Whole;
}

interface At {
  /** Relative to the root, with `/` between folders. */
  readonly path: string;
  /** Whether somebody changed the file on the disk since it was generated. */
  readonly edited: boolean;
}

export interface WriteStep extends At {
  readonly kind: 'create' | 'replace';
  /** All of the text, with the header: put together when it is asked for, because there may be much of it. */
  readonly content: string;
  /** The same as bytes that are not put together, each to be used before the next ones are asked for. */
  readonly bytes: Iterable<Buffer>;
  /** The same, where it was put together before. */
  readonly whole: Whole | undefined;
  /** By what it is known again, where that takes no hash of all of its bytes. */
  readonly known: Fingerprint | undefined;
  readonly executable: boolean;
}

export interface OtherStep extends At {
  /**
   * - `unchanged`: it is there as it should be, but for line ends.
   * - `keep`: a scaffold file that is there with other content and stays.
   * - `remove`: generated earlier from the same ontology by the same generator, and no longer planned.
   */
  readonly kind: 'unchanged' | 'keep' | 'remove';
}

export type Step = WriteStep | OtherStep;

/** Plain data. Nothing may be done by a plan with an error among its diagnostics. */
export interface Plan {
  /** The output directory, as it was given. */
  readonly root: string;
  /** One for each planned file that nothing stands against, in the order given; then removals, by path. */
  readonly steps: readonly Step[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface PlanOptions {
  /**
   * Whether a scaffold file that is there with other content is kept, by its path and its text; one that is not
   * kept is replaced. Without this each is a conflict.
   */
  readonly keepScaffold?: boolean | ((path: string, text: string) => boolean);
  /** Change nothing that is there: a file with other content is a conflict, and so is one that would be removed. */
  readonly createOnly?: boolean;
  /** The root belongs to one ontology: what a generator wrote from another one is no longer planned either. */
  readonly anyOntology?: boolean;
  /** What is known of files from plans before: those that nobody changed since are not read again. */
  readonly seen?: SeenFiles;
}

/** What stands where a generated file is planned. */
interface Found {
  readonly bytes: Buffer;
  readonly header: Header;
}

/** The bytes of a file and its header; nothing if it has none. A large file without a header is not read to its end. */
function readGenerated(fd: number, file: string): Found | undefined {
  const head = Buffer.allocUnsafe(Math.min(HEAD, fstatSync(fd).size + 1));
  let bytes = head.subarray(0, readSync(fd, head, 0, head.length, 0));
  let header = readHeader(bytes.toString('utf8'));
  if ((header || mayBeUnmerged(bytes)) && bytes.length === head.length) {
    bytes = readFileSync(file);
    header = readHeaderOf(bytes);
  }
  return header && { bytes, header };
}

/** Reads a file, and closes it. */
function reading<T>(file: string, read: (fd: number, file: string) => T): T {
  const fd = openSync(file, 'r');
  try {
    return read(fd, file);
  } finally {
    closeSync(fd);
  }
}

/** Bytes of files, which are looked at one after the other. */
class Window {
  #room: Buffer = Buffer.alloc(0);

  /** Whether these bytes stand at a place of a file. */
  holds(fd: number, bytes: Buffer, at: number): boolean {
    const { length } = bytes;
    if (this.#room.length < length) this.#room = Buffer.allocUnsafeSlow(2 * length);
    for (let done = 0; done < length; ) {
      const read = readSync(fd, this.#room, done, length - done, at + done);
      if (read === 0) return false;
      done += read;
    }
    return bytes.equals(this.#room.subarray(0, length));
  }

  /** Whether a file ends there. */
  endsAt(fd: number, at: number): boolean {
    if (this.#room.length === 0) this.#room = Buffer.allocUnsafeSlow(1);
    return readSync(fd, this.#room, 0, 1, at) === 0;
  }
}

/** A file whose text is there as bytes. */
type InPieces = PlannedFile & Required<Pick<PlannedFile, 'pieces'>> & { readonly origin: Origin };

const isInPieces = (file: PlannedFile): file is InPieces => file.pieces !== undefined && file.origin !== undefined;

/** The hashes of such texts and their headers: what was compared with the disk is written with the same. */
const headed = new WeakMap<PlannedFile, HeadedText>();

type HeadedText = Required<Fingerprint>;

function headedText(file: InPieces): HeadedText {
  const known = headed.get(file);
  if (known) return known;
  const { path, pieces, origin } = file;
  const sha256 = hashOfBytes(pieces());
  const [first = NO_BYTES] = pieces();
  const made = { sha256, head: headOfBytes(path, first, sha256, origin) };
  headed.set(file, made);
  return made;
}

/** Whether bytes that are others than planned are so by their line ends alone. */
function isAsPlanned(bytes: Buffer, file: PlannedFile | ReadyFile): boolean {
  return (bytes.includes('\r\n') || hasReturns(file)) && sameLines(bytes.toString('utf8'), contentOf(file));
}

/** Whether a line of a planned file ends as on Windows. */
function hasReturns(file: PlannedFile | ReadyFile): boolean {
  if (!('whole' in file)) return !file.pieces && file.content.includes('\r\n');
  for (const piece of file.whole.bytes()) if (piece.includes('\r\n')) return true;
  return false;
}

/** Whether a file holds that text. */
function holds(file: string, content: string): boolean {
  return statSync(file).size <= 2 * Buffer.byteLength(content) && sameLines(readFileSync(file, 'utf8'), content);
}

/** All of the text of a file. */
export function contentOf(file: PlannedFile | ReadyFile): string {
  if ('whole' in file) return textOf(file.whole.bytes());
  return file.origin ? withHeader(file, file.origin) : file.content;
}

/** The same as bytes. */
export function fileBytes(file: PlannedFile | ReadyFile): Iterable<Buffer> {
  if ('whole' in file) return file.whole.bytes();
  if (!file.origin) return bytesOf(file.content);
  return isInPieces(file) ? piecesWithHeader(file.pieces(), headedText(file).head) : bytesWithHeader(file, file.origin);
}

/** By what it is known again, where the hash of all of its bytes is not needed for that. */
function knownBy(file: PlannedFile | ReadyFile): Fingerprint | undefined {
  if ('whole' in file) return file.whole.known;
  return isInPieces(file) ? headedText(file) : undefined;
}

const NO_BYTES = Buffer.alloc(0);

const GONE = Symbol('gone');

/** The result, unless the file disappeared since its folder was listed, as another run may cause. */
function unlessGone<T>(read: () => T): T | typeof GONE {
  try {
    return read();
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return GONE;
    throw error;
  }
}

/** The folder of a planned file; `.` is the root. */
export function folderOf(file: string): string {
  const slash = file.lastIndexOf('/');
  return slash < 0 ? '.' : file.slice(0, slash);
}

/** A step that writes a planned file. There may be many, and what each has to be asked for is made then. */
class Writing implements WriteStep {
  readonly kind: WriteStep['kind'];
  readonly edited: boolean;
  readonly #file: PlannedFile | ReadyFile;

  constructor(file: PlannedFile | ReadyFile, kind: WriteStep['kind'], edited: boolean) {
    this.#file = file;
    this.kind = kind;
    this.edited = edited;
  }

  get path(): string {
    return this.#file.path;
  }

  get content(): string {
    return contentOf(this.#file);
  }

  get bytes(): Iterable<Buffer> {
    return fileBytes(this.#file);
  }

  get whole(): Whole | undefined {
    return 'whole' in this.#file ? this.#file.whole : undefined;
  }

  get known(): Fingerprint | undefined {
    return knownBy(this.#file);
  }

  get executable(): boolean {
    return 'executable' in this.#file && this.#file.executable === true;
  }
}

/** What a folder on the way to a planned file is. */
type FolderState = 'absent' | 'present' | 'refused';

class Planner {
  readonly #root: string;
  readonly #options: PlanOptions;
  readonly #steps: Step[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #conflicts = new Set<string>();
  readonly #states = new Map<string, FolderState>();
  readonly #entries = new Map<string, ReadonlyMap<string, Dirent>>();
  readonly #window = new Window();

  constructor(root: string, options: PlanOptions) {
    this.#root = root;
    this.#options = options;
  }

  run(files: readonly (PlannedFile | ReadyFile)[]): Plan {
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

  /** The path to show and to open. */
  #at(relative: string): string {
    return path.join(this.#root, relative);
  }

  /** The root may be absent, a directory, or a link to one; all above it likewise. */
  #checkRoot(): boolean {
    for (let at = path.resolve(this.#root); ; at = path.dirname(at)) {
      const shown = path.isAbsolute(this.#root) ? at : path.relative('', at) || '.';
      try {
        if (statSync(at).isDirectory()) return true;
        this.#diagnostics.push(diagnostic('output-is-file', { path: shown }));
        return false;
      } catch (error) {
        const code = isSystemError(error) && error.code;
        if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
        // A link that leads nowhere: no directory can be made in its place.
        if (code === 'ENOENT' && lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) {
          this.#diagnostics.push(diagnostic('output-symlink', { path: shown, nowhere: readlinkSync(at) }));
          return false;
        }
      }
    }
  }

  /** Looks at a folder and all above it, once. Links below the root are not followed. */
  #folder(folder: string): FolderState {
    const known = this.#states.get(folder);
    if (known) return known;
    let state: FolderState = folder === '.' ? 'present' : this.#folder(path.posix.dirname(folder));
    if (state === 'present') {
      // Only the root is looked at through a link.
      const look = folder === '.' ? statSync : lstatSync;
      const stat = look(this.#at(folder), { throwIfNoEntry: false });
      if (!stat) {
        state = 'absent';
      } else if (stat.isSymbolicLink()) {
        state = 'refused';
        this.#diagnostics.push(diagnostic('output-symlink', { path: this.#at(folder) }));
      } else if (!stat.isDirectory()) {
        state = 'refused';
        this.#conflicts.add(this.#at(folder));
      }
    }
    this.#states.set(folder, state);
    return state;
  }

  /** What is in a folder that is there, by name. */
  #list(folder: string): ReadonlyMap<string, Dirent> {
    let entries = this.#entries.get(folder);
    if (!entries) {
      const list = this.#folder(folder) === 'present' ? readdirSync(this.#at(folder), { withFileTypes: true }) : [];
      entries = new Map(list.map((entry) => [entry.name, entry]));
      this.#entries.set(folder, entries);
    }
    return entries;
  }

  #planFile(file: PlannedFile | ReadyFile): void {
    const folder = folderOf(file.path);
    const state = this.#folder(folder);
    if (state === 'refused') return;

    phase('comparing with the disk');
    const entry = state === 'absent' ? undefined : this.#list(folder).get(path.posix.basename(file.path));
    if (!entry) {
      this.#write(file, 'create');
      return;
    }
    checkMemory(`comparing ${file.path} with the disk`);
    const at = this.#at(file.path);
    if (entry.isSymbolicLink()) this.#diagnostics.push(diagnostic('output-symlink', { path: at }));
    else if (!entry.isFile()) this.#conflicts.add(at);
    else if (this.#isSeen(at, file)) this.#leave(file, 'unchanged');
    else if (file.origin) this.#compareGenerated(file, at);
    else this.#compareScaffold(file, at);
  }

  /** Compares a file that is generated again and again with what stands in its place. */
  #compareGenerated(file: PlannedFile | ReadyFile, at: string): void {
    const stamp = this.#options.seen?.stampOf(at);
    const found = unlessGone(() => reading(at, (fd) => this.#isExact(fd, file) || readGenerated(fd, at)));
    if (found === GONE) {
      this.#write(file, 'create');
    } else if (!found) {
      this.#conflicts.add(at);
    } else if (found === true || isAsPlanned(found.bytes, file)) {
      if ('isKept' in file) this.#options.seen?.note(at, stamp, file);
      this.#leave(file, 'unchanged');
    } else if (this.#options.createOnly) {
      this.#conflicts.add(at);
    } else {
      if (found.header.edited) this.#diagnostics.push(diagnostic('output-edited', { path: at }));
      this.#write(file, 'replace', found.header.edited);
    }
  }

  /** Whether a file holds the bytes that are planned. No text is made of either: mostly they are the same. */
  #isExact(fd: number, file: PlannedFile | ReadyFile): boolean {
    let at = 0;
    for (const piece of fileBytes(file)) {
      if (!this.#window.holds(fd, piece, at)) return false;
      at += piece.length;
    }
    return this.#window.endsAt(fd, at);
  }

  /** Compares a file that is the user's once it is there with what stands in its place. */
  #compareScaffold(file: PlannedFile | ReadyFile, at: string): void {
    const same = unlessGone(() => holds(at, contentOf(file)));
    if (same === GONE) this.#write(file, 'create');
    else if (same) this.#leave(file, 'unchanged');
    else if (this.#options.createOnly || !this.#options.keepScaffold) this.#conflicts.add(at);
    else if (this.#keeps(file.path)) this.#leave(file, 'keep');
    else this.#write(file, 'replace');
  }

  #write(file: PlannedFile | ReadyFile, kind: WriteStep['kind'], edited = false): void {
    this.#steps.push(new Writing(file, kind, edited));
  }

  #leave({ path: file }: PlannedFile | ReadyFile, kind: 'unchanged' | 'keep'): void {
    this.#steps.push({ kind, path: file, edited: kind === 'keep' });
  }

  /** Whether a file is known to be there as it is planned. */
  #isSeen(at: string, file: PlannedFile | ReadyFile): boolean {
    return 'isKept' in file && this.#options.seen?.isUnchanged(at, file) === true;
  }

  #keeps(file: string): boolean {
    const { keepScaffold } = this.#options;
    return typeof keepScaffold !== 'function' || keepScaffold(file, readFileSync(this.#at(file), 'utf8'));
  }

  /** Finds, in the folders that an origin still writes to, the files that it no longer does. */
  #planRemovals(files: readonly Pick<PlannedFile, 'path' | 'origin'>[]): void {
    const origins = new Map<string, Map<string, Origin>>();
    // Most files come from where the one before them does.
    let last: { readonly folder: string; readonly origin: Origin } | undefined;
    for (const { path: file, origin } of files) {
      if (!origin) continue;
      const folder = folderOf(file);
      if ((last?.folder === folder && last.origin === origin) || this.#list(folder).size === 0) continue;
      last = { folder, origin };
      const there = origins.get(folder) ?? new Map<string, Origin>();
      origins.set(folder, there.set(JSON.stringify([origin.generator, origin.ontology]), origin));
    }
    if (origins.size === 0) return;

    const planned = new Set(files.map((file) => file.path));
    const stale: OtherStep[] = [];
    for (const [folder, there] of origins) {
      for (const entry of this.#list(folder).values()) {
        const file = path.posix.join(folder, entry.name);
        if (!entry.isFile() || planned.has(file)) continue;
        if (![...there.values()].some(({ comment }) => mayHaveHeader(entry.name, comment))) continue;
        const header = this.#headerOfStranger(file);
        if (header && [...there.values()].some((origin) => this.#isOwn(header, origin, entry.name))) {
          stale.push({ kind: 'remove', path: file, edited: header.edited });
        }
      }
    }
    stale.sort((a, b) => (a.path < b.path ? -1 : 1));
    for (const step of stale) {
      if (this.#options.createOnly) {
        this.#conflicts.add(this.#at(step.path));
        continue;
      }
      if (step.edited) this.#diagnostics.push(diagnostic('output-edited-removed', { path: this.#at(step.path) }));
      this.#steps.push(step);
    }
  }

  #isOwn(header: Header, origin: Origin, fileName: string): boolean {
    return isOwn(this.#options.anyOntology ? { ...header, ontology: inComment(origin.ontology) } : header, origin, fileName);
  }

  /** A file that cannot be read is not known to be ours, and so no concern of this run. */
  #headerOfStranger(file: string): Header | undefined {
    try {
      return reading(this.#at(file), readGenerated)?.header;
    } catch (error) {
      if (isSystemError(error)) return undefined;
      throw error;
    }
  }
}

/**
 * Compares planned files with what is in the output directory. Reads only the folders that files are
 * planned in, and writes nothing.
 *
 * Throws if the paths themselves are at fault (see {@link checkPaths}); all that is wrong with the disk
 * stands in the plan's diagnostics.
 */
export function planOutput(root: string, files: readonly (PlannedFile | ReadyFile)[], options: PlanOptions = {}): Plan {
  checkPaths(files.map((file) => file.path));
  return new Planner(root, options).run(files);
}

/** The steps that change something on the disk; without any, what is there is up to date. */
export function changes(plan: Plan): readonly Step[] {
  return plan.steps.filter((step) => step.kind !== 'unchanged' && step.kind !== 'keep');
}
