/**
 * RDF terms in the form of the SPARQL 1.1 Query Results JSON Format, and their Turtle syntax:
 * `{ type: 'literal', value: '5', datatype: 'http://www.w3.org/2001/XMLSchema#integer' }` is `5`.
 */

import { rdf, XSD } from '../ontology/index.ts';

export type Term =
  | { readonly type: 'uri'; readonly value: string }
  | { readonly type: 'bnode'; readonly value: string }
  | {
      readonly type: 'literal';
      readonly value: string;
      readonly datatype?: string;
      readonly 'xml:lang'?: string;
      /** Base direction (RDF 1.2). */
      readonly 'its:dir'?: string;
    }
  | { readonly type: 'triple'; readonly value: Triple };

/** A triple, or a triple term of RDF 1.2. */
export interface Triple {
  readonly subject: Term;
  readonly predicate: Term;
  readonly object: Term;
}

/** Labels blank nodes `b0`, `b1`, … in order of appearance; the engine's labels differ between runs. */
export class BlankLabels {
  readonly #labels = new Map<string, string>();

  of(id: string): string {
    let label = this.#labels.get(id);
    if (label === undefined) {
      label = `b${this.#labels.size}`;
      this.#labels.set(id, label);
    }
    return label;
  }

  /** Returns the term with new labels of blank nodes. */
  relabel(term: Term): Term {
    if (term.type === 'bnode') return { type: 'bnode', value: this.of(term.value) };
    if (term.type !== 'triple') return term;
    const { subject, predicate, object } = term.value;
    return { type: 'triple', value: { subject: this.relabel(subject), predicate, object: this.relabel(object) } };
  }
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};

/** Quotes a text as Turtle's STRING_LITERAL_QUOTE, and escapes all control characters, which a terminal might interpret. */
function quoted(text: string): string {
  return `"${text.replace(/["\\\p{Cc}]/gu, (c) => escapes[c] ?? `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)}"`;
}

/** Literals that Turtle allows without quotes, by datatype (Turtle, 2.5.2 and 2.5.3). */
const unquotedForms: Readonly<Record<string, RegExp>> = {
  [`${XSD}integer`]: /^[+-]?\d+$/,
  [`${XSD}decimal`]: /^[+-]?\d*\.\d+$/,
  [`${XSD}double`]: /^[+-]?(?:\d+\.\d*|\.?\d+)[eE][+-]?\d+$/,
  [`${XSD}boolean`]: /^(?:true|false)$/,
};

/** Formats a term in Turtle syntax. `iri` formats an IRI, `blank` labels a blank node. */
export function turtleTerm(term: Term, write: { iri: (iri: string) => string; blank: (id: string) => string }): string {
  switch (term.type) {
    case 'uri':
      return write.iri(term.value);
    case 'bnode':
      return `_:${write.blank(term.value)}`;
    case 'literal': {
      const { value, datatype = `${XSD}string` } = term;
      if (term['xml:lang'] !== undefined) {
        const direction = term['its:dir'] === undefined ? '' : `--${term['its:dir']}`;
        return `${quoted(value)}@${term['xml:lang']}${direction}`;
      }
      if (datatype === `${XSD}string`) return quoted(value);
      return unquotedForms[datatype]?.test(value) ? value : `${quoted(value)}^^${write.iri(datatype)}`;
    }
    case 'triple': {
      const { subject, predicate, object } = term.value;
      return `<<( ${[subject, predicate, object].map((t) => turtleTerm(t, write)).join(' ')} )>>`;
    }
    default:
      return term satisfies never;
  }
}

/** Formats an IRI in angle brackets, and escapes characters that are not allowed there. */
export function bracketed(iri: string): string {
  const safe = iri.replace(/[\0-\x20<>"{}|^`\\]/g, (c) => `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`);
  return `<${safe}>`;
}

export function isType(predicate: Term): boolean {
  return predicate.type === 'uri' && predicate.value === rdf.type;
}
