/** Text of the ontology as Python literals, spelt as `ruff format` spells them. */

import { wrap } from '../text/index.ts';

/** The width that Python's formatters keep to. */
export const lineWidth = 88;

/**
 * A string literal. Quotes are double, or single where that takes fewer escapes
 * (https://docs.astral.sh/ruff/formatter/docs/#quote-style).
 */
export function stringLiteral(text: string): string {
  if (plainText.test(text)) return `"${text}"`;
  const quote = occurrences(text, '"') > occurrences(text, "'") ? "'" : '"';
  return quote + escapeText(text).replaceAll('\n', '\\n').replaceAll(quote, `\\${quote}`) + quote;
}

/** The same for a value, which may hold anything: characters that nobody sees are escaped. */
export function valueLiteral(text: string): string {
  return escapeInvisible(stringLiteral(text));
}

/** A regular expression: a raw literal, unless that cannot hold it. */
export function patternLiteral(source: string): string {
  const quote = source.includes('"') ? "'" : '"';
  const isRaw = !source.includes(quote) && !/(?<!\\)(?:\\\\)*\\$/.test(source) && escapeInvisible(source) === source;
  return isRaw ? `r${quote}${source}${quote}` : valueLiteral(source);
}

function escapeInvisible(text: string): string {
  // Properties of Unicode take a while to compile, and most texts need none.
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    if (character === '\t') return '\\t';
    const code = (character.codePointAt(0) as number).toString(16);
    if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
    return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`;
  });
}

/**
 * A text as literals that Python joins. They end behind line breaks, and at blanks so that each is at
 * most `width` columns wide. A text that fits, or whose width is not known for certain, stays whole:
 * the formatter joins literals again that it finds short enough.
 */
export function literalParts(text: string, width: number): readonly string[] {
  const plain = plainLiteral(text, width);
  if (plain !== undefined) return [plain];
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

/** Where a word ends, with the line breaks or the blanks behind it: at those a text may be parted. */
function endOfWord(text: string, from: number): number {
  let end = from;
  while (end < text.length && text.charCodeAt(end) !== BLANK && text.charCodeAt(end) !== LINE_BREAK) end++;
  const separator = text.charCodeAt(end);
  while (end < text.length && text.charCodeAt(end) === separator) end++;
  return end;
}

/**
 * The comment of a member, as an argument of its `Field`: text that does not fit behind the argument's name stands in parentheses
 * below it, in as many parts as it needs.
 */
export function commentLiteral(comment: string): string | readonly string[] {
  const plain = plainLiteral(comment, longestComment);
  if (plain !== undefined) return plain;
  let known = knownComments.get(comment);
  if (known === undefined) {
    known = partedComment(comment);
    if (knownComments.size === MOST_KNOWN) knownComments.clear();
    knownComments.set(comment, known);
  }
  return known;
}

/** Comments that were asked for last: each form of a class has the same ones. */
const knownComments = new Map<string, string | readonly string[]>();

const MOST_KNOWN = 1000;

function partedComment(comment: string): string | readonly string[] {
  const parts = literalParts(comment, lineWidth - '            '.length);
  const [whole = ''] = parts;
  if (parts.length > 1) return parts;
  const width = displayWidth(whole);
  return width === undefined || width <= longestComment || !comment.includes(' ') ? whole : parts;
}

/** How long it may be to stand behind the argument's name. */
export const longestComment = lineWidth - '        description=,'.length;

/** The literal of a text in which nothing is escaped, if it is at most `width` columns wide. */
export function plainLiteral(text: string, width: number): string | undefined {
  return text.length + 2 <= width && plainText.test(text) ? `"${text}"` : undefined;
}

/** What the width of a literal depends on, so that a text can be measured word by word. */
class Size {
  #columns = 0;
  #double = 0;
  #single = 0;

  get width(): number {
    return this.#columns + Math.min(this.#double, this.#single) + 2;
  }

  /** Adds what is between two places of a text. */
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
   * Adds a word that has characters of other widths.
   *
   * @param rest of it, whose quotes are not counted yet
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

/** Characters each of which takes a column, or two where it is escaped. */
const narrowText = /^[\n -~]*$/;

/** ASCII in which nothing is escaped. */
const plainText = /^[ !#-[\]-~]*$/;

function occurrences(text: string, char: string): number {
  return text.includes(char) ? text.split(char).length - 1 : 0;
}

/** Backslashes, and the zero-width space, which ruff's PLE2515 wants to see. */
function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\u200b', '\\u200b');
}

/** Scripts whose every character is one column wide: Latin, Greek, Cyrillic, and common punctuation. */
const narrow =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/;
/** Scripts whose every character is two columns wide: Chinese, Japanese, Korean. */
const wide = /[\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufa6d\uff01-\uff60]/g;

/** How many columns a line takes, if all its characters are of known width. */
export function displayWidth(line: string): number | undefined {
  if (/^[ -~]*$/.test(line)) return line.length;
  const rest = line.replace(wide, '');
  return narrow.test(rest) ? 2 * line.length - rest.length : undefined;
}

/** Whether a line fits into so many columns for certain, however wide the characters are whose width is not known. */
export function surelyFits(line: string, columns: number): boolean {
  return (displayWidth(line) ?? 2 * line.length) <= columns;
}

/**
 * A docstring in a block of the given indentation (PEP 257). A quote at its beginning is set apart by
 * a blank, as formatters do; one at its end is escaped.
 */
export function docstring(text: string, indentation: number): readonly string[] {
  const room = lineWidth - indentation;
  if (plainLiteral(text, room - '""""'.length) !== undefined && text === text.trim()) return [`"""${text}"""`];
  const wrapped = wrap(text, room - '""""""'.length);
  const [first = '', ...rest] = (wrapped.length > 1 ? wrap(text, room - 8) : wrapped).map(docstringLine);
  const opening = (line: string) => (line.startsWith('"') ? `""" ${line}` : `"""${line}`);
  if (rest.length > 0) return [opening(first), ...rest, '"""'];
  return [`${opening(first.replace(unescapedQuote, '$1\\"'))}"""`];
}

function docstringLine(line: string): string {
  return escapeText(line.trim()).replaceAll('"""', '\\"\\"\\"');
}

/** A quote at the end, behind an even number of backslashes. */
const unescapedQuote = /(?<!\\)((?:\\\\)*)"$/;

/** The paragraph that marks something deprecated, if it is. */
export function deprecation({ deprecated, replacedBy }: { deprecated: boolean; replacedBy?: string }): string[] {
  if (!deprecated) return [];
  return [replacedBy === undefined ? 'Deprecated.' : `Deprecated. Use ${replacedBy} instead.`];
}
