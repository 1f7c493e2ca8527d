/** Reads statements from an endpoint page by page, and writes them as N-Triples in an order that is the same for each run. */

import { checkMemory, fail } from '../diagnostics/index.ts';
import { blankNodeSortKey, compareCodePoints, isBlank, type Literal, type Node, parseText, pushTo } from '../ontology/index.ts';
import { type Answer, parseAnswer } from './answers.ts';
import { modelQueries, type Part, type StatementQueries } from './model-query.ts';
import { RequestRejected, ResponseLimitExceeded, type Server } from './request.ts';

/** Limits of reading an endpoint. */
export interface GraphLimits {
  /** Seconds per response. */
  readonly seconds: number;
  /** Bytes per response. */
  readonly bytes: number;
  /** Number of resources per query for statements, and of IRIs per query for resources. */
  readonly page: number;
  readonly list: number;
  /** Seconds for all responses together, and maximum number of resources: a server might never stop. */
  readonly total: number;
  readonly resources: number;
}

const modelLimits: GraphLimits = { seconds: 120, bytes: 64e6, page: 500, list: 5000, total: 3600, resources: 1_000_000 };

/** Higher limits, because there are more individuals than classes. */
export const dataLimits: GraphLimits = { ...modelLimits, page: 1000, total: 24 * 3600, resources: 100_000_000 };

interface Triple {
  readonly subject: Node;
  readonly predicate: string;
  readonly object: Node | Literal;
}

const JSON_RESULTS = 'application/sparql-results+json';
/** Returns whether a query may contain the text as an IRI (SPARQL 1.1, IRIREF). */
const isIri = (text: string) => /^[^\s\p{Cc}<>"{}|^`\\]+$/u.test(text);

/**
 * Reads the statements that a model needs from the graphs of an endpoint, as N-Triples.
 *
 * Labels of blank nodes are valid within one response only. So a resource is queried together with all blank nodes below it.
 * Resources are queried in pages; a page is halved if its response is too long, truncated or rejected.
 *
 * @param graphs the IRIs of named graphs; an empty list means the endpoint's default graph
 * @throws DiagnosticError if the endpoint fails, or gives no complete response
 */
export async function readGraph(server: Server, graphs: readonly string[], given: Partial<GraphLimits> = {}): Promise<string> {
  const lines: string[] = [];
  await readStatements(server, graphs, modelQueries, (line) => lines.push(line), { ...modelLimits, ...given });
  return lines.join('');
}

/**
 * Reads any kind of statements from an endpoint, and writes them line by line.
 *
 * @throws DiagnosticError as {@link readGraph}
 */
export async function readStatements(
  server: Server,
  graphs: readonly string[],
  queries: StatementQueries,
  write: (line: string) => void,
  limits: GraphLimits,
): Promise<void> {
  const invalid = graphs.find((graph) => !isIri(graph) || !/^[a-z][a-z0-9+.-]*:/i.test(graph));
  if (invalid !== undefined) fail('usage', { message: `${invalid} is not an IRI`, help: 'give the absolute IRI of a graph' });
  const reader = new GraphReader(server, graphs, limits, queries, write);
  try {
    await reader.read();
  } catch (error) {
    if (error instanceof RequestRejected) server.explain(error);
    if (error instanceof ResponseLimitExceeded) {
      fail('server-failed', {
        address: server.address.name,
        reason: `an answer is longer than ${limits.bytes / 1e6} MB, or took longer than ${limits.seconds} s, or all of them longer than ${limits.total} s`,
      });
    }
    throw error;
  }
}

class GraphReader {
  readonly #server: Server;
  readonly #graphs: readonly string[];
  readonly #limits: GraphLimits;
  readonly #queries: StatementQueries;
  readonly #onLine: (line: string) => void;
  readonly #end: number;
  #blankCount = 0;
  #isEmpty = true;
  #page: number;

  constructor(
    server: Server,
    graphs: readonly string[],
    limits: GraphLimits,
    queries: StatementQueries,
    write: (line: string) => void,
  ) {
    this.#queries = queries;
    this.#onLine = write;
    this.#server = server;
    this.#graphs = graphs;
    this.#limits = limits;
    this.#page = limits.page;
    this.#end = performance.now() + limits.total * 1000;
  }

  async read(): Promise<void> {
    const roots = await this.#roots();
    for (let at = 0; at < roots.length; ) {
      const page = roots.slice(at, at + this.#page);
      if (await this.#readPart(this.#queries.partOf(page, this.#graphs), page.length > 1, page)) {
        at += page.length;
        this.#page = Math.min(2 * this.#page, this.#limits.page);
      } else {
        this.#page = Math.ceil(page.length / 2);
      }
    }
    await this.#readPart(this.#queries.nameless(this.#graphs), false, []);
    if (this.#isEmpty && !this.#queries.mayBeEmpty) {
      fail('endpoint-empty', { address: this.#server.address.name, graphs: this.#graphs });
    }
  }

  /** Returns the IRIs of all needed resources, in code point order. */
  async #roots(): Promise<readonly string[]> {
    const roots = new Set<string>();
    // A server may return fewer rows than the limit: query until there are no more.
    for (let last = ''; ; ) {
      const rows = await this.#rows(this.#queries.rootsAfter(last, this.#limits.list, this.#graphs));
      const page = rows.flatMap(({ root }) => (root?.type === 'uri' && isIri(root.value) ? [root.value] : []));
      const next = page.at(-1);
      if (next === undefined || roots.has(next)) return [...roots];
      for (const iri of page) roots.add(iri);
      if (roots.size > this.#limits.resources) this.#fail(`it names more than ${this.#limits.resources} resources`);
      last = next;
    }
  }

  /** Reads a part. Returns false if it was incomplete and can be split; an incomplete part that cannot be split is an error. */
  async #readPart(part: Part, isDivisible: boolean, roots: readonly string[]): Promise<boolean> {
    try {
      const triples = await this.#triples(part.construct);
      const isTruncated = this.#server.takeTruncationFlag();
      const [row] = await this.#rows(part.count);
      const count = Number(row?.['n']?.value);
      if (count > triples.length || (isTruncated && isDivisible)) {
        if (isDivisible) return false;
        this.#fail(`it gives ${triples.length} of ${count} triples that belong together; its limit of results may be too low`);
      }
      if (roots.length === 0) this.#write(triples);
      else {
        for (const { triples: reached, depth } of reachableTriples(roots, triples)) {
          const { depth: maxDepth = Number.POSITIVE_INFINITY } = this.#queries;
          if (depth > maxDepth)
            this.#fail(`nodes without names stand within each other more than ${maxDepth} deep; read the data from a file`);
          this.#write(reached);
        }
      }
      return true;
    } catch (error) {
      if (isDivisible && mayDependOnSize(error)) return false;
      throw error;
    }
  }

  async #rows(query: string): Promise<Answer['rows']> {
    const text = await this.#ask(query, JSON_RESULTS);
    // Pages of rows are repeated until nothing is left, so a truncated one is no error.
    this.#server.takeTruncationFlag();
    const answer = parseAnswer(text);
    return answer?.rows ?? this.#fail('its answer is not a SPARQL result; is it the address of an endpoint?');
  }

  async #triples(query: string): Promise<readonly Triple[]> {
    const text = await this.#ask(query, 'application/n-triples, text/turtle;q=0.9');
    const triples = new Map<string, Triple>();
    await parseText(this.#server.address.name, text, {
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
    const { seconds: responseSeconds, bytes, total } = this.#limits;
    checkMemory(`reading ${this.#server.address.name}`);
    const secondsLeft = (this.#end - performance.now()) / 1000;
    if (secondsLeft <= 0) this.#fail(`an answer, or all of them together, took longer than ${total} s`);
    const seconds = Math.min(responseSeconds, secondsLeft);
    return this.#server.text({ accept, form: new URLSearchParams({ query }), seconds }, bytes);
  }

  #fail(reason: string): never {
    return fail('server-failed', { address: this.#server.address.name, reason });
  }

  /**
   * Writes triples with new blank node labels. The labels and the order of lines depend only on the statements, not on the
   * labels of the response or the size of pages.
   */
  #write(triples: readonly Triple[]): void {
    const bySubject = groupBySubject(triples);
    const order = blankNodeSortKey((node) => bySubject.get(node) ?? []);
    const sortable = triples.map((triple) => ({ triple, at: line(triple, (node) => `_:[${order(node)}]`) }));
    const names = new Map<Node, string>();
    const name = (node: Node) => {
      const known = names.get(node) ?? `_:n${this.#blankCount++}`;
      names.set(node, known);
      return known;
    };
    for (const { triple } of sortable.sort((a, b) => compareCodePoints(a.at, b.at))) this.#onLine(line(triple, name));
    if (triples.length > 0) this.#isEmpty = false;
  }
}

/** Returns whether the server may answer a smaller query, after an error. Missing permissions do not depend on the query. */
function mayDependOnSize(error: unknown): boolean {
  if (error instanceof RequestRejected) return error.status !== 401 && error.status !== 403;
  return error instanceof ResponseLimitExceeded;
}

function groupBySubject(triples: readonly Triple[]): ReadonlyMap<Node, readonly Triple[]> {
  const bySubject = new Map<Node, Triple[]>();
  for (const triple of triples) pushTo(bySubject, triple.subject, triple);
  return bySubject;
}

interface ReachableTriples {
  readonly triples: readonly Triple[];
  /** Nesting depth of blank nodes. */
  readonly depth: number;
}

/** Yields the triples of each resource, including those of the blank nodes that it reaches through blank nodes only. */
function* reachableTriples(roots: readonly string[], triples: readonly Triple[]): Iterable<ReachableTriples> {
  const bySubject = groupBySubject(triples);
  for (const root of roots) {
    const depths = new Map<Node, number>([[root, 0]]);
    const reached: Triple[] = [];
    let deepest = 0;
    // Iteration of a map includes entries that are added meanwhile.
    for (const [node, depth] of depths) {
      deepest = Math.max(deepest, depth);
      for (const triple of bySubject.get(node) ?? []) {
        reached.push(triple);
        const { object } = triple;
        if (typeof object === 'string' && isBlank(object) && !depths.has(object)) depths.set(object, depth + 1);
      }
    }
    yield { triples: reached, depth: deepest };
  }
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r' };

/** Formats a line of N-Triples. */
function line({ subject, predicate, object }: Triple, name: (node: Node) => string): string {
  const node = (term: Node) => (isBlank(term) ? name(term) : `<${term}>`);
  return `${node(subject)} <${predicate}> ${typeof object === 'string' ? node(object) : literal(object)} .\n`;
}

function literal({ value, datatype, language }: Literal): string {
  const text = `"${value.replace(/[\\"\n\r]/g, (character) => escapes[character] ?? character)}"`;
  if (language !== '') return `${text}@${language}`;
  return `${text}^^<${datatype}>`;
}
