/** Finds the terms that an ontology uses from an imported ontology without a file, for the warning about the import. */

import { iriKey } from './iri.ts';
import { isBlank, type Node, type Ontology } from './ontology.ts';
import { extensions } from './source.ts';
import { OWL, owl, RDFS, rdf, SCHEMA, SHACL } from './vocabulary.build-time.ts';

/** Predicates of the schema vocabularies whose objects are documents or need no definition. */
const documentPredicates = new Set([
  owl.imports,
  owl.versionIRI,
  ...['priorVersion', 'backwardCompatibleWith', 'incompatibleWith', 'annotatedSource', 'annotatedTarget'].map(
    (name) => OWL + name,
  ),
  ...['seeAlso', 'isDefinedBy'].map((name) => RDFS + name),
  ...['shapesGraph', 'suggestedShapesGraph', 'entailment'].map((name) => SHACL + name),
]);

const requiresDefinition = (predicate: string): boolean =>
  ((predicate.startsWith(RDFS) || predicate.startsWith(OWL) || predicate.startsWith(SHACL)) &&
    !documentPredicates.has(predicate)) ||
  predicate === rdf.type ||
  predicate === rdf.first ||
  SCHEMA.some((ns) => predicate === `${ns}domainIncludes` || predicate === `${ns}rangeIncludes`);

/**
 * Returns the terms in the namespace of an imported ontology that an ontology uses (as a superclass, a domain or a range,
 * in a restriction or a shape, …) but none of its files declares, in the order of their first use. IRIs of documents
 * often end in an extension or `index.<extension>`, which IRIs of terms lack.
 */
export function undefinedTerms(ontology: Ontology, iri: string): Node[] {
  const key = iriKey(iri);
  const extension = extensions.find((end) => key.endsWith(end));
  const stem = extension === undefined ? key : key.slice(0, -extension.length);
  // The part after # is a fragment of the imported document.
  const stems = [key, stem, stem.replace(/\/index$/, ''), key.split('#', 1)[0] ?? key];
  const isInNamespace = (node: Node) => stems.some((stem) => node.startsWith(stem) && /^[#/:]./.test(node.slice(stem.length)));
  const terms = new Set<Node>();
  for (const subject of ontology.subjects()) {
    for (const { predicate, object } of ontology.statements(subject)) {
      if (typeof object === 'string' && !isBlank(object) && isInNamespace(object) && requiresDefinition(predicate))
        terms.add(object);
    }
  }
  return [...terms].filter((node) => ontology.types(node).length === 0);
}
