/** Files that are there as a whole or not at all, also when a process is killed, and what killed processes leave. */

import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { fail } from './diagnostic.ts';
import { isSystemError, reasonOf } from './system.ts';

/** A temporary file in which nothing happened for so long belongs to a process that was killed. */
const ABANDONED_AFTER_MS = 60_000;

/**
 * Replaces a file in one step: whoever reads it, at any moment, sees the old text or the new one, and so it
 * is after this process was killed.
 *
 * @param isWanted asked at the last moment, when the new text lies on the disk beside the old
 * @returns whether the file was replaced
 */
export function replaceFile(file: string, text: string, mode?: number, isWanted: () => boolean = () => true): boolean {
  const there = statSync(file, { throwIfNoEntry: false });
  // Through a symbolic link the file it leads to is meant.
  const target = there ? realpathSync(file) : file;
  const temporary = temporaryFor(target);
  try {
    writeFileSync(temporary, text, { flag: 'wx', flush: true, mode: mode ?? 0o666 });
    if (there && mode === undefined) chmodSync(temporary, there.mode & 0o777);
    if (!isWanted()) return false;
    renameSync(temporary, target);
    return true;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * Writes a file where there is none, in one step.
 *
 * @throws Error of the system, `EEXIST` if there is one
 */
export function createFile(file: string, text: string): void {
  const temporary = temporaryFor(file);
  try {
    writeFileSync(temporary, text, { flag: 'wx', flush: true });
    linkSync(temporary, file);
  } catch (error) {
    // Not all file systems have hard links.
    if (!isSystemError(error) || error.syscall !== 'link' || error.code === 'EEXIST') throw error;
    writeFileSync(file, text, { flag: 'wx' });
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * Makes a folder, and those above it, where there are none. Node.js tries for ever where the system says that a folder that is
 * there is not, as Linux does in `/proc`.
 *
 * @throws Error of the system
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Somebody else may have made it in between.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Makes a folder for what does not outlive the process.
 *
 * @throws DiagnosticError if there can be none where the system keeps such folders
 */
export function temporaryFolder(prefix: string): string {
  try {
    return mkdtempSync(path.join(tmpdir(), prefix));
  } catch (error) {
    return fail('write-failed', { path: `a temporary folder in ${tmpdir()}`, reason: reasonOf(error) });
  }
}

function temporaryFor(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}.tmp`;
}

/**
 * Removes the temporary files that killed processes left in a folder.
 *
 * @param of the name of the file that they were for, if not all are meant
 */
export function sweep(folder: string, of = ''): void {
  const oldest = Date.now() - ABANDONED_AFTER_MS;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(of) || !/^\.[0-9a-f]{12}\.tmp$/.test(of === '' ? name.slice(-17) : name.slice(of.length))) continue;
    const file = path.join(folder, name);
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? oldest) < oldest) rmSync(file, { force: true });
  }
}

/** This machine, among those that may share a disk. */
function machine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}

/** What the name of a folder begins with that this process makes for itself alone; random characters follow. */
export function ownPrefix(name: string): string {
  return `${name}${process.pid}-${machine()}-`;
}

/**
 * Whether the process of this machine that made a folder for itself has ended without removing it. Undefined if a process
 * of another machine made it.
 */
export function isLeftBehind(folder: string): boolean | undefined {
  const [, pid, host] = /-(\d+)-([0-9a-f]{8})-[^-]*$/.exec(path.basename(folder)) ?? [];
  return pid !== undefined && host === machine() ? !isAlive(Number(pid)) : undefined;
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isSystemError(error) && error.code === 'EPERM';
  }
}
