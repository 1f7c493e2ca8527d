import { allKeys, type DomainClass, type DomainModel, isResource } from '../../model/index.ts';
import { deletionNotes } from '../core/index.ts';
import { anyOf, isChangeable, words } from '../shared/json-schema/index.ts';
import type { Names } from './names.ts';

/** A parameter that operations share. */
export type ParameterName = 'id' | 'limit' | 'offset';

/** A status that reports a failure; its body is the schema of all errors. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 422;

/** One operation of the API: what the document says of it, and what a client of it has to know. */
export interface Operation {
  /** The class whose instances it is about. */
  readonly cls: DomainClass;
  readonly kind: 'list' | 'create' | 'get' | 'update' | 'delete' | 'relations';
  readonly operationId: string;
  /** A few words. */
  readonly summary: string;
  /** What it does, in one sentence. */
  readonly description: string;
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** With `{id}` for the path parameter. */
  readonly path: string;
  readonly pathParameters: readonly ParameterName[];
  readonly queryParameters: readonly ParameterName[];
  /** The schema of the body that is sent, if there is one; with `PATCH` it is a JSON Merge Patch. */
  readonly body?: string;
  readonly success: {
    readonly status: 200 | 201 | 204;
    readonly description: string;
    /** The schema of the body that is received, if there is one. */
    readonly schema?: string;
  };
  readonly errors: readonly ErrorStatus[];
}

/** All operations of a model's API, class by class; those of one path stand together. */
export function operations(model: DomainModel, names: Names): readonly Operation[] {
  const noteOn = deletionNotes(model);
  return model.classes.filter(isResource).flatMap((cls) => classOperations(cls, names, noteOn(cls)));
}

/** Failures that every operation may end in, and those that it may have besides, in order. */
function failures(...others: readonly ErrorStatus[]): readonly ErrorStatus[] {
  return ([400, 401, 403, ...others] satisfies ErrorStatus[]).sort((a, b) => a - b);
}

/** @param note what deleting does to what refers to the instance */
function classOperations(cls: DomainClass, names: Names, note: string | undefined): readonly Operation[] {
  const { create, update, page, listOperation, any: anyName } = names.of(cls);
  const any = anyOf(cls, names);
  const one = words(cls.slug);
  const several = words(cls.plural);
  const all = `/${cls.plural.replaceAll('_', '-')}`;
  const single = `${all}/{id}`;
  const conflict: readonly ErrorStatus[] = hasUniqueValues(cls) ? [409] : [];
  const ofAll = { cls, path: all, pathParameters: [], queryParameters: [] } as const;
  const ofOne = { cls, path: single, pathParameters: ['id'], queryParameters: [] } as const;
  const asItIs = anyName === undefined ? '' : ', each with all that its own class has';
  const list: Operation[] = [
    {
      ...ofAll,
      ...{ kind: 'list', method: 'get', operationId: listOperation, summary: `List ${several}` },
      description: `Gives a page of all ${several}${asItIs}.`,
      queryParameters: ['limit', 'offset'],
      success: { status: 200, description: `A page of ${several}.`, schema: page },
      errors: failures(),
    },
    {
      ...ofAll,
      ...{ kind: 'create', method: 'post', operationId: `create${cls.name}`, summary: `Create ${one}` },
      description: `Makes a new ${one}, to which the server gives its \`id\`.`,
      body: create,
      success: { status: 201, description: `The new ${one}.`, schema: cls.name },
      errors: failures(...conflict, 422),
    },
    {
      ...ofOne,
      ...{ kind: 'get', method: 'get', operationId: `get${cls.name}`, summary: `Get ${one}` },
      description: `Gives the ${one} with this \`id\`${anyName === undefined ? '' : ', with all that its own class has'}.`,
      success: { status: 200, description: `The ${one}.`, schema: any },
      errors: failures(404),
    },
  ];
  if (isChangeable(cls)) {
    list.push({
      ...ofOne,
      ...{ kind: 'update', method: 'patch', operationId: `update${cls.name}`, summary: `Update ${one}` },
      description: `Changes what is sent of the ${one} and leaves the rest as it is.`,
      body: update,
      success: { status: 200, description: `The updated ${one}.`, schema: any },
      errors: failures(404, ...conflict, 422),
    });
  }
  list.push({
    ...ofOne,
    ...{ kind: 'delete', method: 'delete', operationId: `delete${cls.name}`, summary: `Delete ${one}` },
    description: `Deletes the ${one}${note === undefined ? '' : `; ${note}`}.`,
    success: { status: 204, description: `The ${one} is deleted.` },
    errors: note?.includes('refused') ? failures(404, 409) : failures(404),
  });
  if (cls.relationsName !== undefined) {
    const related = relationsWords(cls, cls.relationsName);
    list.push({
      ...ofOne,
      ...{ kind: 'relations', method: 'get', operationId: `get${cls.relationsName}`, summary: `Get ${one} ${related}` },
      path: `${single}/${related.replaceAll(' ', '-')}`,
      description: `Gives the ${one} with this \`id\` and the objects that it is related to.`,
      success: { status: 200, description: `The ${one} ${related}.`, schema: cls.relationsName },
      errors: failures(404),
    });
  }
  return list;
}

/** Whether an instance can clash with another by anything but its id, which the server makes up. */
export function hasUniqueValues(cls: DomainClass): boolean {
  return cls.allFields.some((field) => field.unique && field.type.kind !== 'id') || allKeys(cls).length > 0;
}

/** `UserWithPosts` → `with posts` */
function relationsWords(cls: DomainClass, relationsName: string): string {
  const rest = relationsName.startsWith(cls.name) ? relationsName.slice(cls.name.length) : relationsName;
  return rest.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
}
