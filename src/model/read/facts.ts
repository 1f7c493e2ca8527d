import type { Place } from '../../diagnostics/index.ts';
import type { Node } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import type { Facet } from '../kinds/facets.ts';
import type { AxiomDraft, Term } from './axioms.ts';
import type { Terms } from './terms.ts';

/** How many values are stated: the bounds that are absent are not stated. */
export interface Bounds {
  min?: number;
  max?: number;
}

/** What a restriction or a shape says of the values that instances of a class have for a property. */
export type Fact = {
  readonly axiom: AxiomDraft;
  /** The shape that says it. */
  readonly by?: Node;
} & Saying;

/** The same without where it is said. */
export type Saying =
  | { readonly kind: 'min' | 'max'; readonly count: number }
  /** Every value is one of these: names or expressions of classes and datatypes. */
  | {
      readonly kind: 'range';
      readonly nodes: readonly Node[];
      /** What those are that nobody declares: classes (sh:class) or datatypes (sh:datatype). OWL tells by the property. */
      readonly as?: 'class' | 'datatype' | undefined;
    }
  /** At least one value is one of these. */
  | { readonly kind: 'some'; readonly nodes: readonly Node[] }
  /** Every value is a member of the list. */
  | { readonly kind: 'in'; readonly head: Node }
  /** Every value is a concept of the scheme. */
  | { readonly kind: 'concept'; readonly scheme: Node }
  | { readonly kind: 'facet'; readonly facet: Facet }
  /** The term is among the values. */
  | { readonly kind: 'value'; readonly term: Term }
  | { readonly kind: 'default'; readonly term: Term }
  | { readonly kind: 'node-kind'; readonly literal: boolean }
  /** Every value is one of these nodes, which comes to nothing by itself. */
  | { readonly kind: 'terms'; readonly terms: Terms };

/** At most one subject has an instance of the class as its value. */
export interface InverseLimit {
  readonly target: Node;
  readonly axiom: AxiomDraft;
}

/** Of several things that may be so of an instance, one is: each is that it has values for some properties. */
export interface Disjunction {
  /** By alternative: the properties of which it has at least one value there; none if the alternative says something else. */
  readonly alternatives: readonly (readonly Node[])[];
  /** Why having such values is not all that it says. */
  readonly shortfall?: string | undefined;
  readonly axiom: AxiomDraft;
}

/** What a shape says of a property for people. */
export interface Hints {
  order?: number;
  label?: string;
  doc?: string;
}

/** Facts by class and property, both IRIs. */
export class Facts {
  readonly #byClass = new Map<Node, Map<Node, Fact[]>>();
  /** The first axiom that speaks of a property. */
  readonly #axioms = new Map<Node, AxiomDraft>();
  readonly #places = new Map<Node, Place>();
  readonly #inverse = new Map<Node, InverseLimit[]>();
  readonly #hints = new Map<Node, Map<Node, Hints>>();
  /** The classes whose restrictions, or shapes, speak of a property. */
  readonly #restricting = new Map<Node, Set<Node>>();
  readonly #shaping = new Map<Node, Set<Node>>();
  /** The classes of which facts speak of a property. */
  readonly #speaking = new Map<Node, Set<Node>>();
  readonly #disjunctions = new Map<Node, Disjunction[]>();
  /** By class: the axioms that say that it is no type of its instances. */
  readonly excludedTypes = new Map<Node, AxiomDraft[]>();
  /** By class: the classes of which each instance belongs to one. */
  readonly unions = new Map<Node, { readonly axiom: AxiomDraft; readonly members: readonly Node[] }[]>();
  readonly closed = new Map<Node, { readonly axiom: AxiomDraft; readonly allowed: ReadonlySet<Node> }>();

  /** @param by whether a shape says it, which means that the class has the property, or a restriction, which may not */
  add(cls: Node, property: Node, fact: Fact, by: 'shape' | 'restriction'): void {
    const facts = at(at(this.#byClass, cls, newMap<Node, Fact[]>), property, () => []);
    facts.push(fact);
    at(this.#speaking, property, () => new Set<Node>()).add(cls);
    if (!this.#axioms.has(property)) this.#axioms.set(property, fact.axiom);
    // To have none is no way of having it.
    if (fact.kind !== 'max' || fact.count > 0) this.mention(cls, property, by);
  }

  /** @param place where, if no fact says it */
  mention(cls: Node, property: Node, by: 'shape' | 'restriction', place?: Place): void {
    if (place && !this.#places.has(property)) this.#places.set(property, place);
    at(by === 'shape' ? this.#shaping : this.#restricting, property, () => new Set<Node>()).add(cls);
  }

  /** Says of a class that one of several alternatives holds. */
  addDisjunction(cls: Node, disjunction: Disjunction, by: 'shape' | 'restriction'): void {
    at(this.#disjunctions, cls, () => []).push(disjunction);
    for (const property of disjunction.alternatives.flat()) {
      at(this.#speaking, property, () => new Set<Node>()).add(cls);
      this.mention(cls, property, by);
    }
  }

  /** Says that the instances of a class are those of other classes. */
  addUnion(cls: Node, axiom: AxiomDraft, members: readonly Node[]): void {
    at(this.unions, cls, () => []).push({ axiom, members });
  }

  /** Says that a class is no type of its instances. */
  excludeType(cls: Node, axiom: AxiomDraft): void {
    at(this.excludedTypes, cls, () => []).push(axiom);
  }

  disjunctions(cls: Node): readonly Disjunction[] {
    return this.#disjunctions.get(cls) ?? [];
  }

  /** The classes of which something is stated of a property. */
  speakersOf(property: Node): ReadonlySet<Node> {
    return this.#speaking.get(property) ?? NONE;
  }

  addInverse(property: Node, limit: InverseLimit): void {
    at(this.#inverse, property, () => []).push(limit);
  }

  inverseLimits(property: Node): readonly InverseLimit[] {
    return this.#inverse.get(property) ?? [];
  }

  hint(cls: Node, property: Node, hints: Hints): void {
    Object.assign(
      at(at(this.#hints, cls, newMap<Node, Hints>), property, () => ({})),
      hints,
    );
  }

  /** Properties that shapes or restrictions speak of, in the order in which they do. */
  properties(): Iterable<Node> {
    return new Set([...this.#shaping.keys(), ...this.#restricting.keys()]);
  }

  /** Where a property is spoken of first. */
  placeOf(property: Node): Place | undefined {
    return this.#axioms.get(property)?.place ?? this.#places.get(property);
  }

  shapedIn(property: Node): ReadonlySet<Node> {
    return this.#shaping.get(property) ?? NONE;
  }

  restrictedIn(property: Node): ReadonlySet<Node> {
    return this.#restricting.get(property) ?? NONE;
  }

  /** Whether a shape says anything for people. */
  get haveHints(): boolean {
    return this.#hints.size > 0;
  }

  hints(cls: Node, property: Node): Hints {
    return this.#hints.get(cls)?.get(property) ?? NO_HINTS;
  }

  /** What is stated for the class itself. */
  stated(cls: Node): ReadonlyMap<Node, readonly Fact[]> {
    return this.#byClass.get(cls) ?? NOTHING_STATED;
  }

  /** Takes back what is stated of a number for a class or its superclasses, and says why. */
  loosen(cls: ClassDraft, property: Node, kinds: readonly Fact['kind'][], why: string): void {
    for (const c of [cls, ...cls.ancestors]) {
      const ofClass = this.#byClass.get(c.iri);
      const facts = ofClass?.get(property);
      if (!ofClass || !facts) continue;
      for (const { kind, axiom } of facts) if (kinds.includes(kind)) axiom.fallsShort(why);
      ofClass.set(
        property,
        facts.filter(({ kind }) => !kinds.includes(kind)),
      );
    }
  }

  /** Takes back one thing that is stated for a class. */
  takeBack(cls: ClassDraft, property: Node, fact: Fact): void {
    const ofClass = this.#byClass.get(cls.iri);
    ofClass?.set(
      property,
      (ofClass.get(property) ?? []).filter((one) => one !== fact),
    );
  }

  /** Takes back what is stated for a class, and says why. */
  discard(cls: ClassDraft, property: Node, why: string): void {
    const ofClass = this.#byClass.get(cls.iri);
    for (const { axiom } of ofClass?.get(property) ?? []) axiom.fallsShort(why);
    ofClass?.delete(property);
  }

  /** What holds for the class: its superclasses' statements, then its own. */
  of(cls: ClassDraft, property: Node): readonly Fact[] {
    if (!this.#speaking.has(property)) return NO_FACTS;
    const facts: Fact[] = [];
    for (const c of [...cls.ancestors, cls]) facts.push(...(this.#byClass.get(c.iri)?.get(property) ?? []));
    return facts;
  }

  /** How many values all statements for the class allow. */
  bounds(cls: ClassDraft, property: Node): Bounds {
    return boundsOf(this.of(cls, property));
  }
}

const NONE: ReadonlySet<Node> = new Set();

const NO_FACTS: readonly Fact[] = [];

const NOTHING_STATED: ReadonlyMap<Node, readonly Fact[]> = new Map();

/** What is said of most properties. */
const NO_HINTS: Hints = {};

function newMap<K, V>(): Map<K, V> {
  return new Map();
}

function at<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** Both hold. */
export function tighten(a: Bounds | undefined, b: Bounds): Bounds {
  const min = Math.max(a?.min ?? -1, b.min ?? -1);
  const max = Math.min(a?.max ?? Number.POSITIVE_INFINITY, b.max ?? Number.POSITIVE_INFINITY);
  return { ...(min >= 0 && { min }), ...(max !== Number.POSITIVE_INFINITY && { max }) };
}

/** Those of what nothing is said of. */
export const NO_BOUNDS: Bounds = Object.freeze({});

/** How many values facts allow by counting them. */
export function boundsOf(facts: readonly Fact[]): Bounds {
  if (facts.length === 0) return NO_BOUNDS;
  let bounds: Bounds = {};
  for (const fact of facts) {
    if (fact.kind === 'min') bounds = tighten(bounds, { min: fact.count });
    else if (fact.kind === 'max') bounds = tighten(bounds, { max: fact.count });
    else if (fact.kind === 'some') bounds = tighten(bounds, { min: 1 });
  }
  return bounds;
}
