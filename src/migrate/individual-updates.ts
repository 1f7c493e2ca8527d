/** Updates rows whose individuals have a new value: `ex:Draft` was stored as `draft`, and is now stored as `in_progress` or its IRI. */

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

/** Returns the values of a column that stores the IRIs themselves, for the individuals of the column in the other state. */
const identityMap = (values: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...values.keys()].map((iri) => [iri, iri]));

/**
 * Returns the values of individuals that have a new value, as pairs of SQL literals.
 *
 * @param before the column in the old state
 * @param renameIri returns the IRI in the new state for one of the old
 */
export function replacedValues(
  before: ColumnState,
  column: ColumnState,
  renameIri: (iri: string) => string,
): readonly (readonly [old: string, value: string])[] {
  const [valuesBefore, valuesNow] = [valuesByIri(before, renameIri), valuesByIri(column, (iri) => iri)];
  const [oldValues, newValues] = [
    storesIris(before) ? identityMap(valuesNow) : valuesBefore,
    storesIris(column) ? identityMap(valuesBefore) : valuesNow,
  ];
  return [...newValues].flatMap(([iri, value]) => {
    const old = oldValues.get(iri);
    return old === undefined || old === value ? [] : [[literal(old), literal(value)] as const];
  });
}

/**
 * Returns the statement that replaces the values of a column whose individuals have a new value; undefined if none has one. It
 * replaces all at once, because individuals may exchange their values.
 */
export function lexicalFormUpdate(
  table: TableState,
  column: ColumnState,
  changed: ReturnType<typeof replacedValues>,
): string | undefined {
  if (changed.length === 0) return undefined;
  const [name, oldLiterals] = [quote(column.name), changed.map(([old]) => old).join(', ')];
  const newValue = (expression: string) =>
    `CASE ${expression} ${changed.map(([old, value]) => `WHEN ${old} THEN ${value}`).join(' ')} ELSE ${expression} END`;
  if (!column.type.endsWith('[]'))
    return `UPDATE ${quote(table.name)} SET ${name} = ${newValue(name)} WHERE ${name} IN (${oldLiterals});`;
  return [
    `UPDATE ${quote(table.name)} SET ${name} = ARRAY(`,
    `    SELECT ${newValue('_value')} FROM unnest(${name}) WITH ORDINALITY AS _each(_value, _n) ORDER BY _n`,
    `) WHERE ${name} && ARRAY[${oldLiterals}];`,
  ].join('\n');
}
