/** Columns that the database sets to the current time at each update, such as `updated_at`. */

import type { DomainClass } from '../../model/index.ts';
import type { Lines } from '../text/index.ts';
import { indented } from './formatting.ts';
import { claimIdentifier, identifier } from './identifiers.ts';
import type { Layout } from './layout.ts';
import { createTriggerFunction, type TableRights, USE_OWN_SCHEMA } from './trigger-functions.ts';

/** A function that sets columns to the current time, and the trigger that calls it. */
export interface TimestampTrigger {
  readonly function: string;
  readonly trigger: string;
  /** The table whose rows change. */
  readonly table: string;
  /** The table of the superclass that has the columns; undefined if the changed table has them. */
  readonly superclassTable: string | undefined;
  readonly columns: readonly string[];
}

/** Returns the timestamp triggers of all tables. A change of a subclass row also changes times that are stored in a superclass table. */
export function planTimestampTriggers(
  classes: readonly DomainClass[],
  layout: Layout,
  claimFunction: (name: string) => string,
): TimestampTrigger[] {
  const updated = new Map<DomainClass, readonly string[]>();
  for (const cls of classes) {
    const columns = cls.fields.filter(({ managed }) => managed === 'updated').map((field) => layout.columnOf(field));
    if (columns.length > 0) updated.set(cls, columns);
  }
  return classes.flatMap((cls) =>
    [cls, ...cls.ancestors].flatMap((owner): TimestampTrigger[] => {
      const columns = updated.get(owner);
      if (!columns) return [];
      const table = layout.tableOf(cls);
      const name = claimFunction(`touch_${table}${owner === cls ? '' : `_in_${layout.tableOf(owner)}`}`);
      return [
        {
          function: name,
          trigger: claimIdentifier(layout.constraintsOf(table), name),
          table,
          superclassTable: owner === cls ? undefined : layout.tableOf(owner),
          columns,
        },
      ];
    }),
  );
}

/**
 * Returns the statements that create a function and its trigger. The time is that of the transaction, as for `now()` in a default (PostgreSQL
 * manual, section 9.9.5).
 */
export function createTimestampTrigger(trigger: TimestampTrigger, rights: TableRights): Lines {
  return [timestampFunction(trigger, rights), '', timestampTrigger(trigger)];
}

/** Returns the rights that a function needs: one that only sets columns of the changed row accesses no table. */
export function rightsOf({ superclassTable }: TimestampTrigger, rights: TableRights): TableRights {
  return superclassTable === undefined ? 'writer' : rights;
}

/** Returns the statement that creates the function. For an inherited column it updates the row of the superclass. */
export function timestampFunction(trigger: TimestampTrigger, rights: TableRights): Lines {
  const { function: name, table, superclassTable, columns } = trigger;
  const sets = columns.map((column) => `${identifier(column)} = now()`);
  const body =
    superclassTable === undefined
      ? columns.map((column) => `NEW.${identifier(column)} := now();`)
      : [USE_OWN_SCHEMA, `UPDATE ${identifier(superclassTable)} SET ${sets.join(', ')} WHERE id = NEW.id;`];
  const purpose = `Sets ${columns.join(', ')} to the current time when a row of ${table} changes.`;
  const lines: Lines = ['BEGIN', indented([...body, 'RETURN NEW;']), 'END'];
  return createTriggerFunction(name, purpose, lines, rightsOf(trigger, rights));
}

/** Returns the statement that creates the trigger, which runs once for each updated row. */
export function timestampTrigger({ function: name, trigger, table, superclassTable }: TimestampTrigger): Lines {
  return [
    `CREATE TRIGGER ${identifier(trigger)}`,
    indented([
      `${superclassTable === undefined ? 'BEFORE' : 'AFTER'} UPDATE ON ${identifier(table)}`,
      `FOR EACH ROW EXECUTE FUNCTION ${identifier(name)}();`,
    ]),
  ];
}
