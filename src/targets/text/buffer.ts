/** A buffer of lines for printers that indent by themselves, with the marks of its lines. */

import type { Mark } from '../target.ts';
import { countPrintedLines, Marks, type Printed, recordedMarks } from './lines.ts';

/** The number of lines that are joined at once: millions of small strings slow down the garbage collector. */
const AT_ONCE = 1000;

export class LineBuffer {
  readonly #marks = new Marks();
  #text = '';
  /** The last lines, which are not in the text yet. */
  #lines: string[] = [];
  #count = 0;

  /** Prints lines that belong to the marks, outer marks first. */
  marked(about: readonly Mark[], print: () => void): void {
    const from = this.#count + 1;
    const places = recordedMarks(about).map((mark) => this.#marks.open(mark, from));
    print();
    for (const at of places.reverse()) this.#marks.close(at, this.#count, 1);
  }

  push(line: string): void {
    this.#count++;
    if (this.#lines.push(line) === AT_ONCE) this.#join();
  }

  /** Returns the text, with a line feed after each line. */
  printed(): Printed {
    this.#join();
    return { content: this.#text, marks: this.#marks };
  }

  #join(): void {
    countPrintedLines(this.#lines.length);
    this.#text += [...this.#lines, ''].join('\n');
    this.#lines = [];
  }
}
