/**
 * Warns of IRIs in the namespace of RDF, RDFS, OWL, XML Schema or SHACL that the standard does not define, such as `owl:Clas`,
 * and of standard terms in a similar namespace (`https://www.w3.org/2002/07/owl#`). They have no effect, and no other check
 * finds them.
 */

import type { Place } from '../../diagnostics/index.ts';
import {
  findMisspelledTerms,
  isUndefinedTerm,
  type Node,
  type Ontology,
  OWL,
  owl,
  RDFS,
  type Statement,
  suggestTerm,
  wellKnownPrefixes,
} from '../../ontology/index.ts';
import type { Reader } from './reader.ts';

/** Predicates whose objects are documents. */
const documents: ReadonlySet<string> = new Set([
  owl.imports,
  owl.versionIRI,
  ...['priorVersion', 'backwardCompatibleWith', 'incompatibleWith'].map((name) => OWL + name),
  ...['seeAlso', 'isDefinedBy'].map((name) => RDFS + name),
]);

/**
 * Warns once for each term or namespace, at its first source location. An ontology may declare terms in such a namespace
 * itself.
 */
export async function warnOfSimilarTerms(reader: Reader): Promise<void> {
  const { ontology } = reader;
  const isUnknown = (term: Node) => isUndefinedTerm(term) && ontology.types(term).length === 0;
  const undefinedTerms = new Set([...ontology.mentioned()].filter(isUnknown));
  const misspelled = findMisspelledTerms(ontology);
  if (undefinedTerms.size === 0 && misspelled.size === 0) return;
  const unknown = new Map<string, { readonly place: Place; readonly meant: string | undefined; count: number }>();
  const check = (term: Node, statement: Statement) => {
    const misspelling = misspelled.get(term);
    if (!misspelling && !undefinedTerms.has(term)) return;
    reader.unknownTerms.add(term);
    const key = misspelling?.namespace ?? term;
    const entry = unknown.get(key);
    if (entry) entry.count++;
    else unknown.set(key, { place: ontology.placeOf(statement), meant: misspelling?.meant, count: 1 });
  };
  for (const { statements } of ontology.entries()) {
    for (const statement of statements) {
      const { predicate, object } = statement;
      check(predicate, statement);
      if (typeof object !== 'string') check(object.datatype, statement);
      else if (!documents.has(predicate)) check(object, statement);
    }
  }
  for (const [iri, { place, count, meant: similar }] of unknown) {
    if (similar === undefined) {
      const suggestion = await suggestTerm(iri);
      const shown = suggestion === undefined ? undefined : reader.show(suggestion);
      reader.warn('unknown-term', { term: reader.show(iri), count, suggestion: shown }, place);
    } else {
      const prefix = prefixFor(ontology, iri, similar);
      reader.warn('unknown-namespace', { namespace: iri, meant: similar, prefix, count }, place);
    }
  }
}

/** Returns the prefix to declare: the one that the files use for the namespace, else the usual one of the intended namespace. */
function prefixFor(ontology: Ontology, namespace: string, meant: string): string {
  const prefixOf = (prefixes: Iterable<readonly [string, string]>, iri: string) =>
    [...prefixes].find(([, of]) => of === iri)?.[0];
  return prefixOf(ontology.prefixes, namespace) ?? prefixOf(wellKnownPrefixes, meant) ?? '';
}
