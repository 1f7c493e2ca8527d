import type { Diagnostic, Place } from './diagnostic.ts';

/** Colours text; the identity where colour is off. */
export type Paint = (style: 'red' | 'yellow' | 'green' | 'bold' | 'dim' | 'cyan', text: string) => string;

export const plain: Paint = (_style, text) => text;

/** `file:line:column`, as far as it is known. */
export function formatPlace(place: Place): string {
  const { file, line, column } = place;
  if (line === undefined) return file;
  return column === undefined ? `${file}:${line}` : `${file}:${line}:${column}`;
}

/** Control characters, and those that show a text in another order than it is read in (Unicode TR 36, 3.7). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text of a file, or from elsewhere, as people may see it: what would steer their terminal is shown, and does nothing. */
export function visible(text: string): string {
  return text.replace(HIDDEN, picture);
}

function picture(character: string): string {
  const code = character.charCodeAt(0);
  // Pictures of the control characters (Unicode block "Control Pictures"): each takes the place of one, so columns stay.
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}

/** What this program itself steers a terminal with: the colours of {@link Paint}, and a line that is drawn again. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OWN = /\u001b\[(?:1|2|22|31|32|33|36|39)m|\r\u001b\[K|\r\n/g;

/** What is printed, as a terminal may get it: what came from files and would steer it is shown. */
export function forTerminal(text: string): string {
  if (text.search(HIDDEN) < 0) return text;
  let shown = '';
  let at = 0;
  for (const { 0: own, index } of text.matchAll(OWN)) {
    shown += visible(text.slice(at, index)) + own;
    at = index + own.length;
  }
  return shown + visible(text.slice(at));
}

/** A document of JSON, in which nothing but escapes stands for what would steer a terminal. */
export function visibleJson(document: string): string {
  return document.replace(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The longest stretch of a source line that is shown. */
const FRAME_WIDTH = 100;

/** The source line with a caret under the column. */
function codeFrame(source: string, place: Place, paint: Paint): string[] {
  const line = String(place.line ?? '');
  const column = place.column ?? 1;
  // A long line is shown around its column only.
  const from = column > FRAME_WIDTH - 20 ? column - 41 : 0;
  const text = visible(source.slice(from, from + FRAME_WIDTH).replaceAll('\t', ' ')).trimEnd();
  const gutter = ' '.repeat(line.length);
  return [
    `${paint('dim', ` ${line} |`)} ${from > 0 ? '…' : ''}${text}`,
    `${paint('dim', ` ${gutter} |`)} ${' '.repeat(column - 1 - from + (from > 0 ? 1 : 0))}${paint('red', '^')}`,
  ];
}

/** The longest line of a message: what it quotes may be a megabyte. */
const LINE = 2000;

function shortened(line: string): string {
  return line.length <= LINE ? line : `${line.slice(0, LINE)}… (${line.length - LINE} characters more)`;
}

/** A diagnostic as text: message with its place, source line, remedy. Without a final line break. */
export function formatDiagnostic(d: Diagnostic, paint: Paint = plain): string {
  const severity = d.severity === 'error' ? paint('red', 'error') : paint('yellow', 'warning');
  const place = d.place ? `${paint('bold', visible(formatPlace(d.place)))}: ` : '';
  const [first, ...more] = visible(d.message).split('\n').map(shortened);
  const lines = [`${place}${severity}: ${first} ${paint('dim', `[${d.code}]`)}`, ...more];
  if (d.source !== undefined && d.place) lines.push(...codeFrame(d.source, d.place, paint));
  if (d.help) lines.push(`  ${paint('cyan', 'help')}: ${visible(d.help)}`);
  return lines.join('\n');
}
