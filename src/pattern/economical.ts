import type { Node } from './ast.ts';
import { type Effort, effortOf } from './backtracking-cost.ts';
import { analysed } from './budget.ts';
import type { Pattern } from './parse.ts';
import { hasReference, trimmed, unambiguous, withoutTail } from './rewrite.ts';
import { simplified } from './simplify.ts';

/** An expression, and what it may cost a matcher that goes back and tries again. */
export interface Economical {
  readonly tree: Node;
  readonly effort: Effort;
}

/**
 * An expression that finds something in the same texts, by steps that grow no faster than the text, if one can be written;
 * otherwise the expression itself. What costs no more already is left as it is.
 *
 * @param pattern says how many steps there are to find that out
 */
export function economical(tree: Node, { steps }: Pattern): Economical {
  const earlier = known.get(tree);
  if (earlier && earlier.steps === steps) return earlier.equal;
  const equal = analysed(steps, () => found(tree));
  known.set(tree, { steps, equal });
  return equal;
}

/** What was found, and by how many steps that may be: with others, something else may be found. */
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
