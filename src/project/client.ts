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
import { moduleNames, pageTypeName } from '../targets/typescript-models/index.ts';
import { httpModule } from './http.ts';

/** Maximum line width, as in the generated types. */
const LINE_WIDTH = 100;

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
  const files = [...modules]
    .filter(([cls]) => isResource(cls))
    .map(([cls, module]) => ({
      module,
      content: text(classModule(cls, byClass.get(cls) ?? [], modules, page)),
    }));
  return [
    { path: 'http.ts', content: httpModule(names, extent === 'full' ? Object.keys(PROBLEM_CODES) : []) },
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
  const shared = ['Api', 'CallOptions', 'PageQuery', 'ProblemCode', 'Result', problem].sort().map((name) => `type ${name}`);
  return [
    ['export {', indent([...shared, 'UnexpectedResponse'].map((name) => `${name},`)), "} from './http.js';"],
    [...modules].sort().map((module) => `export * from './${module}.js';`),
  ];
}

function classModule(
  cls: DomainClass,
  operations: readonly Operation[],
  modules: ReadonlyMap<DomainClass, string>,
  page: string,
): Lines {
  const others = new Set(operations.flatMap(({ relation }) => (relation && relation.target !== cls ? [relation.target] : [])));
  const imported = [...others].map((other) => {
    const isIncluded = operations.some(({ relation, includes }) => relation?.target === other && includes);
    const imported = [filterName(other), ...(isIncluded ? [includedName(other)] : [])];
    return `import type { ${imported.join(', ')} } from './${modules.get(other)}.js';`;
  });
  const { filters, includes } = operations.find(({ kind }) => kind === 'list') ?? {};
  const instance = operations.find(({ kind }) => kind === 'get')?.success.schema;
  return separated([
    ["import type * as types from '../types/index.js';", "import * as http from './http.js';", ...imported.sort()],
    filters && filterInterface(cls, filters, includes),
    includes && instance !== undefined && includedType(cls, instance, includes),
    ...operations.map((operation) => operationFunction(operation, cls, page)),
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
function enumerationType({ field: { type }, values }: Filter): string {
  if (type.kind === 'enumeration' && type.enumeration.values.length === values.length) return `types.${type.enumeration.name}`;
  return values.map((value) => JSON.stringify(value)).join(' | ');
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
    return [
      `readonly ${name}?: ${type};`,
      ...operatorsOf(filter).map(
        (operator) => `readonly '${name}[${operator}]'?: ${operator === 'in' ? 'readonly [string, ...string[]]' : type};`,
      ),
    ];
  });
  return [
    `/** Selects and sorts ${words(cls.plural)}. */`,
    `export interface ${filterName(cls)} extends http.PageQuery {`,
    indent([
      '/** Members to sort by; prefix `-` for descending order. */',
      `readonly sort?: readonly http.Sort<${filters.map(({ field }) => `'${field.name}'`).join(' | ')}>[];`,
      ...(includes ? includeMember(includes) : []),
      ...members,
    ]),
    '}',
  ];
}

function includeMember(includes: readonly Inclusion[]): readonly string[] {
  const names = includes.map(({ relation }) => `'${relation.name}'`).join(' | ');
  return ['/** Relations whose instances the response contains. */', `readonly include?: readonly (${names})[];`];
}

/** Returns the parameters of an operation's function, except the API itself. */
function parametersOf({ kind, body, cls, filters, includes, relation }: Operation): readonly string[] {
  switch (kind) {
    case 'list':
      return [`query: ${filters ? filterName(cls) : 'http.PageQuery'} = {}`];
    case 'related':
      return ['id: string', `query: ${relatedFilter(relation?.target ?? cls, relation && fixedMember(relation))} = {}`];
    case 'create':
      return [`body: types.${body}`];
    case 'createList':
      return [`body: readonly types.${body}[]`];
    case 'replace':
    case 'update':
      return ['id: string', `body: types.${body}`];
    case 'get':
      return ['id: string', ...(includes ? [`query: Pick<${filterName(cls)}, 'include'> = {}`] : [])];
    case 'delete':
      return ['id: string'];
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

function operationFunction(operation: Operation, cls: DomainClass, page: string): Lines {
  const { operationId, summary, method, path, body, queryParameters, includes, success, errors, header } = operation;
  const data = dataType(operation, page);
  // All operations declare 500.
  const statuses = [...errors, 500, ...(header === 'ifNoneMatch' ? [304] : [])].sort((a, b) => a - b);
  const result = `Promise<http.Result<${success.status}, ${data}, ${statuses.join(' | ')}>>`;
  const parameters = ['api: http.Api', ...parametersOf(operation), 'options?: http.CallOptions'];
  return [
    documentation([`${summary}: \`${method.toUpperCase()} ${path}\`.`, cls.deprecated && '@deprecated']),
    signature(`export function ${operationId}`, parameters, result),
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

function signature(head: string, parameters: readonly string[], result: string): Lines {
  const line = `${head}(${parameters.join(', ')}): ${result} {`;
  if (line.length <= LINE_WIDTH) return line;
  return [`${head}(`, indent(parameters.map((parameter) => `${parameter},`)), `): ${result} {`];
}
