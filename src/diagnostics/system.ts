/** Errors of the operating system, in words. */

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'it is in use',
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

export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

/** What the system has against it, in a few words. Whatever is no error of the system is thrown again. */
export function reasonOf(error: unknown): string {
  if (!isSystemError(error)) throw error;
  return REASONS[error.code] ?? error.code;
}
