/**
 * Text from lines and small parts. A printer yields lines; blocks are indented by combinators,
 * so no printer counts blanks.
 */

/** A line, a nested list of lines, or nothing. */
export type Lines = string | undefined | false | readonly Lines[];

/** The lines, flattened. A string that holds line breaks counts as several lines. */
export function flatten(lines: Lines, into: string[] = []): string[] {
  if (typeof lines === 'string') {
    if (lines.includes('\n')) for (const line of lines.split('\n')) into.push(line);
    else into.push(lines);
  } else if (Array.isArray(lines)) {
    for (const line of lines) flatten(line, into);
  }
  return into;
}

/** The same lines, each with `prefix` in front; empty lines stay empty. */
export function indent(lines: Lines, prefix = '  '): string[] {
  return flatten(lines).map((line) => (line === '' ? '' : prefix + line));
}

/** The text of a file: lines, each ended by a line feed. */
export function text(lines: Lines): string {
  return `${flatten(lines).join('\n')}\n`;
}

/** Joins groups of lines with one empty line between those that are not empty. */
export function separated(groups: readonly Lines[]): string[] {
  const out: string[] = [];
  for (const group of groups) {
    const lines = flatten(group);
    if (lines.length === 0) continue;
    if (out.length > 0) out.push('');
    // One by one: a type may have more lines than a call takes arguments.
    for (const line of lines) out.push(line);
  }
  return out;
}
