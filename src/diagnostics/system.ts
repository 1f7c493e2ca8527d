/** Errors of the operating system, in words; and reading files so that they come to an end. */

import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs';

/** The code of an error of our own: the system would wait. */
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
  ENOENT: 'its folder is not there',
  ENOSPC: 'no space is left on the disk',
  ENOTDIR: 'a part of the path is a file',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
};

const MAKE_ROOM = 'make room there, or name a place that has some';
const GIVE_RIGHTS = 'give your user the right to write there, or name a place where it has that';

/** What to do about what the system has against writing. */
const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: GIVE_RIGHTS,
  EDQUOT: MAKE_ROOM,
  ENOSPC: MAKE_ROOM,
  EPERM: GIVE_RIGHTS,
  EROFS: 'name a place that can be written to',
};

/** What to do about a reason of {@link reasonOf}, where that is known. */
export function remedyOfReason(reason: string): string | undefined {
  const [code] = Object.entries(REASONS).find(([, each]) => each === reason) ?? [];
  return code === undefined ? undefined : REMEDIES[code];
}

export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

/** What the system has against it, in a few words. Whatever is no error of the system is thrown again. */
export function reasonOf(error: unknown): string {
  if (!isSystemError(error)) throw error;
  return REASONS[error.code] ?? error.code;
}

/**
 * What a path leads to; undefined if that is nothing, or the path cannot be followed: it goes through a file, in circles, or
 * through what may not be looked into. Who opens it learns why.
 */
export function statOf(file: string): Stats | undefined {
  return orNothing(() => statSync(file, { throwIfNoEntry: false }));
}

/** As `statOf`, with all digits of its times. */
export function exactStatOf(file: string): BigIntStats | undefined {
  return orNothing(() => statSync(file, { bigint: true, throwIfNoEntry: false }));
}

/** As `statOf`, of a link itself. */
export function lstatOf(file: string): Stats | undefined {
  return orNothing(() => lstatSync(file, { throwIfNoEntry: false }));
}

function orNothing<S>(look: () => S): S | undefined {
  try {
    return look();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return undefined;
  }
}

/** Bytes of a file that is held whole, where nothing smaller is known. */
const MOST = 100_000_000;

/**
 * Reads a file that the program or somebody else keeps beside an ontology. What might never end, or comes to nothing but
 * memory, is an error like those of the system: pipes, devices, and what is larger than such a file can be.
 *
 * @param most how many bytes it may have
 */
export function readRegular(file: string, most = MOST): Buffer {
  return ofRegular(file, most, (fd) => readFileSync(fd));
}

/** The same as a text; what is no UTF-8 becomes U+FFFD. Node.js reads it at once, without a buffer to decode. */
export function readRegularText(file: string, most = MOST): string {
  return ofRegular(file, most, (fd) => readFileSync(fd, 'utf8'));
}

function ofRegular<T>(file: string, most: number, read: (fd: number) => T): T {
  // A pipe is not waited for; Windows has none of that kind.
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile() && !stat.isDirectory()) throw refusal(ENDLESS, file);
    if (stat.size > most) throw refusal('EFBIG', file);
    return read(fd);
  } finally {
    closeSync(fd);
  }
}

function refusal(code: string, file: string): Error {
  return Object.assign(new Error(`${code}: ${file}`), { code, syscall: 'read', path: file });
}

/** Whether a line is one that Git writes between two versions that it cannot merge. */
export function isMergeMark(line: string): boolean {
  return /^(?:<{7} |\|{7} |>{7} |={7}$)/.test(line);
}

/** What is said of a file in which such a line stands. */
export const NOT_MERGED = 'Git could not merge this file; the conflict begins here';
