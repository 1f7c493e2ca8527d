/** Names within SQL text. */

/** String literals, dollar-quoted texts, quoted names, words, and all else. */
const TOKEN = /[Ee]'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|[A-Za-z_][A-Za-z0-9_]*|./gs;

/**
 * SQL with other names in it. What stands in quotes as a text is no name, and a word before a parenthesis is that of a function.
 *
 * @param names by name as it is in the database; `functions` likewise
 */
export function renameIn(
  sql: string,
  names: ReadonlyMap<string, string>,
  functions: ReadonlyMap<string, string>,
  identifier: (name: string) => string,
): string {
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
