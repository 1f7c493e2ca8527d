export { buildModel, type ModelResult } from './build.ts';
export { constructorFields, declaredRelations, isReference } from './queries.ts';
export type {
  Cardinality,
  DomainClass,
  DomainModel,
  Field,
  FieldType,
  GeneratedValue,
  ReferenceField,
  Relation,
  ScalarKind,
  ScalarType,
} from './types.ts';
