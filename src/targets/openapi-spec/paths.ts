/** The paths of the OpenAPI document, and the components that all operations share. */

import type { DomainClass } from '../../model/index.ts';
import { PAGE_COUNT, PAGE_LIMIT, problemExample, schemaRef } from '../shared/json-schema/index.ts';
import { lazyMap, type TreeMap } from '../shared/tree/index.ts';
import { dialect } from './dialect.ts';
import { filterParameters, includeParameter } from './filters.ts';
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
/** The maximum number of instances in a request (`MAX_INSTANCES` in runtime/api/creation.rs). */
const MAX_BULK = 100;
const PATCH_TYPE = 'application/merge-patch+json';

/** The component of each parameter. */
const PARAMETERS: Readonly<Record<ParameterName, string>> = {
  id: 'Id',
  limit: 'Limit',
  offset: 'Offset',
  after: 'After',
  ifMatch: 'IfMatch',
  ifNoneMatch: 'IfNoneMatch',
  idempotencyKey: 'IdempotencyKey',
};

/** The values of `code` in problems of the generated service (`Code` in runtime/api/problem.rs), and what each means. */
export const PROBLEM_CODES = {
  invalid_request: '400: The request or one of its parameters is malformed.',
  unauthorized: '401: The request has no valid credentials.',
  forbidden: '403: The client is not allowed to do this.',
  not_found: '404: There is no such path or instance.',
  method_not_allowed: '405: The path does not have this method.',
  not_unique: '409: Another instance has the same unique value.',
  in_use: '409: Other instances need this one.',
  key_in_use: '409: A request with the same `Idempotency-Key` is in progress.',
  precondition_failed: '412: `If-Match` has no current entity tag of the instance.',
  too_large: '413: The body is too large.',
  unsupported_media_type: '415: The `Content-Type` is not supported.',
  invalid_value: '422: The body violates a constraint, or refers to an instance that does not exist.',
  key_reused:
    '422: Another request had the same `Idempotency-Key` and a different body, or an older version of the service answered it.',
  too_many_requests: '429: Too many requests are in progress.',
  internal_error: '500: The server failed.',
  unavailable: '503: The database is busy or does not answer.',
  try_again: '503: Requests at the same time prevented this one. Send it again.',
} as const;

interface Failure {
  /** The component that describes it. */
  readonly name: string;
  readonly description: string;
  /** A further sentence of the description for the generated service. */
  readonly serviceNote?: string;
  /** The status, title and detail in its example; the status is that of the response if it has one. */
  readonly example: readonly [status: number, title: string, detail?: string];
  /** The member `code` of its example, if problems have one. */
  readonly code: keyof typeof PROBLEM_CODES;
  /** The member `errors` of its example for the generated service, which always sends them. */
  readonly errors?: readonly TreeMap[];
  readonly headers?: TreeMap;
}

const RETRY_AFTER: TreeMap = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

const FAILURES: Readonly<Record<ErrorStatus, Failure>> & Readonly<Record<500 | 'default', Failure>> = {
  400: {
    name: 'BadRequest',
    description: 'The request is malformed.',
    example: [400, 'Bad Request', 'A query parameter is invalid.'],
    code: 'invalid_request',
    errors: [{ parameter: 'sort', detail: '"x" is no member to sort by' }],
  },
  401: {
    name: 'Unauthorized',
    description: 'The request has no valid credentials.',
    example: [401, 'Unauthorized', 'Send the token as Authorization: Bearer.'],
    code: 'unauthorized',
    // RFC 9110, section 15.5.2, requires it.
    headers: { 'WWW-Authenticate': { $ref: '#/components/headers/WwwAuthenticate' } },
  },
  403: {
    name: 'Forbidden',
    description: 'The client is not allowed to do this.',
    example: [403, 'Forbidden', 'Only administrators delete.'],
    code: 'forbidden',
  },
  404: {
    name: 'NotFound',
    description: 'There is no instance with this `id`.',
    example: [404, 'Not Found', 'There is no instance with this id.'],
    code: 'not_found',
  },
  409: {
    name: 'Conflict',
    description: 'Another instance already has a unique value, or refers to the instance to delete.',
    serviceNote: ' Or a request with the same `Idempotency-Key` is in progress.',
    example: [409, 'Conflict', 'Another instance has the same value.'],
    code: 'not_unique',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The instance has changed: `If-Match` has no current entity tag.',
    example: [412, 'Precondition Failed', 'The instance has changed, so If-Match has no current entity tag.'],
    code: 'precondition_failed',
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body has more than 2 MB.',
    example: [413, 'Payload Too Large', 'The body is too large.'],
    code: 'too_large',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The `Content-Type` is not supported.',
    example: [415, 'Unsupported Media Type', 'The content type must be application/json.'],
    code: 'unsupported_media_type',
  },
  422: {
    name: 'UnprocessableContent',
    description: 'The request body violates its schema, or refers to an instance that does not exist.',
    serviceNote:
      ' Or another request had the same `Idempotency-Key` and a different body, or an older version of the service answered it.',
    example: [422, 'Unprocessable Entity', 'The body violates constraints.'],
    code: 'invalid_value',
    errors: [{ pointer: '#/name', detail: 'must be at most 255 characters long' }],
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests are in progress: try again after the time in `Retry-After`.',
    example: [429, 'Too Many Requests', 'Too many requests are in progress.'],
    code: 'too_many_requests',
    headers: RETRY_AFTER,
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
    example: [503, 'Service Unavailable', 'The database is busy or does not answer.'],
    code: 'unavailable',
    headers: RETRY_AFTER,
  },
  default: {
    name: 'OtherFailure',
    description: 'Any other error, such as a method that the path does not have.',
    example: [405, 'Method Not Allowed', 'The path does not have this method.'],
    code: 'method_not_allowed',
  },
};

/** The failures of all operations. No ranges (`5XX`): generators of clients write a range where a number belongs. */
const COMMON_FAILURES = [500, 'default'] as const;

/** Returns the paths of classes: the list, the single instance, and related lists. */
export function paths(
  classes: readonly DomainClass[],
  operationsOf: (cls: DomainClass, paths: ClassPaths) => readonly Operation[],
  names: Names,
  extent: Extent,
): TreeMap {
  const items = classes.flatMap((cls) => {
    const paths = pathsOf(cls);
    const lists = extent === 'full' ? relatedLists(cls).keys() : [];
    const bulk = extent === 'full' && !cls.abstract ? [paths.bulk] : [];
    const operationsAt = (path: string) => operationsOf(cls, paths).filter((operation) => operation.path === path);
    return [paths.all, ...bulk, paths.single, ...lists].map((path) => {
      return [path, () => pathItem(operationsAt(path), names)] as const;
    });
  });
  return lazyMap(items);
}

function pathItem(operations: readonly Operation[], names: Names): TreeMap {
  const parameters = operations[0]?.pathParameters ?? [];
  return {
    parameters: parameters.length > 0 ? parameters.map((name) => parameterRef(PARAMETERS[name])) : undefined,
    ...Object.fromEntries(operations.map((operation) => [operation.method, operationObject(operation, names)])),
  };
}

/**
 * Returns the components that operations of all classes use: parameters, responses and security schemes.
 *
 * @param listParameters the parameters of lists
 * @param failures the statuses of failures that occur in the document
 */
export function sharedComponents(
  listParameters: TreeMap,
  failures: readonly ErrorStatus[],
  names: Names,
  extent: Extent,
): TreeMap {
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
      ...(isFull && SERVICE_PARAMETERS),
      ...listParameters,
    },
    headers: {
      ...(isFull && {
        ETag: { description: 'Entity tag of the instance.', schema: { type: 'string' } },
        Link: {
          description: 'Address of the next page, with `rel="next"` (RFC 8288). The last page has none.',
          schema: { type: 'string' },
        },
      }),
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
      ...(isFull && {
        RetryAfter: {
          description: 'Number of seconds after which to try again.',
          schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 2 ** 31 - 1 },
        },
      }),
    },
    responses: Object.fromEntries(
      [...failures, ...COMMON_FAILURES].map((key) => [FAILURES[key].name, failureResponse(FAILURES[key], names, isFull)]),
    ),
  };
}

/** Parameters that only the generated service has. */
const SERVICE_PARAMETERS: TreeMap = {
  After: {
    name: 'after',
    in: 'query',
    description:
      'Cursor from the header `Link` of the previous page. The other parameters must be those of that page, without `offset`.',
    schema: { type: 'string', minLength: 1 },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: [
      'Key of the request, chosen by the client. For 24 hours, a request with the same key and body gets the response of the first one.',
      'A key belongs to the path and to the principal that sends it.',
    ].join(' '),
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
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

function operationObject(operation: Operation, names: Names): TreeMap {
  const { cls, method, body, header, includes, filters, relation } = operation;
  const listed = relation?.target ?? cls;
  const parameters = [
    ...[...operation.queryParameters, ...(header ? [header] : [])].map((name) => PARAMETERS[name]),
    ...[...(includes ? [includeParameter(listed)] : []), ...(filters ? filterParameters(listed, filters) : [])].map(
      ([name]) => name,
    ),
  ].map(parameterRef);
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    description: operation.description,
    tags: [cls.name],
    deprecated: cls.deprecated || undefined,
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: body === undefined ? undefined : { required: true, content: jsonContent(bodySchema(body, operation), method) },
    responses: responseObjects(operation, names),
  };
}

function responseObjects(operation: Operation, names: Names): TreeMap {
  const { cls, success, errors, isTagged, header, includes } = operation;
  // Pages have items with related instances themselves.
  const schema = includes && operation.kind === 'get' ? names.including(cls).any : success.schema;
  const headers = {
    ...(success.status === 201 && !operation.isBulk && { Location: { $ref: '#/components/headers/Location' } }),
    ...(isTagged && { ETag: { $ref: '#/components/headers/ETag' } }),
    ...(operation.queryParameters.includes('after') && { Link: { $ref: '#/components/headers/Link' } }),
  };
  return {
    [success.status]: {
      description: success.description,
      headers: Object.keys(headers).length > 0 ? headers : undefined,
      content: schema === undefined ? undefined : jsonContent(bodySchema(schema, operation)),
    },
    ...(header === 'ifNoneMatch' && {
      304: { description: 'Not modified.', headers: { ETag: { $ref: '#/components/headers/ETag' } } },
    }),
    ...failureRefs(errors),
  };
}

function failureRefs(errors: readonly ErrorStatus[]): TreeMap {
  return Object.fromEntries(
    [...errors, ...COMMON_FAILURES].map((key) => [key, { $ref: `#/components/responses/${FAILURES[key].name}` }]),
  );
}

function jsonContent(schema: TreeMap, method?: Operation['method']): TreeMap {
  return { [method === 'patch' ? PATCH_TYPE : JSON_TYPE]: { schema } };
}

function bodySchema(name: string, { isBulk }: Operation): TreeMap {
  const schema = schemaRef(name, dialect);
  return isBulk ? { type: 'array', items: schema, maxItems: MAX_BULK } : schema;
}

function failureResponse(
  { description, serviceNote, example: [status, title, detail], code, errors, headers }: Failure,
  names: Names,
  isFull: boolean,
): TreeMap {
  const example = { ...problemExample(status, title, detail), ...(isFull && { code, errors }) };
  return {
    description: isFull && serviceNote !== undefined ? description + serviceNote : description,
    headers,
    content: {
      'application/problem+json': { schema: schemaRef(names.problem, dialect), example },
    },
  };
}

function parameterRef(component: string): TreeMap {
  return { $ref: `#/components/parameters/${component}` };
}
