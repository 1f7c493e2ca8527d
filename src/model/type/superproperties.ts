/**
 * Finds the superproperty from which a property without a domain or range of its own inherits it. With `:author
 * rdfs:subPropertyOf :creator` and `:creator rdfs:domain :Work`, the nearest property of `:author` with a domain is `:creator`.
 */

import { isBlank, type Node, type Ontology, owl, pushTo, rdfs } from '../../ontology/index.ts';

/** Predicates from a property to those that it implies: equivalent and general ones (OWL 2, 9.2.1; RDF Schema 1.1, 3.5). */
const implicationPredicates = [owl.equivalentProperty, rdfs.subPropertyOf] as const;

/**
 * One pass over all properties finds the nearest superproperty of each that satisfies a condition, because chains of properties
 * may be long.
 */
export class NearestSuperproperty {
  readonly #ontology: Ontology;
  readonly #isWanted: (iri: Node) => boolean;
  #nearest: ReadonlyMap<Node, Node> | undefined;

  /** @param isWanted the condition, such as having a domain; called once for each property */
  constructor(ontology: Ontology, isWanted: (iri: Node) => boolean) {
    this.#ontology = ontology;
    this.#isWanted = isWanted;
  }

  /**
   * Returns the nearest property that satisfies the condition, or the property itself. Of equally near ones, the first stated
   * link decides.
   */
  nearestTo(iri: Node): Node | undefined {
    this.#nearest ??= this.#findNearest();
    return this.#nearest.get(iri);
  }

  #findNearest(): ReadonlyMap<Node, Node> {
    const implyingProperties = new Map<Node, Node[]>();
    const nodes = new Set<Node>();
    for (const node of this.#ontology.subjects()) {
      for (const other of this.#implied(node)) {
        nodes.add(node).add(other);
        pushTo(implyingProperties, other, node);
      }
    }
    const steps = new Map([...nodes].filter(this.#isWanted).map((node) => [node, 0]));
    const nearest = new Map<Node, Node>();
    // A Map also iterates over the entries that are added during the iteration: here, in the order of their steps.
    for (const [node, count] of steps) {
      const next = this.#implied(node).find((other) => steps.get(other) === count - 1);
      nearest.set(node, next === undefined ? node : (nearest.get(next) as Node));
      for (const implying of implyingProperties.get(node) ?? []) if (!steps.has(implying)) steps.set(implying, count + 1);
    }
    return nearest;
  }

  #implied(node: Node): Node[] {
    return implicationPredicates.flatMap((predicate) => this.#ontology.nodes(node, predicate).filter((other) => !isBlank(other)));
  }
}
