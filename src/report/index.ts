/** Reports what each target does about the axioms and assumptions of an ontology, and where generated code comes from. */

export {
  type AssumedEntry,
  assumedEntry,
  assumptionKind,
  assumptionKinds,
  assumptionSummary,
  countUnstatedProperties,
  groupByText,
  policyChoices,
  sortByPlace,
  sortedKindCounts,
  totalOf,
} from './assumptions.ts';
export { declarationOf, elementAtOutputLine, headerLines } from './declarations.ts';
export { elementAt } from './element-at-line.ts';
export { elementsOf, findElement } from './element-search.ts';
export { type Explanation, explain } from './explain.ts';
export { type ConstraintReason, constraintsOnField, formsOf } from './reasons.ts';
export { type AxiomReport, axiomEntry, type Entry, reportOf, type Shortfall, shortfallsOf } from './report.ts';
export { groupLeaving, sliceSummary } from './slice.ts';
export { type Emissions, emissionsOf, type Totals, totalsOf, type Verdict } from './verdict.ts';
