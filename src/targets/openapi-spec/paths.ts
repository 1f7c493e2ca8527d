import type { DomainClass, DomainModel } from '../../model/index.ts';
import type { Names } from './names.ts';
import { words } from './prose.ts';
import { isChangeable, PAGE_LIMIT, schemaRef } from './schemas.ts';
import type { YamlMap } from './yaml.ts';

const JSON_TYPE = 'application/json';

/** The paths of every class: the list, the single instance, and the instance with its related objects. */
export function paths(model: DomainModel, names: Names): YamlMap {
  const all: Record<string, YamlMap> = {};
  for (const cls of model.classes) {
    const list = `/${kebab(cls.plural)}`;
    all[list] = { get: listOperation(cls, names), post: createOperation(cls, names) };
    all[`${list}/{id}`] = {
      parameters: [parameterRef('Id')],
      get: getOperation(cls),
      patch: isChangeable(cls) ? updateOperation(cls, names) : undefined,
      delete: deleteOperation(cls),
    };
    if (cls.relationsName !== undefined) {
      const related = relationsWords(cls, cls.relationsName);
      all[`${list}/{id}/${related.replaceAll(' ', '-')}`] = {
        parameters: [parameterRef('Id')],
        get: getRelationsOperation(cls, cls.relationsName, related),
      };
    }
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
      Conflict: model.classes.some(hasUniqueField)
        ? problem('Another instance has a value that must be unique.', names)
        : undefined,
      UnprocessableContent: problem('The request body breaks a rule of its schema, or refers to what does not exist.', names),
    },
  };
}

function listOperation(cls: DomainClass, names: Names): YamlMap {
  const { listOperation: operationId, page } = names.of(cls);
  return {
    ...operation(cls, operationId, `List ${words(cls.plural)}`),
    parameters: [parameterRef('Limit'), parameterRef('Offset')],
    responses: { 200: success(`A page of ${words(cls.plural)}.`, page), 400: responseRef('BadRequest') },
  };
}

function createOperation(cls: DomainClass, names: Names): YamlMap {
  return {
    ...operation(cls, `create${cls.name}`, `Create ${words(cls.slug)}`),
    requestBody: requestBody(names.of(cls).create),
    responses: {
      201: {
        description: `The new ${words(cls.slug)}.`,
        headers: { Location: { $ref: '#/components/headers/Location' } },
        content: { [JSON_TYPE]: { schema: schemaRef(cls.name) } },
      },
      400: responseRef('BadRequest'),
      409: hasUniqueField(cls) ? responseRef('Conflict') : undefined,
      422: responseRef('UnprocessableContent'),
    },
  };
}

function getOperation(cls: DomainClass): YamlMap {
  return {
    ...operation(cls, `get${cls.name}`, `Get ${words(cls.slug)}`),
    responses: {
      200: success(`The ${words(cls.slug)}.`, cls.name),
      400: responseRef('BadRequest'),
      404: responseRef('NotFound'),
    },
  };
}

function updateOperation(cls: DomainClass, names: Names): YamlMap {
  return {
    ...operation(cls, `update${cls.name}`, `Update ${words(cls.slug)}`),
    requestBody: requestBody(names.of(cls).update),
    responses: {
      200: success(`The updated ${words(cls.slug)}.`, cls.name),
      400: responseRef('BadRequest'),
      404: responseRef('NotFound'),
      409: hasUniqueField(cls) ? responseRef('Conflict') : undefined,
      422: responseRef('UnprocessableContent'),
    },
  };
}

function deleteOperation(cls: DomainClass): YamlMap {
  return {
    ...operation(cls, `delete${cls.name}`, `Delete ${words(cls.slug)}`),
    responses: {
      204: { description: `The ${words(cls.slug)} is deleted.` },
      400: responseRef('BadRequest'),
      404: responseRef('NotFound'),
    },
  };
}

function getRelationsOperation(cls: DomainClass, relationsName: string, related: string): YamlMap {
  const what = `${words(cls.slug)} ${related}`;
  return {
    ...operation(cls, `get${relationsName}`, `Get ${what}`),
    responses: { 200: success(`The ${what}.`, relationsName), 400: responseRef('BadRequest'), 404: responseRef('NotFound') },
  };
}

function operation(cls: DomainClass, operationId: string, summary: string): YamlMap {
  return { operationId, summary, tags: [cls.name], deprecated: cls.deprecated || undefined };
}

function requestBody(schema: string): YamlMap {
  return { required: true, content: { [JSON_TYPE]: { schema: schemaRef(schema) } } };
}

function success(description: string, schema: string): YamlMap {
  return { description, content: { [JSON_TYPE]: { schema: schemaRef(schema) } } };
}

function problem(description: string, names: Names): YamlMap {
  return { description, content: { 'application/problem+json': { schema: schemaRef(names.error) } } };
}

function parameterRef(name: string): YamlMap {
  return { $ref: `#/components/parameters/${name}` };
}

function responseRef(name: string): YamlMap {
  return { $ref: `#/components/responses/${name}` };
}

/** Whether an instance can clash with another by anything but its id, which the server makes up. */
function hasUniqueField(cls: DomainClass): boolean {
  return cls.allFields.some((field) => field.unique && field.type.kind !== 'id');
}

function kebab(snake: string): string {
  return snake.replaceAll('_', '-');
}

/** `UserWithPosts` → `with posts` */
function relationsWords(cls: DomainClass, relationsName: string): string {
  const rest = relationsName.startsWith(cls.name) ? relationsName.slice(cls.name.length) : relationsName;
  return rest.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
}
