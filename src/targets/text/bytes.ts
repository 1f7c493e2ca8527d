/** Long texts. */

/** Number of characters converted to bytes at once: the garbage collector copies strings that stay in memory twice. */
const CHUNK_LENGTH = 1 << 15;

/** Texts with more characters than this are not kept as a string. Browsers have no buffers outside of the heap. */
const MAX_STRING_LENGTH = typeof Buffer === 'undefined' ? Number.POSITIVE_INFINITY : 1 << 20;

/** A string of at least this many characters is converted to bytes by itself, not joined to the preceding text first. */
const MIN_SEPARATE_LENGTH = 1 << 10;

/** Lines as one text, with a line feed after each; a long text is stored as bytes. */
export class LongText {
  #bytes: TextBytes | undefined;
  /** The text that is not converted to bytes yet. */
  #text = '';
  #limit = MAX_STRING_LENGTH;

  add(lines: string): void {
    if (this.#bytes !== undefined && lines.length >= MIN_SEPARATE_LENGTH) {
      this.#settle();
      this.#bytes.add(lines);
      this.#text = '\n';
      return;
    }
    this.#text += lines;
    this.#text += '\n';
    if (this.#text.length > this.#limit) this.#settle();
  }

  /** Returns the whole text; for a long text, its bytes, too. */
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
    this.#limit = CHUNK_LENGTH;
  }
}

/**
 * A long text as bytes in UTF-8. The bytes are in shared memory, outside of the heap of the garbage collector: V8 starts a
 * garbage collection for each 32 MB of other buffers.
 */

/** The number of bytes allocated at once. */
const ROOM = 1 << 20;

/** The most bytes of UTF-8 for one UTF-16 code unit; a surrogate pair becomes four bytes. */
const MOST_BYTES = 3;

export class TextBytes {
  readonly #full: Buffer[] = [];
  #last: Buffer = Buffer.alloc(0);
  #length = 0;

  /** Adds a text. It must not end within a surrogate pair. */
  add(text: string): void {
    const most = text.length * MOST_BYTES;
    if (this.#last.length - this.#length < most) {
      this.#end();
      if (this.#last.length < most) this.#last = Buffer.from(new SharedArrayBuffer(Math.max(ROOM, most)));
    }
    this.#length += this.#last.write(text, this.#length);
  }

  /** Returns all bytes, in pieces that split no character. */
  pieces(): Iterable<Buffer> {
    this.#end();
    this.#last = Buffer.alloc(0);
    return this.#full;
  }

  #end(): void {
    if (this.#length === 0) return;
    this.#full.push(this.#last.subarray(0, this.#length));
    this.#last = Buffer.alloc(0);
    this.#length = 0;
  }
}
