/** Instances of classes whose superclasses change: each has a row in the table of every superclass, and a discriminator. */

import { type ColumnState, identifier, literal, type SchemaState, type TableState } from '../targets/sql-schema/index.ts';
import { KEPT_SCHEMA, keptName, keptSchema } from './leftovers.ts';
import { reverseMatch, type StateMatch } from './match.ts';

const q = identifier;

/** A column whose value for existing rows the user must fill in. */
export interface MissingValue {
  readonly table: string;
  readonly column: string;
}

export interface KindStatements {
  /** The tables of the hierarchies that change, by their new names. */
  readonly tables: ReadonlySet<string>;
  /** Inserts rows into the tables of new superclasses. */
  readonly inserts: readonly string[];
  /** The classes of these rows, by the name of the table that they are inserted into. */
  readonly classesByTable: ReadonlyMap<string, readonly string[]>;
  /** Deletes rows from the tables of former superclasses. Only down scripts use it, to undo the inserts. */
  readonly deletes: readonly string[];
  /** Stops at rows that must leave the table of a former superclass, because siblings are disjoint. Only the user knows how. */
  readonly excluded: readonly string[];
  /** The tables of former superclasses. */
  readonly formerSuperclassTables: ReadonlySet<string>;
  /** Sets the discriminator of each instance. */
  readonly updates: readonly string[];
}

/** The tables of classes in a state. */
class Classes {
  readonly byIri: ReadonlyMap<string, TableState>;

  constructor(state: SchemaState, renamed: (iri: string) => string) {
    this.byIri = new Map(
      state.tables
        .filter(({ from }) => from === undefined)
        .map((table) => [renamed(table.of), { ...table, parents: (table.parents ?? []).map(renamed) }]),
    );
  }

  /** Returns all superclasses, the nearest first. */
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
 * @param renamed returns the IRI in the new state for one of the old
 * @param number number of the migration, which names the tables of kept rows
 * @param carriedTo columns that get values of other tables
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
  const back = reverseMatch(match);
  const changed = new Set<string>();
  for (const table of to.tables.filter((each) => each.from === undefined)) {
    const old = back.tables.get(table);
    const wasAbove = before.above(table.of).filter((iri) => now.byIri.has(iri));
    const isAbove = now.above(table.of);
    const isOther = wasAbove.length !== isAbove.length || wasAbove.some((iri) => !isAbove.includes(iri));
    if (old ? isOther || old.kind !== table.kind : false) changed.add(table.of);
  }
  // Instances of a removed class become those of its nearest remaining superclass.
  for (const [iri] of before.byIri)
    if (!now.byIri.has(iri)) for (const above of before.above(iri)) if (now.byIri.has(above)) changed.add(above);
  const hierarchies = connectedClasses(changed, before, now);
  const tables = [...hierarchies].flatMap((iri) => now.byIri.get(iri) ?? []);
  const kept = tables.filter((table) => back.tables.has(to.tables.find(({ of }) => of === table.of) as TableState));
  const come = kept.flatMap((table) => {
    const was = new Set(before.above(table.of));
    const more = now.above(table.of).filter((iri) => !was.has(iri));
    return more.flatMap((iri) => now.byIri.get(iri) ?? []).map((above) => ({ table, above }));
  });
  const noted = come
    .filter(({ above }) => kept.includes(above))
    .map(({ table, above }) => noteRows(table, above, keptRowsTable(number, table.name, above.name)));
  const inserts = come.map(({ table, above }) => {
    const empty = above.columns.filter((column) => carriedTo.has(column) && column.default !== undefined && !column.notNull);
    return insert(table, above, empty);
  });
  const left = kept.flatMap((table) => {
    const isAbove = new Set(now.above(table.of));
    const gone = before.above(table.of).filter((iri) => !isAbove.has(iri));
    return gone.flatMap((iri) => now.byIri.get(iri) ?? []).map((above) => ({ table, above }));
  });
  // Rows of a special class are deleted first. They would keep the rows of a more general class.
  const deletes = left
    .toSorted((a, b) => now.above(b.above.of).length - now.above(a.above.of).length)
    .map(({ table, above }) => {
      // An instance can belong to the superclass through another class.
      const others = tables.filter(({ of }) => now.above(of).includes(above.of));
      const still = others.map(({ name }) => ` AND id NOT IN (SELECT id FROM ${q(name)})`);
      const then = keptRowsTable(number, before.byIri.get(table.of)?.name ?? '', before.byIri.get(above.of)?.name ?? '');
      const was = ` AND id NOT IN (SELECT id FROM ${then})`;
      return `DELETE FROM ${q(above.name)} WHERE id IN (SELECT id FROM ${q(table.name)})${still.join('')}${was};\nDROP TABLE ${then};`;
    });
  const formerSuperclassTables = new Set(left.map(({ above }) => above.name));
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
    .map(({ table, above }) => manualStatements(table, above));
  const schema = noted.length > 0 ? [keptSchema] : [];
  const tableNames = new Set(tables.map(({ name }) => name));
  const classesByTable = new Map<string, string[]>();
  for (const { table, above } of come) classesByTable.set(above.name, [...(classesByTable.get(above.name) ?? []), table.of]);
  return {
    tables: tableNames,
    inserts: [...schema, ...noted, ...inserts],
    classesByTable,
    deletes,
    excluded,
    formerSuperclassTables,
    updates,
  };
}

/** Returns all classes that are connected with the given ones by superclasses, in either state. */
function connectedClasses(start: ReadonlySet<string>, before: Classes, now: Classes): ReadonlySet<string> {
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

/** Returns the table that lists the instances of a class that already had a row in the table of its new superclass. */
function keptRowsTable(number: string, table: string, above: string): string {
  return `${q(KEPT_SCHEMA)}.${q(keptName(number, `${above}_had_${table}`))}`;
}

/** Returns the statement that creates it. With it, the down script deletes only the rows that were inserted. */
function noteRows(table: TableState, above: TableState, kept: string): string {
  return `CREATE TABLE ${kept} AS SELECT id FROM ${q(table.name)} WHERE id IN (SELECT id FROM ${q(above.name)});`;
}

const kindOf = ({ columns }: TableState): ColumnState | undefined => columns.find(({ of }) => of === 'kind');

/**
 * Returns the statement that inserts a row into the table of a new superclass for each instance that has none. Required columns
 * get their values afterwards.
 *
 * @param empty columns that get values from other tables afterwards: null until then, because their default is for new rows
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

/** Returns a place for the user's statements, and a check that stops the migration while such rows exist. */
function manualStatements(table: TableState, above: TableState): string {
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

/** Returns the statement that sets the discriminator of a row to the most special class that has a row for the instance. */
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
