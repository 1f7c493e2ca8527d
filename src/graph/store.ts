import type { Quad, Store, Term } from 'oxigraph';
import { DiagnosticError, fail, limited } from '../diagnostics/index.ts';
import { EngineFailure, guarded, type LoadOptions, loadEngine, loadOntology, readSource } from '../ontology/index.ts';
import { Prefixes } from './prefixes.ts';
import { Spellings } from './spellings.ts';

/** An ontology's triples, ready to be queried. */
export interface OpenStore {
  readonly store: Store;
  /** One without triples, in which a query can be tried without being worked out. */
  readonly empty: Store;
  readonly prefixes: Prefixes;
  /** Literals that the store may give otherwise than the files have them. */
  readonly spellings: Spellings;
  readonly storeOf: (triples: Quad[]) => Store;
  /** Whether a file has named graphs. */
  readonly hasGraphs: boolean;
  /** What relative IRIs are resolved against, in the main file and in queries. */
  readonly base: string;
}

/**
 * Loads an ontology, with what it imports and the shapes for it, into a store. Its default graph holds the triples of
 * all graphs of the files; the named ones can be queried as such besides.
 *
 * The same files give the same answers in the same order: the engine walks through triples from the last
 * one added back to the first, so they are added in reverse; and it labels blank nodes at random, so they
 * get labels by their order in the files.
 *
 * @param onRead is told how many triples there are, before they are put into a store
 * @throws DiagnosticError if a file cannot be read or does not parse, and what `onRead` throws.
 */
export async function openStore(
  main: string,
  options?: LoadOptions,
  onRead: (triples: number) => void = () => {},
): Promise<OpenStore> {
  // The ontology's own parser reports errors with their place, and knows the prefixes.
  const ontology = await loadOntology(main, options);
  onRead(ontology.tripleCount);
  const { Store, parse } = await loadEngine();
  const plain = new PlainTerms();
  const triples: Quad[] = [];
  let hasGraphs = false;
  for (const file of ontology.files) {
    const { text, mediaType } = readSource(file, options?.texts);
    let quads: Quad[];
    try {
      quads = limited(
        `reading ${file}`,
        () => guarded(() => parse(text, { format: mediaType, base_iri: ontology.baseOf(file), lenient: mediaType !== JSON_LD })),
        { file },
      );
    } catch (error) {
      if (error instanceof EngineFailure) fail('engine-failed', { what: `reading ${file}`, reason: error.message }, { file });
      if (error instanceof DiagnosticError) throw error;
      return refused(file, text, error instanceof Error ? error.message : String(error));
    }
    plain.beginFile();
    for (const quad of quads) {
      const { subject, predicate, object, graph } = plain.quad(quad);
      const inDefault = { termType: 'Quad', value: '', subject, predicate, object, graph: DEFAULT_GRAPH };
      triples.push(inDefault as unknown as Quad);
      if (graph.termType === 'DefaultGraph') continue;
      hasGraphs = true;
      triples.push({ ...inDefault, graph } as unknown as Quad);
    }
  }
  return {
    store: new Store(triples.reverse()),
    empty: new Store(),
    spellings: plain.spellings,
    storeOf: (triples) => new Store(triples),
    prefixes: new Prefixes(ontology.prefixes),
    hasGraphs,
    base: ontology.baseOf(main),
  };
}

/** Reports what the engine cannot read, although the ontology's own, more patient parser can. */
function refused(file: string, text: string, message: string): never {
  const [, line, column] = / at line (\d+)(?: column| between columns) (\d+)/.exec(message) ?? [];
  if (line === undefined) return fail('syntax-error', { syntax: 'RDF', reason: message }, { file });
  const reason = message.slice(message.indexOf(': ') + 2);
  const place = { file, line: Number(line), column: Number(column) };
  return fail('syntax-error', { syntax: 'RDF', reason }, place, text.split(/\r\n|\n/)[place.line - 1]);
}

/** Where it is patient with JSON-LD, the engine keeps members that no context knows, with names that are no IRIs. */
const JSON_LD = 'application/ld+json';

const DEFAULT_GRAPH = { termType: 'DefaultGraph', value: '' } as const;

/**
 * Copies the engine's terms into plain objects. Its own ones are handles into WebAssembly memory: reading
 * them again is slow, and ten thousands of them slow the garbage collector down by seconds.
 */
class PlainTerms {
  readonly spellings = new Spellings();
  readonly #blanks = new Map<string, string>();
  #count = 0;

  /** Blank nodes with the labels of earlier ones are others from now on. */
  beginFile(): void {
    this.#blanks.clear();
  }

  quad(quad: Quad) {
    const { subject, predicate, object, graph } = quad;
    const copy = {
      termType: 'Quad' as const,
      value: '',
      subject: this.#term(subject),
      predicate: this.#term(predicate),
      object: this.#term(object),
      graph: this.#term(graph),
    };
    release(quad);
    return copy;
  }

  #term(term: Term): { readonly termType: Term['termType']; readonly value: string } {
    const { termType } = term;
    let copy: { termType: Term['termType']; value: string };
    if (termType === 'Quad') return this.quad(term as Quad);
    if (termType === 'BlankNode') {
      let label = this.#blanks.get(term.value);
      if (label === undefined) {
        label = `b${this.#count++}`;
        this.#blanks.set(term.value, label);
      }
      copy = { termType, value: label };
    } else if (termType === 'Literal') {
      const { value, language, direction, datatype } = term;
      const type = datatype.value;
      this.spellings.note(value, type);
      copy = { termType, value, language, direction, datatype: { termType: 'NamedNode', value: type } } as typeof copy;
      release(datatype);
    } else {
      copy = { termType, value: term.value };
    }
    release(term);
    return copy;
  }
}

/** Frees a handle; the method is there, though its type does not say so. */
function release(handle: object): void {
  (handle as { free?: () => void }).free?.();
}
