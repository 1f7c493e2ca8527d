/**
 * What is kept of one generation for the next, where somebody watches: files of which it is known that they would be printed
 * as they are.
 *
 * Two models are compared whole (`Sketch`). If they differ in nothing but texts that people read, each file that is about one
 * element is taken that read none of the texts which changed. If they differ in anything else, all is printed.
 */

import type { DomainModel } from '../model/index.ts';
import { isSameSketch, type Reader, type Sketch, sketchOf, watchTexts } from '../targets/core/index.ts';
import {
  type FileToPrint,
  type GeneratedFile,
  keepingParts,
  type PartKeeper,
  type PrintedPart,
  type Printing,
  type Target,
} from '../targets/index.ts';

/** So many characters of all files together are kept: what is beyond is printed each time. */
const MOST = 100_000_000;

/** A file as it was printed. */
interface Kept {
  readonly printed: GeneratedFile;
  /** The numbers of the elements whose texts were read. */
  readonly read: readonly number[];
  /** What it asked of the files that are printed last. */
  readonly gathered: readonly (readonly unknown[])[];
}

/** The files of an output, and in which generation they were the right ones. */
interface Output extends Parts {
  readonly generation: number;
  readonly files: ReadonlyMap<string, Kept>;
}

/** Parts of documents, and the numbers of the elements whose texts were read for a group of them. */
interface Parts {
  readonly parts: Map<string, PrintedPart>;
  readonly groups: Map<string, Set<number>>;
}

/** A file, and whether its content is held in any case. It is not copied: a long content is put together when it is asked for. */
export interface PrintedFile {
  readonly path: string;
  readonly file: Omit<GeneratedFile, 'path'>;
  readonly isKept: boolean;
}

/** The texts of a model, one by one. */
type Texts = readonly (readonly [label: string | undefined, doc: string | undefined])[];

const nobody: Reader = () => {};

export class KeptFiles {
  readonly #most: number;
  #size = 0;
  #sketch: Sketch | undefined;
  #texts: Texts = [];
  /** The numbers of the elements whose texts are others than before; undefined if anything else is, too. */
  #changed: ReadonlySet<number> | undefined;
  #reader: Reader = nobody;
  #generation = 0;
  readonly #outputs = new Map<string, Output>();

  /** @param most how many characters are kept */
  constructor(most = MOST) {
    this.#most = most;
  }

  /** How many characters are kept. */
  get size(): number {
    return this.#size;
  }

  /** Begins a generation. The model belongs to it from here on. */
  begin(model: DomainModel): void {
    this.#generation++;
    const before = this.#sketch;
    const texts = this.#texts;
    this.#sketch = sketchOf(model, before);
    this.#texts = this.#sketch?.labelled.map(({ label, doc }) => [label, doc]) ?? [];
    this.#changed = undefined;
    if (!this.#sketch) return;
    if (before && isSameSketch(before, this.#sketch)) {
      const isOther = (i: number) => texts[i]?.[0] !== this.#texts[i]?.[0] || texts[i]?.[1] !== this.#texts[i]?.[1];
      this.#changed = new Set([...this.#texts.keys()].filter(isOther));
    }
    watchTexts(this.#sketch, () => this.#reader);
  }

  /**
   * The files of a target, some of them as they were.
   *
   * @param key tells the output from others: its template, and the options of that
   */
  *print(target: Target, model: DomainModel, key: string): Iterable<PrintedFile> {
    const shared = new Set<number>();
    const printing = this.#noting(shared, () => target.emit(model).printing());
    const { files, last, isApart } = printing;
    const changed = this.#changed && ![...this.#changed].some((each) => shared.has(each)) ? this.#changed : undefined;
    const output = this.#outputs.get(key);
    // What was not printed in the generation before was compared with another model.
    const isKnown = changed !== undefined && output?.generation === this.#generation - 1;
    const before = isKnown ? output.files : undefined;
    this.#forget(key);
    const kept = new Map<string, Kept>();
    const parts = new Map<string, PrintedPart>();
    const groups = new Map<string, Set<number>>();
    this.#outputs.set(key, { generation: this.#generation, files: kept, parts, groups });
    const keeper = this.#keeper({ parts, groups }, output, isKnown ? changed : undefined);
    for (const file of files) {
      if (!isApart || !this.#sketch) {
        yield { path: file.path, file: file.print(), isKept: false };
        continue;
      }
      if (!file.about) {
        yield { path: file.path, file: keepingParts(keeper, () => file.print()), isKept: false };
        continue;
      }
      const known = before?.get(file.path);
      const isSame = known && !known.read.some((each) => changed?.has(each));
      const made = isSame ? again(known, printing) : this.#made(file, printing, output?.files.get(file.path));
      const size = this.#size + made.printed.content.length;
      const isKept = size <= this.#most;
      if (isKept) {
        kept.set(file.path, made);
        this.#size = size;
      }
      yield { path: file.path, file: made.printed, isKept };
    }
    for (const file of last?.() ?? []) yield { path: file.path, file, isKept: false };
  }

  /**
   * Keeps the parts of documents, and gives those back of which no text changed that any part of their group read.
   *
   * @param changed the numbers of the texts that changed; undefined if anything else may have changed since `before`
   */
  #keeper(now: Parts, before: Parts | undefined, changed: ReadonlySet<number> | undefined): PartKeeper {
    const isSame = (read: ReadonlySet<number> | undefined) =>
      read !== undefined && changed !== undefined && ![...read].some((each) => changed.has(each));
    return (group, name, print) => {
      const readBefore = before?.groups.get(group);
      const earlier = before?.parts.get(name);
      const known = isSame(readBefore) ? earlier : undefined;
      const read = now.groups.get(group) ?? new Set(known ? readBefore : []);
      now.groups.set(group, read);
      const part = known ?? oneOf(earlier, this.#noting(read, print));
      const size = this.#size + part.text.length;
      if (size <= this.#most) {
        now.parts.set(name, part);
        this.#size = size;
      }
      return part;
    };
  }

  /** What is kept of an output. */
  filesOf(key: string): Iterable<object> {
    return this.#outputs.get(key)?.files.values() ?? [];
  }

  #forget(key: string): void {
    const output = this.#outputs.get(key);
    for (const { printed } of output?.files.values() ?? []) this.#size -= printed.content.length;
    for (const { text } of output?.parts.values() ?? []) this.#size -= text.length;
    this.#outputs.delete(key);
  }

  /** @param earlier how it was printed in another generation */
  #made(file: FileToPrint, { gathered = [] }: Printing, earlier: Kept | undefined): Kept {
    const read = new Set<number>();
    const asked = gathered.map((each) => each.note());
    const printed = this.#noting(read, () => ({ path: file.path, ...file.print() }));
    const { path, content, comment } = printed;
    const isSame = earlier?.printed.content === content && earlier.printed.comment === comment;
    return {
      // What is the same is kept as it was: what is new would have to live on in its place.
      printed: isSame ? earlier.printed : { path, content, ...(comment !== undefined && { comment }) },
      read: [...read],
      gathered: asked.map((each) => [...each]),
    };
  }

  #noting<T>(read: Set<number>, work: () => T): T {
    this.#reader = (number) => read.add(number);
    try {
      return work();
    } finally {
      this.#reader = nobody;
    }
  }
}

/**
 * A part as it is kept: the one of before, if it is the same, and otherwise one whose text is one piece of memory, because what
 * is put together by `+` is gone through again whenever it is written.
 */
function oneOf(earlier: PrintedPart | undefined, { text, lines }: PrintedPart): PrintedPart {
  return earlier?.text === text ? earlier : { text: Buffer.from(text).toString(), lines };
}

/** A file that is not printed anew asks of others what it asked before. */
function again(kept: Kept, { gathered = [] }: Printing): Kept {
  for (const [i, each] of gathered.entries()) for (const what of kept.gathered[i] ?? []) each.add(what as never);
  return kept;
}
