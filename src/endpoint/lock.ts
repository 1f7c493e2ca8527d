/**
 * `codegen.lock`: the hashes of downloaded files, so that generated code changes only with the user's consent. Projects also
 * store data about scaffold files in it; each part keeps the members of the other.
 */

import { lstatSync } from 'node:fs';
import path from 'node:path';
import { fail, isSystemError, readRegularText, reasonOf, replaceFile, sha256 } from '../diagnostics/index.ts';
import { isObject } from './answers.ts';

export const LOCK_FILE = 'codegen.lock';

const LOCK_COMMENT =
  'Written by codegen: what files on servers held, by SHA-256, so that nothing changes because a server did. Commit this file.';

type Members = Readonly<Record<string, unknown>>;

/** Reads and writes the hashes of downloaded files in `codegen.lock`. */
export class Lock {
  readonly file: string;
  readonly #members: Members;

  /**
   * @param folder the folder of the lock file, which need not exist yet
   * @throws DiagnosticError if the lock file exists but cannot be read, because changes could not be detected then
   */
  constructor(folder: string) {
    this.file = path.join(folder, LOCK_FILE);
    this.#members = membersOf(this.file);
  }

  /** Returns the recorded hash of an address. */
  get(address: string): string | undefined {
    const sources = this.#sources();
    const known = Object.hasOwn(sources, address) ? sources[address] : undefined;
    return typeof known === 'string' ? known : undefined;
  }

  /** Records the hash of an address; replaces the file atomically. */
  set(address: string, hash: string): void {
    const sources = Object.entries({ ...this.#sources(), [address]: hash }).sort(([a], [b]) => (a < b ? -1 : 1));
    const members = { LOCK_COMMENT, ...this.#members, sources: Object.fromEntries(sources) };
    if (lstatSync(this.file, { throwIfNoEntry: false })?.isSymbolicLink()) fail('output-symlink', { path: this.file });
    try {
      replaceFile(this.file, `${JSON.stringify(members, undefined, 2)}\n`);
    } catch (error) {
      fail('write-failed', { path: this.file, reason: reasonOf(error) });
    }
  }

  #sources(): Members {
    const { sources } = this.#members;
    return isObject(sources) ? sources : {};
  }
}

/** Returns the SHA-256 hash of a text, encoded as UTF-8. */
export function hashOf(text: string): string {
  return `sha256:${sha256(text)}`;
}

function membersOf(file: string): Members {
  let text: string;
  try {
    text = readRegularText(file);
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return {};
    return fail('project-lock-broken', { path: file, reason: reasonOf(error) });
  }
  try {
    const members: unknown = JSON.parse(text);
    if (isObject(members)) return members;
  } catch {
    // Reported below.
  }
  return fail('project-lock-broken', { path: file, reason: 'it is not a JSON object' });
}
