/** Writes individuals for a database: as SQL statements, or as CSV files with a script that loads them. */

import type { DomainModel } from '../model/index.ts';
import { CREATE_IRIS, IRIS, identifier, literal } from '../targets/sql-schema/index.ts';
import type { Individual } from './individual.ts';
import { type TableRows, tableRowsOf } from './rows.ts';
import { packString, unpackString } from './terms.ts';
import type { DataWorkspace, LineLists } from './workspace.ts';

/** The maximum number of rows and characters of one statement. */
const MAX_ROWS = 1000;
const MAX_CHARACTERS = 500_000;

/** Separates the values of a stored row; SQL values escape this character. */
const VALUE_SEPARATOR = '\u0001';
/** Stands for a missing value. */
const MISSING_VALUE = '\u0002';

/** Collects the rows of all individuals. */
class Rows {
  readonly tables: readonly TableRows[];
  readonly #spools: LineLists;

  constructor(model: DomainModel, workspace: DataWorkspace) {
    this.tables = tableRowsOf(model);
    this.#spools = workspace.lists('rows', this.tables.length + 1);
  }

  /** Returns the rows of an individual, one per line. */
  textOf = (individual: Individual): string => {
    const lines = this.tables.flatMap((table, i) =>
      table
        .rowsOf(individual)
        .map((values) => `${i}\t${packString(values.map((value) => value ?? MISSING_VALUE).join(VALUE_SEPARATOR))}`),
    );
    const { id, iri, types, class: cls } = individual;
    // A row states only its own class; superclasses that the data state would be lost.
    const otherTypes = types.filter((type) => type !== cls.iri).map(literal);
    const row = [literal(id), literal(iri), otherTypes.length === 0 ? "'{}'" : `ARRAY[${otherTypes.join(', ')}]`];
    return [...lines, `${this.tables.length}\t${packString(row.join(VALUE_SEPARATOR))}`].join('\n');
  };

  add(texts: Iterable<string>): void {
    for (const text of texts) {
      for (const line of text.split('\n')) {
        const tab = line.indexOf('\t');
        this.#spools.add(Number(line.slice(0, tab)), line.slice(tab + 1));
      }
    }
  }

  /** Yields the rows of a table. The number after the last table is that of the IRIs. */
  *rowsOf(tableIndex: number): Generator<readonly (string | undefined)[], void, undefined> {
    for (const line of this.#spools.lines(tableIndex)) {
      yield unpackString(line)
        .split(VALUE_SEPARATOR)
        .map((value) => (value === MISSING_VALUE ? undefined : value));
    }
  }

  hasRows(tableIndex: number): boolean {
    return !this.#spools.lines(tableIndex).next().done;
  }
}

const columnNames = ({ columns }: TableRows): string => columns.map(({ name }) => identifier(name)).join(', ');

const conflictClause = ({ key }: TableRows): string => ` ON CONFLICT (${key.map(identifier).join(', ')}) DO NOTHING`;

/** Returns the name of the temporary table for the rows of a table whose rows need each other. */
const stagingTable = (tableIndex: number): string => `codegen_load_${tableIndex + 1}`;

const createStagingTable = (tables: readonly TableRows[], i: number): string =>
  `CREATE TEMPORARY TABLE ${stagingTable(i)} ON COMMIT DROP AS SELECT ${columnNames(tables[i] as TableRows)} FROM ${identifier((tables[i] as TableRows).name)} WITH NO DATA;`;

/** Returns the statement that moves rows from the temporary tables. */
function moveStatement(tables: readonly TableRows[], group: readonly number[]): string {
  const inserts = group.map((i) => {
    const table = tables[i] as TableRows;
    const values = table.columns.map(({ name, notNull, default: value }) =>
      value === undefined || !notNull ? identifier(name) : `coalesce(${identifier(name)}, ${value})`,
    );
    const onConflict = table.mayRepeatRows ? conflictClause(table) : '';
    return `INSERT INTO ${identifier(table.name)} (${columnNames(table)}) SELECT ${values.join(', ')} FROM ${stagingTable(i)}${onConflict}`;
  });
  const last = inserts.pop() as string;
  if (inserts.length === 0) return `${last};`;
  return `WITH ${inserts.map((insert, n) => `rows_${n + 1} AS (${insert})`).join(',\n  ')}\n${last};`;
}

/** Returns the tables in groups that are loaded together; most groups have one table. */
function groupsOf(tables: readonly TableRows[], hasRows: (i: number) => boolean): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (const [i, table] of tables.entries()) {
    if (!hasRows(i)) continue;
    const [last] = groups.at(-1) ?? [];
    const previous = last === undefined ? undefined : tables[last];
    if (table.isInsertedWithGroup && previous?.isInsertedWithGroup && previous.group === table.group) groups.at(-1)?.push(i);
    else groups.push([i]);
  }
  return groups;
}

/** Writes statements for psql or any client, in one transaction. */
export class SqlTables extends Rows {
  write(write: (text: string) => void): void {
    const { tables } = this;
    write(`BEGIN;\n${CREATE_IRIS}\n`);
    for (const group of groupsOf(tables, (i) => this.hasRows(i))) {
      const isStaged = group.some((i) => tables[i]?.isInsertedWithGroup);
      for (const i of group) {
        if (isStaged) write(`${createStagingTable(tables, i)}\n`);
        this.#insert(i, isStaged ? stagingTable(i) : identifier((tables[i] as TableRows).name), isStaged, write);
      }
      if (isStaged) write(`${moveStatement(tables, group)}\n`);
    }
    this.#insertAll(`INSERT INTO ${IRIS} (id, iri, types) VALUES`, tables.length, [], ' ON CONFLICT DO NOTHING', write);
    write('COMMIT;\n');
  }

  #insert(i: number, tableName: string, isStaged: boolean, write: (text: string) => void): void {
    const table = this.tables[i] as TableRows;
    // An optional column gets NULL; a required one gets the default of the schema, if there is one.
    const absent = table.columns.map(({ notNull }) => (isStaged || !notNull ? 'NULL' : 'DEFAULT'));
    // An individual of two classes has one row in the table of a superclass without a discriminator.
    const onConflict = !isStaged && table.mayRepeatRows ? conflictClause(table) : '';
    this.#insertAll(`INSERT INTO ${tableName} (${columnNames(table)}) VALUES`, i, absent, onConflict, write);
  }

  #insertAll(head: string, tableIndex: number, absent: readonly string[], tail: string, write: (text: string) => void): void {
    let rows: string[] = [];
    let size = 0;
    const flush = () => {
      if (rows.length > 0) write(`${head}\n${rows.join(',\n')}${tail};\n`);
      rows = [];
      size = 0;
    };
    for (const values of this.rowsOf(tableIndex)) {
      const row = `  (${values.map((value, i) => value ?? absent[i] ?? 'NULL').join(', ')})`;
      rows.push(row);
      size += row.length;
      if (rows.length >= MAX_ROWS || size >= MAX_CHARACTERS) flush();
    }
    flush();
  }
}

/** Writes CSV files for COPY, and a script for psql that loads them. */
export class CsvTables extends Rows {
  /** @param open opens a file by its name; `close` is called after its last piece of text */
  write(open: (name: string) => { readonly write: (text: string) => void; readonly close: () => void }): void {
    const { tables } = this;
    const script = [`BEGIN;`, CREATE_IRIS];
    for (const group of groupsOf(tables, (i) => this.hasRows(i))) {
      for (const i of group) {
        const table = tables[i] as TableRows;
        const columns = table.columns.map(({ name }) => name);
        this.#file(open, `${table.name}.csv`, columns, i);
        script.push(createStagingTable(tables, i), copy(stagingTable(i), columnNames(table), `${table.name}.csv`));
      }
      script.push(moveStatement(tables, group));
    }
    this.#file(open, `${IRIS}.csv`, ['id', 'iri', 'types'], tables.length);
    script.push(copy(IRIS, 'id, iri, types', `${IRIS}.csv`), 'COMMIT;');
    const file = open('load.sql');
    file.write(`${script.join('\n')}\n`);
    file.close();
  }

  #file(open: Parameters<CsvTables['write']>[0], name: string, columns: readonly string[], tableIndex: number): void {
    const file = open(name);
    file.write(`${columns.map((column) => csvField(column, false)).join(',')}\n`);
    const seen = new Set<string>();
    for (const values of this.rowsOf(tableIndex)) {
      const row = values.map((value) => (value === undefined ? '' : csvField(plainValue(value), true))).join(',');
      // An individual of two classes has one IRI.
      if (tableIndex === this.tables.length && seen.has(row)) continue;
      if (tableIndex === this.tables.length) {
        seen.clear();
        seen.add(row);
      }
      file.write(`${row}\n`);
    }
    file.close();
  }
}

/** The script runs in the folder of the files. */
const copy = (table: string, columns: string, file: string): string =>
  `\\copy ${table} (${columns}) FROM '${file}' WITH (FORMAT csv, HEADER true)`;

/** Returns a field of CSV. Without quotes, an empty value is NULL (PostgreSQL manual, COPY, CSV Format). */
function csvField(text: string, isValue: boolean): string {
  return /[",\r\n\\ ]/.test(text) || (isValue && text === '') ? `"${text.replaceAll('"', '""')}"` : text;
}

const LITERAL = /^(E?)'((?:[^']|'')*)'$/;

/** Escapes in string literals (PostgreSQL manual, section 4.1.2.2). */
const ESCAPE = /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/g;

const unescaped = (text: string): string =>
  text.replace(ESCAPE, (_, long: string | undefined, short: string | undefined, sign: string) => {
    const code = long ?? short;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return sign === 'n' ? '\n' : sign;
  });

const BASE64 = /^decode\('([^']*)', 'base64'\)$/;

/** Returns the text that COPY reads for an SQL value. */
function plainValue(sql: string): string {
  const [, isEscaped, text] = LITERAL.exec(sql) ?? [];
  if (text !== undefined) return isEscaped ? unescaped(text.replaceAll("''", "'")) : text.replaceAll("''", "'");
  const bytes = BASE64.exec(sql)?.[1];
  if (bytes !== undefined) return `\\x${Buffer.from(bytes, 'base64').toString('hex')}`;
  return sql.startsWith('ARRAY[') ? plainArray(sql) : sql;
}

/** An item of a list in SQL: a literal, a call with one literal, or a number. */
const ITEM = /decode\('[^']*', 'base64'\)|E?'(?:[^']|'')*'|[^',[\] ]+/gy;

/** Returns a list as text (PostgreSQL manual, section 8.15.2). */
function plainArray(sql: string): string {
  const items: string[] = [];
  let at = 'ARRAY['.length;
  for (;;) {
    ITEM.lastIndex = at;
    const item = ITEM.exec(sql)?.[0];
    if (item === undefined) break;
    items.push(`"${plainValue(item).replace(/["\\]/g, '\\$&')}"`);
    at = ITEM.lastIndex;
    if (!sql.startsWith(', ', at)) break;
    at += 2;
  }
  return `{${items.join(',')}}`;
}
