/** The part of docs/conformance.md that tells where layers judge values differently. */

import { columns, tableLine, titles } from '../conformance/matrix.ts';
import type { Deviation } from './deviations.ts';
import { differenceOf, differences } from './differences.ts';
import { spellings } from './spellings.ts';
import { grouped, shown } from './table.ts';

const INTRODUCTION = `# Where layers differ

The same JSON is judged alike by every layer. The documents of \`test/differential/\` go through all of them, each complete but
for one field: a class for each kind of value and for each facet that it may have, for one value, an optional one and a
list; as a record, as what creates one and as what changes one; and with pages, any of a hierarchy and records beside those
that they refer to, as far as a layer has these. A referee, which knows the model and the
table of kinds only, says what is an instance. What a layer takes, refuses, or writes otherwise than it read belongs to one of
the differences below, or fails the test; so does a difference that no document shows any more.

- **Rust**, **TypeScript**, **OpenAPI**, **JSON Schema** and **Pydantic** as above; Rust, Pydantic and TypeScript also write what they read;
- **GraphQL**: the variables of a creation and of a change under graphql-js, without code for custom scalars and directives;
- **PostgreSQL**: what is of the right type in JSON, stored and read back.
`;

const SPELLINGS = `# Further spellings

These layers also accept other spellings of a value, as the standard libraries of their languages do. They write the canonical one.
`;

/** A table of the differences with the number of documents that show each, and documents of each. */
export function differencesDocument(deviations: readonly Deviation[]): string {
  const shownBy = grouped(deviations, (one) => differenceOf(one)?.id ?? '');
  const rows = differences.map((one) => {
    const own = shownBy.get(one.id) ?? [];
    const layers = columns.filter((column) => own.some(({ layer }) => layer === column)).map((column) => titles[column]);
    return { ...one, own, layers };
  });
  const table = [
    tableLine(['', 'where', 'what', 'why', 'documents']),
    tableLine(['---', '---', '---', '---', '--:']),
    ...rows.map(({ id, layers, what, why, own }) => tableLine([`\`${id}\``, layers.join(', '), what, why, String(own.length)])),
  ];
  const samples = rows.map(({ id, own }) => `- \`${id}\`: ${samplesOf(own).join('; ')}`);
  const notes = [...spellings].flatMap(([layer, own]) => Object.entries(own).map(([kind, what]) => [kind, titles[layer], what]));
  const further = [
    SPELLINGS,
    tableLine(['kind', 'where', 'also accepted']),
    tableLine(['---', '---', '---']),
    ...notes.map(tableLine),
  ];
  return `${INTRODUCTION}\n${table.join('\n')}\n\n${samples.join('\n')}\n\n${further.join('\n')}\n`;
}

/** Three documents, of different kinds as far as there are. */
function samplesOf(all: readonly Deviation[]): readonly string[] {
  const byKind = [...grouped(all, ({ layer, document }) => `${document.kind} ${document.facet} ${layer}`).values()];
  const step = Math.max(1, Math.floor(byKind.length / 3));
  return byKind
    .filter((_, i) => i % step === 0)
    .slice(0, 3)
    .map(([one]) => {
      const { layer, does, document } = one as Deviation;
      const asked = document.facet === undefined ? '' : `, ${document.facet}`;
      return `${titles[layer]} ${does} \`${shown(document.sample || '(absent)', 60).replaceAll('`', "'")}\` (${document.kind}${asked})`;
    });
}
