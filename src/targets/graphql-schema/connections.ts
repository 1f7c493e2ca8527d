/**
 * Connections (Relay): pages with cursors, and the filters and orders of lists. Only a schema with the option `operations=full`
 * has them; for others, `names.full` is undefined.
 */

import { type DomainClass, type DomainModel, type Field, isResource, type Relation } from '../../model/index.ts';
import { filtersOf, operatorsOf } from '../shared/filters/index.ts';
import { type Lines, words } from '../text/index.ts';
import type { ConnectionNames, FullNames, Names } from './names.ts';
import { definition, plainField } from './syntax.ts';
import { valueType } from './types.ts';

/** Returns the arguments of a list. */
export function listArguments({ filter, order }: ConnectionNames): readonly string[] {
  const page = ['first: Int', 'after: String', 'last: Int', 'before: String', 'offset: Int! = 0'];
  return [...page, `filter: ${filter}`, `orderBy: [${order}!]`];
}

/** Returns the type `PageInfo`, which the connections of all classes share. */
export function pageInfoType({ pageInfo }: FullNames): Lines {
  return definition('Information about a page of a list.', `type ${pageInfo}`, [
    plainField('hasNextPage', 'Boolean!', 'Whether items follow the page.'),
    plainField('hasPreviousPage', 'Boolean!', 'Whether there are items before the page.'),
    plainField('startCursor', 'String', 'The cursor of the first item.'),
    plainField('endCursor', 'String', 'The cursor of the last item.'),
  ]);
}

/** Returns the connection of a class with its edge, filter and order. */
export function connectionTypes(cls: DomainClass, names: Names): readonly Lines[] {
  const { resultType, page: connection, full } = names.of(cls);
  if (!full || !names.full || !isResource(cls)) return [];
  const { edge, filter, order } = full;
  const filters = filtersOf(cls);
  return [
    definition(undefined, `type ${connection}`, [
      plainField('edges', `[${edge}!]!`),
      plainField('items', `[${resultType}!]!`),
      plainField('pageInfo', `${names.full.pageInfo}!`),
      plainField('total', 'Int!'),
    ]),
    definition(undefined, `type ${edge}`, [plainField('cursor', 'String!'), plainField('node', `${resultType}!`)]),
    definition(
      `Filters ${words(cls.plural)}; all conditions must hold.`,
      `input ${filter}`,
      filters.map(({ field }) => plainField(field.name, valueFilterOf(field, names))),
    ),
    definition(
      `How to sort ${words(cls.plural)}.`,
      `enum ${order}`,
      [...orderValues(cls).keys()].map((name) => ({ doc: undefined, lines: [name] })),
    ),
  ];
}

/** Returns the enum values that sort a list of a class, each with the value of `sort` in REST: `TITLE_DESC` → `-title`. */
export function orderValues(cls: DomainClass): ReadonlyMap<string, string> {
  return new Map(
    filtersOf(cls).flatMap(({ field: { name } }) => [
      [`${name.toUpperCase()}_ASC`, name],
      [`${name.toUpperCase()}_DESC`, `-${name}`],
    ]),
  );
}

/** Returns the name of the input type with the conditions on a field, such as `StringFilter`. */
const valueFilterOf = (field: Field, names: Names): string => (names.full as FullNames).valueFilter(valueType(field, names));

/** Returns the conditions on values, one type for each type of values. */
export function valueFilters(model: DomainModel, names: Names): readonly Lines[] {
  const definitions = new Map<string, Lines>();
  for (const filter of model.classes.filter(isResource).flatMap(filtersOf)) {
    const name = valueFilterOf(filter.field, names);
    if (definitions.has(name)) continue;
    const type = valueType(filter.field, names);
    const operators = operatorsOf(filter).filter((operator) => type !== 'ID' || operator === 'in');
    const members = ['eq', ...operators].map((operator) => plainField(operator, operator === 'in' ? `[${type}!]` : type));
    definitions.set(name, definition(undefined, `input ${name}`, members));
  }
  return [...definitions.values()];
}

/**
 * Returns the class whose connection is the type of a relation to many instances; undefined if the relation is a plain list.
 * A subclass cannot narrow a connection, so it has that of the superclass.
 */
export function connectionTarget(cls: DomainClass, relation: Relation, names: Names): DomainClass | undefined {
  if (!names.full || !relation.many || names.full.plainLists.has(relation.name)) return undefined;
  const declared = [...cls.ancestors, cls].flatMap(({ relations }) => relations).find(({ name }) => name === relation.name);
  const { target } = declared ?? relation;
  return isResource(target) ? target : undefined;
}
