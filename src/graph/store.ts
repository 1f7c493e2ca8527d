/** Loads an ontology into a store of oxigraph for SPARQL queries. */

import type { Quad, Store, Term } from 'oxigraph';
import { DiagnosticError, fail, runWithTimeLimit } from '../diagnostics/index.ts';
import { callEngine, EngineFailure, type LoadOptions, loadEngine, loadOntology, readSource } from '../ontology/index.ts';
import { LexicalForms } from './lexical-forms.ts';
import { Prefixes } from './prefixes.ts';

/** The triples of an ontology in a store that can be queried. */
export interface OpenStore {
  readonly store: Store;
  /** A store without triples, to check the syntax of a query without evaluating it. */
  readonly empty: Store;
  readonly prefixes: Prefixes;
  /** Literals that the store may return in another lexical form. */
  readonly spellings: LexicalForms;
  readonly storeOf: (triples: Quad[]) => Store;
  /** Whether a file has named graphs. */
  readonly hasGraphs: boolean;
  /** The base IRI of the main file and of queries. */
  readonly base: string;
}

/**
 * Loads an ontology with its imports and shapes into a store. The default graph contains the triples of all graphs of
 * the files; named graphs can also be queried separately.
 *
 * The same files give the same results in the same order: the engine iterates over triples in reverse order of insertion,
 * so they are inserted in reverse; and it labels blank nodes at random, so they are relabelled by their order in the
 * files.
 *
 * @throws DiagnosticError if a file cannot be read or parsed
 */
export async function openStore(main: string, options?: LoadOptions): Promise<OpenStore> {
  // The ontology parser reports errors with source locations, and provides the prefixes.
  const ontology = await loadOntology(main, options);
  const { Store, parse } = await loadEngine();
  const plainTerms = new PlainTerms();
  const triples: Quad[] = [];
  let hasGraphs = false;
  for (const file of ontology.files) {
    const { text, mediaType } = readSource(file, options?.texts);
    let quads: Quad[];
    try {
      quads = runWithTimeLimit(
        `reading ${file}`,
        () =>
          callEngine(() => parse(text, { format: mediaType, base_iri: ontology.baseOf(file), lenient: mediaType !== JSON_LD })),
        { file },
      );
    } catch (error) {
      if (error instanceof EngineFailure) fail('engine-failed', { what: `reading ${file}`, reason: error.message }, { file });
      if (error instanceof DiagnosticError) throw error;
      return failRejected(file, text, error instanceof Error ? error.message : String(error));
    }
    plainTerms.beginFile();
    for (const quad of quads) {
      const { subject, predicate, object, graph } = plainTerms.quad(quad);
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
    spellings: plainTerms.spellings,
    storeOf: (triples) => new Store(triples),
    prefixes: new Prefixes(ontology.prefixes),
    hasGraphs,
    base: ontology.baseOf(main),
  };
}

/** Reports a file that the ontology parser accepts but the stricter engine rejects. */
function failRejected(file: string, text: string, message: string): never {
  const [, line, column] = / at line (\d+)(?: column| between columns) (\d+)/.exec(message) ?? [];
  if (line === undefined) return fail('syntax-error', { syntax: 'RDF', reason: message }, { file });
  const reason = message.slice(message.indexOf(': ') + 2);
  const place = { file, line: Number(line), column: Number(column) };
  return fail('syntax-error', { syntax: 'RDF', reason }, place, text.split(/\r\n|\n/)[place.line - 1]);
}

/** Not parsed in lenient mode: the engine would keep members without a definition in the context, with invalid IRIs. */
const JSON_LD = 'application/ld+json';

const DEFAULT_GRAPH = { termType: 'DefaultGraph', value: '' } as const;

/**
 * Copies the engine's terms into plain objects. The engine's terms are handles into WebAssembly memory: reading
 * them repeatedly is slow, and tens of thousands of them slow down the garbage collector by seconds.
 */
class PlainTerms {
  readonly spellings = new LexicalForms();
  readonly #blanks = new Map<string, string>();
  #count = 0;

  /** Starts a new scope of blank node labels. */
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

/** Frees a handle; the method `free` exists, but is missing in the type. */
function release(handle: object): void {
  (handle as { free?: () => void }).free?.();
}
