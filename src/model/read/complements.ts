/**
 * Finds complements in class expressions, such as `[ owl:intersectionOf ( :Animal [ owl:complementOf :Dog ] ) ]`. codegen reads
 * the other members of the intersection and records that the complement is not checked.
 */

import { isBlank, type Node, type Ontology, owl } from '../../ontology/index.ts';
import type { AxiomDraft } from './axioms.ts';

const DEEPEST = 32;

/**
 * Returns whether a class expression is an intersection with a complement. The readers of expressions report a complement that
 * stands alone.
 */
export function hasUnreadComplement(ontology: Ontology, expression: Node): boolean {
  return isBlank(expression) && ontology.mentions(owl.complementOf) && hasComplement(ontology, expression, false, 0);
}

/** Records the shortfall of an axiom whose class expression has such a complement. */
export function noteComplement(ontology: Ontology, axiom: AxiomDraft, expression: Node): void {
  if (hasUnreadComplement(ontology, expression)) axiom.addShortfall('owl:complementOf is not read');
}

/** @param isMember whether the node is a member of an intersection */
function hasComplement(ontology: Ontology, node: Node, isMember: boolean, depth: number): boolean {
  if (!isBlank(node) || depth > DEEPEST) return false;
  if (isMember && ontology.node(node, owl.complementOf) !== undefined) return true;
  return [owl.intersectionOf, owl.unionOf].some((predicate) => {
    const isInside = isMember || predicate === owl.intersectionOf;
    const lists = ontology.nodes(node, predicate);
    return lists.some((list) => ontology.list(list).some((member) => hasComplement(ontology, member, isInside, depth + 1)));
  });
}
