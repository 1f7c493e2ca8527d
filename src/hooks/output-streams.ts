/** A destination of output: a stream, or its replacement in a test. */
export interface Sink {
  write(chunk: string | Uint8Array): unknown;
}

const NEWLINE = 0x0a;

/** Passes output on immediately, each line with a prefix. */
export class LinePrefixer implements Sink {
  readonly #sink: Sink;
  readonly #prefix: Buffer;
  #atLineStart = true;

  constructor(sink: Sink, prefix: string) {
    this.#sink = sink;
    this.#prefix = Buffer.from(prefix);
  }

  write(chunk: Buffer): void {
    const parts: Buffer[] = [];
    for (let start = 0; start < chunk.length; ) {
      const newline = chunk.indexOf(NEWLINE, start);
      const end = newline < 0 ? chunk.length : newline + 1;
      if (this.#atLineStart) parts.push(this.#prefix);
      parts.push(chunk.subarray(start, end));
      this.#atLineStart = newline >= 0;
      start = end;
    }
    this.#sink.write(Buffer.concat(parts));
  }

  /** Ends an incomplete last line, so that later output begins on a new one. */
  end(): void {
    if (!this.#atLineStart) this.#sink.write('\n');
    this.#atLineStart = true;
  }
}

const TAIL_BYTES = 4096;
const TAIL_LINES = 20;

/** Keeps the last lines of its input. */
export class Tail {
  #end = Buffer.alloc(0);

  write(chunk: Buffer): void {
    const all = Buffer.concat([this.#end, chunk.subarray(-TAIL_BYTES)]);
    this.#end = Buffer.from(all.subarray(-TAIL_BYTES));
  }

  text(): string {
    const lines = this.#end.toString().trimEnd().split('\n');
    return lines.slice(-TAIL_LINES).join('\n');
  }
}
