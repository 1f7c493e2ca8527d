import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';

/** What stands between two columns. */
const GAP = '  ';

/** Where less is left for the last column, a row becomes a paragraph. */
const NARROWEST = 24;

/** How far the lines of a paragraph after its first one are indented. */
const HANGING = ' '.repeat(4);

/**
 * Rows of cells as lines, in aligned columns. If a width is given, the last column is wrapped at its blanks so that no
 * line is wider; words that are too long for it stay whole.
 *
 * @param width the columns of the terminal; undefined where there is none
 */
export function columns(rows: readonly (readonly string[])[], width: number | undefined): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count - 1 }, (_, i) =>
    rows.reduce((most, row) => Math.max(most, stringWidth(row[i] ?? '')), 0),
  );
  const before = widths.reduce((sum, each) => sum + each + GAP.length, 0);
  if (width !== undefined && width - before < NARROWEST) {
    return rows.flatMap((row) => hanging('', row.join(GAP), HANGING, width));
  }
  return rows.flatMap((row) => {
    const start = widths.map((each, i) => `${padded(row[i] ?? '', each)}${GAP}`).join('');
    return hanging(start, row[count - 1] ?? '', ' '.repeat(before), width);
  });
}

/** A text that begins after `start`, and goes on below it after `indent`. */
function hanging(start: string, text: string, indent: string, width = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = [];
  let line = start;
  let used = stringWidth(start);
  let isBlank = true;
  let gap = '';
  for (const word of text.match(/ +|[^ ]+/g) ?? []) {
    if (word.startsWith(' ')) {
      gap = word;
      continue;
    }
    const wordWidth = stringWidth(word);
    if (isBlank || used + gap.length + wordWidth <= width) {
      line += isBlank ? word : gap + word;
      used += isBlank ? wordWidth : gap.length + wordWidth;
    } else {
      lines.push(line);
      line = indent + word;
      used = indent.length + wordWidth;
    }
    isBlank = false;
    gap = '';
  }
  return [...lines, line].map((each) => each.trimEnd());
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - stringWidth(cell)));
}

/** As much of a text as fits on one line of a terminal, without what would steer it. */
export function cut(text: string, width: number): string {
  const plain = stripVTControlCharacters(text).replace(/\p{Cc}/gu, ' ');
  if (stringWidth(plain) <= width) return plain;
  let kept = '';
  for (const c of plain) {
    if (stringWidth(kept + c) >= width) break;
    kept += c;
  }
  return `${kept}…`;
}
