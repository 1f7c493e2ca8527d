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
type Contents = Readonly<Record<string, string>>;

function readContents(project: Project): Contents {
  try {
    const { graphs } = JSON.parse(readRegular(project.state).toString('utf8')) as { graphs?: Contents };
    return typeof graphs === 'object' && graphs !== null ? graphs : {};
  } catch (error) {
    // If the file is missing or invalid, the next check is the first one.
    if (isSystemError(error) || error instanceof SyntaxError || error instanceof TypeError) return {};
    throw error;
  }
}

/** Returns a path that stays the same if the project is moved. */
function keyOf(project: Project, file: string): string {
  const relative = path.relative(project.root, file);
  return relative.startsWith('..') ? file : relative;
}

/** Returns the hash of a file at its last check; undefined if it was never checked. */
export function recall(project: Project, file: string): string | undefined {
  const contents = readContents(project);
  const key = keyOf(project, file);
  return Object.hasOwn(contents, key) ? contents[key] : undefined;
}

/**
 * Stores the hash of a file. If that fails, it returns a warning. A project without a folder has no hooks, so nothing is
 * stored.
 */
export async function remember(project: Project, file: string, content: string): Promise<Diagnostic | undefined> {
  if (!existsSync(project.folder) || recall(project, file) === content) return undefined;
  try {
    rejectLinks(project, project.state);
    await withLock(project.state, () => {
      const graphs = { ...readContents(project), [keyOf(project, file)]: content };
      replaceFile(project.state, `${JSON.stringify({ graphs }, undefined, 2)}\n`);
    });
    return undefined;
  } catch (error) {
    const reason = error instanceof DiagnosticError ? error.message : reasonOf(error);
    return diagnostic('journal-not-written', { path: project.state, reason });
  }
}
