/**
 * Finds classes that cannot have instances, because they belong to two classes that the ontology states to be disjoint: with
 * `:Dog owl:disjointWith :Cat`, no instance of a subclass of both can exist. It follows superclasses, members of intersections,
 * and the domains of required properties. A reasoner also looks at values and alternatives.
 */

import { isBlank, type Node, type Ontology, owl, pushTo, rdf, rdfs } from '../../ontology/index.ts';
import { minimumCardinalities } from '../read/slips/restrictions.ts';

/** Constructs that negate. Without them, classes cannot contradict each other. */
const negations = [owl.disjointWith, owl.complementOf, owl.disjointUnionOf, owl.AllDisjointClasses, owl.Nothing];

/** The reason why an instance belongs to a class: another class, or a property of which it has a value. */
interface MembershipReason {
  readonly from?: Node;
  readonly property?: Node;
}

/**
 * Returns why classes cannot have instances.
 *
 * @param classes the classes of the model, by their IRIs
 */
export function impossibleClasses(
  ontology: Ontology,
  classes: ReadonlyMap<Node, { readonly name: string }>,
): ReadonlyMap<Node, string> {
  const reasons = new Map<Node, string>();
  if (!negations.some((term) => ontology.mentions(term))) return reasons;
  const contradictions = new Contradictions(ontology, classes);
  for (const cls of classes.keys()) {
    const why = contradictions.reasonFor(cls);
    if (why !== undefined) reasons.set(cls, why);
  }
  return reasons;
}

class Contradictions {
  readonly #ontology: Ontology;
  readonly #classes: ReadonlyMap<Node, { readonly name: string }>;
  /** By class or expression: the classes that its instances also belong to. */
  readonly #superclasses = new Map<Node, Node[]>();
  /** By class: the groups of pairwise disjoint classes that it is in. */
  readonly #groups = new Map<Node, number[]>();
  #groupCount = 0;

  constructor(ontology: Ontology, classes: ReadonlyMap<Node, { readonly name: string }>) {
    this.#ontology = ontology;
    this.#classes = classes;
    for (const { node, statements } of ontology.entries()) {
      for (const { predicate, object } of statements) if (typeof object === 'string') this.#read(node, predicate, object);
    }
  }

  #read(node: Node, predicate: string, object: Node): void {
    const ontology = this.#ontology;
    switch (predicate) {
      case rdfs.subClassOf:
        pushTo(this.#superclasses, node, object);
        break;
      case owl.equivalentClass:
        pushTo(this.#superclasses, node, object);
        pushTo(this.#superclasses, object, node);
        break;
      case owl.intersectionOf:
        for (const member of ontology.list(object)) pushTo(this.#superclasses, node, member);
        break;
      case owl.unionOf:
      case owl.disjointUnionOf:
        for (const member of ontology.list(object)) pushTo(this.#superclasses, member, node);
        if (predicate === owl.disjointUnionOf) this.#addDisjoint(ontology.list(object));
        break;
      case owl.disjointWith:
      case owl.complementOf:
        this.#addDisjoint([node, object]);
        break;
      case owl.members:
        if (ontology.has(node, rdf.type, owl.AllDisjointClasses)) this.#addDisjoint(ontology.list(object));
        break;
    }
  }

  #addDisjoint(nodes: readonly Node[]): void {
    const group = this.#groupCount++;
    for (const node of nodes) pushTo(this.#groups, node, group);
  }

  /** Returns why a class cannot have instances; undefined if nothing contradicts them. */
  reasonFor(cls: Node): string | undefined {
    const memberships = new Map<Node, MembershipReason>([[cls, {}]]);
    const groups = new Map<number, Node>();
    // A Map also iterates over the entries that are added during the iteration.
    for (const [node, { from }] of memberships) {
      if (node === owl.Nothing) {
        if (from === undefined || from === cls) return 'the ontology states that it is owl:Nothing';
        return `it is a subclass of ${this.#nameOf(from)}, which cannot have instances`;
      }
      for (const group of this.#groups.get(node) ?? []) {
        const other = groups.get(group);
        if (other !== undefined) return this.#disjointReason(memberships, other, node);
        groups.set(group, node);
      }
      const add = (other: Node, why: MembershipReason) => {
        if (other !== owl.Thing && !memberships.has(other)) memberships.set(other, why);
      };
      for (const superclass of this.#superclasses.get(node) ?? []) add(superclass, { from: node });
      const property = this.#requiredProperty(node);
      if (property === undefined) continue;
      for (const domain of this.#ontology.nodes(property, rdfs.domain)) add(domain, { property });
    }
    return undefined;
  }

  /** Returns the property of a restriction of which each instance has a value. */
  #requiredProperty(restriction: Node): Node | undefined {
    const property = this.#ontology.node(restriction, owl.onProperty);
    const isRequired = this.#ontology.statements(restriction).some(({ predicate, object }) => {
      if (predicate === owl.someValuesFrom || predicate === owl.hasValue) return true;
      return minimumCardinalities.has(predicate) && typeof object !== 'string' && Number(object.value) > 0;
    });
    return isRequired ? property : undefined;
  }

  #disjointReason(memberships: ReadonlyMap<Node, MembershipReason>, one: Node, other: Node): string {
    if (one === other) return 'it is disjoint with itself';
    const order = [...memberships.keys()];
    const origins = [one, other].map((node) => originOf(memberships, node));
    const [a, b] = origins
      .sort((x, y) => order.indexOf(x.named) - order.indexOf(y.named))
      .map(({ named, property }) => {
        const by = property === undefined ? '' : `, by having ${this.#ontology.show(property)},`;
        return `${by} to ${this.#nameOf(named)}`;
      });
    return `it belongs${a} and${b}, which are disjoint`;
  }

  #nameOf(node: Node): string {
    const complement = isBlank(node) ? this.#ontology.node(node, owl.complementOf) : undefined;
    if (complement !== undefined && !isBlank(complement)) return `the complement of ${this.#nameOf(complement)}`;
    return this.#classes.get(node)?.name ?? this.#ontology.show(node);
  }
}

/** Returns the named class that explains a membership, and the property that leads to it, if any. */
function originOf(memberships: ReadonlyMap<Node, MembershipReason>, node: Node) {
  let named: Node | undefined;
  let property: Node | undefined;
  for (let at: Node | undefined = node; at !== undefined; ) {
    if (!isBlank(at)) named ??= at;
    const why: MembershipReason | undefined = memberships.get(at);
    property = why?.property;
    at = why?.from;
  }
  return { named: named ?? node, property };
}
