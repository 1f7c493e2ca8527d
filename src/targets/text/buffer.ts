import type { Mark, Placed } from '../target.ts';
import type { Printed } from './lines.ts';

/** Collects lines and their marks, for printers that indent lines themselves. Others use `Lines`. */
export class LineBuffer {
  readonly #marks: Placed[] = [];
  readonly #lines: string[] = [];

  /** Prints lines that belong to the marks, outer marks first. */
  marked(about: readonly Mark[], print: () => void): void {
    // The index of the first mark that `print` adds. The marks of these lines go before it: outer marks come first.
    const firstInner = this.#marks.length;
    const from = this.#lines.length + 1;
    print();
    const to = this.#lines.length;
    this.#marks.splice(firstInner, 0, ...about.map((mark) => ({ ...mark, from, to })));
  }

  push(line: string): void {
    this.#lines.push(line);
  }

  /** Returns the text, with a line feed after each line. */
  printed(): Printed {
    return { content: `${this.#lines.join('\n')}\n`, marks: this.#marks };
  }
}
