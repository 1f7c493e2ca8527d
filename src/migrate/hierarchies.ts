/**
 * Moves the rows of classes whose superclasses change. An instance has a row in the table of every superclass: if
 * `ex:Manager rdfs:subClassOf ex:Person` is added, each row of `managers` gets one in `people`. The column `kind` (discriminator)
 * names its class.
 */

import {
  type ColumnState,
  isListTable,
  literal,
  identifier as quote,
  type SchemaState,
  type TableState,
} from '../targets/sql-schema/index.ts';
import { KEPT_SCHEMA, keptName, keptSchema } from './leftovers.ts';
import { reverseMatch, type StateMatch } from './match.ts';

/** A column whose value for existing rows the user must fill in. */
export interface MissingValue {
  readonly table: string;
  readonly column: string;
}

export interface HierarchyStatements {
  /** The tables of the hierarchies that change, by their new names. */
  readonly tables: ReadonlySet<string>;
  /** Inserts rows into the tables of new superclasses. */
  readonly inserts: readonly string[];
  /** Lists the rows that the tables of new superclasses already have, so that the down script keeps them. */
  readonly keptRows: readonly string[];
  /** The classes of these rows, by the name of the table that they are inserted into. */
  readonly classesByTable: ReadonlyMap<string, readonly string[]>;
  /** Deletes rows from the tables of former superclasses. Only down scripts use it, to undo the inserts. */
  readonly deletes: readonly string[];
  /** Stops at rows that must leave the table of a former superclass, because siblings are disjoint. Only the user knows how. */
  readonly excluded: readonly string[];
  /** The tables of former superclasses. */
  readonly formerSuperclassTables: ReadonlySet<string>;
  /** Stops at rows whose class became abstract. Only the user knows their new class. */
  readonly reclassified: readonly string[];
  /** Tables whose rows are all instances of the class itself: a new discriminator column gets its value as the default. */
  readonly withoutSubclassRows: ReadonlySet<string>;
  /** Sets the discriminator of each instance. */
  readonly updates: readonly string[];
  /** The discriminators of rows whose class became abstract. */
  readonly gaps: readonly MissingValue[];
}

class Classes {
  readonly byIri: ReadonlyMap<string, TableState>;

  constructor(state: SchemaState, renameIri: (iri: string) => string) {
    this.byIri = new Map(
      state.tables
        .filter(({ from }) => from === undefined)
        .map((table) => [renameIri(table.of), { ...table, parents: (table.parents ?? []).map(renameIri) }]),
    );
  }

  /** Returns all superclasses, the nearest first. */
  superclasses(iri: string): readonly string[] {
    const superclasses = new Set<string>();
    const pending = [iri];
    for (const cls of pending) {
      for (const parent of this.byIri.get(cls)?.parents ?? []) {
        if (superclasses.has(parent)) continue;
        superclasses.add(parent);
        pending.push(parent);
      }
    }
    return [...superclasses];
  }
}

function isMadeAbstract(oldTable: TableState | undefined, table: TableState): boolean {
  const isAbstract = table.kind === undefined && kindColumn(table) !== undefined;
  return isAbstract && oldTable !== undefined && (oldTable.kind !== undefined || lacksKind(oldTable));
}

const lacksKind = (table: TableState | undefined): boolean => table !== undefined && kindColumn(table) === undefined;

/** Returns the classes with other superclasses or another kind in the new state, and those that get instances of removed classes. */
function changedClasses(
  newState: SchemaState,
  reverse: ReturnType<typeof reverseMatch>,
  oldClasses: Classes,
  newClasses: Classes,
): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const table of newState.tables.filter((each) => !isListTable(each))) {
    const oldTable = reverse.tables.get(table);
    const oldSuperclasses = oldClasses.superclasses(table.of).filter((iri) => newClasses.byIri.has(iri));
    const newSuperclasses = newClasses.superclasses(table.of);
    const hasOtherSuperclasses =
      oldSuperclasses.length !== newSuperclasses.length || oldSuperclasses.some((iri) => !newSuperclasses.includes(iri));
    const hasOtherColumn = oldTable && (kindColumn(oldTable) === undefined) !== (kindColumn(table) === undefined);
    if (oldTable && (hasOtherSuperclasses || hasOtherColumn || oldTable.kind !== table.kind)) changed.add(table.of);
  }
  // Instances of a removed class become those of its nearest remaining superclass.
  for (const [iri] of oldClasses.byIri)
    if (!newClasses.byIri.has(iri))
      for (const parent of oldClasses.superclasses(iri)) if (newClasses.byIri.has(parent)) changed.add(parent);
  return changed;
}

/**
 * Returns the statements that give each instance a row in the table of each of its superclasses in the new state.
 *
 * @param renameIri returns the IRI in the new state for one of the old
 * @param number number of the migration, which names the tables of kept rows
 * @param filledColumns columns that get values of other tables afterwards
 */
export function hierarchyStatements(
  oldState: SchemaState,
  newState: SchemaState,
  match: StateMatch,
  renameIri: (iri: string) => string,
  number: string,
  filledColumns: ReadonlySet<ColumnState>,
): HierarchyStatements {
  const [oldClasses, newClasses] = [new Classes(oldState, renameIri), new Classes(newState, (iri) => iri)];
  const reverse = reverseMatch(match);
  const changed = changedClasses(newState, reverse, oldClasses, newClasses);
  const hierarchies = connectedClasses(changed, oldClasses, newClasses);
  const tables = [...hierarchies].flatMap((iri) => newClasses.byIri.get(iri) ?? []);
  const commonTables = tables.filter((table) =>
    reverse.tables.has(newState.tables.find(({ of }) => of === table.of) as TableState),
  );
  const added = commonTables.flatMap((table) => {
    const oldSuperclasses = new Set(oldClasses.superclasses(table.of));
    const addedSuperclasses = newClasses.superclasses(table.of).filter((iri) => !oldSuperclasses.has(iri));
    return addedSuperclasses.flatMap((iri) => newClasses.byIri.get(iri) ?? []).map((parent) => ({ table, parent }));
  });
  const keptRowsStatements = added
    .filter(({ parent }) => commonTables.includes(parent))
    .map(({ table, parent }) => keepRowsStatement(table, parent, keptRowsTable(number, table.name, parent.name)));
  const inserts = added.map(({ table, parent }) => {
    const nullColumns = parent.columns.filter(
      (column) => filledColumns.has(column) && column.default !== undefined && !column.notNull,
    );
    return insertStatement(table, parent, nullColumns);
  });
  const removed = commonTables.flatMap((table) => {
    const newSuperclasses = new Set(newClasses.superclasses(table.of));
    const removedSuperclasses = oldClasses.superclasses(table.of).filter((iri) => !newSuperclasses.has(iri));
    return removedSuperclasses.flatMap((iri) => newClasses.byIri.get(iri) ?? []).map((parent) => ({ table, parent }));
  });
  // Rows of a special class are deleted first. They would keep the rows of a more general class.
  const deletes = removed
    .toSorted((a, b) => newClasses.superclasses(b.parent.of).length - newClasses.superclasses(a.parent.of).length)
    .map(({ table, parent }) => {
      // An instance can belong to the superclass through another class.
      const remainingSubclasses = tables.filter(({ of }) => newClasses.superclasses(of).includes(parent.of));
      const notInSubclasses = remainingSubclasses.map(({ name }) => ` AND id NOT IN (SELECT id FROM ${quote(name)})`);
      const [tableName = '', parentName = ''] = [table, parent].map(({ of }) => oldClasses.byIri.get(of)?.name);
      const keptRows = keptRowsTable(number, tableName, parentName);
      const notKept = ` AND id NOT IN (SELECT id FROM ${keptRows})`;
      return `DELETE FROM ${quote(parent.name)} WHERE id IN (SELECT id FROM ${quote(table.name)})${notInSubclasses.join('')}${notKept};\nDROP TABLE ${keptRows};`;
    });
  const formerSuperclassTables = new Set(removed.map(({ parent }) => parent.name));
  const subclassesOf = ({ of: cls }: TableState) => tables.filter(({ of }) => newClasses.superclasses(of).includes(cls));
  const madeAbstract = tables.filter((table) => isMadeAbstract(oldClasses.byIri.get(table.of), table));
  const isNew = ({ of }: TableState) => !commonTables.some((table) => table.of === of);
  const getsKind = (table: TableState) => isNew(table) || lacksKind(oldClasses.byIri.get(table.of));
  const hasSameInstances = [...added, ...removed, ...madeAbstract].length === 0;
  const withoutSubclassRows = hasSameInstances
    ? tables.filter((table) => getsKind(table) && table.kind !== undefined && subclassesOf(table).every(isNew))
    : [];
  const updates = tables
    .filter((table) => kindColumn(table) !== undefined && !withoutSubclassRows.includes(table))
    .map((table) => updateKindStatement(table, subclassesOf(table), newClasses));
  const excluded = removed
    .filter(
      ({ table, parent }) =>
        kindColumn(parent) && newClasses.superclasses(table.of).some((iri) => newClasses.superclasses(parent.of).includes(iri)),
    )
    .map(({ table, parent }) => manualStatements(table, parent));
  const schema = keptRowsStatements.length > 0 ? [keptSchema] : [];
  const tableNames = new Set(tables.map(({ name }) => name));
  const classesByTable = new Map<string, string[]>();
  for (const { table, parent } of added) classesByTable.set(parent.name, [...(classesByTable.get(parent.name) ?? []), table.of]);
  return {
    tables: tableNames,
    keptRows: [...schema, ...keptRowsStatements],
    inserts,
    classesByTable,
    deletes,
    excluded,
    formerSuperclassTables,
    reclassified: madeAbstract.map((table) => reclassifyStatements(table, subclassesOf(table))),
    withoutSubclassRows: new Set(withoutSubclassRows.map(({ name }) => name)),
    updates,
    gaps: madeAbstract.map((table) => ({ table: table.name, column: (kindColumn(table) as ColumnState).name })),
  };
}

/** Returns all classes that are connected with the given ones by superclasses, in either state. */
function connectedClasses(changedClasses: ReadonlySet<string>, oldClasses: Classes, newClasses: Classes): ReadonlySet<string> {
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
  const connected = new Set(changedClasses);
  for (const cls of connected) for (const neighbour of neighbours.get(cls) ?? []) connected.add(neighbour);
  return connected;
}

/** Returns the table that lists the instances of a class that already had a row in the table of its new superclass. */
function keptRowsTable(number: string, table: string, parent: string): string {
  return `${quote(KEPT_SCHEMA)}.${quote(keptName(number, `${parent}_had_${table}`))}`;
}

/** Returns the statement that creates this table. The down script needs it to delete only the rows that were inserted. */
function keepRowsStatement(table: TableState, parent: TableState, kept: string): string {
  return `CREATE TABLE ${kept} AS SELECT id FROM ${quote(table.name)} WHERE id IN (SELECT id FROM ${quote(parent.name)});`;
}

const kindColumn = ({ columns }: TableState): ColumnState | undefined => columns.find(({ of }) => of === 'kind');

/**
 * Returns the statement that inserts a row into the table of a new superclass for each instance that has none. Required columns
 * get their values afterwards.
 *
 * @param nullColumns columns that get values from other tables afterwards: null until then, because their default is for new rows
 */
function insertStatement(table: TableState, parent: TableState, nullColumns: readonly ColumnState[]): string {
  const kind = kindColumn(parent);
  const columns = ['id', ...(kind ? [kind.name] : []), ...nullColumns.map(({ name }) => name)];
  const values = [`${quote(table.name)}.id`, ...(kind ? [literal(table.kind ?? '')] : []), ...nullColumns.map(() => 'NULL')];
  return [
    `INSERT INTO ${quote(parent.name)} (${columns.map(quote).join(', ')})`,
    `    SELECT ${values.join(', ')} FROM ${quote(table.name)}`,
    `    WHERE id NOT IN (SELECT id FROM ${quote(parent.name)});`,
  ].join('\n');
}

/** Returns a place for the user's statements, and a check that stops the migration while such rows exist. */
function manualStatements(table: TableState, parent: TableState): string {
  const [childTable, parentTable] = [quote(table.name), quote(parent.name)];
  const [child, superclass] = [withoutQuotes(table.name), withoutQuotes(parent.name)];
  return [
    `-- Fill in: instances of ${table.kind ?? table.name} are none of ${parent.kind ?? parent.name} any longer, and may have no row in ${parent.name}. Keep what is worth it, then`,
    `-- DELETE FROM ${parentTable} WHERE id IN (SELECT id FROM ${childTable});`,
    raiseIfExists(
      `${parentTable} WHERE id IN (SELECT id FROM ${childTable})`,
      'foreign_key_violation',
      `rows of ${child} are still rows of ${superclass}: decide in this migration what happens to them`,
    ),
  ].join('\n');
}

/** Returns the same for instances of a class that became abstract. */
function reclassifyStatements({ name }: TableState, subclasses: readonly TableState[]): string {
  const concrete = subclasses.filter(({ kind }) => kind !== undefined);
  const conditions = concrete.map((each) => `id NOT IN (SELECT id FROM ${quote(each.name)})`);
  const rows = `${quote(name)} WHERE ${conditions.join(' AND ') || 'TRUE'}`;
  return [
    `-- Fill in: the class of ${name} is abstract now. Insert a row into the table of a subclass for each row of`,
    `-- SELECT * FROM ${rows};`,
    raiseIfExists(
      rows,
      'check_violation',
      `rows of ${withoutQuotes(name)} belong to no subclass: reclassify them in this migration`,
    ),
  ].join('\n');
}

const withoutQuotes = (name: string): string => name.replace(/['$]/g, '');

function raiseIfExists(rows: string, error: string, message: string): string {
  return `DO $$ BEGIN\n    IF EXISTS (SELECT FROM ${rows}) THEN\n        RAISE ${error} USING MESSAGE = '${message}';\n    END IF;\nEND $$;`;
}

/** Returns the statement that sets the discriminator of a row to the most special class that has a row for the instance. */
function updateKindStatement(table: TableState, subclasses: readonly TableState[], classes: Classes): string {
  const kind = quote((kindColumn(table) as ColumnState).name);
  // No row is an instance of an abstract class itself.
  const kindOf = (each: TableState) => (each.kind === undefined ? kind : literal(each.kind));
  const mostSpecialFirst = [...subclasses].sort((a, b) => classes.superclasses(b.of).length - classes.superclasses(a.of).length);
  if (mostSpecialFirst.length === 0)
    return `UPDATE ${quote(table.name)} SET ${kind} = ${kindOf(table)} WHERE ${kind} IS DISTINCT FROM ${kindOf(table)};`;
  const cases = mostSpecialFirst.map(
    (each) =>
      `        WHEN EXISTS (SELECT FROM ${quote(each.name)} AS _below WHERE _below.id = ${quote(table.name)}.id) THEN ${kindOf(each)}`,
  );
  return `UPDATE ${quote(table.name)} SET ${kind} = CASE\n${cases.join('\n')}\n        ELSE ${kindOf(table)}\n    END;`;
}
