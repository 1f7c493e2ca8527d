/** Views that join the rows of a class with those of its superclasses, such as `all_people` of the tables `people` and `agents`. */

import type { DomainClass, Field } from '../../model/index.ts';
import { type Lines, NameScope } from '../text/index.ts';
import { indented } from './formatting.ts';
import { claimIdentifier, identifier, SYSTEM_COLUMNS } from './identifiers.ts';
import type { Layout } from './layout.ts';
import type { View, ViewColumn } from './plan.ts';
import { isListOfReferences, originalField } from './queries.ts';

/** Maximum number of columns of a view (PostgreSQL manual, appendix K). */
const MAX_COLUMNS = 1600;

/**
 * Returns a view `all_<table>` for each class with superclasses: all its instances, including those of subclasses. The view
 * joins the class's own table with the view (or table) of the parent with most fields. What other parents add is joined from
 * single tables: their views would join common superclasses again, more often than PostgreSQL's planner can order.
 * A class with more columns than a view can have gets none.
 */
export function planViews(classes: readonly DomainClass[], layout: Layout, claimName: (name: string) => string): View[] {
  const views = new Map<DomainClass, View>();
  const tableByField = new Map(classes.flatMap((cls) => cls.fields.map((field) => [field, layout.tableOf(cls)] as const)));
  const viewed = classes.filter(({ parents, allFields }) => parents.length > 0 && allFields.length <= MAX_COLUMNS);
  // A class has more ancestors than each of its superclasses, so superclasses come first.
  for (const cls of viewed.toSorted((a, b) => a.ancestors.length - b.ancestors.length)) {
    views.set(cls, planView(cls, layout, { views, tableByField }, claimName(`all_${layout.tableOf(cls)}`)));
  }
  return [...views.values()];
}

interface ViewContext {
  readonly views: ReadonlyMap<DomainClass, View>;
  /** The table of each field's column. */
  readonly tableByField: ReadonlyMap<Field, string>;
}

function planView(cls: DomainClass, layout: Layout, { views, tableByField }: ViewContext, name: string): View {
  const ownTable = layout.tableOf(cls);
  const [parent] = cls.parents.toSorted((a, b) => b.allFields.length - a.allFields.length);
  const parentFields = new Set(parent?.allFields.map(originalField));
  const parentView = parent && views.get(parent);
  const parentRelation = parentView?.name ?? (parent && layout.tableOf(parent));
  const parentColumns = new Map(parentView?.columns.map(({ field, name: column }) => [originalField(field), column]));
  const names = new NameScope(SYSTEM_COLUMNS);
  const columns = cls.allFields
    .filter((field) => !isListOfReferences(field))
    .map((field): ViewColumn => {
      if (field.type.kind === 'id') return { relation: ownTable, column: 'id', name: names.claim('id'), field };
      const base = originalField(field);
      const inherited = parentFields.has(base) ? parentRelation : tableByField.get(base);
      const relation = (field.discriminator ? undefined : inherited) ?? ownTable;
      const column = field.discriminator ? layout.discriminatorColumnOf(cls) : (parentColumns.get(base) ?? layout.columnOf(base));
      return { relation, column, name: claimIdentifier(names, column), field };
    });
  return { name, of: cls, relations: [...new Set([ownTable, ...columns.map(({ relation }) => relation)])], columns };
}

/**
 * Returns the statement that creates a view. The view stays bound to its tables if their schema is renamed.
 *
 * @param isSecurityInvoker whether the view checks the privileges of the querying user instead of its owner's (PostgreSQL 15)
 */
export function createView({ name, relations, columns }: View, isSecurityInvoker: boolean): Lines {
  const [firstName = '', ...others] = relations.map(identifier);
  const selected = columns.map(({ relation, column, name: as }, index) => {
    const renamed = column === as ? '' : ` AS ${identifier(as)}`;
    return `${identifier(relation)}.${identifier(column)}${renamed}${index < columns.length - 1 ? ',' : ''}`;
  });
  const from = [`FROM ${firstName}`, ...others.map((other) => `JOIN ${other} ON ${other}.id = ${firstName}.id`)];
  return [
    `CREATE VIEW ${identifier(name)}${isSecurityInvoker ? ' WITH (security_invoker = true)' : ''} AS`,
    'SELECT',
    indented(selected),
    from.with(-1, `${from.at(-1)};`),
  ];
}

/** Rejects servers without `security_invoker` with a clear message: PostgreSQL would only report an unrecognized parameter. */
export const REQUIRE_SECURITY_INVOKER = `DO $$
BEGIN
    IF current_setting('server_version_num')::INTEGER < 150000 THEN
        RAISE feature_not_supported USING
            MESSAGE = 'the policy row-security=on needs PostgreSQL 15: views of earlier versions show what their owner may see',
            HINT = 'docs/how-to/postgresql.md#row-level-security describes the alternatives.';
    END IF;
END
$$;`;
