/**
 * The folder in which a run prepares its files, and the recovery of runs that were killed.
 *
 * New files are written to this folder, inside the root, and then renamed to their final paths. Renaming needs no space and
 * leaves no partial file. The files that they replace are kept in the folder until the end. Before its first change outside the
 * folder, a run records its intent (`intent.json`); it removes the record when it is complete. So a folder with this record
 * belongs to a run in progress or an interrupted one; without it, a run has changed nothing or is complete.
 */

import { createHash } from 'node:crypto';
import * as nodeFs from 'node:fs';
import path from 'node:path';
import {
  type Diagnostic,
  diagnostic,
  fail,
  isAbandonedFolder,
  isSystemError,
  processFolderPrefix,
  readRegular,
  reasonOf,
} from '../diagnostics/index.ts';
import { pathProblem } from './paths.ts';

export const STAGING_PREFIX = '.codegen-staging-';

/** The file that records the intent of a run. */
export const INTENT_FILE = 'intent.json';

/** Age after which the folder of a run on another machine, on a shared disk, counts as abandoned. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** The changes that a run will make. Paths are relative to the root, with `/` between folders. */
export interface Intent {
  /** The staging folder of the leading run, in another root. When the intent of the leader is gone, this run is complete. */
  readonly leader?: string;
  /** The staging folders of the runs in other roots that depend on this one. */
  readonly followers?: readonly string[];
  /** Whether the run created the root. */
  readonly madeRoot: boolean;
  /** The folders that the run creates, parents first. */
  readonly folders: readonly string[];
  /** The n-th file is staged as `new<n>`; the file that it replaces is kept as `old<n>`. */
  readonly writes: readonly { readonly path: string; readonly kind: 'create' | 'replace'; readonly sha256: string }[];
  /** A deleted file is kept as `gone<n>`. */
  readonly removals: readonly string[];
}

/** Records the intent of a run in its staging folder, under its final name only when it is complete. */
export function writeIntent(
  staging: string,
  intent: Intent,
  fs: Pick<typeof nodeFs, 'writeFileSync' | 'renameSync'> = nodeFs,
): void {
  const draft = path.join(staging, `${INTENT_FILE}.new`);
  fs.writeFileSync(draft, JSON.stringify(intent), { flag: 'wx' });
  fs.renameSync(draft, path.join(staging, INTENT_FILE));
}

/** Returns the name of the folder of this process, to which random characters are added. */
export function processStagingPrefix(): string {
  return processFolderPrefix(STAGING_PREFIX);
}

/** Returns whether the run that created a folder has ended without removing it. */
export function isAbandoned(folder: string, fs: Pick<typeof nodeFs, 'lstatSync'> = nodeFs): boolean {
  // Undefined for a process of another machine.
  return isAbandonedFolder(folder) ?? fs.lstatSync(folder).mtimeMs < Date.now() - ABANDONED_AFTER_MS;
}

/** Returns the intent of a run that started to change files; undefined if it had not started, or was complete. */
function intentIn(folder: string): Intent | undefined {
  const file = path.join(folder, INTENT_FILE);
  const text = readOptional(file);
  if (text === undefined) return undefined;
  const intent = parseIntent(text.toString());
  if (!intent)
    fail('output-failed', {
      path: path.dirname(folder),
      reason: `${file} is damaged: check the files, and delete its folder`,
      lost: [],
    });
  const isDone = intent.leader !== undefined && readOptional(path.join(intent.leader, INTENT_FILE)) === undefined;
  return isDone ? undefined : intent;
}

/**
 * Parses an intent, which may come from a cloned repository or an archive: it is not trusted. Returns undefined if it is invalid.
 */
function parseIntent(text: string): Intent | undefined {
  try {
    const intent = JSON.parse(text) as Intent;
    const { leader = '', followers = [], folders, writes, removals } = intent;
    const paths: readonly unknown[] = [leader, ...followers, ...folders, ...writes.map((write) => write.path), ...removals];
    return paths.every((file) => typeof file === 'string') ? intent : undefined;
  } catch {
    // It is no JSON, or a member is missing.
    return undefined;
  }
}

/** Returns whether a run may write to a path, relative to the root. */
export function isPlannable(file: string): boolean {
  return (
    pathProblem(file) === undefined && !file.split('/').some((segment) => segment === '..' || segment.toLowerCase() === '.git')
  );
}

/** Yields the folders of interrupted runs, with their intent if they started to change files. */
function* abandonedFolders(root: string): Iterable<{ readonly folder: string; readonly intent: Intent | undefined }> {
  let entries: nodeFs.Dirent[];
  try {
    entries = nodeFs.readdirSync(root, { withFileTypes: true });
  } catch (error) {
    // The planner reports a root that is missing or unreadable.
    if (isSystemError(error)) return;
    throw error;
  }
  for (const entry of entries) {
    const folder = path.join(root, entry.name);
    if (!entry.isDirectory() || !entry.name.startsWith(STAGING_PREFIX) || !isAbandoned(folder)) continue;
    yield { folder, intent: intentIn(folder) };
  }
}

/** Reads a record, which may come from an archive: a pipe or a device in its place must not be read. */
function readOptional(file: string): Buffer | undefined {
  try {
    return readRegular(file);
  } catch (error) {
    if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    return fail('output-failed', { path: path.dirname(file), reason: `${file}: ${reasonOf(error)}`, lost: [] });
  }
}

/** Returns diagnostics about interrupted runs in a folder, without changing it. */
export function interruptedRuns(root: string): readonly Diagnostic[] {
  return [...abandonedFolders(root)].flatMap(({ intent }) =>
    intent ? diagnostic('output-interrupted', { path: root, files: intent.writes.length }) : [],
  );
}

/**
 * Reverts the changes of interrupted runs in a folder. Keeps files that the user has changed since.
 *
 * @returns diagnostics about the recovered runs
 * @throws DiagnosticError if a change cannot be reverted
 */
export function recoverOutput(root: string): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const { folder, intent } of abandonedFolders(root)) {
    try {
      if (intent) revertRuns(folder, intent);
      else nodeFs.rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      fail('output-failed', { path: root, reason: reasonOf(error), lost: [] });
    }
    if (intent) diagnostics.push(diagnostic('output-recovered', { path: root, files: intent.writes.length }));
  }
  return diagnostics;
}

/**
 * Reverts a run together with the runs in other roots that belong to it. The leader comes last, because without its intent the
 * others count as complete.
 */
function revertRuns(folder: string, intent: Intent): void {
  const leader = intent.leader ?? folder;
  const followers = (intent.leader === undefined ? intent : intentIn(leader))?.followers ?? [];
  const stagings = new Set([...followers, folder]);
  stagings.delete(leader);
  for (const staging of [...stagings, leader]) {
    const ownIntent = staging === folder ? intent : isAbandonedStaging(staging) ? intentIn(staging) : undefined;
    if (ownIntent) revertRun(path.dirname(path.resolve(staging)), staging, ownIntent);
  }
}

function isAbandonedStaging(folder: string): boolean {
  return path.isAbsolute(folder) && path.basename(folder).startsWith(STAGING_PREFIX) && isAbandoned(folder);
}

/** Reverts the changes of one run. */
export function revertRun(root: string, folder: string, intent: Intent): void {
  const { madeRoot, folders, writes, removals } = intent;
  const isOwn = (file: string) => isPlannable(file) && !leadsThroughLink(root, file);
  if (![...folders, ...writes.map((write) => write.path), ...removals].every(isOwn)) {
    const reason = `${path.join(folder, INTENT_FILE)} names files that no run writes: check the files, and delete its folder`;
    fail('output-failed', { path: root, reason, lost: [] });
  }
  for (const [i, write] of writes.entries()) {
    revertWrite(path.join(root, write.path), write, path.join(folder, `new${i}`), path.join(folder, `old${i}`));
  }
  for (const [i, file] of removals.entries()) {
    const removed = path.join(folder, `gone${i}`);
    const target = path.join(root, file);
    if (exists(removed) && !exists(target)) nodeFs.renameSync(removed, target);
  }
  // In this order, because a folder without its intent needs no recovery.
  nodeFs.rmSync(path.join(folder, INTENT_FILE), { force: true });
  nodeFs.rmSync(folder, { recursive: true, force: true });
  const created = folders.toReversed().map((name) => path.join(root, name));
  for (const createdFolder of madeRoot ? [...created, root] : created) {
    try {
      nodeFs.rmdirSync(createdFolder);
    } catch (error) {
      // The folder contains other files by now.
      if (!isSystemError(error)) throw error;
    }
  }
}

/** Returns whether a folder above a file, below the root, is a symbolic link: it may lead anywhere, and no run writes through it. */
function leadsThroughLink(root: string, file: string): boolean {
  for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder))
    if (nodeFs.lstatSync(path.join(root, folder), { throwIfNoEntry: false })?.isSymbolicLink()) return true;
  return false;
}

/** Returns whether a path exists, also as a dangling link. */
function exists(file: string): boolean {
  return nodeFs.lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Reverts one write, unless the user has changed the file since.
 *
 * @param staged the path of the new file until it is moved to the target
 * @param old the path of the file that it replaces
 */
function revertWrite(target: string, { kind, sha256: planned }: Intent['writes'][number], staged: string, old: string): void {
  const isOurs = !exists(staged) && hashOf(target) === planned;
  if (exists(old)) {
    if (isOurs || !exists(target)) nodeFs.renameSync(old, target);
  } else if (isOurs && kind === 'create') {
    nodeFs.unlinkSync(target);
  }
}

/** Returns the hash of a file, which may be too large for memory; undefined for anything else. */
function hashOf(file: string): string | undefined {
  if (!nodeFs.lstatSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(1 << 18);
  const fd = nodeFs.openSync(file, 'r');
  try {
    for (let length = nodeFs.readSync(fd, piece); length > 0; length = nodeFs.readSync(fd, piece))
      hash.update(piece.subarray(0, length));
  } finally {
    nodeFs.closeSync(fd);
  }
  return hash.digest('hex');
}
