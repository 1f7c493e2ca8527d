import { isBlank, type Node, owl, rdfs, sh } from '../../ontology/index.ts';
import { type AssumptionLog, Decision } from '../assume/decision.ts';
import { listed } from '../assume/words.ts';
import type { Chosen } from '../decide/elements.ts';
import type { ClassDraft } from '../draft.ts';
import type { AxiomDraft, Term } from '../read/axioms.ts';
import { Individuals } from '../read/individuals.ts';
import type { Reader } from '../read/reader.ts';
import { domainNames } from '../type/domains.ts';
import { areEnumerable, faultOfList, type NamedTypes } from '../type/named-types.ts';

/**
 * Takes classes that are a list of individuals and nothing more out of the classes: they become enumerations. The list is stated
 * (`owl:oneOf`), or it is decided that the individuals that the ontology has of a class are all there are.
 */
export class Enumerations {
  readonly #reader: Reader;
  readonly #types: NamedTypes;
  readonly #log: AssumptionLog;
  readonly #decided = new Map<ClassDraft, Decision>();

  constructor(reader: Reader, types: NamedTypes, log: AssumptionLog) {
    this.#reader = reader;
    this.#types = types;
    this.#log = log;
  }

  /** The classes that became enumerations because it is decided. */
  get decided(): Iterable<ClassDraft> {
    return this.#decided.keys();
  }

  /** Takes them out, and gives the classes that are left. One that has fields or subclasses stays a class. */
  take(classes: readonly ClassDraft[]): ClassDraft[] {
    const { ontology, policies, decisions } = this.#reader;
    const areDecided = policies.individuals === 'listed' || decisions.has('listed');
    if (!ontology.mentions(owl.oneOf) && !areDecided) return [...classes];
    const domains = domainNames(this.#reader);
    const kept = classes.filter((cls) => !this.#takesStated(cls, domains));
    return areDecided ? this.#takeDecided(kept, domains) : kept;
  }

  /** Notes what the decisions come to: fields that hold a value of such an enumeration. */
  settle(classes: readonly ClassDraft[]): void {
    if (this.#decided.size === 0) return;
    const byIri = new Map([...this.#decided].map(([{ iri }, decision]) => [iri, decision]));
    for (const cls of classes) {
      for (const field of [...cls.fields, ...cls.refinements]) {
        const iri = field.type.kind === 'enumeration' ? field.type.enumeration.iri : undefined;
        if (iri !== undefined) byIri.get(iri)?.comesTo({ kind: 'type', class: cls, field });
      }
    }
  }

  /** Takes a class out of which the ontology states which individuals it consists of. */
  #takesStated(cls: ClassDraft, domains: ReadonlySet<Node>): boolean {
    const found = statedIndividuals(this.#reader, cls);
    if (!found) return false;
    const { members, axiom } = found;
    if (!areEnumerable(members)) {
      axiom.refuse({ why: `${faultOfList(members)} is no enumeration`, isFault: true });
      return false;
    }
    if (cls.children.length > 0 || [cls, ...cls.ancestors].some((c) => domains.has(c.iri))) {
      axiom.fallsShort('the class has fields or subclasses, and is generated like others');
      return false;
    }
    axiom.settled = true;
    this.#types.keep(cls, members, axiom);
    this.#takeOut(cls);
    return true;
  }

  /** Takes the classes out of which it is decided, for each or for all by the policy. */
  #takeDecided(classes: readonly ClassDraft[], domains: ReadonlySet<Node>): ClassDraft[] {
    const names = new Set(classes.map(({ iri }) => iri));
    const individuals = new Individuals(this.#reader, (cls) => names.has(cls));
    const withFields = new Set([...domains, ...shapedClasses(this.#reader)]);
    return classes.filter((cls) => {
      const isBare = cls.children.length === 0 && !withFields.has(cls.iri);
      const members = individuals.of(cls.iri);
      const chosen = this.#reader.decisions.find('listed', cls.iri);
      const decision = chosen
        ? this.#chosen(cls, chosen, whyNoEnumeration(members, isBare))
        : this.#byPolicy(cls, isBare && individuals.ownOf(cls.iri).length > 0);
      if (!decision) return true;
      decision.take(this.#log);
      this.#decided.set(cls, decision);
      this.#types.keep(cls, members);
      this.#takeOut(cls);
      return false;
    });
  }

  /** @param why what makes it impossible, if anything does */
  #chosen(cls: ClassDraft, { value, element, place }: Chosen<'listed'>, why: string | undefined): Decision | undefined {
    if (!value) return undefined;
    if (why === undefined) return Decision.chosen(true, listed, { class: cls }, place);
    this.#reader.warn('decision-impossible', { element, says: 'listed: true', why }, place);
    return undefined;
  }

  /** @param isMeant whether it looks like an enumeration, and like nothing else */
  #byPolicy(cls: ClassDraft, isMeant: boolean): Decision | undefined {
    const { policies } = this.#reader;
    const isListed = policies.individuals === 'listed' && isMeant && cls.parents.length === 0;
    return isListed ? Decision.by(policies, true, listed, { class: cls }) : undefined;
  }

  /** Takes a class out of the hierarchy. */
  #takeOut(cls: ClassDraft): void {
    for (const ancestor of cls.ancestors) {
      ancestor.children = ancestor.children.filter((c) => c !== cls);
      ancestor.descendants = ancestor.descendants.filter((c) => c !== cls);
    }
    for (const axiom of this.#reader.axioms.telling) {
      if (!axiom.constraints.some((constraint) => constraint.class === (cls as object))) continue;
      axiom.fallsShort('an enumeration has no superclass in what is generated');
      axiom.constraints = axiom.constraints.filter((constraint) => constraint.class !== (cls as object));
    }
  }
}

/** The individuals that a class is said to consist of. */
function statedIndividuals(reader: Reader, cls: ClassDraft): { members: Term[]; axiom: AxiomDraft } | undefined {
  const { ontology } = reader;
  const definitions = [cls.iri, ...ontology.nodes(cls.iri, owl.equivalentClass).filter(isBlank)];
  for (const definition of definitions) {
    for (const statement of ontology.statementsOf(definition, owl.oneOf)) {
      if (typeof statement.object !== 'string') continue;
      return { members: ontology.terms(statement.object), axiom: reader.axioms.of('owl:oneOf', cls.iri, statement) };
    }
  }
  return undefined;
}

/** Classes of which something is said that may give them fields: by a shape, or by a restriction. */
function* shapedClasses({ ontology }: Reader): Iterable<Node> {
  for (const { node, statements } of ontology.entries()) {
    for (const { predicate, object } of statements) {
      if (typeof object !== 'string') continue;
      if (predicate === sh.targetClass) yield object;
      else if (predicate === sh.property || (predicate === rdfs.subClassOf && isBlank(object))) yield node;
    }
  }
}

function whyNoEnumeration(members: readonly Node[], isBare: boolean): string | undefined {
  if (members.length === 0) return 'the ontology has no individuals of it';
  return isBare ? undefined : 'it has fields or subclasses';
}
