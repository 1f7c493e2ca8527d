import { isBlank, type Node, type Ontology, owl, rdf, rdfs, type Statement } from '../../ontology/index.ts';

/** What says that something is not the case, without which nothing contradicts anything but numbers of values. */
const denials = [owl.disjointWith, owl.complementOf, owl.disjointUnionOf, owl.AllDisjointClasses, owl.Nothing];

/** What says that there are at least so many values, and what says how many in any way. */
const leasts: ReadonlySet<string> = new Set([owl.minCardinality, owl.minQualifiedCardinality]);
const counts: ReadonlySet<string> = new Set([
  ...leasts,
  ...[owl.maxCardinality, owl.maxQualifiedCardinality, owl.cardinality, owl.qualifiedCardinality],
]);

/** A property, or `^` and a property: the same from its values to what has them. */
type Role = string;

function flip(role: Role): Role {
  return role.startsWith('^') ? role.slice(1) : `^${role}`;
}

/** What a restriction says. */
interface Restriction {
  readonly role: Role;
  /** There is a value; all values are; there is at most one. */
  readonly kind: 'some' | 'all' | 'one';
  /** What the value is, or all values are. */
  readonly filler?: Node | undefined;
}

/** How something is known to belong to a class. */
interface Why {
  /** What it is known of, which it belongs to, too. */
  readonly from?: Node | undefined;
  /** Because it has a value of that. */
  readonly role?: Role;
}

/** The class with a name by which something is known, and how if not from it alone. */
interface Origin {
  readonly named: Node;
  readonly by: string;
}

/** Why nothing is possible that belongs to some classes: a clause about it. */
type Reason = (depth: number) => string;

/** Something that belongs to some classes: what else it belongs to, and what values it has. */
class Instance {
  /** The classes and expressions that it belongs to. */
  readonly belongs = new Map<Node, Why>();
  /** Of each group of classes that share no instance, the one that it belongs to. */
  readonly groups = new Map<number, Node>();
  readonly unions: Node[] = [];
  readonly restrictions: Restriction[] = [];
  /** What was found out of it, and not yet followed. */
  readonly fresh: Node[] = [];
  /** Those that are asked again when more is known of this one. */
  readonly dependents = new Set<Instance>();
  /** Classes that it was said to belong to at first. */
  readonly given: readonly Node[];
  impossible: Reason | undefined;
  isWaiting = false;

  constructor(given: readonly Node[]) {
    this.given = given;
  }
}

/**
 * What the classes of an ontology, its domains, ranges and restrictions say together that cannot be: found by following what
 * each says of an instance of a class, and of the values that it has. All that is found follows from the ontology; not all
 * that follows is found, for cases are told apart one union at a time.
 */
export class Contradictions {
  readonly #ontology: Ontology;
  readonly #nameOf: (iri: Node) => string | undefined;
  /** What belongs to the one belongs to the others, too. */
  readonly #steps = new Map<Node, Node[]>();
  /** Classes that are said to be the same as others. */
  readonly #same = new Set<Node>();
  /** Intersections and their members, by each member. */
  readonly #intersections = new Map<Node, { readonly whole: Node; readonly members: readonly Node[] }[]>();
  readonly #unions = new Map<Node, readonly Node[]>();
  readonly #restrictions = new Map<Node, Restriction[]>();
  /** Expressions to which all belongs that has some value, by the property. */
  readonly #sufficient = new Map<Role, { readonly whole: Node; readonly filler: Node | undefined }[]>();
  /** By class: the groups that it belongs to, of which no two share an instance. */
  readonly #groups = new Map<Node, number[]>();
  #groupCount = 0;
  readonly #wider = new Map<Role, Role[]>();
  readonly #domains = new Map<Role, Node[]>();
  readonly #single = new Set<Role>();
  readonly #closures = new Map<Role, readonly Role[]>();
  readonly #instances = new Map<string, Instance>();
  readonly #queue: Instance[] = [];
  /** How many instances are looked at apart. */
  readonly #limit: number;

  /** @param nameOf what a class is called that has a name */
  private constructor(ontology: Ontology, classes: number, nameOf: (iri: Node) => string | undefined) {
    this.#ontology = ontology;
    this.#nameOf = nameOf;
    this.#limit = 1000 + 10 * classes;
    for (const { node, statements } of ontology.entries()) this.#read(node, statements);
  }

  /** @returns nothing if the ontology denies nothing */
  static of(ontology: Ontology, classes: ReadonlyMap<Node, { readonly name: string }>): Contradictions | undefined {
    if (!denials.some((term) => ontology.mentions(term))) return undefined;
    return new Contradictions(ontology, classes.size, (iri) => classes.get(iri)?.name);
  }

  /**
   * Why classes can have no instance. What says no more of a class than that it is a subclass of one other is not followed:
   * it is the same for both.
   */
  reasons(classes: readonly Node[]): ReadonlyMap<Node, string> {
    const asked = classes.filter((cls) => !this.#isPlain(cls)).map((cls) => ({ cls, instance: this.#instance([cls]) }));
    for (let next = this.#queue.pop(); next; next = this.#queue.pop()) {
      next.isWaiting = false;
      this.#follow(next);
    }
    const reasons = new Map<Node, string>();
    for (const { cls, instance } of asked) if (instance.impossible) reasons.set(cls, instance.impossible(0));
    return reasons;
  }

  #isPlain(cls: Node): boolean {
    const steps = this.#steps.get(cls) ?? [];
    if (steps.length > 1 || steps.some((above) => this.#nameOf(above) === undefined)) return false;
    return ![this.#same, this.#groups, this.#intersections, this.#unions, this.#restrictions].some((said) => said.has(cls));
  }

  // What the ontology says

  #read(node: Node, statements: readonly Statement[]): void {
    let property: Role | undefined;
    for (const { predicate, object } of statements) {
      if (typeof object !== 'string') continue;
      switch (predicate) {
        case rdfs.subClassOf:
          this.#step(node, object);
          break;
        case owl.equivalentClass:
          this.#step(node, object);
          this.#step(object, node);
          this.#same.add(node).add(object);
          break;
        case owl.intersectionOf: {
          const members = this.#ontology.terms(object);
          for (const member of members) if (typeof member === 'string') this.#step(node, member);
          const named = members.filter((member) => typeof member === 'string');
          if (named.length < members.length) break;
          for (const member of named) add(this.#intersections, member, { whole: node, members: named });
          break;
        }
        case owl.unionOf:
          this.#union(node, object);
          break;
        case owl.disjointUnionOf:
          this.#union(node, object);
          this.#exclude(this.#ontology.list(object));
          break;
        case owl.disjointWith:
        case owl.complementOf:
          this.#exclude([node, object]);
          break;
        case owl.members:
          if (this.#ontology.has(node, rdf.type, owl.AllDisjointClasses)) this.#exclude(this.#ontology.list(object));
          break;
        case owl.onProperty:
          property = this.#roleOf(object);
          break;
        default:
          this.#readOfProperty(node, predicate, object);
      }
    }
    if (property !== undefined) this.#restrict(node, property, statements);
  }

  #readOfProperty(node: Node, predicate: Node, object: Node): void {
    switch (predicate) {
      case rdfs.domain:
        add(this.#domains, node, object);
        break;
      case rdfs.range:
        add(this.#domains, flip(node), object);
        break;
      case rdfs.subPropertyOf:
        this.#widen(node, this.#roleOf(object));
        break;
      case owl.equivalentProperty:
        this.#widen(node, this.#roleOf(object));
        this.#widen(this.#roleOf(object), node);
        break;
      case owl.inverseOf:
        this.#widen(node, flip(object));
        this.#widen(flip(object), node);
        break;
      case rdf.type:
        if (object === owl.FunctionalProperty) this.#single.add(node);
        else if (object === owl.InverseFunctionalProperty) this.#single.add(flip(node));
        else if (object === owl.SymmetricProperty) this.#widen(node, flip(node));
        break;
    }
  }

  #step(from: Node, to: Node): void {
    if (from !== to && to !== owl.Thing && to !== rdfs.Resource) add(this.#steps, from, to);
  }

  #union(node: Node, head: Node): void {
    const members = this.#ontology.terms(head);
    const named = members.filter((member) => typeof member === 'string');
    for (const member of named) this.#step(member, node);
    if (named.length === members.length) this.#unions.set(node, named);
  }

  #exclude(nodes: readonly Node[]): void {
    const group = this.#groupCount++;
    for (const node of nodes) add(this.#groups, node, group);
  }

  #widen(role: Role, wider: Role): void {
    add(this.#wider, role, wider);
    add(this.#wider, flip(role), flip(wider));
  }

  /** A property, or what has no name and is the inverse of one. */
  #roleOf(node: Node): Role {
    const inverse = isBlank(node) ? this.#ontology.node(node, owl.inverseOf) : undefined;
    return inverse === undefined ? node : flip(inverse);
  }

  #restrict(node: Node, role: Role, statements: readonly Statement[]): void {
    const on = statements.find(({ predicate }) => predicate === owl.onClass || predicate === owl.onDataRange)?.object;
    const filler = typeof on === 'string' ? on : undefined;
    for (const { predicate, object } of statements) {
      if (predicate === owl.hasValue) this.#say(node, role, 'some');
      else if (typeof object === 'string') {
        if (predicate === owl.allValuesFrom) this.#say(node, role, 'all', object);
        if (predicate !== owl.someValuesFrom) continue;
        this.#say(node, role, 'some', object);
        this.#suffices(node, role, object);
      } else if (counts.has(predicate) && /^\+?\d+$/.test(object.value)) {
        this.#count(node, role, predicate, Number(object.value), filler);
      }
    }
  }

  #say(node: Node, role: Role, kind: Restriction['kind'], filler?: Node): void {
    add(this.#restrictions, node, { role, kind, filler });
  }

  /** All that has such a value belongs to the restriction. */
  #suffices(node: Node, role: Role, filler?: Node): void {
    add(this.#sufficient, role, { whole: node, filler: filler === owl.Thing ? undefined : filler });
  }

  #count(node: Node, role: Role, predicate: Node, count: number, filler: Node | undefined): void {
    const isOfAny = filler === undefined || filler === owl.Thing;
    const isMost = !leasts.has(predicate);
    if (predicate !== owl.maxCardinality && predicate !== owl.maxQualifiedCardinality && count > 0)
      this.#say(node, role, 'some', filler);
    if (!isMost && count === 1) this.#suffices(node, role, filler);
    if (isMost && isOfAny && count === 1) this.#say(node, role, 'one');
    if (isMost && isOfAny && count === 0) this.#say(node, role, 'all', owl.Nothing);
  }

  // What follows from it

  /** All that is so between two things of which a property is so: itself, and what is more general. */
  #closure(role: Role): readonly Role[] {
    const known = this.#closures.get(role);
    if (known) return known;
    const found = new Set([role]);
    for (const one of found) for (const wider of this.#wider.get(one) ?? []) found.add(wider);
    const closure = [...found];
    this.#closures.set(role, closure);
    return closure;
  }

  #instance(given: readonly Node[]): Instance {
    const sorted = [...new Set(given)].sort();
    const key = sorted.join(' ');
    let instance = this.#instances.get(key);
    if (!instance) {
      instance = new Instance(sorted);
      this.#instances.set(key, instance);
      for (const node of given) this.#add(instance, node, {});
      this.#wake(instance);
    }
    return instance;
  }

  #wake(instance: Instance): void {
    if (instance.isWaiting || instance.impossible) return;
    instance.isWaiting = true;
    this.#queue.push(instance);
  }

  #add(instance: Instance, node: Node, why: Why): void {
    if (instance.belongs.has(node) || node === owl.Thing || instance.impossible) return;
    instance.belongs.set(node, why);
    if (node === owl.Nothing) {
      instance.impossible = () => this.#saidNothing(instance, why);
      return;
    }
    for (const group of this.#groups.get(node) ?? []) {
      const other = instance.groups.get(group);
      if (other !== undefined) {
        instance.impossible = () => this.#saidBoth(instance, other, node);
        return;
      }
      instance.groups.set(group, node);
    }
    instance.fresh.push(node);
  }

  #follow(instance: Instance): void {
    const extent = () => instance.belongs.size + instance.restrictions.length;
    const before = extent();
    for (let known = -1; known !== extent() && !instance.impossible; ) {
      known = extent();
      this.#followFresh(instance);
      this.#followValues(instance);
      for (const union of instance.unions) this.#followUnion(instance, union);
    }
    if (extent() === before && !instance.impossible) return;
    for (const dependent of instance.dependents) this.#wake(dependent);
  }

  #followFresh(instance: Instance): void {
    for (let node = instance.fresh.shift(); node !== undefined && !instance.impossible; node = instance.fresh.shift()) {
      for (const above of this.#steps.get(node) ?? []) this.#add(instance, above, { from: node });
      for (const { whole, members } of this.#intersections.get(node) ?? []) {
        if (members.every((member) => instance.belongs.has(member))) this.#add(instance, whole, { from: node });
      }
      if (this.#unions.has(node)) instance.unions.push(node);
      instance.restrictions.push(...(this.#restrictions.get(node) ?? []));
    }
  }

  /** What the values of an instance are, and what follows for the instance. */
  #followValues(instance: Instance): void {
    for (const { role, kind, filler } of [...instance.restrictions]) {
      if (kind !== 'some') continue;
      const roles = this.#closure(role);
      for (const wider of roles) {
        for (const domain of this.#domains.get(wider) ?? []) this.#add(instance, domain, { role: wider });
      }
      const value = this.#instance(this.#belongingOf(instance, role, filler));
      value.dependents.add(instance);
      if (value.impossible) {
        instance.impossible ??= (depth) => this.#saidValue(role, value, depth);
        return;
      }
      for (const wider of roles) {
        for (const one of this.#sufficient.get(wider) ?? []) {
          if (one.filler === undefined || value.belongs.has(one.filler)) this.#add(instance, one.whole, { role: wider });
        }
      }
      const back = this.#closure(flip(role));
      for (const one of value.restrictions) {
        if (one.kind === 'all' && one.filler !== undefined && back.includes(one.role)) {
          this.#add(instance, one.filler, { role });
        }
      }
    }
  }

  /** What a value of a property belongs to, as far as it is said by what has it. */
  #belongingOf(instance: Instance, role: Role, filler: Node | undefined): readonly Node[] {
    const given: Node[] = filler === undefined ? [] : [filler];
    const roles = new Set([role]);
    const merged = new Set<Role>();
    for (const one of roles) {
      const closure = this.#closure(one);
      for (const wider of closure) {
        given.push(...(this.#domains.get(flip(wider)) ?? []));
        const isSingle =
          this.#single.has(wider) || instance.restrictions.some((each) => each.kind === 'one' && each.role === wider);
        if (isSingle) merged.add(wider);
      }
      for (const each of instance.restrictions) {
        if (each.kind === 'all' && each.filler !== undefined && closure.includes(each.role)) given.push(each.filler);
        // The one value that there is has to be all that is said of any.
        if (each.kind !== 'some' || merged.size === 0) continue;
        if (!this.#closure(each.role).some((wider) => merged.has(wider))) continue;
        roles.add(each.role);
        if (each.filler !== undefined) given.push(each.filler);
      }
    }
    const isTooMany = this.#instances.size >= this.#limit;
    return isTooMany ? given.slice(0, 1) : given;
  }

  /** What is the same in all cases of a union that are possible. */
  #followUnion(instance: Instance, union: Node): void {
    const members = this.#unions.get(union) ?? [];
    if (instance.impossible || members.some((member) => instance.belongs.has(member))) return;
    const possible: Instance[] = [];
    for (const member of members) {
      const one = this.#instance([member]);
      one.dependents.add(instance);
      if (!one.impossible && !excludesEachOther(instance, one)) possible.push(one);
    }
    const [first, ...others] = possible;
    if (!first) {
      instance.impossible = () => this.#saidUnion(instance, union, members);
      return;
    }
    for (const node of first.belongs.keys()) {
      if (others.every((one) => one.belongs.has(node))) this.#add(instance, node, { from: union });
    }
  }

  // Words

  #origin(instance: Instance, node: Node): Origin {
    let named: Node | undefined;
    let at: Node | undefined = node;
    let role: Role | undefined;
    for (const seen = new Set<Node>(); at !== undefined && role === undefined && !seen.has(at); ) {
      seen.add(at);
      if (!isBlank(at)) named ??= at;
      const why: Why | undefined = instance.belongs.get(at);
      role = why?.role;
      at = why?.from;
    }
    return { named: named ?? node, by: role === undefined ? '' : `, by having ${this.#show(role)},` };
  }

  #saidBoth(instance: Instance, one: Node, other: Node): string {
    if (one === other) return 'it is said to share no instance with itself';
    const order = [...instance.belongs.keys()];
    const [a, b] = [one, other]
      .map((node) => this.#origin(instance, node))
      .sort((x, y) => order.indexOf(x.named) - order.indexOf(y.named)) as [Origin, Origin];
    return `it is a kind${a.by} of ${this.#name(a.named)} and${b.by} of ${this.#name(b.named)}, which share none`;
  }

  #saidNothing(instance: Instance, { from, role }: Why): string {
    if (role !== undefined) return `it has to have a value of ${this.#show(role)}, which nothing may have`;
    if (from === undefined || instance.given.includes(from)) return 'the ontology says that it is owl:Nothing';
    return `it is a kind of ${this.#name(from)}, of which there is none`;
  }

  #saidValue(role: Role, value: Instance, depth: number): string {
    const has = role.startsWith('^')
      ? `it has to be a value of ${this.#show(role)} of something`
      : `it has to have a value of ${this.#show(role)}`;
    if (value.belongs.has(owl.Nothing)) return `${has}, and none is allowed`;
    const empty = value.given.find((node) => !isBlank(node) && this.#instances.get(node)?.impossible);
    if (empty !== undefined) return `${has} that is a ${this.#name(empty)}, of which there is none`;
    if (depth > 1) return `${has}, and none is possible`;
    return `${has}, and none is possible: ${value.impossible?.(depth + 1).replace(/^it /, 'such a value ')}`;
  }

  #saidUnion(instance: Instance, union: Node, members: readonly Node[]): string {
    const { by } = this.#origin(instance, union);
    const names = members.map((member) => (isBlank(member) ? 'something without a name' : this.#name(member)));
    return `it has to be${by} one of ${names.join(', ')}, and can be none of them`;
  }

  #name(node: Node): string {
    const complement = isBlank(node) ? this.#ontology.node(node, owl.complementOf) : undefined;
    if (complement !== undefined && !isBlank(complement)) return `what is no ${this.#name(complement)}`;
    return this.#nameOf(node) ?? this.#ontology.show(node);
  }

  #show(role: Role): string {
    return this.#ontology.show(role.startsWith('^') ? role.slice(1) : role);
  }
}

function excludesEachOther(a: Instance, b: Instance): boolean {
  for (const [group, node] of b.groups) {
    const other = a.groups.get(group);
    if (other !== undefined && other !== node) return true;
  }
  return false;
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
