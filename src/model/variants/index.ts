export { type ClassTypeNames, type TypeNames, typeNames } from './names.ts';
export { type Absent, type Member, type Null, parametersOf, type Role, type Variant, variantOf } from './variant.ts';
