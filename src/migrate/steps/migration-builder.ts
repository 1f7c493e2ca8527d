/** Holds two schema states with their matched tables and columns, for all functions that write statements of a migration. */

import {
  type ColumnState,
  type ConstraintState,
  identifier as quote,
  type SchemaState,
  type TableState,
  type TriggerState,
} from '../../targets/sql-schema/index.ts';
import type {
  DeferredCascade,
  DeferredChanges,
  DeferredIndex,
  RequiredColumn,
  UnvalidatedConstraint,
} from '../deferred-scripts.ts';
import { type HierarchyStatements, hierarchyStatements, type MissingValue } from '../hierarchies.ts';
import { individualValueUpdate } from '../individual-updates.ts';
import { reverseMatch, type StateMatch } from '../match.ts';
import { type IntermediateNames, type MovedValues, movedValues } from '../moved-values.ts';
import { temporaryName } from '../renames.ts';
import { renameTokens } from '../tokens.ts';
import { type FunctionMatch, matchFunctions } from './functions.ts';

/** SQL statements with their semicolons, and comments between them. */
export type Statements = readonly string[];

/** A change of the schema, from one state to another. */
export interface SchemaChange {
  readonly from: SchemaState;
  readonly to: SchemaState;
  readonly match: StateMatch;
  /** Returns the IRI in the new state for one of the old. */
  readonly renameIri: (iri: string) => string;
  /** Returns the IRI in the old state for one of the new, if that is known. */
  readonly previousIri?: (iri: string) => string;
  /** The number of the migration, which names what it keeps. */
  readonly number: string;
  /** Whether it undoes another change. It has no separate scripts then. */
  readonly isDown?: boolean;
  /** Constraints of the first state that hold for new rows only. */
  readonly unvalidated?: ReadonlySet<ConstraintState>;
}

/** Input of all statements of a change. Also collects the changes that they leave to separate scripts. */
export class MigrationBuilder {
  readonly from: SchemaState;
  readonly to: SchemaState;
  readonly match: StateMatch;
  readonly reverse: StateMatch;
  readonly isDown: boolean;
  readonly unvalidated: ReadonlySet<ConstraintState>;
  readonly renameIri: (iri: string) => string;
  readonly valueMoves: readonly MovedValues[];
  readonly individualValueUpdates: Statements;
  readonly functions: FunctionMatch;
  readonly hierarchies: HierarchyStatements;
  readonly gaps: MissingValue[] = [];
  readonly deferred: DeferredChanges & {
    readonly required: RequiredColumn[];
    readonly unvalidated: UnvalidatedConstraint[];
    readonly indexes: DeferredIndex[];
    readonly cascades: DeferredCascade[];
    readonly deletionTriggers: TriggerState[];
  } = {
    required: [],
    unvalidated: [],
    indexes: [],
    cascades: [],
    deletionTriggers: [],
  };
  /** Names of tables that are altered or whose rows change; their views and triggers are dropped and created again. */
  readonly altered = new Set<string>();
  /** The tables that both states have. */
  readonly pairs: readonly (readonly [TableState, TableState])[];
  readonly #tableNames: ReadonlySet<string>;

  constructor(change: SchemaChange) {
    const { from, to, match, renameIri, previousIri = (iri) => iri, number, isDown = false, unvalidated = new Set() } = change;
    this.from = from;
    this.to = to;
    this.match = match;
    this.reverse = reverseMatch(match);
    this.isDown = isDown;
    this.unvalidated = unvalidated;
    this.renameIri = renameIri;
    this.valueMoves = movedValues(from, to, match, renameIri);
    this.functions = matchFunctions(from, to);
    const filledColumns = new Set(this.valueMoves.flatMap(({ toColumn }) => toColumn ?? []));
    this.hierarchies = hierarchyStatements(from, to, match, renameIri, number, filledColumns);
    this.gaps.push(...this.hierarchies.gaps);
    this.pairs = to.tables.flatMap((table) => {
      const before = this.reverse.tables.get(table);
      return before ? [[before, table] as const] : [];
    });
    this.individualValueUpdates = this.pairs.flatMap(([, table]) =>
      table.columns.flatMap((column) => {
        const before = this.reverse.columns.get(column);
        const sql = before && individualValueUpdate(before, table, column, renameIri, previousIri);
        if (sql !== undefined) this.altered.add(table.name);
        return sql ?? [];
      }),
    );
    this.#tableNames = new Set(to.tables.map(({ name }) => name));
    for (const table of this.hierarchies.tables) this.altered.add(table);
    for (const { toTable } of this.valueMoves) this.altered.add(toTable.name);
  }

  /** Returns the name of an old table after all renames. */
  nameOf(table: TableState): string {
    return this.match.tables.get(table)?.name ?? temporaryName(table.name, this.#tableNames);
  }

  /** Returns the name of an old column after all renames. */
  columnName(table: TableState, column: ColumnState): string {
    const newTable = this.match.tables.get(table);
    const names = new Set(newTable?.columns.map(({ name }) => name));
    return this.match.columns.get(column)?.name ?? temporaryName(column.name, names);
  }

  readonly intermediateNames: IntermediateNames = {
    table: (table) => this.nameOf(table),
    column: (table, column) => this.columnName(table, column),
  };

  /** Returns the new names of the columns that constraints and expressions of a table use, by their old names. */
  names(table: TableState): ReadonlyMap<string, string> {
    const names = new Map<string, string>();
    for (const column of table.columns) {
      const newColumn = this.match.columns.get(column);
      if (newColumn && newColumn.name !== column.name) names.set(column.name, newColumn.name);
    }
    return names;
  }

  functionNames(): ReadonlyMap<string, string> {
    return new Map(this.functions.renames.map(({ from, to }) => [from, to]));
  }

  /** Returns whether a constraint names a column whose type changes: it is bound to functions of the old type. */
  isRetyped(table: TableState, sql: string): boolean {
    return table.columns.some((column) => {
      const newColumn = this.match.columns.get(column);
      return newColumn !== undefined && newColumn.type !== column.type && mentionsColumn(sql, column);
    });
  }

  /** Returns whether a generated column changes, so that it is dropped before the columns that it uses are altered. */
  isRecreated(table: TableState, column: ColumnState): boolean {
    const { generated } = column;
    if (generated === undefined) return false;
    const newColumn = this.match.columns.get(column);
    const expected = renameTokens(generated, this.names(table), this.functionNames());
    return newColumn?.generated !== expected || newColumn.type !== column.type || this.isRetyped(table, generated);
  }
}

export function mentionsColumn(sql: string, { name }: ColumnState): boolean {
  const quoted = quote(name);
  return quoted === name ? new RegExp(`(?<![\\w"])${name}(?![\\w(])`).test(sql) : sql.includes(quoted);
}

/** Returns whether a table constraint is a foreign key. Foreign keys are dropped first and created last. */
export function isForeignKey({ sql }: ConstraintState): boolean {
  return sql.startsWith('FOREIGN KEY');
}

/** Returns the statement that removes a constraint. Takes unquoted names. */
export function dropConstraint(table: string, constraint: string): string {
  return `ALTER TABLE ${quote(table)} DROP CONSTRAINT ${quote(constraint)};`;
}
