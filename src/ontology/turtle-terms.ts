import type { Token } from 'n3';
import type { Cursor } from './cursor.ts';
import { asKey } from './keys.ts';
import type { Literal } from './ontology.ts';
import { rdf, XSD } from './vocabulary.made.ts';

/**
 * Terms as n3 wants them from a factory. Much lighter than n3's own, which matters at half a
 * million triples. A literal is the one that is kept.
 */
export class NodeTerm {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}
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

/** How many prefixed names are known at a time, of each prefix. */
const KNOWN = 1 << 12;

/** A prefix, as a string that the engine finds members of objects by, as n3 does, and the names that were met after it. */
interface Namespace {
  readonly prefix: string;
  readonly terms: Map<string, NodeTerm>;
}

/**
 * Makes terms. What a prefixed name stands for is made once for many times that it stands in a file: n3 hands on the prefix's
 * namespace and the name as a rope of both, which would have to be made one and hashed each time. Subjects are not remembered,
 * most of which are new.
 */
export class TermFactory {
  readonly #cursor: Cursor;
  readonly #defaultGraph = new NodeTerm('');
  /** As long as the prefixes stay what they are. */
  #namespaces: Namespace[] = [];
  /** What the token at hand stands for, or else where that is to be remembered, by which name. */
  #known: NodeTerm | undefined;
  #namespace: Namespace | undefined;
  #name = '';
  #blanks = 0;

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  /** Looks at a token before the parser asks for what it stands for. */
  read(token: Token): void {
    this.#known = undefined;
    this.#namespace = undefined;
    if ((token.type !== 'prefixed' && token.type !== 'type') || this.#cursor.isSubject) return;
    const namespace = this.#namespaceOf(token.prefix);
    token.prefix = namespace.prefix;
    this.#known = namespace.terms.get(token.value);
    if (this.#known !== undefined) return;
    this.#namespace = namespace;
    this.#name = token.value;
  }

  #namespaceOf(prefix: string): Namespace {
    for (const known of this.#namespaces) if (known.prefix === prefix) return known;
    const made = { prefix: asKey(prefix), terms: new Map() };
    this.#namespaces.push(made);
    return made;
  }

  /** A prefix stands for something else from now on. */
  forget(): void {
    this.#namespaces = [];
  }

  namedNode(iri: string): NodeTerm {
    if (this.#known !== undefined) return this.#known;
    const term = new NodeTerm(iri);
    if (this.#namespace !== undefined) {
      const { terms } = this.#namespace;
      if (terms.size === KNOWN) terms.clear();
      terms.set(this.#name, term);
    }
    return term;
  }

  /** n3 gives labels of its own a prefix with a digit; these cannot meet them. */
  blankNode(label?: string): NodeTerm {
    return new NodeTerm(`_:${label ?? `n${this.#blanks++}`}`);
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
