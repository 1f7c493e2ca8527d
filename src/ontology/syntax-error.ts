import { DiagnosticError, diagnostic, fail, isMergeMark, NOT_MERGED, type Place } from '../diagnostics/index.ts';
import type { Position } from './sink.ts';
import { openSource, type Source } from './source.ts';
import { badEscape, oddBlank } from './syntax-hints.ts';
import type { Texts } from './texts.ts';
import { wellKnownPrefixes } from './well-known.ts';

/** What is said of a syntax error beside its reason. */
export interface Explained {
  /** How what stands at a place of a line is probably meant to be written. */
  readonly hint: (line: string, column: number) => string | undefined;
  /** The prefixes that are declared there. */
  readonly prefixes: Iterable<string>;
}

/** Ends reading with a syntax error at a place; the source line is taken from the file. */
export function syntaxError(
  source: Source,
  syntax: string,
  reason: string,
  position: Position | undefined,
  explained?: Explained,
): never {
  const { file } = source;
  if (source.isBinary) fail('file-not-rdf', { file, looksLike: 'binary data' }, { file, line: 1, column: 1 });
  const line = position && lineOf(file, position.line, source.texts);
  // A lexical error is placed after the last token; what is wrong begins after the blanks.
  const blanks = position && /^[ \t\r\n]*(?=[^ \t\r\n])/.exec((line ?? '').slice(position.column - 1))?.[0].length;
  const column = (position?.column ?? 1) + (blanks ?? 0);
  const place: Place = { file, ...(position && { line: position.line, column }) };
  const prefix = /^Undefined prefix "(.*):"$/.exec(reason);
  if (prefix) {
    const name = prefix[1] ?? '';
    const said = { prefix: name, namespace: wellKnownPrefixes.get(name), declared: [...(explained?.prefixes ?? [])] };
    throw new DiagnosticError(diagnostic('undefined-prefix', said, place, line));
  }
  if (isMergeMark(line ?? '')) {
    const start: Place = { ...place, column: 1 };
    throw new DiagnosticError(diagnostic('syntax-error', { syntax, reason: NOT_MERGED }, start, line));
  }
  const help = explained?.hint(line ?? '', column);
  const why = plainReason((line ?? '').slice(column - 1)) ?? reason;
  throw new DiagnosticError(diagnostic('syntax-error', { syntax, reason: why, help }, place, line));
}

/** What is wrong with the text at the place of an error, where that is known better than by the parser. */
function plainReason(text: string): string | undefined {
  const odd = oddBlank(text);
  if (odd !== undefined) return `${odd} is not a blank here`;
  const meaningless = badEscape(text);
  return meaningless && withoutMeaning(meaningless.pair);
}

/** What is said of an escape to which Turtle gives no meaning. */
export const withoutMeaning = (pair: string): string => `${pair} has no meaning within a string; a \\ itself is written \\\\`;

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

/** What is longer is not looked through for what may explain an error. */
const LONGEST = 1_000_000;

/** The text of a file that has been read before, up to a place; empty if it is long, or cannot be had any more. */
export function textUntil(file: string, { line, column }: Position, texts?: Texts): string {
  try {
    let text = '';
    for (const chunk of openSource(file, texts).chunks) {
      text += chunk;
      if (text.length > LONGEST) return '';
    }
    const lines = text.split('\n', line);
    return [...lines.slice(0, -1), (lines.at(-1) ?? '').slice(0, column - 1)].join('\n');
  } catch {
    // The message itself does not depend on it.
    return '';
  }
}
