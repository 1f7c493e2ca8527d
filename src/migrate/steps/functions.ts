/** Renames, replaces, creates and drops the SQL functions that constraints call. */

import { type FunctionState, identifier as quote, type SchemaState } from '../../targets/sql-schema/index.ts';
import type { Rename } from '../renames.ts';
import { renameTokens } from '../tokens.ts';

/** Functions to rename, and names of functions whose definition changed. */
export interface FunctionMatch {
  readonly renames: readonly Rename[];
  readonly replaced: ReadonlySet<string>;
}

/** Returns a statement without the comment above it, which the database does not store. */
export const withoutComment = (sql: string): string => sql.replace(/^(?:--.*\n)+/, '');

/** Returns the functions to rename and to replace. Functions with the same signature and body under another name are renamed. */
export function matchFunctions({ functions: before }: SchemaState, to: SchemaState): FunctionMatch {
  const now = new Map(to.functions.map((made) => [made.name, made]));
  const renames: Rename[] = [];
  const replaced = new Set<string>();
  const known = new Set(before.map(({ name }) => name));
  for (const old of before) {
    const counterpart = now.get(old.name);
    if (counterpart) {
      if (withoutComment(counterpart.sql) !== withoutComment(old.sql)) replaced.add(old.name);
      continue;
    }
    const isSame = (other: FunctionState) =>
      !known.has(other.name) &&
      other.signature === old.signature &&
      withoutComment(other.sql) === renameTokens(withoutComment(old.sql), new Map(), new Map([[old.name, other.name]]));
    const other = to.functions.find(isSame);
    if (other) renames.push({ from: old.name, to: other.name });
  }
  return { renames, replaced };
}

/** Returns the statements to run before the constraints change (rename, create, replace) and after that (drop). */
export function functionStatements(builder: {
  readonly functions: FunctionMatch;
  readonly from: SchemaState;
  readonly to: SchemaState;
}): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const renames = new Map(builder.functions.renames.map(({ from, to }) => [from, to]));
  const known = new Set(builder.from.functions.map(({ name }) => renames.get(name) ?? name));
  const now = new Set(builder.to.functions.map(({ name }) => name));
  return {
    before: [
      ...builder.from.functions.flatMap(({ name, signature }) => {
        const to = renames.get(name);
        return to === undefined ? [] : [`ALTER FUNCTION ${quote(name)}(${signature}) RENAME TO ${quote(to)};`];
      }),
      ...builder.to.functions.flatMap(({ name, sql }) => {
        if (!known.has(name)) return [sql];
        return builder.functions.replaced.has(name) ? [sql.replace(/^CREATE FUNCTION/m, 'CREATE OR REPLACE FUNCTION')] : [];
      }),
    ],
    after: builder.from.functions
      .filter(({ name }) => !now.has(renames.get(name) ?? name))
      .map(({ name, signature }) => `DROP FUNCTION ${quote(name)}(${signature});`),
  };
}
