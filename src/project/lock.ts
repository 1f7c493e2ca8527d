/**
 * `codegen.lock`: what the project is called, and a hash of each scaffold file as it was last written. A scaffold
 * file has no header, because it belongs to the user; by its hash a later run sees whether it was changed since.
 */

import { createHash } from 'node:crypto';
import { fail } from '../diagnostics/index.ts';

export const LOCK_FILE = 'codegen.lock';

export interface Lock {
  /** The project's name. A clone may lie in a folder that is called otherwise. */
  readonly name: string;
  /** SHA-256 of scaffold files, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** What the ontology's files on servers held, which is kept as it is: who fetches them writes it. */
  readonly sources?: Readonly<Record<string, unknown>>;
}

const about =
  'Written by codegen: the scaffold files as it last wrote them, so that it replaces those that you have not changed and keeps the others. Commit this file.';

/**
 * Reads a lock; nothing, if it is one of files on servers alone.
 *
 * @param file shown in messages
 * @throws DiagnosticError if it is none: whether files may be replaced is then not known
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
  return { name: value['name'], files: Object.fromEntries(files) };
}

/** What a lock knows of files on servers, whatever else it holds. */
export function lockedSources(text: string | undefined): Pick<Lock, 'sources'> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isRecord(value) && isRecord(value['sources']) ? { sources: value['sources'] } : {};
  } catch {
    return {};
  }
}

export function printLock({ name, files, sources }: Lock): string {
  return `${JSON.stringify({ about, name, files, sources }, undefined, 2)}\n`;
}

/** The hash of a file's text; line ends do not count, because Git may change them. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
