/** Explains errors of the operating system in words, and reads files without waiting for ever. */

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';

/** An error code of this program: reading would wait for ever. */
const ENDLESS = 'ENDLESS';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'it is in use',
  EFBIG: 'it is too large',
  [ENDLESS]: 'it is a device or a pipe',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'something of that name is in the way',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a directory',
  ELOOP: 'its symbolic links go round in a circle',
  EMFILE: 'too many files are open in this program',
  ENAMETOOLONG: 'the name is too long for the file system',
  ENFILE: 'too many files are open on this machine',
  ENOENT: 'its folder does not exist or accepts no new files',
  ENOSPC: 'no space is left on the disk',
  ENOTDIR: 'a part of the path is a file',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
};

const MAKE_ROOM = 'make room there, or name a place that has some';
const GIVE_RIGHTS = 'give your user the right to write there, or name a place where it has that';

/** Remedies for errors of writing. */
const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: GIVE_RIGHTS,
  EDQUOT: MAKE_ROOM,
  ENOENT: 'name a folder that exists and can be written to',
  ENOSPC: MAKE_ROOM,
  EPERM: GIVE_RIGHTS,
  EROFS: 'name a place that can be written to',
};

/** Returns a remedy for a reason of {@link reasonOf}, if there is one. */
export function remedyOfReason(reason: string): string | undefined {
  const [code] = Object.entries(REASONS).find(([, each]) => each === reason) ?? [];
  return code === undefined ? undefined : REMEDIES[code];
}

/**
 * Returns whether an error comes from a system call of Node.js. Its `code` is then the name of the error, for example
 * `ENOENT`.
 */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

/** Returns the reason for an error of the system, in a few words. Rethrows any other error. */
export function reasonOf(error: unknown): string {
  if (!isSystemError(error)) throw error;
  return REASONS[error.code] ?? error.code;
}

/**
 * Returns the status of the file at a path. Returns undefined if none exists, or if the path cannot be followed: it leads
 * through a file, a loop of links, or an unreadable folder. Opening the file reports the reason.
 */
export function statOf(file: string): Stats | undefined {
  return ignoreSystemError(() => statSync(file, { throwIfNoEntry: false }));
}

/** Like {@link statOf}, but for a link itself. */
export function lstatOf(file: string): Stats | undefined {
  return ignoreSystemError(() => lstatSync(file, { throwIfNoEntry: false }));
}

function ignoreSystemError<S>(operation: () => S): S | undefined {
  try {
    return operation();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return undefined;
  }
}

/** Default size limit of a file that is read as a whole. */
const MAX_BYTES = 100_000_000;

/**
 * Reads a file that the program or a user keeps next to an ontology. Pipes, devices and files that are too large fail with
 * an error like those of the system: reading them could wait for ever or use up the memory.
 */
export function readRegular(file: string, maxBytes = MAX_BYTES): Buffer {
  return openRegular(file, maxBytes, (fd) => readFileSync(fd));
}

/** Like {@link readRegular}, as text; invalid UTF-8 becomes U+FFFD. Node.js decodes it directly, without a further buffer. */
export function readRegularText(file: string, maxBytes = MAX_BYTES): string {
  return openRegular(file, maxBytes, (fd) => readFileSync(fd, 'utf8'));
}

function openRegular<T>(file: string, maxBytes: number, read: (fd: number) => T): T {
  // Opening a pipe must not wait for a writer. Windows has no such pipes, and no such flag.
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile() && !stat.isDirectory()) throw systemError(ENDLESS, file);
    if (stat.size > maxBytes) throw systemError('EFBIG', file);
    return read(fd);
  } finally {
    closeSync(fd);
  }
}

function systemError(code: string, file: string): Error {
  return Object.assign(new Error(`${code}: ${file}`), { code, syscall: 'read', path: file });
}

/** Returns whether Git wrote a line as a mark of a merge conflict. */
export function isMergeConflictMarker(line: string): boolean {
  return /^(?:<{7} |\|{7} |>{7} |={7}$)/.test(line);
}

/** Message for a file with such a line. */
export const MERGE_CONFLICT_MESSAGE = 'Git could not merge this file; the conflict begins here';
