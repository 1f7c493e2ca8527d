/** Rules that find insecure code in Rust, such as a shell command with values in it, as queries of syntax trees. */

import type { Query } from '../parser.ts';
import type { NodeRule } from './nodes.ts';
import { argument, secretRule, sqlRules, WORLD_WRITABLE_MODE } from './rule-parts.ts';

/** Matches a Rust call by the end of its path, or by the name of a method. */
function rustCall(name: string, ...more: readonly Query[]): Query {
  return { kind: 'call_expression', all: [{ has: { field: 'function', regex: `(?:^|::|\\.)\\s*(?:${name})$` } }, ...more] };
}

/** Test code: a module or function below `#[cfg(test)]` or `#[test]`. */
const withinTest: Query = {
  inside: {
    stopBy: 'end',
    any: [{ kind: 'mod_item' }, { kind: 'function_item' }],
    follows: { kind: 'attribute_item', regex: '^#\\[\\s*(?:cfg\\s*\\(.*\\btest\\b|(?:[\\w:]+::)?test\\b)' },
  },
};

/** A comment directly above that explains why unsafe code is sound: clippy's convention. */
const safetyComment: Query = {
  stopBy: { not: { any: [{ kind: 'line_comment' }, { kind: 'block_comment' }, { kind: 'attribute_item' }] } },
  regex: 'SAFETY:|# Safety',
};

const rustAssignments = [
  ['let_declaration', 'pattern', 'value'],
  ['const_item', 'name', 'value'],
  ['static_item', 'name', 'value'],
  ['field_initializer', 'field', 'value'],
] as const;

export const rustRules: readonly NodeRule[] = [
  ...['string_literal', 'raw_string_literal'].map((kind) => secretRule(rustAssignments, kind)),
  ...sqlRules(
    rustCall(
      '(?:query|query_as|query_scalar|query_row|query_map|execute|prepare|raw_sql|simple_query|batch_execute|execute_batch|sql_query)(?:::<.*>)?',
    ),
    rustAssignments,
  ),
  {
    id: 'command-injection',
    prefilter: /\bCommand\b/,
    query: {
      kind: 'call_expression',
      all: [
        {
          has: {
            field: 'function',
            regex:
              '(?s)Command::new\\(\\s*"(?:/bin/|/usr/bin/)?(?:sh|bash|zsh|cmd|powershell)(?:\\.exe)?"\\s*\\).*"(?:-c|/C)"\\s*\\)\\s*\\.\\s*arg$',
          },
        },
        argument(1, { pattern: '$TEXT' }),
      ],
    },
    check: 'TEXT',
    message: 'a shell is given a command with values in it',
  },
  {
    id: 'rust-unsafe',
    prefilter: /\bunsafe\b/,
    skipsTests: true,
    query: {
      any: [
        { kind: 'unsafe_block' },
        { kind: 'function_modifiers', regex: '\\bunsafe\\b' },
        { kind: 'impl_item', regex: '^unsafe\\b' },
      ],
      not: { any: [withinTest, { follows: safetyComment }, { inside: { stopBy: 'end', follows: safetyComment } }] },
    },
  },
  {
    id: 'rust-unwrap',
    prefilter: /\bunwrap\b/,
    skipsTests: true,
    query: {
      kind: 'field_identifier',
      regex: '^unwrap$',
      // A poisoned lock means that another thread has already panicked.
      inside: {
        kind: 'field_expression',
        not: { regex: '\\.(?:lock|read|write)\\(\\)\\s*\\.unwrap$' },
        inside: { kind: 'call_expression' },
      },
      not: withinTest,
    },
  },
  ...['danger_accept_invalid_certs', 'danger_accept_invalid_hostnames'].map((name): NodeRule => {
    const query = rustCall(name, argument(1, { regex: '^true$' }));
    return {
      id: 'tls-verification-disabled',
      prefilter: new RegExp(name),
      query,
      message: `${name}(true) ${name.includes('hostname') ? 'accepts a certificate for any host' : 'accepts any certificate'}`,
    };
  }),
  {
    id: 'tls-verification-disabled',
    prefilter: /\bset_verify\b/,
    query: rustCall('set_verify', argument(1, { regex: 'SslVerifyMode::NONE' })),
  },
  ...(
    [
      ['Md5', 'Md5(?:::<[^>]*>)?::(?:new|digest|default)'],
      ['Sha1', 'Sha1(?:::<[^>]*>)?::(?:new|digest|default)'],
      ['md5', 'md5::compute'],
    ] as const
  ).map(([name, path]): NodeRule => {
    return { id: 'weak-hash', prefilter: new RegExp(`\\b${name}\\b`), query: rustCall(path), message: `${name} is broken` };
  }),
  {
    id: 'world-writable',
    prefilter: /\b(?:from_mode|set_mode)\b/,
    query: rustCall('from_mode|set_mode', argument(1, { regex: `^0o${WORLD_WRITABLE_MODE}$`, pattern: '$MODE' })),
    message: 'mode $MODE lets all users write',
  },
];
