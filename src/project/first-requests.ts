/** The requests that the README of a project shows first: they work on an empty database. */

import { constructorFields, type DomainClass, type DomainModel, isReference } from '../model/index.ts';
import { namesOf, usedScalars } from '../targets/graphql-schema/index.ts';
import { createExample, describeApi } from '../targets/openapi-spec/index.ts';

export interface FirstRequests {
  /** Creates an instance that refers to no other one; undefined if every class needs a reference. */
  readonly create: { readonly path: string; readonly json: string } | undefined;
  /** The path of the list of these instances. */
  readonly list: string;
  /** The same list in GraphQL. */
  readonly query: string;
}

/** Returns the first requests for a class: the first one that needs no reference, or else the first of all. */
export function firstRequests(model: DomainModel): FirstRequests {
  const { operations } = describeApi(model);
  const lists = operations.filter(({ kind }) => kind === 'list');
  const create = operations.find(({ kind, cls }) => kind === 'create' && !constructorFields(cls).some(isReference));
  const list = lists.find(({ cls }) => cls === create?.cls) ?? lists[0];
  const body = create && createExample(create.cls, constructorFields(create.cls));
  return {
    create: body && { path: create.path, json: JSON.stringify(body) },
    list: list?.path ?? '/',
    query: list ? listQuery(list.cls, model) : '{ __typename }',
  };
}

function listQuery(cls: DomainClass, model: DomainModel): string {
  const text = cls.allFields.find(({ type, discriminator }) => type.kind === 'scalar' && !discriminator);
  const { listQuery } = namesOf(model, usedScalars(model)).of(cls);
  return `{ ${listQuery} { total items { ${['id', ...(text ? [text.name] : [])].join(' ')} } } }`;
}
