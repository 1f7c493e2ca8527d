/** Reads RDF files into an {@link Ontology}: its statements about classes, properties and shapes, with source locations. */

export { blankNodeSortKey } from './blank-node-order.ts';
export { describingPredicates, schemaNamespaces } from './collector.ts';
export { diskFiles, type LoadOptions, loadOntology, readSource, textPieces } from './disk.ts';
export { callEngine, EngineFailure, loadEngine } from './engine.ts';
export { CATALOG_FILE } from './imports.ts';
export { inMegabytes, limits } from './limits.ts';
export { baseIri, loadFrom } from './load.ts';
export { findMisspelledTerms } from './misspelled-namespaces.ts';
export { pushTo } from './multimap.ts';
export {
  compareCodePoints,
  isBlank,
  isSameTerm,
  type Literal,
  localName,
  type Node,
  type Ontology,
  type Statement,
} from './ontology.ts';
export { isEndpoint, isRemote } from './remote.ts';
export type { Position, TriplePlaces, TripleSink } from './sink.ts';
export { extensions, STANDARD_INPUT } from './source.ts';
export { SourceFiles } from './source-files.ts';
export { isUndefinedTerm, suggestTerm } from './term-suggestions.ts';
export { isStandardTerm, standardNamespace, standardNamespaces, standardTerms } from './terms.ts';
export { parseText, readTriples } from './triples.ts';
export * from './vocabulary.build-time.ts';
export { wellKnownPrefixes, withWellKnownPrefix } from './well-known.ts';
