/**
 * Terms for n3's term factory. They use much less memory than n3's own terms, which matters at half a million triples.
 * Literals are created in the form in which the ontology stores them.
 */

import type { Cursor } from './cursor.ts';
import type { Literal } from './ontology.ts';
import { rdf, XSD } from './vocabulary.build-time.ts';

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

/** Creates terms for n3. */
export class TermFactory {
  readonly #cursor: Cursor;
  readonly #defaultGraph = new NodeTerm('');
  #blankNodeCount = 0;

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  namedNode(iri: string): NodeTerm {
    return new NodeTerm(iri);
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
