/**
 * `codegen.lock`: the project's name, and a hash of each scaffold file as it was last written. A scaffold file has no
 * header, because it belongs to the user; its hash shows a later run whether the user has changed it.
 */

import { createHash } from 'node:crypto';
import { fail } from '../diagnostics/index.ts';

export const LOCK_FILE = 'codegen.lock';

export interface Lock {
  /** The project's name. The folder of a clone may have a different name. */
  readonly name: string;
  /** SHA-256 of scaffold files, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Present if the user wants no service. */
  readonly service?: 'none';
  /** Hashes of remote files. Kept unchanged here: the code that fetches these files writes them. */
  readonly sources?: Readonly<Record<string, unknown>>;
}

const LOCK_COMMENT =
  'Written by codegen: the scaffold files as it last wrote them, so that it replaces those that you have not changed and keeps the others. Commit this file.';

/**
 * Reads a lock. Returns undefined if it only has entries of remote files.
 *
 * @param file shown in messages
 * @throws DiagnosticError if it is not a lock: it is then unknown whether files may be replaced
 */
export function parseLock(text: string, file: string): Lock | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    fail('project-lock-broken', { path: file, reason: `it is not JSON (${(error as Error).message})` });
  }
  if (isRecord(value) && isRecord(value['sources']) && value['name'] === undefined && value['files'] === undefined)
    return undefined;
  if (!isRecord(value) || typeof value['name'] !== 'string' || !isRecord(value['files'])) {
    fail('project-lock-broken', { path: file, reason: 'it has no "name" and "files"' });
  }
  const files = Object.entries(value['files']).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const service = value['service'] === 'none' ? ({ service: 'none' } as const) : {};
  return { name: value['name'], files: Object.fromEntries(files), ...service };
}

/** Returns the entries of remote files in a lock, whatever else it contains. */
export function lockedSources(text: string | undefined): Pick<Lock, 'sources'> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isRecord(value) && isRecord(value['sources']) ? { sources: value['sources'] } : {};
  } catch {
    return {};
  }
}

export function printLock({ name, files, service, sources }: Lock): string {
  return `${JSON.stringify({ LOCK_COMMENT, name, service, files, sources }, undefined, 2)}\n`;
}

/** Returns the hash of a file's text. Line endings are ignored, because Git may convert them. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
