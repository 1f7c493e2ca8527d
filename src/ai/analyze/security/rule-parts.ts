/**
 * Queries and rules that JavaScript, TypeScript, Python and Rust share. Regular expressions in strings are part of queries and
 * have the syntax of Rust's `regex`; literals, as in `prefilter`, have that of JavaScript.
 */

import type { Query } from '../parser.ts';
import type { NodeRule } from './nodes.ts';

/** File modes that let all users write. Excludes the sticky bit, as in /tmp: there, users cannot remove files of others. */
export const WORLD_WRITABLE_MODE = '[0246]?[0-7][0-7][2367]';

/** Matches the n-th argument of a call, starting at 1. */
export const argument = (n: number, query: Query): Query => ({ has: { field: 'arguments', has: { nthChild: n, ...query } } });

/** The node kind of an assignment, and its fields for the name and the value. */
export type AssignmentForm = readonly [kind: string, nameField: string, valueField: string];

/**
 * Matches an assignment, in each of its forms.
 *
 * @param name a regular expression for the last part of the name: `verify` also matches `options.verify`
 * @param value a regular expression that may match anywhere in the value
 */
export function assignmentQuery(forms: readonly AssignmentForm[], name: string, value: string): Query {
  return {
    any: forms.map(([kind, nameField, valueField]) => ({
      kind,
      all: [
        { has: { field: nameField, regex: `(?:^|[^\\w$-])${name}['"\`\\]]*$` } },
        { has: { field: valueField, regex: value } },
      ],
    })),
  };
}

/** Names that may be those of secrets; `isSecretName` decides. A new word is also needed there and in `prefilter` below. */
const SECRET_NAME = '(?i)(?:pass(?:word|wd|phrase)|pwd|secret|key|token|bearer)s?[\'"\\]]*$';

/**
 * Returns the rule for a string that is assigned to the name of a secret.
 *
 * @param stringKind the node kind of string literals
 */
export function secretRule(forms: readonly AssignmentForm[], stringKind: string): NodeRule {
  const query = forms.map(([kind, nameField, valueField]) => ({
    kind,
    all: [
      { has: { field: nameField, regex: SECRET_NAME, pattern: '$KEY' } },
      { has: { field: valueField, kind: stringKind, pattern: '$SECRET' } },
    ],
  }));
  return {
    id: 'hard-coded-secret',
    // The name of a secret, then a string without spaces that contains a digit or punctuation.
    prefilter:
      /(?:pass(?:word|wd|phrase)|pwd|secret|key|token|bearer)s?['"`\]]*\s*(?::[^=;,(){}\n]{0,200})?[:=]\s*[\w&#]{0,4}['"`]{1,3}[\w$/.:-]{0,400}[0-9!@#%^&*+=]/i,
    query: { any: query },
    // Reports only if $KEY is the name of a secret and $SECRET can be a secret.
    check: 'SECRET',
    skipsTests: true,
    message: '$KEY is given a fixed value',
  };
}

/** Matches text that begins as an SQL statement. */
const SQL =
  '(?is)^&?(?:[a-z:_.]+!?\\()*[a-z$]{0,2}#?["\'`]{1,3}\\s*(?:select\\b.*\\bfrom\\b|insert\\s+(?:or\\s+\\w+\\s+)?into\\b|update\\b.*\\bset\\b|delete\\s+from\\b|merge\\s+into\\b|with\\b.*\\b(?:select|insert|update|delete)\\b|(?:create|drop|alter|truncate)\\s+(?:table|index|view|schema|database|user|role|type|sequence)\\b|grant\\b.*\\bto\\b)';

const SQL_PREFILTER = /["'`]\s*(?:select|insert|update|delete|merge|with|create|drop|alter|truncate|grant)\b/i;

/** Returns the rules for SQL that is composed in the call that runs it, or where it is assigned to a name such as `sql`. */
export function sqlRules(call: Query, forms: readonly AssignmentForm[]): readonly NodeRule[] {
  const text: Query = { regex: SQL, pattern: '$TEXT' };
  // The query also matches constant statements; `check` reports $TEXT only if values are inserted into it.
  const rule = { id: 'sql-injection', prefilter: SQL_PREFILTER, check: 'TEXT' } as const;
  const assigned = forms.map(([kind, nameField, valueField]) => ({
    kind,
    all: [
      { has: { field: nameField, regex: '(?i)(?:^|_|mut )(?:sql|query|statement|stmt)$' } },
      { has: { field: valueField, ...text } },
    ],
  }));
  return [
    { ...rule, query: { all: [call, argument(1, text)] }, message: 'a statement is run with interpolated values' },
    { ...rule, query: { any: assigned }, message: 'SQL with interpolated values' },
  ];
}
