/** Texts of the ontology as Python literals and docstrings, formatted as by `ruff format`, and widths of lines. */

import { wrap } from '../text/index.ts';

/** The line width of Python's formatters. */
export const lineWidth = 88;

/** The indentation of a block. */
export const tab = '    ';

/**
 * Returns a string literal. Quotes are double, or single if that needs fewer escapes
 * (https://docs.astral.sh/ruff/formatter/docs/#quote-style).
 */
export function stringLiteral(text: string): string {
  if (plainText.test(text)) return `"${text}"`;
  const quote = occurrences(text, '"') > occurrences(text, "'") ? "'" : '"';
  return quote + escapeText(text).replaceAll('\n', '\\n').replaceAll(quote, `\\${quote}`) + quote;
}

/** Returns a value as a string literal with escaped invisible characters, because values may contain any character. */
export function valueLiteral(text: string): string {
  return escapeInvisible(stringLiteral(text));
}

/** Returns a regular expression as a raw literal, or as an ordinary one if a raw literal cannot contain it. */
export function patternLiteral(source: string): string {
  const quote = source.includes('"') ? "'" : '"';
  const isRaw = !source.includes(quote) && !/(?<!\\)(?:\\\\)*\\$/.test(source) && escapeInvisible(source) === source;
  return isRaw ? `r${quote}${source}${quote}` : valueLiteral(source);
}

function escapeInvisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    if (character === '\t') return '\\t';
    const code = (character.codePointAt(0) as number).toString(16);
    if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
    return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`;
  });
}

/**
 * Splits a text into literals, which Python concatenates. They end after line breaks, or at blanks so that each is at most
 * `width` columns wide. A text that fits or has characters of unknown width stays whole, because the formatter joins literals
 * that are short enough.
 */
export function splitLiteral(text: string, width: number): readonly string[] {
  if (text.length + 2 <= width || !narrowText.test(text)) {
    const literal = stringLiteral(text);
    if ((displayWidth(literal) ?? 0) <= width) return [literal];
  }
  const literals: string[] = [];
  let current = '';
  let columns = 0;
  // A text may be split after blanks or line breaks.
  for (const word of text.split(/(?<= )(?! )|(?<=\n)(?!\n)/)) {
    const wordWidth = displayWidth(escapeText(word).replaceAll('\n', '\\n')) ?? 0;
    const quotes = Math.min(occurrences(current + word, '"'), occurrences(current + word, "'"));
    if (current !== '' && (current.endsWith('\n') || columns + wordWidth + quotes + 2 > width)) {
      literals.push(stringLiteral(current));
      current = '';
      columns = 0;
    }
    current += word;
    columns += wordWidth;
  }
  if (current !== '') literals.push(stringLiteral(current));
  return literals;
}

/**
 * Returns the description of a member as an argument of its `Field`. If it does not fit after the name of the argument, it
 * becomes several literals in parentheses.
 */
export function commentLiteral(comment: string): string | readonly string[] {
  const literals = splitLiteral(comment, lineWidth - '            '.length);
  const [literal = ''] = literals;
  if (literals.length > 1) return literals;
  const width = displayWidth(literal);
  return width === undefined || width <= longestComment || !comment.includes(' ') ? literal : literals;
}

/** The longest comment that fits after the name of the argument. */
const longestComment = lineWidth - '        description=,'.length;

/** Characters that take one column, or two if escaped. */
const narrowText = /^[\n -~]*$/;

/** ASCII characters that need no escapes. */
const plainText = /^[ !#-[\]-~]*$/;

/** Returns how often a character occurs in a text. */
function occurrences(text: string, char: string): number {
  return text.includes(char) ? text.split(char).length - 1 : 0;
}

/** Escapes backslashes and the zero-width space, for which ruff's PLE2515 requires it. */
function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\u200b', '\\u200b');
}

/** Scripts whose characters are one column wide: Latin, Greek, Cyrillic, and common punctuation. */
const singleColumnScripts =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/;
/** Scripts whose characters are two columns wide: Chinese, Japanese, Korean. */
const doubleColumnCharacters =
  /[\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufa6d\uff01-\uff60]/g;

/** Returns the width of a line in columns; undefined if it has characters of unknown width. */
export function displayWidth(line: string): number | undefined {
  if (/^[ -~]*$/.test(line)) return line.length;
  const singleColumnText = line.replace(doubleColumnCharacters, '');
  return singleColumnScripts.test(singleColumnText) ? 2 * line.length - singleColumnText.length : undefined;
}

/** Checks whether a line certainly fits into a number of columns; characters of unknown width count as two columns. */
export function surelyFits(line: string, columns: number): boolean {
  return (displayWidth(line) ?? 2 * line.length) <= columns;
}

/**
 * Returns a docstring in a block with this indentation (PEP 257). A blank precedes a quote at its beginning, as formatters
 * write it; a quote at its end is escaped.
 */
export function docstring(text: string, indentation: number): readonly string[] {
  const availableWidth = lineWidth - indentation;
  const isShort = text.length <= availableWidth - '""""""'.length;
  if (isShort && plainText.test(text) && text === text.trim()) return [`"""${text}"""`];
  const wrapped = wrap(text, availableWidth - '""""""'.length);
  const [firstLine = '', ...otherLines] = (wrapped.length > 1 ? wrap(text, availableWidth - 8) : wrapped).map(docstringLine);
  const opening = (line: string) => (line.startsWith('"') ? `""" ${line}` : `"""${line}`);
  if (otherLines.length > 0) return [opening(firstLine), ...otherLines, '"""'];
  return [`${opening(firstLine.replace(unescapedQuote, '$1\\"'))}"""`];
}

function docstringLine(line: string): string {
  return escapeText(line.trim()).replaceAll('"""', '\\"\\"\\"');
}

/** A quote at the end, after an even number of backslashes. */
const unescapedQuote = /(?<!\\)((?:\\\\)*)"$/;

/** Returns the paragraph that marks a deprecated element, if it is deprecated. */
export function deprecation({ deprecated, replacedBy }: { deprecated: boolean; replacedBy?: string }): string[] {
  if (!deprecated) return [];
  return [replacedBy === undefined ? 'Deprecated.' : `Deprecated. Use ${replacedBy} instead.`];
}
