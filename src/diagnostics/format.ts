import type { Diagnostic, Place } from './diagnostic.ts';

/** Colours text; the identity where colour is off. */
export type Paint = (style: 'red' | 'yellow' | 'bold' | 'dim' | 'cyan', text: string) => string;

export const plain: Paint = (_style, text) => text;

/** `file:line:column`, as far as it is known. */
export function formatPlace(place: Place): string {
  const { file, line, column } = place;
  if (line === undefined) return file;
  return column === undefined ? `${file}:${line}` : `${file}:${line}:${column}`;
}

/** The longest stretch of a source line that is shown. */
const FRAME_WIDTH = 100;

/** The source line with a caret under the column. */
function codeFrame(source: string, place: Place, paint: Paint): string[] {
  const line = String(place.line ?? '');
  const column = place.column ?? 1;
  // A long line is shown around its column only.
  const from = column > FRAME_WIDTH - 20 ? column - 41 : 0;
  const text = source
    .slice(from, from + FRAME_WIDTH)
    .replaceAll('\t', ' ')
    .trimEnd();
  const gutter = ' '.repeat(line.length);
  return [
    `${paint('dim', ` ${line} |`)} ${from > 0 ? '…' : ''}${text}`,
    `${paint('dim', ` ${gutter} |`)} ${' '.repeat(column - 1 - from + (from > 0 ? 1 : 0))}${paint('red', '^')}`,
  ];
}

/** A diagnostic as text: message with its place, source line, remedy. Without a final line break. */
export function formatDiagnostic(d: Diagnostic, paint: Paint = plain): string {
  const severity = d.severity === 'error' ? paint('red', 'error') : paint('yellow', 'warning');
  const place = d.place ? `${paint('bold', formatPlace(d.place))}: ` : '';
  const [first, ...more] = d.message.split('\n');
  const lines = [`${place}${severity}: ${first} ${paint('dim', `[${d.code}]`)}`, ...more];
  if (d.source !== undefined && d.place) lines.push(...codeFrame(d.source, d.place, paint));
  if (d.help) lines.push(`  ${paint('cyan', 'help')}: ${d.help}`);
  return lines.join('\n');
}
