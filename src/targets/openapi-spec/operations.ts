import { allKeys, type DomainClass, type DomainModel, isResource } from '../../model/index.ts';
import { type DeletionNote, deletionNotes } from '../core/index.ts';
import { anyOf, isChangeable, words } from '../shared/json-schema/index.ts';
import { articleOf } from '../text/index.ts';
import type { Names } from './names.ts';

/** A parameter that operations share. */
export type ParameterName = 'id' | 'limit' | 'offset';

/** A status of a failure; its body has the common schema of errors. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 422;

/** One operation of the API, for the document and for generators of clients. */
export interface Operation {
  /** The class whose instances the operation concerns. */
  readonly cls: DomainClass;
  readonly kind: 'list' | 'create' | 'get' | 'update' | 'delete' | 'relations';
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
export function operations(model: DomainModel, names: Names): readonly Operation[] {
  const noteOn = deletionNotes(model);
  return model.classes.filter(isResource).flatMap((cls) => classOperations(cls, names, noteOn(cls)));
}

/** The paths of a class: of the list, of a single instance, and of an instance with its related objects. */
export interface ClassPaths {
  readonly all: string;
  readonly single: string;
  readonly related?: string;
}

export function pathsOf(cls: DomainClass): ClassPaths {
  const all = `/${cls.plural.replaceAll('_', '-')}`;
  const single = `${all}/{id}`;
  if (cls.relationsName === undefined) return { all, single };
  return { all, single, related: `${single}/${relationsWords(cls, cls.relationsName).replaceAll(' ', '-')}` };
}

/**
 * Returns all failures of the operations on instances of these classes, in order.
 *
 * @param noteOn the effect of deleting an instance on referring instances
 */
export function failuresOf(
  classes: readonly DomainClass[],
  noteOn: (cls: DomainClass) => DeletionNote | undefined,
): readonly ErrorStatus[] {
  if (classes.length === 0) return [];
  return classes.some((cls) => hasUniqueValues(cls) || noteOn(cls)?.mayBeRejected)
    ? UPDATE_FAILURES.unique
    : UPDATE_FAILURES.plain;
}

/** Returns the failures of every operation and the given ones, in order. */
function failures(...others: readonly ErrorStatus[]): readonly ErrorStatus[] {
  return ([400, 401, 403, ...others] satisfies ErrorStatus[]).sort((a, b) => a - b);
}

// Shared by the operations of all classes, to save memory.
const COMMON_FAILURES = failures();
const READ_FAILURES = failures(404);
const DELETE_FAILURES = failures(404, 409);
const CREATE_FAILURES = { plain: failures(422), unique: failures(409, 422) } as const;
const UPDATE_FAILURES = { plain: failures(404, 422), unique: failures(404, 409, 422) } as const;
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
  { all, single, related }: ClassPaths = pathsOf(cls),
): readonly Operation[] {
  const { create, update, page, any: anyName } = names.of(cls);
  const any = anyOf(cls, names);
  const one = words(cls.slug);
  const several = words(cls.plural);
  const identity = hasUniqueValues(cls) ? 'unique' : 'plain';
  const list: Operation[] = [
    {
      cls,
      kind: 'list',
      operationId: names.listOperation(cls),
      summary: `List ${several}`,
      description: `Returns a page of ${several}${anyName === undefined ? '' : ', each with the members of its own class'}.`,
      method: 'get',
      path: all,
      pathParameters: NONE,
      queryParameters: PAGING,
      success: { status: 200, description: `A page of ${several}.`, schema: page },
      errors: COMMON_FAILURES,
    },
    {
      cls,
      kind: 'get',
      operationId: `get${cls.name}`,
      summary: `Get ${one}`,
      description: `Returns the ${one} with this \`id\`${anyName === undefined ? '' : ', with the members of its own class'}.`,
      method: 'get',
      path: single,
      pathParameters: ID,
      queryParameters: NONE,
      success: { status: 200, description: `The ${one}.`, schema: any },
      errors: READ_FAILURES,
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
      errors: CREATE_FAILURES[identity],
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
      errors: UPDATE_FAILURES[identity],
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
    errors: note?.mayBeRejected ? DELETE_FAILURES : READ_FAILURES,
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
      errors: READ_FAILURES,
    });
  }
  return list;
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
