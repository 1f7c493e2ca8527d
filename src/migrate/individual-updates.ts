/**
 * Rewrites the strings that stand for individuals in columns of enumerations: `ex:Draft` was stored as `draft`, and is now stored
 * as `in_progress` or as its IRI.
 */

import { type ColumnState, literal, identifier as quote, type TableState } from '../targets/sql-schema/index.ts';

/** Returns the values that represent individuals, by IRI. The state has each as `<IRI> <value>`. */
function valuesByIri({ individuals = [] }: ColumnState, renameIri: (iri: string) => string): ReadonlyMap<string, string> {
  return new Map(
    individuals.map((each) => {
      const end = each.indexOf(' ');
      return [renameIri(each.slice(0, end)), each.slice(end + 1)] as const;
    }),
  );
}

/** Returns whether a column stores the IRIs of resources themselves. */
const storesIris = ({ alternative }: ColumnState): boolean => alternative === 'iri';

/**
 * Returns the statement that rewrites the values of a column; undefined if none changes. It replaces all at once, because
 * individuals may exchange their values.
 *
 * @param renameIri returns the IRI in the new state for one of the old
 * @param previousIri returns the IRI in the old state for one of the new
 */
export function individualValueUpdate(
  oldColumn: ColumnState,
  newTable: TableState,
  newColumn: ColumnState,
  renameIri: (iri: string) => string,
  previousIri: (iri: string) => string,
): string | undefined {
  const oldListed = valuesByIri(oldColumn, renameIri);
  const newListed = valuesByIri(newColumn, (iri) => iri);
  // A column of IRIs lists no individuals: they are those of the column in the other state.
  const oldValues = storesIris(oldColumn) ? new Map([...newListed.keys()].map((iri) => [iri, previousIri(iri)])) : oldListed;
  const newValues = storesIris(newColumn) ? new Map([...oldListed.keys()].map((iri) => [iri, iri])) : newListed;
  const changed = [...newValues].flatMap(([iri, value]) => {
    const old = oldValues.get(iri);
    return old === undefined || old === value ? [] : [{ old: literal(old), value: literal(value) }];
  });
  if (changed.length === 0) return undefined;
  const name = quote(newColumn.name);
  const oldLiterals = changed.map(({ old }) => old).join(', ');
  const newValue = (expression: string) =>
    `CASE ${expression} ${changed.map(({ old, value }) => `WHEN ${old} THEN ${value}`).join(' ')} ELSE ${expression} END`;
  if (!newColumn.type.endsWith('[]'))
    return `UPDATE ${quote(newTable.name)} SET ${name} = ${newValue(name)} WHERE ${name} IN (${oldLiterals});`;
  return [
    `UPDATE ${quote(newTable.name)} SET ${name} = ARRAY(`,
    `    SELECT ${newValue('_value')} FROM unnest(${name}) WITH ORDINALITY AS _each(_value, _n) ORDER BY _n`,
    `) WHERE ${name} && ARRAY[${oldLiterals}];`,
  ].join('\n');
}
