/** An order of nodes without names: stores give them new labels with each answer, and in no order. */

import type { Literal, Node, Statement } from './ontology.ts';

type Said = Pick<Statement, 'predicate' | 'object'>;

/** Of what is said of a node, so much is kept as it is, so that nodes stand in an order that people can follow. */
const LEGIBLE = 200;

/**
 * What tells nodes without names apart: all that is said of them and of the nodes without names below them, each as a text. A
 * circle of them ends where it closes.
 *
 * @param said what is stated of a node
 */
export function unnamedOrder(said: (node: Node) => readonly Said[]): (node: Node) => string {
  const known = new Map<Node, string>();
  const open = new Set<Node>();
  const isUnnamed = (term: Node | Literal): term is Node => typeof term === 'string' && term.startsWith('_:');
  const textOf = (term: Node | Literal): string => {
    if (typeof term !== 'string') return JSON.stringify([term.value, term.language, term.datatype]);
    return isUnnamed(term) ? `[${known.get(term) ?? ''}]` : `<${term}>`;
  };
  const settle = (node: Node): void => {
    const lines = said(node).map(({ predicate, object }) => `${predicate} ${textOf(object)}`);
    const text = lines.sort().join('; ');
    // Loaded here, because few orders need it.
    const digest = () => process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
    known.set(node, text.length <= LEGIBLE ? text : `${text.slice(0, LEGIBLE)} ${digest()}`);
    open.delete(node);
  };
  return (node) => {
    // Without recursion: a list is as deep as it is long.
    const stack = known.has(node) ? [] : [node];
    for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
      open.add(at);
      const below = said(at).flatMap(({ object }) =>
        isUnnamed(object) && !known.has(object) && !open.has(object) ? [object] : [],
      );
      if (below.length > 0) {
        stack.push(...new Set(below));
        continue;
      }
      if (!known.has(at)) settle(at);
      stack.pop();
    }
    return known.get(node) ?? '';
  };
}
