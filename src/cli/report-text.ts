/** Formats `graph report` for a terminal. */

import { formatPlace, type Paint } from '../diagnostics/index.ts';
import { type AxiomReport, assumptionSummary, type Entry, shortfallsOf, sliceSummary } from '../report/index.ts';
import { assumedLines } from './assumption-text.ts';
import { axiomLines, totalsText } from './axioms.ts';
import { columns } from './columns.ts';
import { outgoingLines } from './slice.ts';

/** Formats the report: totals, partly and fully enforced axioms, deviations of targets, slice, decisions, assumptions. */
export function reportText(report: AxiomReport, paint: Paint, width: number | undefined): string {
  const [count = '', ...table] = totalsText(report.axioms.length, report.totals);
  const lines = [`${report.ontology}: ${count}`, ...table];
  const isPartly = (axiom: Entry) => shortfallsOf(axiom).length > 0;
  const partly = report.axioms.filter(isPartly);
  const wholly = report.axioms.filter((axiom) => !isPartly(axiom));
  if (partly.length > 0) lines.push('', 'Not enforced by all', '', ...axiomLines(partly, paint, width));
  if (wholly.length > 0) lines.push('', 'Enforced by all', '', ...axiomLines(wholly, paint, width));
  const { assumptions, policies, decided, differences, omissions, slice } = report;
  if (differences.length > 0) {
    const rows = differences.flatMap(({ what, why, targets }) => [
      [`${paint('bold', targets.join(', '))}: ${what}`],
      [`    because ${why}`],
    ]);
    lines.push('', 'Differences between targets', '', ...columns(rows, width));
  }
  if (omissions.length > 0) {
    const rows = omissions.map(({ target, class: cls, what }) => [`${paint('bold', target)}: of ${cls}, ${what}`]);
    lines.push('', 'Omitted', '', ...columns(rows, width));
  }
  if (slice) lines.push('', 'Slice', '', sliceSummary(slice, slice.classes), ...outgoingLines(slice, paint, width));
  if (policies.length > 0) lines.push('', `Decided by policies: ${policies.join(', ')}`);
  if (decided.length > 0) {
    const rows = decided.map(({ element, says, place }) => [paint('bold', formatPlace(place)), `${element} ${says}`]);
    lines.push('', 'Decided by settings', '', ...columns(rows, width));
  }
  if (assumptions.length > 0) {
    lines.push('', 'Assumptions', '', assumptionSummary(assumptions), ...assumedLines(assumptions, paint, width));
  }
  return `${lines.join('\n')}\n`;
}

/** Formats only the assumptions. */
export function assumedText(report: AxiomReport, paint: Paint, width: number | undefined): string {
  const { ontology, assumptions, policies } = report;
  const chosen = policies.length === 0 ? '' : `; decided: ${policies.join(', ')}`;
  const lines = [`${ontology}: ${assumptionSummary(assumptions)}${chosen}`, ...assumedLines(assumptions, paint, width)];
  return `${lines.join('\n')}\n`;
}
