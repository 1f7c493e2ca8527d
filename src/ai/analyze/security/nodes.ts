/** Searches the syntax tree of a file with rules, which are data for ast-grep (https://ast-grep.github.io/reference/rule.html). */

import type { TextPosition } from '../finding.ts';
import type { Query, SyntaxNode } from '../parser.ts';
import type { RuleId } from '../rules.ts';
import { hasInsertedValues } from './inserted-values.ts';
import type { OnFinding, ScannedFile } from './scan.ts';
import { isSecretName, isSecretValue } from './secrets.ts';

export interface NodeRule {
  readonly id: RuleId;
  /** A cheap necessary condition: the tree of a text that does not match it is not searched. */
  readonly prefilter: RegExp;
  /** The text must match this, too: for example, a library without which the same words mean something else. */
  readonly context?: RegExp;
  readonly query: Query;
  /** A check of metavariables: `TEXT` must be built with inserted values; `SECRET` must look like one, and `KEY` like its name. */
  readonly check?: 'TEXT' | 'SECRET';
  readonly skipsTests?: boolean;
  /** The exact problem; `$NAME` stands for the match of the query's variable of that name, without its quotes. */
  readonly message?: string;
}

/** Passes each syntax node of a file that a rule matches to `report`. Rules whose prefilter does not match are skipped. */
export function scanNodes(file: ScannedFile, root: SyntaxNode, rules: readonly NodeRule[], report: OnFinding): void {
  const relevant = rules.filter(
    ({ prefilter, context, skipsTests }) =>
      !(skipsTests && file.isTest) && prefilter.test(file.text) && context?.test(file.text) !== false,
  );
  if (relevant.length === 0) return;
  // One walk for all of them.
  for (const node of root.findAll({ rule: { any: relevant.map(({ query }) => query) } })) {
    for (const { id, query, check, message } of relevant) {
      if (!node.matches({ rule: query })) continue;
      // With the variables of this rule: the node has those of the first rule that matched.
      const match = (relevant.length > 1 && node.find({ rule: query })) || node;
      if (!check || checks[check](match, file.text)) report(id, positionOf(node), message && formatMessage(message, match));
    }
  }
}

const checks = {
  TEXT: (node: SyntaxNode, source: string) => {
    const text = node.getMatch('TEXT');
    return text !== null && hasInsertedValues(text, source);
  },
  SECRET: (node: SyntaxNode) => {
    const [key, value] = [node.getMatch('KEY')?.text() ?? '', node.getMatch('SECRET')?.text() ?? ''];
    const name = key.match(/[\w$-]+/g)?.at(-1) ?? '';
    // A literal with its prefix: f'…', r#"…"#.
    return isSecretName(name) && isSecretValue(/^[a-z]*#*(["'`])(.*)\1#*$/is.exec(value)?.[2] ?? '');
  },
};

function positionOf(node: SyntaxNode): TextPosition {
  const { line, column } = node.range().start;
  return { line: line + 1, column: column + 1 };
}

function formatMessage(message: string, node: SyntaxNode): string {
  return message.replace(/\$([A-Z]+)/g, (_, name: string) => {
    // `a . b` can also be spread over several lines.
    const parts = (node.getMatch(name)?.text() ?? '').split('.').map((part) => part.trim());
    return parts.join('.').replace(/^(["'`])(.*)\1$/s, '$2');
  });
}
