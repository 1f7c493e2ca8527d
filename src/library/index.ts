/**
 * The library API: builds models from ontologies and files from models, in memory or on disk. The functions never print or
 * end the process: they throw errors as {@link CodegenError}, and return warnings as diagnostics.
 */

export type { Code, Diagnostic, Place, Severity } from '../diagnostics/index.ts';
export type { Change, ChangeKind, Comparison, Effect, Level, Suggestion, Surface } from '../diff/index.ts';
export type {
  Assumption,
  AssumptionKind,
  Axiom,
  Bound,
  Cardinality,
  Choice,
  Constraint,
  Demand,
  DemandKind,
  DomainClass,
  DomainModel,
  Enumeration,
  EnumerationValue,
  Facets,
  Field,
  FieldType,
  GeneratedValue,
  Key,
  OnDelete,
  Pattern,
  Policies,
  PolicyName,
  ReferenceField,
  Relation,
  ScalarKind,
  ScalarType,
  Total,
  Union,
} from '../model/index.ts';
export { demandsOn } from '../model/index.ts';
export type { Answer, Answers, Ledger } from '../targets/core/index.ts';
export { declared, enforced, nothing } from '../targets/core/index.ts';
export type {
  Element,
  Emission,
  GeneratedFile,
  Mark,
  OptionSpec,
  OptionSpecs,
  Placed,
  Support,
  Target,
} from '../targets/index.ts';
export { templateNames } from '../targets/index.ts';
export { camelCase, indent, type Lines, marked, pascalCase, separated, wrap } from '../targets/text/index.ts';
export {
  defineTarget,
  type TemplateContext,
  type TemplateDefinition,
  type TemplateFile,
  type Toolkit,
} from '../templates/index.ts';
export { type DiffOptions, diff } from './diff.ts';
export { CodegenError } from './error.ts';
export { type GenerateOptions, generate, type OutputFile, type Template, type TemplateUse } from './generate.ts';
export { type LoadedModel, loadModel, type ModelOptions, type OntologySource } from './model.ts';
export { modelJson } from './model-json.ts';
export { type WriteOptions, type Written, writeFiles } from './write.ts';
