/**
 * A cache of printed files between two generations in watch mode.
 *
 * The cache compares two complete models (`Sketch`). If they differ only in labels and descriptions, it reuses each file about
 * one element that read none of the changed texts. After any other difference, everything is printed.
 */

import type { DomainModel } from '../model/index.ts';
import { isSameSketch, type Reader, type Sketch, sketchOf, watchLabels } from '../targets/core/index.ts';
import {
  type FileToPrint,
  type GeneratedFile,
  type PartCache,
  type PrintedPart,
  type Printing,
  type Target,
  withPartCache,
} from '../targets/index.ts';

/** Limit of characters kept, over all files. Files beyond it are printed each time. */
const MOST = 100_000_000;

interface CachedFile {
  readonly printed: GeneratedFile;
  /** Numbers of the elements whose texts the file read. */
  readonly read: readonly number[];
  /** What it contributed to the files that are printed last. */
  readonly gathered: readonly (readonly unknown[])[];
}

/** The files of an output, and the last generation in which they were valid. */
interface Output extends Parts {
  readonly generation: number;
  readonly files: ReadonlyMap<string, CachedFile>;
}

/** Parts of documents, and for each group of parts the numbers of the elements whose texts it read. */
interface Parts {
  readonly parts: Map<string, PrintedPart>;
  readonly groups: Map<string, Set<number>>;
}

/** A printed file. `isKept`: the cache holds its content. `file` is not copied, because long contents are getters. */
export interface PrintedFile {
  readonly path: string;
  readonly file: Omit<GeneratedFile, 'path'>;
  readonly isKept: boolean;
}

/** The labels and descriptions of all elements of a model. */
type Texts = readonly (readonly [label: string | undefined, doc: string | undefined])[];

const IGNORE_READS: Reader = () => {};

export class PrintedFileCache {
  readonly #most: number;
  #size = 0;
  #sketch: Sketch | undefined;
  #texts: Texts = [];
  /** Numbers of the elements whose texts changed; undefined if anything else changed. */
  #changed: ReadonlySet<number> | undefined;
  #reader: Reader = IGNORE_READS;
  #generation = 0;
  readonly #outputs = new Map<string, Output>();

  /** @param most limit of characters kept */
  constructor(most = MOST) {
    this.#most = most;
  }

  /** Number of characters kept. */
  get size(): number {
    return this.#size;
  }

  /** Starts a generation. The caller must not change the model afterwards. */
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
    watchLabels(this.#sketch, () => this.#reader);
  }

  /**
   * Yields the files of a target, some of them from the cache.
   *
   * @param key identifies the output: its template and options
   */
  *print(target: Target, model: DomainModel, key: string): Iterable<PrintedFile> {
    const shared = new Set<number>();
    const printing = this.#noting(shared, () => target.emit(model).printing());
    const { files, last, isApart } = printing;
    const changed = this.#changed && ![...this.#changed].some((each) => shared.has(each)) ? this.#changed : undefined;
    const output = this.#outputs.get(key);
    // An output that was skipped in the previous generation was compared with an older model.
    const isKnown = changed !== undefined && output?.generation === this.#generation - 1;
    const before = isKnown ? output.files : undefined;
    this.#forget(key);
    const kept = new Map<string, CachedFile>();
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
        yield { path: file.path, file: withPartCache(keeper, () => file.print()), isKept: false };
        continue;
      }
      const known = before?.get(file.path);
      const isSame = known && !known.read.some((each) => changed?.has(each));
      const made = isSame ? replayContributions(known, printing) : this.#made(file, printing, output?.files.get(file.path));
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
   * Returns a cache of the parts of documents. It reuses a part if none of the texts changed that its group read.
   *
   * @param changed numbers of the changed texts; undefined if anything else may have changed since `before`
   */
  #keeper(now: Parts, before: Parts | undefined, changed: ReadonlySet<number> | undefined): PartCache {
    const isSame = (read: ReadonlySet<number> | undefined) =>
      read !== undefined && changed !== undefined && ![...read].some((each) => changed.has(each));
    return (group, name, print) => {
      const readBefore = before?.groups.get(group);
      const earlier = before?.parts.get(name);
      const known = isSame(readBefore) ? earlier : undefined;
      const read = now.groups.get(group) ?? new Set(known ? readBefore : []);
      now.groups.set(group, read);
      const part = known ?? reusePart(earlier, this.#noting(read, print));
      const size = this.#size + part.text.length;
      if (size <= this.#most) {
        now.parts.set(name, part);
        this.#size = size;
      }
      return part;
    };
  }

  /** Returns the cached files of an output. */
  filesOf(key: string): Iterable<object> {
    return this.#outputs.get(key)?.files.values() ?? [];
  }

  #forget(key: string): void {
    const output = this.#outputs.get(key);
    for (const { printed } of output?.files.values() ?? []) this.#size -= printed.content.length;
    for (const { text } of output?.parts.values() ?? []) this.#size -= text.length;
    this.#outputs.delete(key);
  }

  /** @param earlier the file in another generation */
  #made(file: FileToPrint, { gathered = [] }: Printing, earlier: CachedFile | undefined): CachedFile {
    const read = new Set<number>();
    const asked = gathered.map((each) => each.note());
    const printed = this.#noting(read, () => ({ path: file.path, ...file.print() }));
    const { path, content, comment } = printed;
    const isSame = earlier?.printed.content === content && earlier.printed.comment === comment;
    return {
      // An unchanged file keeps its old object, so that the garbage collector need not move a new one.
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
      this.#reader = IGNORE_READS;
    }
  }
}

/**
 * Returns the part to cache: the earlier one if it is equal, otherwise one with a flat string, because a string built with `+` is
 * traversed at each write.
 */
function reusePart(earlier: PrintedPart | undefined, { text, lines }: PrintedPart): PrintedPart {
  return earlier?.text === text ? earlier : { text: Buffer.from(text).toString(), lines };
}

/** Repeats the contributions of a cached file to the files that are printed last. */
function replayContributions(kept: CachedFile, { gathered = [] }: Printing): CachedFile {
  for (const [i, each] of gathered.entries()) for (const what of kept.gathered[i] ?? []) each.add(what as never);
  return kept;
}
