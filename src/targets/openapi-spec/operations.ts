import { allKeys, type DomainClass, type DomainModel, isResource, type Relation } from '../../model/index.ts';
import { type DeletionNote, deletionNotes, isChangeable } from '../core/index.ts';
import { type Filter, filtersOf } from '../shared/filters/index.ts';
import { anyOf } from '../shared/json-schema/index.ts';
import { articleOf, words } from '../text/index.ts';
import type { Names } from './names.ts';

/** A parameter that operations share. */
export type ParameterName = 'id' | 'limit' | 'offset' | 'ifMatch' | 'ifNoneMatch';

/** A status of a failure; its body has the common schema of errors. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 503;

/** The extent of the API: what the tables allow, or all that the generated service does. */
export type Extent = 'basic' | 'full';

/** One operation of the API, for the document and for generators of clients. */
export interface Operation {
  /** The class whose instances the operation concerns. */
  readonly cls: DomainClass;
  readonly kind: 'list' | 'create' | 'get' | 'update' | 'delete' | 'relations' | 'related';
  readonly operationId: string;
  /** A few words. */
  readonly summary: string;
  /** One sentence. */
  readonly description: string;
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** With `{id}` as path parameter. */
  readonly path: string;
  readonly pathParameters: readonly ParameterName[];
  readonly queryParameters: readonly ParameterName[];
  /** The members that a list filters and sorts by. */
  readonly filters?: readonly Filter[];
  /** The relation whose instances a list has. */
  readonly relation?: Relation;
  /** The header of a request that is conditional on the entity tag of the instance, if it may be. */
  readonly condition?: 'ifMatch' | 'ifNoneMatch';
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
  readonly errors: readonly ErrorStatus[];
}

/** Returns all operations of a model's API, grouped by class and path. */
export function operations(model: DomainModel, names: Names, extent: Extent): readonly Operation[] {
  const noteOn = deletionNotes(model);
  return model.classes.filter(isResource).flatMap((cls) => classOperations(cls, names, noteOn(cls), extent));
}

/** The paths of a class: of the list, of a single instance, and of an instance with its related objects. */
export interface ClassPaths {
  readonly all: string;
  readonly single: string;
  readonly related?: string;
}

/** Returns the paths of a class, such as `/blog-posts` and `/blog-posts/{id}`. */
export function pathsOf(cls: DomainClass): ClassPaths {
  const all = `/${cls.plural.replaceAll('_', '-')}`;
  const single = `${all}/{id}`;
  if (cls.relationsName === undefined) return { all, single };
  return { all, single, related: `${single}/${relationsWords(cls, cls.relationsName).replaceAll(' ', '-')}` };
}

/** Returns the relations to several instances that have a list of their own, with its path. */
export function relatedLists(cls: DomainClass): ReadonlyMap<string, Relation> {
  const { single, related } = pathsOf(cls);
  const lists = cls.allRelations.filter(({ many, target }) => many && isResource(target));
  const paths = lists.map((relation) => [`${single}/${relation.name.replaceAll('_', '-')}`, relation] as const);
  return new Map(paths.filter(([path]) => path !== related));
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
  const isUnique = classes.some((cls) => hasUniqueValues(cls) || noteOn(cls)?.mayBeRejected);
  return FAILURES[extent].update[isUnique ? 'unique' : 'plain'];
}

/** Returns the failures of every operation and the given ones, in order. */
function failures(...others: readonly ErrorStatus[]): readonly ErrorStatus[] {
  return ([400, 401, 403, ...others] satisfies ErrorStatus[]).sort((a, b) => a - b);
}

/** The failures of each operation; `unique` if another instance may prevent it. */
const failuresIn = (extent: Extent) => {
  const withCommon = (...others: readonly ErrorStatus[]) =>
    failures(...others, ...(extent === 'full' ? ([429, 503] as const) : []));
  const [body, condition]: ErrorStatus[][] = extent === 'full' ? [[413, 415], [412]] : [[], []];
  const change = (...others: readonly ErrorStatus[]) => withCommon(422, ...(body ?? []), ...others);
  return {
    list: { plain: withCommon(), unique: withCommon() },
    get: { plain: withCommon(404), unique: withCommon(404) },
    create: { plain: change(), unique: change(409) },
    update: { plain: change(404, ...(condition ?? [])), unique: change(404, 409, ...(condition ?? [])) },
    delete: { plain: withCommon(404, ...(condition ?? [])), unique: withCommon(404, 409, ...(condition ?? [])) },
  } as const;
};

/** The members of operations that use entity tags, which only the generated service has. */
const ENTITY_TAGS = {
  basic: { tagged: {}, ifMatch: {}, ifNoneMatch: {} },
  full: { tagged: { isTagged: true }, ifMatch: { condition: 'ifMatch' }, ifNoneMatch: { condition: 'ifNoneMatch' } },
} as const;

// Shared by the operations of all classes, to save memory.
const FAILURES = { basic: failuresIn('basic'), full: failuresIn('full') } as const;
const NONE: readonly ParameterName[] = [];
const ID: readonly ParameterName[] = ['id'];
const PAGING: readonly ParameterName[] = ['limit', 'offset'];

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
  { all, single, related }: ClassPaths = pathsOf(cls),
): readonly Operation[] {
  const failuresOf = FAILURES[extent];
  const { tagged, ifMatch, ifNoneMatch } = ENTITY_TAGS[extent];
  const { create, update, page, any: anyName } = names.of(cls);
  const any = anyOf(cls, names);
  const membersNote = (lead: string) => (anyName === undefined ? '' : `, ${lead} the members of its own class`);
  const one = words(cls.slug);
  const several = words(cls.plural);
  const identity = hasUniqueValues(cls) ? 'unique' : 'plain';
  const list: Operation[] = [
    {
      cls,
      kind: 'list',
      operationId: names.listOperation(cls),
      summary: `List ${several}`,
      description: `Returns a page of ${several}${membersNote('each with')}.`,
      method: 'get',
      path: all,
      pathParameters: NONE,
      queryParameters: PAGING,
      success: { status: 200, description: `A page of ${several}.`, schema: page },
      errors: failuresOf.list.plain,
      ...(extent === 'full' && { filters: filtersOf(cls) }),
    },
    {
      cls,
      kind: 'get',
      operationId: `get${cls.name}`,
      summary: `Get ${one}`,
      description: `Returns the ${one} with this \`id\`${membersNote('with')}.`,
      method: 'get',
      path: single,
      pathParameters: ID,
      queryParameters: NONE,
      success: { status: 200, description: `The ${one}.`, schema: any },
      errors: failuresOf.get.plain,
      ...tagged,
      ...ifNoneMatch,
    },
  ];
  if (!cls.abstract) {
    list.splice(1, 0, {
      cls,
      kind: 'create',
      operationId: `create${cls.name}`,
      summary: `Create ${one}`,
      description: `Creates ${articleOf(cls.slug)} ${one}. The server assigns its \`id\`.`,
      method: 'post',
      path: all,
      pathParameters: NONE,
      queryParameters: NONE,
      body: create,
      success: { status: 201, description: `The new ${one}.`, schema: cls.name },
      errors: failuresOf.create[identity],
      ...tagged,
    });
  }
  if (isChangeable(cls)) {
    list.push({
      cls,
      kind: 'update',
      operationId: `update${cls.name}`,
      summary: `Update ${one}`,
      description: `Updates the members that are sent; the others keep their value.`,
      method: 'patch',
      path: single,
      pathParameters: ID,
      queryParameters: NONE,
      body: update,
      success: { status: 200, description: `The updated ${one}.`, schema: any },
      errors: failuresOf.update[identity],
      ...tagged,
      ...ifMatch,
    });
  }
  list.push({
    cls,
    kind: 'delete',
    operationId: `delete${cls.name}`,
    summary: `Delete ${one}`,
    description: `Deletes the ${one}${note === undefined ? '' : `; ${note.text}`}.`,
    method: 'delete',
    path: single,
    pathParameters: ID,
    queryParameters: NONE,
    success: { status: 204, description: `The ${one} is deleted.` },
    errors: failuresOf.delete[note?.mayBeRejected ? 'unique' : 'plain'],
    ...ifMatch,
  });
  if (cls.relationsName !== undefined && related !== undefined) {
    const shown = relationsWords(cls, cls.relationsName);
    list.push({
      cls,
      kind: 'relations',
      operationId: `get${cls.relationsName}`,
      summary: `Get ${one} ${shown}`,
      description: `Returns the ${one} with this \`id\` and its related objects.`,
      method: 'get',
      path: related,
      pathParameters: ID,
      queryParameters: NONE,
      success: { status: 200, description: `The ${one} ${shown}.`, schema: cls.relationsName },
      errors: failuresOf.get.plain,
    });
  }
  if (extent === 'full') list.push(...[...relatedLists(cls)].map(([path, relation]) => relatedList(cls, path, relation, names)));
  return list;
}

/** Returns the operation that lists the instances related to one. */
function relatedList(cls: DomainClass, path: string, relation: Relation, names: Names): Operation {
  const one = words(cls.slug);
  const several = words(relation.name);
  return {
    cls,
    kind: 'related',
    operationId: names.relatedOperation(cls, relation),
    summary: `List ${several} of ${one}`,
    description: `Returns a page of the ${several} of the ${one} with this \`id\`.`,
    method: 'get',
    path,
    pathParameters: ID,
    queryParameters: PAGING,
    filters: filtersOf(relation.target),
    relation,
    success: { status: 200, description: `A page of ${several}.`, schema: names.of(relation.target).page },
    errors: FAILURES.full.get.plain,
  };
}

/** Checks whether instances can violate uniqueness by anything but the id, which the server assigns. */
export function hasUniqueValues(cls: DomainClass): boolean {
  return cls.allFields.some((field) => field.unique && field.type.kind !== 'id') || allKeys(cls).length > 0;
}

/** `UserWithPosts` → `with posts` */
function relationsWords(cls: DomainClass, relationsName: string): string {
  const rest = relationsName.startsWith(cls.name) ? relationsName.slice(cls.name.length) : relationsName;
  return rest.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
}
