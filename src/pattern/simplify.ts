import type { Node } from './ast.ts';

type Repeat = Extract<Node, { kind: 'repeat' }>;

/**
 * Returns an equivalent expression without nested repetitions: `((a+)+){2}` becomes `a{2,}`. It removes groups, so the tree must
 * not contain back-references.
 */
export function simplified(node: Node): Node {
  switch (node.kind) {
    case 'group':
      return simplified(node.body);
    case 'sequence':
      return { kind: 'sequence', items: node.items.map(simplified) };
    case 'choice':
      return choice(node.branches.map(simplified));
    case 'repeat':
      return repeat(simplified(node.body), node.min, node.max);
    default:
      return node;
  }
}

function choice(branches: readonly Node[]): Node {
  const different = [...new Map(branches.map((branch) => [JSON.stringify(branch), branch])).values()];
  return different.length === 1 ? (different[0] as Node) : { kind: 'choice', branches: different };
}

function repeat(body: Node, least: number, max: number): Node {
  if (max === 0) return { kind: 'sequence', items: [] };
  // If the body may be empty, any number of repetitions can match the empty text.
  const min = mayBeEmpty(body) ? 0 : least;
  if (min === 1 && max === 1) return body;
  const outer: Repeat = { kind: 'repeat', body, min, max };
  const [only, ...others] = body.kind === 'sequence' ? body.items : [body];
  return only?.kind === 'repeat' && others.length === 0 ? joinRepetitions(outer, only) : outer;
}

/** Joins two nested repetitions if that is equivalent: if each number between minimum and maximum is possible. */
function joinRepetitions(outer: Repeat, inner: Repeat): Repeat {
  const { min, max } = outer;
  const isWhole = min === max || multiply(min, inner.max) + 1 >= (min + 1) * inner.min;
  return isWhole ? { ...inner, min: min * inner.min, max: multiply(max, inner.max) } : outer;
}

const multiply = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b);

/** Returns true if an expression can match the empty text at any position. */
function mayBeEmpty(node: Node): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.items.every(mayBeEmpty);
    case 'choice':
      return node.branches.some(mayBeEmpty);
    case 'group':
      return mayBeEmpty(node.body);
    case 'repeat':
      return node.min === 0 || mayBeEmpty(node.body);
    case 'look':
      return true;
    default:
      return false;
  }
}
