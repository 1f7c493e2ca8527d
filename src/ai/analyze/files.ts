/** Finds and reads the files of a project that are analysed. */

import path from 'node:path';
import ignore from 'ignore';
import { isSystemError, readRegularText } from '../../diagnostics/index.ts';
import { type FoundFile, listProject } from '../ignore-files.ts';
import { type LanguageName, languageOf, languageOfScript } from './languages.ts';
import type { SkippedFile } from './types.ts';

export interface Source {
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
  readonly language: LanguageName;
  readonly text: string;
}

/** Folders with third-party or generated files, which are skipped even without a `.gitignore`. */
const SKIPPED_FOLDERS = new Set(['node_modules', '.git', 'target', 'dist', '.venv', 'venv', '__pycache__']);

/** Larger files are not written by hand. */
const MAX_BYTES = 1024 * 1024;

/** Matches the beginning of a comment line. */
const COMMENT = /^[ \t]*(?:\/\/|#|--|\/?\*|;|<!--)/;

/** True if the top of a file has a comment that marks it as generated. */
function isGenerated(top: string): boolean {
  return top.split('\n').some((line) => {
    if (!COMMENT.test(line)) return false;
    const generated = line.search(/\bcode generated\b/i);
    return /@generated\b/i.test(line) || (generated >= 0 && /\bdo not edit\b/i.test(line.slice(generated)));
  });
}

/** A file that was listed, but not read yet. */
export interface Candidate extends FoundFile {
  readonly language: LanguageName | undefined;
}

/** The files of a folder, sorted by path. */
export interface Listing {
  readonly candidates: readonly Candidate[];
  /** Folders without read permission, by paths that end with `/`. */
  readonly unreadable: readonly string[];
}

/**
 * Lists the files to analyse. Symbolic links are not followed.
 *
 * @param exclude patterns of `.gitignore` for files to leave out
 * @throws DiagnosticError if the folder itself cannot be read
 */
export function listFiles(root: string, exclude: readonly string[] = []): Listing {
  const excluded = ignore().add([...exclude]);
  const { files, unreadable } = listProject(root, (entry, relative) => {
    if (entry.isDirectory()) return !SKIPPED_FOLDERS.has(entry.name) && !excluded.ignores(`${relative}/`);
    // A file without an extension may be a script.
    return (languageOf(entry.name) !== undefined || !entry.name.includes('.')) && !excluded.ignores(relative);
  });
  return { candidates: files.map((file) => ({ ...file, language: languageOf(path.basename(file.path)) })), unreadable };
}

/** Reads a listed file; returns undefined if it is in none of the known languages. */
export function readCandidate(
  candidate: Candidate,
  options: { readonly includeGenerated: boolean },
): Source | SkippedFile | undefined {
  const skip = (reason: SkippedFile['reason']): SkippedFile | undefined => candidate.language && { path: candidate.path, reason };
  let text: string;
  try {
    text = readRegularText(candidate.absolute, MAX_BYTES);
  } catch (error) {
    return skip(isSystemError(error) && error.code === 'EFBIG' ? 'large' : 'unreadable');
  }
  // The same test as in Git and grep: a NUL near the beginning.
  const nul = text.indexOf('\0');
  if (nul !== -1 && nul < 8000) return skip('binary');
  if (text.startsWith('\uFEFF')) text = text.slice(1);
  const language = candidate.language ?? languageOfScript(text);
  if (language === undefined) return undefined;
  if (!options.includeGenerated) {
    if (isGenerated(text.slice(0, 2000))) return skip('generated');
    const isCode = language === 'javascript' || language === 'typescript';
    if (isCode && (/\.min\.[cm]?js$/.test(candidate.path) || isMinified(text))) return skip('minified');
  }
  return { path: candidate.path, language, text };
}

function isMinified(text: string): boolean {
  return text.length > 5000 && text.length / text.split('\n').length > 500;
}
