/** Reports syntax errors of RDF files with the source line, a clearer reason than the parser's, and a hint. */

import {
  DiagnosticError,
  diagnostic,
  fail,
  isMergeConflictMarker,
  MERGE_CONFLICT_MESSAGE,
  type Place,
} from '../diagnostics/index.ts';
import type { Position } from './sink.ts';
import { openSource, type Source } from './source.ts';
import type { SourceFiles } from './source-files.ts';
import { invalidEscape, unsupportedSpace } from './syntax-hints.ts';
import { wellKnownPrefixes } from './well-known.ts';

/** Additional information about a syntax error. */
export interface SyntaxErrorContext {
  /** Suggests a correction for the text at a column of a line. */
  readonly hint: (line: string, column: number) => string | undefined;
  /** The prefixes declared so far. */
  readonly prefixes: Iterable<string>;
}

const NO_CONTEXT: SyntaxErrorContext = { hint: () => undefined, prefixes: [] };

/** Throws a syntax error at a position; reads the source line from the file. */
export function syntaxError(
  source: Source,
  syntax: string,
  reason: string,
  position: Position | undefined,
  { hint, prefixes }: SyntaxErrorContext = NO_CONTEXT,
): never {
  const { file } = source;
  if (source.isBinary) fail('file-not-rdf', { file, looksLike: 'binary data' }, { file, line: 1, column: 1 });
  const line = position && lineOf(file, position.line, source.files);
  // The parser reports a lexical error right after the last token; the wrong text begins after the whitespace.
  const start = position?.column ?? 1;
  const text = line ?? '';
  const blanks = /^[ \t\r\n]*(?=[^ \t\r\n])/.exec(text.slice(start - 1))?.[0] ?? '';
  const column = start + blanks.length;
  const place: Place = { file, ...(position && { line: position.line, column }) };
  const prefix = /^Undefined prefix "(.*):"$/.exec(reason)?.[1];
  if (prefix !== undefined) {
    const params = { prefix, namespace: wellKnownPrefixes.get(prefix), declared: [...prefixes] };
    throw new DiagnosticError(diagnostic('undefined-prefix', params, place, line));
  }
  if (isMergeConflictMarker(text)) {
    const lineStart: Place = { ...place, column: 1 };
    throw new DiagnosticError(diagnostic('syntax-error', { syntax, reason: MERGE_CONFLICT_MESSAGE }, lineStart, line));
  }
  const help = hint(text, column);
  const why = preciseReason(text.slice(column - 1)) ?? reason;
  throw new DiagnosticError(diagnostic('syntax-error', { syntax, reason: why, help }, place, line));
}

/** Returns a more precise reason than the parser's for the text at the error, if there is one. */
function preciseReason(text: string): string | undefined {
  const space = unsupportedSpace(text);
  if (space !== undefined) return `${space} is not a blank here`;
  const badPair = invalidEscape(text)?.escape;
  return badPair && invalidEscapeReason(badPair);
}

export const invalidEscapeReason = (pair: string): string =>
  `${pair} has no meaning within a string; a \\ itself is written \\\\`;

/** Reads one line of a file again; undefined if the file is no longer readable. Chunks end at line ends. */
export function lineOf(file: string, line: number, files: SourceFiles): string | undefined {
  let at = 1;
  try {
    for (const chunk of openSource(file, files).chunks) {
      let from = 0;
      while (from < chunk.length) {
        const end = chunk.indexOf('\n', from);
        if (at === line) return chunk.slice(from, end < 0 ? undefined : end).replace(/\r$/, '');
        if (end < 0) break;
        from = end + 1;
        at++;
      }
    }
  } catch {
    // The message itself does not depend on the line.
  }
  return undefined;
}

/** Maximum length of a text that is searched for the cause of an error, in characters. */
const MAX_TEXT_LENGTH = 1_000_000;

/** Returns the text before a position; empty if the file is longer than `MAX_TEXT_LENGTH` or no longer readable. */
export function textUntil(file: string, { line, column }: Position, files: SourceFiles): string {
  try {
    let text = '';
    for (const chunk of openSource(file, files).chunks) {
      text += chunk;
      if (text.length > MAX_TEXT_LENGTH) return '';
    }
    const lines = text.split('\n', line);
    return [...lines.slice(0, -1), (lines.at(-1) ?? '').slice(0, column - 1)].join('\n');
  } catch {
    // The message itself does not depend on it.
    return '';
  }
}
