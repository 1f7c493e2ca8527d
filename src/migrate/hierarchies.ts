/** Instances of classes whose superclasses change: each has a row in the table of every superclass, and a class that is told. */

import { type ColumnState, identifier, literal, type SchemaState, type TableState } from '../targets/sql-schema/index.ts';
import { KEPT_SCHEMA, keptName, keptSchema } from './leftovers.ts';
import { reversed, type StateMatch } from './match.ts';

const q = identifier;

/** Where a value has to be filled in by hand, for rows that are there already. */
export interface Gap {
  readonly table: string;
  readonly column: string;
}

export interface KindStatements {
  /** The tables of the hierarchies that change, by the new names. */
  readonly tables: ReadonlySet<string>;
  /** Rows in tables of new superclasses. */
  readonly inserts: readonly string[];
  /** By the names of those tables, the classes of the rows. */
  readonly grown: ReadonlyMap<string, readonly string[]>;
  /** Rows in tables of what is no superclass any longer, which only the way back takes away: what made them is undone. */
  readonly deletes: readonly string[];
  /** Rows that have to leave the table of what is no superclass any longer, as siblings exclude each other; only the user knows how. */
  readonly excluded: readonly string[];
  /** The tables of those rows. */
  readonly emptied: ReadonlySet<string>;
  /** The class of each instance. */
  readonly updates: readonly string[];
}

/** A state by its classes. */
class Classes {
  readonly byIri: ReadonlyMap<string, TableState>;

  constructor(state: SchemaState, renamed: (iri: string) => string) {
    this.byIri = new Map(
      state.tables
        .filter(({ from }) => from === undefined)
        .map((table) => [renamed(table.of), { ...table, parents: (table.parents ?? []).map(renamed) }]),
    );
  }

  /** All superclasses, the nearest first. */
  above(iri: string): readonly string[] {
    const found = new Set<string>();
    const open = [iri];
    for (const each of open) {
      for (const parent of this.byIri.get(each)?.parents ?? []) {
        if (found.has(parent)) continue;
        found.add(parent);
        open.push(parent);
      }
    }
    return [...found];
  }
}

/**
 * @param renamed where IRIs of the first state went
 * @param number that of the migration, by which is known what it kept
 * @param carriedTo the columns that get values of other tables
 */
export function kindStatements(
  from: SchemaState,
  to: SchemaState,
  match: StateMatch,
  renamed: (iri: string) => string,
  number: string,
  carriedTo: ReadonlySet<ColumnState>,
): KindStatements {
  const [before, now] = [new Classes(from, renamed), new Classes(to, (iri) => iri)];
  const back = reversed(match);
  const changed = new Set<string>();
  for (const table of to.tables.filter((each) => each.from === undefined)) {
    const old = back.tables.get(table);
    const wasAbove = before.above(table.of).filter((iri) => now.byIri.has(iri));
    const isAbove = now.above(table.of);
    const isOther = wasAbove.length !== isAbove.length || wasAbove.some((iri) => !isAbove.includes(iri));
    if (old ? isOther || old.kind !== table.kind : false) changed.add(table.of);
  }
  // Instances of a class that is gone are those of its nearest superclass that is left.
  for (const [iri] of before.byIri)
    if (!now.byIri.has(iri)) for (const above of before.above(iri)) if (now.byIri.has(above)) changed.add(above);
  const hierarchies = connected(changed, before, now);
  const tables = [...hierarchies].flatMap((iri) => now.byIri.get(iri) ?? []);
  const kept = tables.filter((table) => back.tables.has(to.tables.find(({ of }) => of === table.of) as TableState));
  const come = kept.flatMap((table) => {
    const was = new Set(before.above(table.of));
    const more = now.above(table.of).filter((iri) => !was.has(iri));
    return more.flatMap((iri) => now.byIri.get(iri) ?? []).map((above) => ({ table, above }));
  });
  const noted = come
    .filter(({ above }) => kept.includes(above))
    .map(({ table, above }) => noteRows(table, above, rowsKept(number, table.name, above.name)));
  const inserts = come.map(({ table, above }) => {
    const empty = above.columns.filter((column) => carriedTo.has(column) && column.default !== undefined && !column.notNull);
    return insert(table, above, empty);
  });
  const left = kept.flatMap((table) => {
    const isAbove = new Set(now.above(table.of));
    const gone = before.above(table.of).filter((iri) => !isAbove.has(iri));
    return gone.flatMap((iri) => now.byIri.get(iri) ?? []).map((above) => ({ table, above }));
  });
  // What a row of a special class keeps goes first, or it would keep that of a more general one.
  const deletes = left
    .toSorted((a, b) => now.above(b.above.of).length - now.above(a.above.of).length)
    .map(({ table, above }) => {
      // An instance may be one of the superclass for another reason.
      const others = tables.filter(({ of }) => now.above(of).includes(above.of));
      const still = others.map(({ name }) => ` AND id NOT IN (SELECT id FROM ${q(name)})`);
      const then = rowsKept(number, before.byIri.get(table.of)?.name ?? '', before.byIri.get(above.of)?.name ?? '');
      const was = ` AND id NOT IN (SELECT id FROM ${then})`;
      return `DELETE FROM ${q(above.name)} WHERE id IN (SELECT id FROM ${q(table.name)})${still.join('')}${was};\nDROP TABLE ${then};`;
    });
  const emptied = new Set(left.map(({ above }) => above.name));
  const updates = tables
    .filter((table) => kindOf(table) !== undefined)
    .map((table) =>
      update(
        table,
        tables.filter(({ of }) => now.above(of).includes(table.of)),
        now,
      ),
    );
  const excluded = left
    .filter(({ table, above }) => kindOf(above) && now.above(table.of).some((iri) => now.above(above.of).includes(iri)))
    .map(({ table, above }) => leave(table, above));
  const schema = noted.length > 0 ? [keptSchema] : [];
  const tableNames = new Set(tables.map(({ name }) => name));
  const grown = new Map<string, string[]>();
  for (const { table, above } of come) grown.set(above.name, [...(grown.get(above.name) ?? []), table.of]);
  return { tables: tableNames, inserts: [...schema, ...noted, ...inserts], grown, deletes, excluded, emptied, updates };
}

/** All classes that are connected with others by superclasses, then or now. */
function connected(start: ReadonlySet<string>, before: Classes, now: Classes): ReadonlySet<string> {
  const neighbours = new Map<string, Set<string>>();
  const join = (a: string, b: string) => neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b));
  for (const classes of [before, now]) {
    for (const [iri, { parents = [] }] of classes.byIri) {
      for (const parent of parents) {
        join(iri, parent);
        join(parent, iri);
      }
    }
  }
  const found = new Set(start);
  for (const each of found) for (const other of neighbours.get(each) ?? []) found.add(other);
  return found;
}

/** Where is noted which instances of a class had a row in the table of a superclass before it was one. */
function rowsKept(number: string, table: string, above: string): string {
  return `${q(KEPT_SCHEMA)}.${q(keptName(number, `${above}_had_${table}`))}`;
}

/** The way back takes rows away again that came, and no others. */
function noteRows(table: TableState, above: TableState, kept: string): string {
  return `CREATE TABLE ${kept} AS SELECT id FROM ${q(table.name)} WHERE id IN (SELECT id FROM ${q(above.name)});`;
}

const kindOf = ({ columns }: TableState): ColumnState | undefined => columns.find(({ of }) => of === 'kind');

/**
 * Each instance of a class gets a row in the table of a new superclass, unless it has one. Columns that have to have a value
 * get it afterwards.
 *
 * @param empty columns that get values afterwards, of rows that have one: a default is for rows that nobody wrote yet
 */
function insert(table: TableState, above: TableState, empty: readonly ColumnState[]): string {
  const kind = kindOf(above);
  const columns = ['id', ...(kind ? [kind.name] : []), ...empty.map(({ name }) => name)];
  const values = [`${q(table.name)}.id`, ...(kind ? [literal(table.kind ?? '')] : []), ...empty.map(() => 'NULL')];
  return [
    `INSERT INTO ${q(above.name)} (${columns.map(q).join(', ')})`,
    `    SELECT ${values.join(', ')} FROM ${q(table.name)}`,
    `    WHERE id NOT IN (SELECT id FROM ${q(above.name)});`,
  ].join('\n');
}

/** A place for what becomes of rows that may not stay where they are, and what stops the migration while there are any. */
function leave(table: TableState, above: TableState): string {
  const [own, other] = [q(table.name), q(above.name)];
  const plain = (name: string) => name.replace(/['$]/g, '');
  return [
    `-- Fill in: instances of ${table.kind ?? table.name} are none of ${above.kind ?? above.name} any longer, and may have no row in ${above.name}. Keep what is worth it, then`,
    `-- DELETE FROM ${other} WHERE id IN (SELECT id FROM ${own});`,
    'DO $$ BEGIN',
    `    IF EXISTS (SELECT FROM ${other} WHERE id IN (SELECT id FROM ${own})) THEN`,
    `        RAISE foreign_key_violation USING MESSAGE = 'rows of ${plain(table.name)} are still rows of ${plain(above.name)}: decide in this migration what happens to them';`,
    '    END IF;',
    'END $$;',
  ].join('\n');
}

/** The class of a row is the most special one that the instance has a row of. */
function update(table: TableState, below: readonly TableState[], now: Classes): string {
  const kind = q((kindOf(table) as ColumnState).name);
  const own = literal(table.kind ?? '');
  const special = [...below].sort((a, b) => now.above(b.of).length - now.above(a.of).length);
  if (special.length === 0) return `UPDATE ${q(table.name)} SET ${kind} = ${own} WHERE ${kind} IS DISTINCT FROM ${own};`;
  const cases = special.map(
    (each) =>
      `        WHEN EXISTS (SELECT FROM ${q(each.name)} AS _below WHERE _below.id = ${q(table.name)}.id) THEN ${literal(each.kind ?? '')}`,
  );
  return `UPDATE ${q(table.name)} SET ${kind} = CASE\n${cases.join('\n')}\n        ELSE ${own}\n    END;`;
}
