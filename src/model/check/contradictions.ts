/**
 * Finds classes that cannot have instances, because statements of the ontology contradict each other: with `:Dog
 * owl:disjointWith :Cat`, no instance of a subclass of both can exist. Derives what follows for a hypothetical instance of each
 * class and for the values of that. All results follow from the ontology, but the search is incomplete: it distinguishes the
 * cases of only one union at a time.
 */

import { isBlank, type Node, type Ontology, owl, pushTo, rdf, rdfs, type Statement } from '../../ontology/index.ts';
import { getOrCreate } from '../get-or-create.ts';
import { cardinalityPredicates, maximumCardinalities, minimumCardinalities } from '../read/slips/restrictions.ts';

/** Constructs that negate. Without them, only numbers of values can contradict each other. */
const negations = [owl.disjointWith, owl.complementOf, owl.disjointUnionOf, owl.AllDisjointClasses, owl.Nothing];

/** The IRI of a property, or `^` and the IRI for its inverse. */
type Role = string;

function inverseRole(role: Role): Role {
  return role.startsWith('^') ? role.slice(1) : `^${role}`;
}

interface Restriction {
  readonly role: Role;
  /** `some`: there is a value; `all`: all values belong to the filler; `one`: there is at most one value. */
  readonly kind: 'some' | 'all' | 'one';
  /** The class of the value or of all values. */
  readonly filler?: Node | undefined;
}

/** The reason why an instance belongs to a class. */
interface MembershipReason {
  /** The class or expression that implies it, if any. */
  readonly from?: Node | undefined;
  /** The property of which a value implies it, if any. */
  readonly role?: Role;
}

/** The named class that explains a membership; `by` is a phrase with the property that leads to it, or empty. */
interface Origin {
  readonly named: Node;
  readonly by: string;
}

/** Returns a clause that explains why an instance is impossible. */
type ImpossibilityReason = (depth: number) => string;

/** A hypothetical instance of some classes, with its derived classes and required values. */
class Instance {
  /** The classes and expressions that it belongs to. */
  readonly memberships = new Map<Node, MembershipReason>();
  /** The class that it belongs to in each group of disjoint classes. */
  readonly disjointGroups = new Map<number, Node>();
  readonly unions: Node[] = [];
  readonly restrictions: Restriction[] = [];
  /** Derived classes whose consequences are not derived yet. */
  readonly pending: Node[] = [];
  /** Instances that must be processed again when more is known about this one. */
  readonly dependents = new Set<Instance>();
  /** The classes that it was created with. */
  readonly classes: readonly Node[];
  impossible: ImpossibilityReason | undefined;
  isQueued = false;

  constructor(classes: readonly Node[]) {
    this.classes = classes;
  }
}

export class Contradictions {
  readonly #ontology: Ontology;
  readonly #nameOf: (iri: Node) => string | undefined;
  /** By class: the classes that its instances also belong to. */
  readonly #superclasses = new Map<Node, Node[]>();
  /** Classes that are stated to be equivalent to others. */
  readonly #equivalent = new Set<Node>();
  /** Intersections and their members, by each member. */
  readonly #intersections = new Map<Node, { readonly expression: Node; readonly members: readonly Node[] }[]>();
  readonly #unions = new Map<Node, readonly Node[]>();
  readonly #restrictions = new Map<Node, Restriction[]>();
  /** Restrictions that everything with such a value belongs to, by property. */
  readonly #sufficient = new Map<Role, { readonly expression: Node; readonly filler: Node | undefined }[]>();
  /** By class: the groups of pairwise disjoint classes that it is in. */
  readonly #groups = new Map<Node, number[]>();
  #groupCount = 0;
  readonly #superproperties = new Map<Role, Role[]>();
  readonly #domains = new Map<Role, Node[]>();
  readonly #functional = new Set<Role>();
  readonly #closures = new Map<Role, readonly Role[]>();
  readonly #instances = new Map<string, Instance>();
  readonly #queue: Instance[] = [];
  /** The number of instances from which on values are no longer distinguished precisely. */
  readonly #limit: number;

  /** @param nameOf returns the name of a class in the model, if it has one */
  private constructor(ontology: Ontology, classes: number, nameOf: (iri: Node) => string | undefined) {
    this.#ontology = ontology;
    this.#nameOf = nameOf;
    this.#limit = 1000 + 10 * classes;
    for (const { node, statements } of ontology.entries()) this.#readStatements(node, statements);
  }

  /** @returns undefined if the ontology contains no negation */
  static of(ontology: Ontology, classes: ReadonlyMap<Node, { readonly name: string }>): Contradictions | undefined {
    if (!negations.some((term) => ontology.mentions(term))) return undefined;
    return new Contradictions(ontology, classes.size, (iri) => classes.get(iri)?.name);
  }

  /**
   * Returns why classes cannot have instances. Classes with only a named superclass and no other statement are skipped, because
   * the result is that of the superclass.
   */
  reasonsFor(classes: readonly Node[]): ReadonlyMap<Node, string> {
    const instances = classes
      .filter((cls) => !this.#hasOnlyNamedSuperclass(cls))
      .map((cls) => ({ cls, instance: this.#instanceOf([cls]) }));
    for (let next = this.#queue.pop(); next; next = this.#queue.pop()) {
      next.isQueued = false;
      this.#derive(next);
    }
    const reasons = new Map<Node, string>();
    for (const { cls, instance } of instances) if (instance.impossible) reasons.set(cls, instance.impossible(0));
    return reasons;
  }

  #hasOnlyNamedSuperclass(cls: Node): boolean {
    const steps = this.#superclasses.get(cls) ?? [];
    if (steps.length > 1 || steps.some((above) => this.#nameOf(above) === undefined)) return false;
    return ![this.#equivalent, this.#groups, this.#intersections, this.#unions, this.#restrictions].some((constructs) =>
      constructs.has(cls),
    );
  }

  // Reading the ontology

  #readStatements(node: Node, statements: readonly Statement[]): void {
    let property: Role | undefined;
    for (const { predicate, object } of statements) {
      if (typeof object !== 'string') continue;
      switch (predicate) {
        case rdfs.subClassOf:
          this.#addSuperclass(node, object);
          break;
        case owl.equivalentClass:
          this.#addSuperclass(node, object);
          this.#addSuperclass(object, node);
          this.#equivalent.add(node).add(object);
          break;
        case owl.intersectionOf:
          this.#addIntersection(node, object);
          break;
        case owl.unionOf:
          this.#addUnion(node, object);
          break;
        case owl.disjointUnionOf:
          this.#addUnion(node, object);
          this.#addDisjoint(this.#ontology.list(object));
          break;
        case owl.disjointWith:
        case owl.complementOf:
          this.#addDisjoint([node, object]);
          break;
        case owl.members:
          if (this.#ontology.has(node, rdf.type, owl.AllDisjointClasses)) this.#addDisjoint(this.#ontology.list(object));
          break;
        case owl.onProperty:
          property = this.#roleOf(object);
          break;
        default:
          this.#readPropertyStatement(node, predicate, object);
      }
    }
    if (property !== undefined) this.#readRestriction(node, property, statements);
  }

  #readPropertyStatement(node: Node, predicate: Node, object: Node): void {
    switch (predicate) {
      case rdfs.domain:
        pushTo(this.#domains, node, object);
        break;
      case rdfs.range:
        pushTo(this.#domains, inverseRole(node), object);
        break;
      case rdfs.subPropertyOf:
        this.#addSuperproperty(node, this.#roleOf(object));
        break;
      case owl.equivalentProperty:
        this.#addSuperproperty(node, this.#roleOf(object));
        this.#addSuperproperty(this.#roleOf(object), node);
        break;
      case owl.inverseOf:
        this.#addSuperproperty(node, inverseRole(object));
        this.#addSuperproperty(inverseRole(object), node);
        break;
      case rdf.type:
        if (object === owl.FunctionalProperty) this.#functional.add(node);
        else if (object === owl.InverseFunctionalProperty) this.#functional.add(inverseRole(node));
        else if (object === owl.SymmetricProperty) this.#addSuperproperty(node, inverseRole(node));
        break;
    }
  }

  #addSuperclass(from: Node, to: Node): void {
    if (from !== to && to !== owl.Thing && to !== rdfs.Resource) pushTo(this.#superclasses, from, to);
  }

  #addIntersection(node: Node, head: Node): void {
    const members = this.#ontology.terms(head);
    const classNames = members.filter((member) => typeof member === 'string');
    for (const member of classNames) this.#addSuperclass(node, member);
    if (classNames.length < members.length) return;
    for (const member of classNames) pushTo(this.#intersections, member, { expression: node, members: classNames });
  }

  #addUnion(node: Node, head: Node): void {
    const members = this.#ontology.terms(head);
    const namedMembers = members.filter((member) => typeof member === 'string');
    for (const member of namedMembers) this.#addSuperclass(member, node);
    if (namedMembers.length === members.length) this.#unions.set(node, namedMembers);
  }

  #addDisjoint(nodes: readonly Node[]): void {
    const group = this.#groupCount++;
    for (const node of nodes) pushTo(this.#groups, node, group);
  }

  #addSuperproperty(role: Role, wider: Role): void {
    pushTo(this.#superproperties, role, wider);
    pushTo(this.#superproperties, inverseRole(role), inverseRole(wider));
  }

  /** Returns the role of a property, or of a blank node that is the inverse of one. */
  #roleOf(node: Node): Role {
    const inverse = isBlank(node) ? this.#ontology.node(node, owl.inverseOf) : undefined;
    return inverse === undefined ? node : inverseRole(inverse);
  }

  #readRestriction(node: Node, role: Role, statements: readonly Statement[]): void {
    const on = statements.find(({ predicate }) => predicate === owl.onClass || predicate === owl.onDataRange)?.object;
    const filler = typeof on === 'string' ? on : undefined;
    for (const { predicate, object } of statements) {
      if (predicate === owl.hasValue) this.#addRestriction(node, role, 'some');
      else if (typeof object === 'string') {
        if (predicate === owl.allValuesFrom) this.#addRestriction(node, role, 'all', object);
        if (predicate !== owl.someValuesFrom) continue;
        this.#addRestriction(node, role, 'some', object);
        this.#addSufficient(node, role, object);
      } else if (cardinalityPredicates.includes(predicate) && /^\+?\d+$/.test(object.value)) {
        this.#addCount(node, role, predicate, Number(object.value), filler);
      }
    }
  }

  #addRestriction(node: Node, role: Role, kind: Restriction['kind'], filler?: Node): void {
    pushTo(this.#restrictions, node, { role, kind, filler });
  }

  /** Notes that everything with such a value belongs to the restriction. */
  #addSufficient(node: Node, role: Role, filler?: Node): void {
    pushTo(this.#sufficient, role, { expression: node, filler: filler === owl.Thing ? undefined : filler });
  }

  #addCount(node: Node, role: Role, predicate: Node, count: number, filler: Node | undefined): void {
    const isUnqualified = filler === undefined || filler === owl.Thing;
    const isMaximum = maximumCardinalities.has(predicate);
    if (minimumCardinalities.has(predicate) && count > 0) this.#addRestriction(node, role, 'some', filler);
    if (!isMaximum && count === 1) this.#addSufficient(node, role, filler);
    if (isMaximum && isUnqualified && count === 1) this.#addRestriction(node, role, 'one');
    if (isMaximum && isUnqualified && count === 0) this.#addRestriction(node, role, 'all', owl.Nothing);
  }

  // Deriving consequences

  /** Returns a property and all its superproperties. */
  #superpropertiesOf(role: Role): readonly Role[] {
    return getOrCreate(this.#closures, role, () => {
      const reachable = new Set([role]);
      for (const one of reachable) for (const wider of this.#superproperties.get(one) ?? []) reachable.add(wider);
      return [...reachable];
    });
  }

  #instanceOf(classes: readonly Node[]): Instance {
    const sorted = [...new Set(classes)].sort();
    const key = sorted.join(' ');
    let instance = this.#instances.get(key);
    if (!instance) {
      instance = new Instance(sorted);
      this.#instances.set(key, instance);
      for (const node of classes) this.#addMembership(instance, node, {});
      this.#enqueue(instance);
    }
    return instance;
  }

  #enqueue(instance: Instance): void {
    if (instance.isQueued || instance.impossible) return;
    instance.isQueued = true;
    this.#queue.push(instance);
  }

  #addMembership(instance: Instance, node: Node, why: MembershipReason): void {
    if (instance.memberships.has(node) || node === owl.Thing || instance.impossible) return;
    instance.memberships.set(node, why);
    if (node === owl.Nothing) {
      instance.impossible = () => this.#emptyReason(instance, why);
      return;
    }
    for (const group of this.#groups.get(node) ?? []) {
      const other = instance.disjointGroups.get(group);
      if (other !== undefined) {
        instance.impossible = () => this.#disjointReason(instance, other, node);
        return;
      }
      instance.disjointGroups.set(group, node);
    }
    instance.pending.push(node);
  }

  #derive(instance: Instance): void {
    const knownCount = () => instance.memberships.size + instance.restrictions.length;
    const before = knownCount();
    for (let known = -1; known !== knownCount() && !instance.impossible; ) {
      known = knownCount();
      this.#deriveSuperclasses(instance);
      this.#deriveValues(instance);
      for (const union of instance.unions) this.#deriveFromUnion(instance, union);
    }
    if (knownCount() === before && !instance.impossible) return;
    for (const dependent of instance.dependents) this.#enqueue(dependent);
  }

  #deriveSuperclasses(instance: Instance): void {
    for (let node = instance.pending.shift(); node !== undefined && !instance.impossible; node = instance.pending.shift()) {
      for (const above of this.#superclasses.get(node) ?? []) this.#addMembership(instance, above, { from: node });
      for (const { expression, members } of this.#intersections.get(node) ?? []) {
        if (members.every((member) => instance.memberships.has(member)))
          this.#addMembership(instance, expression, { from: node });
      }
      if (this.#unions.has(node)) instance.unions.push(node);
      instance.restrictions.push(...(this.#restrictions.get(node) ?? []));
    }
  }

  /** Derives the classes of required values, and what these values imply for the instance. */
  #deriveValues(instance: Instance): void {
    for (const { role, kind, filler } of [...instance.restrictions]) {
      if (kind !== 'some') continue;
      for (const wider of this.#superpropertiesOf(role)) {
        for (const domain of this.#domains.get(wider) ?? []) this.#addMembership(instance, domain, { role: wider });
      }
      const value = this.#instanceOf(this.#classesOfValue(instance, role, filler));
      value.dependents.add(instance);
      if (value.impossible) {
        instance.impossible ??= (depth) => this.#valueReason(role, value, depth);
        return;
      }
      this.#deriveFromValue(instance, role, value);
    }
  }

  /** Derives the classes of an instance that follow from one of its values. */
  #deriveFromValue(instance: Instance, role: Role, value: Instance): void {
    for (const wider of this.#superpropertiesOf(role)) {
      for (const { expression, filler } of this.#sufficient.get(wider) ?? []) {
        if (filler === undefined || value.memberships.has(filler)) this.#addMembership(instance, expression, { role: wider });
      }
    }
    const inverses = this.#superpropertiesOf(inverseRole(role));
    for (const restriction of value.restrictions) {
      if (restriction.kind === 'all' && restriction.filler !== undefined && inverses.includes(restriction.role)) {
        this.#addMembership(instance, restriction.filler, { role });
      }
    }
  }

  /** Returns the classes of a value that follow from the instance that has it. */
  #classesOfValue(instance: Instance, role: Role, filler: Node | undefined): readonly Node[] {
    const classes: Node[] = filler === undefined ? [] : [filler];
    const roles = new Set([role]);
    const merged = new Set<Role>();
    for (const own of roles) {
      const closure = this.#superpropertiesOf(own);
      for (const wider of closure) {
        classes.push(...(this.#domains.get(inverseRole(wider)) ?? []));
        if (this.#hasOneValue(instance, wider)) merged.add(wider);
      }
      for (const restriction of instance.restrictions) {
        const { kind, filler } = restriction;
        if (kind === 'all' && filler !== undefined && closure.includes(restriction.role)) classes.push(filler);
        // A single value must satisfy everything that is stated about any value.
        if (kind !== 'some' || !this.#superpropertiesOf(restriction.role).some((wider) => merged.has(wider))) continue;
        roles.add(restriction.role);
        if (filler !== undefined) classes.push(filler);
      }
    }
    const isTooMany = this.#instances.size >= this.#limit;
    return isTooMany ? classes.slice(0, 1) : classes;
  }

  /** Returns whether an instance has at most one value for a role. */
  #hasOneValue(instance: Instance, role: Role): boolean {
    return this.#functional.has(role) || instance.restrictions.some((each) => each.kind === 'one' && each.role === role);
  }

  /** Derives what holds in all possible cases of a union. */
  #deriveFromUnion(instance: Instance, union: Node): void {
    const members = this.#unions.get(union) ?? [];
    if (instance.impossible || members.some((member) => instance.memberships.has(member))) return;
    const possible: Instance[] = [];
    for (const member of members) {
      const one = this.#instanceOf([member]);
      one.dependents.add(instance);
      if (!one.impossible && !areDisjoint(instance, one)) possible.push(one);
    }
    const [first, ...others] = possible;
    if (!first) {
      instance.impossible = () => this.#unionReason(instance, union, members);
      return;
    }
    for (const node of first.memberships.keys()) {
      if (others.every((one) => one.memberships.has(node))) this.#addMembership(instance, node, { from: union });
    }
  }

  // Messages

  #originOf(instance: Instance, node: Node): Origin {
    let owner: Node | undefined;
    let at: Node | undefined = node;
    let role: Role | undefined;
    for (const visited = new Set<Node>(); at !== undefined && role === undefined && !visited.has(at); ) {
      visited.add(at);
      if (!isBlank(at)) owner ??= at;
      const why: MembershipReason | undefined = instance.memberships.get(at);
      role = why?.role;
      at = why?.from;
    }
    return { named: owner ?? node, by: role === undefined ? '' : `, by having ${this.#propertyName(role)},` };
  }

  #disjointReason(instance: Instance, one: Node, other: Node): string {
    if (one === other) return 'it is disjoint with itself';
    const order = [...instance.memberships.keys()];
    const [a, b] = [one, other]
      .map((node) => this.#originOf(instance, node))
      .sort((x, y) => order.indexOf(x.named) - order.indexOf(y.named)) as [Origin, Origin];
    return `it belongs${a.by} to ${this.#className(a.named)} and${b.by} to ${this.#className(b.named)}, which are disjoint`;
  }

  #emptyReason(instance: Instance, { from, role }: MembershipReason): string {
    if (role !== undefined) return `it requires a value of ${this.#propertyName(role)}, which no instance can have`;
    if (from === undefined || instance.classes.includes(from)) return 'the ontology states that it is owl:Nothing';
    return `it is a subclass of ${this.#className(from)}, which cannot have instances`;
  }

  #valueReason(role: Role, value: Instance, depth: number): string {
    const has = role.startsWith('^')
      ? `it must be a value of ${this.#propertyName(role)}`
      : `it requires a value of ${this.#propertyName(role)}`;
    if (value.memberships.has(owl.Nothing)) return `${has}, and none is allowed`;
    const empty = value.classes.find((node) => !isBlank(node) && this.#instances.get(node)?.impossible);
    if (empty !== undefined) return `${has} that is a ${this.#className(empty)}, which cannot have instances`;
    if (depth > 1) return `${has}, and none is possible`;
    return `${has}, and none is possible: ${value.impossible?.(depth + 1).replace(/^it /, 'such a value ')}`;
  }

  #unionReason(instance: Instance, union: Node, members: readonly Node[]): string {
    const { by } = this.#originOf(instance, union);
    const names = members.map((member) => (isBlank(member) ? 'something without a name' : this.#className(member)));
    return `it must be${by} one of ${names.join(', ')}, which is impossible`;
  }

  #className(node: Node): string {
    const complement = isBlank(node) ? this.#ontology.node(node, owl.complementOf) : undefined;
    if (complement !== undefined && !isBlank(complement)) return `the complement of ${this.#className(complement)}`;
    return this.#nameOf(node) ?? this.#ontology.show(node);
  }

  #propertyName(role: Role): string {
    return this.#ontology.show(role.startsWith('^') ? role.slice(1) : role);
  }
}

function areDisjoint(a: Instance, b: Instance): boolean {
  for (const [group, node] of b.disjointGroups) {
    const other = a.disjointGroups.get(group);
    if (other !== undefined && other !== node) return true;
  }
  return false;
}
