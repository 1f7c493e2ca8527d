/** Views that join the rows of a class with those of its superclasses. */

import type { DomainClass, Field } from '../../model/index.ts';
import { indent, type Lines, NameScope } from '../text/index.ts';
import { claimIdentifier, identifier, SYSTEM_COLUMNS } from './identifiers.ts';
import type { Layout } from './layout.ts';
import type { View } from './plan.ts';
import { isListOfReferences, originalField } from './queries.ts';

/** Maximum number of columns of a view (PostgreSQL manual, appendix K). */
const MOST_COLUMNS = 1600;

/**
 * Returns a view `all_<table>` for each class with superclasses: all its instances, including those of subclasses. It joins
 * the class's own table with the view or table of the parent with most fields, and then table by table what other parents add:
 * views of several parents would join common superclasses twice, which exceeds the joins that the planner can order.
 */
export function planViews(classes: readonly DomainClass[], layout: Layout, claimName: (name: string) => string): View[] {
  const views = new Map<DomainClass, View>();
  const owners = new Map(classes.flatMap((cls) => cls.fields.map((field) => [field, layout.tableOf(cls)] as const)));
  const viewed = classes.filter(({ parents, allFields }) => parents.length > 0 && allFields.length <= MOST_COLUMNS);
  // A class has more ancestors than each of its superclasses, so superclasses come first.
  for (const cls of viewed.toSorted((a, b) => a.ancestors.length - b.ancestors.length)) {
    views.set(cls, planView(cls, layout, { views, owners }, claimName(`all_${layout.tableOf(cls)}`)));
  }
  return [...views.values()];
}

interface Known {
  readonly views: ReadonlyMap<DomainClass, View>;
  /** The table of each field's column. */
  readonly owners: ReadonlyMap<Field, string>;
}

function planView(cls: DomainClass, layout: Layout, { views, owners }: Known, name: string): View {
  const ownTable = layout.tableOf(cls);
  const [parent] = cls.parents.toSorted((a, b) => b.allFields.length - a.allFields.length);
  const has = new Set(parent?.allFields.map(originalField));
  const view = parent && views.get(parent);
  const parentRelation = view?.name ?? (parent && layout.tableOf(parent));
  const renamed = new Map(view?.columns.map(({ field, name: column }) => [originalField(field), column]));
  const names = new NameScope(SYSTEM_COLUMNS);
  const columns = cls.allFields
    .filter((field) => !isListOfReferences(field))
    .map((field): View['columns'][number] => {
      const base = originalField(field);
      if (field.type.kind === 'id') return { relation: ownTable, column: 'id', name: names.claim('id'), field };
      const [relation, column] = field.discriminator
        ? [ownTable, layout.kindOf(cls)]
        : [(has.has(base) ? parentRelation : owners.get(base)) ?? ownTable, renamed.get(base) ?? layout.columnOf(base)];
      return { relation, column, name: claimIdentifier(names, column), field };
    });
  return { name, of: cls, relations: [...new Set([ownTable, ...columns.map(({ relation }) => relation)])], columns };
}

const INDENT = '    ';

/**
 * Returns the statement that creates a view. The view stays bound to its tables if their schema is renamed.
 *
 * @param isOfReader whether the view checks the privileges of the reader on the tables instead of its owner's (PostgreSQL 15)
 */
export function createView({ name, relations, columns }: View, isOfReader: boolean): Lines {
  const [firstName = '', ...others] = relations.map(identifier);
  const selected = columns.map(({ relation, column, name: as }, index) => {
    const renamed = column === as ? '' : ` AS ${identifier(as)}`;
    return `${identifier(relation)}.${identifier(column)}${renamed}${index < columns.length - 1 ? ',' : ''}`;
  });
  const from = [`FROM ${firstName}`, ...others.map((other) => `JOIN ${other} ON ${other}.id = ${firstName}.id`)];
  return [
    `CREATE VIEW ${identifier(name)}${isOfReader ? ' WITH (security_invoker = true)' : ''} AS`,
    'SELECT',
    indent(selected, INDENT),
    from.map((line, index) => (index < from.length - 1 ? line : `${line};`)),
  ];
}

/** Rejects servers without `security_invoker` with a clear message: PostgreSQL would only report an unrecognized parameter. */
export const NEEDS_READER_VIEWS = `DO $$
BEGIN
    IF current_setting('server_version_num')::INTEGER < 150000 THEN
        RAISE feature_not_supported USING
            MESSAGE = 'the policy row-security=on needs PostgreSQL 15: views of earlier ones show what their owner may see',
            HINT = 'docs/how-to/postgresql.md#row-level-security says what there is without this policy.';
    END IF;
END
$$;`;
