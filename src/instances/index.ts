export { breakableKinds, breaking } from './breaking.ts';
export { areCountedApart, type Instance, instanceOf, type Members, sampleOf, withReferred } from './instance.ts';
export { faultOfJson, memberOf, readJson, type Tree } from './json.ts';
export { type Breach, judge, judgeTree, type Meaning, repeatedKey, repeats, treeKind, type Verdict } from './judge.ts';
export { sampleFrom } from './sample.ts';
export { identityOf, type Json, jsonOf } from './values.ts';
