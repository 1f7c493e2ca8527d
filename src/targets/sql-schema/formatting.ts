/** Formats SQL statements. */

import { flatten, indent, type Lines } from '../text/index.ts';

/** Indents lines by four blanks. */
export function indented(lines: Lines): Lines {
  return indent(lines, '    ');
}

/** Returns the body of a function in dollar quotes, which do not occur in it. */
export function dollarQuoted(body: Lines): Lines {
  const code = flatten(body);
  let quotes = '$$';
  for (let n = 1; code.some((line) => line.includes(quotes)); n++) quotes = `$body${n}$`;
  return [`AS ${quotes}`, code, `${quotes};`];
}

/** Appends a separator to all items but the last. */
export function withSeparators(items: readonly string[], separator = ','): string[] {
  return items.map((item, index) => (index < items.length - 1 ? `${item}${separator}` : item));
}
