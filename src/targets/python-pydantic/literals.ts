/** Texts of the ontology as Python literals, formatted as by `ruff format`. */

import { wrap } from '../text/index.ts';

/** The line width of Python's formatters. */
export const lineWidth = 88;

/**
 * Returns a string literal. Quotes are double, or single if that needs fewer escapes
 * (https://docs.astral.sh/ruff/formatter/docs/#quote-style).
 */
export function stringLiteral(text: string): string {
  if (plainText.test(text)) return `"${text}"`;
  const quote = occurrences(text, '"') > occurrences(text, "'") ? "'" : '"';
  return quote + escapeText(text).replaceAll('\n', '\\n').replaceAll(quote, `\\${quote}`) + quote;
}

/** Does the same for a value, which may contain anything: invisible characters are escaped. */
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
  // Regular expressions with Unicode properties compile slowly, and most texts need none.
  if (/^[ -~]*$/.test(text)) return text;
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
export function literalParts(text: string, width: number): readonly string[] {
  const unescaped = plainLiteral(text, width);
  if (unescaped !== undefined) return [unescaped];
  if (text.length + 2 <= width || !narrowText.test(text)) {
    const whole = stringLiteral(text);
    if ((displayWidth(whole) ?? 0) <= width) return [whole];
  }
  const parts: string[] = [];
  let size = new Size();
  let start = 0;
  for (let at = 0; at < text.length; ) {
    const end = endOfWord(text, at);
    size.add(text, at, end);
    if (at > start && (text.charCodeAt(at - 1) === LINE_BREAK || size.width > width)) {
      parts.push(stringLiteral(text.slice(start, at)));
      start = at;
      size = new Size();
      size.add(text, at, end);
    }
    at = end;
  }
  if (start < text.length) parts.push(stringLiteral(text.slice(start)));
  return parts;
}

/** Returns the end of a word, including the line breaks or blanks after it: a text may be split there. */
function endOfWord(text: string, from: number): number {
  let end = from;
  while (end < text.length && text.charCodeAt(end) !== BLANK && text.charCodeAt(end) !== LINE_BREAK) end++;
  const separator = text.charCodeAt(end);
  while (end < text.length && text.charCodeAt(end) === separator) end++;
  return end;
}

/**
 * Returns the description of a member as an argument of its `Field`. If it does not fit after the name of the argument, it
 * becomes several literals in parentheses.
 */
export function commentLiteral(comment: string): string | readonly string[] {
  const unescaped = plainLiteral(comment, longestComment);
  if (unescaped !== undefined) return unescaped;
  let known = knownComments.get(comment);
  if (known === undefined) {
    known = splitComment(comment);
    if (knownComments.size === MOST_KNOWN) knownComments.clear();
    knownComments.set(comment, known);
  }
  return known;
}

/** A cache of recent comments: each model of a class has the same ones. */
const knownComments = new Map<string, string | readonly string[]>();

const MOST_KNOWN = 1000;

function splitComment(comment: string): string | readonly string[] {
  const parts = literalParts(comment, lineWidth - '            '.length);
  const [whole = ''] = parts;
  if (parts.length > 1) return parts;
  const width = displayWidth(whole);
  return width === undefined || width <= longestComment || !comment.includes(' ') ? whole : parts;
}

/** The longest comment that fits after the name of the argument. */
export const longestComment = lineWidth - '        description=,'.length;

/** Returns the literal of a text without escapes if it is at most `width` columns wide. */
export function plainLiteral(text: string, width: number): string | undefined {
  return text.length + 2 <= width && plainText.test(text) ? `"${text}"` : undefined;
}

/** The values that determine the width of a literal, so that a text can be measured word by word. */
class Size {
  #columns = 0;
  #double = 0;
  #single = 0;

  get width(): number {
    return this.#columns + Math.min(this.#double, this.#single) + 2;
  }

  /** Adds the text between two indexes. */
  add(text: string, from: number, to: number): void {
    let columns = to - from;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === DOUBLE_QUOTE) this.#double++;
      else if (code === SINGLE_QUOTE) this.#single++;
      else if (code === BACKSLASH || code === LINE_BREAK) columns++;
      else if (code < BLANK || code > TILDE) {
        this.#addUnusual(text.slice(from, to), text.slice(at, to));
        return;
      }
    }
    this.#columns += columns;
  }

  /**
   * Adds a word that contains characters of other widths.
   *
   * @param rest the end of the word, whose quotes are not counted yet
   */
  #addUnusual(word: string, rest: string): void {
    this.#columns += displayWidth(escapeText(word).replaceAll('\n', '\\n')) ?? 0;
    this.#double += occurrences(rest, '"');
    this.#single += occurrences(rest, "'");
  }
}

const LINE_BREAK = 0x0a;
const BLANK = 0x20;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const BACKSLASH = 0x5c;
const TILDE = 0x7e;

/** Characters that take one column, or two if escaped. */
const narrowText = /^[\n -~]*$/;

/** ASCII characters that need no escapes. */
const plainText = /^[ !#-[\]-~]*$/;

function occurrences(text: string, char: string): number {
  return text.includes(char) ? text.split(char).length - 1 : 0;
}

/** Escapes backslashes and the zero-width space, for which ruff's PLE2515 requires it. */
function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\u200b', '\\u200b');
}

/** Scripts whose characters are one column wide: Latin, Greek, Cyrillic, and common punctuation. */
const narrow =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/;
/** Scripts whose characters are two columns wide: Chinese, Japanese, Korean. */
const wide = /[\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufa6d\uff01-\uff60]/g;

/** Returns the width of a line in columns; undefined if it has characters of unknown width. */
export function displayWidth(line: string): number | undefined {
  if (/^[ -~]*$/.test(line)) return line.length;
  const rest = line.replace(wide, '');
  return narrow.test(rest) ? 2 * line.length - rest.length : undefined;
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
  const room = lineWidth - indentation;
  if (plainLiteral(text, room - '""""'.length) !== undefined && text === text.trim()) return [`"""${text}"""`];
  const wrapped = wrap(text, room - '""""""'.length);
  const [first = '', ...others] = (wrapped.length > 1 ? wrap(text, room - 8) : wrapped).map(docstringLine);
  const opening = (line: string) => (line.startsWith('"') ? `""" ${line}` : `"""${line}`);
  if (others.length > 0) return [opening(first), ...others, '"""'];
  return [`${opening(first.replace(unescapedQuote, '$1\\"'))}"""`];
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
