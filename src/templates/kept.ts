/**
 * What is kept of one generation for the next, where somebody watches: files of which it is known that they would be printed
 * as they are.
 *
 * Two models are compared whole (`Sketch`). If they differ in nothing but texts that people read, each file that is about one
 * element is taken that read none of the texts which changed. If they differ in anything else, all is printed.
 */

import type { DomainModel } from '../model/index.ts';
import { isSameSketch, type Reader, type Sketch, sketchOf, watchTexts } from '../targets/core/index.ts';
import type { FileToPrint, GeneratedFile, Printing, Target } from '../targets/index.ts';

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
interface Output {
  readonly generation: number;
  readonly files: ReadonlyMap<string, Kept>;
}

/** A file, and whether its content is held in any case. */
export interface PrintedFile {
  readonly file: GeneratedFile;
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
    this.#sketch = sketchOf(model);
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
    const before = changed && output?.generation === this.#generation - 1 ? output.files : undefined;
    this.#forget(key);
    const kept = new Map<string, Kept>();
    this.#outputs.set(key, { generation: this.#generation, files: kept });
    for (const file of files) {
      if (!file.about || !isApart || !this.#sketch) {
        yield { file: { path: file.path, ...file.print() }, isKept: false };
        continue;
      }
      const known = before?.get(file.path);
      const isSame = known && !known.read.some((each) => changed?.has(each));
      const made = isSame ? again(known, printing) : this.#made(file, printing);
      const size = this.#size + made.printed.content.length;
      const isKept = size <= this.#most;
      if (isKept) {
        kept.set(file.path, made);
        this.#size = size;
      }
      yield { file: made.printed, isKept };
    }
    for (const file of last?.() ?? []) yield { file, isKept: false };
  }

  /** What is kept of an output. */
  filesOf(key: string): Iterable<object> {
    return this.#outputs.get(key)?.files.values() ?? [];
  }

  #forget(key: string): void {
    for (const { printed } of this.#outputs.get(key)?.files.values() ?? []) this.#size -= printed.content.length;
    this.#outputs.delete(key);
  }

  #made(file: FileToPrint, { gathered = [] }: Printing): Kept {
    const read = new Set<number>();
    const asked = gathered.map((each) => each.note());
    const printed = this.#noting(read, () => ({ path: file.path, ...file.print() }));
    const { path, content, comment } = printed;
    return {
      printed: { path, content, ...(comment !== undefined && { comment }) },
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

/** A file that is not printed anew asks of others what it asked before. */
function again(kept: Kept, { gathered = [] }: Printing): Kept {
  for (const [i, each] of gathered.entries()) for (const what of kept.gathered[i] ?? []) each.add(what as never);
  return kept;
}
