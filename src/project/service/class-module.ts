/** Prints the module of a class: its routes, its handlers and its statements. */

import {
  concreteClasses,
  type DomainClass,
  declaredRelations,
  discriminatorOf,
  type Enumeration,
  type Relation,
} from '../../model/index.ts';
import type { Operation } from '../../targets/openapi-spec/index.ts';
import { identifiers, relationsBase, typeName, variantOf } from '../../targets/rust-models/index.ts';
import { identifier } from '../../targets/sql-schema/index.ts';
import { articleOf, type Lines, separated, text } from '../../targets/text/index.ts';
import {
  callChain,
  callFunction,
  constant,
  functionHead,
  okJson,
  RESERVED_VARIABLES,
  sqlLiteral,
  useDeclarations,
} from './layout.ts';
import {
  type BoundStatement,
  insertStatements,
  relationCondition,
  type Storage,
  selectStatement,
  updateStatements,
} from './statements.ts';

/** What the modules of all classes share. */
export interface ServiceContext {
  readonly storage: Storage;
  /** Returns the operations of a class. */
  readonly operationsOf: (cls: DomainClass) => readonly Operation[];
  /** The names of the types that implement `Validate`. */
  readonly validated: ReadonlySet<string>;
  /** Returns the module of a class. */
  readonly moduleOf: (cls: DomainClass) => string;
  readonly namesOf: (cls: DomainClass) => {
    readonly create: string;
    readonly update: string;
    readonly page: string;
    readonly any?: string;
  };
}

const words = (snake: string): string => snake.replaceAll('_', ' ');

/** Returns the text of the module. A class without operations has only the functions that other modules call. */
export function classModule(cls: DomainClass, context: ServiceContext): string {
  const operations = context.operationsOf(cls);
  const has = (kind: Operation['kind']) => operations.some((operation) => operation.kind === kind);
  const items: Lines[] = [
    ...statements(cls, context, has('update')),
    operations.length > 0 && routes(operations),
    has('list') && listHandler(cls, context),
    has('create') && createHandler(cls, context, operations),
    has('get') && getHandler(cls, context),
    has('update') && updateHandler(cls, context),
    has('delete') && deleteHandler(cls, context),
    has('relations') && relationsHandler(cls, context),
    anyFunction(cls, context),
    !cls.abstract && writeFunction('insert', insertStatements(cls, context.storage), cls),
    has('update') && changeFunction(cls, context),
    has('update') && writeFunction('save', updateStatements(cls, context.storage), cls),
  ];
  const body = text(separated(items.filter((item) => item !== false && item !== undefined)));
  const head = `//! ${heading(cls, operations)}\n\n`;
  return `${head}${text(useDeclarations(body, cls, context.moduleOf))}\n${body}`;
}

function heading(cls: DomainClass, operations: readonly Operation[]): string {
  const [first] = operations;
  const name = words(cls.plural);
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  return first ? `${title}: \`${first.path}\`.` : `${title}.`;
}

/** Returns the constants of the statements. The same statement may be part of inserts and updates. */
function statements(cls: DomainClass, context: ServiceContext, isUpdated: boolean): Lines[] {
  const { storage, namesOf } = context;
  const all = cls.abstract ? [] : [...insertStatements(cls, storage), ...(isUpdated ? updateStatements(cls, storage) : [])];
  const byName = new Map(all.map((one) => [one.name, one.sql]));
  const select = [
    `/// Selects the members of ${words(cls.plural)}. A condition may follow.`,
    constant('SELECT', selectStatement(cls, storage), 'pub '),
  ];
  const kinds = namesOf(cls).any && [
    `/// Selects the classes of ${words(cls.plural)}.`,
    constant('KINDS', [`SELECT id, ${kindColumn(cls, context)} FROM ${table(cls, storage)}`]),
  ];
  return [select, kinds, ...[...byName].map(([name, sql]) => constant(name, sql))];
}

const functions = {
  list: 'list',
  create: 'create',
  get: 'show',
  update: 'update',
  delete: 'remove',
  relations: 'show_related',
} as const;
const methods = { get: 'get', post: 'post', patch: 'patch', delete: 'delete' } as const;

function routes(operations: readonly Operation[]): Lines {
  const byPath = new Map<string, string[]>();
  for (const { path, method, kind } of operations) {
    const known = byPath.get(path) ?? [];
    byPath.set(path, known);
    known.push(`${methods[method]}(${functions[kind]})`);
  }
  return [
    '/// Returns the routes of the class.',
    'pub fn routes() -> Router<PgPool> {',
    '    Router::new()',
    [...byPath].map(([path, handlers]) => {
      const args = `"${path}", ${handlers.join('.')}`;
      if (args.length <= 60) return `        .route(${args})`;
      return ['        .route(', `            "${path}",`, `            ${handlers.join('.')},`, '        )'];
    }),
    '}',
  ];
}

const table = (cls: DomainClass, storage: Storage): string => identifier(storage.table(cls).name);

function listHandler(cls: DomainClass, context: ServiceContext): Lines {
  const { page, any } = context.namesOf(cls);
  return [
    `/// Returns a page of ${words(cls.plural)}.`,
    functionHead('pub async fn list', ['State(pool): State<PgPool>', 'paging: Paging'], `Result<Json<models::${page}>, Problem>`),
    '    let (limit, offset) = paging.bounds()?;',
    '    let mut db = pool.acquire().await?;',
    callFunction('    let total = ', 'count', ['&mut db', sqlLiteral(table(cls, context.storage))], ['.await?']),
    any
      ? ['    let rows = fetch_page(&mut db, KINDS, limit, offset).await?;', '    let items = fetch_any(&mut db, &rows).await?;']
      : '    let items = fetch_page(&mut db, SELECT, limit, offset).await?;',
    okJson(`models::${page}`, ['total', 'limit', 'offset', 'items']),
    '}',
  ];
}

/** Returns the column with the class of an instance. */
function kindColumn(cls: DomainClass, { storage }: ServiceContext): string {
  const column = storage.table(cls).columns.find(({ field }) => field?.discriminator);
  return identifier(column?.name ?? 'kind');
}

function createHandler(cls: DomainClass, context: ServiceContext, operations: readonly Operation[]): Lines {
  const { create } = context.namesOf(cls);
  const path = operations.find(({ kind }) => kind === 'create')?.path ?? '';
  const type = `models::${typeName(cls)}`;
  return [
    `/// Creates ${articleOf(cls.slug)} ${words(cls.slug)}.`,
    functionHead(
      'pub async fn create',
      ['State(pool): State<PgPool>', `Body(body): Body<models::${create}>`],
      'Result<impl IntoResponse, Problem>',
    ),
    `    let value = ${type}::from(body);`,
    context.validated.has(typeName(cls)) && '    value.validate()?;',
    '    let mut transaction = pool.begin().await?;',
    '    insert(&mut transaction, &value).await?;',
    callFunction(`    let value: ${type} = `, 'fetch', ['&mut transaction', 'SELECT', 'value.id'], ['.await?']),
    '    transaction.commit().await?;',
    createdResponse(path),
    '}',
  ];
}

function createdResponse(path: string): Lines {
  const call = `created("${path}", value.id, value)`;
  if (call.length <= 60) return `    Ok(${call})`;
  return ['    Ok(created(', `        "${path}",`, '        value.id,', '        value,', '    ))'];
}

function getHandler(cls: DomainClass, context: ServiceContext): Lines {
  const { any } = context.namesOf(cls);
  const type = any ?? typeName(cls);
  return [
    `/// Returns the ${words(cls.slug)} with an id.`,
    functionHead('pub async fn show', ['State(pool): State<PgPool>', 'Id(id): Id'], `Result<Json<models::${type}>, Problem>`),
    '    let mut db = pool.acquire().await?;',
    any
      ? ['    let row = fetch(&mut db, KINDS, id).await?;', '    let value = first(fetch_any(&mut db, &[row]).await?)?;']
      : '    let value = fetch(&mut db, SELECT, id).await?;',
    '    Ok(Json(value))',
    '}',
  ];
}

function updateHandler(cls: DomainClass, context: ServiceContext): Lines {
  const { update, any } = context.namesOf(cls);
  const type = any ?? typeName(cls);
  const cases = concreteClasses(cls).filter((one) => context.operationsOf(one).some(({ kind }) => kind === 'update'));
  return [
    `/// Updates the members that are sent.`,
    functionHead(
      'pub async fn update',
      ['State(pool): State<PgPool>', 'Id(id): Id', `MergePatch(body): MergePatch<models::${update}>`],
      `Result<Json<models::${type}>, Problem>`,
    ),
    '    let mut transaction = pool.begin().await?;',
    any
      ? [
          callFunction(
            `    let row: (Uuid, ${kindType(cls)}) = `,
            'fetch_for_update',
            ['&mut transaction', 'KINDS', 'id'],
            ['.await?'],
          ),
          '    match row.1 {',
          cases.map((one) => [
            `        ${kindPattern(cls, one)} => {`,
            callFunction(
              '            ',
              one === cls ? 'change' : `${context.moduleOf(one)}::change`,
              ['&mut transaction', 'id', one === cls ? 'body' : 'converted(&body)?'],
              ['.await?'],
            ),
            '        }',
          ]),
          kindEnumeration(cls).values.length > cases.length && '        _ => return Err(Problem::not_found()),',
          '    }',
          '    let value = first(fetch_any(&mut transaction, &[row]).await?)?;',
        ]
      : ['    change(&mut transaction, id, body).await?;', '    let value = fetch(&mut transaction, SELECT, id).await?;'],
    '    transaction.commit().await?;',
    '    Ok(Json(value))',
    '}',
  ];
}

/** Returns the enumeration of the discriminator. */
function kindEnumeration(cls: DomainClass): Enumeration {
  const type = discriminatorOf(cls)?.type;
  if (type?.kind !== 'enumeration') throw new TypeError(`${cls.name} has no discriminator`);
  return type.enumeration;
}

/** Returns the Rust type of the discriminator. */
const kindType = (cls: DomainClass): string => `models::${typeName(kindEnumeration(cls))}`;

/** Returns the pattern of a class's discriminator value. */
const kindPattern = (cls: DomainClass, one: DomainClass): string =>
  `${kindType(cls)}::${variantOf(kindEnumeration(cls), one.name)}`;

function deleteHandler(cls: DomainClass, context: ServiceContext): Lines {
  const [first, ...others] = context.storage.roots(cls).map(({ name }) => `DELETE FROM ${identifier(name)} WHERE id = $1`);
  const own = cls.parents.length === 0 ? '' : ` AND id IN (SELECT id FROM ${table(cls, context.storage)})`;
  const statements = [`${first}${own}`, ...others].map(sqlLiteral);
  return [
    `/// Deletes the ${words(cls.slug)} with an id.`,
    functionHead('pub async fn remove', ['State(pool): State<PgPool>', 'Id(id): Id'], 'Result<StatusCode, Problem>'),
    listOfStatements(statements),
    '    delete(&pool, &statements, id).await?;',
    '    Ok(StatusCode::NO_CONTENT)',
    '}',
  ];
}

function listOfStatements(statements: readonly string[]): Lines {
  const list = `[${statements.join(', ')}];`;
  const isShort = statements.length === 1 || statements.join(', ').length <= 60;
  if (isShort && list.length <= 100 - '    let statements = '.length) return `    let statements = ${list}`;
  if (isShort && list.length <= 90) return ['    let statements =', `        ${list}`];
  return ['    let statements = [', statements.map((sql) => `        ${sql},`), '    ];'];
}

function relationsHandler(cls: DomainClass, context: ServiceContext): Lines {
  const type = cls.relationsName as string;
  const relations = declaredRelations(cls);
  const identifierOf = identifiers(relations.map(({ name }) => name));
  const base = relationsBase(cls);
  // The variables differ from the other names of the function; the members of the struct do not.
  const variableOf = (name: string): string => (RESERVED_VARIABLES.has(name) ? `${name}_value` : name);
  const memberOf = (name: string): string => (variableOf(name) === name ? name : `${name}: ${variableOf(name)}`);
  return [
    `/// Returns the ${words(cls.slug)} with an id and its related objects.`,
    functionHead(
      'pub async fn show_related',
      ['State(pool): State<PgPool>', 'Id(id): Id'],
      `Result<Json<models::${type}>, Problem>`,
    ),
    '    let mut db = pool.acquire().await?;',
    callFunction(`    let ${variableOf(base)}: models::${typeName(cls)} = `, 'fetch', ['&mut db', 'SELECT', 'id'], ['.await?']),
    relations.map((relation) => relatedQuery(relation, cls, variableOf(base), variableOf(identifierOf(relation.name)), context)),
    okJson(`models::${type}`, [base, ...relations.map(({ name }) => identifierOf(name))].map(memberOf)),
    '}',
  ];
}

function relatedQuery(relation: Relation, cls: DomainClass, base: string, name: string, context: ServiceContext): Lines {
  const { condition, ids } = relationCondition(relation, cls, base, context.storage);
  const select = relation.target === cls ? 'SELECT' : `${context.moduleOf(relation.target)}::SELECT`;
  const query = callFunction(
    `    let ${relation.many ? name : 'found'} = `,
    'fetch_where',
    ['&mut db', select, sqlLiteral(condition), ids],
    ['.await?'],
  );
  if (relation.many) return query;
  return [query, `    let ${name} = ${relation.required ? 'first(found)?' : 'found.into_iter().next()'};`];
}

/** Prints the function that reads instances of a class and its subclasses. */
function anyFunction(cls: DomainClass, context: ServiceContext): Lines {
  const { any } = context.namesOf(cls);
  if (any === undefined) return undefined;
  const reads = concreteClasses(cls).map((one) => {
    const select = one === cls ? 'SELECT' : `${context.moduleOf(one)}::SELECT`;
    const value = `models::${typeName(one)}`;
    return [
      callFunction('    let ids = ', 'ids_of', ['rows', `&${kindPattern(cls, one)}`], []),
      callFunction(`    let values: Vec<${value}> = `, 'fetch_where', ['db', select, '"id = ANY($1)"', '&ids'], ['.await?']),
      '    found.extend(values.into_iter().map(|value| (value.id, value.into())));',
    ];
  });
  return [
    '/// Returns the instances of rows, in their order, each with the members of its own class.',
    functionHead(
      'async fn fetch_any',
      ['db: &mut PgConnection', `rows: &[(Uuid, ${kindType(cls)})]`],
      `sqlx::Result<Vec<models::${any}>>`,
    ),
    `    let mut found: HashMap<Uuid, models::${any}> = HashMap::new();`,
    reads,
    '    Ok(rows.iter().filter_map(|(id, _)| found.remove(id)).collect())',
    '}',
  ];
}

function changeFunction(cls: DomainClass, context: ServiceContext): Lines {
  const { update } = context.namesOf(cls);
  return [
    `/// Applies an update to the ${words(cls.slug)} with an id.`,
    functionHead(
      'pub async fn change',
      ['db: &mut PgConnection', 'id: Uuid', `update: models::${update}`],
      'Result<(), Problem>',
    ),
    callFunction(`    let mut value: models::${typeName(cls)} = `, 'fetch_for_update', ['db', 'SELECT', 'id'], ['.await?']),
    '    value.apply(update);',
    context.validated.has(typeName(cls)) && '    value.validate()?;',
    '    save(db, &value).await?;',
    '    Ok(())',
    '}',
  ];
}

function writeFunction(name: 'insert' | 'save', all: readonly BoundStatement[], cls: DomainClass): Lines {
  const type = `models::${typeName(cls)}`;
  const doc = name === 'insert' ? 'Inserts the rows of an instance.' : 'Writes the members of an existing instance.';
  return [
    `/// ${doc}`,
    functionHead(`async fn ${name}`, ['db: &mut PgConnection', `value: &${type}`], 'sqlx::Result<()>'),
    all.map(({ name: sql, binds }) =>
      callChain('    ', `sqlx::query(${sql})`, [...binds.map((bind) => `.bind(${bind})`), '.execute(&mut *db)', '.await?']),
    ),
    '    Ok(())',
    '}',
  ];
}
