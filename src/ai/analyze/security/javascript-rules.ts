/** Rules that find insecure code in JavaScript and TypeScript, such as `eval(text)`, as queries of syntax trees. */

import type { Query } from '../parser.ts';
import type { NodeRule } from './nodes.ts';
import { type AssignmentForm, argument, assignmentQuery, secretRule, sqlRules, WORLD_WRITABLE_MODE } from './rule-parts.ts';

/** Matches a JavaScript call by the last name of the callee, which becomes `$NAME`. */
function callQuery(name: string, ...more: readonly Query[]): Query {
  const nameQuery: Query = { regex: `^(?:${name})$`, pattern: '$NAME' };
  const callee: Query = {
    any: [
      { kind: 'identifier', ...nameQuery },
      { kind: 'member_expression', has: { field: 'property', ...nameQuery } },
    ],
  };
  return { kind: 'call_expression', all: [{ has: { field: 'function', ...callee } }, ...more] };
}

/** Returns the security rules of JavaScript or TypeScript, whose grammars name class fields differently. */
function rulesFor(field: AssignmentForm): readonly NodeRule[] {
  const forms = [
    ['pair', 'key', 'value'],
    ['assignment_expression', 'left', 'right'],
    ['variable_declarator', 'name', 'value'],
    field,
  ] as const;
  const id = 'tls-verification-disabled';
  return [
    {
      id,
      prefilter: /rejectUnauthorized/,
      query: assignmentQuery(forms, 'rejectUnauthorized', '^false$'),
      message: 'rejectUnauthorized is false: any certificate is accepted',
    },
    {
      id,
      prefilter: /strictSSL/,
      query: assignmentQuery(forms, 'strictSSL', '^false$'),
      message: 'strictSSL is false: any certificate is accepted',
    },
    {
      id,
      prefilter: /NODE_TLS_REJECT_UNAUTHORIZED/,
      query: assignmentQuery(forms, 'NODE_TLS_REJECT_UNAUTHORIZED', '^[\'"`]?0[\'"`]?$'),
      message: 'NODE_TLS_REJECT_UNAUTHORIZED is 0: any certificate is accepted',
    },
    secretRule(forms, 'string'),
    secretRule(forms, 'template_string'),
    ...sqlRules(
      {
        kind: 'call_expression',
        has: {
          field: 'function',
          kind: 'member_expression',
          has: {
            field: 'property',
            regex: '^(?:query|execute|exec|prepare|raw|run|all|get|each|unsafe|\\$(?:query|execute)RawUnsafe)$',
          },
        },
      },
      forms,
    ),
    ...javascriptCalls,
  ];
}

/** Names of `child_process`, as modules usually import it. */
const PROCESS = '(?:^|\\b(?:cp|child_?[pP]rocess)\\.)';

const javascriptCalls: readonly NodeRule[] = [
  {
    id: 'command-injection',
    prefilter: /\bexec/,
    context: /child_process/,
    query: {
      kind: 'call_expression',
      all: [
        { has: { field: 'function', regex: `${PROCESS}exec(?:Sync|Async)?$`, pattern: '$CALLEE' } },
        argument(1, { pattern: '$TEXT' }),
      ],
    },
    check: 'TEXT',
    message: '$CALLEE() gives a shell a command with values in it',
  },
  ...[1, 2].map(
    (position): NodeRule => ({
      id: 'command-injection',
      prefilter: /\bshell\s*:\s*true\b/,
      context: /child_process/,
      query: {
        kind: 'call_expression',
        all: [
          { has: { field: 'function', regex: `${PROCESS}(?:spawn|execFile)(?:Sync)?$`, pattern: '$CALLEE' } },
          { has: { field: 'arguments', has: { kind: 'object', regex: '\\bshell\\s*:\\s*true\\b' } } },
          argument(
            position,
            position === 1
              ? { pattern: '$TEXT' }
              : { kind: 'array', has: { kind: 'template_string, binary_expression', pattern: '$TEXT' } },
          ),
        ],
      },
      check: 'TEXT',
      message: '$CALLEE() with shell: true gives a shell a command with values in it',
    }),
  ),
  {
    id: 'code-injection',
    prefilter: /\bnew\s+Function\b/,
    query: {
      kind: 'new_expression',
      all: [
        { has: { field: 'constructor', regex: '^Function$' } },
        {
          has: {
            field: 'arguments',
            has: { kind: 'identifier, member_expression, call_expression, template_substitution', stopBy: 'end' },
          },
        },
      ],
    },
    message: 'new Function() makes code of text that is put together at run time',
  },
  {
    id: 'code-injection',
    prefilter: /\brunIn/,
    query: {
      kind: 'call_expression',
      all: [
        { has: { field: 'function', regex: '^vm\\.runIn(?:New|This)?Context$', pattern: '$CALLEE' } },
        argument(1, { not: { kind: 'string' } }),
      ],
    },
    message: '$CALLEE() runs a string as code and is not a sandbox',
  },
  {
    id: 'code-injection',
    prefilter: /\beval\b/,
    query: {
      kind: 'call_expression',
      all: [
        { has: { field: 'function', regex: '^(?:(?:window|globalThis|global|self)\\s*(?:\\?\\.|\\.)\\s*)?eval$' } },
        argument(1, { regex: '.' }),
      ],
    },
    message: 'eval() runs a string as code',
  },
  {
    id: 'code-injection',
    // A string, or a comment and then a string.
    prefilter: /\bset(?:Timeout|Interval)\s*(?:[?</]|\(\s*['"`/])/,
    query: {
      kind: 'call_expression',
      all: [
        { has: { field: 'function', kind: 'identifier', regex: '^set(?:Timeout|Interval)$', pattern: '$NAME' } },
        argument(1, { any: [{ kind: 'string' }, { kind: 'template_string' }] }),
      ],
    },
    message: '$NAME() runs a string as code; give it a function',
  },
  {
    id: 'unsafe-deserialisation',
    prefilter: /\bunserialize\b/,
    context: /['"](?:node-serialize|serialize-to-js)['"]/,
    query: callQuery('unserialize', argument(1, { regex: '.' })),
    message: 'unserialize() runs functions that stand in the data',
  },
  {
    id: 'weak-hash',
    prefilter: /\bcreateHash\b/,
    context: /['"`](?:md[45]|sha-?1|ripemd)/i,
    query: callQuery(
      'createHash',
      argument(1, { regex: '(?i)^[\'"`](?:md[45]|sha-?1|ripemd(?:160)?)[\'"`]$', pattern: '$ALGORITHM' }),
    ),
    message: '$ALGORITHM is broken',
  },
  {
    id: 'weak-hash',
    prefilter: /\bdigest\b/,
    context: /['"`]sha-1['"`]/i,
    query: {
      kind: 'call_expression',
      all: [
        { has: { field: 'function', regex: '\\bsubtle\\s*\\.\\s*digest$' } },
        argument(1, { regex: '(?i)^[\'"`]sha-1[\'"`]$' }),
      ],
    },
    message: 'SHA-1 is broken',
  },
  {
    id: 'weak-cipher',
    prefilter: /\bcreate(?:C|Dec)ipheriv\b/,
    query: callQuery(
      'create(?:C|Dec)ipheriv',
      argument(1, { regex: '(?i)^[\'"`](?:des|des-.*|rc4.*|rc2.*|bf.*|.*-ecb)[\'"`]$', pattern: '$ALGORITHM' }),
    ),
    message: '$ALGORITHM does not keep a secret',
  },
  {
    id: 'world-writable',
    prefilter: /\bl?chmod(?:Sync)?\b/,
    query: callQuery(
      'l?chmod(?:Sync)?',
      argument(2, { regex: `^(?:0o|['"\`]0?)${WORLD_WRITABLE_MODE}['"\`]?$`, pattern: '$MODE' }),
    ),
    message: '$NAME() with mode $MODE lets all users write',
  },
];

export const javascriptRules = rulesFor(['field_definition', 'property', 'value']);
export const typescriptRules = rulesFor(['public_field_definition', 'name', 'value']);
