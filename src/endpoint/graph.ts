/** Reads of an endpoint what a model needs, as text that any reader of RDF takes. */

import { fail } from '../diagnostics/index.ts';
import { compareCodePoints, isBlank, type Literal, type Node, triplesOf, unnamedOrder } from '../ontology/index.ts';
import { modelNeeds, type Part, type Wanted } from './needs.ts';
import { Refused, type Server, TooLong } from './request.ts';

/** What reading may cost. */
export interface GraphLimits {
  /** Seconds for each answer. */
  readonly seconds: number;
  /** Bytes of each answer. */
  readonly bytes: number;
  /** How many resources are asked for at once, and how many IRIs are listed at once. */
  readonly page: number;
  readonly list: number;
}

export const graphLimits: GraphLimits = { seconds: 120, bytes: 64e6, page: 500, list: 5000 };

interface Triple {
  readonly subject: Node;
  readonly predicate: string;
  readonly object: Node | Literal;
}

const JSON_RESULTS = 'application/sparql-results+json';
/** An IRI as it may stand in a query (SPARQL 1.1, IRIREF). */
const isIri = (text: string) => /^[^\s\p{Cc}<>"{}|^`\\]+$/u.test(text);

/**
 * What a model needs of the graphs of an endpoint, in N-Triples.
 *
 * The names of what has none hold within one answer only. So a resource is asked for together with all that has no name below
 * it; resources are asked for in pages, and a page whose answer is too long, or cut, or not given is halved.
 *
 * @param graphs the IRIs of named graphs; the endpoint's default graph, if there are none
 * @throws DiagnosticError if the endpoint cannot be asked, or gives no whole answer
 */
export async function readGraph(server: Server, graphs: readonly string[], limits: GraphLimits = graphLimits): Promise<string> {
  const lines: string[] = [];
  await readWanted(server, graphs, modelNeeds, (line) => lines.push(line), limits);
  return lines.join('');
}

/**
 * The same of whatever is wanted of an endpoint, a line at a time.
 *
 * @throws DiagnosticError likewise
 */
export async function readWanted(
  server: Server,
  graphs: readonly string[],
  wanted: Wanted,
  write: (line: string) => void,
  limits: GraphLimits,
): Promise<void> {
  const odd = graphs.find((graph) => !isIri(graph) || !/^[a-z][a-z0-9+.-]*:/i.test(graph));
  if (odd !== undefined) fail('usage', { message: `${odd} is no IRI`, help: 'give the IRI of a graph as it stands' });
  const reader = new GraphReader(server, graphs, limits, wanted, write);
  try {
    await reader.read();
  } catch (error) {
    if (error instanceof Refused) server.explain(error);
    if (error instanceof TooLong) {
      fail('server-failed', {
        address: server.address.name,
        reason: `an answer is longer than ${limits.bytes / 1e6} MB, or took longer than ${limits.seconds} s`,
      });
    }
    throw error;
  }
}

class GraphReader {
  readonly #server: Server;
  readonly #graphs: readonly string[];
  readonly #limits: GraphLimits;
  readonly #wanted: Wanted;
  readonly #out: (line: string) => void;
  #named = 0;
  #isEmpty = true;
  #page: number;

  constructor(server: Server, graphs: readonly string[], limits: GraphLimits, wanted: Wanted, write: (line: string) => void) {
    this.#wanted = wanted;
    this.#out = write;
    this.#server = server;
    this.#graphs = graphs;
    this.#limits = limits;
    this.#page = limits.page;
  }

  async read(): Promise<void> {
    const roots = await this.#roots();
    for (let at = 0; at < roots.length; ) {
      const some = roots.slice(at, at + this.#page);
      if (await this.#take(this.#wanted.partOf(some, this.#graphs), some.length > 1, some)) {
        at += some.length;
        this.#page = Math.min(2 * this.#page, this.#limits.page);
      } else {
        this.#page = Math.ceil(some.length / 2);
      }
    }
    await this.#take(this.#wanted.nameless(this.#graphs), false, []);
    if (this.#isEmpty && !this.#wanted.mayBeEmpty) {
      fail('endpoint-empty', { address: this.#server.address.name, graphs: this.#graphs });
    }
  }

  /** The IRIs of all that is needed, in the order of code points. */
  async #roots(): Promise<readonly string[]> {
    const roots = new Set<string>();
    // A server may give fewer than are asked for: it is asked until there are no more.
    for (let last = ''; ; ) {
      const rows = await this.#rows(this.#wanted.rootsAfter(last, this.#limits.list, this.#graphs));
      const found = rows.flatMap(({ root }) => (root?.type === 'uri' && isIri(root.value) ? [root.value] : []));
      const next = found.at(-1);
      if (next === undefined || roots.has(next)) return [...roots];
      for (const iri of found) roots.add(iri);
      last = next;
    }
  }

  /** Adds a part to what was read, of its roots if it has some. Returns whether it came whole; one that cannot be divided must. */
  async #take(part: Part, isDivisible: boolean, roots: readonly string[]): Promise<boolean> {
    try {
      const triples = await this.#triples(part.construct);
      const isCut = this.#server.wasCut();
      const [row] = await this.#rows(part.count);
      if (Number(row?.['n']?.value) > triples.length || (isCut && isDivisible)) {
        if (isDivisible) return false;
        fail('server-failed', {
          address: this.#server.address.name,
          reason: `it gives ${triples.length} of ${row?.['n']?.value} triples that belong together; its limit of results may be too low`,
        });
      }
      if (roots.length === 0) this.#write(triples);
      else {
        for (const { found, depth } of eachReachable(roots, triples)) {
          if (depth > (this.#wanted.depth ?? Number.POSITIVE_INFINITY)) this.#tooDeep();
          this.#write(found);
        }
      }
      return true;
    } catch (error) {
      const isHopeless = error instanceof Refused && (error.status === 401 || error.status === 403);
      if (isDivisible && !isHopeless && (error instanceof Refused || error instanceof TooLong)) return false;
      throw error;
    }
  }

  #tooDeep(): never {
    return fail('server-failed', {
      address: this.#server.address.name,
      reason: `nodes without names stand within each other more than ${this.#wanted.depth} deep; read the data from a file`,
    });
  }

  async #rows(query: string): Promise<readonly Readonly<Record<string, { type: string; value: string } | undefined>>[]> {
    const text = await this.#ask(query, JSON_RESULTS);
    this.#server.wasCut();
    try {
      const rows: unknown = JSON.parse(text)?.results?.bindings;
      if (Array.isArray(rows)) return rows;
    } catch {
      // Told below.
    }
    return fail('server-failed', {
      address: this.#server.address.name,
      reason: 'what it answers are no results of SPARQL; is it the address of an endpoint?',
    });
  }

  async #triples(query: string): Promise<readonly Triple[]> {
    const text = await this.#ask(query, 'application/n-triples, text/turtle;q=0.9');
    const triples = new Map<string, Triple>();
    await triplesOf(this.#server.address.name, text, {
      triple: (subject, predicate, object) => {
        const triple = { subject, predicate, object };
        triples.set(
          line(triple, (node) => node),
          triple,
        );
      },
      prefix: () => {},
    });
    return [...triples.values()];
  }

  #ask(query: string, accept: string): Promise<string> {
    const { seconds, bytes } = this.#limits;
    return this.#server.text({ accept, form: new URLSearchParams({ query }), seconds }, bytes);
  }

  /**
   * Nodes without names get new ones. Both these and the order of lines follow from what is said, and from nothing that is
   * different in the next answer, or in pages of another size.
   */
  #write(triples: readonly Triple[]): void {
    const of = bySubject(triples);
    const order = unnamedOrder((node) => of.get(node) ?? []);
    const named = triples.map((triple) => ({ triple, at: line(triple, (node) => `_:[${order(node)}]`) }));
    const names = new Map<Node, string>();
    const name = (node: Node) => {
      const known = names.get(node) ?? `_:n${this.#named++}`;
      names.set(node, known);
      return known;
    };
    for (const { triple } of named.sort((a, b) => compareCodePoints(a.at, b.at))) this.#out(line(triple, name));
    if (triples.length > 0) this.#isEmpty = false;
  }
}

function bySubject(triples: readonly Triple[]): ReadonlyMap<Node, readonly Triple[]> {
  const of = new Map<Node, Triple[]>();
  for (const triple of triples) {
    const known = of.get(triple.subject);
    if (known) known.push(triple);
    else of.set(triple.subject, [triple]);
  }
  return of;
}

interface Reached {
  readonly found: readonly Triple[];
  /** How many nodes without names stand within each other. */
  readonly depth: number;
}

/** The triples of each of some resources, and of what has no name and can be come to from it by that alone. */
function* eachReachable(roots: readonly string[], triples: readonly Triple[]): Iterable<Reached> {
  const of = bySubject(triples);
  for (const root of roots) {
    const depths = new Map<Node, number>([[root, 0]]);
    const found: Triple[] = [];
    let deepest = 0;
    // A map gives what is added while it is gone through, too.
    for (const [node, depth] of depths) {
      deepest = Math.max(deepest, depth);
      for (const triple of of.get(node) ?? []) {
        found.push(triple);
        const { object } = triple;
        if (typeof object === 'string' && isBlank(object) && !depths.has(object)) depths.set(object, depth + 1);
      }
    }
    yield { found, depth: deepest };
  }
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r' };

/** A line of N-Triples. */
function line({ subject, predicate, object }: Triple, name: (node: Node) => string): string {
  const node = (term: Node) => (isBlank(term) ? name(term) : `<${term}>`);
  return `${node(subject)} <${predicate}> ${typeof object === 'string' ? node(object) : literal(object)} .\n`;
}

function literal({ value, datatype, language }: Literal): string {
  const text = `"${value.replace(/[\\"\n\r]/g, (character) => escapes[character] ?? character)}"`;
  if (language !== '') return `${text}@${language}`;
  return `${text}^^<${datatype}>`;
}
