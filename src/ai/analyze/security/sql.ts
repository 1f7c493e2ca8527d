import type { Found, Scanned } from './scan.ts';
import { isSecretValue } from './secrets.ts';

/**
 * SQL. Its dialects differ too much for one grammar, and the bodies of functions are strings to it; what is looked
 * for here can be told from the words, once comments are out of the way.
 */
export function scanSql(file: Scanned, found: Found): void {
  const text = withoutComments(file.text);
  const all = (form: RegExp, take: (match: RegExpMatchArray & { index: number }) => void) => {
    for (const match of text.matchAll(form)) take(match as RegExpMatchArray & { index: number });
  };
  // PL/pgSQL and T-SQL: EXECUTE 'SELECT … ' || name
  all(/\bEXEC(?:UTE)?(?:\s+IMMEDIATE)?\s*\(?\s*N?'(?:[^']|'')*'\s*(?:\|\||\+)\s*([\w.@]+)/gi, (match) => {
    if (!/^(quote_\w+|format|pg_catalog\.quote_\w+|quotename|char|chr)$/i.test(match[1] ?? '')) {
      found('sql-injection', file.spot(match.index), 'EXECUTE runs a statement with values in its text');
    }
  });
  all(/\bEXECUTE\s+format\s*\(\s*(?:E?'((?:[^']|'')*)'|\$(\w*)\$([\s\S]*?)\$\2\$)/gi, (match) => {
    // %I and %L quote, %s does not.
    if (/%(\d+\$)?s/.test(match[1] ?? match[3] ?? '')) {
      found(
        'sql-injection',
        file.spot(match.index),
        'format() puts a value into the statement with %s, which does not quote; use %I or %L',
      );
    }
  });
  all(/\b(?:CREATE|ALTER)\s+(?:USER|ROLE|LOGIN)\b[^;]*?\b(?:PASSWORD|IDENTIFIED\s+BY)\s*=?\s*'([^']*)'/gi, (match) => {
    const value = match[1] ?? '';
    if (!file.isTest && (isSecretValue(value) || /^(md5[0-9a-f]{32}|SCRAM-SHA-256\$)/.test(value))) {
      found('hard-coded-secret', file.spot(match.index), 'a role is given a fixed password');
    }
  });
  all(/\bGRANT\s+ALL\b[^;]*\bTO\s+PUBLIC\b/gi, (match) => found('sql-grant-to-public', file.spot(match.index)));
  all(/\bmd5\s*\(\s*[^)]*\b\w*(password|passwd|secret|token)\w*/gi, (match) => {
    found('weak-hash', file.spot(match.index), "md5 is no protection for a password; use crypt() with gen_salt('bf')");
  });
  all(
    /\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:FUNCTION|PROCEDURE)\b(?:(?!\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:FUNCTION|PROCEDURE)\b)[\s\S])*?\bSECURITY\s+DEFINER\b[\s\S]*?(?:;\s*$|\$\w*\$|(?![\s\S]))/gim,
    (match) => {
      const rest = text.slice(match.index, endOfStatement(text, match.index + match[0].length));
      if (!/\bSET\s+search_path\b/i.test(rest)) found('sql-security-definer', file.spot(match.index));
    },
  );
}

/** The end of a statement whose body may be in dollar quotes. */
function endOfStatement(text: string, from: number): number {
  const quote = /\$\w*\$\s*$/.exec(text.slice(0, from))?.[0].trim();
  const body = quote === undefined ? from : text.indexOf(quote, from) + quote.length;
  const end = text.indexOf(';', Math.max(from, body));
  return end === -1 ? text.length : end;
}

/** The text with blanks in place of comments, so that places stay what they are. */
function withoutComments(text: string): string {
  return text.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    /^(--|\/\*)/.test(part) ? part.replace(/[^\n]/g, ' ') : part,
  );
}
