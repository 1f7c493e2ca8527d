/** The parsers. They are native code, and loaded when the first file is parsed. */

import { fail } from '../../diagnostics/index.ts';
import type { Grammar } from './languages.ts';

/** What is used of ast-grep's syntax nodes. */
export interface SyntaxNode {
  id(): number;
  kind(): string;
  text(): string;
  range(): { readonly start: SyntaxPosition; readonly end: SyntaxPosition };
  /** An edit that would put another text in its place; nothing is changed. Places count as an index does. */
  replace(text: string): { readonly startPos: number; readonly endPos: number };
  isNamed(): boolean;
  field(name: string): SyntaxNode | null;
  children(): SyntaxNode[];
  parent(): SyntaxNode | null;
  ancestors(): SyntaxNode[];
  prev(): SyntaxNode | null;
  find(query: { readonly rule: Query }): SyntaxNode | null;
  findAll(query: { readonly rule: Query }): SyntaxNode[];
  matches(query: { readonly rule: Query }): boolean;
  /** What a variable of the query, such as `$NAME`, stands for here. */
  getMatch(name: string): SyntaxNode | null;
}

/** Lines and columns count from 0; the index is in UTF-16 units, as in JavaScript's strings. */
export interface SyntaxPosition {
  readonly line: number;
  readonly column: number;
  readonly index: number;
}

/** The rules of ast-grep that are used here, https://ast-grep.github.io/reference/rule.html. */
export interface Query {
  readonly kind?: string;
  readonly regex?: string;
  readonly field?: string;
  readonly pattern?: string;
  /** Which of the named children of its parent it is, from 1. */
  readonly nthChild?: number;
  readonly has?: Query;
  readonly not?: Query;
  readonly any?: readonly Query[];
  readonly all?: readonly Query[];
}

/**
 * Any node of one of the kinds. Kinds stand in one selector (https://ast-grep.github.io/guide/rule-config/atomic-rule.html#kind):
 * each rule of its own takes as long to hand over as the walk through the tree of a short file.
 */
export function anyOf(kinds: readonly (string | Query)[]): { readonly rule: Query } {
  const names = kinds.filter((each) => typeof each === 'string');
  const queries = kinds.filter((each) => typeof each !== 'string');
  const one: Query = { kind: names.join(', ') };
  return { rule: queries.length === 0 ? one : { any: names.length === 0 ? queries : [...queries, one] } };
}

/**
 * Where a node begins and ends, in UTF-16 units. `range()` makes three objects of seven numbers, and takes as long as two nodes
 * take to come over from native code; an edit is one object with two.
 */
export function extentOf(node: SyntaxNode): { readonly start: number; readonly end: number } {
  const { startPos, endPos } = node.replace('');
  return { start: startPos, end: endPos };
}

export type Parse = (grammar: Grammar, text: string) => SyntaxNode;

let loaded: Promise<Parse> | undefined;

/** @throws DiagnosticError if there is no parser for this machine. */
export function loadParser(): Promise<Parse> {
  loaded ??= load(true);
  return loaded;
}

/**
 * Loads the parser in a further thread. Grammars are registered once in a process, for all of its threads:
 * {@link loadParser} has to be done before the thread is started.
 */
export async function loadParserInThread(): Promise<void> {
  loaded ??= load(false);
  await loaded;
}

async function load(register: boolean): Promise<Parse> {
  try {
    const napi = await import('@ast-grep/napi');
    if (register) {
      const [python, rust] = await Promise.all([import('@ast-grep/lang-python'), import('@ast-grep/lang-rust')]);
      napi.registerDynamicLanguage({ python: python.default, rust: rust.default });
    }
    return (grammar, text) => napi.parse(grammar, text).root() as unknown as SyntaxNode;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Whatever keeps native code from being loaded is the machine's affair; the first line names it.
    const reason = code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND' ? 'a package is not installed' : message;
    return fail('parser-missing', {
      platform: `${process.platform}-${process.arch}`,
      reason: (reason.split('\n', 1)[0] ?? '').slice(0, 200),
    });
  }
}
