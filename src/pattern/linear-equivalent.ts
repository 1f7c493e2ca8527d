import type { Node } from './ast.ts';
import { type Effort, effortOf } from './backtracking-cost.ts';
import { runAnalysis } from './budget.ts';
import type { Pattern } from './parse.ts';
import { disambiguate, hasReference, removeTail, trimRepetitions } from './rewrite.ts';
import { simplify } from './simplify.ts';

/** An expression, and its matching cost in a backtracking engine. */
export interface RatedExpression {
  readonly tree: Node;
  readonly effort: Effort;
}

/**
 * Returns an equivalent expression with linear matching time if there is one; otherwise the expression itself. An expression that
 * is linear already is returned unchanged.
 *
 * @param pattern contains the limit of analysis steps
 */
export function linearEquivalent(tree: Node, { steps }: Pattern): RatedExpression {
  const earlier = known.get(tree);
  if (earlier && earlier.steps === steps) return earlier.equal;
  const equal = runAnalysis(steps, () => findEquivalent(tree));
  known.set(tree, { steps, equal });
  return equal;
}

/** Cached results with their step limit, because another limit may give another result. */
const known = new WeakMap<Node, { readonly steps: number | undefined; readonly equal: RatedExpression }>();

function findEquivalent(tree: Node): RatedExpression {
  const effort = effortOf(tree);
  if (effort === 'linear' || hasReference(tree)) return { tree, effort };
  if (effortOf(removeTail(tree)) === 'linear') return { tree, effort: 'linear' };
  const shorter = trimRepetitions(simplify(tree));
  for (const equal of [() => shorter, () => disambiguate(shorter)]) {
    const other = equal();
    if (other && effortOf(other) === 'linear') return { tree: other, effort: 'linear' };
  }
  return { tree, effort };
}
