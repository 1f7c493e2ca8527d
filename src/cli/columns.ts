/** Aligns and wraps text for terminals, by display width. */

import stringWidth from 'string-width';

const GAP = '  ';

/** The minimum width of the last column. If less is left, rows become paragraphs. */
const MIN_LAST_COLUMN_WIDTH = 24;

/** The indentation of the lines after the first one of a paragraph. */
const CONTINUATION_INDENT = ' '.repeat(4);

/**
 * Formats rows of cells as lines with aligned columns. If a width is given, the last column is wrapped at spaces so that no line
 * is wider. Longer words are not broken.
 *
 * @param width columns of the terminal; undefined if the output is not a terminal
 */
export function columns(rows: readonly (readonly string[])[], width: number | undefined): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count - 1 }, (_, i) =>
    rows.reduce((widest, row) => Math.max(widest, stringWidth(row[i] ?? '')), 0),
  );
  const lastColumnStart = widths.reduce((sum, each) => sum + each + GAP.length, 0);
  if (width !== undefined && width - lastColumnStart < MIN_LAST_COLUMN_WIDTH) {
    return rows.flatMap((row) => wrapWithIndent('', row.join(GAP), CONTINUATION_INDENT, width));
  }
  return rows.flatMap((row) => {
    const start = widths.map((each, i) => `${padCell(row[i] ?? '', each)}${GAP}`).join('');
    return wrapWithIndent(start, row[count - 1] ?? '', ' '.repeat(lastColumnStart), width);
  });
}

/** Wraps a text. The first line begins with `start`, the others with `indent`. */
function wrapWithIndent(start: string, text: string, indent: string, width = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = [];
  let line = start;
  let lineWidth = stringWidth(start);
  let isLineEmpty = true;
  let gap = '';
  for (const word of text.match(/ +|[^ ]+/g) ?? []) {
    if (word.startsWith(' ')) {
      gap = word;
      continue;
    }
    const wordWidth = stringWidth(word);
    if (isLineEmpty || lineWidth + gap.length + wordWidth <= width) {
      line += isLineEmpty ? word : gap + word;
      lineWidth += isLineEmpty ? wordWidth : gap.length + wordWidth;
    } else {
      lines.push(line);
      line = indent + word;
      lineWidth = indent.length + wordWidth;
    }
    isLineEmpty = false;
    gap = '';
  }
  return [...lines, line].map((each) => each.trimEnd());
}

function padCell(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - stringWidth(cell)));
}
