/** Generates a service in Rust (axum, sqlx) that answers as the OpenAPI document and the GraphQL schema describe. */

import { type DomainClass, type DomainModel, isResource, typeNames } from '../../model/index.ts';
import { describeApi, type Operation } from '../../targets/openapi-spec/index.ts';
import { moduleNames } from '../../targets/rust-models/index.ts';
import { planSchema } from '../../targets/sql-schema/index.ts';
import type { GeneratedFile } from '../../targets/target.ts';
import { type Lines, NameScope, text } from '../../targets/text/index.ts';
import changes from '../runtime/api/changes.rs?raw';
import connections from '../runtime/api/connections.rs?raw';
import creation from '../runtime/api/creation.rs?raw';
import cursors from '../runtime/api/cursors.rs?raw';
import docs from '../runtime/api/docs.rs?raw';
import failures from '../runtime/api/failures.rs?raw';
import filters from '../runtime/api/filters.rs?raw';
import graphql from '../runtime/api/graphql.rs?raw';
import http from '../runtime/api/http.rs?raw';
import idempotency from '../runtime/api/idempotency.rs?raw';
import include from '../runtime/api/include.rs?raw';
import problem from '../runtime/api/problem.rs?raw';
import queries from '../runtime/api/queries.rs?raw';
import resource from '../runtime/api/resource.rs?raw';
import schemaModule from '../runtime/api/schema.rs?raw';
import server from '../runtime/api/server.rs?raw';
import session from '../runtime/api/session.rs?raw';
import store from '../runtime/api/store.rs?raw';
import unions from '../runtime/api/unions.rs?raw';
import violations from '../runtime/api/violations.rs?raw';
import { classModule } from './class-module.ts';
import { constraintsModule } from './constraints.ts';
import type { ServiceContext } from './context.ts';
import { classesModule } from './graphql.ts';
import { MAX_WIDTH } from './layout.ts';
import { queriesModule } from './queries.ts';
import { Storage } from './statements.ts';

export interface Apis {
  readonly rest: boolean;
  readonly graphql: boolean;
}

const GRAPHQL = ['classes', 'connections', 'failures', 'graphql', 'schema', 'store', 'unions'] as const;

/** Modules that code of the user needs no names from. */
const PRIVATE: readonly string[] = ['connections', 'cursors', 'failures', 'queries', 'schema', 'store', 'unions', 'violations'];

/** Names that paths in the modules begin with. */
const CRATES = ['axum', 'models', 'sqlx', 'std', 'tracing', 'uuid'] as const;

const SHARED = [
  ...['changes', 'constraints', 'creation', 'cursors', 'docs', 'filters', 'http', 'idempotency', 'include', 'problem'],
  ...['queries', 'resource', 'server', 'session', 'violations'],
] as const;

/**
 * Generates the modules of the service, such as for the folder `src/api/`: one for each class, and the shared ones.
 *
 * @param models the generated Rust models; they show which types have constraints
 * @param apis the APIs that the service has
 */
export function serviceModules(
  model: DomainModel,
  models: readonly GeneratedFile[],
  apis: Apis = { rest: true, graphql: false },
): readonly GeneratedFile[] {
  const byClass = new Map<DomainClass, Operation[]>();
  for (const operation of describeApi(model, 'full').operations) {
    byClass.set(operation.cls, [...(byClass.get(operation.cls) ?? []), operation]);
  }
  const schema = planSchema(model);
  const names = typeNames(model);
  const modules = classModules(model);
  const validated = validatedTypes(models);
  const context: ServiceContext = {
    storage: new Storage(schema),
    hasRoutes: apis.rest,
    operationsOf: (cls) => byClass.get(cls) ?? [],
    validated,
    namesOf: (cls) => names.of(cls),
  };
  const omitted: readonly string[] = [...(apis.rest ? [] : ['docs']), ...(validated.size > 0 ? [] : ['violations'])];
  const shared = [...SHARED.filter((name) => !omitted.includes(name)), ...(apis.graphql ? GRAPHQL : [])];
  const files = model.classes.map((cls): Module => ({ name: modules.get(cls) as string, content: classModule(cls, context) }));
  return [
    { path: 'mod.rs', content: text(rootModule(model, files, shared, modules, apis)) },
    ...(apis.rest ? [{ path: 'docs.rs', content: docs }] : []),
    { path: 'changes.rs', content: changes },
    { path: 'creation.rs', content: creation },
    { path: 'cursors.rs', content: cursors },
    { path: 'filters.rs', content: filters },
    { path: 'http.rs', content: http },
    { path: 'idempotency.rs', content: idempotency },
    { path: 'include.rs', content: include },
    { path: 'problem.rs', content: problem },
    { path: 'queries.rs', content: queriesModule(queries, [changes, filters, resource, ...files.map(({ content }) => content)]) },
    { path: 'resource.rs', content: resource },
    { path: 'server.rs', content: server },
    { path: 'session.rs', content: session },
    ...(apis.graphql
      ? [
          { path: 'classes.rs', content: text(classesModule(model, context)) },
          { path: 'graphql.rs', content: graphql },
          { path: 'connections.rs', content: connections },
          { path: 'failures.rs', content: failures },
          { path: 'schema.rs', content: schemaModule },
          { path: 'store.rs', content: store },
          { path: 'unions.rs', content: unions },
        ]
      : []),
    { path: 'constraints.rs', content: text(constraintsModule(model, schema, validated.size > 0)) },
    ...(validated.size > 0 ? [{ path: 'violations.rs', content: violations }] : []),
    ...files.map(({ name, content }) => ({ path: `${name}.rs`, content })),
  ];
}

interface Module {
  readonly name: string;
  readonly content: string;
}

/** Returns whether rustfmt cannot format a module, because names are too long. */
const isLong = ({ content }: Module): boolean => content.split('\n').some((line) => line.length > MAX_WIDTH);

function classModules(model: DomainModel): ReadonlyMap<DomainClass, string> {
  const scope = new NameScope([...SHARED, ...GRAPHQL, ...CRATES]);
  return new Map([...moduleNames(model.classes)].map(([cls, name]) => [cls, scope.claim(name, `${name}_api`)]));
}

/** Returns the names of the types that implement `Validate`. */
function validatedTypes(models: readonly GeneratedFile[]): ReadonlySet<string> {
  return new Set(
    models.flatMap(({ content }) => [...content.matchAll(/^impl Validate for (\w+) \{/gm)].map(([, name = '']) => name)),
  );
}

function rootModule(
  model: DomainModel,
  files: readonly Module[],
  shared: readonly string[],
  modules: ReadonlyMap<DomainClass, string>,
  apis: Apis,
): Lines {
  const skipped = new Set(files.filter(isLong).map(({ name }) => name));
  return [
    '//! The API: one module for each class.',
    '',
    '// The errors of all handlers are problems.',
    '#![allow(clippy::missing_errors_doc)]',
    '',
    [...files.map(({ name }) => name), ...shared]
      .sort()
      .map((name) => [skipped.has(name) && '#[rustfmt::skip]', `${PRIVATE.includes(name) ? '' : 'pub '}mod ${name};`]),
    '',
    apis.rest && 'use axum::routing::get;',
    'use axum::Router;',
    'use sqlx::PgPool;',
    '',
    'use self::problem::{Code, Problem};',
    '',
    '/// Returns the routes of all classes.',
    'pub fn routes() -> Router<PgPool> {',
    '    Router::new()',
    apis.rest && `        .route("${pagesOf(model).docs}", get(docs::page))`,
    apis.rest && '        .route("/openapi.yaml", get(docs::document))',
    apis.graphql && '        .route("/graphql", graphql::handlers())',
    (apis.rest ? model.classes.filter(isResource) : []).map((cls) => `        .merge(${modules.get(cls)}::routes())`),
    '        .fallback(not_found)',
    '        .method_not_allowed_fallback(not_allowed)',
    '}',
    '',
    'async fn not_found() -> Problem {',
    '    Problem::new(Code::NotFound, "There is no such path.")',
    '}',
    '',
    'async fn not_allowed() -> Problem {',
    '    let detail = "The path does not have this method.";',
    '    Problem::new(Code::MethodNotAllowed, detail)',
    '}',
  ];
}

/** The paths of pages that are no operations of the API document. */
export interface Pages {
  readonly docs: string;
  readonly health: string;
  readonly metrics: string;
  readonly ready: string;
}

/** Returns the paths of pages, which are not those of classes: a class `Doc` has the path `/docs`. */
export function pagesOf(model: DomainModel): Pages {
  const paths = new Set(describeApi(model).operations.map(({ path }) => path));
  const free = (path: string): string => (paths.has(path) ? `/api${path}` : path);
  return { docs: free('/docs'), health: free('/health'), metrics: free('/metrics'), ready: free('/ready') };
}
