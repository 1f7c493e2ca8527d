import { errorExample, PAGE_LIMIT, schemaRef } from '../shared/json-schema/index.ts';
import { madeWhenAsked, Part, type TreeMap, withParts } from '../shared/tree/index.ts';
import { dialect } from './dialect.ts';
import type { Names } from './names.ts';
import type { ErrorStatus, Operation, ParameterName } from './operations.ts';

const JSON_TYPE = 'application/json';
const PATCH_TYPE = 'application/merge-patch+json';

/** The component that describes each parameter. */
const PARAMETERS: Readonly<Record<ParameterName, string>> = { id: 'Id', limit: 'Limit', offset: 'Offset' };

interface Failure {
  /** The component that describes it. */
  readonly name: string;
  readonly description: string;
  /** The status that its example has, which is that of the response where it has one, and the title of it. */
  readonly example: readonly [number, string];
  readonly headers?: TreeMap;
}

const FAILURES: Readonly<Record<ErrorStatus, Failure>> & Readonly<Record<'5XX' | 'default', Failure>> = {
  400: { name: 'BadRequest', description: 'The request is malformed.', example: [400, 'Bad Request'] },
  401: {
    name: 'Unauthorized',
    description: 'The request does not say who sends it, or not in a way that is accepted.',
    example: [401, 'Unauthorized'],
    // RFC 9110, section 15.5.2: it must be there.
    headers: { 'WWW-Authenticate': { $ref: '#/components/headers/WwwAuthenticate' } },
  },
  403: { name: 'Forbidden', description: 'Who sends the request may not do this.', example: [403, 'Forbidden'] },
  404: { name: 'NotFound', description: 'There is no such instance.', example: [404, 'Not Found'] },
  409: { name: 'Conflict', description: 'Another instance stands against it.', example: [409, 'Conflict'] },
  422: {
    name: 'UnprocessableContent',
    description: 'The request body breaks a rule of its schema, or refers to what does not exist.',
    example: [422, 'Unprocessable Content'],
  },
  '5XX': {
    name: 'ServerFailure',
    description: 'The server failed, or cannot answer at the moment.',
    example: [500, 'Internal Server Error'],
  },
  default: { name: 'OtherFailure', description: 'Any other failure.', example: [429, 'Too Many Requests'] },
};

/** Beside those of its own, of every operation. */
const COMMON = ['5XX', 'default'] as const;

/** The paths of every class: the list, the single instance, and the instance with its related objects. */
export function paths(operations: readonly Operation[]): TreeMap {
  const all = new Map<string, Operation[]>();
  for (const operation of operations) {
    const there = all.get(operation.path);
    if (there) there.push(operation);
    else all.set(operation.path, [operation]);
  }
  return madeWhenAsked(new Map([...all].map(([path, there]) => [path, () => pathItem(there)])), (path) => path);
}

/** The operations of one path. */
function pathItem(operations: readonly Operation[]): TreeMap {
  const item: Record<string, TreeMap | TreeMap[]> = {};
  const parameters = operations[0]?.pathParameters ?? [];
  if (parameters.length > 0) item['parameters'] = parameters.map(parameterRef);
  for (const operation of operations) item[operation.method] = operationObject(operation);
  return item;
}

/** The parameters, responses and headers that operations refer to. */
export function sharedComponents(operations: readonly Operation[], names: Names): TreeMap {
  const used = new Set<ErrorStatus>();
  for (const { errors } of operations) for (const error of errors) used.add(error);
  const failures = ([400, 401, 403, 404, 409, 422] as const).filter((status) => used.has(status));
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
        description: 'Largest number of entries on a page.',
        schema: { type: 'integer', format: 'int32', ...PAGE_LIMIT },
      },
      Offset: {
        name: 'offset',
        in: 'query',
        description: 'Number of entries to skip.',
        schema: { type: 'integer', format: 'int64', minimum: 0, default: 0 },
      },
    },
    headers: {
      Location: {
        description: 'URL of the new instance.',
        required: true,
        schema: { type: 'string', format: 'uri-reference' },
      },
      WwwAuthenticate: {
        description: 'How to say who sends the request.',
        required: true,
        schema: { type: 'string' },
      },
    },
    responses: Object.fromEntries(
      [...failures, ...COMMON].map((key) => [FAILURES[key].name, failureResponse(FAILURES[key], names)]),
    ),
  };
}

function operationObject({
  cls,
  method,
  operationId,
  summary,
  description,
  queryParameters,
  body,
  success,
  errors,
}: Operation): TreeMap {
  return {
    operationId,
    summary,
    description,
    tags: [cls.name],
    deprecated: cls.deprecated || undefined,
    parameters: queryParameters.length > 0 ? queryParameters.map(parameterRef) : undefined,
    requestBody:
      body === undefined
        ? undefined
        : { required: true, content: jsonContent(body, method === 'patch' ? PATCH_TYPE : JSON_TYPE) },
    responses: withParts(
      [
        [
          [
            `${success.status}`,
            {
              description: success.description,
              headers: success.status === 201 ? { Location: { $ref: '#/components/headers/Location' } } : undefined,
              content: success.schema === undefined ? undefined : jsonContent(success.schema),
            },
          ],
        ],
        failureRefs(errors),
      ],
      {},
    ),
  };
}

const refsOf = new WeakMap<readonly ErrorStatus[], Part>();

/** What operations refer to for their failures; many have the same. */
function failureRefs(errors: readonly ErrorStatus[]): Part {
  const refs =
    refsOf.get(errors) ??
    new Part(
      Object.fromEntries([...errors, ...COMMON].map((key) => [key, { $ref: `#/components/responses/${FAILURES[key].name}` }])),
    );
  refsOf.set(errors, refs);
  return refs;
}

function jsonContent(schema: string, type = JSON_TYPE): TreeMap {
  return { [type]: { schema: schemaRef(schema, dialect) } };
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
