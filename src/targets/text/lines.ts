/**
 * Text from lines and small parts. A printer yields lines; blocks are indented by combinators, so no printer counts
 * blanks. Lines may be marked with the element of the model that they declare or belong to; where they come to stand is
 * known when the text is made.
 */

import type { DomainClass } from '../../model/index.ts';
import type { Mark, Placed } from '../target.ts';
import { LongText } from './bytes.ts';
import { arePartsKept, keptPart } from './parts.ts';

/** A line (or several, with line breaks), lines within lines, lines that are indented or marked, or nothing. */
export type Lines = string | undefined | false | readonly Lines[] | Block | Parts | Part;

/** Lines with something that holds of all of them. */
interface Block {
  readonly lines: Lines;
  readonly prefix?: string;
  readonly marks?: readonly Mark[];
  /** What stands above the declaration that a mark is of. */
  readonly above?: Lines;
}

/** Groups of lines that are made one after another, when they are printed. */
interface Parts {
  readonly parts: () => Iterable<Lines>;
}

/** Whether it is noted what lines are about, and what there is code for. */
let noting = true;

/** Does work by which files are printed of which nobody asks what their lines are about, nor what they lack, as when they are only written. */
export function withoutMarks<T>(work: () => T): T {
  const before = noting;
  noting = false;
  try {
    return work();
  } finally {
    noting = before;
  }
}

/** Whether marks are noted where lines are printed: those of a class, if one is named. */
export function areMarksNoted(cls?: DomainClass): boolean {
  return noting && (cls === undefined || search?.classes?.has(cls) !== false);
}

/** Whether somebody may ask afterwards for all that was printed: not where files are only written, or something is looked for. */
export function isAllNoted(): boolean {
  return noting && search === undefined;
}

/** Those of some marks that are noted. */
export function noted(marks: readonly Mark[]): readonly Mark[] {
  if (!noting) return NONE;
  return search ? marks.filter(search.isWanted) : marks;
}

const NONE: readonly Mark[] = [];

/** Lines that are made when they are printed, and may be kept. */
interface Part {
  readonly part: string;
  readonly make: () => Lines;
}

/** The lines with `prefix` in front of each; empty lines stay empty. */
export function indent(lines: Lines, prefix = '  '): Lines {
  return { lines, prefix };
}

/** The same, for lines that are only text. */
export function indentLines(lines: Lines, prefix?: string): string[] {
  return flatten(indent(lines, prefix));
}

/**
 * Lines that an element of the model became. Marks within marks are more exact.
 *
 * @param above what belongs to a declaration, and stands above the line where it begins: comments and attributes
 */
export function marked(mark: Mark, lines: Lines, above?: Lines): Lines {
  if (!noting || search?.isWanted(mark) === false) return above === undefined ? lines : [above, lines];
  return { lines, marks: [mark], above };
}

/** Lines that several elements of the model became, all of them alike. */
export function markedAll(all: readonly Mark[], lines: Lines): Lines {
  const marks = noted(all);
  return marks.length === 0 ? lines : { lines, marks };
}

/** Joins groups of lines with one empty line between those that are not empty. */
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
 * The same for groups that are made when they are printed, each after what stands above it: of a long text only one of them is
 * in memory as lines, and those behind what somebody looks for are never made.
 */
export function separatedParts(parts: () => Iterable<Lines>): Lines {
  return { parts };
}

/**
 * A part of a long document, without indentation.
 *
 * @param name unique in the document
 */
export function part(name: string, make: () => Lines): Lines {
  return { part: name, make };
}

/** Whether there is no line, not even an empty one. */
export function isEmpty(lines: Lines): boolean {
  if (typeof lines === 'string') return false;
  if (!lines) return true;
  if ('part' in lines) return isEmpty(lines.make());
  if ('parts' in lines) return [...lines.parts()].every(isEmpty);
  return 'lines' in lines ? isEmpty(lines.above) && isEmpty(lines.lines) : lines.every(isEmpty);
}

/** The lines, flattened. A string that holds line breaks counts as several lines. */
export function flatten(lines: Lines): string[] {
  return new Printer().print(lines).lines;
}

/** The text of a file: lines, each ended by a line feed. */
export function text(lines: Lines): string {
  return `${flatten(lines).join('\n')}\n`;
}

/** The text of a file, and where its marks stand in it, outer ones first. Lines are counted from 1. */
export interface Printed {
  readonly content: string;
  /** Of a long text its bytes in UTF-8, in pieces that part no character; it is put together when it is asked for. */
  readonly pieces?: Iterable<Buffer>;
  readonly marks: Iterable<Placed>;
}

export function printed(lines: Lines): Printed {
  if (search) return counted(lines);
  return new LongPrinter(!noting).print(lines).printed();
}

/** Where marks stand in a text, of which there is no more than the first line. */
function counted(lines: Lines): Printed {
  const printer = new Counter().print(lines);
  return { content: `${printer.first ?? ''}\n`, marks: printer.marks };
}

/** Told now and then while lines are printed: a target may print so many that the memory does not hold them. */
let watch = () => {};

/** Has somebody told now and then, while lines are printed. */
export function watchPrinting(told: () => void): void {
  watch = told;
}

/** What somebody looks for who prints only to know where something stands. */
export interface Search {
  /** Of no other mark it is noted where it stands. */
  readonly isWanted: (mark: Mark) => boolean;
  /** The classes of which marks are wanted; of all of them if absent. */
  readonly classes?: ReadonlySet<DomainClass>;
  /** Told of each of them as soon as its last line is printed, inner ones first: whether that is enough. */
  readonly isEnough: (placed: Placed) => boolean;
}

let search: Search | undefined;

/** Whether lines are printed only to know where something stands. */
export const isSearching = (): boolean => search !== undefined;

const ENOUGH = Symbol('enough');

/**
 * Prints as far as somebody wants who looks for marks: the text behind what is found is never made, and of that before it there
 * is nothing but the first line and how many lines there are.
 */
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

/** After so many lines. */
const OFTEN = 10_000;
let untilTold = OFTEN;

/** So many lines more are printed. */
export function toldOfLines(count: number): void {
  untilTold -= count;
  if (untilTold > 0) return;
  untilTold = OFTEN;
  watch();
}

/** Goes through lines, each with what is put in front of it. */
abstract class Walk {
  readonly marks = new Marks();
  protected prefix = '';

  /** How many lines there are so far. */
  protected abstract get count(): number;

  /** Takes away the last lines. */
  protected abstract cut(count: number): void;

  /** A line, or several with line breaks. */
  protected abstract add(line: string): void;

  /** Lines that are one text already, at the margin. */
  protected abstract addText(text: string, lines: number): void;

  print(lines: Lines): this {
    if (typeof lines === 'string') this.#line(lines);
    else if (!lines) return this;
    else if (areSeveral(lines)) this.#all(lines);
    else if ('lines' in lines) this.#block(lines);
    else if ('parts' in lines) this.#separated(lines);
    else this.#part(lines);
    return this;
  }

  #all(lines: readonly Lines[]): void {
    toldOfLines(lines.length);
    // Without a call for each line, of which there are millions.
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i];
      if (typeof line === 'string') this.add(line);
      else if (line) this.print(line);
    }
  }

  #block({ lines, prefix, marks, above }: Block): void {
    if (marks) {
      this.#marked(marks, lines, above);
      return;
    }
    const outer = this.prefix;
    this.prefix = outer + (prefix ?? '');
    this.print(lines);
    this.prefix = outer;
  }

  #line(line: string): void {
    toldOfLines(1);
    this.add(line);
  }

  #part({ part: name, make }: Part): void {
    if (!arePartsKept()) {
      this.print(make());
      return;
    }
    const { text, lines } = keptPart(name, name, () => {
      const own = new Printer().print(make()).lines;
      return { text: own.join('\n'), lines: own.length };
    });
    if (lines > 0) this.addText(text, lines);
  }

  #separated({ parts }: Parts): void {
    let isFirst = true;
    for (const part of parts()) {
      const before = this.count;
      if (!isFirst) this.add('');
      const at = this.count;
      this.print(part);
      if (this.count === at) this.cut(before);
      else isFirst = false;
    }
  }

  #marked(marks: readonly Mark[], lines: Lines, above: Lines): void {
    const before = this.count;
    const places = marks.map((mark) => this.marks.open(mark, before + 1));
    this.print(above);
    const line = this.count - before + 1;
    this.print(lines);
    for (const at of places.reverse()) this.marks.close(at, this.count, line);
  }
}

function areSeveral(lines: Lines): lines is readonly Lines[] {
  return Array.isArray(lines);
}

/** Keeps the lines. */
class Printer extends Walk {
  readonly lines: string[] = [];
  /** Whether texts that hold several lines may stay what they are where nothing is put in front of them. */
  readonly #isWhole: boolean;

  constructor(isWhole = false) {
    super();
    this.#isWhole = isWhole;
  }

  protected get count(): number {
    return this.lines.length;
  }

  protected cut(count: number): void {
    this.lines.length = count;
  }

  protected add(line: string): void {
    if (line === '' || (this.#isWhole && this.prefix === '')) this.lines.push(line);
    else if (line.includes('\n')) for (const part of line.split('\n')) this.lines.push(part === '' ? '' : this.prefix + part);
    else this.lines.push(this.prefix + line);
  }

  protected addText(text: string): void {
    this.lines.push(text);
  }
}

/** So many lines at a time become one text, because millions of small strings burden the garbage collector. */
const AT_ONCE = 1000;

/** Makes one text of the lines. */
class LongPrinter extends Printer {
  readonly #text = new LongText();
  #settled = 0;
  #isPlain = true;

  protected override get count(): number {
    return this.#settled + this.lines.length;
  }

  protected override cut(count: number): void {
    super.cut(count - this.#settled);
  }

  protected override add(line: string): void {
    // What is before a line that is added is not cut any more.
    if (this.lines.length >= AT_ONCE) this.#settle();
    super.add(line);
  }

  printed(): Printed {
    const { lines, marks } = this;
    if (this.#settled === 0) {
      // Ended by what is joined: text that is added to a text makes it be copied once more.
      if (lines.length === 0) lines.push('');
      lines.push('');
      return { content: lines.join('\n'), marks };
    }
    if (lines.length > 0) this.#settle();
    const whole = this.#text.whole();
    return this.#isPlain ? Object.assign(whole, { marks }) : { content: whole.content, marks };
  }

  #settle(): void {
    const text = this.lines.join('\n');
    this.#text.add(text);
    this.#isPlain &&= !text.includes('\r');
    this.#settled += this.lines.length;
    this.lines.length = 0;
  }
}

/** Counts the lines, and keeps the first one. */
class Counter extends Walk {
  first: string | undefined;
  protected count = 0;

  protected cut(count: number): void {
    this.count = count;
  }

  protected add(line: string): void {
    this.addText(line, 1 + lineBreaks(line));
  }

  protected addText(text: string, lines: number): void {
    this.first ??= text.split('\n', 1)[0] as string;
    this.count += lines;
  }
}

function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Marks and where they stand, put together for those who ask: generating asks for none, and there may be many. */
export class Marks implements Iterable<Placed> {
  readonly #marks: Mark[] = [];
  /** Of each mark its first line, its last one, and that of the declaration, counted from the first. */
  readonly #places: number[] = [];

  /** Begins a mark; what is begun before it is closed comes after it. */
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
