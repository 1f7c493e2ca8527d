/** Rules for shell and SQL, without a syntax tree. Most repetitions are bounded: unbounded ones could take quadratic time. */

import type { RuleId } from '../rules.ts';
import type { OnFinding, ScannedFile } from './scan.ts';
import { isSecretValue } from './secrets.ts';

interface TextRule {
  readonly rule: RuleId;
  readonly pattern: RegExp;
  readonly message?: string;
  /** Returns false for a harmless match. Without this function, every match is a finding. */
  readonly isFinding?: (match: RegExpMatchArray, file: ScannedFile) => boolean;
}

const shell: readonly TextRule[] = [
  {
    rule: 'world-writable',
    // Not `chmod +w`: without a class of users, chmod applies the umask. Not 1777: the sticky bit protects files of others. The
    // mode repeats `WORLD_WRITABLE_MODE`.
    pattern:
      /\bchmod\s{1,50}(?:-\S{1,50}\s{1,50}){0,5}(?:0?[0246]?[0-7][0-7][2367]|[ugo]{0,3}[oa][ugo]{0,3}[+=][rx]{0,2}w[rwx]{0,2})(?=\s)/g,
    message: 'chmod lets all users write',
  },
  {
    rule: 'pipe-to-shell',
    pattern: /\b(?:curl|wget)\s[^|;&\n]{0,500}\|\s{0,50}(?:sudo\s{1,50}(?:-\S{1,50}\s{1,50}){0,5})?(?:ba|z|da)?sh\b/g,
  },
  { rule: 'pipe-to-shell', pattern: /\b(?:ba|z)?sh\s+(?:-c\s+)?(?:<\(|"?\$\()\s*(?:curl|wget)\b/g },
  {
    rule: 'tls-verification-disabled',
    pattern:
      /\bcurl\s(?:[^|;&\n]{0,500}\s)?(?:-[a-zA-Z]{0,20}k[a-zA-Z]{0,20}|--insecure)(?=\s)|\bwget\s[^|;&\n]{0,500}--no-check-certificate\b/g,
  },
  {
    rule: 'tls-verification-disabled',
    pattern: /\b(?:GIT_SSL_NO_VERIFY=(?:1|true)|NODE_TLS_REJECT_UNAUTHORIZED=["']?0|http\.sslVerify[= ]["']?false)/g,
  },
  {
    rule: 'code-injection',
    // Not `eval "$(ssh-agent -s)"`: it runs the output of a program, which is its documented use.
    pattern: /(?<=^|[;&|(]|\b(?:then|do|else)\b)[ \t]{0,50}eval\s{1,50}["']?[^"'\n$]{0,500}\$(?:\{?[\w@*])/gm,
    message: 'eval runs the value of a variable as code',
  },
];

const sql: readonly TextRule[] = [
  {
    rule: 'sql-injection',
    // PL/pgSQL and T-SQL: EXECUTE 'SELECT … ' || name
    pattern:
      /\bEXEC(?:UTE)?(?:\s{1,50}IMMEDIATE)?\s{0,50}\(?\s{0,50}N?'(?:[^']|''){0,2000}'\s{0,50}(?:\|\||\+)\s{0,50}([\w.@]{1,200})/gi,
    message: 'EXECUTE runs a statement with interpolated values',
    isFinding: ([, value = '']) => !/^((pg_catalog\.)?quote_\w+|format|quotename|char|chr)$/i.test(value),
  },
  {
    rule: 'sql-injection',
    pattern: /\bEXECUTE\s{1,50}format\s{0,50}\(\s{0,50}(?:E?'((?:[^']|''){0,2000})'|\$(\w{0,60})\$([\s\S]{0,2000}?)\$\2\$)/gi,
    message: 'format() puts a value into the statement with %s, which does not quote; use %I or %L',
    isFinding: (match) => /%(\d+\$)?s/.test(match[1] ?? match[3] ?? ''),
  },
  {
    rule: 'hard-coded-secret',
    pattern:
      /\b(?:CREATE|ALTER)\s{1,50}(?:USER|ROLE|LOGIN)\b[^;]{0,500}?\b(?:PASSWORD|IDENTIFIED\s{1,50}BY)\s{0,50}=?\s{0,50}'([^']{0,400})'/gi,
    message: 'a role is given a fixed password',
    isFinding: ([, value = ''], { isTest }) =>
      !isTest && (isSecretValue(value) || /^(md5[0-9a-f]{32}|SCRAM-SHA-256\$)/.test(value)),
  },
  { rule: 'sql-grant-to-public', pattern: /\bGRANT\s{1,50}ALL\b[^;]{0,500}\bTO\s{1,50}PUBLIC\b/gi },
  {
    rule: 'weak-hash',
    pattern: /\bmd5\s{0,50}\([^)]{0,500}(?:password|passwd|secret|token)/gi,
    message: "md5 does not protect a password; use crypt() with gen_salt('bf')",
  },
  {
    rule: 'sql-security-definer',
    // Matches a whole routine, up to the next one; `isFinding` searches in it.
    pattern:
      /\bCREATE\s{1,50}(?:OR\s{1,50}REPLACE\s{1,50})?(?:FUNCTION|PROCEDURE)\b(?:(?!\bCREATE\s{1,50}(?:OR\s|FUNCTION|PROCEDURE))[\s\S]){0,20000}/gi,
    isFinding: ([routine]) => /\bSECURITY\s{1,50}DEFINER\b/i.test(routine) && !/\bSET\s+search_path\b/i.test(routine),
  },
];

/** Scans shell scripts, and the shell commands of Dockerfiles. */
export function scanShell(file: ScannedFile, report: OnFinding): void {
  scanText(file, file.text.replace(/(^|\s)#.*$/gm, blanks), shell, report);
}

/** Scans SQL with regular expressions: its dialects differ too much for one grammar, and function bodies are strings in it. */
export function scanSql(file: ScannedFile, report: OnFinding): void {
  // Blanks the comments. Strings are matched and kept, so that `--` in a string does not begin a comment.
  const text = file.text.replace(/'[^']*(?:''[^']*)*'?|"[^"]*(?:""[^"]*)*"?|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g, (part) =>
    /^(--|\/\*)/.test(part) ? blanks(part) : part,
  );
  scanText(file, text, sql, report);
}

/** Replaces a comment by spaces, so that positions stay valid. */
function blanks(comment: string): string {
  return comment.replace(/[^\n]/g, ' ');
}

function scanText(file: ScannedFile, text: string, rules: readonly TextRule[], report: OnFinding): void {
  for (const { rule, pattern, message, isFinding } of rules) {
    for (const match of text.matchAll(pattern)) {
      if (isFinding?.(match, file) !== false)
        report(rule, file.positionOf(match.index + match[0].length - match[0].trimStart().length), message);
    }
  }
}
