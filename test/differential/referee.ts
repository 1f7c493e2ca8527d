/** Judges documents by the constraints of the model and the table of kinds alone, without code of any target. */

export {
  hasRepeatedKey,
  jsonTypeOf as jsonOf,
  judgeTree,
  type Meaning,
  type Verdict,
  validateDocument,
} from '../../src/instances/index.ts';
