/** Text of many lines whose printers know the indentation themselves, and what its lines are about. */

import type { Mark } from '../target.ts';
import { TextBytes } from './bytes.ts';
import { isSearching, Marks, noted, type Printed, toldOfLines } from './lines.ts';

/** So many characters at a time become bytes: strings that stay burden the garbage collector, which copies them twice. */
const PIECE = 1 << 15;

/** So many lines at a time are told of, where they are only counted. */
const OFTEN = 1000;

/** A text of more characters is not kept as a string. */
const LONG = 1 << 20;

export class LineBuffer {
  readonly #marks = new Marks();
  #bytes: TextBytes | undefined;
  /** What is not among the bytes yet. */
  #text = '';
  #count = 0;
  /** How many lines were told of. */
  #told = 0;
  #limit = LONG;
  /** The first line of a file, where nothing else of it is wanted but how many lines there are. */
  #first: string | undefined;
  readonly #isCounting: boolean;

  /** @param isFile whether it is the text of a file, and no part of one that may stand elsewhere, too */
  constructor(isFile = false) {
    this.#isCounting = isFile && isSearching();
  }

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
    this.pushAll(line, 1);
  }

  /** Lines that are one text already, without the last line feed. */
  pushAll(text: string, lines: number): void {
    this.#count += lines;
    if (this.#isCounting) {
      this.#first ??= text.split('\n', 1)[0];
      if (this.#count - this.#told > OFTEN) this.#tell();
      return;
    }
    this.#text += text;
    this.#text += '\n';
    if (this.#text.length > this.#limit) this.#flush();
  }

  /** The text, each line ended by a line feed. */
  printed(): Printed {
    this.#tell();
    const marks = this.#marks;
    if (this.#isCounting) return { content: `${this.#first ?? ''}\n`, marks };
    if (this.#bytes === undefined) return { content: this.#text, marks };
    this.#flush();
    const pieces = this.#bytes.pieces();
    return {
      get content() {
        return textOf(pieces);
      },
      pieces,
      marks,
    };
  }

  /** The lines as one text for {@link pushAll}. */
  asOne(): { readonly text: string; readonly lines: number } {
    this.#tell();
    const all = this.#bytes === undefined ? this.#text : textOf(this.#bytes.pieces()) + this.#text;
    return { text: all.slice(0, -1), lines: this.#count };
  }

  #flush(): void {
    this.#tell();
    this.#bytes ??= new TextBytes();
    this.#bytes.add(this.#text);
    this.#text = '';
    this.#limit = PIECE;
  }

  #tell(): void {
    toldOfLines(this.#count - this.#told);
    this.#told = this.#count;
  }
}

function textOf(pieces: readonly Buffer[]): string {
  return pieces.map((piece) => piece.toString('utf8')).join('');
}
