import type { Output } from './io.ts';

/** Shorter runs show nothing. */
const PATIENCE_MS = 400;

/**
 * Shows on a terminal what a long run is doing, on a line that it takes away at the end. On anything else, and in
 * a run that is over soon, it shows nothing.
 */
export class Progress {
  readonly #output: Output;
  readonly #enabled: boolean;
  readonly #start = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #shown = false;

  constructor(output: Output, enabled: boolean) {
    this.#output = output;
    this.#enabled = enabled && output.isTTY === true;
  }

  /** Says what is done next. */
  async step(text: string): Promise<void> {
    if (!this.#enabled) return;
    clearTimeout(this.#timer);
    const wait = this.#start + PATIENCE_MS - performance.now();
    if (wait <= 0) {
      this.#show(text);
      // What comes next may keep the event loop busy to its end; this lets the text out.
      await new Promise((resolve) => setImmediate(resolve));
    } else {
      this.#timer = setTimeout(() => this.#show(text), wait);
    }
  }

  /** Takes the line away. To be called whatever happens, and before anything else is printed. */
  end(): void {
    clearTimeout(this.#timer);
    if (this.#shown) this.#output.write('\r\u001b[K');
    this.#shown = false;
  }

  #show(text: string): void {
    const width = (this.#output.columns || 80) - 2;
    this.#output.write(`\r\u001b[K${text.length > width ? text.slice(0, width) : text}…`);
    this.#shown = true;
  }
}
