import { isBlank, type Node, owl, rdf, rdfs, type Statement } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import type { Facts } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import { isBuiltIn, isDomain, isRange, isUniversal, namespaceOf } from '../read/resources.ts';
import { related } from './declare.ts';
import { NearestGeneral } from './general.ts';
import {
  domainStatementsOf,
  isObjectProperty,
  onlyDomainOf,
  type Properties,
  type Property,
  propertyTypes,
  reachOf,
  say,
  setReach,
} from './property.ts';

/** All classes that the ontology names in a domain, expressions included. */
export function domainNames(reader: Reader): Set<Node> {
  const names = new Set<Node>();
  for (const { statements } of reader.ontology.entries()) {
    for (const { predicate, object } of statements) {
      if (isDomain(predicate) && typeof object === 'string') reader.namedClasses(object, names);
    }
  }
  return names;
}

interface Expression {
  readonly named: ReadonlySet<Node>;
  /** Those that may have the property, and of which no domain says that they are all that has it. */
  readonly included: ReadonlySet<Node>;
  readonly unreadable: readonly Node[];
}

/** Finds the classes that properties belong to. */
export class Domains {
  readonly #reader: Reader;
  readonly #classes: ReadonlyMap<string, ClassDraft>;
  readonly #facts: Facts;
  readonly #properties: Properties;
  readonly #equivalents: ReadonlyMap<ClassDraft, readonly ClassDraft[]>;
  readonly #generals: NearestGeneral;
  /** One array for all properties that one class alone has. */
  readonly #lists = new Map<ClassDraft, readonly ClassDraft[]>();
  #ownNamespaces: ReadonlySet<string> | undefined;

  constructor(reader: Reader, classes: ReadonlyMap<string, ClassDraft>, facts: Facts, properties: Properties) {
    this.#reader = reader;
    this.#classes = classes;
    this.#facts = facts;
    this.#properties = properties;
    this.#equivalents = equivalentsAmong(reader, classes);
    this.#generals = new NearestGeneral(reader.ontology, (iri) => this.#knownDomain(iri).classes.length > 0);
  }

  /**
   * The classes that a property belongs to, without subclasses of others among them; undefined, with a warning why, if
   * there is none. Notes in the property how it reaches them.
   *
   * @param values the classes that its inverse leads to
   */
  of(property: Property, values: readonly ClassDraft[]): readonly ClassDraft[] | undefined {
    const { axioms } = this.#reader;
    const statement = this.#onlyStatement(property);
    const only = statement && this.#classes.get(statement.object as Node);
    if (only) {
      if (property.rangeAt >= 0) property.domainAt = axioms.plain(property, statement);
      else say(property, 'domain', axioms.of(statement.predicate, property.iri, statement));
      let list = this.#lists.get(only);
      if (list === undefined) {
        list = [only];
        this.#lists.set(only, list);
      }
      return list;
    }
    if (property.rangeAt >= 0) {
      property.rangeAxioms = [axioms.spelled(property.rangeAt)];
      property.rangeAt = -1;
    }
    const stated = this.#expression(property);
    for (const statement of domainStatementsOf(property)) {
      const axiom = axioms.of(statement.predicate, property.iri, statement);
      if (typeof statement.object === 'string' && isUniversal(statement.object)) axiom.settled = true;
      say(property, 'domain', axiom);
    }
    const named = this.#named(property, stated, values);
    const known = this.#known(property, named);
    const stating = [...known, ...this.#users(property, known)];
    const isSilent = stating.length === 0 && named.classes.length === 0 && stated.unreadable.length === 0;
    const found = [...stating, ...(this.#decided(property, stating) ?? (isSilent ? this.#top(property) : []))];
    this.#warn(property, stated, named.classes, found.length > 0);
    if (found.length === 1) return found;
    return found.length > 0 ? withoutSubclasses([...new Set(found)]) : undefined;
  }

  /** The statement that a class alone has the property, if it is one of this ontology: so it is with most. */
  #onlyStatement(property: Property): Statement | undefined {
    const only = onlyDomainOf(property);
    if (only?.predicate !== rdfs.domain || typeof only.object !== 'string') return undefined;
    if (this.#reader.decisions.find('domain', property.iri)) return undefined;
    if (this.#equivalents.size > 0 || isUniversal(only.object) || this.#facts.shapedIn(property.iri).size > 0) return undefined;
    return only;
  }

  /** The names of classes that say that they have the property: in its own domain, or in what implies one. */
  #named(property: Property, stated: Expression, values: readonly ClassDraft[]): Naming {
    const classes = [...stated.named].filter((iri) => !isUniversal(iri));
    if (classes.length > 0) return { classes, included: stated.included };
    // The domain of a property is the range of its inverse.
    if (values.length > 0) return { classes: values.map(({ iri }) => iri), included: NONE };
    const general = this.#domainOfSuper(property);
    property.takesOver ||= general.classes.length > 0;
    return general;
  }

  /** The classes that are named, and those that are equivalent to them. */
  #known(property: Property, { classes, included }: Naming): ClassDraft[] {
    const known = classes.flatMap((iri) => this.#classes.get(iri) ?? []);
    if (included.size > 0) for (const cls of known) if (included.has(cls.iri)) setReach(property, cls, 'includes');
    if (this.#equivalents.size === 0) return known;
    for (const cls of [...known]) {
      const others = (this.#equivalents.get(cls) ?? []).filter((other) => !known.includes(other));
      for (const each of others) known.push(each);
      for (const other of others) setReach(property, other, reachOf(property, cls));
    }
    return known;
  }

  /** The classes that use the property: a restriction tells, if nothing else does; a shape always does. */
  #users(property: Property, known: readonly ClassDraft[]): ClassDraft[] {
    const { iri } = property;
    const shaped = this.#facts.shapedIn(iri);
    if (shaped.size === 0 && known.length > 0) return [];
    const users = [...(known.length === 0 ? this.#facts.restrictedIn(iri) : []), ...shaped];
    const used = users.flatMap((user) => this.#classes.get(user) ?? []);
    const added = used.filter((cls) => !known.some((other) => other === cls || cls.ancestors.includes(other)));
    for (const cls of added) if (shaped.has(cls.iri)) setReach(property, cls, 'shape');
    return added;
  }

  /** Returns the further classes that a decision names; undefined without a decision. */
  #decided(property: Property, known: readonly ClassDraft[]): ClassDraft[] | undefined {
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
    return this.#mayHave(
      property,
      classes.filter((cls) => !known.some((other) => other === cls || cls.ancestors.includes(other))),
    );
  }

  /** Returns the classes without a superclass if the policy gives them all properties without a domain. */
  #top(property: Property): ClassDraft[] {
    const { policies } = this.#reader;
    if (policies.domainless === 'skip' || this.#isForeign(property) || this.#reader.isMistyped(property.iri)) return [];
    return this.#mayHave(
      property,
      [...this.#classes.values()].filter(({ parents }) => parents.length === 0),
    );
  }

  /** Records that the property is optional in classes. */
  #mayHave(property: Property, classes: ClassDraft[]): ClassDraft[] {
    for (const cls of classes) setReach(property, cls, 'includes');
    return classes;
  }

  /** Tells of what a domain says in vain. */
  #warn(property: Property, stated: Expression, named: readonly Node[], left: boolean): void {
    const reader = this.#reader;
    const name = () => reader.show(property.iri);
    for (const iri of named) {
      if (this.#classes.has(iri)) continue;
      const why = reader.noClass(iri);
      const swapped = why === 'datatype' && !isObjectProperty(property) ? property.part?.classes[0]?.iri : undefined;
      const said = {
        ...{ domain: reader.show(iri), why, left, suggestion: reader.meantBy(iri) },
        ...(swapped !== undefined && { swapped: reader.show(swapped) }),
      };
      reader.warnOf('domain-not-declared', name(), said, property.place);
    }
    if (stated.unreadable.some((node) => !reader.told.has(node))) {
      const consequence = left ? 'it is left out of the domain' : 'the property is not generated';
      reader.warn('domain-unreadable', { property: name(), consequence }, property.place);
    }
    if (left || named.length > 0 || stated.unreadable.length > 0 || this.#isForeign(property)) return;
    if (reader.isMistyped(property.iri) || reader.decisions.find('domain', property.iri)) return;
    const [universal] = stated.named;
    const said = { universal: universal === undefined ? undefined : reader.show(universal) };
    reader.warnEach('property-without-domain', name(), said, property.place);
  }

  #expression(property: Property): Expression {
    const statements = domainStatementsOf(property);
    if (statements.length === 0) return NOTHING;
    const [only] = statements as [Statement];
    // Most are one class by its name.
    if (statements.length === 1 && only.predicate === rdfs.domain && typeof only.object === 'string' && !isBlank(only.object)) {
      return { named: new Set([only.object]), included: NONE, unreadable: [] };
    }
    const named = new Set<Node>();
    const domains = new Set<Node>();
    const unreadable: Node[] = [];
    for (const { predicate, object } of statements) {
      if (typeof object !== 'string') continue;
      const { named: classes } = this.#reader.namedClasses(object, new Set(), unreadable);
      for (const cls of classes) {
        named.add(cls);
        if (predicate === rdfs.domain) domains.add(cls);
      }
    }
    return { named, included: new Set([...named].filter((cls) => !domains.has(cls))), unreadable };
  }

  /**
   * Whether a property is not the ontology's own business: a term of OWL itself, or one of another vocabulary that is
   * only declared and annotated, as editors want it for annotations of their own.
   */
  #isForeign(property: Property): boolean {
    if (isBuiltIn(property.iri)) return true;
    if (property.statements.length === 0 || saysMore(property)) return false;
    this.#ownNamespaces ??= ownNamespaces([...this.#classes.values()], this.#properties.all);
    return this.#ownNamespaces.size > 0 && !this.#ownNamespaces.has(namespaceOf(property.iri));
  }

  /** What has a property has the more general one, too (RDF Schema 1.1, 3.5): its domain is that of the more special. */
  #domainOfSuper(property: Property): Naming {
    const general = this.#generals.of(property.iri);
    return general === undefined ? { classes: [], included: NONE } : this.#knownDomain(general);
  }

  /** The classes of this ontology that are stated in the domain of a property. */
  #knownDomain(iri: Node): Naming {
    const property = this.#properties.get(iri);
    const { named, included } = property ? this.#expression(property) : NOTHING;
    return { classes: [...named].filter((cls) => this.#classes.has(cls)), included };
  }
}

/** Names of classes, and which of them may have a property, but need not. */
interface Naming {
  readonly classes: readonly Node[];
  readonly included: ReadonlySet<Node>;
}

const NONE: ReadonlySet<Node> = new Set();
const NOTHING: Expression = { named: NONE, included: NONE, unreadable: [] };

function equivalentsAmong(
  { ontology }: Reader,
  classes: ReadonlyMap<string, ClassDraft>,
): ReadonlyMap<ClassDraft, readonly ClassDraft[]> {
  const pairs: [ClassDraft, ClassDraft[]][] = [];
  if (!ontology.mentions(owl.equivalentClass)) return new Map();
  for (const cls of classes.values()) {
    for (const iri of ontology.nodes(cls.iri, owl.equivalentClass)) {
      const other = classes.get(iri);
      if (other) pairs.push([cls, [other]], [other, [cls]]);
    }
  }
  return new Map(pairs);
}

/** Types that only declare a property. */
const plainTypes: ReadonlySet<string> = new Set([rdf.Property, owl.ObjectProperty, owl.DatatypeProperty]);

/** Whether more is stated of a property than that it is one, and what people read. */
function saysMore({ statements, types }: Property): boolean {
  return (
    types.some((type) => propertyTypes.has(type) && !plainTypes.has(type)) ||
    statements.some(({ predicate: p }) => isDomain(p) || isRange(p) || related.has(p) || p === owl.inverseOf)
  );
}

/** The namespaces of the classes, and of the properties that the ontology defines, if there are any. */
function ownNamespaces(classes: readonly ClassDraft[], properties: readonly Property[]): Set<string> {
  const defined = properties.filter(saysMore);
  return new Set(defined.length === 0 ? [] : [...classes, ...defined].map(({ iri }) => namespaceOf(iri)));
}

/** Classes without those that are subclasses of others among them. */
export function withoutSubclasses(classes: readonly ClassDraft[]): ClassDraft[] {
  if (classes.length < 2) return [...classes];
  const all = new Set(classes);
  return classes.filter((cls) => !cls.ancestors.some((ancestor) => all.has(ancestor)));
}
