/** Views in which a row of a class with superclasses is whole. */

import type { DomainClass } from '../../model/index.ts';
import { indent, type Lines, NameScope } from '../text/index.ts';
import { claim, identifier, SYSTEM_COLUMNS } from './identifiers.ts';
import type { Layout } from './layout.ts';
import type { View } from './plan.ts';
import { declared, isListOfReferences } from './queries.ts';

/** More columns than this no view may have (PostgreSQL manual, appendix K). */
const MOST_COLUMNS = 1600;

/**
 * A view `all_<table>` for each class with superclasses: its instances, those of its subclasses among them. It is made of the
 * class's own table and of what its parents have for the same purpose.
 */
export function planViews(classes: readonly DomainClass[], layout: Layout, claimName: (name: string) => string): View[] {
  const views = new Map<DomainClass, View>();
  const whole = classes.filter(({ parents, allFields }) => parents.length > 0 && allFields.length <= MOST_COLUMNS);
  // A subclass has more superclasses than any of them.
  for (const cls of whole.toSorted((a, b) => a.ancestors.length - b.ancestors.length)) {
    views.set(cls, planView(cls, layout, views, claimName(`all_${layout.tableOf(cls)}`)));
  }
  return [...views.values()];
}

function planView(cls: DomainClass, layout: Layout, views: ReadonlyMap<DomainClass, View>, name: string): View {
  const own = layout.tableOf(cls);
  const above = cls.parents.map((parent) => {
    const view = views.get(parent);
    const columns = new Map(view?.columns.map(({ field, name: column }) => [declared(field), column]));
    return { has: new Set(parent.allFields.map(declared)), relation: view?.name ?? layout.tableOf(parent), columns };
  });
  const names = new NameScope(SYSTEM_COLUMNS);
  const columns = cls.allFields
    .filter((field) => !isListOfReferences(field))
    .map((field): View['columns'][number] => {
      const base = declared(field);
      const found = above.find(({ has }) => has.has(base));
      if (field.type.kind === 'id') return { relation: own, column: 'id', name: names.claim('id'), field };
      const [relation, column] = field.discriminator
        ? [own, layout.kindOf(cls)]
        : [found?.relation ?? own, found?.columns.get(base) ?? layout.columnOf(base)];
      return { relation, column, name: claim(names, column), field };
    });
  const relations = new Set(columns.map(({ relation }) => relation));
  const used = above.filter(({ relation }) => relations.has(relation));
  return { name, of: cls, relations: [own, ...used.map(({ relation }) => relation)], columns };
}

const INDENT = '    ';

/** The statement that creates a view. It is bound to its tables, whatever their schema is called later. */
export function createView({ name, relations, columns }: View): Lines {
  const [own = '', ...others] = relations.map(identifier);
  const selected = columns.map(({ relation, column, name: as }, index) => {
    const renamed = column === as ? '' : ` AS ${identifier(as)}`;
    return `${identifier(relation)}.${identifier(column)}${renamed}${index < columns.length - 1 ? ',' : ''}`;
  });
  const from = [`FROM ${own}`, ...others.map((other) => `JOIN ${other} ON ${other}.id = ${own}.id`)];
  return [
    `CREATE VIEW ${identifier(name)} AS`,
    'SELECT',
    indent(selected, INDENT),
    from.map((line, index) => (index < from.length - 1 ? line : `${line};`)),
  ];
}
