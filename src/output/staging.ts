/**
 * The folder in which a run prepares what it writes, and what is left of it after a run that was killed.
 *
 * New files are written there, inside the root, so that they reach their places by renaming, which takes no space and
 * leaves no half of a file; what they replace is kept there until the end. Before the first change to a place the run writes
 * down what it means to do (`intent.json`), and it removes that when all is done. So a folder with it belongs to a run that
 * is under way or was cut short, and one without has changed nothing, or all.
 */

import * as nodeFs from 'node:fs';
import path from 'node:path';
import { type Diagnostic, diagnostic, fail, isLeftBehind, isSystemError, ownPrefix, reasonOf } from '../diagnostics/index.ts';
import { type Fingerprint, isKnownBy } from './header.ts';
import { isPortable } from './paths.ts';

export const STAGING = '.codegen-staging-';

/** The file in which a run says what it means to do. */
export const INTENT = 'intent.json';

/** The folder of a run on another machine that shares the disk counts as abandoned when nothing happened in it for so long. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** What a run means to do. Paths are relative to the root, with `/` between folders. */
export interface Intent {
  /** The folder of the run in another root on which it depends whether this one is done: if its intent is gone, it is. */
  readonly leader?: string;
  /** The folders of the runs in other roots that depend on this one. */
  readonly followers?: readonly string[];
  /** Whether the run made the root. */
  readonly madeRoot: boolean;
  /** The folders that the run makes, outer ones first. */
  readonly folders: readonly string[];
  /** The outermost of these, which are put to their places with all that is in them: the n-th waits as `whole<n>`. */
  readonly wholes?: readonly string[];
  /** The new text of the n-th waits in its whole folder, or else as `new<n>`; what it replaces is kept as `old<n>`. */
  readonly writes: readonly ({ readonly path: string; readonly kind: 'create' | 'replace' } & Fingerprint)[];
  /** What is removed is kept as `gone<n>`. */
  readonly removals: readonly string[];
}

/** The names under which what a run writes waits in its folder. */
export class StagedNames {
  readonly #wholes: ReadonlyMap<string, string>;

  /** @param wholes the folders that are put to their places with all that is in them */
  constructor(wholes: Iterable<string>) {
    this.#wholes = new Map([...wholes].map((folder, i) => [folder, `whole${i}`]));
  }

  /** The name of a folder that is made. */
  ofFolder(folder: string): string | undefined {
    if (this.#wholes.size === 0) return undefined;
    for (let end = folder.indexOf('/'); ; end = folder.indexOf('/', end + 1)) {
      const outer = end < 0 ? folder : folder.slice(0, end);
      const name = this.#wholes.get(outer);
      if (name !== undefined) return name + folder.slice(outer.length);
      if (end < 0) return undefined;
    }
  }

  /** The name of the n-th file that is written. */
  ofFile(file: string, index: number): string {
    return this.ofFolder(file) ?? `new${index}`;
  }
}

/** What the folder of this process is called; random characters follow. */
export function stagingPrefix(): string {
  return ownPrefix(STAGING);
}

/** Whether the run that made a folder has ended without removing it. */
export function isAbandoned(folder: string, fs: Pick<typeof nodeFs, 'lstatSync'> = nodeFs): boolean {
  return isLeftBehind(folder) ?? fs.lstatSync(folder).mtimeMs < Date.now() - ABANDONED_AFTER_MS;
}

/** What a run meant to do that had begun to do it; undefined if it had not, or had done it all. */
function intentIn(folder: string): Intent | undefined {
  const text = readIfThere(path.join(folder, INTENT));
  if (!text) return undefined;
  const intent = JSON.parse(text.toString()) as Intent;
  const isDone = intent.leader !== undefined && readIfThere(path.join(intent.leader, INTENT)) === undefined;
  return isDone ? undefined : intent;
}

/** Whether a path is one that a run may have written: what came with the files of a project may say anything. */
export function isPlannable(file: string): boolean {
  return isPortable(file) && !file.split('/').some((part) => part === '..' || part.toLowerCase() === '.git');
}

/** The folders of runs that were cut short, with what they meant to do if they had begun to do it. */
function* abandoned(root: string): Iterable<{ readonly folder: string; readonly intent: Intent | undefined }> {
  let entries: nodeFs.Dirent[];
  try {
    entries = nodeFs.readdirSync(root, { withFileTypes: true });
  } catch (error) {
    // That there is no root, or that it cannot be read, is found out by who plans for it.
    if (isSystemError(error)) return;
    throw error;
  }
  for (const entry of entries) {
    const folder = path.join(root, entry.name);
    if (!entry.isDirectory() || !entry.name.startsWith(STAGING) || !isAbandoned(folder)) continue;
    yield { folder, intent: intentIn(folder) };
  }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return nodeFs.readFileSync(file);
  } catch (error) {
    if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** What is to be said of runs that were cut short in a folder, where nothing may be written. */
export function interruptedRuns(root: string): readonly Diagnostic[] {
  return [...abandoned(root)].flatMap(({ intent }) =>
    intent ? diagnostic('output-interrupted', { path: root, files: intent.writes.length }) : [],
  );
}

/**
 * Takes back what runs that were cut short have changed in a folder. What somebody has changed since stays as it is.
 *
 * @returns what is to be said of it
 * @throws DiagnosticError if it cannot be taken back
 */
export function recoverOutput(root: string): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const { folder, intent } of abandoned(root)) {
    try {
      if (intent) takeAllBack(folder, intent);
      else nodeFs.rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      fail('output-failed', { path: root, reason: reasonOf(error), lost: [] });
    }
    if (intent) found.push(diagnostic('output-recovered', { path: root, files: intent.writes.length }));
  }
  return found;
}

/** Takes back a run with those in other roots that were to be done together with it; the one that counts for all comes last. */
function takeAllBack(folder: string, intent: Intent): void {
  const leader = intent.leader ?? folder;
  const followers = (intent.leader === undefined ? intent : intentIn(leader))?.followers ?? [];
  for (const each of [...new Set([...followers, folder])].filter((each) => each !== leader).concat(leader)) {
    const own = each === folder ? intent : isStaging(each) && intentIn(each);
    if (own) takeBack(path.dirname(path.resolve(each)), each, own);
  }
}

function isStaging(folder: string): boolean {
  return path.isAbsolute(folder) && path.basename(folder).startsWith(STAGING) && isAbandoned(folder);
}

/** Takes back what a run has changed in a folder. */
export function takeBack(root: string, folder: string, intent: Intent): void {
  const { madeRoot, folders, wholes = [], writes, removals } = intent;
  if (![...folders, ...writes.map((write) => write.path), ...removals].every(isPlannable)) {
    throw new Error(`${path.join(folder, INTENT)} names files that no run writes`);
  }
  const isThere = (file: string) => nodeFs.lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  const names = new StagedNames(wholes);
  for (const [i, { path: file, kind, ...known }] of writes.entries()) {
    const target = path.join(root, file);
    const old = path.join(folder, `old${i}`);
    const isPlaced = !isThere(path.join(folder, names.ofFile(file, i)));
    const now = readIfThere(target);
    const isOurs = isPlaced && now !== undefined && isKnownBy(known, now);
    if (isThere(old)) {
      if (isOurs || now === undefined) nodeFs.renameSync(old, target);
    } else if (isOurs && kind === 'create') {
      nodeFs.unlinkSync(target);
    }
  }
  for (const [i, file] of removals.entries()) {
    const gone = path.join(folder, `gone${i}`);
    const target = path.join(root, file);
    if (isThere(gone) && !isThere(target)) nodeFs.renameSync(gone, target);
  }
  // In this order: a folder without its intent has nothing left to take back.
  nodeFs.rmSync(path.join(folder, INTENT), { force: true });
  nodeFs.rmSync(folder, { recursive: true, force: true });
  const empty = [...folders].reverse().map((each) => path.join(root, each));
  for (const each of madeRoot ? [...empty, root] : empty) {
    try {
      nodeFs.rmdirSync(each);
    } catch (error) {
      // Something else is in it by now.
      if (!isSystemError(error)) throw error;
    }
  }
}
