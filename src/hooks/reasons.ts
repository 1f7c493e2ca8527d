/** Errors of the operating system, in words. */

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'a file of that name is in the way',
  EISDIR: 'it is a directory',
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
