/**
 * Describes which RDF terms a SHACL parameter allows as values: IRIs, blank nodes, literals of some datatypes.
 * contradictions.ts finds parameters that have no allowed term in common.
 */

import { isBlank, type Node, RDF, rdf, SHACL, sh } from '../../ontology/index.ts';
import { includesEveryLiteral } from '../kinds/datatypes.ts';
import type { Term } from './axioms.ts';

/** The RDF terms that a SHACL parameter allows as values of a property. */
export interface Terms {
  readonly iri: boolean;
  readonly blank: boolean;
  /** True for literals of all datatypes, false for no literals, or the set of datatypes. */
  readonly literal: boolean | ReadonlySet<Node>;
}

/** IRIs and blank nodes. */
export const resources: Terms = { iri: true, blank: true, literal: false };

/** The values of sh:nodeKind (SHACL, 4.1.3). */
export const nodeKinds: ReadonlyMap<unknown, Terms> = new Map([
  [sh.IRI, { iri: true, blank: false, literal: false }],
  [sh.Literal, { iri: false, blank: false, literal: true }],
  [sh.BlankNodeOrIRI, resources],
  [`${SHACL}BlankNode`, { iri: false, blank: true, literal: false }],
  [`${SHACL}BlankNodeOrLiteral`, { iri: false, blank: true, literal: true }],
  [`${SHACL}IRIOrLiteral`, { iri: true, blank: false, literal: true }],
]);

/** Literals with a language (SHACL, 4.4.4). */
export const tagged: Terms = literalsOf([rdf.langString, `${RDF}dirLangString`]);

/** Returns the literals of datatypes: all literals, if one of the datatypes contains every literal (rdfs:Literal). */
export function literalsOf(datatypes: readonly Node[]): Terms {
  return { iri: false, blank: false, literal: datatypes.some(includesEveryLiteral) || new Set(datatypes) };
}

/** Returns the kinds and datatypes of a list of terms. */
export function termsOfValues(terms: readonly Term[]): Terms {
  const datatypes = terms.flatMap((term) => (typeof term === 'string' ? [] : [term.datatype]));
  return {
    iri: terms.some((term) => typeof term === 'string' && !isBlank(term)),
    blank: terms.some((term) => typeof term === 'string' && isBlank(term)),
    literal: datatypes.length > 0 && new Set(datatypes),
  };
}

/** Returns whether a term exists that both allow. */
export function haveCommonTerm(a: Terms, b: Terms): boolean {
  return (a.iri && b.iri) || (a.blank && b.blank) || haveCommonLiteral(a.literal, b.literal);
}

function haveCommonLiteral(a: Terms['literal'], b: Terms['literal']): boolean {
  if (typeof a === 'boolean') return a && b !== false;
  if (typeof b === 'boolean') return b;
  return [...a].some((datatype) => b.has(datatype));
}
