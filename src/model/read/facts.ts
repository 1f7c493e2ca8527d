/**
 * The facts that restrictions and shapes state about the values of a property in a class, in one vocabulary for OWL and SHACL.
 * Both `[ owl:onProperty :title ; owl:maxCardinality 1 ]` and `[ sh:path :title ; sh:maxCount 1 ]` of `:Post` become the fact
 * `{ kind: 'max', count: 1 }` of `:Post` and `:title`. restrictions.ts and shapes.ts add facts; type/ and settle/ read them.
 */

import type { Place } from '../../diagnostics/index.ts';
import { type Node, pushTo } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import { getOrCreate } from '../get-or-create.ts';
import type { Facet } from '../kinds/facets.ts';
import type { AxiomDraft, Term } from './axioms.ts';
import type { Terms } from './terms.ts';

/** The stated number of values; an absent bound is not stated. */
export interface Bounds {
  min?: number;
  max?: number;
}

/** A statement of a restriction or a shape about the values that instances of a class have for a property. */
export type Fact = {
  readonly axiom: AxiomDraft;
  /** The shape that states it. */
  readonly by?: Node;
} & FactContent;

/** The content of a fact, without its source. */
export type FactContent =
  | { readonly kind: 'min' | 'max'; readonly count: number }
  /** Every value is one of these: IRIs or expressions of classes and datatypes. */
  | {
      readonly kind: 'range';
      readonly nodes: readonly Node[];
      /** What undeclared nodes are: classes (sh:class) or datatypes (sh:datatype). In OWL, the type of the property decides. */
      readonly as?: 'class' | 'datatype' | undefined;
      /** Set for the kind of a qualified cardinality: it is the range only if nothing else states one. */
      readonly isCounted?: true;
    }
  /** At least one value is one of these. */
  | { readonly kind: 'some'; readonly nodes: readonly Node[]; readonly isCounted?: true }
  /** Every value is a member of the list. */
  | { readonly kind: 'in'; readonly head: Node }
  /** Every value is a concept of the scheme. */
  | { readonly kind: 'concept'; readonly scheme: Node }
  | { readonly kind: 'facet'; readonly facet: Facet }
  /** The term is among the values. */
  | { readonly kind: 'value'; readonly term: Term }
  | { readonly kind: 'default'; readonly term: Term }
  | { readonly kind: 'node-kind'; readonly literal: boolean }
  /** Every value is one of these terms. It is only used to find contradictions. */
  | { readonly kind: 'terms'; readonly terms: Terms };

/** The fact that at most one subject has an instance of the class as its value. */
export interface InverseLimit {
  readonly target: Node;
  readonly axiom: AxiomDraft;
}

/** A class or datatype that a shape states, or `sh:IRI` for any resource. */
export interface AlternativeRange {
  readonly node: Node;
  readonly as: 'class' | 'datatype' | 'resource';
}

/** What alternatives state about the values of a property. It has an effect only if nothing else states it. */
export interface AlternativeValues {
  readonly ranges: readonly AlternativeRange[];
  /** The greatest number of values; infinite if an alternative about the property states none. */
  readonly max: number;
  /** True if an alternative states a greatest number. */
  readonly isLimited: boolean;
}

/** Alternatives of which one holds for each instance. Each requires values of some properties. */
export interface Disjunction {
  /** By alternative: the properties that need at least one value; empty if the alternative states something else. */
  readonly alternatives: readonly (readonly Node[])[];
  /** By property: what the alternatives that are about it state about its values. */
  readonly values: ReadonlyMap<Node, AlternativeValues>;
  /** What it states besides such values, which is not checked. */
  readonly shortfall?: string | undefined;
  /** Exactly one of them holds (SHACL, 4.6.4). */
  readonly isExclusive?: boolean;
  readonly axiom: AxiomDraft;
}

/** The statement of a shape that the values of one property are less than those of another. */
export interface StatedOrder {
  readonly lesser: Node;
  readonly greater: Node;
  /** Equal values are allowed. */
  readonly orEqual: boolean;
  readonly axiom: AxiomDraft;
}

/** The order and the texts for users of a property in a shape. */
export interface Hints {
  order?: number;
  label?: string;
  doc?: string;
}

/** Facts by class and property, both IRIs. */
export class Facts {
  readonly #byClass = new Map<Node, Map<Node, Fact[]>>();
  /** The first axiom about each property. */
  readonly #axioms = new Map<Node, AxiomDraft>();
  readonly #places = new Map<Node, Place>();
  readonly #inverseLimits = new Map<Node, InverseLimit[]>();
  readonly #hints = new Map<Node, Map<Node, Hints>>();
  /** By property: the classes whose restrictions mention it, those whose shapes mention it, and those with facts about it. */
  readonly #restricting = new Map<Node, Set<Node>>();
  readonly #shaping = new Map<Node, Set<Node>>();
  readonly #classesByProperty = new Map<Node, Set<Node>>();
  readonly #disjunctions = new Map<Node, Disjunction[]>();
  readonly #orders = new Map<Node, StatedOrder[]>();
  /** By class: the axioms that make it abstract, so that no instance may have it as its own type. */
  readonly excludedTypes = new Map<Node, AxiomDraft[]>();
  /** The classes whose instances are blank nodes. */
  readonly blankNodes = new Set<Node>();
  /** By class: the members of a union; each instance belongs to one of them. */
  readonly unions = new Map<Node, { readonly axiom: AxiomDraft; readonly members: readonly Node[] }[]>();
  readonly closed = new Map<Node, { readonly axiom: AxiomDraft; readonly allowed: ReadonlySet<Node> }>();

  /** @param by the source: a shape implies that the class has the property, a restriction may not */
  add(cls: Node, property: Node, fact: Fact, by: 'shape' | 'restriction'): void {
    const ofClass = getOrCreate(this.#byClass, cls, () => new Map<Node, Fact[]>());
    pushTo(ofClass, property, fact);
    getOrCreate(this.#classesByProperty, property, () => new Set<Node>()).add(cls);
    if (!this.#axioms.has(property)) this.#axioms.set(property, fact.axiom);
    // A maximum of 0 does not mean that the class has the property.
    if (fact.kind !== 'max' || fact.count > 0) this.mention(cls, property, by);
  }

  /** Records that a class uses a property. @param place the source location, if no fact has one */
  mention(cls: Node, property: Node, by: 'shape' | 'restriction', place?: Place): void {
    if (place && !this.#places.has(property)) this.#places.set(property, place);
    getOrCreate(by === 'shape' ? this.#shaping : this.#restricting, property, () => new Set<Node>()).add(cls);
  }

  addDisjunction(cls: Node, disjunction: Disjunction, by: 'shape' | 'restriction'): void {
    pushTo(this.#disjunctions, cls, disjunction);
    for (const property of disjunction.values.keys()) {
      getOrCreate(this.#classesByProperty, property, () => new Set<Node>()).add(cls);
      this.mention(cls, property, by);
    }
  }

  addOrder(cls: Node, order: StatedOrder): void {
    pushTo(this.#orders, cls, order);
  }

  orders(cls: Node): readonly StatedOrder[] {
    return this.#orders.get(cls) ?? [];
  }

  addUnion(cls: Node, axiom: AxiomDraft, members: readonly Node[]): void {
    pushTo(this.unions, cls, { axiom, members });
  }

  excludeType(cls: Node, axiom: AxiomDraft): void {
    pushTo(this.excludedTypes, cls, axiom);
  }

  disjunctions(cls: Node): readonly Disjunction[] {
    return this.#disjunctions.get(cls) ?? [];
  }

  /** Returns what the alternatives of a class state about the values of a property. */
  alternativeValues(cls: Node, property: Node): readonly AlternativeValues[] {
    return this.disjunctions(cls).flatMap(({ values }) => values.get(property) ?? []);
  }

  classesWithFacts(property: Node): ReadonlySet<Node> {
    return this.#classesByProperty.get(property) ?? NONE;
  }

  addInverseLimit(property: Node, limit: InverseLimit): void {
    pushTo(this.#inverseLimits, property, limit);
  }

  inverseLimits(property: Node): readonly InverseLimit[] {
    return this.#inverseLimits.get(property) ?? [];
  }

  addHints(cls: Node, property: Node, hints: Hints): void {
    const ofClass = getOrCreate(this.#hints, cls, () => new Map<Node, Hints>());
    ofClass.set(property, { ...ofClass.get(property), ...hints });
  }

  /** Returns the properties that shapes mention, then those that restrictions mention, each in the order of their mention. */
  properties(): Iterable<Node> {
    return new Set([...this.#shaping.keys(), ...this.#restricting.keys()]);
  }

  /** Returns the source location of the first fact about a property, or of its first mention. */
  placeOf(property: Node): Place | undefined {
    return this.#axioms.get(property)?.place ?? this.#places.get(property);
  }

  /** Returns the classes whose shapes mention a property. */
  shapedIn(property: Node): ReadonlySet<Node> {
    return this.#shaping.get(property) ?? NONE;
  }

  /** Returns the classes whose restrictions mention a property. */
  restrictedIn(property: Node): ReadonlySet<Node> {
    return this.#restricting.get(property) ?? NONE;
  }

  get haveHints(): boolean {
    return this.#hints.size > 0;
  }

  hints(cls: Node, property: Node): Hints {
    return this.#hints.get(cls)?.get(property) ?? {};
  }

  /** Returns the facts of the class itself, by property. */
  stated(cls: Node): ReadonlyMap<Node, readonly Fact[]> {
    return this.#byClass.get(cls) ?? new Map();
  }

  /** Removes facts of some kinds from a class and its superclasses, and records the reason in their axioms. */
  loosen(cls: ClassDraft, property: Node, kinds: readonly Fact['kind'][], why: string): void {
    for (const c of [cls, ...cls.ancestors]) {
      const ofClass = this.#byClass.get(c.iri);
      const facts = ofClass?.get(property);
      if (!ofClass || !facts) continue;
      for (const { kind, axiom } of facts) if (kinds.includes(kind)) axiom.addShortfall(why);
      const kept = facts.filter(({ kind }) => !kinds.includes(kind));
      ofClass.set(property, kept);
    }
  }

  remove(cls: ClassDraft, property: Node, fact: Fact): void {
    const ofClass = this.#byClass.get(cls.iri);
    const kept = ofClass?.get(property)?.filter((one) => one !== fact) ?? [];
    ofClass?.set(property, kept);
  }

  /** Removes all facts about a property from a class, and records the reason in their axioms. */
  discard(cls: ClassDraft, property: Node, why: string): void {
    const ofClass = this.#byClass.get(cls.iri);
    for (const { axiom } of ofClass?.get(property) ?? []) axiom.addShortfall(why);
    ofClass?.delete(property);
  }

  /** Returns all facts that hold for the class: those of its superclasses, then its own. */
  of(cls: ClassDraft, property: Node): readonly Fact[] {
    if (!this.#classesByProperty.has(property)) return [];
    const facts: Fact[] = [];
    for (const c of [...cls.ancestors, cls]) facts.push(...(this.#byClass.get(c.iri)?.get(property) ?? []));
    return facts;
  }

  /** Returns the number of values that all facts of the class allow together. */
  bounds(cls: ClassDraft, property: Node): Bounds {
    return boundsOf(this.of(cls, property));
  }
}

const NONE: ReadonlySet<Node> = new Set();

export function intersectBounds(a: Bounds | undefined, b: Bounds): Bounds {
  const min = Math.max(a?.min ?? -1, b.min ?? -1);
  const max = Math.min(a?.max ?? Number.POSITIVE_INFINITY, b.max ?? Number.POSITIVE_INFINITY);
  return { ...(min >= 0 && { min }), ...(max !== Number.POSITIVE_INFINITY && { max }) };
}

/** The shared bounds of properties without facts. */
export const NO_BOUNDS: Bounds = Object.freeze({});

export function boundsOf(facts: readonly Fact[]): Bounds {
  if (facts.length === 0) return NO_BOUNDS;
  let bounds: Bounds = {};
  for (const fact of facts) {
    if (fact.kind === 'min') bounds = intersectBounds(bounds, { min: fact.count });
    else if (fact.kind === 'max') bounds = intersectBounds(bounds, { max: fact.count });
    else if (fact.kind === 'some') bounds = intersectBounds(bounds, { min: 1 });
  }
  return bounds;
}
