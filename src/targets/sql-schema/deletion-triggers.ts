/**
 * Triggers that delete all rows of an instance. ON DELETE CASCADE deletes the row that has the reference; if the instance has
 * rows in other tables too, a trigger deletes those. ON DELETE SET NULL would clear a reference that a subclass requires but
 * its superclass does not: a trigger deletes the instances of the subclass instead.
 */

import { type DomainClass, discriminatorOf, type Field, withDescendants } from '../../model/index.ts';
import type { Lines } from '../text/index.ts';
import { indented } from './formatting.ts';
import { rootsOf } from './hierarchy.ts';
import { claimIdentifier, identifier, literal } from './identifiers.ts';
import type { Layout } from './layout.ts';
import { isForeignKey } from './order.ts';
import type { DeletionTrigger } from './plan.ts';
import { originalField } from './queries.ts';
import { createTriggerFunction, type TableRights } from './trigger-functions.ts';

/** Plans the triggers that delete instances together with the instances that they refer to. */
export function planDeletionTriggers(classes: readonly DomainClass[], layout: Layout): readonly DeletionTrigger[] {
  const cleared = clearedReferences(classes);
  return classes.flatMap((cls) => {
    // An instance of a class without superclasses and subclasses has one row.
    if (cls.parents.length + cls.children.length === 0 || !discriminatorOf(cls)) return [];
    const fields = cls.fields.filter(isForeignKey).filter((field) => field.onDelete === 'cascade' || cleared.has(field));
    if (fields.length === 0) return [];
    const rootsOfAll = rootTables(withDescendants(cls), layout);
    const table = layout.tableOf(cls);
    return fields.flatMap((field): DeletionTrigger[] => {
      const clearingClasses = cleared.get(field);
      const roots = clearingClasses ? rootTables(clearingClasses, layout) : rootsOfAll;
      // The deleted row is the whole instance, or foreign keys delete the other rows with it.
      if (!clearingClasses && roots.every((root) => root === table)) return [];
      const column = layout.columnOf(field);
      return [
        {
          trigger: claimIdentifier(layout.constraintsOf(table), `take_${table}_${column}`),
          table,
          column,
          target: layout.tableOf(field.type.target),
          kind: layout.discriminatorColumnOf(cls),
          ...(clearingClasses && { cleared: [...clearingClasses].map(({ name }) => name) }),
          roots,
        },
      ];
    });
  });
}

/** Returns the references that a superclass clears and subclasses require, with these subclasses and all classes below them. */
function clearedReferences(classes: readonly DomainClass[]): ReadonlyMap<Field, ReadonlySet<DomainClass>> {
  const cleared = new Map<Field, Set<DomainClass>>();
  for (const cls of classes.filter(discriminatorOf)) {
    for (const field of cls.refinements) {
      const base = originalField(field);
      if (!isForeignKey(field) || field.onDelete !== 'cascade' || base.onDelete !== 'set-null') continue;
      const known = cleared.get(base) ?? new Set();
      cleared.set(base, known);
      for (const subclass of withDescendants(cls)) known.add(subclass);
    }
  }
  return cleared;
}

/** Returns the tables of the most general superclasses of the classes. */
function rootTables(classes: Iterable<DomainClass>, layout: Layout): readonly string[] {
  return [...new Set([...classes].flatMap(rootsOf))].map((root) => layout.tableOf(root));
}

/**
 * Returns the function that deletes instances. Its arguments: the referring column, the table that it refers to, the
 * discriminator column, the tables of the most general superclasses.
 */
export function createDeletionFunction(name: string, rights: TableRights): Lines {
  const body = `DECLARE
    _target UUID;
    _kind TEXT;
    _root TEXT;
    _is_there BOOLEAN;
BEGIN
    EXECUTE format('SELECT ($1).%I, ($1).%I', TG_ARGV[0], TG_ARGV[2]) INTO _target, _kind USING OLD;
    EXECUTE format('SELECT TRUE FROM %I.%I WHERE id = $1', TG_TABLE_SCHEMA, TG_ARGV[1]) INTO _is_there USING _target;
    IF _target IS NULL OR _is_there THEN
        RETURN NEW;
    END IF;
    FOREACH _root IN ARRAY TG_ARGV[3:] LOOP
        EXECUTE format('DELETE FROM %I.%I WHERE id = $1 AND %I = $2', TG_TABLE_SCHEMA, _root, TG_ARGV[2])
            USING OLD.id, _kind;
    END LOOP;
    RETURN NULL;
END`;
  return createTriggerFunction(name, 'Deletes all rows of an instance together with the row that it requires.', body, rights);
}

/** Returns the statement that creates a trigger. It runs when the database clears the reference, or else deletes a row. */
export function createDeletionTrigger(
  { trigger, table, column, target, kind, cleared, roots }: DeletionTrigger,
  deletionFunction: string,
): Lines {
  const isCleared = `NEW.${identifier(column)} IS NULL AND NEW.${identifier(kind)} IN (${cleared?.map(literal).join(', ')})`;
  return [
    `CREATE TRIGGER ${identifier(trigger)}`,
    indented([
      cleared ? `BEFORE UPDATE OF ${identifier(column)} ON ${identifier(table)}` : `AFTER DELETE ON ${identifier(table)}`,
      cleared ? `FOR EACH ROW WHEN (${isCleared})` : 'FOR EACH ROW',
      `EXECUTE FUNCTION ${identifier(deletionFunction)}(${[column, target, kind, ...roots].map(literal).join(', ')});`,
    ]),
  ];
}
