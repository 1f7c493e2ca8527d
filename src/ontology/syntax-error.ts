import { DiagnosticError, diagnostic, type Place } from '../diagnostics/index.ts';
import type { Position } from './sink.ts';
import { openSource, type Source } from './source.ts';

/** Ends reading with a syntax error at a place; the source line is taken from the file. */
export function syntaxError(source: Source, syntax: string, reason: string, position: Position | undefined): never {
  const place: Place = { file: source.file, ...position };
  const line = position && lineOf(source.file, position.line);
  const prefix = /^Undefined prefix "(.*):"$/.exec(reason);
  throw new DiagnosticError(
    prefix
      ? diagnostic('undefined-prefix', { prefix: prefix[1] ?? '' }, place, line)
      : diagnostic('syntax-error', { syntax, reason }, place, line),
  );
}

/** One line of a file that has been read before; undefined if it cannot be had any more. */
function lineOf(file: string, line: number): string | undefined {
  let at = 1;
  try {
    for (const chunk of openSource(file).chunks) {
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
