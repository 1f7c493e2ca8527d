/**
 * Terms for n3's term factory. They use much less memory than n3's own terms, which matters at half a million triples.
 * Literals are created in the form in which the ontology stores them.
 */

import type { Token } from 'n3';
import type { Cursor } from './cursor.ts';
import { internalize } from './internalize.ts';
import type { Literal } from './ontology.ts';
import { rdf, XSD } from './vocabulary.made.ts';

/** An IRI, or a blank node (`_:…`). */
export class NodeTerm {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

/** A statement, or a triple term of RDF 1.2. */
export class QuadTerm {
  readonly subject: Term;
  readonly predicate: NodeTerm;
  readonly object: Term;
  constructor(subject: Term, predicate: NodeTerm, object: Term) {
    this.subject = subject;
    this.predicate = predicate;
    this.object = object;
  }
}
type Term = NodeTerm | Literal | QuadTerm;

const xsdString = `${XSD}string`;

/** Maximum number of cached names per prefix. */
const MAX_CACHED_NAMES = 1 << 12;

/** A prefix with its cached terms. The prefix is interned ({@link internalize}), because n3 uses it as a property key. */
interface Namespace {
  readonly prefix: string;
  readonly terms: Map<string, NodeTerm>;
}

/**
 * Creates terms for n3. The term of a prefixed name is cached: n3 passes namespace + name as a V8 rope string, which would
 * have to be flattened and hashed at each occurrence. Subjects are not cached, because most of them occur for the first time.
 */
export class TermFactory {
  readonly #cursor: Cursor;
  readonly #defaultGraph = new NodeTerm('');
  /** Valid until a prefix is declared. */
  #namespaces: Namespace[] = [];
  /** The cached term of the current token, or else the namespace and name under which to cache it. */
  #cachedTerm: NodeTerm | undefined;
  #namespace: Namespace | undefined;
  #name = '';
  #blankNodeCount = 0;

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  /** Looks up the term of a token before the parser asks for it. */
  read(token: Token): void {
    this.#cachedTerm = undefined;
    this.#namespace = undefined;
    if ((token.type !== 'prefixed' && token.type !== 'type') || this.#cursor.isSubject) return;
    const namespace = this.#namespaceOf(token.prefix);
    token.prefix = namespace.prefix;
    this.#cachedTerm = namespace.terms.get(token.value);
    if (this.#cachedTerm !== undefined) return;
    this.#namespace = namespace;
    this.#name = token.value;
  }

  #namespaceOf(prefix: string): Namespace {
    for (const known of this.#namespaces) if (known.prefix === prefix) return known;
    const created = { prefix: internalize(prefix), terms: new Map() };
    this.#namespaces.push(created);
    return created;
  }

  /** Empties the cache; called when a prefix is declared, because that may change the meaning of prefixed names. */
  clearCache(): void {
    this.#namespaces = [];
  }

  namedNode(iri: string): NodeTerm {
    if (this.#cachedTerm !== undefined) return this.#cachedTerm;
    const term = new NodeTerm(iri);
    if (this.#namespace !== undefined) {
      const { terms } = this.#namespace;
      if (terms.size === MAX_CACHED_NAMES) terms.clear();
      terms.set(this.#name, term);
    }
    return term;
  }

  /** n3 prefixes the labels of a file with `b<number>_`, so the generated labels `n<number>` cannot collide with them. */
  blankNode(label?: string): NodeTerm {
    return new NodeTerm(`_:${label ?? `n${this.#blankNodeCount++}`}`);
  }

  variable(name: string): NodeTerm {
    return new NodeTerm(name);
  }

  defaultGraph(): NodeTerm {
    return this.#defaultGraph;
  }

  literal(value: string, typeOrLanguage?: string | NodeTerm | { language: string }): Literal {
    this.#cursor.completeLiteral();
    if (typeOrLanguage === undefined) return { value, datatype: xsdString, language: '' };
    if (typeOrLanguage instanceof NodeTerm) return { value, datatype: typeOrLanguage.value, language: '' };
    const language = typeof typeOrLanguage === 'string' ? typeOrLanguage : typeOrLanguage.language;
    return { value, datatype: rdf.langString, language: language.toLowerCase() };
  }

  quad(subject: Term, predicate: NodeTerm, object: Term): QuadTerm {
    return new QuadTerm(subject, predicate, object);
  }
}
