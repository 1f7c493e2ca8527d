/** The matrix of constraints: what each target claims about a kind of constraint, combined with the results of documents. */

import { columns, type Status, symbols, tableLine, titles } from '../conformance/matrix.ts';
import { type Measure, statusOf } from './claims.ts';
import { grouped } from './table.ts';

const INTRODUCTION = `# Constraints by kind

Each cell combines what a target claims about a kind of constraint with what its code did to documents that break exactly
one: ${symbols.enforced} all rejected, ${symbols.dropped} none rejected, ${symbols.approximated} otherwise, with the number rejected. Cells in brackets are claims only: no document
can break the constraint there. A claim that differs from the result fails the test.
`;

/** Returns a table with a row for each kind of constraint, or several rows if kinds of values have different results. */
export function demandsDocument(measures: readonly Measure[]): string {
  const rows = [...grouped(measures, ({ demand }) => demand)].flatMap(([demand, all]) => rowsOf(demand, all));
  const table = [
    tableLine(['', ...columns.map((column) => titles[column])]),
    tableLine(['---', ...columns.map(() => ':-:')]),
    ...rows.map(({ name, cells }) => tableLine([name, ...cells])),
  ];
  return `${INTRODUCTION}\n${table.join('\n')}\n\n${notesOf(measures).join('\n')}\n`;
}

/** Returns the rows of a kind of constraint. Kinds of values with the same statuses in all columns share a row. */
function rowsOf(demand: string, measures: readonly Measure[]) {
  const statuses = (all: readonly Measure[]) => columns.map((column) => statusIn(all.filter(({ layer }) => layer === column)));
  const byKind = grouped(measures, ({ of }) => of);
  const alike = [...grouped([...byKind.values()], (all) => statuses(all).join())].map(([, groups]) => groups.flat());
  const largest = alike.toSorted((a, b) => b.length - a.length)[0];
  return alike.map((all) => {
    const kinds = [...new Set(all.map(({ of }) => of))];
    const name = alike.length === 1 ? demand : all === largest ? `${demand}, others` : `${demand}, ${kinds.join(', ')}`;
    return { name, cells: columns.map((column) => cellOf(all.filter(({ layer }) => layer === column))) };
  });
}

/** Merges the statuses of measures: approximated if they differ. */
function statusIn(all: readonly Measure[]): Status | '' {
  const [status, ...others] = new Set(all.map(statusOf));
  if (status === undefined) return '';
  return others.length === 0 ? status : 'approximated';
}

function cellOf(all: readonly Measure[]): string {
  const status = statusIn(all);
  if (status === '') return '';
  const refused = all.reduce((sum, one) => sum + one.refused, 0);
  const tried = all.reduce((sum, one) => sum + one.refused + one.taken, 0);
  if (tried === 0) return `(${symbols[status]})`;
  return status === 'approximated' && refused > 0 && refused < tried ? `${symbols[status]} ${refused}/${tried}` : symbols[status];
}

/** Returns a line for each reason why constraints are not enforced, with the kinds of these constraints. */
function notesOf(measures: readonly Measure[]): readonly string[] {
  const said = measures.flatMap(({ layer, demand, notes }) => [...notes].map((note) => ({ layer, demand, note })));
  return [...grouped(said, ({ note }) => note)]
    .map(([note, all]) => {
      const layers = columns.filter((column) => all.some(({ layer }) => layer === column)).map((column) => titles[column]);
      return `- ${layers.join(', ')}: ${note} (${[...new Set(all.map(({ demand }) => demand))].join(', ')})`;
    })
    .toSorted();
}
