import { DiagnosticError, diagnostic, fail, type Place } from '../diagnostics/index.ts';
import type { Position } from './sink.ts';
import { openSource, type Source } from './source.ts';
import type { Texts } from './texts.ts';

/** Ends reading with a syntax error at a place; the source line is taken from the file. */
export function syntaxError(source: Source, syntax: string, reason: string, position: Position | undefined): never {
  const { file } = source;
  if (source.isBinary) fail('file-not-rdf', { file, looksLike: 'binary data' }, { file, line: 1, column: 1 });
  const line = position && lineOf(file, position.line, source.texts);
  // A lexical error is placed after the last token; what is wrong begins after the blanks.
  const blanks = position && /^\s*(?=\S)/.exec((line ?? '').slice(position.column - 1))?.[0].length;
  const place: Place = { file, ...(position && { line: position.line, column: position.column + (blanks ?? 0) }) };
  const prefix = /^Undefined prefix "(.*):"$/.exec(reason);
  throw new DiagnosticError(
    prefix
      ? diagnostic('undefined-prefix', { prefix: prefix[1] ?? '' }, place, line)
      : diagnostic('syntax-error', { syntax, reason }, place, line),
  );
}

/** One line of a file that has been read before; undefined if it cannot be had any more. */
export function lineOf(file: string, line: number, texts?: Texts): string | undefined {
  let at = 1;
  try {
    for (const chunk of openSource(file, texts).chunks) {
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
