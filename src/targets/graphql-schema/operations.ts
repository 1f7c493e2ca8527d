/** The root types: queries and mutations. */

import { type DomainClass, type DomainModel, isResource } from '../../model/index.ts';
import { type DeletionNote, deletionNotes } from '../core/index.ts';
import { articleOf, type Lines, words } from '../text/index.ts';
import { hasInput } from './inputs.ts';
import type { Names } from './names.ts';
import { field, longDefinition, type Member } from './syntax.ts';

/** Default number of items on a page. */
const PAGE_SIZE = 20;

/** Returns the query type: for each class, a query by id and a paged list. */
export function queryType(model: DomainModel, names: Names): Lines {
  return longDefinition(
    'Queries. A list is paged: it returns at most `limit` items, after the first `offset`.',
    `type ${names.query}`,
    model.classes.filter(isResource).map((cls) => () => queries(cls, names)),
  );
}

function queries(cls: DomainClass, names: Names): readonly Member[] {
  const { resultType, page, singleQuery, listQuery } = names.of(cls);
  return [
    {
      doc: `Returns the ${words(cls.slug)} with this id, or null.`,
      lines: field(singleQuery, ['id: ID!'], resultType, cls),
    },
    {
      doc: `Returns a page of ${words(cls.plural)}.`,
      lines: field(listQuery, [`limit: Int! = ${PAGE_SIZE}`, 'offset: Int! = 0'], `${page}!`, cls),
    },
  ];
}

/** Returns the mutation type, with operations that create, update and delete instances of each class. */
export function mutationType(model: DomainModel, names: Names): Lines {
  const noteOn = deletionNotes(model);
  return longDefinition(
    'Mutations.',
    `type ${names.mutation}`,
    model.classes.filter((cls) => isResource(cls) && !cls.abstract).map((cls) => () => mutations(cls, names, noteOn(cls))),
  );
}

/** @param note the effect of a deletion on referring instances */
function mutations(cls: DomainClass, names: Names, note: DeletionNote | undefined): readonly Member[] {
  const { type, resultType, createInput, updateInput } = names.of(cls);
  const thing = words(cls.slug);
  const members: Member[] = [
    {
      doc: `Creates ${articleOf(cls.slug)} ${thing}.`,
      lines: field(`create${cls.name}`, hasInput(cls, 'create') ? [`input: ${createInput}!`] : [], `${type}!`, cls),
    },
  ];
  // An input without fields is invalid (section 3.10), and there would be nothing to change.
  if (hasInput(cls, 'update')) {
    members.push({
      doc: `Updates the ${thing} with this id. Returns null if no ${thing} has it.`,
      lines: field(`update${cls.name}`, ['id: ID!', `input: ${updateInput}!`], resultType, cls),
    });
  }
  members.push({
    doc: `Deletes the ${thing} with this id${note === undefined ? '' : `; ${note.text}`}. Returns false if no ${thing} has it.`,
    lines: field(`delete${cls.name}`, ['id: ID!'], 'Boolean!', cls),
  });
  return members;
}
