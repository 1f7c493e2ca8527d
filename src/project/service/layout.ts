/** Prints Rust as rustfmt formats it (https://rust-lang.github.io/rustfmt, the default configuration). */

import type { Lines } from '../../targets/text/index.ts';

export const MAX_WIDTH = 100;
/** The option `chain_width`. */
const CHAIN_WIDTH = 60;

/** Prints a statement whose expression is a chain of calls. */
export function callChain(before: string, receiver: string, calls: readonly string[], end = ';'): Lines {
  const chain = `${receiver}${calls.join('')}`;
  if (calls.length === 0 || (chain.length <= CHAIN_WIDTH && before.length + chain.length + end.length <= MAX_WIDTH)) {
    return `${before}${chain}${end}`;
  }
  const pad = `${' '.repeat(before.length - before.trimStart().length)}    `;
  return [`${before}${receiver}`, chainLines(calls, pad, end)];
}

/** The option `fn_call_width`. */
const CALL_WIDTH = 60;

/** Prints a statement that calls a function and chains others: `let x = name(arguments).await?;`. */
export function callFunction(before: string, name: string, args: readonly string[], calls: readonly string[], end = ';'): Lines {
  const list = args.join(', ');
  const pad = ' '.repeat(before.length - before.trimStart().length);
  const chained = `${name}(${list})${calls.join('')}${end}`;
  if (list.length <= CALL_WIDTH) {
    // A single `.await?` is not counted as a chain.
    const isShort = calls.length <= 1 || chained.length - end.length <= CHAIN_WIDTH;
    if (isShort && before.length + chained.length < MAX_WIDTH + (calls.length === 0 ? 1 : 0)) return `${before}${chained}`;
    if (isShort && before.endsWith('= ') && pad.length + 4 + chained.length < MAX_WIDTH)
      return [before.trimEnd(), `${pad}    ${chained}`];
    const call = `${name}(${list})`;
    const isAssigned = before.endsWith('= ');
    const head = isAssigned ? `${pad}    ${call}` : `${before}${call}`;
    if (calls.length > 0 && head.length < MAX_WIDTH)
      return isAssigned
        ? [before.trimEnd(), head, chainLines(calls, `${pad}        `, end)]
        : [head, chainLines(calls, `${pad}    `, end)];
  }
  return [
    `${before}${name}(`,
    args.map((one) => argument(one, `${pad}    `)),
    calls.length === 0 ? `${pad})${end}` : [`${pad})`, chainLines(calls, pad, end)],
  ];
}

function chainLines(calls: readonly string[], pad: string, end: string): readonly string[] {
  return calls.map((call, index) => `${pad}${call}${index === calls.length - 1 ? end : ''}`);
}

function argument(code: string, pad: string): Lines {
  if (code.length <= CHAIN_WIDTH || !code.endsWith('.as_slice()')) return `${pad}${code},`;
  const [root, ...parts] = code.split('.');
  return [`${pad}${root}`, parts.map((part, index) => `${pad}    .${part}${index === parts.length - 1 ? ',' : ''}`)];
}

export function functionHead(name: string, parameters: readonly string[], result: string, pad = ''): Lines {
  const line = `${pad}${name}(${parameters.join(', ')}) -> ${result} {`;
  if (line.length <= MAX_WIDTH) return line;
  return [`${pad}${name}(`, parameters.map((parameter) => `${pad}    ${parameter},`), `${pad}) -> ${result} {`];
}

export function constant(name: string, sql: readonly string[]): Lines {
  const [open, close] = quotesOf(sql.join());
  const head = `const ${name}: &str = ${open}`;
  const [only = ''] = sql;
  if (sql.length === 1 && head.length + only.length + close.length < MAX_WIDTH) return `${head}${only}${close};`;
  return [head, sql.map((line) => `    ${line}`), `${close};`];
}

/** Returns the delimiters of a string literal: raw ones for quoted identifiers. */
export function quotesOf(sql: string): readonly [string, string] {
  return sql.includes('"') ? ['r#"', '"#'] : ['"', '"'];
}

export function sqlLiteral(sql: string): string {
  const [open, close] = quotesOf(sql);
  return `${open}${sql}${close}`;
}

/** Names that modules may use, with their paths. */
const imports: readonly (readonly [group: string, path: string, name: string])[] = [
  ['std', 'std::collections', 'HashMap'],
  ['crates', 'axum::routing', 'get'],
  ['crates', 'axum', 'Router'],
  ['crates', 'sqlx::types', 'Json as JsonColumn'],
  ['crates', 'sqlx', 'PgConnection'],
  ['crates', 'sqlx', 'PgPool'],
  ['crates', 'uuid', 'Uuid'],
  ['own', 'super::changes', 'remove'],
  ['own', 'super::changes', 'replace'],
  ['own', 'super::changes', 'update'],
  ['own', 'super::creation', 'create'],
  ['own', 'super::creation', 'create_list'],
  ['own', 'super::filters', 'Column'],
  ['own', 'super::filters', 'Kind'],
  ['own', 'super::filters', 'Selection'],
  ['own', 'super::http', 'Caller'],
  ['own', 'super::include', 'Relation'],
  ['own', 'super::problem', 'Problem'],
  ['own', 'super::queries', 'converted'],
  ['own', 'super::queries', 'fetch_kind'],
  ['own', 'super::queries', 'in_order'],
  ['own', 'super::queries', 'interval'],
  ['own', 'super::queries', 'interval_list'],
  ['own', 'super::queries', 'json_list'],
  ['own', 'super::queries', 'signed'],
  ['own', 'super::queries', 'signed_list'],
  ['own', 'super::queries', 'widened'],
  ['own', 'super::queries', 'Query'],
  ['own', 'super::resource', 'class_routes'],
  ['own', 'super::resource', 'list'],
  ['own', 'super::resource', 'related'],
  ['own', 'super::resource', 'related_by'],
  ['own', 'super::resource', 'show'],
  ['own', 'super::resource', 'Instance'],
  ['own', 'super::resource', 'Item'],
  ['own', 'super::resource', 'Members'],
  ['own', 'super::resource', 'OwnHooks'],
  ['own', 'super::resource', 'Resource'],
  ['own', 'super::session', 'Session'],
  ['own', 'super::violations', 'checked'],
];

/** Prints the `use` declarations of the names that a module contains. */
export function useDeclarations(body: string): Lines {
  // Comments and strings have names of classes, which may be those of imports.
  const code = body.replace(/^ *\/\/.*$|r#"[\s\S]*?"#|"(?:[^"\\]|\\.)*"/gm, '');
  const uses = (name: string): boolean => {
    const used = name.replace(/^.* as /, '');
    // Functions are called or passed on; a variable may have the name of one.
    const after = /^[a-z]/.test(used) ? '(?=\\(|\\)|::<)' : '\\b';
    return new RegExp(`(?<![\\w:.]|\\bfn |\\btype )${used}${after}`).test(code);
  };
  const groups = new Map<string, Map<string, string[]>>();
  for (const [group, path, name] of imports) {
    if (!uses(name)) continue;
    const paths = groups.get(group) ?? new Map<string, string[]>();
    groups.set(group, paths);
    paths.set(path, [...(paths.get(path) ?? []), name]);
  }
  const lines = (paths: ReadonlyMap<string, readonly string[]>) =>
    [...paths].map(([path, names]) => (names.length === 1 ? `use ${path}::${names[0]};` : useList(path, names)));
  const all = [
    ...[groups.get('std'), groups.get('crates')].flatMap((paths) => (paths ? [lines(paths)] : [])),
    [
      ...lines(groups.get('own') ?? new Map()),
      code.includes('.validate()') ? 'use crate::models::{self, Validate};' : 'use crate::models;',
    ],
  ];
  return all.flatMap((group, index) => (index > 0 ? ['', ...group] : group));
}

/** Prints a `use` declaration of several names. */
function useList(path: string, names: readonly string[]): Lines {
  const line = `use ${path}::{${names.join(', ')}};`;
  // Rustfmt reserves two columns after the list, and one after a line of it that is not the last.
  if (line.length < MAX_WIDTH - 1) return line;
  const lines = [''];
  for (const [i, name] of names.entries()) {
    const last = lines.length - 1;
    const longer = lines[last] === '' ? `    ${name},` : `${lines[last]} ${name},`;
    if (longer.length < MAX_WIDTH + Number(i === names.length - 1)) lines[last] = longer;
    else lines.push(`    ${name},`);
  }
  return [`use ${path}::{`, lines, '};'];
}
