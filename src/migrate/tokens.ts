/** Replaces names within SQL: `title = lower(title)` becomes `headline = lower(headline)`. */

import { identifier } from '../targets/sql-schema/index.ts';

/** Escape strings, string literals, quoted identifiers, words, and any other character. */
const TOKEN = /[Ee]'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|[A-Za-z_][A-Za-z0-9_]*|./gs;

/**
 * Returns SQL with other names. String literals are kept, and a word before a parenthesis is the name of a function.
 *
 * @param names new names by the old names, without quotes; `functions` has those of functions
 */
export function renameTokens(sql: string, names: ReadonlyMap<string, string>, functions: ReadonlyMap<string, string>): string {
  if (names.size === 0 && functions.size === 0) return sql;
  const tokens = sql.match(TOKEN) ?? [];
  return tokens
    .map((token, i) => {
      const isQuoted = token.startsWith('"');
      if (!isQuoted && !/^[a-z_]/.test(token)) return token;
      const name = isQuoted ? token.slice(1, -1).replaceAll('""', '"') : token;
      const other = !isQuoted && tokens[i + 1] === '(' ? functions.get(name) : names.get(name);
      return other === undefined ? token : identifier(other);
    })
    .join('');
}
