/**
 * Reads the restrictions of classes as facts: `:Post rdfs:subClassOf [ owl:onProperty :title ; owl:cardinality 1 ]` becomes a
 * minimum and a maximum of 1 for `:title` in `:Post` (OWL 2 Structural Specification, 8.2, 8.3 and 9.1).
 */

import { isBlank, type Node, type Ontology, owl, rdf, rdfs, type Statement } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import { getOrCreate } from '../get-or-create.ts';
import { faultOfCount, parseCount } from '../kinds/counts.ts';
import type { AxiomDraft } from './axioms.ts';
import { noteComplement } from './complements.ts';
import { disjunctionOf } from './disjunctions.ts';
import type { FactContent, Facts } from './facts.ts';
import type { Reader } from './reader.ts';
import { isUniversal } from './resources.ts';
import {
  cardinalityPredicates,
  maximumCardinalities,
  minimumCardinalities,
  qualifiedCardinalities,
} from './slips/restrictions.ts';

/**
 * Reads the restrictions in `rdfs:subClassOf` and `owl:equivalentClass`, including those in intersections.
 * `owl:equivalentClass` also states when a resource is an instance of the class; this does not constrain data and is ignored.
 */
export function readRestrictions(reader: Reader, classes: readonly ClassDraft[], facts: Facts): void {
  for (const cls of classes) new Restrictions(reader, cls, facts).read();
}

const MAX_DEPTH = 32;

class Restrictions {
  readonly #reader: Reader;
  readonly #cls: ClassDraft;
  readonly #facts: Facts;
  /** The restrictions of the class, with their properties. */
  readonly #restrictions: FoundRestriction[] = [];
  /** By property: the classes and datatypes whose values the class counts. */
  readonly #countedTypes = new Map<Node, Set<Node>>();

  constructor(reader: Reader, cls: ClassDraft, facts: Facts) {
    this.#reader = reader;
    this.#cls = cls;
    this.#facts = facts;
  }

  read(): void {
    const { ontology, axioms } = this.#reader;
    for (const predicate of [rdfs.subClassOf, owl.equivalentClass]) {
      for (const statement of ontology.statementsOf(this.#cls.iri, predicate)) {
        const { object } = statement;
        if (typeof object === 'string' && isBlank(object)) this.#readExpression(object, statement, 0);
      }
    }
    // A class can be defined without owl:equivalentClass.
    for (const statement of ontology.statementsOf(this.#cls.iri, owl.intersectionOf)) {
      this.#readExpression(this.#cls.iri, statement, 0);
    }
    for (const statement of ontology.statementsOf(this.#cls.iri, owl.unionOf)) {
      const axiom = axioms.add(owl.unionOf, this.#cls.iri, statement);
      if (typeof statement.object === 'string') this.#facts.addUnion(this.#cls.iri, axiom, ontology.list(statement.object));
    }
    for (const { node, property, isInverse } of this.#restrictions) this.#readRestriction(node, property, isInverse);
  }

  /** Reads a class expression: an intersection of others, a restriction, or a union. */
  #readExpression(node: Node, statement: Statement, depth: number): void {
    const { ontology, axioms } = this.#reader;
    const list = ontology.node(node, owl.intersectionOf);
    if (list !== undefined && depth < MAX_DEPTH) {
      for (const member of ontology.list(list)) if (isBlank(member)) this.#readExpression(member, statement, depth + 1);
      return;
    }
    const properties = ontology.nodes(node, owl.onProperty);
    const [property] = properties;
    if (property !== undefined) {
      const inverse = isBlank(property) ? ontology.node(property, owl.inverseOf) : undefined;
      this.#remember({ node, property: inverse ?? property, isInverse: inverse !== undefined || isBlank(property) });
      return;
    }
    // An enumeration of individuals becomes a type, and its axiom is logged there.
    if (ontology.node(node, owl.oneOf) !== undefined) return;
    const axiom = axioms.add(statement.predicate, this.#cls.iri, { ...statement, object: node });
    const union = ontology.node(node, owl.unionOf);
    if (union !== undefined && this.#readUnion(union, axiom, depth === 0)) return;
    axiom.addShortfall('class expressions of this kind have no effect on single fields');
  }

  /** Reads a union of restrictions, or of named classes if the class is nothing else. Returns false for other unions. */
  #readUnion(union: Node, axiom: AxiomDraft, isComplete: boolean): boolean {
    const { ontology } = this.#reader;
    const disjunction = disjunctionOf(ontology, union);
    if (disjunction) {
      this.#facts.addDisjunction(this.#cls.iri, { ...disjunction, axiom }, 'restriction');
      return true;
    }
    const members = ontology.list(union);
    if (!isComplete || members.length === 0 || members.some(isBlank)) return false;
    // Both predicates state that each instance belongs to a member of the union.
    this.#facts.addUnion(this.#cls.iri, axiom, members);
    return true;
  }

  /** Remembers a restriction: what its count means depends on the other restrictions of the class. */
  #remember(restriction: FoundRestriction): void {
    this.#restrictions.push(restriction);
    const qualifier = qualifierOf(this.#reader.ontology, restriction.node);
    if (restriction.isInverse || qualifier === undefined) return;
    getOrCreate(this.#countedTypes, restriction.property, () => new Set()).add(qualifier);
  }

  #readRestriction(node: Node, property: Node, isInverse: boolean): void {
    const { ontology, axioms } = this.#reader;
    const qualifier = qualifierOf(ontology, node);
    for (const statement of ontology.statements(node)) {
      const { predicate, object } = statement;
      if (ignoredPredicates.has(predicate)) continue;
      const axiom = axioms.add(predicate, this.#cls.iri, statement, property);
      if (isInverse) {
        axiom.addShortfall('restrictions of an inverse without a name are not read');
        continue;
      }
      const fault = cardinalities.has(predicate) ? faultOfCount(object) : undefined;
      if (fault !== undefined) {
        axiom.reject({ why: fault, isFault: true });
        continue;
      }
      const countsAllValues = qualifier === undefined || this.#isRange(property, qualifier);
      const kind = countsAllValues && ontology.node(property, rdfs.range) === undefined ? qualifier : undefined;
      const { facts, shortfall } = factsOfStatement(statement, countsAllValues, kind);
      if (typeof object === 'string') noteComplement(ontology, axiom, object);
      if (qualifier !== undefined) noteComplement(ontology, axiom, qualifier);
      for (const fact of facts) this.#facts.add(this.#cls.iri, property, { ...fact, axiom }, 'restriction');
      if (shortfall !== undefined) axiom.addShortfall(shortfall);
      if (qualifiedCardinalities.has(predicate) && !countsAllValues) this.#facts.mention(this.#cls.iri, property, 'restriction');
    }
  }

  /**
   * Returns false if the property has a range other than this class or datatype, or the class also counts values of another one:
   * then other values may exist.
   */
  #isRange(property: Node, kind: Node): boolean {
    const ranges = this.#reader.ontology.nodes(property, rdfs.range);
    if (ranges.length === 0) return this.#countedTypes.get(property)?.size === 1;
    return ranges.length === 1 && ranges[0] === kind;
  }
}

/** A restriction of a class, and the property that it is about or, with `isInverse`, the inverse of. */
interface FoundRestriction {
  readonly node: Node;
  readonly property: Node;
  readonly isInverse: boolean;
}

/** Returns the class or datatype whose values a restriction counts, if these are not all values. */
function qualifierOf(ontology: Ontology, restriction: Node): Node | undefined {
  const kind = ontology.node(restriction, owl.onClass) ?? ontology.node(restriction, owl.onDataRange);
  return kind === undefined || isUniversal(kind) ? undefined : kind;
}

/** The facts that one statement of a restriction states, and what they do not cover. */
interface RestrictionFacts {
  readonly facts: readonly FactContent[];
  readonly shortfall?: string;
}

/**
 * Returns the facts that one statement of a restriction states, such as `owl:maxCardinality 1`.
 *
 * @param countsAllValues whether all values are of the class or datatype that is counted
 * @param kind that class or datatype, if the property has no range
 */
function factsOfStatement({ predicate, object }: Statement, countsAllValues: boolean, kind: Node | undefined): RestrictionFacts {
  const count = parseCount(object);
  if (count !== undefined && cardinalities.has(predicate)) {
    const found = factsOfCardinality(predicate, count, countsAllValues);
    const isOfKind = kind !== undefined && count > 0 && qualifiedCardinalities.has(predicate);
    return isOfKind ? { ...found, facts: withCountedType(found.facts, kind) } : found;
  }
  if (predicate === owl.hasValue) return { facts: [{ kind: 'value', term: object }] };
  const quantifier = quantifiers.get(predicate);
  if (quantifier === undefined) return { facts: [], shortfall: 'this kind of restriction is not read' };
  return { facts: typeof object === 'string' ? [{ kind: quantifier, nodes: [object] }] : [] };
}

/** Adds the class or datatype of the values that a qualified cardinality counts to the facts about their number. */
function withCountedType(facts: readonly FactContent[], kind: Node): FactContent[] {
  const nodes = [kind];
  return facts.flatMap((fact): FactContent[] => {
    if (fact.kind === 'min' && fact.count === 1) return [{ kind: 'some', nodes, isCounted: true }];
    // A maximum is read as one of all values, so all of them are of the kind.
    return fact.kind === 'max' ? [fact, { kind: 'range', nodes, isCounted: true }] : [fact];
  });
}

function factsOfCardinality(predicate: string, count: number, countsAllValues: boolean): RestrictionFacts {
  const hasMinimum = minimumCardinalities.has(predicate);
  const hasMaximum = maximumCardinalities.has(predicate);
  const countsAll = countsAllValues || !qualifiedCardinalities.has(predicate);
  // A minimum for one kind is also a minimum for all values; a maximum is so only if there is no other kind.
  const facts: FactContent[] = [];
  if (hasMinimum) facts.push({ kind: 'min', count });
  if (hasMaximum && countsAll) facts.push({ kind: 'max', count });
  if (countsAll) return { facts };
  const shortfall = hasMinimum
    ? 'all values are counted, not those of one kind alone'
    : 'values of one kind among others are not counted';
  return { facts, shortfall };
}

const quantifiers: ReadonlyMap<string, 'some' | 'range'> = new Map([
  [owl.someValuesFrom, 'some'],
  [owl.allValuesFrom, 'range'],
]);

const cardinalities: ReadonlySet<string> = new Set(cardinalityPredicates);

const ignoredPredicates: ReadonlySet<string> = new Set([
  rdf.type,
  owl.onProperty,
  owl.onClass,
  owl.onDataRange,
  rdfs.label,
  rdfs.comment,
]);
