/** Judges documents by the model's demands and the table of kinds alone: no target's code has a part in it. */

export {
  judge,
  judgeTree,
  type Meaning,
  repeats,
  treeKind as jsonOf,
  type Verdict,
} from '../../src/instances/index.ts';
