/** Judges documents by the constraints of the model and the table of kinds alone, without code of any target. */

export {
  judgeTree,
  type Meaning,
  repeats,
  treeKind as jsonOf,
  type Verdict,
  validateDocument,
} from '../../src/instances/index.ts';
