/** Updates rows whose individuals have a new spelling: another value for the same IRI, or the IRI itself. */

import { type ColumnState, identifier, literal, type TableState } from '../targets/sql-schema/index.ts';

const q = identifier;

/** Returns the values that represent individuals by their IRIs. */
function textsOf({ individuals = [] }: ColumnState, renamed: (iri: string) => string): ReadonlyMap<string, string> {
  return new Map(
    individuals.map((each) => {
      const end = each.indexOf(' ');
      return [renamed(each.slice(0, end)), each.slice(end + 1)] as const;
    }),
  );
}

/** Returns whether a column stores the IRIs of resources themselves. */
const storesIris = ({ alternative }: ColumnState): boolean => alternative === 'iri';

const identityMap = (texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...texts.keys()].map((iri) => [iri, iri]));

/**
 * Returns the statement that gives the values of a column their new spelling; undefined if none has one. It changes all values
 * at once, because individuals may exchange their spellings.
 *
 * @param before the column in the old state
 * @param renamed returns the IRI in the new state for one of the old
 */
export function lexicalFormUpdate(
  before: ColumnState,
  table: TableState,
  column: ColumnState,
  renamed: (iri: string) => string,
): string | undefined {
  const known = [textsOf(before, renamed), textsOf(column, (iri) => iri)] as const;
  const [oldTexts, newTexts] = [
    storesIris(before) ? identityMap(known[1]) : known[0],
    storesIris(column) ? identityMap(known[0]) : known[1],
  ];
  const changed = [...newTexts].flatMap(([iri, text]) => {
    const old = oldTexts.get(iri);
    return old === undefined || old === text ? [] : [[literal(old), literal(text)] as const];
  });
  if (changed.length === 0) return undefined;
  const [name, olds] = [q(column.name), changed.map(([old]) => old).join(', ')];
  const newValue = (value: string) =>
    `CASE ${value} ${changed.map(([old, text]) => `WHEN ${old} THEN ${text}`).join(' ')} ELSE ${value} END`;
  if (!column.type.endsWith('[]')) return `UPDATE ${q(table.name)} SET ${name} = ${newValue(name)} WHERE ${name} IN (${olds});`;
  return [
    `UPDATE ${q(table.name)} SET ${name} = ARRAY(`,
    `    SELECT ${newValue('_value')} FROM unnest(${name}) WITH ORDINALITY AS _each(_value, _n) ORDER BY _n`,
    `) WHERE ${name} && ARRAY[${olds}];`,
  ].join('\n');
}
