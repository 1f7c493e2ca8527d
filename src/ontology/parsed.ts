import { exactStatOf } from '../diagnostics/index.ts';
import type { Literal, Node } from './ontology.ts';
import { realPath } from './reach.ts';
import type { TriplePlaces, TripleSink } from './sink.ts';

type Triple = readonly [subject: Node, predicate: string, object: Node | Literal, at: TriplePlaces | undefined];

/** What a file held when it was parsed. */
interface Parsed {
  readonly stamp: string;
  /** The IRI that it was read with. */
  readonly base: string;
  readonly triples: readonly Triple[];
  readonly prefixes: readonly (readonly [name: string, iri: string])[];
}

/**
 * What files were parsed to, for who reads an ontology again and again: a file that did not change is not parsed again. Files
 * that were not asked for in the reading before are forgotten.
 */
export class ParsedFiles {
  #before = new Map<string, Parsed>();
  #now = new Map<string, Parsed>();

  /** An ontology is about to be read. */
  begin(): void {
    this.#before = this.#now;
    this.#now = new Map();
  }

  /**
   * Hands on what a file held when it was parsed.
   *
   * @returns whether that is what it holds now
   */
  replay(file: string, base: string, sink: TripleSink): boolean {
    const key = realPath(file);
    const parsed = this.#before.get(key);
    if (parsed?.base !== base || parsed.stamp !== stampOf(file)) return false;
    this.#now.set(key, parsed);
    for (const [name, iri] of parsed.prefixes) sink.prefix(name, iri);
    for (const [subject, predicate, object, at] of parsed.triples) sink.triple(subject, predicate, object, at);
    return true;
  }

  /** Has a file parsed, and keeps what it holds unless it changes meanwhile. */
  async keep(file: string, base: string, sink: TripleSink, parse: (sink: TripleSink) => void | Promise<void>): Promise<void> {
    const stamp = stampOf(file);
    // Of a file that was saved just now, as who watches reads it, nothing can be kept.
    if (stamp === undefined) {
      await parse(sink);
      return;
    }
    const triples: Triple[] = [];
    const prefixes: (readonly [string, string])[] = [];
    await parse({
      triple: (subject, predicate, object, at) => {
        triples.push([subject, predicate, object, at && { subject: at.subject, line: at.line, column: at.column }]);
        sink.triple(subject, predicate, object, at);
      },
      prefix: (name, iri) => {
        prefixes.push([name, iri]);
        sink.prefix(name, iri);
      },
    });
    if (stamp === stampOf(file)) this.#now.set(realPath(file), { stamp, base, triples, prefixes });
  }
}

/** Which files were read, each with what changes when it does: for two who have to have read the same. */
export class ReadStamps extends ParsedFiles {
  readonly #stamps: string[] = [];
  #isSure = true;

  override replay(): boolean {
    return false;
  }

  override async keep(
    file: string,
    base: string,
    sink: TripleSink,
    parse: (sink: TripleSink) => void | Promise<void>,
  ): Promise<void> {
    const stamp = stampOf(file);
    await parse(sink);
    this.#isSure &&= stamp !== undefined && stamp === stampOf(file);
    this.#stamps.push(JSON.stringify([file, base, stamp]));
  }

  /** The same text where the same was read; nothing where something may have changed meanwhile. */
  get all(): string | undefined {
    return this.#isSure ? this.#stamps.join('\n') : undefined;
  }
}

/**
 * What changes with a file: its change time cannot be set by anybody. One that changed just now may change again within the
 * same tick of the clock.
 */
function stampOf(file: string): string | undefined {
  const stat = exactStatOf(file);
  if (!stat?.isFile() || Date.now() - Number(stat.ctimeMs) < RECENT_MS) return undefined;
  return [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ');
}

/** Some disks keep times in steps of two seconds. */
const RECENT_MS = 2000;
