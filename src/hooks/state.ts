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
import { type Project, refuseLinks } from './project.ts';

/** The contents of watched files at their last check, by their paths. */
type Contents = Readonly<Record<string, string>>;

function readContents(project: Project): Contents {
  try {
    const { graphs } = JSON.parse(readRegular(project.state).toString('utf8')) as { graphs?: Contents };
    return typeof graphs === 'object' && graphs !== null ? graphs : {};
  } catch (error) {
    // Without it, or if somebody broke it, the next check is the first one.
    if (isSystemError(error) || error instanceof SyntaxError || error instanceof TypeError) return {};
    throw error;
  }
}

/** A path that stays the same if the project is moved. */
function keyOf(project: Project, file: string): string {
  const relative = path.relative(project.root, file);
  return relative.startsWith('..') ? file : relative;
}

/** The content that a file had when it was last looked at; undefined if it never was. */
export function recall(project: Project, file: string): string | undefined {
  const contents = readContents(project);
  const key = keyOf(project, file);
  return Object.hasOwn(contents, key) ? contents[key] : undefined;
}

/**
 * Remembers what a file holds. That this fails is no reason to fail; and a project without a folder has no hooks,
 * for which anything would have to be remembered.
 */
export async function remember(project: Project, file: string, content: string): Promise<Diagnostic | undefined> {
  if (!existsSync(project.folder) || recall(project, file) === content) return undefined;
  try {
    refuseLinks(project, project.state);
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
