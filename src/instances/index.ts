/** Generates instances of classes as JSON, and validates instances, without the code of the targets. */

export { comparisonNarrower } from './comparison-bounds.ts';
export {
  type Breach,
  canonicalFormOf,
  jsonTypeOf,
  judgeTree,
  type Meaning,
  repeatedKey,
  type Verdict,
  validateDocument,
} from './document-validation.ts';
export { idOf } from './ids.ts';
export { hasIndependentCounts, type Instance, instanceOf, type Members, sampleOf } from './instance.ts';
export { RandomSource, ValueSource } from './random-values.ts';
export { sampleFrom } from './sample.ts';
export { acceptsValue, type Json, jsonOf } from './values.ts';
