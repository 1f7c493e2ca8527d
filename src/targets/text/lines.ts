/**
 * The lines of generated code. Printers return nested lists, and this module joins and indents them:
 * `['interface A {', indent('b: string;'), '}']`. Lines may be marked with the element of the model that they declare or belong
 * to; `printed` returns the line numbers of these marks.
 */

import type { Mark, Placed } from '../target.ts';

/** A line (or several with line breaks), nested lines, indented or marked lines, or nothing. */
export type Lines = string | undefined | false | readonly Lines[] | Indented | Marked;

/** Lines with a common prefix. */
interface Indented {
  readonly lines: Lines;
  readonly prefix: string;
}

/** Lines that belong to an element. */
interface Marked {
  readonly lines: Lines;
  readonly mark: Mark;
  /** Lines above the first line of the declaration, such as comments. The mark includes them. */
  readonly above?: Lines;
}

/** Puts `prefix` in front of each line; empty lines stay empty. */
export function indent(lines: Lines, prefix = '  '): Lines {
  return { lines, prefix };
}

/** Indents lines as `indent` does with its default prefix, and returns them as a flat list of strings, without marks. */
export function indentLines(lines: Lines): string[] {
  return flatten(indent(lines));
}

/**
 * Marks lines with the element that they belong to. Marks may be nested: a line of a field has the mark of its class, too. The
 * innermost mark is the most exact one.
 *
 * @param above comments and attributes above the first line of the declaration
 */
export function marked(mark: Mark, lines: Lines, above?: Lines): Lines {
  return { lines, mark, above };
}

/** Joins groups of lines with one empty line between groups that are not empty. */
export function separated(groups: Iterable<Lines>): Lines {
  const nonEmpty = [...groups].filter((group) => !isEmpty(group));
  return nonEmpty.map((group, i) => (i === 0 ? group : ['', group]));
}

/** Checks whether there is no line, not even an empty one. */
export function isEmpty(lines: Lines): boolean {
  if (typeof lines === 'string') return false;
  if (!lines) return true;
  if (isLineList(lines)) return lines.every(isEmpty);
  if ('mark' in lines && !isEmpty(lines.above)) return false;
  return isEmpty(lines.lines);
}

/** Returns a flat list of the lines. A string with line breaks counts as several lines. */
export function flatten(lines: Lines): string[] {
  return new Printer().print(lines).lines;
}

/** Returns the text of a file, with a line feed after each line. */
export function textOf(lines: Lines): string {
  return printed(lines).content;
}

/** The text of a file, with the positions of its marks, outer marks first. Lines are counted from 1. */
export interface Printed {
  readonly content: string;
  readonly marks: readonly Placed[];
}

/** Prints the text of a file, with a line feed after each line, and collects its marks. */
export function printed(lines: Lines): Printed {
  const printer = new Printer().print(lines);
  return { content: printer.text(), marks: printer.marks };
}

/**
 * Prints groups of lines as {@link separated} does. Each group is printed before the next one is requested, so that the lines of
 * a long file are not in memory together.
 */
export function printedGroups(groups: Iterable<Lines>): Printed {
  const texts: string[] = [];
  const marks: Placed[] = [];
  let count = 0;
  for (const group of groups) {
    if (isEmpty(group)) continue;
    const printer = new Printer(marks, count).print(count === 0 ? group : ['', group]);
    texts.push(printer.text());
    count += printer.lines.length;
  }
  return { content: texts.join(''), marks };
}

/** Collects the lines and keeps track of their indentation. */
class Printer {
  readonly lines: string[] = [];
  readonly marks: Placed[];
  readonly #offset: number;
  #prefix = '';

  /** @param offset the number of lines before the first one in the file */
  constructor(marks: Placed[] = [], offset = 0) {
    this.marks = marks;
    this.#offset = offset;
  }

  /** Returns the lines with a line feed after each. */
  text(): string {
    // Appending the last line feed to the text would copy all of it.
    return [...this.lines, ''].join('\n');
  }

  print(lines: Lines): this {
    if (typeof lines === 'string') this.#add(lines);
    else if (!lines) return this;
    else if (isLineList(lines)) for (const line of lines) this.print(line);
    else if ('mark' in lines) this.#printMarked(lines);
    else this.#printIndented(lines);
    return this;
  }

  #printIndented({ lines, prefix }: Indented): void {
    const outer = this.#prefix;
    this.#prefix = outer + prefix;
    this.print(lines);
    this.#prefix = outer;
  }

  #printMarked({ mark, lines, above }: Marked): void {
    // These lines may have inner marks; the outer one is inserted before these.
    const firstInner = this.marks.length;
    const countBefore = this.lines.length;
    this.print(above);
    const aboveCount = this.lines.length - countBefore;
    this.print(lines);
    const from = this.#offset + countBefore + 1;
    const to = this.#offset + this.lines.length;
    if (to < from) return;
    // `line` is counted from the first line of the mark.
    const { element, name, type } = mark;
    // A copy with `...mark` takes several times as long: V8 allocates it among old objects.
    const placed = { element, name, type, from, to, line: aboveCount > 0 ? aboveCount + 1 : undefined };
    if (firstInner === this.marks.length) this.marks.push(placed);
    else this.marks.splice(firstInner, 0, placed);
  }

  /** Adds a line, or several with line breaks. Empty lines get no prefix. */
  #add(line: string): void {
    if (line.includes('\n')) for (const single of line.split('\n')) this.#add(single);
    else this.lines.push(line === '' ? '' : this.#prefix + line);
  }
}

/** `Array.isArray` alone does not narrow a type to a readonly array. */
function isLineList(lines: Lines): lines is readonly Lines[] {
  return Array.isArray(lines);
}
