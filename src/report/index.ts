export {
  type AssumedEntry,
  assumedEntry,
  assumedInWords,
  assumptionKind,
  assumptionKinds,
  countByKind,
  groupsOf,
  inOrder,
  policyChoices,
  silentProperties,
  totalOf,
} from './assumed.ts';
export { elementAt } from './at-line.ts';
export { elementAtOutputLine, headerLines } from './declarations.ts';
export { elementsOf, findElement, nameOf } from './element-search.ts';
export { type Explanation, explain } from './explain.ts';
export { constraintsOnField, formsOf, type Ground } from './reasons.ts';
export { type AxiomReport, type Entry, entryOf, type Note, notesOf, reportOf } from './report.ts';
export { leavingInGroups, sliceInWords } from './slice.ts';
export { type Emissions, emissionsOf, type Totals, totalsOf } from './verdict.ts';
