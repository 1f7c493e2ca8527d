import type { Node } from './ast.ts';
import { type Effort, effortOf } from './backtracking-cost.ts';
import { analysed } from './budget.ts';
import type { Pattern } from './parse.ts';
import { hasReference, trimmed, unambiguous, withoutTail } from './rewrite.ts';
import { simplified } from './simplify.ts';

/** An expression, and its matching cost in a backtracking engine. */
export interface Economical {
  readonly tree: Node;
  readonly effort: Effort;
}

/**
 * Returns an equivalent expression with linear matching time if there is one; otherwise the expression itself. An expression that
 * is linear already is returned unchanged.
 *
 * @param pattern contains the limit of analysis steps
 */
export function economical(tree: Node, { steps }: Pattern): Economical {
  const earlier = known.get(tree);
  if (earlier && earlier.steps === steps) return earlier.equal;
  const equal = analysed(steps, () => found(tree));
  known.set(tree, { steps, equal });
  return equal;
}

/** Cached results with their step limit, because another limit may give another result. */
const known = new WeakMap<Node, { readonly steps: number | undefined; readonly equal: Economical }>();

function found(tree: Node): Economical {
  const effort = effortOf(tree);
  if (effort === 'linear' || hasReference(tree)) return { tree, effort };
  if (effortOf(withoutTail(tree)) === 'linear') return { tree, effort: 'linear' };
  const shorter = trimmed(simplified(tree));
  for (const equal of [() => shorter, () => unambiguous(shorter)]) {
    const other = equal();
    if (other && effortOf(other) === 'linear') return { tree: other, effort: 'linear' };
  }
  return { tree, effort };
}
