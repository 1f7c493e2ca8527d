/** The operations of the REST API, for the document and for the generated clients and services. */

import {
  allKeys,
  constructorFields,
  type DomainClass,
  type DomainModel,
  isMember,
  isResource,
  type Relation,
} from '../../model/index.ts';
import { type DeletionNote, deletionNotes, isChangeable, isClearable } from '../core/index.ts';
import { type Filter, filtersOf } from '../shared/filters/index.ts';
import { includedRelations, isAssigned, responseSchemaName } from '../shared/json-schema/index.ts';
import { articleOf, enumerate, words } from '../text/index.ts';
import type { Names } from './names.ts';

/** A parameter that operations share. */
export type ParameterName = 'id' | 'limit' | 'offset' | 'after' | 'ifMatch' | 'ifNoneMatch' | 'idempotencyKey';

/** A status of a failure; its body has the common schema of problems. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 503;

/** The extent of the API: what the tables allow, or all that the generated service does. */
export type Extent = 'basic' | 'full';

/** A relation whose instances a response may include. */
export interface Inclusion {
  readonly relation: Relation;
  /** The schema of a related instance. */
  readonly schema: string;
}

/** One operation of the API, for the document and for generators of clients. */
export interface Operation {
  /** The class whose instances the operation concerns. */
  readonly cls: DomainClass;
  readonly kind: 'list' | 'create' | 'createList' | 'get' | 'replace' | 'update' | 'delete' | 'related';
  readonly operationId: string;
  /** A few words. */
  readonly summary: string;
  /** One sentence. */
  readonly description: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `{id}` as path parameter. */
  readonly path: string;
  readonly pathParameters: readonly ParameterName[];
  readonly queryParameters: readonly ParameterName[];
  /** The members that a list filters and sorts by. */
  readonly filters?: readonly Filter[];
  /** The relation whose instances a list has. */
  readonly relation?: Relation;
  /** The relations whose instances the response may include. */
  readonly includes?: readonly Inclusion[];
  /** A header that the request may have. */
  readonly header?: 'ifMatch' | 'ifNoneMatch' | 'idempotencyKey';
  /** Whether a successful response has the entity tag of the instance. */
  readonly isTagged?: boolean;
  /** The schema of the request body, if there is one; with `PATCH`, the body is a JSON Merge Patch. */
  readonly body?: string;
  readonly success: {
    readonly status: 200 | 201 | 204;
    readonly description: string;
    /** The schema of the response body, if there is one. */
    readonly schema?: string;
  };
  /** Whether the bodies of the request and the response are lists. */
  readonly isBulk?: boolean;
  readonly errors: readonly ErrorStatus[];
}

/** Returns all operations of a model's API, grouped by class and path. */
export function operations(model: DomainModel, names: Names, extent: Extent): readonly Operation[] {
  const noteOn = deletionNotes(model);
  return model.classes.filter(isResource).flatMap((cls) => classOperations(cls, names, noteOn(cls), extent));
}

/** The paths of a class: of the list, and of a single instance. */
export interface ClassPaths {
  readonly all: string;
  readonly single: string;
  /** The path that creates several instances; only the generated service has it. */
  readonly bulk: string;
}

/** Returns the paths of a class, such as `/blog-posts` and `/blog-posts/{id}`. */
export function pathsOf(cls: DomainClass): ClassPaths {
  const all = `/${cls.plural.replaceAll('_', '-')}`;
  const single = `${all}/{id}`;
  return { all, single, bulk: `${all}/bulk` };
}

/** Returns the relations to several instances that have a list of their own, with its path. */
export function relatedLists(cls: DomainClass): ReadonlyMap<string, Relation> {
  const { single } = pathsOf(cls);
  const lists = cls.allRelations.filter(({ many, target }) => many && isResource(target));
  return new Map(lists.map((relation) => [`${single}/${relation.name.replaceAll('_', '-')}`, relation] as const));
}

/**
 * Returns all failures of the operations on instances of these classes, in order.
 *
 * @param noteOn the effect of deleting an instance on referring instances
 */
export function failuresOf(
  classes: readonly DomainClass[],
  noteOn: (cls: DomainClass) => DeletionNote | undefined,
  extent: Extent,
): readonly ErrorStatus[] {
  if (classes.length === 0) return [];
  const hasKeys = (cls: DomainClass) => extent === 'full' && !cls.abstract;
  const isUnique = classes.some((cls) => hasUniqueValues(cls) || hasKeys(cls) || noteOn(cls)?.mayBeRejected);
  return FAILURES[extent].update[isUnique ? 'unique' : 'plain'];
}

/** Returns the failures of each kind of operation; `unique` if another instance may prevent it. */
const failuresIn = (extent: Extent) => {
  const inFull = (...statuses: readonly ErrorStatus[]) => (extent === 'full' ? statuses : []);
  const withCommon = (...statuses: readonly ErrorStatus[]): readonly ErrorStatus[] =>
    ([400, 401, 403, ...statuses, ...inFull(429, 503)] satisfies ErrorStatus[]).sort((a, b) => a - b);
  const withBody = (...statuses: readonly ErrorStatus[]) => withCommon(422, ...inFull(413, 415), ...statuses);
  return {
    list: { plain: withCommon(), unique: withCommon() },
    get: { plain: withCommon(404), unique: withCommon(404) },
    // A request with the same `Idempotency-Key` may be in progress.
    create: { plain: withBody(...inFull(409)), unique: withBody(409) },
    update: { plain: withBody(404, ...inFull(412)), unique: withBody(404, 409, ...inFull(412)) },
    delete: { plain: withCommon(404, ...inFull(412)), unique: withCommon(404, 409, ...inFull(412)) },
  } as const;
};

/** The members of operations about entity tags and repeated requests, which only the generated service has. */
const HEADERS = {
  basic: { tagged: {}, ifMatch: {}, ifNoneMatch: {}, idempotencyKey: {} },
  full: {
    tagged: { isTagged: true },
    ifMatch: { header: 'ifMatch' },
    ifNoneMatch: { header: 'ifNoneMatch' },
    idempotencyKey: { header: 'idempotencyKey' },
  },
} as const;

// Shared by the operations of all classes, to save memory.
const FAILURES = { basic: failuresIn('basic'), full: failuresIn('full') } as const;
const NONE: readonly ParameterName[] = [];
const ID: readonly ParameterName[] = ['id'];
const PAGING: Readonly<Record<Extent, readonly ParameterName[]>> = {
  basic: ['limit', 'offset'],
  full: ['limit', 'offset', 'after'],
};

/**
 * Returns the operations on instances of a class, grouped by path.
 *
 * @param note the effect of a deletion on referring instances
 */
export function classOperations(
  cls: DomainClass,
  names: Names,
  note: DeletionNote | undefined,
  extent: Extent,
  { all, single, bulk }: ClassPaths = pathsOf(cls),
): readonly Operation[] {
  const failuresByKind = FAILURES[extent];
  const { tagged, ifMatch, ifNoneMatch, idempotencyKey } = HEADERS[extent];
  const isFull = extent === 'full';
  const included = isFull ? inclusions(cls, names) : {};
  const { create, update, page, any: anyName } = names.of(cls);
  const schema = responseSchemaName(cls, names);
  const membersNote = (preposition: string) => (anyName === undefined ? '' : `, ${preposition} the members of its own class`);
  const singular = words(cls.slug);
  const plural = words(cls.plural);
  const identity = identityOf(cls);
  const listing: Operation = {
    cls,
    kind: 'list',
    operationId: names.listOperation(cls),
    summary: `List ${plural}`,
    description: `Returns a page of ${plural}${membersNote('each with')}.`,
    method: 'get',
    path: all,
    pathParameters: NONE,
    queryParameters: PAGING[extent],
    success: { status: 200, description: `A page of ${plural}.`, schema: page },
    errors: failuresByKind.list.plain,
    ...included,
    ...(isFull && { filters: filtersOf(cls) }),
  };
  const creation: Operation = {
    cls,
    kind: 'create',
    operationId: `create${cls.name}`,
    summary: `Create ${singular}`,
    description: `Creates ${articleOf(cls.slug)} ${singular}. The server assigns ${enumerate(assignedMembers(cls))}.`,
    method: 'post',
    path: all,
    pathParameters: NONE,
    queryParameters: NONE,
    body: create,
    success: { status: 201, description: `The new ${singular}.`, schema: cls.name },
    errors: failuresByKind.create[identity],
    ...tagged,
    ...idempotencyKey,
  };
  const lookup: Operation = {
    cls,
    kind: 'get',
    operationId: `get${cls.name}`,
    summary: `Get ${singular}`,
    description: `Returns the ${singular} with this \`id\`${membersNote('with')}.`,
    method: 'get',
    path: single,
    pathParameters: ID,
    queryParameters: NONE,
    success: { status: 200, description: `The ${singular}.`, schema },
    errors: failuresByKind.get.plain,
    ...tagged,
    ...ifNoneMatch,
    ...included,
  };
  const change: Operation = {
    cls,
    kind: 'update',
    operationId: `update${cls.name}`,
    summary: `Update ${singular}`,
    description: `Updates the members that are sent; the others keep their value.${nullNote(cls)}`,
    method: 'patch',
    path: single,
    pathParameters: ID,
    queryParameters: NONE,
    body: update,
    success: { status: 200, description: `The updated ${singular}.`, schema },
    errors: failuresByKind.update[identity],
    ...tagged,
    ...ifMatch,
  };
  const deletion: Operation = {
    cls,
    kind: 'delete',
    operationId: `delete${cls.name}`,
    summary: `Delete ${singular}`,
    description: deletionDescription(singular, note),
    method: 'delete',
    path: single,
    pathParameters: ID,
    queryParameters: NONE,
    success: { status: 204, description: `The ${singular} is deleted.` },
    errors: failuresByKind.delete[note?.mayBeRejected ? 'unique' : 'plain'],
    ...ifMatch,
  };
  return [
    listing,
    ...(cls.abstract ? [] : [creation]),
    ...(isFull && !cls.abstract ? [bulkCreation(cls, create, bulk)] : []),
    lookup,
    ...(isFull && !cls.abstract && isChangeable(cls) ? [replacement(cls, create, single)] : []),
    ...(isChangeable(cls) ? [change] : []),
    deletion,
    ...(isFull ? [...relatedLists(cls)].map(([path, relation]) => relatedList(cls, path, relation, names)) : []),
  ];
}

/** Returns the members that only the server sets. */
const assignedMembers = (cls: DomainClass): readonly string[] =>
  cls.allFields.filter((field) => isAssigned(field) && !field.discriminator).map(({ name }) => `\`${name}\``);

/** Returns what happens to members that the body of a replacement leaves out. */
function absenceNote(cls: DomainClass): string {
  const members = cls.allFields.filter((field) => isMember(field, 'create'));
  const required = new Set(constructorFields(cls).map(({ name }) => name));
  const optional = members.filter(({ name }) => !required.has(name));
  const withDefault = optional.filter(({ default: value, constant, generated }) =>
    [value, constant, generated].some((one) => one !== undefined),
  );
  const kept = assignedMembers(cls).filter((name) => name !== '`id`');
  return [
    withDefault.length > 0
      ? ` If absent, ${enumerate(withDefault.map(({ name }) => `\`${name}\``))} ${withDefault.length > 1 ? 'get their default' : 'gets its default'}.`
      : '',
    optional.length > withDefault.length
      ? ` ${withDefault.length > 0 ? 'Other optional' : 'Optional'} members that are absent are cleared.`
      : '',
    kept.length > 0 ? ` ${enumerate(kept)} ${kept.length > 1 ? 'keep their values' : 'keeps its value'}.` : '',
  ].join('');
}

/** Returns what null does in an update, if the class has members that it clears. */
function nullNote(cls: DomainClass): string {
  return isClearable(cls) ? ' `null` clears an optional member, and is rejected for a required one.' : '';
}

function deletionDescription(singular: string, note: DeletionNote | undefined): string {
  if (note === undefined) return `Deletes the ${singular}.`;
  return `Deletes the ${singular}; ${note.text}.${note.mayBeRejected ? ' A rejected deletion has the status 409.' : ''}`;
}

function replacement(cls: DomainClass, body: string, path: string): Operation {
  const singular = words(cls.slug);
  return {
    cls,
    kind: 'replace',
    operationId: `replace${cls.name}`,
    summary: `Replace ${singular}`,
    description: `Replaces the ${singular} with this \`id\`.${absenceNote(cls)}`,
    method: 'put',
    path,
    pathParameters: ID,
    queryParameters: NONE,
    body,
    success: { status: 200, description: `The new version of the ${singular}.`, schema: cls.name },
    errors: FAILURES.full.update[identityOf(cls)],
    ...HEADERS.full.tagged,
    ...HEADERS.full.ifMatch,
  };
}

function bulkCreation(cls: DomainClass, body: string, path: string): Operation {
  const plural = words(cls.plural);
  return {
    cls,
    kind: 'createList',
    operationId: `bulkCreate${cls.name}`,
    summary: `Create several ${plural}`,
    description: `Creates all ${plural} of the list, or none. The pointers of a problem begin with the index of the instance.`,
    method: 'post',
    path,
    pathParameters: NONE,
    queryParameters: NONE,
    body,
    success: { status: 201, description: `The new ${plural}, in the order of the request.`, schema: cls.name },
    isBulk: true,
    errors: FAILURES.full.create.unique,
    ...HEADERS.full.idempotencyKey,
  };
}

/** Returns the relations of a class whose instances a response may include, with their schemas. */
function inclusions(cls: DomainClass, names: Names): Pick<Operation, 'includes'> {
  const relations = includedRelations(cls);
  if (relations.length === 0) return {};
  return { includes: relations.map((relation) => ({ relation, schema: responseSchemaName(relation.target, names) })) };
}

/** Returns the operation that lists the instances related to one. */
function relatedList(cls: DomainClass, path: string, relation: Relation, names: Names): Operation {
  const singular = words(cls.slug);
  const plural = words(relation.target.plural);
  return {
    cls,
    kind: 'related',
    operationId: names.relatedOperation(cls, relation),
    summary: `List the ${plural} ${relatedTo(`this ${singular}`, relation)}`,
    description: `Returns a page of the ${plural} ${relatedTo(`the ${singular} with this \`id\``, relation)}.`,
    method: 'get',
    path,
    pathParameters: ID,
    queryParameters: PAGING.full,
    filters: filtersOf(relation.target).filter(({ field }) => field.name !== fixedMember(relation)),
    ...inclusions(relation.target, names),
    relation,
    success: { status: 200, description: `A page of ${plural}.`, schema: names.of(relation.target).page },
    errors: FAILURES.full.get.plain,
  };
}

/** Returns the member of the related instances that the path of their list fixes. */
export function fixedMember({ holder, field, target }: Relation): string | undefined {
  const isFilter = holder === 'target' && filtersOf(target).some((filter) => filter.field.name === field.name);
  return isFilter ? field.name : undefined;
}

/** Returns the condition that instances of a list of related ones satisfy, by the field that stores the relation. */
function relatedTo(instance: string, { field: { name, cardinality }, holder }: Relation): string {
  if (holder === 'source') return `in \`${name}\` of ${instance}`;
  return `whose \`${name}\` ${cardinality === 'many' ? 'contain' : 'is'} ${instance}`;
}

const identityOf = (cls: DomainClass) => (hasUniqueValues(cls) ? 'unique' : 'plain');

/** Checks whether instances can violate uniqueness by anything but the id, which the server assigns. */
function hasUniqueValues(cls: DomainClass): boolean {
  return cls.allFields.some((field) => field.unique && field.type.kind !== 'id') || allKeys(cls).length > 0;
}
