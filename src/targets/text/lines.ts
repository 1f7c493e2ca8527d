/**
 * Text made of lines and small parts. A printer yields lines, and combinators indent blocks, so no printer counts blanks. Lines
 * may be marked with the element that they declare or belong to; their line numbers are known once the text is made.
 */

import type { Mark, Placed } from '../target.ts';

/** A line (or several with line breaks), nested lines, indented or marked lines, or nothing. */
export type Lines = string | undefined | false | readonly Lines[] | Block;

/** Lines with a common prefix or marks. */
interface Block {
  readonly lines: Lines;
  readonly prefix?: string;
  readonly marks?: readonly Mark[];
  /** Lines above the declaration that the marks belong to. */
  readonly above?: Lines;
}

/** Puts `prefix` in front of each line; empty lines stay empty. */
export function indent(lines: Lines, prefix = '  '): Lines {
  return { lines, prefix };
}

/** Does the same for plain lines. */
export function indentLines(lines: Lines): string[] {
  return flatten(indent(lines));
}

/**
 * Marks lines with the element that they belong to. Inner marks are more exact.
 *
 * @param above comments and attributes above the first line of the declaration
 */
export function marked(mark: Mark, lines: Lines, above?: Lines): Lines {
  return { lines, marks: [mark], above };
}

/** Marks lines with several elements in the same way. */
export function markedAll(all: readonly Mark[], lines: Lines): Lines {
  return all.length === 0 ? lines : { lines, marks: all };
}

/** Joins groups of lines with one empty line between groups that are not empty. */
export function separated(groups: Iterable<Lines>): Lines {
  const out: Lines[] = [];
  for (const group of groups) {
    if (isEmpty(group)) continue;
    if (out.length > 0) out.push('');
    out.push(group);
  }
  return out;
}

/** Checks whether there is no line, not even an empty one. */
export function isEmpty(lines: Lines): boolean {
  if (typeof lines === 'string') return false;
  if (!lines) return true;
  return 'lines' in lines ? isEmpty(lines.above) && isEmpty(lines.lines) : lines.every(isEmpty);
}

/** Returns a flat list of the lines. A string with line breaks counts as several lines. */
export function flatten(lines: Lines): string[] {
  return new Printer().print(lines).lines;
}

/** Returns the text of a file, with a line feed after each line. */
export function textOf(lines: Lines): string {
  return `${flatten(lines).join('\n')}\n`;
}

/** The text of a file, with the positions of its marks, outer marks first. Lines are counted from 1. */
export interface Printed {
  readonly content: string;
  readonly marks: readonly Placed[];
}

/** Prints the text of a file, with a line feed after each line, and collects its marks. */
export function printed(lines: Lines): Printed {
  const printer = new Printer().print(lines);
  return { content: `${printer.lines.join('\n')}\n`, marks: printer.marks };
}

/** Collects the lines and keeps track of their indentation. */
class Printer {
  readonly lines: string[] = [];
  readonly marks: Placed[] = [];
  #prefix = '';

  print(lines: Lines): this {
    if (typeof lines === 'string') this.#add(lines);
    else if (!lines) return this;
    else if (isLineList(lines)) for (const line of lines) this.print(line);
    else this.#block(lines);
    return this;
  }

  #block({ lines, prefix, marks, above }: Block): void {
    if (marks) {
      this.#marked(marks, lines, above);
      return;
    }
    const outer = this.#prefix;
    this.#prefix = outer + (prefix ?? '');
    this.print(lines);
    this.#prefix = outer;
  }

  #marked(marks: readonly Mark[], lines: Lines, above: Lines): void {
    const at = this.marks.length;
    const from = this.lines.length + 1;
    this.print(above);
    const line = this.lines.length - from + 2;
    this.print(lines);
    const to = this.lines.length;
    if (to < from) return;
    const own = marks.map((mark) => ({ ...mark, from, to, ...(line > 1 && { line }) }));
    this.marks.splice(at, 0, ...own);
  }

  /** Adds a line, or several with line breaks. */
  #add(line: string): void {
    if (line === '') this.lines.push(line);
    else for (const part of line.split('\n')) this.lines.push(part === '' ? '' : this.#prefix + part);
  }
}

function isLineList(lines: Lines): lines is readonly Lines[] {
  return Array.isArray(lines);
}
