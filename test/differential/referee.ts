/** Judges documents by the constraints of the model and the table of kinds alone, without code of any target. */

export {
  jsonTypeOf as jsonOf,
  judgeTree,
  type Meaning,
  repeatedKey,
  type Verdict,
  validateDocument,
} from '../../src/instances/index.ts';
