export { buildModel, type ModelResult } from './build.ts';
export { allChoices, allKeys, constraintsByElement, constructorFields, declaredRelations, isReference } from './queries.ts';
export type {
  Axiom,
  Bound,
  Cardinality,
  Choice,
  Constraint,
  DomainClass,
  DomainModel,
  Enumeration,
  EnumerationValue,
  Facets,
  Field,
  FieldType,
  GeneratedValue,
  Key,
  Pattern,
  ReferenceField,
  Relation,
  ScalarKind,
  ScalarType,
  Union,
} from './types.ts';
