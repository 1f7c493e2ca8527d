/** Loads the parsers of ast-grep, which are native code, when the first file is parsed. */

import { fail } from '../../diagnostics/index.ts';
import type { Grammar } from './languages.ts';

/** The used part of ast-grep's syntax nodes. */
export interface SyntaxNode {
  id(): number;
  kind(): string;
  text(): string;
  range(): { readonly start: SyntaxPosition; readonly end: SyntaxPosition };
  /** Returns an edit that is never applied: only its positions are used, in the same unit as an index. */
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
  /** Returns the node that a variable of the query, such as `$NAME`, matched. */
  getMatch(name: string): SyntaxNode | null;
}

/** Lines and columns start at 0; the index is in UTF-16 units, as in JavaScript's strings. */
export interface SyntaxPosition {
  readonly line: number;
  readonly column: number;
  readonly index: number;
}

/** The used rules of ast-grep, https://ast-grep.github.io/reference/rule.html. */
export interface Query {
  readonly kind?: string;
  readonly regex?: string;
  readonly field?: string;
  readonly pattern?: string;
  /** Position among the named children of its parent, starting at 1. */
  readonly nthChild?: number;
  readonly has?: Query;
  readonly inside?: Query;
  readonly follows?: Query;
  /** How far `inside` and `follows` look; by default at the neighbour only. */
  readonly stopBy?: 'end' | Query;
  readonly not?: Query;
  readonly any?: readonly Query[];
  readonly all?: readonly Query[];
}

/**
 * Returns a query for any of the kinds. Plain kinds share one selector, because passing each further rule takes as long as
 * walking the tree of a short file (https://ast-grep.github.io/guide/rule-config/atomic-rule.html#kind).
 */
export function anyKindQuery(kinds: readonly (string | Query)[]): { readonly rule: Query } {
  const names = kinds.filter((each) => typeof each === 'string');
  const queries = kinds.filter((each) => typeof each !== 'string');
  const one: Query = { kind: names.join(', ') };
  return { rule: queries.length === 0 ? one : { any: names.length === 0 ? queries : [...queries, one] } };
}

export type Parse = (grammar: Grammar, text: string) => SyntaxNode;

let loaded: Promise<Parse> | undefined;

/**
 * Returns the parser, which is loaded on the first call.
 *
 * @throws DiagnosticError if this platform has no parser.
 */
export function loadParser(): Promise<Parse> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Parse> {
  try {
    const napi = await import('@ast-grep/napi');
    const [python, rust] = await Promise.all([import('@ast-grep/lang-python'), import('@ast-grep/lang-rust')]);
    napi.registerDynamicLanguage({ python: python.default, rust: rust.default });
    return (grammar, text) => napi.parse(grammar, text).root() as unknown as SyntaxNode;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Native code can fail to load for reasons of the platform; the first line of the message names them.
    const reason = code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND' ? 'a package is not installed' : message;
    return fail('parser-missing', {
      platform: `${process.platform}-${process.arch}`,
      reason: (reason.split('\n', 1)[0] ?? '').slice(0, 200),
    });
  }
}
