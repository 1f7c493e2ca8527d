/** Replaces secrets in text that is printed or sent to a language model: `password: hunter2` becomes `password: [withheld]`. */

import path from 'node:path';

/** Replacement for a secret. */
export const WITHHELD = '[withheld]';

/** Shorter keys, such as the `ollama` or `none` of local servers, are everyday words and not secrets. */
const SHORTEST_KEY = 8;

/** Patterns of tokens with a fixed format, taken from the documentation of their issuers. */
const TOKENS: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  // Amazon Web Services
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  // GitHub, GitLab
  /\bgh[pousr]_[A-Za-z0-9]{36,}\b/g,
  /\bgithub_pat_\w{22,}\b/g,
  /\bglpat-[\w-]{20,}/g,
  // OpenAI, Anthropic and compatible providers
  /\bsk-[\w-]{16,}/g,
  // Stripe
  /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}\b/g,
  // Google
  /\bAIza[\w-]{35}/g,
  // Slack
  /\bxox[abeoprs]-[\w-]{10,}/g,
  // npm
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  // JSON Web Tokens
  /\beyJ[\w-]{8,1000}\.eyJ[\w-]{8,20000}\.[\w-]+/g,
];

export function maskTokens(text: string): string {
  return TOKENS.reduce((masked, token) => masked.replace(token, WITHHELD), text);
}

/** Suffixes of names whose values are secret: `password`, `db_password`, `apiKey`, `client-secret`. */
const NAME =
  '[\\w.-]*?(?:pass(?:word|wd|phrase)?|pwd|secret(?:[_-]?key)?|api[_-]?key|(?:auth|access|refresh|bearer)[_-]?token|(?:access|private|encryption|account)[_-]?key|client[_-]?secret|credentials?|token)';

/** Values that refer to a secret stored elsewhere, or that stand for an absent secret. */
const SECRET_REFERENCE = /^(?:|null|true|false|none|undefined|\$\{?.*|\{\{.*|<.*>|%.*%|!.*|env\(.*|process\.env.*|\*+)$/i;

// Each expression has three groups: the text before the value, its quotation mark (empty if it has none), and the value.

/** `"password": "…"`, `password = '…'`: quoted values, in any file. */
const QUOTED_SECRET = new RegExp(
  `((?:^|[^\\w.-])["'\`]?${NAME}["'\`]?\\s*(?:[:=]|=>|:\\s*[\\w.<>|&'[\\] ]{1,60}=)\\s*)(["'\`])((?:(?!\\2)[^\\n\\\\]|\\\\.){1,4096})\\2`,
  'gim',
);

/** `password: …`, `DB_PASSWORD=…` on its own line: unquoted values, in settings files only. */
const UNQUOTED_SECRET = new RegExp(
  `^([ \\t]*(?:-[ \\t]+|export[ \\t]+|ENV[ \\t]+|ARG[ \\t]+)?${NAME}[ \\t]*[:=][ \\t]*(?:&\\w+[ \\t]+)?)()([^\\s"'#;|>&{[][^\\n#;]{0,4096})`,
  'gim',
);

/** `password: |` with the lines of a block below it (YAML). */
const BLOCK_SECRET = new RegExp(
  `^(([ \\t]*)(?:-[ \\t]+)?["']?${NAME}["']?:[ \\t]*[|>][-+0-9]{0,2}[ \\t]*\\n)()((?:\\2[ \\t]+\\S[^\\n]*(?:\\n|$)|[ \\t]*\\n){1,200})`,
  'gim',
);

/** `password = """…"""` (TOML, Python), also over several lines. */
const TRIPLE_QUOTED_SECRET = new RegExp(`(^[ \\t]*${NAME}[ \\t]*=[ \\t]*)("""|''')([\\s\\S]{1,4096}?)\\2`, 'gim');

/** `- name: DB_PASSWORD` with `value: …` below it (Kubernetes, Compose). */
const NAMED_VALUE = new RegExp(
  `(\\bname["']?:[ \\t]*["']?${NAME}["']?,?[ \\t]*\\n[ \\t]*["']?value["']?:[ \\t]*)(["']?)([^\\s"'{][^\\n"']{0,4096})\\2`,
  'gim',
);

/** `DB_PASSWORD=… command` (shells), and `ENV DB_PASSWORD …` (Dockerfile). */
const SHELL_SECRET = new RegExp(
  `((?:^|[\\s;&(\`])${NAME}=|^[ \\t]*(?:ENV|ARG)[ \\t]+${NAME}[ \\t]+)()([^\\s"'$;|&()\`=][^\\s;|&()\`]{0,4096})`,
  'gim',
);

/** `PASSWORD '…'` (SQL). */
const SQL_SECRET = /(\bpassword\s{1,20})(')([^'\n]{1,4096})\2/gi;

/** `curl -u user:…`. */
const CURL_SECRET = /(\bcurl\b[^\n]{0,500}?\s(?:-u|--user)[ =]["']?[^\s:"']{1,256}:)()([^\s"']{1,1024})/gi;

/** Files with commands of a shell, and documents that quote commands. */
const SHELL = /\.(?:sh|bash|zsh|md|txt)$|(?:^|\/)(?:Makefile|Dockerfile|justfile|README)$/i;

/** `Server=db;User Id=app;Password=…;` (connection strings, as in Microsoft's products). */
const IN_CONNECTION = /(;?\b(?:password|pwd|accountkey|sharedaccesskey)=)()([^;"'\s]{1,4096})/gi;

/** `https://user:…@host` (RFC 3986, 3.2.1). */
const IN_URL = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@"'`<>]{0,256}:)()([^\s/@"'`<>]{1,1024})(?=@)/gi;

/** Settings files, in which values need no quotes. */
const SETTINGS = /\.(?:ya?ml|toml|ini|cfg|conf|config|properties|env|tfvars)$|(?:^|\/)\.env/i;

/**
 * Replaces likely secrets in the text of a file: tokens by the rules of secretlint, and values with a secret name, in a
 * URL or in a connection string.
 *
 * @param file its path, which decides the rules that apply
 */
export async function maskSecrets(text: string, file: string): Promise<string> {
  const [isSettings, isShell] = [SETTINGS.test(file), SHELL.test(file)];
  const patterns = [
    TRIPLE_QUOTED_SECRET,
    ...(isSettings ? [NAMED_VALUE] : []),
    ...[QUOTED_SECRET, IN_CONNECTION, IN_URL, SQL_SECRET, CURL_SECRET],
    ...(isSettings || isShell ? [UNQUOTED_SECRET] : []),
    ...(isShell ? [SHELL_SECRET] : []),
  ];
  const maskedTokens = maskTokens(await maskLintedSecrets(text, file)).replace(
    BLOCK_SECRET,
    (_whole, before: string, indent: string) => `${before}${indent}  ${WITHHELD}\n`,
  );
  return patterns.reduce(
    (masked, pattern) =>
      masked.replace(pattern, (whole, before: string, quote: string, value: string) =>
        SECRET_REFERENCE.test(value.trim()) ? whole : `${before}${quote}${WITHHELD}${quote}`,
      ),
    maskedTokens,
  );
}

async function maskLintedSecrets(text: string, file: string): Promise<string> {
  const [{ lintSource }, { creator }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const { messages } = await lintSource({
    source: { content: text, filePath: file || 'text', ext: path.extname(file), contentType: 'text' },
    options: {
      config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] },
      noPhysicFilePath: true,
    },
  });
  let masked = '';
  let end = 0;
  for (const [from, to] of messages.map(({ range }) => range).sort((a, b) => a[0] - b[0])) {
    // A range may overlap the previous one or be part of it, for example a token in a connection string.
    if (from >= end) masked += text.slice(end, from) + WITHHELD;
    end = Math.max(end, to);
  }
  return masked + text.slice(end);
}

/** Returns the text with a given key replaced. */
export function maskKey(text: string, key: string | undefined): string {
  return key !== undefined && key.length >= SHORTEST_KEY ? text.replaceAll(key, WITHHELD) : text;
}

/** Removes a key from a text that arrives in pieces, also when it is split between two pieces. */
export class KeyFilter {
  readonly #key: string;
  #heldBack = '';

  constructor(key: string | undefined) {
    this.#key = key !== undefined && key.length >= SHORTEST_KEY ? key : '';
  }

  /** @returns the part of the text so far that can be shown now */
  push(piece: string): string {
    if (this.#key === '') return piece;
    const text = (this.#heldBack + piece).replaceAll(this.#key, WITHHELD);
    let overlap = Math.min(this.#key.length - 1, text.length);
    while (overlap > 0 && !this.#key.startsWith(text.slice(text.length - overlap))) overlap--;
    this.#heldBack = text.slice(text.length - overlap);
    return text.slice(0, text.length - overlap);
  }

  /** @returns the part that was held back */
  end(): string {
    const rest = this.#heldBack;
    this.#heldBack = '';
    return rest;
  }
}
