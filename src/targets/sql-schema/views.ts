/** Views in which a row of a class with superclasses is whole. */

import type { DomainClass, Field } from '../../model/index.ts';
import { indent, type Lines, NameScope } from '../text/index.ts';
import { claim, identifier, SYSTEM_COLUMNS } from './identifiers.ts';
import type { Layout } from './layout.ts';
import type { View } from './plan.ts';
import { declared, isListOfReferences } from './queries.ts';

/** More columns than this no view may have (PostgreSQL manual, appendix K). */
const MOST_COLUMNS = 1600;

/**
 * A view `all_<table>` for each class with superclasses: its instances, those of its subclasses among them. It is made of the
 * class's own table and of what the parent with most fields has for the same purpose; what other parents add is joined table by
 * table, each once: two views of parents would join what is above both twice, and a planner that gives up on the order of joins.
 */
export function planViews(classes: readonly DomainClass[], layout: Layout, claimName: (name: string) => string): View[] {
  const views = new Map<DomainClass, View>();
  const owners = new Map(classes.flatMap((cls) => cls.fields.map((field) => [field, layout.tableOf(cls)] as const)));
  const whole = classes.filter(({ parents, allFields }) => parents.length > 0 && allFields.length <= MOST_COLUMNS);
  // A subclass has more superclasses than any of them.
  for (const cls of whole.toSorted((a, b) => a.ancestors.length - b.ancestors.length)) {
    views.set(cls, planView(cls, layout, { views, owners }, claimName(`all_${layout.tableOf(cls)}`)));
  }
  return [...views.values()];
}

interface Known {
  readonly views: ReadonlyMap<DomainClass, View>;
  /** The tables that have the columns of fields. */
  readonly owners: ReadonlyMap<Field, string>;
}

function planView(cls: DomainClass, layout: Layout, { views, owners }: Known, name: string): View {
  const own = layout.tableOf(cls);
  const [parent] = cls.parents.toSorted((a, b) => b.allFields.length - a.allFields.length);
  const has = new Set(parent?.allFields.map(declared));
  const view = parent && views.get(parent);
  const above = view?.name ?? (parent && layout.tableOf(parent));
  const renamed = new Map(view?.columns.map(({ field, name: column }) => [declared(field), column]));
  const names = new NameScope(SYSTEM_COLUMNS);
  const columns = cls.allFields
    .filter((field) => !isListOfReferences(field))
    .map((field): View['columns'][number] => {
      const base = declared(field);
      if (field.type.kind === 'id') return { relation: own, column: 'id', name: names.claim('id'), field };
      const [relation, column] = field.discriminator
        ? [own, layout.kindOf(cls)]
        : [(has.has(base) ? above : owners.get(base)) ?? own, renamed.get(base) ?? layout.columnOf(base)];
      return { relation, column, name: claim(names, column), field };
    });
  return { name, of: cls, relations: [...new Set([own, ...columns.map(({ relation }) => relation)])], columns };
}

const INDENT = '    ';

/**
 * The statement that creates a view. It is bound to its tables, whatever their schema is called later.
 *
 * @param isOfReader whether it shows what whoever reads may see of the tables, and not what its owner may (PostgreSQL 15)
 */
export function createView({ name, relations, columns }: View, isOfReader: boolean): Lines {
  const [own = '', ...others] = relations.map(identifier);
  const selected = columns.map(({ relation, column, name: as }, index) => {
    const renamed = column === as ? '' : ` AS ${identifier(as)}`;
    return `${identifier(relation)}.${identifier(column)}${renamed}${index < columns.length - 1 ? ',' : ''}`;
  });
  const from = [`FROM ${own}`, ...others.map((other) => `JOIN ${other} ON ${other}.id = ${own}.id`)];
  return [
    `CREATE VIEW ${identifier(name)}${isOfReader ? ' WITH (security_invoker = true)' : ''} AS`,
    'SELECT',
    indent(selected, INDENT),
    from.map((line, index) => (index < from.length - 1 ? line : `${line};`)),
  ];
}

/** Refuses a server that has no views of the reader in words that say what is amiss, where it would know of no such parameter. */
export const NEEDS_READER_VIEWS = `DO $$
BEGIN
    IF current_setting('server_version_num')::INTEGER < 150000 THEN
        RAISE feature_not_supported USING
            MESSAGE = 'the policy row-security=on needs PostgreSQL 15: views of earlier ones show what their owner may see',
            HINT = 'docs/how-to/postgresql.md#row-level-security says what there is without this policy.';
    END IF;
END
$$;`;
