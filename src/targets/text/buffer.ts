/** A buffer of lines for printers that indent by themselves, with the marks of its lines. */

import type { Mark, Placed } from '../target.ts';
import type { Printed } from './lines.ts';

export class LineBuffer {
  readonly #marks: Placed[] = [];
  readonly #lines: string[] = [];

  /** Prints lines that belong to the marks, outer marks first. */
  marked(about: readonly Mark[], print: () => void): void {
    const at = this.#marks.length;
    const from = this.#lines.length + 1;
    print();
    const to = this.#lines.length;
    this.#marks.splice(at, 0, ...about.map((mark) => ({ ...mark, from, to })));
  }

  push(line: string): void {
    this.#lines.push(line);
  }

  /** Returns the text, with a line feed after each line. */
  printed(): Printed {
    return { content: `${this.#lines.join('\n')}\n`, marks: this.#marks };
  }
}
