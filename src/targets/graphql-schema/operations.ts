/** The root types: queries and mutations. */

import { type DomainClass, type DomainModel, isResource } from '../../model/index.ts';
import { type DeletionNote, deletionNotes } from '../core/index.ts';
import { articleOf, type Lines, words } from '../text/index.ts';
import { listArguments } from './connections.ts';
import { hasInput } from './inputs.ts';
import { ERRORS_FIELD, type FullNames, type Names, NODE_QUERY } from './names.ts';
import { definition, field, longDefinition, NOT_DEPRECATED, type PrintedMember, plainField } from './syntax.ts';

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

/** Returns the query for an instance of any class. */
function nodeQuery({ full }: Names): readonly (readonly PrintedMember[])[] {
  const node = full?.node;
  if (node === undefined) return [];
  const doc = 'Returns the instance of any class with this id, or null.';
  return [[{ doc, lines: field(NODE_QUERY, ['id: ID!'], node, NOT_DEPRECATED) }]];
}

/** Returns the interface of all types whose instances have queries. */
export function nodeInterface({ node }: FullNames): Lines {
  if (node === undefined) return undefined;
  return definition('An instance of any class.', `interface ${node}`, [
    plainField('id', 'ID!', 'The id, which no instance of another class has.'),
  ]);
}

/** Returns the type of an error that the user of a client can correct. */
export function userErrorType({ userError }: FullNames): Lines {
  return definition(
    'An error in the arguments of a mutation, which the user can correct. If a payload has `errors`, its other field is null.',
    `type ${userError}`,
    [
      plainField('code', 'String!', 'The kind of the error: `invalid_value`, `not_unique`, `in_use` or `not_found`.'),
      plainField('message', 'String!', 'What is wrong.'),
      plainField('path', '[String!]', 'The path of the invalid argument, such as `["input", "name"]`, if there is one.'),
    ],
  );
}

/** Returns the results of the mutations of a class: each has the instance or the errors of the user. */
export function payloadTypes(cls: DomainClass, names: Names): readonly Lines[] {
  const { type, resultType, full } = names.of(cls);
  if (!full || !names.full || !isResource(cls) || cls.abstract) return [];
  const { userError } = names.full;
  const errors = plainField(ERRORS_FIELD, `[${userError}!]!`);
  const payload = (action: string, name: string, value: PrintedMember): Lines =>
    definition(`Result of ${action} ${articleOf(cls.slug)} ${words(cls.slug)}.`, `type ${name}`, [value, errors]);
  const instance = (instanceType: string): PrintedMember => plainField(full.payloadField, instanceType);
  const deleted = plainField('deletedId', 'ID');
  return [
    payload('creating', full.createPayload, instance(type)),
    hasInput(cls, 'update') && payload('updating', full.updatePayload, instance(resultType)),
    payload('deleting', full.deletePayload, deleted),
  ];
}

/** Returns the queries of a class: by id, and a page of its list. */
function queries(cls: DomainClass, names: Names): readonly PrintedMember[] {
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

/**
 * Returns the mutations of a class.
 *
 * @param note the effect of a deletion on referring instances
 */
function mutations(cls: DomainClass, names: Names, note: DeletionNote | undefined): readonly PrintedMember[] {
  const { type, resultType, createInput, updateInput, full } = names.of(cls);
  const noun = words(cls.slug);
  const members: PrintedMember[] = [
    {
      doc: `Creates ${articleOf(cls.slug)} ${noun}.`,
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
      doc: `Updates the ${noun} with this id.${full ? '' : ` Returns null if no ${noun} has it.`}`,
      lines: field(`update${cls.name}`, ['id: ID!', `input: ${updateInput}!`], full?.updatePayload ?? resultType, cls),
    });
  }
  members.push({
    doc: `Deletes the ${noun} with this id${note === undefined ? '' : `; ${note.text}`}.${full ? '' : ` Returns false if no ${noun} has it.`}`,
    lines: field(`delete${cls.name}`, ['id: ID!'], full?.deletePayload ?? 'Boolean!', cls),
  });
  return members;
}
