/** Recognizes common mistakes in Turtle at the location of a syntax error, and suggests corrections. */

import type { Position } from './sink.ts';

/** Common mistakes, recognized by the text before and at the error on its line, each with a help text. */
const mistakes: readonly { readonly before?: RegExp; readonly from: RegExp; readonly help: string }[] = [
  { from: /^[“”„«»‘’‚]/, help: 'quotes are straight in Turtle: "…"' },
  { from: /^\/[/*]/, help: 'a comment begins with #' },
  { before: /(?:^|[^@\w])prefix\s[^<]*<[^>]*>\s*$/i, from: /^\./, help: 'write @prefix, or leave out the "."' },
  { before: /prefix\s*$/i, from: /^[\w-]+\s*</, help: 'a prefix ends in a colon, as in @prefix owl: <…> .' },
  { before: /prefix\s*$/i, from: /^</, help: 'a prefix has a name and a colon, as in @prefix : <…> . or @prefix owl: <…> .' },
  { from: /^(?:https?|urn):/, help: 'write an IRI in <…>' },
  { from: /^(?:is\s+an?|A|an|isA|is-a)\s/, help: 'the type follows a lowercase a, as in :Order a owl:Class .' },
  {
    from: /^[\w-]*:[\w-]+(?:\?|\[\])/,
    help: 'state the number of values with owl:FunctionalProperty, or with sh:minCount and sh:maxCount',
  },
  {
    before: /:[\w-]+$/,
    from: /^\[\]/,
    help: 'state the number of values with owl:FunctionalProperty, or with sh:minCount and sh:maxCount',
  },
  { before: /["']@[A-Za-z]+(?:-[A-Za-z\d]+)*$/, from: /^_/, help: 'a language tag has hyphens, as in "…"@en-GB' },
  { before: /["']@[\w-]+(?:\^\^)?$/, from: /^(?:\^\^|[\w-]*:)/, help: 'give a string a language or a datatype, not both' },
  { from: /^(?:true|false)(?![\w:-])/i, help: 'true and false are written in small letters' },
  {
    before: /^\s*[\w-]*:[\w-]+\s+$/,
    from: /^a\s/,
    help: 'put a ";" before this to continue with the same subject, or a "." to end the statement',
  },
  {
    before: /(?:\.|^)\s+[\w-]*:[\w-]+\s+$/,
    from: /^["'\d]/,
    help: 'a "." ends the statements of a subject; a ";" continues them',
  },
  { before: /'$/, from: /^s\b/, help: "write \\' for a ' within '…', or use \"…\"" },
  {
    before: /,\s*[\w-]*:[\w-]+\s+$/,
    from: /^\S/,
    help: '"," continues with another value of the same property; put ";" before another property',
  },
  {
    before: /(?:^|\s)$/,
    from: /^[A-Za-z][\w'-]*(?![\w:'-])/,
    help: 'write a string in quotes ("…"), and a name with a prefix (:name)',
  },
];

/** Number of characters before and after the error to examine: a line may be as long as a file. */
const CONTEXT_LENGTH = 300;

/** Unicode spaces that Turtle does not accept as whitespace. */
const UNSUPPORTED_SPACE = /^[\u00a0\u1680\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]/;

/** Returns the code point of a leading Unicode space that Turtle does not accept, as `U+00A0`; otherwise undefined. */
export function unsupportedSpace(text: string): string | undefined {
  const found = UNSUPPORTED_SPACE.exec(text)?.[0];
  return found && `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A string at the start of a text; a long string need not be closed. */
const STRING = /^(?:("{3}|'{3})(?:(?!\1)(?:[^\\]|\\[\s\S]))*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/;

/** An escape sequence that is invalid in Turtle, such as those of regular expressions. */
export interface InvalidEscape {
  readonly escape: string;
  /** Offset in the text. */
  readonly at: number;
}

/** Returns the first invalid escape (Turtle, 6.4) in the string at the start of a text; undefined if all are valid. */
export function invalidEscape(text: string): InvalidEscape | undefined {
  const string = STRING.exec(text)?.[0] ?? '';
  for (const { 0: sequence, index } of string.matchAll(/\\(?:u[\da-f]{4}|U[\da-f]{8}|[\s\S])/gi)) {
    if (sequence.length === 2 && !/[tbnrf"'\\]/.test(sequence[1] as string)) return { escape: sequence, at: index };
  }
  return undefined;
}

/** Suggests a correction for the text at a column of a line. */
export function hintFor(line: string, column: number): string | undefined {
  const before = line.slice(Math.max(0, column - 1 - CONTEXT_LENGTH), column - 1);
  const from = line.slice(column - 1, column - 1 + CONTEXT_LENGTH);
  if (unsupportedSpace(from) !== undefined) return 'put an ordinary space in its place';
  return mistakes.find((mistake) => mistake.from.test(from) && (mistake.before?.test(before) ?? true))?.help;
}

/** Brackets, and the strings, IRIs and comments in which brackets must be ignored. */
const BRACKETS_AND_STRINGS =
  /"""(?:[^"\\]|\\[\s\S]|"(?!""))*"""|'''(?:[^'\\]|\\[\s\S]|'(?!''))*'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|<[^<>\s]*>|#[^\n]*|\\.|[[\](){}]/g;

/** Strings (long ones even if unclosed), IRIs and comments. */
const STRINGS =
  /"""(?:[^"\\]|\\[\s\S]|"(?!""))*(?:"""|$)|'''(?:[^'\\]|\\[\s\S]|'(?!''))*(?:'''|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|<[^<>\s]*>|#[^\n]*/g;

/**
 * Finds the first invalid multi-line string: it contains an invalid escape, or is not closed.
 *
 * @returns the position of the escape, or of the start of the string
 */
export function invalidString(text: string): (Position & { readonly escape: string | undefined }) | undefined {
  for (const { 0: string, index } of text.matchAll(STRINGS)) {
    if (!/^("{3}|'{3})/.test(string)) continue;
    const invalid = invalidEscape(string);
    const isClosed = string.length >= 6 && string.endsWith(string.slice(0, 3));
    if (invalid === undefined && isClosed) continue;
    return { escape: invalid?.escape, ...positionAt(text, index + (invalid?.at ?? 0)) };
  }
  return undefined;
}

function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** Returns the last unclosed bracket of a text. */
export function unclosedBracket(text: string): (Position & { readonly bracket: string }) | undefined {
  const open: RegExpExecArray[] = [];
  for (const token of text.matchAll(BRACKETS_AND_STRINGS)) {
    if ('[({'.includes(token[0])) open.push(token);
    else if ('])}'.includes(token[0])) open.pop();
  }
  const last = open.at(-1);
  return last && { bracket: last[0], ...positionAt(text, last.index) };
}
