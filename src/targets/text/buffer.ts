/** A buffer of lines for printers that indent by themselves, with the marks of its lines. */

import type { Mark } from '../target.ts';
import { LongText } from './bytes.ts';
import { countPrintedLines, isSearching, Marks, type Printed, recordedMarks } from './lines.ts';

/** The number of lines between two calls of the observer. */
const OFTEN = 1000;

export class LineBuffer {
  #marks: Marks | undefined;
  readonly #text = new LongText();
  #count = 0;
  /** The number of lines reported to the observer. */
  #reportedCount = 0;
  /** The first line of a file; kept if only the number of lines is needed. */
  #first: string | undefined;
  readonly #isCounting: boolean;

  /** @param isFile whether the buffer holds a whole file, not a part that may be used elsewhere, too */
  constructor(isFile = false) {
    this.#isCounting = isFile && isSearching();
  }

  /** Prints lines that belong to the marks, outer marks first. */
  marked(about: readonly Mark[], print: () => void): void {
    const marks = recordedMarks(about);
    if (marks.length === 0) {
      print();
      return;
    }
    this.#marks ??= new Marks();
    const all = this.#marks;
    const from = this.#count + 1;
    const places = marks.map((mark) => all.open(mark, from));
    print();
    for (const at of places.reverse()) all.close(at, this.#count, 1);
  }

  push(line: string): void {
    this.pushAll(line, 1);
  }

  /** Adds lines that are already joined, without the last line feed. */
  pushAll(text: string, lines: number): void {
    this.#count += lines;
    if (this.#count - this.#reportedCount > OFTEN) this.#reportCount();
    if (!this.#isCounting) this.#text.add(text);
    else this.#first ??= text.split('\n', 1)[0];
  }

  /** Whether only the number of lines is needed, not the text. */
  get isCounting(): boolean {
    return this.#isCounting;
  }

  /** Counts lines without text, if the text is not needed. */
  skip(lines: number): void {
    this.#count += lines;
    if (this.#count - this.#reportedCount > OFTEN) this.#reportCount();
  }

  /** Returns the text, with a line feed after each line. */
  printed(): Printed {
    this.#reportCount();
    const marks = this.#marks ?? new Marks();
    return this.#isCounting ? { content: `${this.#first ?? ''}\n`, marks } : Object.assign(this.#text.whole(), { marks });
  }

  /** Returns the lines as one string for {@link pushAll}. */
  asOne(): { readonly text: string; readonly lines: number } {
    this.#reportCount();
    return { text: this.#text.whole().content.slice(0, -1), lines: this.#count };
  }

  #reportCount(): void {
    countPrintedLines(this.#count - this.#reportedCount);
    this.#reportedCount = this.#count;
  }
}
