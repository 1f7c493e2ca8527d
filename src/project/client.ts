/** Generates the TypeScript client of the API: a function such as `listPosts(api, query)` for each operation, based on `fetch`. */

import { type DomainClass, type DomainModel, isResource } from '../model/index.ts';
import {
  describeApi,
  type Extent,
  type Filter,
  filtersOf,
  fixedMember,
  type Inclusion,
  type Names,
  type Operation,
  operatorsOf,
  PROBLEM_CODES,
} from '../targets/openapi-spec/index.ts';
import type { GeneratedFile } from '../targets/target.ts';
import { articleOf, indent, type Lines, NameScope, separated, text } from '../targets/text/index.ts';
import {
  importLines,
  moduleNames,
  type Parameter,
  pageTypeName,
  signature,
  stringLiteral,
  type TypeText,
  typeLines,
} from '../targets/typescript-models/index.ts';
import { type CommonFailures, httpModule } from './http.ts';

/**
 * Generates the modules of the client: one for each class with its operations, one with shared code, and `index.ts`. Names
 * of classes cannot collide with others: types of classes are in the namespace `types`, and shared code is in the namespace
 * `http`.
 */
export function generateClient(model: DomainModel, extent: Extent = 'basic'): readonly GeneratedFile[] {
  const { names, operations } = describeApi(model, extent);
  const byClass = new Map<DomainClass, Operation[]>();
  for (const operation of operations) {
    const known = byClass.get(operation.cls);
    if (known) known.push(operation);
    else byClass.set(operation.cls, [operation]);
  }
  const modules = clientModules(model);
  const page = pageTypeName(model);
  const common = commonFailures(operations);
  const files = [...modules]
    .filter(([cls]) => isResource(cls))
    .map(([cls, module]) => ({
      module,
      content: text(classModule(cls, byClass.get(cls) ?? [], modules, page, common)),
    }));
  return [
    {
      path: 'http.ts',
      content: httpModule(names, extent === 'full' ? Object.keys(PROBLEM_CODES) : [], common),
    },
    ...files.map(({ module, content }) => ({ path: `${module}.ts`, content })),
    {
      path: 'index.ts',
      content: text(
        indexModule(
          files.map(({ module }) => module),
          names,
        ),
      ),
    },
  ];
}

/** Returns the module name of each class: that of its types, unless it is `http`, the name of the shared module. */
function clientModules(model: DomainModel): ReadonlyMap<DomainClass, string> {
  const modules = moduleNames(model);
  const scope = new NameScope(modules.values());
  return new Map([...modules].map(([cls, module]) => [cls, module === 'http' ? scope.claim('http_', 'http_model') : module]));
}

function indexModule(modules: readonly string[], { problem }: Names): Lines {
  const types = ['Api', 'CallOptions', 'PageQuery', 'ProblemCode', 'ReadFailure', 'Result', 'WriteFailure', problem];
  const shared = [...types, 'UnexpectedResponse'].sort().map((name) => (types.includes(name) ? `type ${name}` : name));
  return [
    ['export {', indent(shared.map((name) => `${name},`)), "} from './http.js';"],
    [...modules].sort().map((module) => `export * from './${module}.js';`),
  ];
}

function classModule(
  cls: DomainClass,
  operations: readonly Operation[],
  modules: ReadonlyMap<DomainClass, string>,
  page: string,
  common: CommonFailures,
): Lines {
  const others = new Set(operations.flatMap(({ relation }) => (relation && relation.target !== cls ? [relation.target] : [])));
  const imported = [...others].map((other) => {
    const isIncluded = operations.some(({ relation, includes }) => relation?.target === other && includes);
    const imported = [filterName(other), ...(isIncluded ? [includedName(other)] : [])];
    return importLines('import type ', imported, `'./${modules.get(other)}.js'`);
  });
  const { filters, includes } = operations.find(({ kind }) => kind === 'list') ?? {};
  const instance = operations.find(({ kind }) => kind === 'get')?.success.schema;
  return separated([
    [
      "import type * as types from '../types/index.js';",
      "import * as http from './http.js';",
      imported.map((lines) => lines.join('\n')).sort(),
    ],
    filters && filterInterface(cls, filters, includes),
    includes && instance !== undefined && includedType(cls, instance, includes),
    ...operations.map((operation) => operationFunction(operation, cls, page, common)),
  ]);
}

const words = (snake: string): string => snake.replaceAll('_', ' ');

const filterName = (cls: DomainClass): string => `${cls.name}Filter`;

/** Returns the type of the query parameters of a list of related instances, without those of the member that its path fixes. */
function relatedFilter(cls: DomainClass, fixed: string | undefined): string {
  const filter = filtersOf(cls).find(({ field }) => field.name === fixed);
  if (filter === undefined) return filterName(cls);
  return `Omit<${filterName(cls)}, ${parameterNames(filter)
    .map((name) => `'${name}'`)
    .join(' | ')}>`;
}

/** Returns the names of the query parameters of a member. */
const parameterNames = (filter: Filter): readonly string[] => {
  const { name } = filter.field;
  return [name, ...operatorsOf(filter).map((operator) => `${name}[${operator}]`)];
};

const filterTypes: Readonly<Record<Filter['kind'], string>> = {
  ...{ text: 'string', oneOf: 'string', id: 'string', boolean: 'boolean', integer: 'number', decimal: 'string' },
  ...{ float: 'number', date: 'string', instant: 'string' },
};

/** Returns the type of the values of an enumeration: its own, unless the member has fewer. */
function enumerationType({ field: { type }, values }: Filter): TypeText {
  if (type.kind === 'enumeration' && type.enumeration.values.length === values.length) return `types.${type.enumeration.name}`;
  return { union: values.map(stringLiteral) };
}

const includedName = (cls: DomainClass): string => `${cls.name}Included`;

/** Declares the type of an instance in responses that include related ones. */
function includedType(cls: DomainClass, instance: string, includes: readonly Inclusion[]): Lines {
  return [
    `/** ${articleOf(cls.slug) === 'an' ? 'An' : 'A'} ${words(cls.slug)} with the related instances that the request includes. */`,
    `export type ${includedName(cls)} = types.${instance} & {`,
    indent(includes.map(({ relation: { name, many }, schema }) => `${name}?: types.${schema}${many ? '[]' : ''};`)),
    '};',
  ];
}

/** Declares the query parameters of a list. */
function filterInterface(cls: DomainClass, filters: readonly Filter[], includes?: readonly Inclusion[]): Lines {
  const members = filters.flatMap((filter) => {
    const { name } = filter.field;
    const type = filter.kind === 'oneOf' ? enumerationType(filter) : filterTypes[filter.kind];
    const member = (key: string, of: TypeText) => typeLines(`readonly ${key}?: `, of, ';', 2);
    return [
      ...member(name, type),
      ...operatorsOf(filter).flatMap((operator) =>
        member(`'${name}[${operator}]'`, operator === 'in' ? 'readonly [string, ...string[]]' : type),
      ),
    ];
  });
  const sorted: TypeText = { generic: 'http.Sort', args: [{ union: filters.map(({ field }) => `'${field.name}'`) }] };
  return [
    `/** Selects and sorts ${words(cls.plural)}. */`,
    `export interface ${filterName(cls)} extends http.PageQuery {`,
    indent([
      '/** Where the page begins: `next` of the previous page. Send the other parameters again, without `offset`. */',
      'readonly after?: string;',
      '/** Members to sort by; prefix `-` for descending order. */',
      ...typeLines('readonly sort?: readonly ', sorted, '[];', 2),
      ...(includes ? includeMember(includes) : []),
      ...members,
    ]),
    '}',
  ];
}

function includeMember(includes: readonly Inclusion[]): readonly string[] {
  const names: TypeText = { union: includes.map(({ relation }) => `'${relation.name}'`), list: true };
  return ['/** Relations whose instances the response contains. */', ...typeLines('readonly include?: readonly ', names, ';', 2)];
}

/** Returns the parameters of an operation's function, except the API itself. */
function parametersOf({ kind, body, cls, filters, includes, relation }: Operation): readonly Parameter[] {
  const id = { name: 'id', type: 'string' };
  const query = (type: string) => ({ name: 'query', type, initial: '{}' });
  switch (kind) {
    case 'list':
      return [query(filters ? filterName(cls) : 'http.PageQuery')];
    case 'related':
      return [id, query(relatedFilter(relation?.target ?? cls, relation && fixedMember(relation)))];
    case 'create':
      return [{ name: 'body', type: `types.${body}` }];
    case 'createList':
      return [{ name: 'body', type: `readonly types.${body}[]` }];
    case 'replace':
    case 'update':
      return [id, { name: 'body', type: `types.${body}` }];
    case 'get':
      return [id, ...(includes ? [query(`Pick<${filterName(cls)}, 'include'>`)] : [])];
    case 'delete':
      return [id];
    default:
      return kind satisfies never;
  }
}

/** Returns the type of the data in a successful response. @param page the generic type of pages */
function dataType({ kind, cls, success: { schema }, includes, isBulk, relation }: Operation, page: string): string {
  if (schema === undefined) return 'undefined';
  const included = includes && includedName(relation?.target ?? cls);
  if (kind === 'list' || kind === 'related') return included ? `types.${page}<${included}>` : `types.${schema}`;
  return included ?? `types.${schema}${isBulk ? '[]' : ''}`;
}

/** Returns the statuses of all failures of an operation; all operations declare 500. */
function failuresOf({ errors, header }: Operation): readonly number[] {
  return [...errors, 500, ...(header === 'ifNoneMatch' ? [304] : [])].sort((a, b) => a - b);
}

/** Returns the failures that all operations without a request body have, and those that all with one have. */
function commonFailures(operations: readonly Operation[]): CommonFailures {
  const common = (isWrite: boolean) => {
    const [first = [], ...others] = operations.filter(({ body }) => (body !== undefined) === isWrite).map(failuresOf);
    return first.filter((status) => others.every((statuses) => statuses.includes(status)));
  };
  return { ReadFailure: common(false), WriteFailure: common(true) };
}

function operationFunction(operation: Operation, cls: DomainClass, page: string, common: CommonFailures): Lines {
  const { operationId, summary, method, path, body, queryParameters, includes, success } = operation;
  const name = body === undefined ? 'ReadFailure' : 'WriteFailure';
  const statuses = failuresOf(operation).filter((status) => !common[name].includes(status));
  const failures = { union: [`http.${name}`, ...statuses.map(String)] };
  const data = dataType(operation, page);
  const result: TypeText = { generic: 'http.Result', args: [String(success.status), data, failures] };
  const parameters = [
    { name: 'api', type: 'http.Api' },
    ...parametersOf(operation),
    { name: 'options?', type: 'http.CallOptions' },
  ];
  return [
    documentation([`${summary}: \`${method.toUpperCase()} ${path}\`.`, cls.deprecated && '@deprecated']),
    signature(`export function ${operationId}`, parameters, { generic: 'Promise', args: [result] }),
    '  return http.call(api, {',
    `    method: '${method.toUpperCase()}',`,
    `    path: ${pathLiteral(path)},`,
    (queryParameters.length > 0 || includes) && '    query,',
    body !== undefined && '    body,',
    `    success: ${success.status},`,
    '    options,',
    '  });',
    '}',
  ];
}

/** Returns the path as code, with parameters of the function in place of path parameters. */
function pathLiteral(path: string): string {
  if (!path.includes('{')) return `'${path}'`;
  return `\`${path.replace(/\{(\w+)\}/g, (_, name: string) => `\${encodeURIComponent(${name})}`)}\``;
}

function documentation(paragraphs: readonly (string | false)[]): Lines {
  const texts = paragraphs.filter((paragraph) => paragraph !== false);
  if (texts.length === 1) return `/** ${texts[0]} */`;
  return ['/**', texts.flatMap((paragraph, i) => [...(i > 0 ? [' *'] : []), ` * ${paragraph}`]), ' */'];
}
