import { isBlank, type Node, type Ontology, owl, pushTo, rdfs } from '../../ontology/index.ts';

/** Predicates from a property to those that it implies: equivalent and general ones (OWL 2, 9.2.1; RDF Schema 1.1, 3.5). */
const implicationPredicates = [owl.equivalentProperty, rdfs.subPropertyOf] as const;

/**
 * Finds, among the properties that a property implies, the nearest one of a kind. One pass over all properties serves all
 * calls, because chains of properties may be long.
 */
export class NearestSuperproperty {
  readonly #ontology: Ontology;
  readonly #isWanted: (iri: Node) => boolean;
  #steps: ReadonlyMap<Node, number> | undefined;
  /** Cached results for the properties on paths that were followed. */
  readonly #known = new Map<Node, Node>();

  /** @param isWanted whether a property is of the wanted kind; called once for each property */
  constructor(ontology: Ontology, isWanted: (iri: Node) => boolean) {
    this.#ontology = ontology;
    this.#isWanted = isWanted;
  }

  /** Returns the nearest property of the kind, never the property itself. Of equally near ones, the first stated link decides. */
  nearestTo(iri: Node): Node | undefined {
    if (!implicationPredicates.some((predicate) => this.#ontology.mentions(predicate))) return undefined;
    this.#steps ??= this.#countSteps();
    const steps = this.#steps;
    const path: Node[] = [];
    let current: Node | undefined = iri;
    // Follows the nearest implied property to one of the kind, 0 steps away. The start does not count, even if it is of the kind.
    while (current !== undefined && (current === iri || steps.get(current) !== 0)) {
      const known = this.#known.get(current);
      if (known !== undefined) {
        current = known;
        break;
      }
      // The path is a cycle that leads back to the start.
      if (current === iri && path.length > 0) return this.#nearestExcept(iri);
      path.push(current);
      current = nearestNode(this.#implied(current), steps);
    }
    // The nearest one is the start itself, reached through a cycle.
    if (current === iri) return this.#nearestExcept(iri);
    if (current !== undefined) for (const passed of path) this.#known.set(passed, current);
    return current;
  }

  /** Returns the nearest property of the kind except the given one. Searches breadth-first, which is slow. Only for properties that are of the kind themselves, or in a cycle, which is rare. */
  #nearestExcept(iri: Node): Node | undefined {
    const reached = new Set<Node>([iri]);
    // A Set also iterates over the elements that are added during the iteration.
    for (const node of reached) {
      if (node !== iri && this.#steps?.get(node) === 0) return node;
      for (const other of this.#implied(node)) reached.add(other);
    }
    return undefined;
  }

  /** Returns the number of steps from each property to the nearest one of the kind. */
  #countSteps(): ReadonlyMap<Node, number> {
    const implyingProperties = new Map<Node, Node[]>();
    const nodes = new Set<Node>();
    for (const node of this.#ontology.subjects()) {
      for (const other of this.#implied(node)) {
        nodes.add(node).add(other);
        pushTo(implyingProperties, other, node);
      }
    }
    const steps = new Map([...nodes].filter(this.#isWanted).map((node) => [node, 0]));
    // A Map also iterates over the entries that are added during the iteration.
    for (const [node, count] of steps) {
      for (const implying of implyingProperties.get(node) ?? []) if (!steps.has(implying)) steps.set(implying, count + 1);
    }
    return steps;
  }

  #implied(node: Node): Node[] {
    return implicationPredicates.flatMap((predicate) => this.#ontology.nodes(node, predicate).filter((other) => !isBlank(other)));
  }
}

/** Returns the first node with the smallest number of steps. */
function nearestNode(nodes: readonly Node[], steps: ReadonlyMap<Node, number>): Node | undefined {
  let nearest: Node | undefined;
  let fewestSteps = Number.POSITIVE_INFINITY;
  for (const node of nodes) {
    const count = steps.get(node);
    if (count === undefined || count >= fewestSteps) continue;
    nearest = node;
    fewestSteps = count;
  }
  return nearest;
}
