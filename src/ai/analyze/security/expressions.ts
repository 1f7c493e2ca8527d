/** Splits an expression that builds a string into fixed text and inserted values. */

import type { SyntaxNode } from '../parser.ts';

export interface Pieces {
  /** The fixed text, with {@link HOLE} in place of each inserted value. */
  readonly text: string;
  /** The inserted values. */
  readonly holes: readonly SyntaxNode[];
}

export const HOLE = '\0';

export function joinPieces(pieces: readonly Pieces[]): Pieces {
  return { text: pieces.map((each) => each.text).join(''), holes: pieces.flatMap((each) => each.holes) };
}

export function insertedValue(node: SyntaxNode): Pieces {
  return { text: HOLE, holes: [node] };
}

export function constantText(text: string): Pieces {
  return { text, holes: [] };
}

const SQL =
  /^\s*(select\b[\s\S]*\bfrom\b|insert\s+(or\s+\w+\s+)?into\b|update\b[\s\S]*\bset\b|delete\s+from\b|merge\s+into\b|with\b[\s\S]*\b(select|insert|update|delete)\b|(create|drop|alter|truncate)\s+(table|index|view|schema|database|user|role|type|sequence)\b|grant\b[\s\S]*\bto\b)/i;

const SQL_IN_TEXT = /["'`]\s*(?:select|insert|update|delete|merge|with|create|drop|alter|truncate|grant)\b/i;

/** True if a string in a source may begin an SQL statement. */
export function mayHaveSql(source: string): boolean {
  return SQL_IN_TEXT.test(source);
}

/** True if pieces are an SQL statement with inserted values other than numbers, names and parameter placeholders. */
export function isInjectedSql(pieces: Pieces): boolean {
  if (!SQL.test(pieces.text.replaceAll(HOLE, ' x '))) return false;
  let at = -1;
  return pieces.holes.some((node) => {
    at = pieces.text.indexOf(HOLE, at + 1);
    // `$${index}`, `:${name}` and `@${name}` build names of parameters.
    return !/[$:@?]$/.test(pieces.text.slice(0, at)) && !isHarmless(node.text());
  });
}

/** True if inserted code is a number, a constant, a list of placeholders, or a call of a quoting function. */
export function isHarmless(code: string): boolean {
  const text = code.trim();
  return (
    /^[-\d][\d_.]*$/.test(text) ||
    // All these languages write constants in capitals.
    /^&?([\w$]+(\.|::))*[A-Z][A-Z0-9_]*$/.test(text) ||
    /["'`]\s*[?$%:]/.test(text) ||
    /\.(length|len\(\))$/.test(text) ||
    /^(Number|parseInt|parseFloat|int|float|len)\(/.test(text) ||
    /(quote|escape|ident|placeholder|sanitiz)/i.test(/^[^(]*\(/.exec(text)?.[0] ?? '') ||
    /^(placeholders?|marks)$/i.test(text)
  );
}
