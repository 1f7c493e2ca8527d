/** Rules that need only one syntax node. Their expressions have the syntax of Rust's `regex`. */

import type { Query } from '../parser.ts';
import type { NodeRule } from './nodes.ts';

/** File modes that let all users write. Excludes the sticky bit, as in /tmp: there, users cannot remove files of others. */
const WORLD_WRITABLE_MODE = '[0246]?[0-7][0-7][2367]';

/** Matches the n-th argument of a call, starting at 1. */
const argument = (n: number, query: Query): Query => ({ has: { field: 'arguments', has: { nthChild: n, ...query } } });

/** Matches a JavaScript call by the last name of the callee, which becomes `$NAME`. */
function callQuery(name: string, ...more: readonly Query[]): NodeRule['node'] {
  const named: Query = { regex: `^(?:${name})$`, pattern: '$NAME' };
  const callee: Query = {
    any: [
      { kind: 'identifier', ...named },
      { kind: 'member_expression', has: { field: 'property', ...named } },
    ],
  };
  return { kind: 'call_expression', all: [{ has: { field: 'function', ...callee } }, ...more] };
}

/** Returns queries for a name with a value, one for each form of assignment, which is given with its two fields. */
function assignmentQueries(ways: readonly (readonly [kind: string, name: string, value: string])[], name: string, value: string) {
  return ways.map(([kind, nameField, valueField]): NodeRule['node'] => ({
    kind,
    all: [{ has: { field: nameField, regex: `(?:^|[^\\w$-])${name}['"\`\\]]*$` } }, { has: { field: valueField, regex: value } }],
  }));
}

/** Returns the rules of JavaScript or TypeScript, whose grammars name class fields differently. */
function javascript(field: readonly [kind: string, name: string, value: string]): readonly NodeRule[] {
  const ways = [
    ['pair', 'key', 'value'],
    ['assignment_expression', 'left', 'right'],
    ['variable_declarator', 'name', 'value'],
    field,
  ] as const;
  const rule = 'tls-verification-disabled';
  const switches = ['rejectUnauthorized', 'strictSSL'].flatMap((name) =>
    assignmentQueries(ways, name, '^false$').map((node): NodeRule => {
      return { rule, word: new RegExp(name), node, message: `${name} is false: any certificate is accepted` };
    }),
  );
  const variable = assignmentQueries(ways, 'NODE_TLS_REJECT_UNAUTHORIZED', '^[\'"`]?0[\'"`]?$').map((node): NodeRule => {
    const message = 'NODE_TLS_REJECT_UNAUTHORIZED is 0: any certificate is accepted';
    return { rule, word: /NODE_TLS_REJECT_UNAUTHORIZED/, node, message };
  });
  return [...switches, ...variable, ...javascriptCalls];
}

const javascriptCalls: readonly NodeRule[] = [
  {
    rule: 'code-injection',
    word: /\beval\b/,
    node: {
      kind: 'call_expression',
      all: [
        { has: { field: 'function', regex: '^(?:(?:window|globalThis|global|self)\\s*(?:\\?\\.|\\.)\\s*)?eval$' } },
        argument(1, { regex: '.' }),
      ],
    },
    message: 'eval() runs a string as code',
  },
  {
    rule: 'code-injection',
    // A string, or a comment and then a string.
    word: /\bset(?:Timeout|Interval)\s*(?:[?</]|\(\s*['"`/])/,
    node: {
      kind: 'call_expression',
      all: [
        { has: { field: 'function', kind: 'identifier', regex: '^set(?:Timeout|Interval)$', pattern: '$NAME' } },
        argument(1, { any: [{ kind: 'string' }, { kind: 'template_string' }] }),
      ],
    },
    message: '$NAME() runs a string as code; give it a function',
  },
  {
    rule: 'unsafe-deserialisation',
    word: /\bunserialize\b/,
    context: /['"](?:node-serialize|serialize-to-js)['"]/,
    node: callQuery('unserialize', argument(1, { regex: '.' })),
    message: 'unserialize() runs functions that stand in the data',
  },
  {
    rule: 'weak-hash',
    word: /\bcreateHash\b/,
    context: /['"`](?:md[45]|sha-?1|ripemd)/i,
    node: callQuery(
      'createHash',
      argument(1, { regex: '(?i)^[\'"`](?:md[45]|sha-?1|ripemd(?:160)?)[\'"`]$', pattern: '$ALGORITHM' }),
    ),
    message: '$ALGORITHM is broken',
  },
  {
    rule: 'weak-hash',
    word: /\bdigest\b/,
    context: /['"`]sha-1['"`]/i,
    node: {
      kind: 'call_expression',
      all: [
        { has: { field: 'function', regex: '\\bsubtle\\s*\\.\\s*digest$' } },
        argument(1, { regex: '(?i)^[\'"`]sha-1[\'"`]$' }),
      ],
    },
    message: 'SHA-1 is broken',
  },
  {
    rule: 'weak-cipher',
    word: /\bcreate(?:C|Dec)ipheriv\b/,
    node: callQuery(
      'create(?:C|Dec)ipheriv',
      argument(1, { regex: '(?i)^[\'"`](?:des|des-.*|rc4.*|rc2.*|bf.*|.*-ecb)[\'"`]$', pattern: '$ALGORITHM' }),
    ),
    message: '$ALGORITHM does not keep a secret',
  },
  {
    rule: 'world-writable',
    word: /\bl?chmod(?:Sync)?\b/,
    node: callQuery(
      'l?chmod(?:Sync)?',
      argument(2, { regex: `^(?:0o|['"\`]0?)${WORLD_WRITABLE_MODE}['"\`]?$`, pattern: '$MODE' }),
    ),
    message: '$NAME() with mode $MODE lets all users write',
  },
];

/** Matches a Python call by the whole callee, which becomes `$CALLEE`. */
function pythonCall(callee: string, ...more: readonly Query[]): NodeRule['node'] {
  return { kind: 'call', all: [{ has: { field: 'function', regex: `^(?:${callee})$`, pattern: '$CALLEE' } }, ...more] };
}

/** Matches a keyword argument. */
const keyword = (regex: string): Query => ({ has: { field: 'arguments', has: { kind: 'keyword_argument', regex } } });

const assignments = [
  ['assignment', 'left', 'right'],
  ['pair', 'key', 'value'],
  ['keyword_argument', 'name', 'value'],
] as const;

const notForSecurity: Query = { not: keyword('^usedforsecurity\\s*=\\s*False$') };
const pythonMode = { regex: `^(?:0o?${WORLD_WRITABLE_MODE}|.*\\bS_IWOTH\\b.*|.*\\bS_IRWXO\\b.*)$`, pattern: '$MODE' } as const;

const python: readonly NodeRule[] = [
  ...(
    [
      ['verify_mode', '^ssl\\.CERT_NONE$', 'ssl.CERT_NONE accepts any certificate'],
      ['check_hostname', '^False$', 'the certificate may be that of another host'],
      ['_create_default_https_context', 'unverified', undefined],
    ] as const
  ).flatMap(([name, value, message]) =>
    assignmentQueries(assignments, name, value).map((node): NodeRule => {
      return { rule: 'tls-verification-disabled', word: new RegExp(name), node, ...(message && { message }) };
    }),
  ),
  {
    rule: 'tls-verification-disabled',
    word: /verify\s*=\s*False/,
    context: /\b(?:requests|httpx|aiohttp|urllib3)\b/,
    node: pythonCall('(?s:.*)', keyword('^verify\\s*=\\s*False$')),
    message: '$CALLEE() with verify=False accepts any certificate',
  },
  {
    rule: 'tls-verification-disabled',
    word: /_create_unverified_context/,
    node: pythonCall('ssl\\._create_unverified_context'),
  },
  {
    rule: 'unsafe-deserialisation',
    word: /pickle|dill|marshal|shelve/i,
    node: pythonCall('(?:c?[pP]ickle|dill|cloudpickle|marshal)\\.(?:loads?|Unpickler)|shelve\\.open|jsonpickle\\.decode'),
    message: '$CALLEE() can run code from the data',
  },
  {
    rule: 'unsafe-deserialisation',
    word: /\byaml\b/,
    node: pythonCall('yaml\\.(?:unsafe_load|unsafe_load_all|full_load)'),
    message: '$CALLEE() creates any object that the data name',
  },
  {
    rule: 'unsafe-deserialisation',
    word: /\byaml\b/,
    node: pythonCall('yaml\\.load(?:_all)?', {
      not: { any: [keyword('^Loader\\s*=.*(?:Safe|Base)'), argument(2, { regex: 'Safe|Base' })] },
    }),
    message: '$CALLEE() without SafeLoader creates any object that the data name',
  },
  ...(['md5', 'sha1'] as const).map((hash): NodeRule => {
    return {
      rule: 'weak-hash',
      word: /\bhashlib\b/,
      node: pythonCall(`hashlib\\.${hash}`, notForSecurity),
      message: `${hash} is broken`,
    };
  }),
  {
    rule: 'weak-hash',
    word: /\bhashlib\b/,
    node: pythonCall(
      'hashlib\\.new',
      argument(1, { regex: '(?i)^[\'"](?:md[45]|sha1)[\'"]$', pattern: '$ALGORITHM' }),
      notForSecurity,
    ),
    message: '$ALGORITHM is broken',
  },
  {
    rule: 'world-writable',
    word: /\bchmod\b/,
    node: pythonCall('(?:(?s:.*)\\.)?chmod', {
      has: {
        field: 'arguments',
        has: { any: [pythonMode, { kind: 'keyword_argument', regex: '^mode\\b', has: { field: 'value', ...pythonMode } }] },
      },
    }),
    message: '$CALLEE() with mode $MODE lets all users write',
  },
];

/** Matches a Rust call by the end of its path, or by the name of a method. */
function rustCall(name: string, ...more: readonly Query[]): NodeRule['node'] {
  return { kind: 'call_expression', all: [{ has: { field: 'function', regex: `(?:^|::|\\.)\\s*(?:${name})$` } }, ...more] };
}

const rust: readonly NodeRule[] = [
  ...['danger_accept_invalid_certs', 'danger_accept_invalid_hostnames'].map((name): NodeRule => {
    const node = rustCall(name, argument(1, { regex: '^true$' }));
    return { rule: 'tls-verification-disabled', word: new RegExp(name), node, message: `${name}(true) accepts any certificate` };
  }),
  {
    rule: 'tls-verification-disabled',
    word: /\bset_verify\b/,
    node: rustCall('set_verify', argument(1, { regex: 'SslVerifyMode::NONE' })),
  },
  ...(
    [
      ['Md5', 'Md5(?:::<[^>]*>)?::(?:new|digest|default)'],
      ['Sha1', 'Sha1(?:::<[^>]*>)?::(?:new|digest|default)'],
      ['md5', 'md5::compute'],
    ] as const
  ).map(([name, path]): NodeRule => {
    return { rule: 'weak-hash', word: new RegExp(`\\b${name}\\b`), node: rustCall(path), message: `${name} is broken` };
  }),
  {
    rule: 'world-writable',
    word: /\b(?:from_mode|set_mode)\b/,
    node: rustCall('from_mode|set_mode', argument(1, { regex: `^0o${WORLD_WRITABLE_MODE}$`, pattern: '$MODE' })),
    message: 'mode $MODE lets all users write',
  },
];

export const nodeRules = {
  javascript: javascript(['field_definition', 'property', 'value']),
  typescript: javascript(['public_field_definition', 'name', 'value']),
  python,
  rust,
} as const satisfies Readonly<Record<string, readonly NodeRule[]>>;
