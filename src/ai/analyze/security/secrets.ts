/** Finds secrets in any text, such as `DB_PASSWORD=hunter2!` or a token of GitHub. No message ever contains the secret. */

import type { OnFinding, ScannedFile } from './scan.ts';

/** Patterns that match only tokens. The first group is the secret. */
const TOKENS: readonly (readonly [description: string, pattern: RegExp])[] = [
  ['an access key of AWS', /\b((?:AKIA|ASIA)[0-9A-Z]{16})\b/g],
  ['a token of GitHub', /\b((?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_[0-9A-Za-z_]{60,}))\b/g],
  ['a token of GitLab', /\b(glpat-[0-9A-Za-z_-]{20,})\b/g],
  ['a token of Slack', /\b(xox[abeoprs]-[0-9A-Za-z-]{20,})\b/g],
  ['a key of Stripe', /\b((?:sk|rk)_live_[0-9A-Za-z]{20,})\b/g],
  ['a key of Google', /\b(AIza[0-9A-Za-z_-]{35})(?![0-9A-Za-z_-])/g],
  ['a key of Anthropic', /\b(sk-ant-[0-9A-Za-z_-]{32,})/g],
  ['a key of OpenAI', /\b(sk-(?:proj-)?[0-9A-Za-z_]{40,})/g],
  ['a token of npm', /\b(npm_[0-9A-Za-z]{36})\b/g],
  ['a token of PyPI', /\b(pypi-AgEIcHlwaS5vcmc[0-9A-Za-z_-]{50,})/g],
];

/** Matches every text in which `scanForTokens` finds something. A new entry of `TOKENS` needs its beginning here, too. */
const TOKEN_PREFILTER = /AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox|k_live_|AIza|sk-|npm_|pypi-|PRIVATE KEY|:\/\/[^\s/]*@/;

/** A URL with a password, and usually a user: Redis needs no user. */
const URL_WITH_PASSWORD =
  /\b[a-z][a-z0-9+.-]{0,30}:\/\/([^\s:/@"'`<>{}$]{0,200}):([^\s:/@"'`<>]{1,500})@(\[[0-9a-f:.]{2,50}\]|[^\s/:"'`]{1,300})/gi;

/** Finds tokens and private keys, in tests too, and passwords in URLs, except in tests. */
export function scanForTokens(file: ScannedFile, report: OnFinding): void {
  if (!TOKEN_PREFILTER.test(file.text)) return;
  for (const [description, pattern] of TOKENS) {
    for (const match of file.text.matchAll(pattern)) {
      if (!isExampleSecret(match[1] ?? ''))
        report('provider-token', file.positionOf(match.index), `${description} stands in the file`);
    }
  }
  for (const match of file.text.matchAll(/-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----(?:\\n|\s)+[A-Za-z0-9+/]{24}/g)) {
    report('private-key', file.positionOf(match.index));
  }
  if (file.isTest) return;
  for (const match of file.text.matchAll(URL_WITH_PASSWORD)) {
    const [, user = '', password = '', host = ''] = match;
    // `postgres:postgres` is a default for development.
    if (!isLocalOrExampleHost(host) && user !== password && !isPlaceholder(password))
      report('credentials-in-url', file.positionOf(match.index));
  }
}

/**
 * True if a host is only reachable from its own machine, or is a placeholder: a loopback address, a usual service name of
 * Docker Compose, which has no dot, or a name reserved for documentation (RFC 2606).
 */
function isLocalOrExampleHost(host: string): boolean {
  return (
    /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1\])$/i.test(host) ||
    /^(db|database|postgres|postgresql|mysql|mariadb|redis|mongo|host)$/i.test(host) ||
    /(^|\.)example(\.(com|net|org))?$/i.test(host)
  );
}

/** Names of variables, fields and keys that hold secrets. In code, `SECRET_NAME` of `rule-parts.ts` finds the candidates. */
const SECRET_NAME =
  /(^|[^a-z])(pass(word|wd|phrase)|pwd|secret|api[-_]?key|auth[-_]?token|access[-_]?(token|key)|private[-_]?key|client[-_]?secret|secret[-_]?key|encryption[-_]?key|bearer|token)s?$/i;

/** True if a name ends with a word for a secret. `passwordField`, `TOKEN_URL` and `secretName` do not. */
export function isSecretName(name: string): boolean {
  // Splits camel case: `dbPassword` becomes `db_Password`.
  return SECRET_NAME.test(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/["'`]/g, ''));
}

/**
 * True if a string can be a secret, and is not a name, path, sentence or placeholder: it has letters together with digits or
 * punctuation, and no spaces.
 */
export function isSecretValue(value: string): boolean {
  return (
    value.length >= 6 &&
    value.length <= 400 &&
    /[A-Za-z]/.test(value) &&
    /[0-9!@#%^&*+=]/.test(value) &&
    !/\s/.test(value) &&
    // A path, URL or color.
    !/^([./~]|[a-z][a-z0-9+.-]*:\/\/|#[0-9a-f]{3,8}$)/i.test(value) &&
    // Words with an optional number.
    !/^[A-Za-z]+([-_. :/][A-Za-z]+)*[-_. :/]?(v?\d{1,2})?$/.test(value) &&
    // A constant such as `MAX_SIZE`, or an algorithm such as `sha256`.
    !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(value) &&
    !/^(sha|hmac|aes|rsa|bcrypt|argon2|pbkdf2|hs|rs|es)[-_]?\d+/i.test(value) &&
    !isPlaceholder(value) &&
    !isExampleSecret(value)
  );
}

/** True for texts that stand for a password: `password`, `${TOKEN}`, `changeme`. A random token may contain such a word, too. */
function isPlaceholder(value: string): boolean {
  return (
    /^(pass|passwd|password|pwd|secret|token)$/i.test(value) ||
    /[<>{}$]|%[sd(]|\.\.\.|…/.test(value) ||
    /(example|placeholder|change[-_]?(me|it)|your[-_]|dummy|redacted|xxx|\*\*\*|insert[-_]|replace[-_]|todo|test|sample|fake|mock)/i.test(
      value,
    ) ||
    /^(.)\1*$/.test(value)
  );
}

/** True for keys of documentation, such as AWS's examples, and for sequences of characters. */
function isExampleSecret(value: string): boolean {
  return /example/i.test(value) || /(.)\1{7}/.test(value) || /(123456789|abcdefghij)/i.test(value);
}

/** Scans lines such as `DB_PASSWORD=…` and `api_key: …`, for files without a syntax tree. */
export function scanAssignments(file: ScannedFile, report: OnFinding): void {
  if (file.isTest || !/pass|pwd|secret|key|token|bearer/i.test(file.text)) return;
  const pattern =
    file.language === 'json'
      ? /"([\w.-]+)"\s*:\s*"([^"\n]*)"/g
      : /^[ \t]*(?:export[ \t]+|ENV[ \t]+|ARG[ \t]+|-[ \t]+)?["']?([\w.-]+)["']?[ \t]*[=:][ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'#;`$()]+))[ \t]*(?:[;#].*)?$/gm;
  for (const match of file.text.matchAll(pattern)) {
    const [, name = ''] = match;
    const value = match[2] ?? match[3] ?? match[4] ?? '';
    if (isSecretName(name) && isSecretValue(value)) {
      report('hard-coded-secret', file.positionOf(match.index + match[0].indexOf(name)), `${name} is given a fixed value`);
    }
  }
}
