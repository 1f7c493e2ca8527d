/** Individuals that are written otherwise: the same by their IRIs, with another text, or the IRI itself, in the rows that have them. */

import { type ColumnState, identifier, literal, type TableState } from '../targets/sql-schema/index.ts';

const q = identifier;

/** The texts of individuals by their IRIs. */
function textsOf({ individuals = [] }: ColumnState, renamed: (iri: string) => string): ReadonlyMap<string, string> {
  return new Map(
    individuals.map((each) => {
      const end = each.indexOf(' ');
      return [renamed(each.slice(0, end)), each.slice(end + 1)] as const;
    }),
  );
}

/** Whether a column holds the IRIs of resources as they are. */
const holdsIris = ({ alternative }: ColumnState): boolean => alternative === 'iri';

const asIris = (texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...texts.keys()].map((iri) => [iri, iri]));

/**
 * The statement that writes the values of a column as they are written now; undefined if they are written as before. All are
 * changed at once, as individuals may exchange their texts.
 *
 * @param before the column as it was
 * @param renamed where IRIs of the first state went
 */
export function respelling(
  before: ColumnState,
  table: TableState,
  column: ColumnState,
  renamed: (iri: string) => string,
): string | undefined {
  const known = [textsOf(before, renamed), textsOf(column, (iri) => iri)] as const;
  const [was, is] = [holdsIris(before) ? asIris(known[1]) : known[0], holdsIris(column) ? asIris(known[0]) : known[1]];
  const other = [...is].flatMap(([iri, text]) => {
    const old = was.get(iri);
    return old === undefined || old === text ? [] : [[literal(old), literal(text)] as const];
  });
  if (other.length === 0) return undefined;
  const [own, olds] = [q(column.name), other.map(([old]) => old).join(', ')];
  const now = (value: string) =>
    `CASE ${value} ${other.map(([old, text]) => `WHEN ${old} THEN ${text}`).join(' ')} ELSE ${value} END`;
  if (!column.type.endsWith('[]')) return `UPDATE ${q(table.name)} SET ${own} = ${now(own)} WHERE ${own} IN (${olds});`;
  return [
    `UPDATE ${q(table.name)} SET ${own} = ARRAY(`,
    `    SELECT ${now('_value')} FROM unnest(${own}) WITH ORDINALITY AS _each(_value, _n) ORDER BY _n`,
    `) WHERE ${own} && ARRAY[${olds}];`,
  ].join('\n');
}
