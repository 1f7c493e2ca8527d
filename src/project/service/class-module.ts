/** Prints the Rust module of a class in the service, such as `src/api/post.rs`: its routes, SQL statements and trait implementations. */

import {
  concreteClasses,
  type DomainClass,
  discriminatorOf,
  type Enumeration,
  type Field,
  isMember,
  isResource,
} from '../../model/index.ts';
import { filtersOf, fixedMember, includedRelations, type Operation } from '../../targets/openapi-spec/index.ts';
import { identifiers, stringLiteral, typeName, variantOf } from '../../targets/rust-models/index.ts';
import { identifier } from '../../targets/sql-schema/index.ts';
import { type Lines, separated, text } from '../../targets/text/index.ts';
import type { ServiceContext } from './context.ts';
import { callChain, callFunction, constant, functionHead, MAX_WIDTH, quotesOf, sqlLiteral, useDeclarations } from './layout.ts';
import {
  hasOneRow,
  listCondition,
  lockStatements,
  type Rows,
  rowsOf,
  rowsStatement,
  type Statement,
  type Storage,
  selectStatement,
} from './statements.ts';

const words = (snake: string): string => snake.replaceAll('_', ' ');

/** Returns the text of the module. A class without operations has only what other modules use. */
export function classModule(cls: DomainClass, context: ServiceContext): string {
  const operations = context.operationsOf(cls);
  const isUpdated = isUpdatable(cls, context);
  const items: Lines[] = [
    ...statementConstants(cls, context, isUpdated),
    operations.length > 0 && context.hasRoutes && routes(cls, operations, context),
    operations.length > 0 && resourceImplementation(cls, context),
    operations.length > 0 && itemImplementation(cls, context),
    !cls.abstract && instanceImplementation(cls, context, isUpdated),
    ...(cls.abstract ? [] : rowsOf(cls, context.storage).map((rows) => bindFunction(rows, cls))),
  ];
  const body = text(separated(items.filter((item) => item !== false && item !== undefined)));
  const head = `//! ${heading(cls, operations)}\n\n`;
  return `${head}${text(useDeclarations(body))}\n${body}`;
}

const isUpdatable = (cls: DomainClass, { operationsOf }: ServiceContext): boolean =>
  operationsOf(cls).some(({ kind }) => kind === 'update');

const modelOf = (cls: DomainClass): string => `models::${typeName(cls)}`;

function heading(cls: DomainClass, operations: readonly Operation[]): string {
  const [first] = operations;
  const name = words(cls.plural);
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  return first ? `${title}: \`${first.path}\`.` : `${title}.`;
}

function statementConstants(cls: DomainClass, context: ServiceContext, isUpdated: boolean): Lines[] {
  const { storage, namesOf, operationsOf } = context;
  const { name, columnOf } = storage.relation(cls);
  const kind = discriminatorOf(cls);
  const kinds =
    operationsOf(cls).length > 0 &&
    namesOf(cls).any !== undefined &&
    kind &&
    constant('KINDS', [`SELECT id, ${identifier(columnOf(kind))} FROM ${identifier(name)}`]);
  const rows = cls.abstract ? [] : rowsOf(cls, storage);
  // An update of a list inserts, too.
  const all = new Set(rows.flatMap(({ insert, update }) => [insert, ...(isUpdated ? update : [])]));
  return [...(kinds ? [kinds] : []), ...[...all].map(({ name, sql }) => constant(name, sql))];
}

const filterKinds = {
  ...{ text: 'Text', id: 'Id', boolean: 'Boolean', integer: 'Integer', decimal: 'Decimal' },
  ...{ float: 'Float', date: 'Date', instant: 'Instant' },
} as const;

function columnsConstant(cls: DomainClass, { storage }: ServiceContext): Lines {
  const { columnOf } = storage.relation(cls);
  const rows = filtersOf(cls).map(({ field, kind, values }) => {
    const list = values.map(stringLiteral).join(', ');
    const isSingle = field.type.kind === 'scalar' && field.type.scalar === 'float32';
    const kindText = kind === 'oneOf' ? `OneOf(&[${list}])` : isSingle ? 'Single' : filterKinds[kind];
    return `        ("${field.name}", ${sqlLiteral(identifier(columnOf(field)))}, Kind::${kindText}),`;
  });
  return ['    #[rustfmt::skip]', "    const COLUMNS: &'static [Column] = &[", rows, '    ];'];
}

/** Returns whether requests may include related instances. */
const hasIncludes = (cls: DomainClass, { hasRoutes, operationsOf }: ServiceContext): boolean =>
  hasRoutes && operationsOf(cls).some(({ includes }) => includes !== undefined);

function relationsConstant(cls: DomainClass, { storage }: ServiceContext): Lines {
  const rows = includedRelations(cls).map((relation) => {
    const { name, target, many, holder, field } = relation;
    const [kind, source] =
      holder === 'source' ? ['member', stringLiteral(field.name)] : ['rows', sqlLiteral(rowsStatement(relation, storage))];
    return `        Relation::${kind}::<${modelOf(target)}>("${name}", ${many}, ${source}),`;
  });
  return ['    #[rustfmt::skip]', "    const RELATIONS: &'static [Relation] = &[", rows, '    ];'];
}

const handlerNames = {
  ...{ list: 'list', create: 'create', get: 'show', replace: 'replace', update: 'update', delete: 'remove' },
} as const;

/** The operations of a class that is not abstract and has members to update, which `class_routes` adds. */
const standardPaths = { ...handlerNames, createList: 'create_list' };

function routes(cls: DomainClass, operations: readonly Operation[], context: ServiceContext): Lines {
  const byPath = new Map<string, string[]>();
  const hasAll = Object.keys(standardPaths).every((kind) => operations.some((one) => one.kind === kind));
  for (const operation of operations) {
    if (hasAll && operation.kind in standardPaths) continue;
    const known = byPath.get(operation.path) ?? [];
    byPath.set(operation.path, known);
    known.push(routeOf(operation, cls, context));
  }
  return [
    '/// Returns the routes of the class.',
    'pub fn routes() -> Router<PgPool> {',
    hasAll ? `    class_routes::<${modelOf(cls)}>()` : '    Router::new()',
    [...byPath].map(([path, handlers]) => {
      const chain = handlers.join('.');
      const args = `"${path}", ${chain}`;
      if (args.length <= 60) return `        .route(${args})`;
      return [
        '        .route(',
        `            "${path}",`,
        // rustfmt counts one call after the first as no chain.
        chain.length <= (handlers.length === 2 ? MAX_WIDTH - 13 : 60) || handlers.length === 1
          ? handlerLines(chain)
          : handlers.map((one, i) => `            ${i > 0 ? '    .' : ''}${one}${i === handlers.length - 1 ? ',' : ''}`),
        '        )',
      ];
    }),
    '}',
  ];
}

/** Prints a handler on a line, or the parts of its only argument, a tuple, on lines of their own. */
function handlerLines(handler: string): Lines {
  const start = handler.indexOf('((') + 2;
  const comma = handler.lastIndexOf(', ');
  if (!handler.endsWith('))') || start < 2 || comma < start) return `            ${handler},`;
  const [head, before, after] = [handler.slice(0, start), handler.slice(start, comma), handler.slice(comma + 2, -2)];
  if (before.length + after.length <= 56) return `            ${handler},`;
  return [`            ${head}`, `                ${before},`, `                ${after},`, '            )),'];
}

function routeOf({ kind, method, relation }: Operation, cls: DomainClass, { storage }: ServiceContext): string {
  if (kind === 'createList') return `create_list::<${modelOf(cls)}>()`;
  if (kind !== 'related' || relation === undefined) {
    return `${method}(${handlerNames[kind as keyof typeof handlerNames]}::<${modelOf(cls)}>)`;
  }
  const classes = `${modelOf(cls)}, ${modelOf(relation.target)}`;
  const member = fixedMember(relation);
  if (member !== undefined) return `related_by::<${classes}>("${member}")`;
  const [before, after] = listCondition(relation, storage).map(sqlLiteral);
  return `related::<${classes}>((${before}, ${after}))`;
}

function resourceImplementation(cls: DomainClass, context: ServiceContext): Lines {
  const { any } = context.namesOf(cls);
  const { name } = context.storage.relation(cls);
  const path = context.operationsOf(cls)[0]?.path ?? '';
  const from = sqlLiteral(identifier(name));
  const item = any === undefined ? 'Self' : `models::${any}`;
  const superclasses = cls.ancestors.filter(isResource).map((ancestor) => `OwnHooks::of::<${modelOf(ancestor)}>()`);
  const subclasses = any === undefined ? [] : concreteClasses(cls).filter((one) => one !== cls && isResource(one));
  const roots = context.storage.roots(cls).map(({ name }) => sqlLiteral(identifier(name)));
  return [
    `impl Resource for ${modelOf(cls)} {`,
    `    type Item = ${item};`,
    `    const PATH: &'static str = "${path}";`,
    `    const FROM: &'static str = ${from};`,
    columnsConstant(cls, context),
    hasIncludes(cls, context) && relationsConstant(cls, context),
    (roots.length > 1 || roots[0] !== from) && `    const ROOTS: &'static [&'static str] = &[${roots.join(', ')}];`,
    listsConstant(cls, context.storage),
    superclasses.length > 0 && [superclasses.length > 1 && '    #[rustfmt::skip]', superclassHooks(superclasses)],
    subclasses.length > 0 && subclassHooks(cls, subclasses, context.storage),
    '}',
  ];
}

/** Returns what lists of a class with subclasses contain. */
function itemImplementation(cls: DomainClass, context: ServiceContext): Lines | undefined {
  const { any, update } = context.namesOf(cls);
  if (any === undefined) return undefined;
  const classes = concreteClasses(cls);
  const subclasses = classes.filter((one) => one !== cls && isResource(one));
  const others = classes.filter((one) => !subclasses.includes(one));
  const resources = classes.filter(isResource);
  const updated = classes.filter((one) => isUpdatable(one, context));
  const isUpdated = isUpdatable(cls, context);
  const patternOf = (one: DomainClass, value = '_'): string => `models::${any}::${typeName(one)}(${value})`;
  return [
    `impl Item for models::${any} {`,
    `    type Update = ${isUpdated ? `models::${update}` : '()'};`,
    '',
    functionHead('async fn read', ['db: &mut PgConnection', 'rows: &Selection'], 'sqlx::Result<Vec<Self>>', '    '),
    `        let rows: Vec<(Uuid, ${kindType(cls)})> = rows.fetch(db, KINDS).await?;`,
    fetchKindStatements(cls),
    '    }',
    subclasses.length > 0 && [
      '',
      "    fn subclass(&self) -> Option<&'static str> {",
      '        match self {',
      subclasses.map((one) => `            ${patternOf(one)} => Some(${stringLiteral(kindValue(cls, one))}),`),
      others.length > 0 && `            ${others.length > 1 ? '_' : others.map((one) => patternOf(one)).join()} => None,`,
      '        }',
      '    }',
    ],
    '',
    '    fn computed(&self) -> Members {',
    '        match self {',
    resources.map((one) => `            ${patternOf(one, 'value')} => value.computed(),`),
    resources.length < classes.length && '            _ => Members::new(),',
    '        }',
    '    }',
    isUpdated && [
      '',
      ...updateHead,
      '        match self {',
      updated.map((one) => updateCase(patternOf(one, 'value'), one !== cls)),
      updated.length < classes.length && '            _ => Err(Problem::not_found()),',
      '        }',
      '    }',
    ],
    '}',
  ];
}

const updateHead = [
  '    async fn update(',
  '        self,',
  '        body: Self::Update,',
  '        caller: &Caller,',
  '        session: &mut Session,',
  '    ) -> Result<(), Problem> {',
] as const;

/** Returns the constant with the statements that lock the owners of lists before an instance is deleted. */
function listsConstant(cls: DomainClass, storage: Storage): Lines {
  const statements = lockStatements(cls, storage).map((sql) => `        ${sqlLiteral(sql)},`);
  return statements.length === 0
    ? []
    : ['    #[rustfmt::skip]', "    const LISTS: &'static [&'static str] = &[", statements, '    ];'];
}

/** Returns the constant with the hooks of subclasses, and the column that names the class. */
function subclassHooks(cls: DomainClass, subclasses: readonly DomainClass[], storage: Storage): Lines {
  const column = identifier(storage.relation(cls).columnOf(discriminatorOf(cls) as Field));
  return [
    '    #[rustfmt::skip]',
    `    const SUBCLASSES: (&'static str, &'static [(&'static str, OwnHooks)]) = (${sqlLiteral(column)}, &[`,
    subclasses.map((one) => `        (${stringLiteral(kindValue(cls, one))}, OwnHooks::of::<${modelOf(one)}>()),`),
    '    ]);',
  ];
}

/** Returns the constant with the hooks of superclasses. Rustfmt would print more than one in several ways. */
function superclassHooks(superclasses: readonly string[]): Lines {
  const declared = "    const SUPERCLASSES: &'static [OwnHooks] =";
  const line = `${declared} &[${superclasses.join(', ')}];`;
  return line.length <= MAX_WIDTH || superclasses.length > 1 ? line : [declared, `        &[${superclasses.join()}];`];
}

/** Returns the statements that read the instances of `rows`, which have their ids and classes. */
function fetchKindStatements(cls: DomainClass): Lines {
  return [
    '        let mut found = HashMap::new();',
    concreteClasses(cls).map((one) =>
      callFunction(
        '        ',
        `fetch_kind::<${modelOf(one)}, _, _>`,
        ['db', '&rows', `&${kindPattern(cls, one)}`, '&mut found'],
        ['.await?'],
      ),
    ),
    '        Ok(in_order(&rows, found))',
  ];
}

/** Prints the case of a class, whose call has a block of its own if the line is too long. */
function updateCase(pattern: string, isSubclass: boolean): Lines {
  const call = 'value.change(body, caller, session).await';
  const line = `            ${pattern} => ${call},`;
  if (!isSubclass && line.length <= MAX_WIDTH) return line;
  const conversion = isSubclass && '                let body = converted(&value, &body)?;';
  return [`            ${pattern} => {`, conversion, `                ${call}`, '            }'];
}

/** Prints the method that returns statements. */
function statementsMethod(name: string, statements: readonly string[]): Lines {
  const [only = '', ...others] = statements;
  const list = statements.join(', ');
  const call = others.length === 0 ? /^(\w+\()(.*)\)$/.exec(only) : null;
  const body =
    list.length <= 60
      ? `        vec![${list}]`
      : call
        ? [`        vec![${call[1]}`, call[2]?.split(', ').map((arg) => `            ${arg},`), '        )]']
        : ['        vec![', statements.map((one) => `            ${one},`), '        ]'];
  return ['', `    fn ${name}(&self) -> Vec<Query<'_>> {`, body, '    }'];
}

function instanceImplementation(cls: DomainClass, context: ServiceContext, isUpdated: boolean): Lines {
  const { create, update } = context.namesOf(cls);
  const all = rowsOf(cls, context.storage);
  const isOneRow = hasOneRow(cls, context.storage);
  const call = (rows: Rows, { name }: Statement) => `${rows.bind}(${name}, self)`;
  const isWritten = isUpdated && all.some(({ update }) => update.length > 0);
  return [
    `impl Instance for ${modelOf(cls)} {`,
    `    type Create = models::${create};`,
    `    type Update = ${isUpdated ? `models::${update}` : '()'};`,
    selectConstant(cls, context.storage),
    isOneRow && '    const IS_ONE_ROW: bool = true;',
    isOneRow && context.storage.isDeferred(cls) && '    const IS_ONE_STATEMENT: bool = false;',
    ['', '    fn id(&self) -> Uuid {', '        self.id', '    }'],
    isUpdated && ['', '    fn apply(&mut self, changes: Self::Update) {', '        self.apply(changes);', '    }'],
    isUpdated && context.hasRoutes && replacedFunction(cls),
    context.validated.has(typeName(cls)) && [
      '',
      '    fn check(&self) -> Result<(), Problem> {',
      callFunction('        ', 'checked', [`"${cls.name}"`, 'self.validate()'], [], ''),
      '    }',
    ],
    statementsMethod(
      'insertions',
      all.map((rows) => call(rows, rows.insert)),
    ),
    isWritten &&
      statementsMethod(
        'updates',
        all.flatMap((rows) => rows.update.map((statement) => call(rows, statement))),
      ),
    '}',
  ];
}

function selectConstant(cls: DomainClass, storage: Storage): Lines {
  const sql = selectStatement(cls, storage);
  const [open, close] = quotesOf(sql.join());
  return [`    const SELECT: &'static str = ${open}`, sql.map((line) => `        ${line}`), `    ${close};`];
}

function replacedFunction(cls: DomainClass): Lines {
  const identifierOf = identifiers(cls.allFields.map(({ name }) => name));
  // The class of a new instance is that of the replaced one.
  const kept = cls.allFields.filter((field) => !isMember(field, 'create') && !field.discriminator && !field.absent);
  return [
    '',
    '    fn replaced(self, new: Self::Create) -> Self {',
    '        Self {',
    kept.map(({ name }) => `            ${identifierOf(name)}: self.${identifierOf(name)},`),
    '            ..new.into()',
    '        }',
    '    }',
  ];
}

function bindFunction({ bind, binds }: Rows, cls: DomainClass): Lines {
  return [
    functionHead(`fn ${bind}<'q>`, ["sql: &'q str", `value: &'q ${modelOf(cls)}`], "Query<'q>"),
    callChain(
      '    ',
      'sqlx::query(sql)',
      binds.map((one) => `.bind(${one})`),
      '',
    ),
    '}',
  ];
}

function kindEnumeration(cls: DomainClass): Enumeration {
  const type = discriminatorOf(cls)?.type;
  if (type?.kind !== 'enumeration') throw new TypeError(`${cls.name} has no discriminator`);
  return type.enumeration;
}

const kindType = (cls: DomainClass): string => `models::${typeName(kindEnumeration(cls))}`;

/** Returns the discriminator value of a class, as the database stores it. */
function kindValue(cls: DomainClass, one: DomainClass): string {
  const { values } = kindEnumeration(cls);
  return values.find(({ name, value }) => value === one.name || name === one.name)?.value ?? one.name;
}

const kindPattern = (cls: DomainClass, one: DomainClass): string =>
  `${kindType(cls)}::${variantOf(kindEnumeration(cls), one.name)}`;
