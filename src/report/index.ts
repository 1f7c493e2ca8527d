export {
  type AssumedEntry,
  assumedInWords,
  assumptionKind,
  assumptionKinds,
  countByKind,
  groupsOf,
  inOrder,
  policyChoices,
  silentProperties,
} from './assumed.ts';
export { aboutLine } from './declarations.ts';
export { type Explanation, explain } from './explain.ts';
export { elementsOf, findElement, nameOf } from './find.ts';
export type { Ground } from './grounds.ts';
export { toHtml } from './html.ts';
export { type AxiomReport, type Entry, type Note, notesOf, reportOf } from './report.ts';
export { leavingInGroups, sliceInWords } from './slice.ts';
export { type Totals, totalsOf } from './verdict.ts';
