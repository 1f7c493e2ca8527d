/** Text of many lines whose printers know the indentation themselves, and what its lines are about. */

import type { Mark } from '../target.ts';
import { LongText } from './bytes.ts';
import { isSearching, Marks, noted, type Printed, toldOfLines } from './lines.ts';

/** So many lines at a time are told of. */
const OFTEN = 1000;

export class LineBuffer {
  #marks: Marks | undefined;
  readonly #text = new LongText();
  #count = 0;
  /** How many lines were told of. */
  #told = 0;
  /** The first line of a file, where nothing else of it is wanted but how many lines there are. */
  #first: string | undefined;
  readonly #isCounting: boolean;

  /** @param isFile whether it is the text of a file, and no part of one that may stand elsewhere, too */
  constructor(isFile = false) {
    this.#isCounting = isFile && isSearching();
  }

  /** Prints what marks are about, outer ones first. */
  marked(about: readonly Mark[], print: () => void): void {
    const marks = noted(about);
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

  /** Lines that are one text already, without the last line feed. */
  pushAll(text: string, lines: number): void {
    this.#count += lines;
    if (this.#count - this.#told > OFTEN) this.#tell();
    if (!this.#isCounting) this.#text.add(text);
    else this.#first ??= text.split('\n', 1)[0];
  }

  /** Whether nothing of the text is wanted but how many lines there are. */
  get isCounting(): boolean {
    return this.#isCounting;
  }

  /** Lines of which there is no text, where nothing of it is wanted. */
  skip(lines: number): void {
    this.#count += lines;
    if (this.#count - this.#told > OFTEN) this.#tell();
  }

  /** The text, each line ended by a line feed. */
  printed(): Printed {
    this.#tell();
    const marks = this.#marks ?? new Marks();
    return this.#isCounting ? { content: `${this.#first ?? ''}\n`, marks } : Object.assign(this.#text.whole(), { marks });
  }

  /** The lines as one text for {@link pushAll}. */
  asOne(): { readonly text: string; readonly lines: number } {
    this.#tell();
    return { text: this.#text.whole().content.slice(0, -1), lines: this.#count };
  }

  #tell(): void {
    toldOfLines(this.#count - this.#told);
    this.#told = this.#count;
  }
}
