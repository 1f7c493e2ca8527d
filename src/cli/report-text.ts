/** Formats `graph report` for a terminal. */

import { formatPlace, type Paint } from '../diagnostics/index.ts';
import { type AxiomReport, assumptionSummary, type Entry, shortfallsOf, sliceSummary, type Verdict } from '../report/index.ts';
import { assumedLines } from './assumption-text.ts';
import { axiomLines, totalsText } from './axioms.ts';
import { columns } from './columns.ts';
import { outgoingLines } from './slice.ts';

/** Formats the report: what matters first, and general differences between targets last. */
export function reportText(report: AxiomReport, paint: Paint, width: number | undefined): string {
  const [count = '', ...table] = totalsText(report.axioms.length, report.totals);
  const lines = [`${report.ontology}: ${count}`, ...table];
  for (const [title, axioms] of sectionsOf(report.axioms)) {
    if (axioms.length > 0) lines.push('', title, '', ...axiomLines(axioms, paint, width));
  }
  const { assumptions, policies, decided, differences, omissions, slice } = report;
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
  if (differences.length > 0) {
    const rows = differences.flatMap(({ what, why, targets }) => [
      [`${paint('bold', targets.join(', '))}: ${what}`],
      [`    because ${why}`],
    ]);
    lines.push('', DIFFERENCES, '', ...columns(rows, width));
  }
  return `${lines.join('\n')}\n`;
}

const ENFORCED: Verdict = { status: 'enforced' };

const DIFFERENCES = 'Differences between targets';

/** Groups axioms by how far targets enforce them. Notes about general differences are listed once, not at each axiom. */
function sectionsOf(axioms: readonly Entry[]): readonly (readonly [title: string, axioms: readonly Entry[]])[] {
  const own = axioms.map(withoutGeneralNotes);
  const isByNone = ({ targets }: Entry) => Object.values(targets).every(({ status }) => status === 'dropped');
  const isPartly = (axiom: Entry) => shortfallsOf(axiom).length > 0;
  const isGeneral = (_: Entry, index: number) => !isPartly(own[index] as Entry) && isPartly(axioms[index] as Entry);
  return [
    ['Enforced by no target', own.filter(isByNone)],
    ['Not fully enforced by every target', own.filter((axiom) => isPartly(axiom) && !isByNone(axiom))],
    [`Enforced, except for what "${DIFFERENCES}" lists below`, own.filter(isGeneral)],
    ['Enforced by every target', axioms.filter((axiom) => !isPartly(axiom))],
  ];
}

function withoutGeneralNotes(axiom: Entry): Entry {
  const verdicts = Object.entries(axiom.targets);
  const own = verdicts.map(([name, verdict]) => [name, verdict.general ? ENFORCED : verdict] as const);
  return { ...axiom, targets: Object.fromEntries(own) };
}

export function assumedText(report: AxiomReport, paint: Paint, width: number | undefined): string {
  const { ontology, assumptions, policies } = report;
  const chosen = policies.length === 0 ? '' : `; decided: ${policies.join(', ')}`;
  const lines = [`${ontology}: ${assumptionSummary(assumptions)}${chosen}`, ...assumedLines(assumptions, paint, width)];
  return `${lines.join('\n')}\n`;
}
