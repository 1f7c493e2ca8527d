/**
 * Turns classes that are only a list of individuals into enumerations: `:Color owl:oneOf ( :red :green )` becomes the
 * enumeration `Color` with the values `red` and `green`. The list is stated (`owl:oneOf`, or `sh:in` of a class that is a
 * shape), or the individuals in the ontology are decided to be complete.
 */

import { isBlank, LINKML_VALUES, type Node, owl, pushTo, rdfs, sh } from '../../ontology/index.ts';
import { type AssumptionLog, Decision, type Subject } from '../assume/decision.ts';
import { listed, listedByUse, listedConcepts } from '../assume/texts.ts';
import type { ElementDecision } from '../decide/elements.ts';
import type { ClassDraft } from '../draft.ts';
import type { AxiomDraft, Term } from '../read/axioms.ts';
import { Individuals } from '../read/individuals.ts';
import type { Reader } from '../read/reader.ts';
import { ConceptSchemes, schemeOfClass } from '../read/schemes.ts';
import { isList } from '../read/slips/lists.ts';
import { domainNames } from '../type/domains.ts';
import { areEnumerable, faultOfList, type NamedTypes } from '../type/named-types.ts';

export class Enumerations {
  readonly #reader: Reader;
  readonly #types: NamedTypes;
  readonly #log: AssumptionLog;
  readonly #decided = new Map<ClassDraft, Decision>();
  readonly #schemes: ConceptSchemes;
  /** Classes that became values of an enumeration. */
  readonly #valueClasses = new Set<ClassDraft>();
  /** The classes that may get fields from a shape or a restriction, once they are needed. */
  #shaped: ReadonlySet<Node> | undefined;

  constructor(reader: Reader, types: NamedTypes, log: AssumptionLog) {
    this.#reader = reader;
    this.#types = types;
    this.#log = log;
    this.#schemes = new ConceptSchemes(reader);
  }

  /** The classes that became enumerations by a decision. */
  get decided(): Iterable<ClassDraft> {
    return this.#decided.keys();
  }

  /** Returns the classes that remain. A class with fields or subclasses is never turned into an enumeration. */
  extract(classes: readonly ClassDraft[]): ClassDraft[] {
    const { ontology, policies, decisions } = this.#reader;
    const isByUse = policies.individuals === 'as-used' && ontology.mentions(sh.in);
    const mayBeDecided = isByUse || policies.individuals === 'listed' || decisions.has('listed');
    const mayBeStated = [owl.oneOf, LINKML_VALUES, sh.in].some((term) => ontology.mentions(term));
    if (!mayBeStated && !mayBeDecided) return [...classes];
    const domains = domainNames(this.#reader);
    const remaining = classes.filter((cls) => !this.#extractStated(cls, domains) && !this.#extractShape(cls, domains));
    const withoutValues = remaining.filter((cls) => !this.#valueClasses.has(cls));
    return mayBeDecided ? this.#extractDecided(withoutValues, domains) : withoutValues;
  }

  /**
   * Adds to each decision the constraints that it leads to: the fields with such an enumeration as type.
   *
   * @param schemes the SKOS schemes whose concepts are decided to be complete lists
   */
  recordConstraints(classes: readonly ClassDraft[], schemes: ReadonlySet<Node>): void {
    if (this.#decided.size + schemes.size === 0) return;
    const byIri = new Map([...this.#decided].map(([{ iri }, decision]) => [iri, decision]));
    for (const cls of classes) {
      for (const field of [...cls.fields, ...cls.refinements]) {
        const iri = field.type.kind === 'enumeration' ? field.type.enumeration.iri : undefined;
        if (iri === undefined) continue;
        const constraint = { kind: 'type', class: cls, field } as const;
        if (schemes.has(iri)) this.#decisionOnConcepts(iri, { class: cls, member: field }).record(this.#log, constraint);
        else byIri.get(iri)?.addConstraint(constraint);
      }
    }
  }

  #decisionOnConcepts(scheme: Node, subject: Subject): Decision {
    const { decisions, policies } = this.#reader;
    const chosen = decisions.find('listed', scheme);
    return chosen
      ? Decision.byUser(true, listedConcepts, subject, chosen.place)
      : Decision.byPolicy(policies, true, listedConcepts, subject);
  }

  /** Turns a class into an enumeration if the ontology lists its individuals. @returns whether it did */
  #extractStated(cls: ClassDraft, domains: ReadonlySet<Node>): boolean {
    const individuals = statedIndividuals(this.#reader, cls);
    if (!individuals) return false;
    const { members, axiom } = individuals;
    if (!areEnumerable(members)) {
      // A value that is no list is reported with the list to write.
      const isReported = !isList(this.#reader.ontology, axiom.stated.object);
      axiom.reject({ why: `${faultOfList(members)} is not an enumeration`, ...(!isReported && { isFault: true }) });
      return false;
    }
    if (!isBareList(cls, members, domains)) {
      axiom.addShortfall('the class has fields or subclasses, and is generated like others');
      return false;
    }
    this.#replace(cls, members, axiom);
    return true;
  }

  /** Turns a class into an enumeration if it is a shape with a list of its instances and no fields. @returns whether it did */
  #extractShape(cls: ClassDraft, domains: ReadonlySet<Node>): boolean {
    const { ontology, axioms } = this.#reader;
    const [statement, other] = ontology.statementsOf(cls.iri, sh.in);
    if (!statement || other || typeof statement.object !== 'string' || ontology.isTrue(cls.iri, sh.deactivated)) return false;
    if ((ontology.node(cls.iri, sh.severity) ?? sh.Violation) !== sh.Violation) return false;
    const members = ontology.terms(statement.object);
    if (!areEnumerable(members) || !members.every((member) => typeof member === 'string')) return false;
    this.#shaped ??= new Set(shapedClasses(this.#reader));
    if (!isBareList(cls, members, domains) || [cls, ...cls.ancestors].some(({ iri }) => this.#shaped?.has(iri))) return false;
    const axiom = axioms.add('sh:in', cls.iri, statement);
    this.#replace(cls, members, axiom);
    axiom.addShortfall('other individuals of the class are not rejected');
    return true;
  }

  /** Replaces a class, and the subclasses that are its values, with an enumeration. */
  #replace(cls: ClassDraft, members: readonly Term[], axiom: AxiomDraft): void {
    axiom.needsNoConstraint = true;
    this.#types.addFromClass(cls, members, axiom);
    for (const value of [...cls.children]) {
      this.#valueClasses.add(value);
      this.#removeClass(value, true);
    }
    this.#removeClass(cls);
  }

  /** Turns classes into enumerations by decisions: on the class, on a superclass, or by the policy for all classes. */
  #extractDecided(classes: readonly ClassDraft[], domains: ReadonlySet<Node>): ClassDraft[] {
    const names = new Set(classes.map(({ iri }) => iri));
    const individuals = new Individuals(this.#reader, (cls) => names.has(cls));
    const withFields = new Set([...domains, ...shapedClasses(this.#reader)]);
    const lists = this.#reader.policies.individuals === 'as-used' ? listsByClass(this.#reader) : new Map<Node, Node[][]>();
    const isPlainClass = ({ iri, children }: ClassDraft) => children.length === 0 && !withFields.has(iri);
    const applied = new Set<ElementDecision>();
    let remaining = [...classes];
    // A class may become an enumeration after its subclasses did.
    for (let previousCount = Number.POSITIVE_INFINITY; remaining.length < previousCount; ) {
      previousCount = remaining.length;
      remaining = remaining.filter((cls) => {
        const chosen = this.#userDecisionFor(cls);
        if (!isPlainClass(cls)) return true;
        const relevantLists = cls.ancestors.some(({ iri }) => withFields.has(iri)) ? [] : (lists.get(cls.iri) ?? []);
        const listedMembers = chosen ? undefined : listedInAll(individuals.of(cls.iri), relevantLists);
        const decision = listedMembers
          ? Decision.byPolicy(this.#reader.policies, true, listedByUse, { class: cls })
          : this.#decisionOn(cls, individuals, chosen);
        if (!decision) return true;
        if (chosen) applied.add(chosen);
        this.#addDecided(cls, listedMembers ?? this.#membersOf(cls, individuals), decision);
        return false;
      });
    }
    for (const cls of remaining) {
      const chosen = this.#reader.decisions.find('listed', cls.iri);
      if (!chosen?.value || applied.has(chosen)) continue;
      const why =
        this.#membersOf(cls, individuals).length === 0 ? 'the ontology has no individuals of it' : 'it has fields or subclasses';
      this.#reader.warn('decision-impossible', { element: chosen.element, says: 'listed: true', why }, chosen.place);
    }
    return remaining;
  }

  /** Returns the decision on a class or its nearest superclass: if all instances are listed, so are those of subclasses. */
  #userDecisionFor({ iri, ancestors }: ClassDraft): ElementDecision<'listed'> | undefined {
    const { decisions } = this.#reader;
    const scheme = schemeOfClass(this.#reader.ontology, iri);
    for (const each of [iri, ...(scheme === undefined ? [] : [scheme]), ...ancestors.map((cls) => cls.iri)]) {
      const found = decisions.find('listed', each);
      if (found) return found;
    }
    return undefined;
  }

  /** Returns the individuals of a class, with the concepts of the scheme that defines the class. */
  #membersOf({ iri }: ClassDraft, individuals: Individuals): readonly Node[] {
    const scheme = schemeOfClass(this.#reader.ontology, iri);
    return scheme === undefined ? individuals.of(iri) : [...new Set([...this.#schemes.of(scheme), ...individuals.of(iri)])];
  }

  #decisionOn(cls: ClassDraft, individuals: Individuals, chosen: ElementDecision<'listed'> | undefined): Decision | undefined {
    const { policies } = this.#reader;
    if (chosen) {
      const isListed = chosen.value && this.#membersOf(cls, individuals).length > 0;
      return isListed ? Decision.byUser(true, listed, { class: cls }, chosen.place) : undefined;
    }
    const scheme = schemeOfClass(this.#reader.ontology, cls.iri);
    const isCandidate =
      scheme === undefined
        ? cls.parents.length === 0 && individuals.ownOf(cls.iri).length > 0
        : this.#schemes.of(scheme).length > 0;
    return policies.individuals === 'listed' && isCandidate
      ? Decision.byPolicy(policies, true, listed, { class: cls })
      : undefined;
  }

  #addDecided(cls: ClassDraft, members: readonly Node[], decision: Decision): void {
    decision.record(this.#log);
    this.#decided.set(cls, decision);
    this.#types.addFromClass(cls, members);
    this.#removeClass(cls);
  }

  /**
   * Removes a class from the hierarchy.
   *
   * @param isValue whether it is a value of an enumeration; its subclass axioms then only state of which one
   */
  #removeClass(cls: ClassDraft, isValue = false): void {
    for (const ancestor of cls.ancestors) {
      ancestor.children = ancestor.children.filter((c) => c !== cls);
      ancestor.descendants = ancestor.descendants.filter((c) => c !== cls);
    }
    for (const axiom of this.#reader.axioms.informative) {
      if (!axiom.constraints.some((constraint) => constraint.class === (cls as object))) continue;
      if (isValue) axiom.needsNoConstraint = true;
      else axiom.addShortfall('an enumeration has no superclass in what is generated');
      axiom.constraints = axiom.constraints.filter((constraint) => constraint.class !== (cls as object));
    }
  }
}

/** Returns whether a class has no fields, and no subclasses except members of the list. */
function isBareList(cls: ClassDraft, members: readonly Term[], domains: ReadonlySet<Node>): boolean {
  const isValue = ({ iri, children }: ClassDraft) => members.includes(iri) && children.length === 0 && !domains.has(iri);
  return cls.children.every(isValue) && ![cls, ...cls.ancestors].some((c) => domains.has(c.iri));
}

/**
 * Returns the members of each `sh:in` of a property shape, by the class of the values: the `sh:class` of the shape, and the range
 * of its path.
 */
function listsByClass({ ontology }: Reader): ReadonlyMap<Node, Node[][]> {
  const lists = new Map<Node, Node[][]>();
  for (const { node: shape, statements } of ontology.entries()) {
    for (const { predicate, object } of statements) {
      if (predicate !== sh.in || typeof object !== 'string') continue;
      const path = ontology.node(shape, sh.path);
      const ranges = path === undefined ? [] : ontology.nodes(path, rdfs.range);
      const members = ontology.terms(object).filter((member) => typeof member === 'string');
      for (const cls of new Set([...ontology.nodes(shape, sh.class), ...ranges])) pushTo(lists, cls, members);
    }
  }
  return lists;
}

/** Returns the individuals in the order of the first list, if there is a list and each list has all of them; else undefined. */
function listedInAll(individuals: readonly Node[], lists: readonly (readonly Node[])[]): readonly Node[] | undefined {
  const [first] = lists;
  if (first === undefined || individuals.length === 0) return undefined;
  if (!lists.every((list) => individuals.every((individual) => list.includes(individual)))) return undefined;
  return first.filter((member) => individuals.includes(member));
}

/** Returns the individuals that the ontology lists for a class, with the axiom. */
function statedIndividuals(reader: Reader, cls: ClassDraft): { members: Term[]; axiom: AxiomDraft } | undefined {
  const { ontology } = reader;
  const definitions = [cls.iri, ...ontology.nodes(cls.iri, owl.equivalentClass).filter(isBlank)];
  for (const definition of definitions) {
    for (const statement of ontology.statementsOf(definition, owl.oneOf)) {
      if (typeof statement.object !== 'string') continue;
      return { members: ontology.terms(statement.object), axiom: reader.axioms.add('owl:oneOf', cls.iri, statement) };
    }
  }
  const [first] = ontology.statementsOf(cls.iri, LINKML_VALUES);
  return first && { members: linkmlValues(reader, cls), axiom: reader.axioms.add('linkml:permissible_values', cls.iri, first) };
}

/** Returns the values that LinkML lists for an enumeration, in the order of `owl:unionOf` if that contains all of them. */
function linkmlValues({ ontology }: Reader, { iri }: ClassDraft): Term[] {
  const values = ontology.statementsOf(iri, LINKML_VALUES).map(({ object }) => object);
  const union = ontology.nodes(iri, owl.unionOf).flatMap((head) => ontology.list(head));
  const ordered = union.filter((value) => values.includes(value));
  return ordered.length === values.length ? ordered : values;
}

/** Yields the classes that may get fields from a shape or a restriction. */
function* shapedClasses({ ontology }: Reader): Iterable<Node> {
  for (const { node, statements } of ontology.entries()) {
    for (const { predicate, object } of statements) {
      if (typeof object !== 'string') continue;
      if (predicate === sh.targetClass) yield object;
      else if (predicate === sh.property || (predicate === rdfs.subClassOf && isBlank(object))) yield node;
    }
  }
}
