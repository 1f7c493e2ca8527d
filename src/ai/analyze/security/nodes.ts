/** Rules that look at one syntax node: ast-grep's own (https://ast-grep.github.io/reference/rule.html), as data. */

import type { Query, SyntaxNode } from '../parser.ts';
import type { RuleId } from '../rules.ts';
import { type Found, type Scanned, spotOf } from './scan.ts';

export interface NodeRule {
  readonly rule: RuleId;
  /** What a text has in it that has such a node. Mostly it has not, and the tree is not even asked. */
  readonly word: RegExp;
  /** What the text has in it, too: a library without which the same words mean something else. */
  readonly beside?: RegExp;
  readonly node: Query & { readonly kind: string };
  /** What it is exactly; `$NAME` stands for what the query's variable of that name matched, without its quotes. */
  readonly message?: string;
}

/** Looks for the nodes of all rules. */
export function scanNodes(file: Scanned, root: SyntaxNode, rules: readonly NodeRule[], found: Found): void {
  const some = rules.filter(({ word, beside }) => word.test(file.text) && beside?.test(file.text) !== false);
  if (some.length === 0) return;
  // One walk for all of them.
  for (const node of root.findAll({ rule: { any: some.map((each) => each.node) } })) {
    for (const { rule, node: query, message } of some) {
      if (some.length === 1 || node.matches({ rule: query })) found(rule, spotOf(node), message && worded(message, node));
    }
  }
}

function worded(message: string, node: SyntaxNode): string {
  return message.replace(/\$([A-Z]+)/g, (_, name: string) => {
    // `a . b` is written over several lines, too.
    const parts = (node.getMatch(name)?.text() ?? '').split('.').map((part) => part.trim());
    return parts.join('.').replace(/^(["'`])(.*)\1$/s, '$2');
  });
}
