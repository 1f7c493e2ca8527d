import type { OnFinding, ScannedFile } from './scan.ts';
import { isSecretValue } from './secrets.ts';

/**
 * Scans SQL for words, after removing comments. Its dialects differ too much for one grammar, and function bodies are
 * strings in it.
 */
export function scanSql(file: ScannedFile, found: OnFinding): void {
  const text = removeComments(file.text);
  const all = (form: RegExp, take: (match: RegExpMatchArray & { index: number }) => void) => {
    for (const match of text.matchAll(form)) take(match as RegExpMatchArray & { index: number });
  };
  // PL/pgSQL and T-SQL: EXECUTE 'SELECT … ' || name
  all(
    /\bEXEC(?:UTE)?(?:\s{1,50}IMMEDIATE)?\s{0,50}\(?\s{0,50}N?'(?:[^']|''){0,2000}'\s{0,50}(?:\|\||\+)\s{0,50}([\w.@]{1,200})/gi,
    (match) => {
      if (!/^(quote_\w+|format|pg_catalog\.quote_\w+|quotename|char|chr)$/i.test(match[1] ?? '')) {
        found('sql-injection', file.spot(match.index), 'EXECUTE runs a statement with interpolated values');
      }
    },
  );
  all(
    /\bEXECUTE\s{1,50}format\s{0,50}\(\s{0,50}(?:E?'((?:[^']|''){0,2000})'|\$(\w{0,60})\$([\s\S]{0,2000}?)\$\2\$)/gi,
    (match) => {
      // %I and %L quote, %s does not.
      if (/%(\d+\$)?s/.test(match[1] ?? match[3] ?? '')) {
        found(
          'sql-injection',
          file.spot(match.index),
          'format() puts a value into the statement with %s, which does not quote; use %I or %L',
        );
      }
    },
  );
  all(
    /\b(?:CREATE|ALTER)\s{1,50}(?:USER|ROLE|LOGIN)\b[^;]{0,500}?\b(?:PASSWORD|IDENTIFIED\s{1,50}BY)\s{0,50}=?\s{0,50}'([^']{0,400})'/gi,
    (match) => {
      const value = match[1] ?? '';
      if (!file.isTest && (isSecretValue(value) || /^(md5[0-9a-f]{32}|SCRAM-SHA-256\$)/.test(value))) {
        found('hard-coded-secret', file.spot(match.index), 'a role is given a fixed password');
      }
    },
  );
  all(/\bGRANT\s{1,50}ALL\b[^;]{0,500}\bTO\s{1,50}PUBLIC\b/gi, (match) => found('sql-grant-to-public', file.spot(match.index)));
  all(/\bmd5\s{0,50}\([^)]{0,500}(?:password|passwd|secret|token)/gi, (match) => {
    found('weak-hash', file.spot(match.index), "md5 does not protect a password; use crypt() with gen_salt('bf')");
  });
  for (const routine of definersOf(text)) {
    if (!/\bSET\s+search_path\b/i.test(routine.text)) {
      found('sql-security-definer', file.spot(routine.index));
    }
  }
}

interface Routine {
  readonly index: number;
  readonly text: string;
}

/** Number of characters after `SECURITY DEFINER` in which the end of the statement is searched. */
const LONGEST_REST = 50_000;

/** Yields the statements that create functions with the rights of their owner. Dollar-quoted bodies do not end them. */
function* definersOf(text: string): Iterable<Routine> {
  const starts = [...text.matchAll(/\bCREATE\s{1,50}(?:OR\s{1,50}REPLACE\s{1,50})?(?:FUNCTION|PROCEDURE)\b/gi)].map(
    ({ index }) => index,
  );
  for (const [i, index] of starts.entries()) {
    const own = text.slice(index, starts[i + 1]);
    const definer = /\bSECURITY\s{1,50}DEFINER\b/i.exec(own);
    if (!definer) continue;
    const from = index + definer.index;
    const end = endOfStatement(text.slice(from, from + LONGEST_REST));
    yield { index, text: text.slice(index, from + end) };
  }
}

/** Returns the end of a statement. Its body may be in dollar quotes, and may follow. */
function endOfStatement(rest: string): number {
  const next = /;[^\S\n]{0,100}$|\$\w{0,60}\$/m.exec(rest);
  if (!next) return rest.length;
  const body = next[0].startsWith('$') ? rest.indexOf(next[0], next.index + next[0].length) : next.index;
  const end = rest.indexOf(';', body < 0 ? next.index : body);
  return end < 0 ? rest.length : end;
}

/** Replaces comments by spaces, so that offsets stay valid. An unclosed comment or string extends to the end. */
function removeComments(text: string): string {
  return text.replace(/'[^']*(?:''[^']*)*'?|"[^"]*(?:""[^"]*)*"?|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g, (part) =>
    /^(--|\/\*)/.test(part) ? part.replace(/[^\n]/g, ' ') : part,
  );
}
