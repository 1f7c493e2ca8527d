export { readText } from './bounded.ts';
export { EngineFailure, guarded, loadEngine } from './engine.ts';
export { CATALOG_FILE } from './imports.ts';
export { limits } from './limits.ts';
export { type LoadOptions, loadOntology } from './load.ts';
export {
  compareCodePoints,
  isBlank,
  type Literal,
  localName,
  type Node,
  type Ontology,
  type Statement,
} from './ontology.ts';
export { ParsedFiles } from './parsed.ts';
export { extensions, readSource } from './source.ts';
export { isStandardTerm, standardNamespace, standardNamespaces, standardTerms } from './terms.ts';
export * from './vocabulary.ts';
