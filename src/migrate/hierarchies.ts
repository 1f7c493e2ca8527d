/** Instances of classes whose superclasses change: each has a row in the table of every superclass, and a discriminator. */

import {
  type ColumnState,
  identifier,
  isListTable,
  literal,
  type SchemaState,
  type TableState,
} from '../targets/sql-schema/index.ts';
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
  superclasses(iri: string): readonly string[] {
    const reached = new Set<string>();
    const open = [iri];
    for (const each of open) {
      for (const parent of this.byIri.get(each)?.parents ?? []) {
        if (reached.has(parent)) continue;
        reached.add(parent);
        open.push(parent);
      }
    }
    return [...reached];
  }
}

/**
 * Returns the statements that give each instance a row in the table of each of its superclasses in the new state.
 *
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
  const [oldClasses, newClasses] = [new Classes(from, renamed), new Classes(to, (iri) => iri)];
  const reverse = reverseMatch(match);
  const changed = new Set<string>();
  for (const table of to.tables.filter((each) => !isListTable(each))) {
    const old = reverse.tables.get(table);
    const oldSuperclasses = oldClasses.superclasses(table.of).filter((iri) => newClasses.byIri.has(iri));
    const newSuperclasses = newClasses.superclasses(table.of);
    const isOther =
      oldSuperclasses.length !== newSuperclasses.length || oldSuperclasses.some((iri) => !newSuperclasses.includes(iri));
    if (old ? isOther || old.kind !== table.kind : false) changed.add(table.of);
  }
  // Instances of a removed class become those of its nearest remaining superclass.
  for (const [iri] of oldClasses.byIri)
    if (!newClasses.byIri.has(iri))
      for (const parent of oldClasses.superclasses(iri)) if (newClasses.byIri.has(parent)) changed.add(parent);
  const hierarchies = connectedClasses(changed, oldClasses, newClasses);
  const tables = [...hierarchies].flatMap((iri) => newClasses.byIri.get(iri) ?? []);
  const keptTables = tables.filter((table) => reverse.tables.has(to.tables.find(({ of }) => of === table.of) as TableState));
  const added = keptTables.flatMap((table) => {
    const was = new Set(oldClasses.superclasses(table.of));
    const more = newClasses.superclasses(table.of).filter((iri) => !was.has(iri));
    return more.flatMap((iri) => newClasses.byIri.get(iri) ?? []).map((parent) => ({ table, parent }));
  });
  const noted = added
    .filter(({ parent }) => keptTables.includes(parent))
    .map(({ table, parent }) => noteRows(table, parent, keptRowsTable(number, table.name, parent.name)));
  const inserts = added.map(({ table, parent }) => {
    const empty = parent.columns.filter((column) => carriedTo.has(column) && column.default !== undefined && !column.notNull);
    return insert(table, parent, empty);
  });
  const removed = keptTables.flatMap((table) => {
    const newSuperclasses = new Set(newClasses.superclasses(table.of));
    const lost = oldClasses.superclasses(table.of).filter((iri) => !newSuperclasses.has(iri));
    return lost.flatMap((iri) => newClasses.byIri.get(iri) ?? []).map((parent) => ({ table, parent }));
  });
  // Rows of a special class are deleted first. They would keep the rows of a more general class.
  const deletes = removed
    .toSorted((a, b) => newClasses.superclasses(b.parent.of).length - newClasses.superclasses(a.parent.of).length)
    .map(({ table, parent }) => {
      // An instance can belong to the superclass through another class.
      const others = tables.filter(({ of }) => newClasses.superclasses(of).includes(parent.of));
      const still = others.map(({ name }) => ` AND id NOT IN (SELECT id FROM ${q(name)})`);
      const keptRows = keptRowsTable(
        number,
        oldClasses.byIri.get(table.of)?.name ?? '',
        oldClasses.byIri.get(parent.of)?.name ?? '',
      );
      const was = ` AND id NOT IN (SELECT id FROM ${keptRows})`;
      return `DELETE FROM ${q(parent.name)} WHERE id IN (SELECT id FROM ${q(table.name)})${still.join('')}${was};\nDROP TABLE ${keptRows};`;
    });
  const formerSuperclassTables = new Set(removed.map(({ parent }) => parent.name));
  const updates = tables
    .filter((table) => kindOf(table) !== undefined)
    .map((table) =>
      update(
        table,
        tables.filter(({ of }) => newClasses.superclasses(of).includes(table.of)),
        newClasses,
      ),
    );
  const excluded = removed
    .filter(
      ({ table, parent }) =>
        kindOf(parent) && newClasses.superclasses(table.of).some((iri) => newClasses.superclasses(parent.of).includes(iri)),
    )
    .map(({ table, parent }) => manualStatements(table, parent));
  const schema = noted.length > 0 ? [keptSchema] : [];
  const tableNames = new Set(tables.map(({ name }) => name));
  const classesByTable = new Map<string, string[]>();
  for (const { table, parent } of added) classesByTable.set(parent.name, [...(classesByTable.get(parent.name) ?? []), table.of]);
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
function connectedClasses(start: ReadonlySet<string>, oldClasses: Classes, newClasses: Classes): ReadonlySet<string> {
  const neighbours = new Map<string, Set<string>>();
  const join = (a: string, b: string) => neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b));
  for (const classes of [oldClasses, newClasses]) {
    for (const [iri, { parents = [] }] of classes.byIri) {
      for (const parent of parents) {
        join(iri, parent);
        join(parent, iri);
      }
    }
  }
  const connected = new Set(start);
  for (const each of connected) for (const other of neighbours.get(each) ?? []) connected.add(other);
  return connected;
}

/** Returns the table that lists the instances of a class that already had a row in the table of its new superclass. */
function keptRowsTable(number: string, table: string, parent: string): string {
  return `${q(KEPT_SCHEMA)}.${q(keptName(number, `${parent}_had_${table}`))}`;
}

/** Returns the statement that creates it. With it, the down script deletes only the rows that were inserted. */
function noteRows(table: TableState, parent: TableState, kept: string): string {
  return `CREATE TABLE ${kept} AS SELECT id FROM ${q(table.name)} WHERE id IN (SELECT id FROM ${q(parent.name)});`;
}

const kindOf = ({ columns }: TableState): ColumnState | undefined => columns.find(({ of }) => of === 'kind');

/**
 * Returns the statement that inserts a row into the table of a new superclass for each instance that has none. Required columns
 * get their values afterwards.
 *
 * @param empty columns that get values from other tables afterwards: null until then, because their default is for new rows
 */
function insert(table: TableState, parent: TableState, empty: readonly ColumnState[]): string {
  const kind = kindOf(parent);
  const columns = ['id', ...(kind ? [kind.name] : []), ...empty.map(({ name }) => name)];
  const values = [`${q(table.name)}.id`, ...(kind ? [literal(table.kind ?? '')] : []), ...empty.map(() => 'NULL')];
  return [
    `INSERT INTO ${q(parent.name)} (${columns.map(q).join(', ')})`,
    `    SELECT ${values.join(', ')} FROM ${q(table.name)}`,
    `    WHERE id NOT IN (SELECT id FROM ${q(parent.name)});`,
  ].join('\n');
}

/** Returns a place for the user's statements, and a check that stops the migration while such rows exist. */
function manualStatements(table: TableState, parent: TableState): string {
  const [child, other] = [q(table.name), q(parent.name)];
  const withoutQuotes = (name: string) => name.replace(/['$]/g, '');
  return [
    `-- Fill in: instances of ${table.kind ?? table.name} are none of ${parent.kind ?? parent.name} any longer, and may have no row in ${parent.name}. Keep what is worth it, then`,
    `-- DELETE FROM ${other} WHERE id IN (SELECT id FROM ${child});`,
    'DO $$ BEGIN',
    `    IF EXISTS (SELECT FROM ${other} WHERE id IN (SELECT id FROM ${child})) THEN`,
    `        RAISE foreign_key_violation USING MESSAGE = 'rows of ${withoutQuotes(table.name)} are still rows of ${withoutQuotes(parent.name)}: decide in this migration what happens to them';`,
    '    END IF;',
    'END $$;',
  ].join('\n');
}

/** Returns the statement that sets the discriminator of a row to the most special class that has a row for the instance. */
function update(table: TableState, subclasses: readonly TableState[], now: Classes): string {
  const kind = q((kindOf(table) as ColumnState).name);
  const kindValue = literal(table.kind ?? '');
  const special = [...subclasses].sort((a, b) => now.superclasses(b.of).length - now.superclasses(a.of).length);
  if (special.length === 0)
    return `UPDATE ${q(table.name)} SET ${kind} = ${kindValue} WHERE ${kind} IS DISTINCT FROM ${kindValue};`;
  const cases = special.map(
    (each) =>
      `        WHEN EXISTS (SELECT FROM ${q(each.name)} AS _below WHERE _below.id = ${q(table.name)}.id) THEN ${literal(each.kind ?? '')}`,
  );
  return `UPDATE ${q(table.name)} SET ${kind} = CASE\n${cases.join('\n')}\n        ELSE ${kindValue}\n    END;`;
}
