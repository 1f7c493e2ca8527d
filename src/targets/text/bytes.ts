/** Texts that grow long. */

/** So many characters at a time become bytes: strings that stay burden the garbage collector, which copies them twice. */
const AT_ONCE = 1 << 15;

/** A text of more characters is not kept as a string. */
const LONG = 1 << 20;

/** A text of so many characters is not put behind others first, to become bytes together with them. */
const ALONE = 1 << 10;

/** Lines that are one text, each ended by a line feed; it becomes bytes where it gets long. */
export class LongText {
  #bytes: TextBytes | undefined;
  /** What is not among the bytes yet. */
  #text = '';
  #limit = LONG;

  /** Adds lines, without the last line feed. */
  add(lines: string): void {
    if (this.#bytes !== undefined && lines.length >= ALONE) {
      this.#settle();
      this.#bytes.add(lines);
      this.#text = '\n';
      return;
    }
    this.#text += lines;
    this.#text += '\n';
    if (this.#text.length > this.#limit) this.#settle();
  }

  /** All of it; of a long one the bytes, too. */
  whole(): { readonly content: string; readonly pieces?: Iterable<Buffer> } {
    if (this.#bytes === undefined) return { content: this.#text };
    this.#settle();
    const pieces = this.#bytes.pieces();
    return {
      get content() {
        return Array.from(pieces, (piece) => piece.toString('utf8')).join('');
      },
      pieces,
    };
  }

  #settle(): void {
    this.#bytes ??= new TextBytes();
    this.#bytes.add(this.#text);
    this.#text = '';
    this.#limit = AT_ONCE;
  }
}

/**
 * A long text as bytes in UTF-8. They lie outside of the memory that the garbage collector goes through, in memory that threads
 * might share: V8 takes other bytes for a reason to collect garbage, all over again for each 32 MB of them.
 */

/** So many bytes are asked for at once. */
const ROOM = 1 << 20;

/** A character of a string becomes three bytes at most; those of two halves become four. */
const MOST_BYTES = 3;

/** Whoever takes the bytes of a long text while it is printed, so that they are not held. Gives its pieces back as they came. */
export interface BytesTaker extends Iterable<Buffer> {
  /** The memory of a piece is used for the next one. */
  readonly add: (piece: Buffer) => void;
}

let takerOfNext: (() => BytesTaker) | undefined;

/**
 * Does work by which files are printed of whose long texts somebody takes the bytes.
 *
 * @param next the taker of one text more
 */
export function takingBytes<T>(next: () => BytesTaker, work: () => T): T {
  const before = takerOfNext;
  takerOfNext = next;
  try {
    return work();
  } finally {
    takerOfNext = before;
  }
}

export class TextBytes {
  readonly #taker = takerOfNext?.();
  readonly #full: Buffer[] = [];
  #last: Buffer = NOTHING;
  #length = 0;

  /** Adds a text. Characters of two halves must not be parted. */
  add(text: string): void {
    const most = text.length * MOST_BYTES;
    if (this.#last.length - this.#length < most) {
      this.#end();
      if (this.#last.length < most) this.#last = Buffer.from(new SharedArrayBuffer(Math.max(ROOM, most)));
    }
    this.#length += this.#last.write(text, this.#length);
  }

  /** All of it, in pieces that part no character. */
  pieces(): Iterable<Buffer> {
    this.#end();
    this.#last = NOTHING;
    return this.#taker ?? this.#full;
  }

  #end(): void {
    if (this.#length === 0) return;
    const piece = this.#last.subarray(0, this.#length);
    if (this.#taker) {
      this.#taker.add(piece);
    } else {
      this.#full.push(piece);
      this.#last = NOTHING;
    }
    this.#length = 0;
  }
}

const NOTHING = Buffer.alloc(0);
