/** What an expression that makes a string consists of. */

import type { SyntaxNode } from '../parser.ts';

export interface Pieces {
  /** The fixed text, with {@link HOLE} where something else is put in. */
  readonly text: string;
  /** What is put in. */
  readonly holes: readonly SyntaxNode[];
}

export const HOLE = '\0';

export function joined(pieces: readonly Pieces[]): Pieces {
  return { text: pieces.map((each) => each.text).join(''), holes: pieces.flatMap((each) => each.holes) };
}

export function hole(node: SyntaxNode): Pieces {
  return { text: HOLE, holes: [node] };
}

export function fixed(text: string): Pieces {
  return { text, holes: [] };
}

const SQL =
  /^\s*(select\b[\s\S]*\bfrom\b|insert\s+(or\s+\w+\s+)?into\b|update\b[\s\S]*\bset\b|delete\s+from\b|merge\s+into\b|with\b[\s\S]*\b(select|insert|update|delete)\b|(create|drop|alter|truncate)\s+(table|index|view|schema|database|user|role|type|sequence)\b|grant\b[\s\S]*\bto\b)/i;

const SQL_IN_TEXT = /["'`]\s*(?:select|insert|update|delete|merge|with|create|drop|alter|truncate|grant)\b/i;

/** Whether a string in a source may be the beginning of a statement of SQL. */
export function mayHaveSql(source: string): boolean {
  return SQL_IN_TEXT.test(source);
}

/** Whether pieces are a statement of SQL that values are put into, rather than numbers, names or places for them. */
export function isInjectedSql(pieces: Pieces): boolean {
  if (!SQL.test(pieces.text.replaceAll(HOLE, ' x '))) return false;
  let at = -1;
  return pieces.holes.some((node) => {
    at = pieces.text.indexOf(HOLE, at + 1);
    // `$${index}`, `:${name}` and `@${name}` make names of parameters.
    return !/[$:@?]$/.test(pieces.text.slice(0, at)) && !isHarmless(node.text());
  });
}

/** Whether what is put in is a number, a constant, a list of places for parameters, or quoted by a function for it. */
export function isHarmless(code: string): boolean {
  const text = code.trim();
  return (
    /^[-\d][\d_.]*$/.test(text) ||
    // Constants are written in capitals in all these languages.
    /^&?([\w$]+(\.|::))*[A-Z][A-Z0-9_]*$/.test(text) ||
    /["'`]\s*[?$%:]/.test(text) ||
    /\.(length|len\(\))$/.test(text) ||
    /^(Number|parseInt|parseFloat|int|float|len)\(/.test(text) ||
    /(quote|escape|ident|placeholder|sanitiz)/i.test(/^[^(]*\(/.exec(text)?.[0] ?? '') ||
    /^(placeholders?|marks)$/i.test(text)
  );
}
