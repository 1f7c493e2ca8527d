/**
 * Finds the classes that have each property: those of its `rdfs:domain` or `schema:domainIncludes`, else the range of its
 * inverse or the domain of a superproperty, and the classes whose shapes mention it.
 */

import { isBlank, type Node, owl, rdf, rdfs, type Statement } from '../../ontology/index.ts';
import { type ClassDraft, isA, withoutSubclasses } from '../draft.ts';
import { getOrCreate } from '../get-or-create.ts';
import { noteComplement } from '../read/complements.ts';
import type { Facts } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import { isBuiltIn, isDomain, isRange, isUniversal, namespaceOf } from '../read/resources.ts';
import { unenforcedPredicates } from './declare.ts';
import {
  addAxiom,
  domainSourceOf,
  domainStatementsOf,
  isObjectProperty,
  onlyDomainOf,
  type Properties,
  type Property,
  propertyTypes,
  setDomainSource,
} from './property.ts';
import { NearestSuperproperty } from './superproperties.ts';

/** Returns all classes that the ontology names in a domain, including those in expressions. */
export function domainNames(reader: Reader): Set<Node> {
  const names = new Set<Node>();
  for (const { statements } of reader.ontology.entries()) {
    for (const { predicate, object } of statements) {
      if (isDomain(predicate) && typeof object === 'string') reader.namedClasses(object, names);
    }
  }
  return names;
}

/** What the domain statements of one property name. */
interface DomainExpression {
  readonly named: ReadonlySet<Node>;
  /** The classes that may have the property (schema:domainIncludes) and that no rdfs:domain names. */
  readonly included: ReadonlySet<Node>;
  readonly unreadable: readonly Node[];
}

export class Domains {
  readonly #reader: Reader;
  readonly #classes: ReadonlyMap<string, ClassDraft>;
  readonly #facts: Facts;
  readonly #properties: Properties;
  readonly #equivalents: ReadonlyMap<ClassDraft, ClassDraft>;
  readonly #superproperties: NearestSuperproperty;
  /** By class: one array for all properties that only this class has. */
  readonly #singletons = new Map<ClassDraft, readonly ClassDraft[]>();
  #ownNamespaces: ReadonlySet<string> | undefined;

  constructor(reader: Reader, classes: ReadonlyMap<string, ClassDraft>, facts: Facts, properties: Properties) {
    this.#reader = reader;
    this.#classes = classes;
    this.#facts = facts;
    this.#properties = properties;
    this.#equivalents = equivalentClasses(reader, classes);
    this.#superproperties = new NearestSuperproperty(reader.ontology, (iri) => this.#knownDomain(iri).classes.length > 0);
  }

  /**
   * Returns the classes that a property belongs to, without subclasses of others in the result; undefined, with a warning, if
   * none exists. Records in the property how it reaches them.
   *
   * @param inverseRange the classes in the range of its inverse
   */
  find(property: Property, inverseRange: readonly ClassDraft[]): readonly ClassDraft[] | undefined {
    const { axioms } = this.#reader;
    const statement = this.#onlyStatement(property);
    const only = statement && this.#classes.get(statement.object as Node);
    if (only) {
      if (property.rangeAt >= 0) property.domainAt = axioms.addPlain(property, statement);
      else addAxiom(property, 'domain', axioms.add(statement.predicate, property.iri, statement));
      const list = getOrCreate(this.#singletons, only, () => [only]);
      this.#markExclusions(property, list);
      return list;
    }
    if (property.rangeAt >= 0) {
      property.rangeAxioms = [axioms.expand(property.rangeAt)];
      property.rangeAt = -1;
    }
    const stated = this.#readDomain(property);
    for (const statement of domainStatementsOf(property)) {
      const axiom = axioms.add(statement.predicate, property.iri, statement);
      if (typeof statement.object === 'string') {
        if (isUniversal(statement.object)) axiom.needsNoConstraint = true;
        noteComplement(this.#reader.ontology, axiom, statement.object);
      }
      addAxiom(property, 'domain', axiom);
    }
    const domains = this.#namedDomains(property, stated, inverseRange);
    const known = this.#withEquivalents(property, domains);
    const statedClasses = [...known, ...this.#classesByUse(property, known)];
    const isUnstated = statedClasses.length === 0 && domains.classes.length === 0 && stated.unreadable.length === 0;
    const classes = [
      ...statedClasses,
      ...(this.#classesByDecision(property, statedClasses) ?? (isUnstated ? this.#rootClasses(property) : [])),
    ];
    this.#markExclusions(property, classes);
    this.#warnOfDomain(property, stated, domains.classes, classes.length > 0);
    if (classes.length === 1) return classes;
    return classes.length > 0 ? withoutSubclasses([...new Set(classes)]) : undefined;
  }

  /**
   * Returns the only domain statement of a property if it names one class and no other source adds classes, as for most
   * properties.
   */
  #onlyStatement(property: Property): Statement | undefined {
    const only = onlyDomainOf(property);
    if (only?.predicate !== rdfs.domain || typeof only.object !== 'string') return undefined;
    if (this.#reader.decisions.find('domain', property.iri)) return undefined;
    if (this.#equivalents.size > 0 || isUniversal(only.object) || this.#facts.shapedIn(property.iri).size > 0) return undefined;
    return only;
  }

  /** Returns the classes in the property's own domain, else in the range of its inverse or the domain of a superproperty. */
  #namedDomains(property: Property, stated: DomainExpression, inverseRange: readonly ClassDraft[]): DomainClasses {
    const classes = [...stated.named].filter((iri) => !isUniversal(iri));
    if (classes.length > 0) return { classes, included: stated.included };
    // The domain of a property is the range of its inverse.
    if (inverseRange.length > 0) return { classes: inverseRange.map(({ iri }) => iri), included: NONE };
    const general = this.#domainOfSuperproperty(property);
    property.inheritsDomainOrRange ||= general.classes.length > 0;
    return general;
  }

  /** Returns the named classes, and those that are equivalent to them. */
  #withEquivalents(property: Property, { classes, included }: DomainClasses): ClassDraft[] {
    const known = classes.flatMap((iri) => this.#classes.get(iri) ?? []);
    if (included.size > 0) for (const cls of known) if (included.has(cls.iri)) setDomainSource(property, cls, 'includes');
    if (this.#equivalents.size === 0) return known;
    for (const cls of [...known]) {
      const equivalent = this.#equivalents.get(cls);
      if (!equivalent || known.includes(equivalent)) continue;
      known.push(equivalent);
      setDomainSource(property, equivalent, domainSourceOf(property, cls));
    }
    return known;
  }

  /** Returns the classes that use the property in shapes; also in restrictions, if no other class is known. */
  #classesByUse(property: Property, known: readonly ClassDraft[]): ClassDraft[] {
    const { iri } = property;
    const shaped = this.#facts.shapedIn(iri);
    if (shaped.size === 0 && known.length > 0) return [];
    const classIris = [...(known.length === 0 ? this.#facts.restrictedIn(iri) : []), ...shaped];
    const classes = furtherClasses(
      known,
      classIris.flatMap((classIri) => this.#classes.get(classIri) ?? []),
    );
    const added = classes.filter((cls) => !this.#hasNoValue(cls, iri));
    for (const cls of added) if (shaped.has(cls.iri)) setDomainSource(property, cls, 'shape');
    return added;
  }

  #hasNoValue(cls: ClassDraft, property: Node): boolean {
    const { min = 0, max } = this.#facts.bounds(cls, property);
    return max === 0 && min === 0;
  }

  /** Records that nothing enforces the maximum 0 of a class without the property, unless its shape is closed. */
  #markExclusions({ iri }: Property, domain: readonly ClassDraft[]): void {
    for (const classIri of this.#facts.classesWithFacts(iri)) {
      const cls = this.#classes.get(classIri);
      if (!cls || !this.#hasNoValue(cls, iri) || domain.some((other) => isA(cls, other))) continue;
      for (const { kind, axiom } of this.#facts.stated(classIri).get(iri) ?? []) {
        if (kind !== 'max') continue;
        if (this.#facts.closed.has(classIri)) axiom.needsNoConstraint = true;
        else axiom.addShortfall('the class has no field for it, and other properties are not rejected');
      }
    }
  }

  /** Returns the classes that the user decided to add to the domain; undefined without a decision. */
  #classesByDecision(property: Property, known: readonly ClassDraft[]): ClassDraft[] | undefined {
    const reader = this.#reader;
    const chosen = reader.decisions.find('domain', property.iri);
    if (chosen === undefined) return undefined;
    const classes = chosen.value.flatMap((name) => {
      const iri = reader.ontology.resolve(name);
      const cls = iri === undefined ? undefined : this.#classes.get(iri);
      if (cls) return [cls];
      const why = `${name} is not a class of this ontology`;
      reader.warn('decision-impossible', { element: chosen.element, says: `domain: ${name}`, why }, chosen.place);
      return [];
    });
    return this.#markOptional(property, furtherClasses(known, classes));
  }

  /** Returns the classes without a superclass if the policy gives them all properties without a domain. */
  #rootClasses(property: Property): ClassDraft[] {
    const { policies } = this.#reader;
    if (policies.domainless === 'skip' || this.#isForeign(property) || this.#reader.isMistyped(property.iri)) return [];
    const roots = [...this.#classes.values()].filter(({ parents }) => parents.length === 0);
    return this.#markOptional(property, roots);
  }

  /** Records that the property is optional in classes. */
  #markOptional(property: Property, classes: ClassDraft[]): ClassDraft[] {
    for (const cls of classes) setDomainSource(property, cls, 'includes');
    return classes;
  }

  /** Warns of domains, or parts of them, that have no effect. `hasClasses` states whether other classes have the property. */
  #warnOfDomain(property: Property, stated: DomainExpression, domainNodes: readonly Node[], hasClasses: boolean): void {
    const reader = this.#reader;
    for (const iri of domainNodes) if (!this.#classes.has(iri)) this.#warnOfUndeclared(property, iri, hasClasses);
    if (stated.unreadable.some((node) => !reader.reportedNodes.has(node))) {
      const consequence = hasClasses
        ? 'codegen ignores it and keeps the other classes of the property'
        : 'the property is not generated';
      reader.warn('domain-unreadable', { property: reader.show(property.iri), consequence }, property.place);
    }
    if (hasClasses || domainNodes.length > 0 || stated.unreadable.length > 0 || this.#isForeign(property)) return;
    if (reader.isMistyped(property.iri) || reader.decisions.find('domain', property.iri)) return;
    // Only shapes that allow no value name the property.
    if (property.statements.length === 0 && this.#facts.shapedIn(property.iri).size > 0) return;
    const [universal] = stated.named;
    const details = { universal: universal === undefined ? undefined : reader.show(universal) };
    reader.warnEach('property-without-domain', reader.show(property.iri), details, property.place);
  }

  #warnOfUndeclared(property: Property, domain: Node, hasClasses: boolean): void {
    const reader = this.#reader;
    const why = reader.whyNotClass(domain);
    // The domain and the range of a datatype property may be in each other's place.
    const swapped = why === 'datatype' && !isObjectProperty(property) ? property.parsedRange?.classes[0]?.iri : undefined;
    const params = {
      ...{ domain: reader.show(domain), why, left: hasClasses, suggestion: reader.suggestionFor(domain) },
      ...(swapped !== undefined && { swapped: reader.show(swapped) }),
    };
    reader.warnOf('domain-not-declared', reader.show(property.iri), params, property.place);
  }

  #readDomain(property: Property): DomainExpression {
    const statements = domainStatementsOf(property);
    if (statements.length === 0) return NO_DOMAIN;
    const [only] = statements as [Statement];
    // Most domains are one named class.
    if (statements.length === 1 && only.predicate === rdfs.domain && typeof only.object === 'string' && !isBlank(only.object)) {
      return { named: new Set([only.object]), included: NONE, unreadable: [] };
    }
    const classNodes = new Set<Node>();
    const domains = new Set<Node>();
    const unreadable: Node[] = [];
    for (const { predicate, object } of statements) {
      if (typeof object !== 'string') continue;
      const { named: classes } = this.#reader.namedClasses(object, new Set(), unreadable);
      for (const cls of classes) {
        classNodes.add(cls);
        if (predicate === rdfs.domain) domains.add(cls);
      }
    }
    return { named: classNodes, included: new Set([...classNodes].filter((cls) => !domains.has(cls))), unreadable };
  }

  /**
   * Returns whether a property is foreign to the ontology: a term of OWL itself, or a term of another vocabulary that is
   * only declared and annotated, as ontology editors do for the annotations that they use.
   */
  #isForeign(property: Property): boolean {
    if (isBuiltIn(property.iri)) return true;
    if (property.statements.length === 0 || isConstrained(property)) return false;
    this.#ownNamespaces ??= ownNamespaces([...this.#classes.values()], this.#properties.all);
    return this.#ownNamespaces.size > 0 && !this.#ownNamespaces.has(namespaceOf(property.iri));
  }

  /** Returns the domain of the nearest superproperty: it also holds for the subproperty (RDF Schema 1.1, 3.5). */
  #domainOfSuperproperty(property: Property): DomainClasses {
    const general = this.#superproperties.nearestTo(property.iri);
    return general === undefined ? { classes: [], included: NONE } : this.#knownDomain(general);
  }

  /** Returns the classes of this ontology in the stated domain of a property. */
  #knownDomain(iri: Node): DomainClasses {
    const property = this.#properties.get(iri);
    const { named, included } = property ? this.#readDomain(property) : NO_DOMAIN;
    return { classes: [...named].filter((cls) => this.#classes.has(cls)), included };
  }
}

/** IRIs of classes, and those among them that may have a property, but need not. */
interface DomainClasses {
  readonly classes: readonly Node[];
  readonly included: ReadonlySet<Node>;
}

const NONE: ReadonlySet<Node> = new Set();
const NO_DOMAIN: DomainExpression = { named: NONE, included: NONE, unreadable: [] };

/** Returns, for each class with an `owl:equivalentClass` that is also a class of the ontology, that class. */
function equivalentClasses({ ontology }: Reader, classes: ReadonlyMap<string, ClassDraft>): ReadonlyMap<ClassDraft, ClassDraft> {
  const pairs: [ClassDraft, ClassDraft][] = [];
  if (!ontology.mentions(owl.equivalentClass)) return new Map();
  for (const cls of classes.values()) {
    for (const iri of ontology.nodes(cls.iri, owl.equivalentClass)) {
      const other = classes.get(iri);
      if (other) pairs.push([cls, other], [other, cls]);
    }
  }
  return new Map(pairs);
}

/** Types that only declare a property. */
const plainTypes: ReadonlySet<string> = new Set([rdf.Property, owl.ObjectProperty, owl.DatatypeProperty]);

/** Returns whether the ontology states more about a property than its declaration and annotations. */
function isConstrained({ statements, types }: Property): boolean {
  return (
    types.some((type) => propertyTypes.has(type) && !plainTypes.has(type)) ||
    statements.some(({ predicate: p }) => isDomain(p) || isRange(p) || unenforcedPredicates.has(p) || p === owl.inverseOf)
  );
}

/** Returns the namespaces of the classes and of the properties that the ontology defines; none if it defines no property. */
function ownNamespaces(classes: readonly ClassDraft[], properties: readonly Property[]): Set<string> {
  const defined = properties.filter(isConstrained);
  return new Set(defined.length === 0 ? [] : [...classes, ...defined].map(({ iri }) => namespaceOf(iri)));
}

/** Returns the classes that are neither known nor subclasses of known ones. */
function furtherClasses(known: readonly ClassDraft[], classes: readonly ClassDraft[]): ClassDraft[] {
  return classes.filter((cls) => !known.some((other) => isA(cls, other)));
}
