import { expect, test } from 'vitest';
import type { SchemaState, TableState } from '../targets/sql-schema/index.ts';
import { matchStates } from './match.ts';

/** Returns a state with one table, whose columns refer to the tables of some classes. */
function stateOf(...targets: readonly string[]): SchemaState {
  const columns = targets.map((alternative) => ({ name: `owner_${alternative}_id`, of: 'owner', alternative }));
  return { tables: [{ name: 'things', of: 'Thing', columns }] as unknown as TableState[] } as unknown as SchemaState;
}

test.each([
  ['b', 'c'],
  ['c', 'b'],
])('columns keep their target if classes exchange names: %s, %s', (...targets) => {
  const renamed: Readonly<Record<string, string>> = { a: 'b', b: 'c' };
  const { columns } = matchStates(stateOf('b', 'a'), stateOf(...targets), (iri) => renamed[iri] ?? iri);
  expect([...columns].map(([from, to]) => `${from.name} ${to.name}`).sort()).toEqual([
    'owner_a_id owner_b_id',
    'owner_b_id owner_c_id',
  ]);
});
