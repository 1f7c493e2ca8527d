/** Rules for a single syntax node, written as data for ast-grep (https://ast-grep.github.io/reference/rule.html). */

import type { Query, SyntaxNode } from '../parser.ts';
import type { RuleId } from '../rules.ts';
import { type OnFinding, positionOf, type ScannedFile } from './scan.ts';

export interface NodeRule {
  readonly rule: RuleId;
  /** Every text with such a node matches it. Most texts do not, and their trees are not searched. */
  readonly word: RegExp;
  /** The text must match this, too: for example, a library without which the same words mean something else. */
  readonly context?: RegExp;
  readonly node: Query & { readonly kind: string };
  /** The exact problem; `$NAME` stands for the match of the query's variable of that name, without its quotes. */
  readonly message?: string;
}

export function scanNodes(file: ScannedFile, root: SyntaxNode, rules: readonly NodeRule[], found: OnFinding): void {
  const some = rules.filter(({ word, context }) => word.test(file.text) && context?.test(file.text) !== false);
  if (some.length === 0) return;
  // One walk for all of them.
  for (const node of root.findAll({ rule: { any: some.map((each) => each.node) } })) {
    for (const { rule, node: query, message } of some) {
      if (some.length === 1 || node.matches({ rule: query }))
        found(rule, positionOf(node), message && formatMessage(message, node));
    }
  }
}

function formatMessage(message: string, node: SyntaxNode): string {
  return message.replace(/\$([A-Z]+)/g, (_, name: string) => {
    // `a . b` can also be spread over several lines.
    const parts = (node.getMatch(name)?.text() ?? '').split('.').map((part) => part.trim());
    return parts.join('.').replace(/^(["'`])(.*)\1$/s, '$2');
  });
}
