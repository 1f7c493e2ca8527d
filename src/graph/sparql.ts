/**
 * Tokenizes queries to find their prefixes, their form and the positions of their parts. The engine does the real
 * parsing.
 */

import { grammar } from './prefixes.ts';

type TokenKind = 'iri' | 'string' | 'variable' | 'blank' | 'prefixed' | 'language' | 'number' | 'word' | 'symbol' | 'stray';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Offset in the query, in UTF-16 code units. */
  readonly start: number;
}

/** Limits the length of a prefix, so that matching a long run of letters without a colon takes linear time. */
const PREFIX = grammar.PN_PREFIX.replace(/\*(?=\[)/, '{0,200}');

/** Terminals of the SPARQL 1.1 grammar (section 19.8); the first match wins. */
const terminals: readonly (readonly [TokenKind, string])[] = [
  ['iri', String.raw`<[^<>"{}|^\x60\\\0-\x20]*>`],
  ['string', String.raw`"""(?:"{0,2}(?:[^"\\]|\\.))*"""|'''(?:'{0,2}(?:[^'\\]|\\.))*'''`],
  ['string', String.raw`"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*'`],
  ['variable', `[?$]${grammar.VARNAME}`],
  ['blank', grammar.BLANK_NODE_LABEL],
  ['prefixed', `(?:${PREFIX})?:(?:${grammar.PN_LOCAL})?`],
  ['language', '@[A-Za-z]+(?:-+[A-Za-z0-9]+)*'],
  ['number', String.raw`(?:\d+(?:\.\d*)?|\.\d+)[eE][+-]?\d+|\d*\.\d+|\d+`],
  ['word', '[A-Za-z_][A-Za-z0-9_]*'],
  ['symbol', String.raw`\^\^|&&|\|\||[<>!]=|<<\(?|\)?>>|\{\||\|\}|[{}()\[\].;,=<>!*/+|^?&\-]`],
  ['stray', `${grammar.VARNAME}|.`],
];
const terminal = new RegExp(`\\s+|#[^\\n\\r]*|${terminals.map(([, source]) => `(${source})`).join('|')}`, 'suy');

/** Splits a query into tokens. Never fails: unknown characters become `stray` tokens. */
function tokenize(query: string): Token[] {
  const tokens: Token[] = [];
  terminal.lastIndex = 0;
  for (let match = terminal.exec(query); match; match = terminal.exec(query)) {
    const group = match.findIndex((text, i) => i > 0 && text !== undefined);
    const kind = terminals[group - 1]?.[0];
    if (kind) tokens.push({ kind, text: match[0], start: match.index });
  }
  return tokens;
}

export function upperCaseKeyword(token: Token | undefined): string | undefined {
  return token?.kind === 'word' ? token.text.toUpperCase() : undefined;
}

export type QueryForm = 'SELECT' | 'ASK' | 'CONSTRUCT' | 'DESCRIBE';

const forms: readonly string[] = ['SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE'] satisfies readonly QueryForm[];

export interface Outline {
  readonly tokens: readonly Token[];
  /** Prefixes that the query declares. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** The token after the prologue. */
  readonly first: Token | undefined;
  /** Undefined if the query starts with none of the four keywords. */
  readonly form: QueryForm | undefined;
}

/** The tokens that follow the keyword of a declaration in the prologue. */
const declarations: Readonly<Record<string, readonly TokenKind[]>> = {
  BASE: ['iri'],
  VERSION: ['string'],
  PREFIX: ['prefixed', 'iri'],
};

/** Splits a query into its prologue and its body. Accepts any text; `first` is undefined if nothing follows the prologue. */
export function splitQuery(query: string): Outline {
  const tokens = tokenize(query);
  const prefixes = new Map<string, string>();
  let bodyStart = 0;
  for (;;) {
    const kinds = declarations[upperCaseKeyword(tokens[bodyStart]) ?? ''] ?? [];
    const operands = tokens.slice(bodyStart + 1, bodyStart + 1 + kinds.length);
    if (kinds.length === 0 || kinds.some((kind, i) => operands[i]?.kind !== kind)) break;
    const [prefix, iri] = operands;
    if (prefix && iri) {
      if (!prefix.text.endsWith(':')) break;
      prefixes.set(prefix.text.slice(0, -1), iri.text.slice(1, -1));
    }
    bodyStart += 1 + kinds.length;
  }
  const first = tokens[bodyStart];
  const word = upperCaseKeyword(first) ?? '';
  return { tokens, prefixes, first, form: forms.includes(word) ? (word as QueryForm) : undefined };
}

/** Returns the variables in the order of their first use, without `?` or `$`. */
export function variableOrder(tokens: readonly Token[]): string[] {
  return [...new Set(tokens.filter((t) => t.kind === 'variable').map((t) => t.text.slice(1)))];
}
