/** Text of many lines whose printers know the indentation themselves, and what its lines are about. */

import type { Mark } from '../target.ts';
import { Marks, noted, type Printed, toldOfLines } from './lines.ts';

/** So many lines at a time become one string, because millions of small strings burden the garbage collector. */
const PIECE = 1000;

export class LineBuffer {
  readonly #marks = new Marks();
  readonly #pieces: string[] = [];
  #lines: string[] = [];
  #count = 0;

  /** Prints what marks are about, outer ones first. */
  marked(all: readonly Mark[], print: () => void): void {
    const marks = noted(all);
    if (marks.length === 0) {
      print();
      return;
    }
    const from = this.#count + 1;
    const places = marks.map((mark) => this.#marks.open(mark, from));
    print();
    for (const at of places.reverse()) this.#marks.close(at, this.#count, 1);
  }

  push(line: string): void {
    this.#count++;
    if (this.#lines.push(line) === PIECE) this.#flush();
  }

  /** Lines that are one text already, without the last line feed. */
  pushAll(text: string, lines: number): void {
    this.#count += lines;
    if (this.#lines.push(text) === PIECE) this.#flush();
  }

  /** The text, each line ended by a line feed. */
  printed(): Printed {
    this.#flush();
    const pieces = this.#pieces;
    return {
      get content() {
        return pieces.join('');
      },
      pieces,
      marks: this.#marks,
    };
  }

  /** The lines as one text for {@link pushAll}. */
  asOne(): { readonly text: string; readonly lines: number } {
    this.#flush();
    return { text: this.#pieces.join('').slice(0, -1), lines: this.#count };
  }

  #flush(): void {
    toldOfLines(this.#lines.length);
    if (this.#lines.length > 0) {
      this.#lines.push('');
      this.#pieces.push(this.#lines.join('\n'));
    }
    this.#lines.length = 0;
  }
}
