export { breakableKinds, invalidInstances } from './breaking.ts';
export { hasIndependentCounts, type Instance, instanceOf, type Members, referenceClosure, sampleOf } from './instance.ts';
export { faultOfJson, memberOf, readJson, type Tree } from './json.ts';
export { type Breach, judge, judgeTree, type Meaning, repeatedKey, repeats, treeKind, type Verdict } from './judge.ts';
export { sampleFrom } from './sample.ts';
export { identityOf, type Json, jsonOf } from './values.ts';
