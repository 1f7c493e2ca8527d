/** Queries and rules that JavaScript, TypeScript, Python and Rust share. Regular expressions have the syntax of Rust's `regex`. */

import type { Query } from '../parser.ts';
import type { NodeRule } from './nodes.ts';

/** File modes that let all users write. Excludes the sticky bit, as in /tmp: there, users cannot remove files of others. */
export const WORLD_WRITABLE_MODE = '[0246]?[0-7][0-7][2367]';

/** Matches the n-th argument of a call, starting at 1. */
export const argument = (n: number, query: Query): Query => ({ has: { field: 'arguments', has: { nthChild: n, ...query } } });

/** The node kind of an assignment, and its fields for the name and the value. */
export type AssignmentForm = readonly [kind: string, name: string, value: string];

/** Matches a name with a value, in each form of assignment. */
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
    rule: 'hard-coded-secret',
    // The name of a secret, then a string without spaces that contains a digit or punctuation.
    word: /(?:pass(?:word|wd|phrase)|pwd|secret|key|token|bearer)s?['"`\]]*\s*(?::[^=;,(){}\n]{0,200})?[:=]\s*[\w&#]{0,4}['"`]{1,3}[\w$/.:-]{0,400}[0-9!@#%^&*+=]/i,
    node: { any: query },
    check: 'SECRET',
    exceptInTests: true,
    message: '$KEY is given a fixed value',
  };
}

/** Matches text that begins as an SQL statement. */
const SQL =
  '(?is)^&?(?:[a-z:_.]+!?\\()*[a-z$]{0,2}#?["\'`]{1,3}\\s*(?:select\\b.*\\bfrom\\b|insert\\s+(?:or\\s+\\w+\\s+)?into\\b|update\\b.*\\bset\\b|delete\\s+from\\b|merge\\s+into\\b|with\\b.*\\b(?:select|insert|update|delete)\\b|(?:create|drop|alter|truncate)\\s+(?:table|index|view|schema|database|user|role|type|sequence)\\b|grant\\b.*\\bto\\b)';

const SQL_WORD = /["'`]\s*(?:select|insert|update|delete|merge|with|create|drop|alter|truncate|grant)\b/i;

/** Returns the rules for SQL that is composed in the call that runs it, or where it is assigned to a name such as `sql`. */
export function sqlRules(call: Query, forms: readonly AssignmentForm[]): readonly NodeRule[] {
  const text: Query = { regex: SQL, pattern: '$TEXT' };
  const rule = { rule: 'sql-injection', word: SQL_WORD, check: 'TEXT' } as const;
  const assigned = forms.map(([kind, name, value]) => ({
    kind,
    all: [{ has: { field: name, regex: '(?i)(?:^|_|mut )(?:sql|query|statement|stmt)$' } }, { has: { field: value, ...text } }],
  }));
  return [
    { ...rule, node: { all: [call, argument(1, text)] }, message: 'a statement is run with interpolated values' },
    { ...rule, node: { any: assigned }, message: 'SQL with interpolated values' },
  ];
}
