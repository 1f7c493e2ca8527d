import type { Mark, Placed } from '../target.ts';
import type { Printed } from './lines.ts';

/** The number of lines after which they are joined. */
const CHUNK = 1000;

/** Collects lines and their marks, for the printers of JSON and YAML, which indent lines themselves. Others use `Lines`. */
export class LineBuffer {
  readonly #marks: Placed[] = [];
  /** The text of the lines before those in `#lines`. */
  readonly #chunks: string[] = [];
  #lines: string[] = [];
  #count = 0;

  /** Runs `print` and marks the lines that it pushes. The list of marks has outer marks first. */
  marked(marks: readonly Mark[], print: () => void): void {
    // `print` may add inner marks; the outer ones are inserted before these.
    const firstInner = this.#marks.length;
    const from = this.#count + 1;
    print();
    const to = this.#count;
    const placed = marks.map(({ element, name, type }) => ({ element, name, type, from, to }));
    this.#marks.splice(firstInner, 0, ...placed);
  }

  push(line: string): void {
    this.#count++;
    // One long string takes less time and memory than its lines.
    if (this.#lines.push(line) === CHUNK) this.#join();
  }

  /** Returns the text, with a line feed after each line. */
  printed(): Printed {
    this.#join();
    return { content: this.#chunks.join(''), marks: this.#marks };
  }

  #join(): void {
    // The empty line adds the line feed of the last one.
    this.#chunks.push([...this.#lines, ''].join('\n'));
    this.#lines = [];
  }
}
