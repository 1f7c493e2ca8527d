/** Uses generated Drizzle tables on a database: compares them with the tables there, and copies and relates rows. */

import { getTableName, is } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { createTableRelationsHelpers, extractTablesRelationalConfig, normalizeRelation } from 'drizzle-orm/relations';
import type pg from 'pg';

type Row = Readonly<Record<string, unknown>>;

const tablesIn = (schema: object) => Object.values(schema).filter((each) => is(each, PgTable));

/** A type in the form of PostgreSQL's catalogue. */
function inCatalogue(type: string): string {
  return type
    .replace(/^varchar\b/, 'character varying')
    .replace(/^time\b/, 'time without time zone')
    .replace(', ', ',');
}

/** Returns the columns and the foreign keys of generated tables, by table, each as one line. */
export function declared(schema: object): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    tablesIn(schema).map((table) => {
      const { name, columns, foreignKeys, primaryKeys } = getTableConfig(table);
      const primary = [...primaryKeys.flatMap((key) => key.columns), ...columns.filter((column) => column.primary)];
      const isRequired = (column: (typeof columns)[number]) => column.notNull || column.primary || primary.includes(column);
      const lines = columns.map((column) => {
        const type = inCatalogue(column.getSQLType());
        return `${column.name} ${type} ${isRequired(column)} ${column.hasDefault} ${column.isUnique}`;
      });
      const keys = foreignKeys.map((key) => {
        const { columns: from, foreignColumns: to, foreignTable } = key.reference();
        const named = (all: typeof from) => all.map((column) => column.name).join();
        return `(${named(from)}) ${getTableName(foreignTable)} (${named(to)}) ${key.onDelete}`;
      });
      return [name, [...lines, ...keys.sort(), `primary ${primary.map((column) => column.name)}`]];
    }),
  );
}

/** Returns the same of the tables in the schema that a client searches, except generated columns. */
export async function existing(client: pg.Client): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows } = await client.query<{ name: string; lines: string[] }>(`
    SELECT relname AS name, (
      SELECT array_agg(line ORDER BY place, line) FROM (
        SELECT attnum::int AS place, concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull::text, atthasdef::text,
          EXISTS (SELECT FROM pg_constraint WHERE conrelid = c.oid AND contype = 'u' AND conkey = ARRAY[attnum])::text) AS line
        FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND attgenerated = ''
        UNION ALL
        SELECT 10000, format('(%s) %s (%s) %s', (${columnsOf('conrelid', 'conkey')}), confrelid::regclass::name,
          (${columnsOf('confrelid', 'confkey')}),
          CASE confdeltype WHEN 'c' THEN 'cascade' WHEN 'n' THEN 'set null' WHEN 'r' THEN 'restrict' ELSE 'no action' END)
        FROM pg_constraint WHERE conrelid = c.oid AND contype = 'f' AND NOT EXISTS (
          SELECT FROM pg_attribute WHERE attrelid = c.oid AND attnum = ANY (conkey) AND attgenerated <> '')
        UNION ALL
        SELECT 20000, 'primary ' || (${columnsOf('conrelid', 'conkey')})
        FROM pg_constraint WHERE conrelid = c.oid AND contype = 'p'
      ) AS lines) AS lines
    FROM pg_class AS c WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`);
  return Object.fromEntries(rows.map(({ name, lines }) => [name, lines]));
}

const columnsOf = (table: string, key: string) =>
  `SELECT string_agg(attname, ',' ORDER BY n) FROM unnest(${key}) WITH ORDINALITY AS k (num, n), pg_attribute
   WHERE attrelid = ${table} AND attnum = num`;

/** Copies all rows with the generated tables. */
export async function copyRows(schema: Record<string, unknown>, source: pg.Client, target: pg.Client): Promise<number> {
  const [from, to] = [drizzle({ client: source }), drizzle({ client: target })];
  // The rows of a cycle of references have no order.
  await target.query('SET session_replication_role = replica');
  let count = 0;
  for (const table of tablesIn(schema)) {
    const rows = await from.select().from(table);
    count += rows.length;
    if (rows.length > 0) await to.insert(table).values(rows);
  }
  return count;
}

/** Returns the rows of the tables in the schema that a client searches, as text. */
export async function contents(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'",
  );
  const all: Record<string, readonly string[]> = {};
  for (const { name } of rows) {
    const found = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t ORDER BY 1`);
    all[name] = found.rows.map(({ row }) => row);
  }
  return all;
}

/** Reads all rows with all their relations, and returns the relations that lead to wrong rows, and the number of right ones. */
export async function relate(schema: Record<string, unknown>, client: pg.Client) {
  const database = drizzle({ client, schema }) as unknown as NodePgDatabase<Record<string, never>>;
  const { tables, tableNamesMap } = extractTablesRelationalConfig(schema, createTableRelationsHelpers);
  const wrong: unknown[] = [];
  let right = 0;
  for (const [name, { relations, columns }] of Object.entries(tables)) {
    const names = Object.keys(relations);
    const query = (database.query as unknown as Record<string, { findMany(options: object): Promise<Row[]> }>)[name];
    const rows = (await query?.findMany({ with: Object.fromEntries(names.map((each) => [each, true as const])) })) ?? [];
    for (const each of names) {
      const relation = relations[each];
      if (!relation) continue;
      const { fields, references } = normalizeRelation(tables, tableNamesMap, relation);
      const keyOf = (all: typeof columns, sought: unknown) => Object.keys(all).find((key) => all[key] === sought) ?? '';
      const near = keyOf(columns, fields[0]);
      const far = keyOf(
        Object.values(tables).find(({ dbName }) => dbName === relation.referencedTableName)?.columns ?? {},
        references[0],
      );
      for (const row of rows) {
        const found = ([row[each]].flat() as (Row | null)[]).filter((one) => one !== null);
        const isRight = found.every((one) => one[far] === row[near] && row[near] !== null);
        // A reference leads to exactly one row.
        if (!isRight || (near !== 'id' && row[near] !== null && found.length !== 1)) wrong.push([name, each, row]);
        else right += found.length;
      }
    }
  }
  return { wrong, right };
}
