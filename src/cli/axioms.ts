/** Formats reports on axioms for a terminal. */

import { formatPlace, type Paint } from '../diagnostics/index.ts';
import { type Entry, type Shortfall, shortfallsOf, type Totals } from '../report/index.ts';
import { columns } from './columns.ts';

const colours = { approximated: 'yellow', dropped: 'red' } as const;

/** Returns a line with the number of axioms, then a table of how many of them each target enforces. */
export function totalsText(count: number, totals: Readonly<Record<string, Totals>>): string[] {
  const head = ['target', 'enforced', 'approximated', 'dropped'];
  const rows = Object.entries(totals).map(([name, t]) => [name, ...[t.enforced, t.approximated, t.dropped].map(String)]);
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const aligned = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ');
  const legend =
    'enforced: violations are rejected; approximated: some are rejected, or your code must check; dropped: none are rejected';
  return [`${count} ${count === 1 ? 'axiom' : 'axioms'}`, '', aligned(head), ...rows.map(aligned), '', legend];
}

/**
 * Lists axioms with their source locations, then the reasons why targets do not fully enforce them. Axioms with the same reasons
 * are listed together; an empty line separates the groups.
 *
 * @param width columns of the terminal; undefined if the output is not a terminal
 */
export function axiomLines(axioms: readonly Entry[], paint: Paint, width: number | undefined): string[] {
  const groups = new Map<string, Entry[]>();
  for (const axiom of axioms) {
    const reasons = JSON.stringify(shortfallsOf(axiom));
    groups.set(reasons, [...(groups.get(reasons) ?? []), axiom]);
  }
  return [...groups].flatMap(([reasons, group], index) => [
    ...(index > 0 ? [''] : []),
    ...group.flatMap(({ statement, place }) =>
      columns([place ? [paint('bold', formatPlace(place)), statement] : [statement]], width),
    ),
    ...columns(noteRows(JSON.parse(reasons), paint), width),
  ]);
}

/** Returns a row for each reason why targets approximate or drop a constraint. */
export function noteRows(notes: readonly Shortfall[], paint: Paint): string[][] {
  return notes.map(({ status, by, note }) => {
    const gap = ' '.repeat('approximated'.length - status.length);
    return [`    ${paint(colours[status], status)}${gap}`, `by ${by}: ${note}`];
  });
}
