export { type ClassTypeNames, relatedTypeName, type TypeNames, typeNames } from './names.ts';
export { isMember, type Member, membersIn, parametersOf, type Role, type Variant, variantOf } from './variant.ts';
