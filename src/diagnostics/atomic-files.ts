/** Writes files completely or not at all, even if the process is killed. */

import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { fail } from './diagnostic.ts';
import { sha256 } from './hash.ts';
import { isSystemError, reasonOf } from './system.ts';

/**
 * Replaces a file in one step: readers always see either the old text or the new one, even after this process was killed.
 *
 * @param isWanted called last, when the new text is on the disk next to the old one; false cancels the replacement
 * @returns whether the file was replaced
 */
export function replaceFile(file: string, text: string, mode?: number, isWanted: () => boolean = () => true): boolean {
  const existing = statSync(file, { throwIfNoEntry: false });
  // If the path is a symbolic link, the file that it leads to is replaced.
  const target = existing ? realpathSync(file) : file;
  const temporary = temporaryPath(target);
  try {
    writeFileSync(temporary, text, { flag: 'wx', flush: true, mode: mode ?? 0o666 });
    if (existing && mode === undefined) chmodSync(temporary, existing.mode & 0o777);
    if (!isWanted()) return false;
    renameSync(temporary, target);
    return true;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * Creates a file, in one step if the file system has hard links.
 *
 * @throws Error of the system, `EEXIST` if the file exists
 */
export function createFile(file: string, text: string): void {
  const temporary = temporaryPath(file);
  try {
    writeFileSync(temporary, text, { flag: 'wx', flush: true });
    linkSync(temporary, file);
  } catch (error) {
    // Without hard links, the file may be seen half-written.
    if (!isSystemError(error) || error.syscall !== 'link' || error.code === 'EEXIST') throw error;
    writeFileSync(file, text, { flag: 'wx' });
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * Creates a folder and the folders above it, if they do not exist. The recursive `mkdirSync` of Node.js never returns if the
 * system denies that an existing folder exists, as Linux does in `/proc`.
 *
 * @throws Error of the system
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Creates a folder for temporary files of this process.
 *
 * @throws DiagnosticError if the system's folder for temporary files does not allow it
 */
export function temporaryFolder(prefix: string): string {
  try {
    return mkdtempSync(path.join(tmpdir(), prefix));
  } catch (error) {
    return fail('write-failed', { path: `a temporary folder in ${tmpdir()}`, reason: reasonOf(error) });
  }
}

function temporaryPath(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}.tmp`;
}

/** Identifies this machine among those that may share a disk. */
const machineId = (): string => sha256(hostname()).slice(0, 8);

/** Returns the prefix for the name of a folder that only this process uses; random characters follow it. */
export function processFolderPrefix(name: string): string {
  return `${name}${process.pid}-${machineId()}-`;
}

/**
 * Returns whether the process that created a folder for itself has ended without removing it. Returns undefined if the process
 * ran on another machine, or if the name of the folder does not identify a process.
 */
export function isAbandonedFolder(folder: string): boolean | undefined {
  const [, pid, host] = /-(\d+)-([0-9a-f]{8})-[^-]*$/.exec(path.basename(folder)) ?? [];
  return pid !== undefined && host === machineId() ? !isAlive(Number(pid)) : undefined;
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
