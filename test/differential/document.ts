/** The part of docs/reference/conformance.md that lists the differences between layers. */

import { columns, tableLine, titles } from '../conformance/matrix.ts';
import type { Deviation } from './deviations.ts';
import { differenceOf, differences } from './differences.ts';
import { spellings } from './spelling-notes.ts';
import { grouped, shown } from './table.ts';

const INTRODUCTION = `# Differences between layers

Every layer judges the same JSON alike, except for the differences below. The documents of \`test/differential/\` go through
all layers: one class for each kind of value and each facet, as records, inputs, changes and pages. A referee that knows only
the model decides what is valid. A deviation that no difference declares fails the test, and so does a difference that no
document shows. GraphQL is tried without the server's own code, and PostgreSQL with values of the right JSON type.
`;

const SPELLINGS = `# Further spellings

These layers also accept other spellings of a value, as the standard libraries of their languages do. They write the canonical one.
`;

/** Returns a table of the differences, each with the number of documents that show it and one example. */
export function differencesDocument(deviations: readonly Deviation[]): string {
  const shownBy = grouped(deviations, (one) => differenceOf(one)?.id ?? '');
  const rows = differences.map((one) => {
    const own = shownBy.get(one.id) ?? [];
    const layers = columns.filter((column) => own.some(({ layer }) => layer === column)).map((column) => titles[column]);
    return { ...one, own, layers };
  });
  const table = [
    tableLine(['', 'where', 'what', 'why', 'documents', 'for example']),
    tableLine(['---', '---', '---', '---', '--:', '---']),
    ...rows.map(({ id, layers, what, why, own }) =>
      tableLine([`\`${id}\``, layers.join(', '), what, why, String(own.length), sampleOf(own)]),
    ),
  ];
  const notes = [...spellings].flatMap(([layer, own]) => Object.entries(own).map(([kind, what]) => [kind, titles[layer], what]));
  const further = [
    SPELLINGS,
    tableLine(['kind', 'where', 'also accepted']),
    tableLine(['---', '---', '---']),
    ...notes.map(tableLine),
  ];
  return `${INTRODUCTION}\n${table.join('\n')}\n\n${further.join('\n')}\n`;
}

/** Returns the first document that shows a difference; empty if none exists. */
function sampleOf([first]: readonly Deviation[]): string {
  if (first === undefined) return '';
  const { layer, does, document } = first;
  const facet = document.facet === undefined ? '' : `, ${document.facet}`;
  const sample = shown(document.sample || '(absent)', 60)
    .replaceAll('`', "'")
    .replaceAll('|', '\\|');
  return `${titles[layer]} ${does} \`${sample}\` (${document.kind}${facet})`;
}
