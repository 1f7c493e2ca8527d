export { usualLengths } from './assume/lengths.ts';
export { buildModel, type ModelResult } from './build.ts';
export { type Decisions, deletionClauseOf, type ElementChoice, type OnDelete } from './decide/choices.ts';
export {
  type Demand,
  type DemandKind,
  type Demands,
  demandOf,
  demandsOfField,
  demandsOn,
  type FieldDemands,
} from './demands/demand.ts';
export {
  loadModelSchema,
  type ModelJson,
  modelJson,
  modelText,
  type PatternJson,
  type TableJson,
} from './json/index.ts';
export { faultOfCount } from './kinds/counts.ts';
export { durationPatternInWords, includesEveryLiteral } from './kinds/datatypes.ts';
export { memberOfUnion } from './kinds/facets.ts';
export type { Kind, Space } from './kinds/kind.ts';
export {
  identity,
  isInteger,
  isJsonNumber,
  isNumeric,
  isOrdered,
  jsonText,
  kindOf,
  kinds,
  type ScalarKind,
  scalarKinds,
} from './kinds/kinds.ts';
export { isLexicalForm, MAX_DIGITS } from './kinds/rules.ts';
export { compareValues, integerRange, isWithin, narrowerBound, parseValue } from './kinds/values.ts';
export { widerTypeHint } from './kinds/wider-kinds.ts';
export {
  changedPolicies,
  chosenPolicies,
  defaultPolicies,
  isPolicyName,
  isPolicyValue,
  type Policies,
  type PolicyName,
  policiesOf,
  policyNames,
  policySpecs,
} from './policies.ts';
export {
  type AssumedKinds,
  allChoices,
  allComparisons,
  allKeys,
  allTotals,
  assumedIn,
  concreteClasses,
  constraintsByElement,
  constructorFields,
  countKinds,
  declaredRelations,
  discriminatorOf,
  disjointIn,
  enumerationValue,
  isBuiltIn,
  isReference,
  isResource,
  withDescendants,
} from './queries.ts';
export { isPartial, type Selection, selectionOf, slice, sliceChoices } from './slice/index.ts';
export type {
  Assumption,
  AssumptionKind,
  Axiom,
  Bound,
  Cardinality,
  Choice,
  Comparison,
  Constraint,
  Decided,
  DomainClass,
  DomainModel,
  Enumeration,
  EnumerationValue,
  Facets,
  Field,
  FieldType,
  GeneratedValue,
  Key,
  Leaving,
  Outside,
  Pattern,
  ReferenceField,
  Relation,
  ScalarType,
  Slice,
  Total,
  Union,
} from './types.ts';
export {
  type ClassTypeNames,
  isMember,
  type Member,
  membersIn,
  parametersOf,
  type Role,
  relatedTypeName,
  type TypeNames,
  typeNames,
  type Variant,
  variantOf,
} from './variants/index.ts';
export { repeatsName } from './words/text.ts';
