export {
  type Breach,
  judgeTree,
  type Meaning,
  repeatedKey,
  repeats,
  treeKind,
  type Verdict,
  validateDocument,
} from './document-validation.ts';
export { hasIndependentCounts, type Instance, instanceOf, type Members, referenceClosure, sampleOf } from './instance.ts';
export { breakableKinds, invalidInstances } from './invalid-instances.ts';
export { faultOfJson, memberOf, readJson, type Tree } from './json.ts';
export { RandomSource, ValueSource } from './random-values.ts';
export { sampleFrom } from './sample.ts';
export { acceptsValue, identityOf, type Json, jsonOf } from './values.ts';
