import { isBlank, type Node, type Ontology, owl, rdfs } from '../../ontology/index.ts';

/** What a property implies: those that are the same, and those that are more general (OWL 2, 9.2.1; RDF Schema 1.1, 3.5). */
const implying = [owl.equivalentProperty, rdfs.subPropertyOf] as const;

/**
 * Finds the nearest of the properties that a property implies that is of a kind. All properties are looked at once,
 * however many ask: chains of them may be long.
 */
export class NearestGeneral {
  readonly #ontology: Ontology;
  readonly #isMeant: (iri: Node) => boolean;
  #steps: ReadonlyMap<Node, number> | undefined;
  /** What is nearest to properties that were on the way to it. */
  readonly #known = new Map<Node, Node>();

  /** @param isMeant whether a property is of the kind that is looked for; asked once of each */
  constructor(ontology: Ontology, isMeant: (iri: Node) => boolean) {
    this.#ontology = ontology;
    this.#isMeant = isMeant;
  }

  /** The nearest one; of several, what is stated first leads to it. Never the property itself. */
  of(iri: Node): Node | undefined {
    if (!implying.some((predicate) => this.#ontology.mentions(predicate))) return undefined;
    this.#steps ??= this.#count();
    const steps = this.#steps;
    const way: Node[] = [];
    let at: Node | undefined = iri;
    while (at !== undefined && (at === iri || steps.get(at) !== 0)) {
      const known = this.#known.get(at);
      if (known !== undefined) {
        at = known;
        break;
      }
      // A circle of properties that are the same leads back to the one that asks.
      if (at === iri && way.length > 0) return this.#otherThan(iri);
      way.push(at);
      at = nearest(this.#implied(at), steps);
    }
    if (at === iri) return this.#otherThan(iri);
    if (at !== undefined) for (const passed of way) if (passed !== iri || steps.get(iri) !== 0) this.#known.set(passed, at);
    return at;
  }

  /** One after the other: for properties that are of the kind themselves, which hardly ever ask. */
  #otherThan(iri: Node): Node | undefined {
    const found = new Set<Node>([iri]);
    // A Set yields what is added while it is walked.
    for (const node of found) {
      if (node !== iri && this.#steps?.get(node) === 0) return node;
      for (const other of this.#implied(node)) found.add(other);
    }
    return undefined;
  }

  /** How many steps it is from each property to one of the kind. */
  #count(): ReadonlyMap<Node, number> {
    const specials = new Map<Node, Node[]>();
    const nodes = new Set<Node>();
    for (const node of this.#ontology.subjects()) {
      for (const other of this.#implied(node)) {
        nodes.add(node).add(other);
        const known = specials.get(other);
        if (known) known.push(node);
        else specials.set(other, [node]);
      }
    }
    const steps = new Map([...nodes].filter(this.#isMeant).map((node) => [node, 0]));
    // A Map yields what is added while it is walked.
    for (const [node, count] of steps) {
      for (const special of specials.get(node) ?? []) if (!steps.has(special)) steps.set(special, count + 1);
    }
    return steps;
  }

  #implied(node: Node): Node[] {
    return implying.flatMap((predicate) => this.#ontology.nodes(node, predicate).filter((other) => !isBlank(other)));
  }
}

/** The first of those from which it is least far. */
function nearest(nodes: readonly Node[], steps: ReadonlyMap<Node, number>): Node | undefined {
  let found: Node | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const node of nodes) {
    const count = steps.get(node);
    if (count === undefined || count >= least) continue;
    found = node;
    least = count;
  }
  return found;
}
