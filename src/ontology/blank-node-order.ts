/**
 * Computes sort keys for blank nodes that do not depend on their labels, because each parse or response gives new labels:
 * `http://…#minCount ["1","","http://…#integer"]; http://…#path <http://ex/title>`.
 */

import { sha256 } from '../diagnostics/index.ts';
import type { Literal, Node, Statement } from './statement.ts';

type NodeStatement = Pick<Statement, 'predicate' | 'object'>;

/** Characters of a key before its remainder is replaced by a hash. The readable start makes the order understandable. */
const MAX_KEY_LENGTH = 200;

/**
 * Returns a function that computes a sort key of a blank node: all its statements and those of the blank nodes below it, as
 * text. A cycle ends at the repeated node.
 *
 * @param describe returns the statements of a node
 */
export function blankNodeSortKey(describe: (node: Node) => readonly NodeStatement[]): (node: Node) => string {
  const known = new Map<Node, string>();
  const open = new Set<Node>();
  const isUnnamed = (term: Node | Literal): term is Node => typeof term === 'string' && term.startsWith('_:');
  const textOf = (term: Node | Literal): string => {
    if (typeof term !== 'string') return JSON.stringify([term.value, term.language, term.datatype]);
    return isUnnamed(term) ? `[${known.get(term) ?? ''}]` : `<${term}>`;
  };
  const computeKey = (node: Node): void => {
    const lines = describe(node).map(({ predicate, object }) => `${predicate} ${textOf(object)}`);
    const text = lines.sort().join('; ');
    known.set(node, text.length <= MAX_KEY_LENGTH ? text : `${text.slice(0, MAX_KEY_LENGTH)} ${sha256(text)}`);
    open.delete(node);
  };
  return (node) => {
    // No recursion: the depth of an RDF list is its length.
    const stack = known.has(node) ? [] : [node];
    for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
      open.add(at);
      const children = describe(at).flatMap(({ object }) =>
        isUnnamed(object) && !known.has(object) && !open.has(object) ? [object] : [],
      );
      if (children.length > 0) {
        stack.push(...new Set(children));
        continue;
      }
      if (!known.has(at)) computeKey(at);
      stack.pop();
    }
    return known.get(node) ?? '';
  };
}
