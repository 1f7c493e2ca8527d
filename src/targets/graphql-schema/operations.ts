/** The root types: queries and mutations. */

import { type DomainClass, type DomainModel, isResource } from '../../model/index.ts';
import { type DeletionNote, deletionNotes } from '../core/index.ts';
import { articleOf, type Lines, words } from '../text/index.ts';
import { listArguments } from './connections.ts';
import { hasInput } from './inputs.ts';
import { ERRORS_FIELD, type FullNames, type Names, NODE_QUERY } from './names.ts';
import { definition, field, longDefinition, type Member } from './syntax.ts';

/** Default number of items on a page. */
const PAGE_SIZE = 20;

/** Returns the query type: for each class, a query by id and a paged list. */
export function queryType(model: DomainModel, names: Names): Lines {
  return longDefinition(
    names.full
      ? 'A list is a connection: it returns the `first` or the `last` items, 20 by default and at most 100, after or before the item with a cursor. `total` is the number of items on all pages.'
      : 'A list is paged: it returns at most `limit` items, after the first `offset`. `total` is the number of items on all pages.',
    `type ${names.query}`,
    [...nodeQuery(names), ...model.classes.filter(isResource).map((cls) => queries(cls, names))],
  );
}

const CURRENT = { deprecated: false };

/** Returns the query for an instance of any class. */
function nodeQuery({ full }: Names): readonly (readonly Member[])[] {
  const node = full?.node;
  if (node === undefined) return [];
  const doc = 'Returns the instance of any class with this id, or null.';
  return [[{ doc, lines: field(NODE_QUERY, ['id: ID!'], node, CURRENT) }]];
}

/** Returns the interface of all types whose instances have queries. */
export function nodeInterface({ node }: FullNames): Lines {
  if (node === undefined) return undefined;
  const id = { doc: 'The id, which no instance of another class has.', lines: field('id', [], 'ID!', CURRENT) };
  return definition('An instance of any class.', `interface ${node}`, [id]);
}

/** Returns the type of an error that the user of a client can correct. */
export function userErrorType({ userError }: FullNames): Lines {
  const member = (name: string, type: string, doc: string): Member => ({ doc, lines: field(name, [], type, CURRENT) });
  return definition(
    'An error in the arguments of a mutation, which the user can correct. If a payload has `errors`, its other field is null.',
    `type ${userError}`,
    [
      member('code', 'String!', 'The kind of the error: `invalid_value`, `not_unique`, `in_use` or `not_found`.'),
      member('message', 'String!', 'What is wrong.'),
      member('path', '[String!]', 'The path of the invalid argument, such as `["input", "name"]`, if there is one.'),
    ],
  );
}

/** Returns the results of the mutations of a class: each has the instance or the errors of the user. */
export function payloadTypes(cls: DomainClass, names: Names): readonly Lines[] {
  const { type, resultType, full } = names.of(cls);
  if (!full || !names.full || !isResource(cls) || cls.abstract) return [];
  const { userError } = names.full;
  const errors: Member = { doc: undefined, lines: field(ERRORS_FIELD, [], `[${userError}!]!`, CURRENT) };
  const payload = (action: string, name: string, value: Member): Lines =>
    definition(`Result of ${action} ${articleOf(cls.slug)} ${words(cls.slug)}.`, `type ${name}`, [value, errors]);
  const instance = (of: string): Member => ({ doc: undefined, lines: field(full.payloadField, [], of, CURRENT) });
  const deleted: Member = { doc: undefined, lines: field('deletedId', [], 'ID', CURRENT) };
  return [
    payload('creating', full.createPayload, instance(type)),
    hasInput(cls, 'update') && payload('updating', full.updatePayload, instance(resultType)),
    payload('deleting', full.deletePayload, deleted),
  ];
}

function queries(cls: DomainClass, names: Names): readonly Member[] {
  const { resultType, page, singleQuery, listQuery, full } = names.of(cls);
  const basicArguments = [`limit: Int! = ${PAGE_SIZE}`, 'offset: Int! = 0'];
  return [
    {
      doc: `Returns the ${words(cls.slug)} with this id, or null.`,
      lines: field(singleQuery, ['id: ID!'], resultType, cls),
    },
    {
      doc: `Returns a page of ${words(cls.plural)}.`,
      lines: field(listQuery, full ? listArguments(full) : basicArguments, `${page}!`, cls),
    },
  ];
}

/** Returns the mutation type, with operations that create, update and delete instances of each class. */
export function mutationType(model: DomainModel, names: Names): Lines {
  const noteOn = deletionNotes(model);
  return longDefinition(
    undefined,
    `type ${names.mutation}`,
    model.classes.filter((cls) => isResource(cls) && !cls.abstract).map((cls) => mutations(cls, names, noteOn(cls))),
  );
}

/** @param note the effect of a deletion on referring instances */
function mutations(cls: DomainClass, names: Names, note: DeletionNote | undefined): readonly Member[] {
  const { type, resultType, createInput, updateInput, full } = names.of(cls);
  const thing = words(cls.slug);
  const members: Member[] = [
    {
      doc: `Creates ${articleOf(cls.slug)} ${thing}.`,
      lines: field(
        `create${cls.name}`,
        hasInput(cls, 'create') ? [`input: ${createInput}!`] : [],
        full?.createPayload ?? `${type}!`,
        cls,
      ),
    },
  ];
  // An input without fields is invalid (section 3.10), and there would be nothing to change.
  if (hasInput(cls, 'update')) {
    members.push({
      doc: `Updates the ${thing} with this id.${full ? '' : ` Returns null if no ${thing} has it.`}`,
      lines: field(`update${cls.name}`, ['id: ID!', `input: ${updateInput}!`], full?.updatePayload ?? resultType, cls),
    });
  }
  members.push({
    doc: `Deletes the ${thing} with this id${note === undefined ? '' : `; ${note.text}`}.${full ? '' : ` Returns false if no ${thing} has it.`}`,
    lines: field(`delete${cls.name}`, ['id: ID!'], full?.deletePayload ?? 'Boolean!', cls),
  });
  return members;
}
