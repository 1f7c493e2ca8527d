export { readText } from './bounded.ts';
export { EngineFailure, guarded, loadEngine } from './engine.ts';
export { CATALOG_FILE } from './imports.ts';
export { limits } from './limits.ts';
export { type LoadOptions, loadOntology } from './load.ts';
export {
  compareCodePoints,
  type ImportedFile,
  isBlank,
  type Literal,
  localName,
  type Node,
  type Ontology,
  type Statement,
} from './ontology.ts';
export { ParsedFiles } from './parsed.ts';
export { extensions, readSource, type Syntax } from './source.ts';
export { isStandardTerm, standardNamespace, standardNamespaces, standardTerms } from './terms.ts';
export * from './vocabulary.ts';
