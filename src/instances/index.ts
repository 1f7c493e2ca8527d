export {
  type Breach,
  hasRepeatedKey,
  jsonTypeOf,
  judgeTree,
  type Meaning,
  repeatedKey,
  type Verdict,
  validateDocument,
} from './document-validation.ts';
export { hasIndependentCounts, type Instance, instanceOf, type Members, referenceClosure, sampleOf } from './instance.ts';
export { invalidInstances, violableKinds } from './invalid-instances.ts';
export { findSyntaxError, memberOf, parseJson, type Tree } from './json.ts';
export { fieldOrderOf } from './order.ts';
export { RandomSource, ValueSource } from './random-values.ts';
export { sampleFrom } from './sample.ts';
export { acceptsValue, identityOf, type Json, jsonOf } from './values.ts';
