/**
 * Writes files that the user named and that are too large for memory. Either all files of a run are moved to their final paths,
 * or none; exception: file names that no intent can record.
 */

import { createHash, type Hash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { type Diagnostic, fail, isSystemError } from '../diagnostics/index.ts';
import { isSameFile, reportErrors } from './file.ts';
import { INTENT_FILE, type Intent, isPlannable, processStagingPrefix, recoverOutput, revertRun, writeIntent } from './staging.ts';

/** The number of characters that are buffered before they are written. */
const BUFFER_SIZE = 1 << 18;

/** Accepts a text in chunks. */
export interface ChunkSink {
  readonly write: (text: string) => void;
  /** Closes the file early, so that fewer files stay open; `commit` closes the others. */
  readonly close: () => void;
}

/** A file that stays in the staging folder until all files are complete. */
interface StagedFile {
  /** The path that the user gave. */
  readonly path: string;
  /** The last segment of the path. */
  readonly name: string;
  readonly stagedPath: string;
  readonly kind: 'create' | 'replace';
  readonly hash: Hash;
  readonly sink: ChunkSink;
}

interface Root {
  readonly folder: string;
  readonly staging: string;
  readonly files: StagedFile[];
}

/**
 * The files that a run writes. Each is staged in the folder of its final path; `commit` moves all files there. If the process
 * is killed meanwhile, the next run reverts it (`staging.ts`). A device or a pipe receives its text directly.
 */
export class ChunkedFiles {
  /** Diagnostics about interrupted runs. */
  readonly diagnostics: Diagnostic[] = [];
  readonly #inputs: readonly string[];
  readonly #force: boolean;
  readonly #roots = new Map<string, Root>();
  /** Functions that close the open files; the flag states whether to write the buffered text first. */
  readonly #closers: ((flushFirst: boolean) => void)[] = [];

  /**
   * @param inputs the input files of the command; they are never overwritten, whatever path leads to them
   * @param force whether existing files are overwritten
   */
  constructor(inputs: readonly string[], force: boolean) {
    this.#inputs = inputs;
    this.#force = force;
  }

  /** @throws DiagnosticError if the file is an input, a link or exists already, or if the system rejects the operation. */
  open(file: string): ChunkSink {
    const stat = reportErrors(file, () => statSync(file, { throwIfNoEntry: false }));
    if (stat && !stat.isFile()) {
      if (stat.isDirectory()) fail('write-failed', { path: file, reason: 'it is a directory' });
      return this.#openSink(file, file).sink;
    }
    const root = reportErrors(file, () => this.#rootOf(path.dirname(path.resolve(file))));
    if (root.files.some(({ name }) => name === path.basename(file))) {
      fail('usage', { message: `${file} is named for two outputs`, help: 'choose another path for one of them' });
    }
    const kind = this.#kindOf(file);
    const stagedPath = stagedPathAt(root, root.files.length);
    const { sink, hash } = this.#openSink(file, stagedPath);
    root.files.push({ path: file, name: path.basename(file), stagedPath, kind, hash, sink });
    return sink;
  }

  /** Moves all files to their final paths. */
  commit(): void {
    for (const close of this.#closers) close(true);
    const roots = [...this.#roots.values()].filter(({ files }) => files.length > 0);
    const [first, ...others] = roots;
    if (!first) return;
    for (const each of others) recordIntent(each, { leader: first.staging });
    recordIntent(first, { followers: others.map(({ staging }) => staging) });
    try {
      for (const { staging, files } of roots)
        for (const [i, file] of files.entries()) moveToFinalPath(staging, file, i, this.#force);
    } catch (error) {
      for (const each of [...others, first]) if (isRecordable(each)) revertRun(each.folder, each.staging, intentOf(each, {}));
      throw error;
    }
    rmSync(path.join(first.staging, INTENT_FILE), { force: true });
    this.dispose();
  }

  /** Drops all files but this one, so that {@link commit} moves only this one. */
  keepOnly(keptSink: ChunkSink): void {
    for (const [folder, root] of this.#roots) {
      const kept = root.files.find(({ sink }) => sink === keptSink);
      if (kept) {
        // Recovery identifies the staged file by its index.
        const stagedPath = stagedPathAt(root, 0);
        if (kept.stagedPath !== stagedPath) renameSync(kept.stagedPath, stagedPath);
        this.#roots.set(folder, { ...root, files: [{ ...kept, stagedPath }] });
      } else {
        rmSync(root.staging, { recursive: true, force: true });
        this.#roots.delete(folder);
      }
    }
  }

  /** Closes all files and removes those that were not committed. Callers must call it in a finally block. */
  dispose(): void {
    for (const close of this.#closers) close(false);
    for (const { staging } of this.#roots.values()) rmSync(staging, { recursive: true, force: true });
    this.#roots.clear();
  }

  #rootOf(folder: string): Root {
    const known = this.#roots.get(folder);
    if (known) return known;
    this.diagnostics.push(...recoverOutput(folder));
    const root = { folder, staging: mkdtempSync(path.join(folder, processStagingPrefix())), files: [] };
    this.#roots.set(folder, root);
    return root;
  }

  #kindOf(file: string): StagedFile['kind'] {
    const link = lstatSync(file, { throwIfNoEntry: false });
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat && this.#inputs.some((input) => isSameFile(stat, input))) fail('output-is-input', { path: file });
    if (stat && !this.#force) fail('output-foreign', { path: file });
    if (link?.isSymbolicLink()) fail('output-symlink', { path: file });
    return stat ? 'replace' : 'create';
  }

  /** @param writtenPath the path that the text is written to: of the staged file, or `file` itself for a device */
  #openSink(file: string, writtenPath: string): { readonly sink: ChunkSink; readonly hash: Hash } {
    const fd = reportErrors(file, () => openSync(writtenPath, writtenPath === file ? 'w' : 'wx'));
    const hash = createHash('sha256');
    let buffer = '';
    let isOpen = true;
    const flush = () => {
      const bytes = Buffer.from(buffer);
      buffer = '';
      hash.update(bytes);
      for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
    };
    const close = (flushFirst: boolean) => {
      if (!isOpen) return;
      isOpen = false;
      try {
        if (flushFirst) reportErrors(file, flush);
        if (flushFirst && writtenPath !== file) reportErrors(file, () => fsyncSync(fd));
      } finally {
        closeSync(fd);
      }
    };
    const write = (text: string) => {
      buffer += text;
      if (buffer.length >= BUFFER_SIZE) reportErrors(file, flush);
    };
    this.#closers.push(close);
    return { sink: { write, close: () => close(true) }, hash };
  }
}

/** Returns the path of the n-th staged file of a folder. */
const stagedPathAt = ({ staging }: Pick<Root, 'staging'>, index: number): string => path.join(staging, `new${index}`);

/** @param relatedRuns the runs in other folders that succeed or fail together with this one */
function intentOf({ files }: Root, relatedRuns: Pick<Intent, 'leader' | 'followers'>): Intent {
  return {
    ...relatedRuns,
    ...{ madeRoot: false, folders: [], removals: [] },
    writes: files.map(({ name, kind, hash }) => ({ path: name, kind, sha256: hash.copy().digest('hex') })),
  };
}

const isRecordable = ({ files }: Root): boolean => files.every(({ name }) => isPlannable(name));

/** Records the intent before anything changes. A run with a file name that `isPlannable` rejects is not recorded or reverted. */
function recordIntent(root: Root, relatedRuns: Pick<Intent, 'leader' | 'followers'>): void {
  if (!isRecordable(root)) return;
  reportErrors(root.folder, () => writeIntent(root.staging, intentOf(root, relatedRuns)));
}

/** Moves a file to its final path, and keeps the file that it replaces. */
function moveToFinalPath(staging: string, { path: file, stagedPath, kind }: StagedFile, index: number, force: boolean): void {
  reportErrors(file, () => {
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (stat && kind === 'create' && !force) fail('output-foreign', { path: file });
    // The rights of a private file stay.
    if (stat) chmodSync(stagedPath, stat.mode & 0o777);
    if (stat) backupFile(file, path.join(staging, `old${index}`));
    renameSync(stagedPath, file);
  });
}

/** Keeps a hard link as a backup, so that the file always exists. Moves the file if the file system has no hard links. */
function backupFile(file: string, backup: string): void {
  try {
    linkSync(file, backup);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    renameSync(file, backup);
  }
}
