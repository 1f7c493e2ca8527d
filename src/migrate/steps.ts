/** The statements that take a database from one state to another, in one transaction. */

import {
  type ColumnState,
  type ConstraintState,
  type FunctionState,
  type IndexState,
  identifier,
  literal,
  type SchemaState,
  type TableState,
} from '../targets/sql-schema/index.ts';
import { type Carried, carriedBetween, type NamesBetween } from './carry.ts';
import { conversion } from './conversions.ts';
import { type Gap, kindStatements } from './hierarchies.ts';
import { indexOf, type Late, type LateIndex, type Required, requiredCheck, type Unvalidated } from './late.ts';
import { reversed, type StateMatch } from './match.ts';
import { nameUntilGone, ordered, type Rename } from './renames.ts';
import { renameIn } from './tokens.ts';

const q = identifier;

/** Statements, and the comments between them; without the semicolons of their own there is none. */
export type Statements = readonly string[];

export interface Migration {
  readonly statements: Statements;
  readonly gaps: readonly Gap[];
  /** What is left to later scripts; nothing on the way back, which has none. */
  readonly late: Late;
}

/**
 * The migration from one state to another.
 *
 * @param renamed where IRIs of the first state went
 * @param number that of the migration, by which is known what it kept
 * @param isBack whether it undoes another one
 */
export function migrationBetween(
  from: SchemaState,
  to: SchemaState,
  match: StateMatch,
  renamed: (iri: string) => string,
  number: string,
  isBack = false,
): Migration {
  return new Steps(from, to, match, renamed, number, isBack).all();
}

class Steps {
  readonly #from: SchemaState;
  readonly #to: SchemaState;
  readonly #match: StateMatch;
  readonly #back: StateMatch;
  readonly #carried: readonly Carried[];
  readonly #gaps: Gap[] = [];
  readonly #isBack: boolean;
  readonly #late: { readonly required: Required[]; readonly unvalidated: Unvalidated[]; readonly indexes: LateIndex[] } = {
    required: [],
    unvalidated: [],
    indexes: [],
  };
  /** Tables of the new state that are altered, whose rows change among them; views and triggers on them are made anew. */
  readonly #altered = new Set<string>();
  readonly #functions: { readonly renames: readonly Rename[]; readonly replaced: ReadonlySet<string> };
  #toNames: ReadonlySet<string> | undefined;
  readonly #kinds: ReturnType<typeof kindStatements>;

  constructor(
    from: SchemaState,
    to: SchemaState,
    match: StateMatch,
    renamed: (iri: string) => string,
    number: string,
    isBack: boolean,
  ) {
    this.#isBack = isBack;
    this.#from = from;
    this.#to = to;
    this.#match = match;
    this.#back = reversed(match);
    this.#carried = carriedBetween(from, to, match, renamed);
    this.#functions = this.#matchFunctions();
    this.#kinds = kindStatements(from, to, match, renamed, number);
    for (const table of this.#kinds.tables) this.#altered.add(table);
    for (const { toTable } of this.#carried) this.#altered.add(toTable.name);
  }

  all(): Migration {
    const isBack = this.#isBack;
    // What follows decides what is altered, and so comes first.
    const renames = this.#renameStatements();
    const created = this.#to.tables.filter((table) => !this.#back.tables.has(table)).map((table) => this.#create(table));
    const columns = this.#pairs().map(([a, b]) => this.#columns(a, b));
    const constraints = this.#pairs().map(([a, b]) => this.#constraints(a, b));
    const carry = (isEarly: boolean) =>
      this.#carried
        .filter(({ table }) => (isBack && this.#kinds.emptied.has(this.#nameOf(table))) === isEarly)
        .map(({ sql }) => sql(this.#namesBetween));
    // What goes on the way back gives away its values first, and is gone before others get rows because of it.
    const data = [
      ...carry(true),
      ...(isBack ? this.#kinds.deletes : []),
      ...this.#kinds.inserts,
      ...carry(false),
      ...(isBack ? [] : this.#kinds.excluded),
      ...this.#kinds.updates,
    ];
    const dropped = this.#from.tables.filter((table) => !this.#match.tables.has(table));
    const { made, unmade } = this.#derived();
    const functions = this.#functionStatements();
    const ends = [
      ...constraints.flatMap((each) => each.add),
      ...constraints.flatMap((each) => each.addKeys),
      ...this.#to.tables.filter((table) => !this.#back.tables.has(table)).flatMap((table) => this.#foreignKeys(table)),
    ];
    const statements = [
      ...unmade,
      ...dropped.flatMap((table) => table.constraints.filter(isForeignKey).map(({ name }) => drop(table.name, name))),
      ...constraints.flatMap((each) => each.dropKeys),
      ...constraints.flatMap((each) => each.drop),
      ...columns.flatMap((each) => each.loosen),
      ...renames,
      ...constraints.flatMap((each) => each.rename),
      ...functions.before,
      ...created,
      ...columns.flatMap((each) => each.add),
      ...data,
      ...(data.length > 0 ? ['SET CONSTRAINTS ALL IMMEDIATE;'] : []),
      ...columns.flatMap((each) => each.tighten),
      ...columns.flatMap((each) => each.remove),
      ...dropped.map((table) => `DROP TABLE ${q(this.#nameOf(table))};`).reverse(),
      ...ends,
      ...functions.after,
      ...made,
      ...this.#comments(),
    ];
    return { statements, gaps: [...this.#kinds.gaps, ...this.#gaps], late: this.#late };
  }

  get #tableNames(): ReadonlySet<string> {
    this.#toNames ??= new Set(this.#to.tables.map(({ name }) => name));
    return this.#toNames;
  }

  #pairs(): readonly (readonly [TableState, TableState])[] {
    return this.#to.tables.flatMap((table) => {
      const before = this.#back.tables.get(table);
      return before ? [[before, table] as const] : [];
    });
  }

  /** What a table of the old state is called once everything is renamed. */
  #nameOf(table: TableState): string {
    return this.#match.tables.get(table)?.name ?? nameUntilGone(table.name, this.#tableNames);
  }

  /** The same for a column. */
  #columnName(table: TableState, column: ColumnState): string {
    const now = this.#match.tables.get(table);
    const names = new Set(now?.columns.map(({ name }) => name));
    return this.#match.columns.get(column)?.name ?? nameUntilGone(column.name, names);
  }

  readonly #namesBetween: NamesBetween = {
    table: (table) => this.#nameOf(table),
    column: (table, column) => this.#columnName(table, column),
  };

  #renameStatements(): Statements {
    const tables = ordered(
      this.#from.tables.map((table) => ({ from: table.name, to: this.#nameOf(table) })),
      this.#from.tables.map(({ name }) => name),
    );
    for (const [a, b] of this.#pairs()) if (a.name !== b.name) this.#altered.add(b.name);
    const statements = tables.map(({ from, to }) => `ALTER TABLE ${q(from)} RENAME TO ${q(to)};`);
    for (const [a, b] of this.#pairs()) {
      const columns = ordered(
        a.columns
          .filter((column) => !this.#goesEarly(a, column))
          .map((column) => ({ from: column.name, to: this.#columnName(a, column) })),
        a.columns.map(({ name }) => name),
      );
      if (columns.length > 0) this.#altered.add(b.name);
      statements.push(...columns.map(({ from, to }) => `ALTER TABLE ${q(b.name)} RENAME COLUMN ${q(from)} TO ${q(to)};`));
    }
    return statements;
  }

  /** The new names of what a constraint or an expression of a table names. */
  #names(table: TableState): ReadonlyMap<string, string> {
    const names = new Map<string, string>();
    for (const column of table.columns) {
      const now = this.#match.columns.get(column);
      if (now && now.name !== column.name) names.set(column.name, now.name);
    }
    return names;
  }

  #functionNames(): ReadonlyMap<string, string> {
    return new Map(this.#functions.renames.map(({ from, to }) => [from, to]));
  }

  /** A constraint of the old state as it reads once everything is called as in the new one. */
  #then(table: TableState, { sql, references }: ConstraintState): string {
    const names = this.#names(table);
    if (references === undefined) return renameIn(sql, names, this.#functionNames(), q);
    const [own = '', ...rest] = sql.split(' REFERENCES ');
    const target = this.#from.tables.find(({ name }) => name === references);
    const now = target && this.#match.tables.get(target);
    const there = rest.join(' REFERENCES ').slice(q(references).length);
    const renamed = target ? renameIn(there, this.#names(target), new Map(), q) : there;
    return `${renameIn(own, names, new Map(), q)} REFERENCES ${q(now?.name ?? references)}${renamed}`;
  }

  #constraints(
    a: TableState,
    b: TableState,
  ): {
    readonly dropKeys: string[];
    readonly drop: string[];
    readonly rename: string[];
    readonly add: string[];
    readonly addKeys: string[];
  } {
    const isNew = (sql: string) => [...this.#functions.replaced].some((name) => sql.includes(`${q(name)}(`));
    const isKept = (sql: string) => !isNew(sql) && !(this.#kinds.tables.has(b.name) && /^FOREIGN KEY \(id\b/.test(sql));
    const hasColumns = (sql: string) =>
      isKept(sql) && !this.#retyped(a, sql) && !this.#goesWith(a, sql) && !this.#isOfAnother(a, b, sql);
    const rest = new Map(b.constraints.map((constraint) => [constraint.sql, constraint]));
    const [dropped, renames]: [ConstraintState[], Rename[]] = [[], []];
    for (const constraint of a.constraints) {
      const sql = this.#then(a, constraint);
      const same = rest.get(sql);
      if (same && hasColumns(constraint.sql)) {
        rest.delete(sql);
        renames.push({ from: constraint.name, to: same.name });
      } else dropped.push(constraint);
    }
    const indexes = this.#indexes(a, b);
    const kept = [...a.constraints.filter((each) => !dropped.includes(each)), ...(a.indexes ?? [])].map(({ name }) => name);
    if (dropped.length > 0 || rest.size > 0) this.#altered.add(b.name);
    const [own, keys] = [[...rest.values()].filter((each) => !isForeignKey(each)), [...rest.values()].filter(isForeignKey)];
    return {
      dropKeys: dropped.filter(isForeignKey).map(({ name }) => drop(a.name, name)),
      drop: [...dropped.filter((each) => !isForeignKey(each)).map(({ name }) => drop(a.name, name)), ...indexes.drop],
      rename: [
        ...ordered(renames, kept).map(({ from, to }) => `ALTER TABLE ${q(b.name)} RENAME CONSTRAINT ${q(from)} TO ${q(to)};`),
        ...indexes.rename,
      ],
      add: [...own.flatMap((each) => this.#added(b, each)), ...indexes.add],
      addKeys: keys.flatMap((each) => this.#added(b, each)),
    };
  }

  /** Whether a condition names a column that is of another type afterwards: it is bound to functions of the old one. */
  #retyped(table: TableState, sql: string): boolean {
    return table.columns.some((column) => {
      const now = this.#match.columns.get(column);
      return now !== undefined && now.type !== column.type && isNamedIn(sql, column);
    });
  }

  /** Whether a condition names a column that goes, and another one takes its name: it goes with the old one. */
  #isOfAnother(table: TableState, now: TableState, sql: string): boolean {
    const goes = table.columns.filter((column) => !this.#match.columns.has(column) && isNamedIn(sql, column));
    return goes.some(({ name }) => now.columns.some((column) => column.name === name));
  }

  /** Whether a condition or an index is of a column that is made anew, and goes with it. */
  #goesWith(table: TableState, sql: string): boolean {
    return table.columns.some((column) => isNamedIn(sql, column) && this.#goesEarly(table, column));
  }

  #indexes(a: TableState, b: TableState): { readonly drop: string[]; readonly rename: string[]; readonly add: string[] } {
    const rest = new Map((b.indexes ?? []).map((index) => [index.sql, index]));
    const dropped: string[] = [];
    const renames: Rename[] = [];
    for (const index of a.indexes ?? []) {
      const sql = renameIn(index.sql, this.#names(a), new Map(), q);
      const same = this.#goesWith(a, index.sql) ? undefined : rest.get(sql);
      if (same) {
        renames.push({ from: index.name, to: same.name });
        rest.delete(sql);
      } else dropped.push(`DROP INDEX ${q(index.name)};`);
    }
    return {
      drop: dropped,
      rename: ordered(renames, []).map(({ from, to }) => `ALTER INDEX ${q(from)} RENAME TO ${q(to)};`),
      add: this.#addedIndexes(b, [...rest.values()]),
    };
  }

  #addedIndexes(table: TableState, indexes: readonly IndexState[]): string[] {
    if (this.#isBack) return indexes.map(({ name, sql }) => `CREATE INDEX ${q(name)} ON ${q(table.name)} ${sql};`);
    this.#late.indexes.push(...indexes.map((index) => ({ table, index })));
    return [];
  }

  /** A condition holds for new rows at once, and others are looked at without a lock that keeps writers out (PostgreSQL manual, ALTER TABLE, NOT VALID). */
  #added(table: TableState, constraint: ConstraintState): Statements {
    const add = `ALTER TABLE ${q(table.name)} ADD CONSTRAINT ${q(constraint.name)} ${constraint.sql}`;
    const index = this.#isBack || this.#isReferred(table, constraint) ? undefined : indexOf(constraint);
    if (index) {
      this.#late.indexes.push({ table, index, constraint });
      return [];
    }
    if (!/^(CHECK|FOREIGN KEY)/.test(constraint.sql)) return [`${add};`];
    if (this.#isBack) return [`${add} NOT VALID;`, `ALTER TABLE ${q(table.name)} VALIDATE CONSTRAINT ${q(constraint.name)};`];
    this.#late.unvalidated.push({ table, constraint });
    return [`${add} NOT VALID;`];
  }

  /** Whether a foreign key leads to the columns of a key: then it is there first. */
  #isReferred({ name }: TableState, { sql }: ConstraintState): boolean {
    const goal = `REFERENCES ${q(name)} ${sql.replace(/^UNIQUE /, '')}`;
    return this.#to.tables.some(({ constraints }) => constraints.some((each) => each.sql.includes(goal)));
  }

  #columns(
    a: TableState,
    b: TableState,
  ): { readonly loosen: string[]; readonly add: string[]; readonly tighten: string[]; readonly remove: string[] } {
    const [loosen, add, tighten, remove]: string[][] = [[], [], [], []] as const as [string[], string[], string[], string[]];
    const alter = `ALTER TABLE ${q(b.name)}`;
    for (const column of b.columns) {
      const before = this.#back.columns.get(column);
      if (before && !this.#goesEarly(a, before)) this.#alter(a, before, column, b, loosen, add, tighten);
      else this.#add(b, column, alter, add, tighten);
    }
    for (const column of a.columns) {
      if (this.#goesEarly(a, column)) loosen.push(`ALTER TABLE ${q(a.name)} DROP COLUMN ${q(column.name)};`);
      else if (!this.#match.columns.has(column)) remove.push(`${alter} DROP COLUMN ${q(this.#columnName(a, column))};`);
      else continue;
      this.#altered.add(b.name);
    }
    return { loosen, add, tighten, remove } as const;
  }

  /** Whether a column is made of others, and is another one now: it goes before those are altered. */
  #goesEarly(table: TableState, column: ColumnState): boolean {
    const { generated } = column;
    if (generated === undefined) return false;
    const now = this.#match.columns.get(column);
    const then = renameIn(generated, this.#names(table), this.#functionNames(), q);
    return now?.generated !== then || now.type !== column.type || this.#retyped(table, generated);
  }

  #add(table: TableState, column: ColumnState, alter: string, add: string[], tighten: string[]): void {
    this.#altered.add(table.name);
    const { name, type, notNull, generated } = column;
    const isFilled = this.#carried.some(({ toColumn }) => toColumn === column) || column.of === 'kind';
    const hasDefault = column.default !== undefined && !isFilled;
    const parts = [
      `${alter} ADD COLUMN ${q(name)} ${type}`,
      generated !== undefined && `GENERATED ALWAYS AS (${generated}) STORED`,
      hasDefault && notNull && 'NOT NULL',
      hasDefault && `DEFAULT ${column.default}`,
    ];
    add.push(`${parts.filter((part) => part !== false).join(' ')};`);
    if (column.default !== undefined && !hasDefault) add.push(`${alter} ALTER COLUMN ${q(name)} SET DEFAULT ${column.default};`);
    if (!notNull || hasDefault) return;
    tighten.push(...this.#require(table, column, false));
  }

  /** A column that has to have a value: rows that are there get one first. */
  #require(table: TableState, column: ColumnState, wasThere: boolean): Statements {
    if (this.#isBack) {
      const isFilled = this.#carried.some((each) => each.toColumn === column && each.isForAll);
      const fill = column.of === 'kind' || isFilled ? [] : this.#fill(table, column);
      return [...fill, `ALTER TABLE ${q(table.name)} ALTER COLUMN ${q(column.name)} SET NOT NULL;`];
    }
    if (column.of === 'kind' || this.#carried.some((each) => each.toColumn === column && each.isForAll)) {
      this.#late.required.push({ table, column });
      const { name, sql } = requiredCheck(table, column);
      return [`ALTER TABLE ${q(table.name)} ADD CONSTRAINT ${q(name)} ${sql} NOT VALID;`];
    }
    if (column.default === undefined) this.#gaps.push({ table: table.name, column: column.name });
    this.#late.required.push({ table, column, fill: { value: column.default ?? 'NULL', wasThere } });
    return [];
  }

  /** On the way back: rows that have no value need one. */
  #fill({ name: table }: TableState, column: ColumnState): Statements {
    const where = `WHERE ${q(column.name)} IS NULL`;
    if (column.default !== undefined) return [`UPDATE ${q(table)} SET ${q(column.name)} = ${column.default} ${where};`];
    return [
      `-- Fill in: rows of ${table} that are there already need a value for ${column.name}, in place of NULL.\nUPDATE ${q(table)} SET ${q(column.name)} = NULL ${where};`,
    ];
  }

  #alter(
    a: TableState,
    before: ColumnState,
    column: ColumnState,
    b: TableState,
    loosen: string[],
    add: string[],
    tighten: string[],
  ): void {
    const early = `ALTER TABLE ${q(a.name)} ALTER COLUMN ${q(before.name)}`;
    const alter = `ALTER TABLE ${q(b.name)} ALTER COLUMN ${q(column.name)}`;
    const isRetyped = before.type !== column.type;
    if (before.default !== undefined && (isRetyped || column.default === undefined)) {
      loosen.push(`${early} DROP DEFAULT;`);
      this.#altered.add(b.name);
    }
    // The first value of an empty list is none.
    const mayBeEmpty = before.type.endsWith('[]') && !column.type.endsWith('[]');
    if (before.notNull && (!column.notNull || mayBeEmpty)) loosen.push(`${early} DROP NOT NULL;`);
    if (isRetyped) {
      this.#altered.add(b.name);
      add.push(`${alter} TYPE ${column.type} USING ${conversion(q(column.name), before.type, column.type)};`);
    }
    if (column.default !== undefined && (isRetyped || before.default !== column.default)) {
      add.push(`${alter} SET DEFAULT ${column.default};`);
    }
    if (before.notNull !== column.notNull) this.#altered.add(b.name);
    if (column.notNull && (!before.notNull || mayBeEmpty)) tighten.push(...this.#require(b, column, true));
  }

  #create(table: TableState): string {
    const lines = [
      ...table.columns.map(({ name, type, notNull, default: value, generated }) =>
        [
          q(name),
          type,
          generated !== undefined && `GENERATED ALWAYS AS (${generated}) STORED`,
          notNull && 'NOT NULL',
          value !== undefined && `DEFAULT ${value}`,
        ]
          .filter((part) => part !== false && part !== undefined)
          .join(' '),
      ),
      ...table.constraints.filter((each) => !isForeignKey(each)).map(({ name, sql }) => `CONSTRAINT ${q(name)} ${sql}`),
    ];
    return `CREATE TABLE ${q(table.name)} (\n${lines.map((line) => `    ${line}`).join(',\n')}\n);`;
  }

  /** Of a new table, and its indexes. */
  #foreignKeys(table: TableState): Statements {
    return [
      ...table.constraints
        .filter(isForeignKey)
        .map(({ name, sql }) => `ALTER TABLE ${q(table.name)} ADD CONSTRAINT ${q(name)} ${sql};`),
      ...(table.indexes ?? []).map(({ name, sql }) => `CREATE INDEX ${q(name)} ON ${q(table.name)} ${sql};`),
    ];
  }

  #matchFunctions(): { readonly renames: readonly Rename[]; readonly replaced: ReadonlySet<string> } {
    const { functions: before } = this.#from;
    const now = new Map(this.#to.functions.map((made) => [made.name, made]));
    const renames: Rename[] = [];
    const replaced = new Set<string>();
    const known = new Set(before.map(({ name }) => name));
    for (const made of before) {
      const same = now.get(made.name);
      if (same) {
        if (same.sql !== made.sql) replaced.add(made.name);
        continue;
      }
      const isSame = (other: FunctionState) =>
        !known.has(other.name) &&
        other.signature === made.signature &&
        other.sql === renameIn(made.sql, new Map(), new Map([[made.name, other.name]]), q);
      const other = this.#to.functions.find(isSame);
      if (other) renames.push({ from: made.name, to: other.name });
    }
    return { renames, replaced };
  }

  #functionStatements(): { readonly before: Statements; readonly after: Statements } {
    const renames = new Map(this.#functions.renames.map(({ from, to }) => [from, to]));
    const known = new Set(this.#from.functions.map(({ name }) => renames.get(name) ?? name));
    const now = new Set(this.#to.functions.map(({ name }) => name));
    return {
      before: [
        ...this.#from.functions.flatMap(({ name, signature }) => {
          const to = renames.get(name);
          return to === undefined ? [] : [`ALTER FUNCTION ${q(name)}(${signature}) RENAME TO ${q(to)};`];
        }),
        ...this.#to.functions.flatMap(({ name, sql }) => {
          if (!known.has(name)) return [sql];
          return this.#functions.replaced.has(name) ? [sql.replace(/^CREATE FUNCTION/m, 'CREATE OR REPLACE FUNCTION')] : [];
        }),
      ],
      after: this.#from.functions
        .filter(({ name }) => !now.has(renames.get(name) ?? name))
        .map(({ name, signature }) => `DROP FUNCTION ${q(name)}(${signature});`),
    };
  }

  /** Views, triggers and what triggers call: those that are other ones, or that see a table that is altered, are made anew. */
  #derived(): { readonly unmade: Statements; readonly made: Statements } {
    const from = this.#from;
    const to = this.#to;
    const oldNames = new Map(this.#pairs().map(([a, b]) => [b.name, a.name]));
    const altered = new Set([...this.#altered].flatMap((name) => [name, oldNames.get(name) ?? name]));
    for (const table of from.tables) if (!this.#match.tables.has(table)) altered.add(table.name);
    const sameRoutine = same(from.routines, to.routines, ({ name }) => name);
    const sameTrigger = same(from.triggers, to.triggers, ({ name, table }) => `${table} ${name}`);
    const sameView = same(from.views, to.views, ({ name }) => name);
    const isFresh = new Map<string, boolean>();
    for (const view of [...from.views, ...to.views]) {
      const isOther = !sameView(view.name) || view.relations.some((name) => altered.has(name) || isFresh.get(name) === true);
      isFresh.set(view.name, isOther || isFresh.get(view.name) === true);
    }
    const isAnew = ({ name, table, function: called }: (typeof from.triggers)[number]) =>
      !sameTrigger(`${table} ${name}`) || altered.has(table) || !sameRoutine(called);
    const trigger = ({ name, table }: (typeof from.triggers)[number]) => `DROP TRIGGER ${q(name)} ON ${q(table)};`;
    return {
      unmade: [
        ...from.views
          .filter(({ name }) => isFresh.get(name))
          .map(({ name }) => `DROP VIEW ${q(name)};`)
          .toReversed(),
        ...from.triggers.filter(isAnew).map(trigger),
        ...from.routines.filter(({ name }) => !sameRoutine(name)).map(({ name }) => `DROP FUNCTION ${q(name)}();`),
      ],
      made: [
        ...to.routines.filter(({ name }) => !sameRoutine(name)).map(({ sql }) => sql),
        ...to.triggers.filter(isAnew).map(({ sql }) => sql),
        ...to.views.filter(({ name }) => isFresh.get(name)).map(({ sql }) => sql),
      ],
    };
  }

  #comments(): Statements {
    const statements: string[] = [];
    const said = (comment: string | undefined) => (comment === undefined ? 'NULL' : literal(comment));
    for (const table of this.#to.tables) {
      const before = this.#back.tables.get(table);
      if (before?.comment !== table.comment) statements.push(`COMMENT ON TABLE ${q(table.name)} IS ${said(table.comment)};`);
      for (const column of table.columns) {
        if (this.#back.columns.get(column)?.comment === column.comment) continue;
        statements.push(`COMMENT ON COLUMN ${q(table.name)}.${q(column.name)} IS ${said(column.comment)};`);
      }
    }
    return statements;
  }
}

/** Which of the things that both sides have by a key are the same on both. */
function same<T extends { readonly sql: string }>(
  a: readonly T[],
  b: readonly T[],
  key: (each: T) => string,
): (name: string) => boolean {
  const before = new Map(a.map((each) => [key(each), each.sql]));
  const equal = new Set(b.filter((each) => before.get(key(each)) === each.sql).map(key));
  return (name) => equal.has(name);
}

function isNamedIn(sql: string, { name }: ColumnState): boolean {
  const quoted = q(name);
  return quoted === name ? new RegExp(`(?<![\\w"])${name}(?![\\w(])`).test(sql) : sql.includes(quoted);
}

export function isForeignKey({ sql }: ConstraintState): boolean {
  return sql.startsWith('FOREIGN KEY');
}

function drop(table: string, constraint: string): string {
  return `ALTER TABLE ${q(table)} DROP CONSTRAINT ${q(constraint)};`;
}
