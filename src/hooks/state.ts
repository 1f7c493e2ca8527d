/** Stores the hash of each watched ontology at its last check, so that `hook monitor --once` sees changes since then. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type Diagnostic,
  DiagnosticError,
  diagnostic,
  isSystemError,
  readRegular,
  reasonOf,
  replaceFile,
} from '../diagnostics/index.ts';
import { withLock } from './lock.ts';
import { type Project, rejectLinks } from './project.ts';

/** The hashes of watched files at their last check, by their paths. */
type FileHashes = Readonly<Record<string, string>>;

function readHashes(project: Project): FileHashes {
  try {
    const { graphs } = JSON.parse(readRegular(project.state).toString('utf8')) as { graphs?: FileHashes };
    return typeof graphs === 'object' && graphs !== null ? graphs : {};
  } catch (error) {
    // If the file is missing or invalid, no file was checked before.
    if (isSystemError(error) || error instanceof SyntaxError || error instanceof TypeError) return {};
    throw error;
  }
}

/** Returns the path of a file relative to the project, or the absolute path of a file outside it. */
function keyOf(project: Project, file: string): string {
  const relative = path.relative(project.root, file);
  return relative.startsWith('..') ? file : relative;
}

/** Returns the hash of a file at its last check; undefined if it was never checked. */
export function readCheckedHash(project: Project, file: string): string | undefined {
  const hashes = readHashes(project);
  const key = keyOf(project, file);
  return Object.hasOwn(hashes, key) ? hashes[key] : undefined;
}

/** Stores the hash of a file, if the project has a folder of hooks. Returns a warning if that fails. */
export async function storeCheckedHash(project: Project, file: string, hash: string): Promise<Diagnostic | undefined> {
  if (!existsSync(project.folder) || readCheckedHash(project, file) === hash) return undefined;
  try {
    rejectLinks(project, project.state);
    await withLock(project.state, () => {
      const graphs = { ...readHashes(project), [keyOf(project, file)]: hash };
      replaceFile(project.state, `${JSON.stringify({ graphs }, undefined, 2)}\n`);
    });
    return undefined;
  } catch (error) {
    const reason = error instanceof DiagnosticError ? error.message : reasonOf(error);
    return diagnostic('journal-not-written', { path: project.state, reason });
  }
}
