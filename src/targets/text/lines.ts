/**
 * Text made of lines and small parts. A printer yields lines, and combinators indent blocks, so no printer counts blanks. Lines
 * may be marked with the element that they declare or belong to; their line numbers are known once the text is made.
 */

import type { DomainClass } from '../../model/index.ts';
import type { Mark, Placed } from '../target.ts';

/** A line (or several with line breaks), nested lines, indented or marked lines, or nothing. */
export type Lines = string | undefined | false | readonly Lines[] | Block | Parts;

/** Lines with a common prefix or marks. */
interface Block {
  readonly lines: Lines;
  readonly prefix?: string;
  readonly marks?: readonly Mark[];
  /** Lines above the declaration that the marks belong to. */
  readonly above?: Lines;
}

/** Groups of lines that are created one after another during printing. */
interface Parts {
  readonly parts: () => Iterable<Lines>;
}

/** Whether marks and printed constraints are recorded. */
let noting = true;

/** Runs work that prints files without recording marks or printed constraints, for files that are only written. */
export function printWithoutMarks<T>(work: () => T): T {
  const before = noting;
  noting = false;
  try {
    return work();
  } finally {
    noting = before;
  }
}

/** Checks whether marks are recorded during printing; with a class, whether marks of this class are. */
export function recordsMarks(cls?: DomainClass): boolean {
  return noting && (cls === undefined || search?.classes?.has(cls) !== false);
}

/** Checks whether all printed constraints are recorded: not if files are only written, or during a search for marks. */
export function recordsConstraints(): boolean {
  return noting && search === undefined;
}

/** Returns those of the marks that are recorded. */
export function recordedMarks(marks: readonly Mark[]): readonly Mark[] {
  if (!noting) return NONE;
  return search ? marks.filter(search.isWanted) : marks;
}

const NONE: readonly Mark[] = [];

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
  if (!noting || search?.isWanted(mark) === false) return above === undefined ? lines : [above, lines];
  return { lines, marks: [mark], above };
}

/** Marks lines with several elements in the same way. */
export function markedAll(all: readonly Mark[], lines: Lines): Lines {
  const marks = recordedMarks(all);
  return marks.length === 0 ? lines : { lines, marks };
}

/** Joins groups of lines with one empty line between groups that are not empty. */
export function separated(groups: readonly Lines[]): Lines {
  const out: Lines[] = [];
  for (const group of groups) {
    if (isEmpty(group)) continue;
    if (out.length > 0) out.push('');
    out.push(group);
  }
  return out;
}

/**
 * Does the same for groups that are created during printing: only one group of a long text is in memory as lines, and a search
 * for marks never creates the groups after the last match.
 */
export function separatedParts(parts: () => Iterable<Lines>): Lines {
  return { parts };
}

/** Checks whether there is no line, not even an empty one. */
export function isEmpty(lines: Lines): boolean {
  if (typeof lines === 'string') return false;
  if (!lines) return true;
  if ('parts' in lines) return [...lines.parts()].every(isEmpty);
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
  readonly marks: Iterable<Placed>;
}

/** Prints the text of a file, with a line feed after each line, and collects its marks. */
export function printed(lines: Lines): Printed {
  const printer = new Printer().print(lines);
  return { content: `${printer.lines.join('\n')}\n`, marks: printer.marks };
}

/** The observer that is called regularly during printing, because the output of a target may exceed the memory. */
let watch = () => {};

/** Sets a function that is called regularly while lines are printed. */
export function watchPrinting(onPrint: () => void): void {
  watch = onPrint;
}

/** A search for marks: printing serves only to find the positions of elements. */
export interface Search {
  /** Whether the position of a mark is recorded. */
  readonly isWanted: (mark: Mark) => boolean;
  /** The classes whose marks are wanted; all classes if absent. */
  readonly classes?: ReadonlySet<DomainClass>;
  /** Called with each wanted mark as soon as its last line is printed, inner marks first; returns true to stop the search. */
  readonly isEnough: (placed: Placed) => boolean;
}

let search: Search | undefined;

const ENOUGH = Symbol('enough');

/** Prints only until a search for marks is finished. */
export function printUntil(wanted: Search, print: () => void): void {
  const before = search;
  search = wanted;
  try {
    print();
  } catch (error) {
    if (error !== ENOUGH) throw error;
  } finally {
    search = before;
  }
}

/** The number of lines between two calls of the observer. */
const OFTEN = 10_000;
let untilTold = OFTEN;

/** Counts printed lines and calls the observer regularly. */
export function countPrintedLines(count: number): void {
  untilTold -= count;
  if (untilTold > 0) return;
  untilTold = OFTEN;
  watch();
}

/** Collects the lines and keeps track of their indentation. */
class Printer {
  readonly lines: string[] = [];
  readonly marks = new Marks();
  #prefix = '';

  print(lines: Lines): this {
    if (typeof lines === 'string') this.#line(lines);
    else if (!lines) return this;
    else if (isLineList(lines)) this.#all(lines);
    else if ('lines' in lines) this.#block(lines);
    else this.#separated(lines);
    return this;
  }

  #all(lines: readonly Lines[]): void {
    countPrintedLines(lines.length);
    // No call for each line: there are millions of them.
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i];
      if (typeof line === 'string') this.#add(line);
      else if (line) this.print(line);
    }
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

  #line(line: string): void {
    countPrintedLines(1);
    this.#add(line);
  }

  #separated({ parts }: Parts): void {
    let isFirst = true;
    for (const part of parts()) {
      const before = this.lines.length;
      if (!isFirst) this.#add('');
      const at = this.lines.length;
      this.print(part);
      if (this.lines.length === at) this.lines.length = before;
      else isFirst = false;
    }
  }

  #marked(marks: readonly Mark[], lines: Lines, above: Lines): void {
    const before = this.lines.length;
    const places = marks.map((mark) => this.marks.open(mark, before + 1));
    this.print(above);
    const line = this.lines.length - before + 1;
    this.print(lines);
    for (const at of places.reverse()) this.marks.close(at, this.lines.length, line);
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

/** Marks and their positions. Objects are created only on iteration: generating needs none, and there may be many. */
export class Marks implements Iterable<Placed> {
  readonly #marks: Mark[] = [];
  /** Three numbers for each mark: its first line, its last line, and the line of the declaration relative to the first. */
  readonly #places: number[] = [];

  /** Opens a mark and returns its index; marks opened before it is closed come after it. */
  open(mark: Mark, from: number): number {
    this.#places.push(from, from, 1);
    return this.#marks.push(mark) - 1;
  }

  close(at: number, to: number, line: number): void {
    const place = at * 3;
    if (to < (this.#places[place] as number)) {
      this.#marks.length = at;
      this.#places.length = place;
      return;
    }
    this.#places[place + 1] = to;
    this.#places[place + 2] = line;
    if (search?.isEnough(this.#placed(this.#marks[at] as Mark, at))) throw ENOUGH;
  }

  *[Symbol.iterator](): Iterator<Placed> {
    for (const [i, mark] of this.#marks.entries()) yield this.#placed(mark, i);
  }

  #placed(mark: Mark, at: number): Placed {
    const [from, to, line] = this.#places.slice(at * 3, at * 3 + 3) as [number, number, number];
    return { ...mark, from, to, ...(line > 1 && { line }) };
  }
}
