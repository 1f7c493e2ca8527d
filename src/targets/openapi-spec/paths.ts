import type { DomainModel } from '../../model/index.ts';
import type { Names } from './names.ts';
import { type ErrorStatus, hasUniqueValues, type Operation, operations, type ParameterName } from './operations.ts';
import { PAGE_LIMIT } from './schemas.ts';
import { schemaRef } from './types.ts';
import type { YamlMap } from './yaml.ts';

const JSON_TYPE = 'application/json';

/** The component that describes each parameter. */
const PARAMETERS: Readonly<Record<ParameterName, string>> = { id: 'Id', limit: 'Limit', offset: 'Offset' };

/** The component that describes each failure. */
const ERRORS: Readonly<Record<ErrorStatus, string>> = {
  400: 'BadRequest',
  404: 'NotFound',
  409: 'Conflict',
  422: 'UnprocessableContent',
};

/** The paths of every class: the list, the single instance, and the instance with its related objects. */
export function paths(model: DomainModel, names: Names): YamlMap {
  const all: Record<string, Record<string, YamlMap | YamlMap[]>> = {};
  for (const operation of operations(model, names)) {
    const { path, method, pathParameters } = operation;
    all[path] ??= pathParameters.length > 0 ? { parameters: pathParameters.map(parameterRef) } : {};
    all[path][method] = operationObject(operation);
  }
  return all;
}

/** The parameters, responses and headers that operations refer to. */
export function sharedComponents(model: DomainModel, names: Names): YamlMap {
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
    },
    responses: {
      BadRequest: problem('The request is malformed.', names),
      NotFound: problem('There is no such instance.', names),
      Conflict: model.classes.some(hasUniqueValues)
        ? problem('Another instance has a value that must be unique.', names)
        : undefined,
      UnprocessableContent: problem('The request body breaks a rule of its schema, or refers to what does not exist.', names),
    },
  };
}

function operationObject({ cls, operationId, summary, description, queryParameters, body, success, errors }: Operation): YamlMap {
  return {
    operationId,
    summary,
    description,
    tags: [cls.name],
    deprecated: cls.deprecated || undefined,
    parameters: queryParameters.length > 0 ? queryParameters.map(parameterRef) : undefined,
    requestBody: body === undefined ? undefined : { required: true, content: jsonContent(body) },
    responses: {
      [success.status]: {
        description: success.description,
        headers: success.status === 201 ? { Location: { $ref: '#/components/headers/Location' } } : undefined,
        content: success.schema === undefined ? undefined : jsonContent(success.schema),
      },
      ...Object.fromEntries(errors.map((status) => [status, { $ref: `#/components/responses/${ERRORS[status]}` }])),
    },
  };
}

function jsonContent(schema: string): YamlMap {
  return { [JSON_TYPE]: { schema: schemaRef(schema) } };
}

function problem(description: string, names: Names): YamlMap {
  return { description, content: { 'application/problem+json': { schema: schemaRef(names.error) } } };
}

function parameterRef(name: ParameterName): YamlMap {
  return { $ref: `#/components/parameters/${PARAMETERS[name]}` };
}
