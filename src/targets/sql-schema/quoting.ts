/** Helper functions for printing statements. */

import { flatten, type Lines } from '../text/index.ts';

/** Returns the body of a function, in dollar quotes that do not occur in it. */
export function dollarQuoted(body: Lines): Lines {
  const code = flatten(body);
  let quotes = '$$';
  for (let n = 1; code.some((line) => line.includes(quotes)); n++) quotes = `$body${n}$`;
  return [`AS ${quotes}`, code, `${quotes};`];
}

/** Returns the parts of a list with commas between them. */
export function withCommas(parts: readonly string[]): string[] {
  return parts.map((part, index) => (index < parts.length - 1 ? `${part},` : part));
}
