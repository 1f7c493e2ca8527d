import { exactStatOf } from '../diagnostics/index.ts';
import type { Literal, Node } from './ontology.ts';
import { realPath } from './read-permissions.ts';
import type { TriplePlaces, TripleSink } from './sink.ts';

type Triple = readonly [subject: Node, predicate: string, object: Node | Literal, at: TriplePlaces | undefined];

/** The cached result of parsing a file. */
interface Parsed {
  readonly stamp: string;
  /** The base IRI. */
  readonly base: string;
  readonly triples: readonly Triple[];
  readonly prefixes: readonly (readonly [name: string, iri: string])[];
}

/**
 * Caches parsed files between repeated loads of an ontology: an unchanged file is not parsed again. Entries that the
 * previous load did not use are dropped.
 */
export class ParsedFiles {
  #before = new Map<string, Parsed>();
  #now = new Map<string, Parsed>();

  /** Starts the next load. */
  begin(): void {
    this.#before = this.#now;
    this.#now = new Map();
  }

  /**
   * Sends the cached content of a file to a sink, if the file did not change since.
   *
   * @returns whether the cache had the current content
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

  /** Parses a file, and caches its content unless the file changes meanwhile. */
  async keep(file: string, base: string, sink: TripleSink, parse: (sink: TripleSink) => void | Promise<void>): Promise<void> {
    const stamp = stampOf(file);
    // A file that was saved just now, which is typical of watching, cannot be cached.
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

/**
 * Returns a stamp that changes with the file; it includes the ctime, which programs cannot set. Returns undefined for a file
 * that changed just now, because it may change again within the same clock tick.
 */
function stampOf(file: string): string | undefined {
  const stat = exactStatOf(file);
  if (!stat?.isFile() || Date.now() - Number(stat.ctimeMs) < RECENT_MS) return undefined;
  return [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ');
}

/** Some file systems store times in steps of two seconds. */
const RECENT_MS = 2000;
