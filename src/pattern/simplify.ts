/** Simplifies nested repetitions, so that many expressions no longer take exponential time. */

import type { Node } from './ast.ts';

type Repeat = Extract<Node, { kind: 'repeat' }>;

/**
 * Returns an equivalent expression without nested repetitions: `((a+)+){2}` becomes `a{2,}`. It removes groups, so the tree must
 * not contain back-references.
 */
export function simplify(node: Node): Node {
  switch (node.kind) {
    case 'group':
      return simplify(node.body);
    case 'sequence':
      return { kind: 'sequence', items: node.items.map(simplify) };
    case 'choice':
      return simplifyChoice(node.branches.map(simplify));
    case 'repeat':
      return simplifyRepeat(simplify(node.body), node.min, node.max);
    default:
      return node;
  }
}

function simplifyChoice(branches: readonly Node[]): Node {
  const distinct = [...new Map(branches.map((branch) => [JSON.stringify(branch), branch])).values()];
  return distinct.length === 1 ? (distinct[0] as Node) : { kind: 'choice', branches: distinct };
}

function simplifyRepeat(body: Node, statedMin: number, max: number): Node {
  if (max === 0) return { kind: 'sequence', items: [] };
  // If the body may be empty, any number of repetitions can match the empty text.
  const min = canBeEmpty(body) ? 0 : statedMin;
  if (min === 1 && max === 1) return body;
  const outer: Repeat = { kind: 'repeat', body, min, max };
  const items = body.kind === 'sequence' ? body.items : [body];
  const [inner] = items;
  return inner?.kind === 'repeat' && items.length === 1 ? joinRepetitions(outer, inner) : outer;
}

/** Joins two nested repetitions if that is equivalent: if each number between minimum and maximum is possible. */
function joinRepetitions(outer: Repeat, inner: Repeat): Repeat {
  const { min, max } = outer;
  const isGapless = min === max || multiply(min, inner.max) + 1 >= (min + 1) * inner.min;
  return isGapless ? { ...inner, min: min * inner.min, max: multiply(max, inner.max) } : outer;
}

const multiply = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b);

/** Returns whether an expression can match the empty text. Anchors do not count, because they match only at some positions. */
function canBeEmpty(node: Node): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.items.every(canBeEmpty);
    case 'choice':
      return node.branches.some(canBeEmpty);
    case 'group':
      return canBeEmpty(node.body);
    case 'repeat':
      return node.min === 0 || canBeEmpty(node.body);
    case 'look':
      return true;
    default:
      return false;
  }
}
