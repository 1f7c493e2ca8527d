import type { DomainClass } from '../../model/index.ts';
import { errorExample, PAGE_COUNT, PAGE_LIMIT, schemaRef } from '../shared/json-schema/index.ts';
import { Form, lazyMap, mapOfParts, type Shape, type TreeMap } from '../shared/tree/index.ts';
import { dialect } from './dialect.ts';
import { filterParameters } from './filters.ts';
import type { Names } from './names.ts';
import {
  type ClassPaths,
  type ErrorStatus,
  type Extent,
  type Operation,
  type ParameterName,
  pathsOf,
  relatedLists,
} from './operations.ts';

const JSON_TYPE = 'application/json';
const PATCH_TYPE = 'application/merge-patch+json';

/** The component of each parameter. */
const PARAMETERS: Readonly<Record<ParameterName, string>> = {
  id: 'Id',
  limit: 'Limit',
  offset: 'Offset',
  ifMatch: 'IfMatch',
  ifNoneMatch: 'IfNoneMatch',
};

/** The values of `code` in problems of the generated service (`Code` in runtime/api/problem.rs). */
export const PROBLEM_CODES = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'not_unique',
  'in_use',
  'precondition_failed',
  'too_large',
  'unsupported_media_type',
  'invalid_value',
  'internal_error',
  'unavailable',
  'try_again',
] as const;

interface Failure {
  /** The component that describes it. */
  readonly name: string;
  readonly description: string;
  /** The status and title in its example; the status is that of the response if it has one. */
  readonly example: readonly [number, string];
  /** The member `code` of its example, if problems have one. */
  readonly code: (typeof PROBLEM_CODES)[number];
  readonly headers?: TreeMap;
}

const FAILURES: Readonly<Record<ErrorStatus, Failure>> & Readonly<Record<500 | 'default', Failure>> = {
  400: { name: 'BadRequest', description: 'The request is malformed.', example: [400, 'Bad Request'], code: 'invalid_request' },
  401: {
    name: 'Unauthorized',
    description: 'The request has no valid credentials.',
    example: [401, 'Unauthorized'],
    code: 'unauthorized',
    // RFC 9110, section 15.5.2, requires it.
    headers: { 'WWW-Authenticate': { $ref: '#/components/headers/WwwAuthenticate' } },
  },
  403: { name: 'Forbidden', description: 'The client may not do this.', example: [403, 'Forbidden'], code: 'forbidden' },
  404: { name: 'NotFound', description: 'There is no instance with this `id`.', example: [404, 'Not Found'], code: 'not_found' },
  409: {
    name: 'Conflict',
    description: 'Another instance already has a unique value, or refers to the instance to delete.',
    example: [409, 'Conflict'],
    code: 'not_unique',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The instance has changed: `If-Match` has no current entity tag.',
    example: [412, 'Precondition Failed'],
    code: 'precondition_failed',
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body has more than 2 MB.',
    example: [413, 'Payload Too Large'],
    code: 'too_large',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body has another media type.',
    example: [415, 'Unsupported Media Type'],
    code: 'unsupported_media_type',
  },
  422: {
    name: 'UnprocessableContent',
    description: 'The request body violates its schema, or refers to an instance that does not exist.',
    example: [422, 'Unprocessable Content'],
    code: 'invalid_value',
  },
  500: {
    name: 'ServerFailure',
    description: 'The server failed.',
    example: [500, 'Internal Server Error'],
    code: 'internal_error',
  },
  503: {
    name: 'Unavailable',
    description: 'The database is busy or does not answer: try again later.',
    example: [503, 'Service Unavailable'],
    code: 'unavailable',
  },
  default: { name: 'OtherFailure', description: 'Any other error.', example: [429, 'Too Many Requests'], code: 'unavailable' },
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
  extent: Extent,
): TreeMap {
  let last: { readonly owner: Owner; readonly operations: readonly Operation[] } | undefined;
  return lazyMap({ [Symbol.iterator]: () => owners(classes, extent) }, (owner, path) => {
    if (last?.owner !== owner) last = { owner, operations: operationsOf(owner.cls, owner.paths) };
    return pathItem(last.operations.filter((operation) => operation.path === path));
  });
}

interface Owner {
  readonly cls: DomainClass;
  readonly paths: ClassPaths;
}

/** Yields the paths of classes one after another, with their classes, because there may be many. */
function* owners(classes: readonly DomainClass[], extent: Extent): Iterator<readonly [path: string, owner: Owner]> {
  for (const cls of classes) {
    const paths = pathsOf(cls);
    const owner = { cls, paths };
    yield [paths.all, owner];
    yield [paths.single, owner];
    if (paths.related !== undefined) yield [paths.related, owner];
    if (extent === 'full') for (const path of relatedLists(cls).keys()) yield [path, owner];
  }
}

function pathItem(operations: readonly Operation[]): TreeMap {
  return mapOfParts([formOf(operations).of(operations)]);
}

export function sharedComponents(failures: readonly ErrorStatus[], names: Names, extent: Extent): TreeMap {
  const isFull = extent === 'full';
  return {
    ...(isFull && { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }),
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
      ...(isFull && CONDITIONS),
    },
    headers: {
      ...(isFull && { ETag: { description: 'Entity tag of the instance.', required: true, schema: { type: 'string' } } }),
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
      [...failures, ...COMMON].map((key) => [FAILURES[key].name, failureResponse(FAILURES[key], names, isFull)]),
    ),
  };
}

const CONDITIONS: TreeMap = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'Entity tag that the instance must still have, so that no update is lost.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Entity tag of the instance that the client has.',
    schema: { type: 'string' },
  },
};

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
  { cls, method, body, success, errors, isTagged, condition, ...operation }: Operation,
  of: (all: readonly Operation[]) => Operation,
): Shape<readonly Operation[]> {
  const named = [...operation.queryParameters, ...(condition ? [condition] : [])].map(parameterRef);
  const headers = {
    ...(success.status === 201 && { Location: { $ref: '#/components/headers/Location' } }),
    ...(isTagged && { ETag: { $ref: '#/components/headers/ETag' } }),
  };
  const mediaType = method === 'patch' ? PATCH_TYPE : JSON_TYPE;
  return {
    operationId: (all) => of(all).operationId,
    summary: (all) => of(all).summary,
    description: (all) => of(all).description,
    tags: (all) => [of(all).cls.name],
    deprecated: cls.deprecated || undefined,
    parameters: operation.filters
      ? (all) => [...named, ...filterParameters(of(all).filters ?? [])]
      : named.length > 0
        ? named
        : undefined,
    requestBody: body === undefined ? undefined : { required: true, content: jsonContent((all) => of(all).body, mediaType) },
    responses: {
      [success.status]: {
        description: (all) => of(all).success.description,
        headers: Object.keys(headers).length > 0 ? headers : undefined,
        content: success.schema === undefined ? undefined : jsonContent((all) => of(all).success.schema),
      },
      ...(condition === 'ifNoneMatch' && {
        304: { description: 'The client has the instance.', headers: { ETag: { $ref: '#/components/headers/ETag' } } },
      }),
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

function failureResponse(
  { description, example: [status, title], code, headers }: Failure,
  names: Names,
  isFull: boolean,
): TreeMap {
  const example = { ...errorExample(status, title, description), ...(isFull && { code }) };
  return {
    description,
    headers,
    content: {
      'application/problem+json': { schema: schemaRef(names.error, dialect), example },
    },
  };
}

function parameterRef(name: ParameterName): TreeMap {
  return { $ref: `#/components/parameters/${PARAMETERS[name]}` };
}
