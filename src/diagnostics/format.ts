/** Formats diagnostics for a terminal, and makes control characters in texts harmless. */

import type { Diagnostic, Place } from './diagnostic.ts';

/** Colours text, or returns it unchanged if colours are off. */
export type Paint = (style: 'red' | 'yellow' | 'green' | 'bold' | 'dim' | 'cyan', text: string) => string;

/** Returns the text without colours. */
export const plain: Paint = (_style, text) => text;

/** Prints a source location as `file:line:column`, as far as it is known. */
export function formatPlace(place: Place): string {
  const { file, line, column } = place;
  if (line === undefined) return file;
  return column === undefined ? `${file}:${line}` : `${file}:${line}:${column}`;
}

/** Control characters, and characters that change the displayed order of a text (Unicode TR 36, 3.7). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are searched for
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Makes control characters of a text visible, so that it cannot control the user's terminal. */
export function escapeControlCharacters(text: string): string {
  return text.replace(HIDDEN, controlPicture);
}

function controlPicture(character: string): string {
  const code = character.charCodeAt(0);
  // The Unicode block "Control Pictures" has one character for each of them, so columns do not shift.
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}

/** Sequences that this program sends to a terminal: the colours of {@link Paint}, and commands that redraw a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are searched for
const OWN_SEQUENCES = /\u001b\[(?:1|2|22|31|32|33|36|39)m|\r\u001b\[K|\r\n/g;

/** Makes control characters of the output visible, except for the program's own sequences. */
export function sanitizeOutput(text: string): string {
  if (text.search(HIDDEN) < 0) return text;
  let output = '';
  let at = 0;
  for (const { 0: sequence, index } of text.matchAll(OWN_SEQUENCES)) {
    output += escapeControlCharacters(text.slice(at, index)) + sequence;
    at = index + sequence.length;
  }
  return output + escapeControlCharacters(text.slice(at));
}

/** Escapes control characters in a JSON document, so that it cannot control a terminal. */
export function escapeControlCharactersInJson(document: string): string {
  return document.replace(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Maximum number of characters shown of a source line. */
const FRAME_WIDTH = 100;

/** Returns the source line with a caret under the column. */
function codeFrame(source: string, place: Place, paint: Paint): string[] {
  const line = String(place.line ?? '');
  const column = place.column ?? 1;
  // Only a part of a long line is shown, around its column.
  const from = column > FRAME_WIDTH - 20 ? column - 41 : 0;
  const text = escapeControlCharacters(source.slice(from, from + FRAME_WIDTH).replaceAll('\t', ' ')).trimEnd();
  const gutter = ' '.repeat(line.length);
  return [
    `${paint('dim', ` ${line} |`)} ${from > 0 ? '…' : ''}${text}`,
    `${paint('dim', ` ${gutter} |`)} ${' '.repeat(column - 1 - from + (from > 0 ? 1 : 0))}${paint('red', '^')}`,
  ];
}

/** Maximum length of a line in characters: a message may quote a value of a megabyte. */
const MAX_LINE_LENGTH = 2000;

function shortenLine(line: string): string {
  return line.length <= MAX_LINE_LENGTH
    ? line
    : `${line.slice(0, MAX_LINE_LENGTH)}… (${line.length - MAX_LINE_LENGTH} characters more)`;
}

/** Formats a diagnostic with its location, source line and remedy. Without a final line break. */
export function formatDiagnostic(d: Diagnostic, paint: Paint = plain): string {
  const severity = d.severity === 'error' ? paint('red', 'error') : paint('yellow', 'warning');
  const place = d.place ? `${paint('bold', escapeControlCharacters(formatPlace(d.place)))}: ` : '';
  const [first, ...furtherLines] = escapeControlCharacters(d.message).split('\n').map(shortenLine);
  const lines = [`${place}${severity}: ${first} ${paint('dim', `[${d.code}]`)}`, ...furtherLines];
  if (d.source !== undefined && d.place) lines.push(...codeFrame(d.source, d.place, paint));
  if (d.help) lines.push(`  ${paint('cyan', 'help')}: ${escapeControlCharacters(d.help)}`);
  return lines.join('\n');
}
