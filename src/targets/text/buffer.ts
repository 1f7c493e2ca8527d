import type { Mark, Placed } from '../target.ts';
import type { Printed } from './lines.ts';

/** Collects lines and their marks, for the printers of JSON and YAML, which indent lines themselves. Others use `Lines`. */
export class LineBuffer {
  readonly #marks: Placed[] = [];
  readonly #lines: string[] = [];

  /** Runs `print` and marks the lines that it pushes. The list of marks has outer marks first. */
  marked(marks: readonly Mark[], print: () => void): void {
    // `print` may add inner marks; the outer ones are inserted before these.
    const firstInner = this.#marks.length;
    const from = this.#lines.length + 1;
    print();
    const to = this.#lines.length;
    this.#marks.splice(firstInner, 0, ...marks.map((mark) => ({ ...mark, from, to })));
  }

  push(line: string): void {
    this.#lines.push(line);
  }

  /** Returns the text, with a line feed after each line. */
  printed(): Printed {
    return { content: `${this.#lines.join('\n')}\n`, marks: this.#marks };
  }
}
