import type { DomainClass } from '../../model/index.ts';
import { errorExample, PAGE_COUNT, PAGE_LIMIT, schemaRef } from '../shared/json-schema/index.ts';
import { Form, lazyMap, mapOfParts, type Shape, type TreeMap } from '../shared/tree/index.ts';
import { dialect } from './dialect.ts';
import type { Names } from './names.ts';
import { type ClassPaths, type ErrorStatus, type Operation, type ParameterName, pathsOf } from './operations.ts';

const JSON_TYPE = 'application/json';
const PATCH_TYPE = 'application/merge-patch+json';

/** The component of each parameter. */
const PARAMETERS: Readonly<Record<ParameterName, string>> = { id: 'Id', limit: 'Limit', offset: 'Offset' };

interface Failure {
  /** The component that describes it. */
  readonly name: string;
  readonly description: string;
  /** The status and title in its example; the status is that of the response if it has one. */
  readonly example: readonly [number, string];
  readonly headers?: TreeMap;
}

const FAILURES: Readonly<Record<ErrorStatus, Failure>> & Readonly<Record<500 | 'default', Failure>> = {
  400: { name: 'BadRequest', description: 'The request is malformed.', example: [400, 'Bad Request'] },
  401: {
    name: 'Unauthorized',
    description: 'The request has no valid credentials.',
    example: [401, 'Unauthorized'],
    // RFC 9110, section 15.5.2, requires it.
    headers: { 'WWW-Authenticate': { $ref: '#/components/headers/WwwAuthenticate' } },
  },
  403: { name: 'Forbidden', description: 'The client may not do this.', example: [403, 'Forbidden'] },
  404: { name: 'NotFound', description: 'There is no instance with this `id`.', example: [404, 'Not Found'] },
  409: {
    name: 'Conflict',
    description: 'Another instance already has a unique value, or refers to the instance to delete.',
    example: [409, 'Conflict'],
  },
  422: {
    name: 'UnprocessableContent',
    description: 'The request body violates its schema, or refers to an instance that does not exist.',
    example: [422, 'Unprocessable Content'],
  },
  500: { name: 'ServerFailure', description: 'The server failed.', example: [500, 'Internal Server Error'] },
  default: { name: 'OtherFailure', description: 'Any other error.', example: [429, 'Too Many Requests'] },
};

/** Responses that all operations share. No ranges (`5XX`): generators of clients write a range where a number belongs. */
const COMMON = [500, 'default'] as const;

/**
 * Returns the paths of classes: the list, the single instance, and the instance with its related objects. The operations of a
 * class are created when its first path is read.
 */
export function paths(
  classes: readonly DomainClass[],
  operationsOf: (cls: DomainClass, paths: ClassPaths) => readonly Operation[],
): TreeMap {
  let last: { readonly owner: Owner; readonly operations: readonly Operation[] } | undefined;
  return lazyMap({ [Symbol.iterator]: () => owners(classes) }, (owner, path) => {
    if (last?.owner !== owner) last = { owner, operations: operationsOf(owner.cls, owner.paths) };
    return pathItem(last.operations.filter((operation) => operation.path === path));
  });
}

interface Owner {
  readonly cls: DomainClass;
  readonly paths: ClassPaths;
}

/** Yields the paths of classes one after another, with their classes, because there may be many. */
function* owners(classes: readonly DomainClass[]): Iterator<readonly [path: string, owner: Owner]> {
  for (const cls of classes) {
    const paths = pathsOf(cls);
    const owner = { cls, paths };
    yield [paths.all, owner];
    yield [paths.single, owner];
    if (paths.related !== undefined) yield [paths.related, owner];
  }
}

function pathItem(operations: readonly Operation[]): TreeMap {
  return mapOfParts([formOf(operations).of(operations)]);
}

export function sharedComponents(failures: readonly ErrorStatus[], names: Names): TreeMap {
  return {
    parameters: {
      Id: {
        name: 'id',
        in: 'path',
        required: true,
        description: 'Identifier of the instance.',
        schema: { type: 'string', format: 'uuid' },
      },
      Limit: {
        name: 'limit',
        in: 'query',
        description: 'Maximum number of entries on a page.',
        schema: { type: 'integer', format: 'int32', ...PAGE_LIMIT },
      },
      Offset: {
        name: 'offset',
        in: 'query',
        description: 'Number of entries to skip.',
        schema: { type: 'integer', format: 'int64', ...PAGE_COUNT, default: 0 },
      },
    },
    headers: {
      Location: {
        description: 'URL of the new instance.',
        required: true,
        schema: { type: 'string', format: 'uri-reference' },
      },
      WwwAuthenticate: {
        description: 'The authentication schemes that the server accepts.',
        required: true,
        schema: { type: 'string' },
      },
    },
    responses: Object.fromEntries(
      [...failures, ...COMMON].map((key) => [FAILURES[key].name, failureResponse(FAILURES[key], names)]),
    ),
  };
}

/**
 * A search tree of forms. Paths whose operations have the same kinds and the same failures share one form. Each level of the
 * tree stands for one operation.
 */
interface Forms {
  form?: Form<readonly Operation[]>;
  readonly more: Map<Operation['kind'], Map<readonly ErrorStatus[], Forms>>;
}

const noForms = (): Forms => ({ more: new Map() });

const forms = noForms();
const deprecatedForms = noForms();

function formOf(operations: readonly Operation[]): Form<readonly Operation[]> {
  let found = operations[0]?.cls.deprecated ? deprecatedForms : forms;
  for (const { kind, errors } of operations) {
    const ofKind = found.more.get(kind) ?? new Map<readonly ErrorStatus[], Forms>();
    found.more.set(kind, ofKind);
    found = ofKind.get(errors) ?? noForms();
    ofKind.set(errors, found);
  }
  found.form ??= pathForm(operations);
  return found.form;
}

function pathForm(operations: readonly Operation[]): Form<readonly Operation[]> {
  const parameters = operations[0]?.pathParameters ?? [];
  return new Form({
    parameters: parameters.length > 0 ? parameters.map(parameterRef) : undefined,
    ...Object.fromEntries(
      operations.map((operation, i) => [operation.method, operationShape(operation, (all) => all[i] as Operation)]),
    ),
  });
}

/**
 * Returns the common part of operations of the same kind.
 *
 * @param of returns the operation from those of its path
 */
function operationShape(
  { cls, method, queryParameters, body, success, errors }: Operation,
  of: (all: readonly Operation[]) => Operation,
): Shape<readonly Operation[]> {
  const mediaType = method === 'patch' ? PATCH_TYPE : JSON_TYPE;
  return {
    operationId: (all) => of(all).operationId,
    summary: (all) => of(all).summary,
    description: (all) => of(all).description,
    tags: (all) => [of(all).cls.name],
    deprecated: cls.deprecated || undefined,
    parameters: queryParameters.length > 0 ? queryParameters.map(parameterRef) : undefined,
    requestBody: body === undefined ? undefined : { required: true, content: jsonContent((all) => of(all).body, mediaType) },
    responses: {
      [success.status]: {
        description: (all) => of(all).success.description,
        headers: success.status === 201 ? { Location: { $ref: '#/components/headers/Location' } } : undefined,
        content: success.schema === undefined ? undefined : jsonContent((all) => of(all).success.schema),
      },
      ...failureRefs(errors),
    },
  };
}

function failureRefs(errors: readonly ErrorStatus[]): TreeMap {
  return Object.fromEntries([...errors, ...COMMON].map((key) => [key, { $ref: `#/components/responses/${FAILURES[key].name}` }]));
}

function jsonContent<T>(schemaOf: (subject: T) => string | undefined, type = JSON_TYPE): Shape<T> {
  const $ref = (subject: T) => schemaRef(schemaOf(subject) as string, dialect)['$ref'];
  return { [type]: { schema: { $ref } } };
}

function failureResponse({ description, example: [status, title], headers }: Failure, names: Names): TreeMap {
  return {
    description,
    headers,
    content: {
      'application/problem+json': { schema: schemaRef(names.error, dialect), example: errorExample(status, title, description) },
    },
  };
}

function parameterRef(name: ParameterName): TreeMap {
  return { $ref: `#/components/parameters/${PARAMETERS[name]}` };
}
