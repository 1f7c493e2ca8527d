import type { Place } from '../../diagnostics/index.ts';
import { compareCodePoints, isBlank, type Node, OWL, owl, rdf, rdfs, type Statement, XSD } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import type { AxiomDraft } from '../read/axioms.ts';
import { boundsOf, type Facts, tighten } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import {
  derivedFrom,
  domainPredicates,
  isBuiltIn,
  isDatatype,
  isUniversal,
  namespaceOf,
  rangePredicates,
} from '../read/resources.ts';
import { pascalName } from '../words/names.ts';
import { narrow } from './narrow.ts';
import { isDataRange, type Part, type Range, type Ranges, type ValueType } from './range.ts';

/** A property, with domain and range settled. */
export interface Property {
  readonly iri: string;
  readonly place: Place;
  readonly label?: string;
  readonly doc?: string;
  readonly deprecated: boolean;
  /** Without subclasses of others among them. */
  domains: ClassDraft[];
  /** How it reaches the classes of its domain that no `rdfs:domain` gives it. */
  reaches: Map<ClassDraft, Reach> | undefined;
  /** What the values are; both kinds if the range has both. */
  range: Range;
  /** The same for classes of the domain that say more of it. */
  readonly ranges: Map<ClassDraft, Range>;
  readonly functional: boolean;
  readonly inverseFunctional: boolean;
  readonly symmetric: boolean;
  inverse: Property | undefined;
  /** What fields say of themselves for people. */
  readonly described: {
    readonly label?: string;
    readonly doc?: string;
    readonly deprecated: boolean;
    readonly iri: string;
    readonly place: Place;
  };
  /** All that is stated of it, and its types among that. */
  readonly statements: readonly Statement[];
  readonly types: readonly Node[];
  /** Whether domain or range are those of a property that it implies. */
  takesOver: boolean;
  /** What is said of the property as such. */
  readonly axioms: { readonly says: PropertyAxiom; readonly axiom: AxiomDraft }[];
}

/** What alone makes a property one of a class: `schema:domainIncludes`, a shape, or what OWL and RDFS say. */
export type Reach = 'includes' | 'shape' | 'domain';

export function reachOf(property: Property, cls: ClassDraft): Reach {
  return property.reaches?.get(cls) ?? 'domain';
}

function setReach(property: Property, cls: ClassDraft, reach: Reach): void {
  if (reach === 'domain') return;
  property.reaches ??= new Map();
  property.reaches.set(cls, reach);
}

/** What an axiom about a property comes to. */
export type PropertyAxiom = 'domain' | 'single' | 'unique' | 'inverse' | 'irreflexive' | 'deprecated';

/** What the values of a property are in a class. */
export function rangeIn(property: Property, cls: ClassDraft): Range {
  return property.ranges.get(cls) ?? property.range;
}

/** Whether the values of a property are resources. */
export function isObjectProperty({ types }: Property): boolean {
  return types.some((type) => objectTypes.has(type)) && !types.includes(owl.DatatypeProperty);
}

/** Property characteristics that only object properties have (OWL 2 Structural Specification, 9.2). */
const objectTypes: ReadonlySet<string> = new Set([
  owl.ObjectProperty,
  owl.SymmetricProperty,
  owl.AsymmetricProperty,
  owl.TransitiveProperty,
  owl.ReflexiveProperty,
  owl.IrreflexiveProperty,
]);

const propertyTypes: ReadonlySet<string> = new Set<string>([
  owl.DatatypeProperty,
  ...objectTypes,
  owl.FunctionalProperty,
  owl.InverseFunctionalProperty,
  owl.DeprecatedProperty,
  rdf.Property,
]);

/** The properties that belong to a class, in order of declaration. Of the others a warning says why not. */
export function readProperties(reader: Reader, classes: readonly ClassDraft[], ranges: Ranges, facts: Facts): Property[] {
  return new PropertyReader(reader, classes, ranges, facts).read();
}

/** All classes that the ontology names in a domain, expressions included. */
export function domainNames(reader: Reader): Set<Node> {
  const names = new Set<Node>();
  for (const node of reader.ontology.subjects()) {
    for (const { predicate, object } of reader.ontology.statements(node)) {
      if (domainPredicates.has(predicate) && typeof object === 'string') reader.namedClasses(object, names);
    }
  }
  return names;
}

function typesAmong(statements: readonly Statement[]): Node[] {
  return statements.flatMap(({ predicate, object }) => (predicate === rdf.type && typeof object === 'string' ? [object] : []));
}

interface Expression {
  readonly named: ReadonlySet<Node>;
  /** Those that may have the property, and of which no domain says that they are all that has it. */
  readonly included: ReadonlySet<Node>;
  readonly unreadable: readonly Node[];
}

const NO_RANGE: Range = { value: undefined, classes: [], traces: [] };

class PropertyReader {
  readonly #reader: Reader;
  readonly #classes: ReadonlyMap<string, ClassDraft>;
  readonly #ranges: Ranges;
  readonly #facts: Facts;
  readonly #properties = new Map<string, Property>();
  readonly #global = new Map<Property, { readonly part: Part; readonly axioms: AxiomDraft[] }>();
  readonly #equivalents: ReadonlyMap<ClassDraft, readonly ClassDraft[]>;
  #ownNamespaces: ReadonlySet<string> | undefined;

  constructor(reader: Reader, classes: readonly ClassDraft[], ranges: Ranges, facts: Facts) {
    this.#reader = reader;
    this.#classes = new Map(classes.map((cls) => [cls.iri, cls]));
    this.#ranges = ranges;
    this.#facts = facts;
    this.#equivalents = new Map(
      classes.flatMap((cls) => {
        const others = reader.ontology.nodes(cls.iri, owl.equivalentClass).flatMap((iri) => this.#classes.get(iri) ?? []);
        return others.flatMap((other): [ClassDraft, ClassDraft[]][] => [
          [cls, [other]],
          [other, [cls]],
        ]);
      }),
    );
  }

  read(): Property[] {
    this.#declare();
    this.#linkInverses();
    for (const property of this.#properties.values()) this.#global.set(property, this.#readRange(property));
    const kept: Property[] = [];
    for (const property of this.#properties.values()) {
      const domain = this.#domainOf(property);
      if (!domain) continue;
      property.domains = domain;
      kept.push(property);
    }
    if (this.#reader.policies.order === 'iri') kept.sort((a, b) => compareCodePoints(a.iri, b.iri));
    for (const property of kept) this.#settleRanges(property);
    this.#readRelated();
    return kept;
  }

  #declare(): void {
    const { ontology } = this.#reader;
    for (const node of ontology.typed) {
      if (isBlank(node)) continue;
      const statements = ontology.statements(node);
      const types = typesAmong(statements);
      if (types.some((type) => propertyTypes.has(type))) {
        this.#properties.set(node, this.#property(node, statements, types, ontology.place(node)));
      } else if (
        types.includes(owl.AnnotationProperty) &&
        this.#facts.shapedIn(node).size === 0 &&
        statements.some((s) => domainPredicates.has(s.predicate))
      ) {
        this.#reader.warn('annotation-property', { property: this.#reader.show(node) }, ontology.place(node));
      }
    }
    const isProperty = derivedFrom(ontology, [...propertyTypes]);
    // What has a domain is a property (RDF Schema 1.1, 3.2), whatever else is said of it.
    for (const node of ontology.subjects()) {
      if (isBlank(node) || this.#properties.has(node)) continue;
      const statements = ontology.statements(node);
      if (!statements.some((s) => domainPredicates.has(s.predicate))) continue;
      const types = typesAmong(statements);
      if (types.includes(owl.AnnotationProperty) || types.includes(owl.OntologyProperty)) continue;
      if (!types.some(isProperty))
        this.#reader.warnOf('property-not-declared', this.#reader.show(node), {}, ontology.place(node));
      this.#properties.set(node, this.#property(node, statements, types, ontology.place(node)));
    }
    // Shapes and restrictions may use properties of vocabularies that are not there.
    for (const node of this.#facts.properties()) {
      if (this.#properties.has(node) || isBlank(node) || node.startsWith(OWL)) continue;
      const users = [...this.#facts.shapedIn(node), ...this.#facts.restrictedIn(node)].filter((iri) => this.#classes.has(iri));
      if (users.length === 0) continue;
      const statements = ontology.statements(node);
      // What is mentioned only stands where it is.
      const place = statements.length > 0 ? ontology.place(node) : (this.#facts.placeOf(node) ?? ontology.place(node));
      this.#properties.set(node, this.#property(node, statements, typesAmong(statements), place));
    }
  }

  #property(node: Node, statements: readonly Statement[], types: readonly Node[], place: Place): Property {
    const { axioms } = this.#reader;
    const described = this.#reader.described(node, statements);
    const property: Property = {
      iri: node,
      place,
      ...described,
      described: { ...described, iri: node, place },
      domains: [],
      reaches: undefined,
      range: NO_RANGE,
      ranges: new Map(),
      functional: types.includes(owl.FunctionalProperty),
      inverseFunctional: types.includes(owl.InverseFunctionalProperty),
      symmetric: types.includes(owl.SymmetricProperty),
      inverse: undefined,
      statements,
      types,
      takesOver: false,
      axioms: [],
    };
    for (const statement of statements) {
      const { predicate, object } = statement;
      if (predicate === owl.deprecated && described.deprecated) {
        property.axioms.push({ says: 'deprecated', axiom: axioms.of('owl:deprecated', node, statement) });
      }
      if (predicate !== rdf.type) continue;
      const of = () => axioms.of(object as Node, node, statement);
      switch (object) {
        case owl.FunctionalProperty:
          property.axioms.push({ says: 'single', axiom: of() });
          break;
        case owl.InverseFunctionalProperty:
          property.axioms.push({ says: 'unique', axiom: of() });
          break;
        case owl.DeprecatedProperty:
          property.axioms.push({ says: 'deprecated', axiom: of() });
          break;
        case owl.SymmetricProperty: {
          const axiom = of();
          axiom.fallsShort('a pair is stored in the direction in which it is given, and the other is not derived');
          property.axioms.push({ says: 'inverse', axiom });
          break;
        }
        case owl.AsymmetricProperty: {
          const axiom = of();
          axiom.fallsShort('only that nothing is related to itself follows for single instances');
          property.axioms.push({ says: 'irreflexive', axiom });
          break;
        }
        case owl.IrreflexiveProperty:
          property.axioms.push({ says: 'irreflexive', axiom: of() });
          break;
        case owl.TransitiveProperty:
        case owl.ReflexiveProperty:
          of().fallsShort('facts that follow are not derived');
          break;
      }
    }
    return property;
  }

  /** `p owl:inverseOf q` makes each the inverse of the other (OWL 2 Structural Specification, 9.2.4). */
  #linkInverses(): void {
    const { axioms } = this.#reader;
    for (const property of this.#properties.values()) {
      for (const statement of property.statements) {
        if (statement.predicate !== owl.inverseOf) continue;
        const axiom = axioms.of('owl:inverseOf', property.iri, statement);
        const other = this.#properties.get(statement.object as Node);
        if (!other) {
          axiom.fallsShort('the inverse is not a property of this ontology');
          continue;
        }
        if ((property.inverse ?? other) !== other || (other.inverse ?? property) !== property) {
          axiom.fallsShort('another inverse is named, and one is stored');
        }
        property.inverse ??= other;
        other.inverse ??= property;
        property.axioms.push({ says: 'inverse', axiom });
      }
      if (property.symmetric) property.inverse ??= property;
    }
  }

  /** Statements about properties that data are not held to beyond domain and range. */
  #readRelated(): void {
    const { axioms } = this.#reader;
    for (const property of this.#properties.values()) {
      for (const statement of property.statements) {
        const why = related.get(statement.predicate);
        if (why === undefined) continue;
        const axiom = axioms.of(statement.predicate, property.iri, statement);
        axiom.fallsShort(why);
        const isImplied = statement.predicate === rdfs.subPropertyOf || statement.predicate === owl.equivalentProperty;
        if (isImplied && property.takesOver) property.axioms.push({ says: 'domain', axiom });
      }
    }
  }

  #expression(property: Property): Expression {
    const named = new Set<Node>();
    const domains = new Set<Node>();
    const unreadable: Node[] = [];
    for (const { predicate, object } of property.statements) {
      if (!domainPredicates.has(predicate) || typeof object !== 'string') continue;
      const { named: classes } = this.#reader.namedClasses(object, new Set(), unreadable);
      for (const cls of classes) {
        named.add(cls);
        if (predicate === rdfs.domain) domains.add(cls);
      }
    }
    return { named, included: new Set([...named].filter((cls) => !domains.has(cls))), unreadable };
  }

  #readRange(property: Property): { part: Part; axioms: AxiomDraft[] } {
    const { axioms } = this.#reader;
    const statements = property.statements.filter((s) => rangePredicates.has(s.predicate) && typeof s.object === 'string');
    const part = this.#ranges.read(
      statements.map((s) => s.object as Node),
      this.#context(property),
    );
    return { part, axioms: statements.map((s) => axioms.of(s.predicate, property.iri, s)) };
  }

  #context(property: Property, cls?: ClassDraft) {
    const reader = this.#reader;
    return {
      subject: property.iri,
      // Seldom asked for.
      get names() {
        return [(cls?.name ?? '') + pascalName(reader.localInAscii(property.iri))];
      },
    };
  }

  #domainOf(property: Property): ClassDraft[] | undefined {
    const reader = this.#reader;
    const stated = this.#expression(property);
    for (const statement of property.statements) {
      if (!domainPredicates.has(statement.predicate)) continue;
      const axiom = reader.axioms.of(statement.predicate, property.iri, statement);
      if (typeof statement.object === 'string' && isUniversal(statement.object)) axiom.settled = true;
      property.axioms.push({ says: 'domain', axiom });
    }
    let named = [...stated.named].filter((iri) => !isUniversal(iri));
    if (named.length === 0 && property.inverse) {
      // The domain of a property is the range of its inverse.
      named = this.#global.get(property.inverse)?.part.classes.map((cls) => cls.iri) ?? [];
    }
    if (named.length === 0) {
      named = this.#domainOfSuper(property);
      property.takesOver ||= named.length > 0;
    }
    let known = named.flatMap((iri) => this.#classes.get(iri) ?? []);
    for (const cls of known) if (stated.included.has(cls.iri)) setReach(property, cls, 'includes');
    for (const cls of [...known]) {
      const others = (this.#equivalents.get(cls) ?? []).filter((other) => !known.includes(other));
      known.push(...others);
      for (const other of others) setReach(property, other, reachOf(property, cls));
    }
    // A restriction tells where a property is used, if nothing else does; a shape always does.
    const users = [...(known.length === 0 ? this.#facts.restrictedIn(property.iri) : []), ...this.#facts.shapedIn(property.iri)];
    const used = users.flatMap((iri) => this.#classes.get(iri) ?? []);
    const added = used.filter((cls) => !known.some((other) => other === cls || cls.ancestors.includes(other)));
    const shaped = this.#facts.shapedIn(property.iri);
    for (const cls of added) if (shaped.has(cls.iri)) setReach(property, cls, 'shape');
    known = [...known, ...added];
    const name = () => reader.show(property.iri);
    const left = known.length > 0;
    for (const iri of named) {
      if (this.#classes.has(iri)) continue;
      const said = { domain: reader.show(iri), why: reader.noClass(iri), left };
      reader.warnOf('domain-not-declared', name(), said, property.place);
    }
    if (stated.unreadable.length > 0) {
      const consequence = left ? 'it is left out of the domain' : 'the property is not generated';
      reader.warn('domain-unreadable', { property: name(), consequence }, property.place);
    }
    if (left) return withoutSubclasses([...new Set(known)]);
    if (named.length === 0 && stated.unreadable.length === 0 && !this.#isForeign(property)) {
      const [universal] = stated.named;
      const said = { property: name(), universal: universal === undefined ? undefined : reader.show(universal) };
      reader.warn('property-without-domain', said, property.place);
    }
    return undefined;
  }

  /**
   * Whether a property is not the ontology's own business: a term of OWL itself, or one of another vocabulary that is
   * only declared and annotated, as editors want it for annotations of their own.
   */
  #isForeign(property: Property): boolean {
    if (isBuiltIn(property.iri)) return true;
    if (property.statements.length === 0 || saysMore(property)) return false;
    this.#ownNamespaces ??= ownNamespaces([...this.#classes.values()], [...this.#properties.values()]);
    return this.#ownNamespaces.size > 0 && !this.#ownNamespaces.has(namespaceOf(property.iri));
  }

  /** What has a property has the more general one, too (RDF Schema 1.1, 3.5): its domain is that of the more special. */
  #domainOfSuper(property: Property): Node[] {
    for (const node of this.#moreGeneral(property.iri)) {
      const other = this.#properties.get(node);
      const named = other ? [...this.#expression(other).named].filter((iri) => this.#classes.has(iri)) : [];
      if (named.length > 0) return named;
    }
    return [];
  }

  /** Properties that a property implies, nearest first; equivalent ones are, too. */
  #moreGeneral(iri: Node): Set<Node> {
    const { ontology } = this.#reader;
    const found = new Set<Node>([iri]);
    // A Set yields what is added while it is walked.
    for (const node of found) {
      for (const predicate of [owl.equivalentProperty, rdfs.subPropertyOf]) {
        for (const other of ontology.nodes(node, predicate)) if (!isBlank(other)) found.add(other);
      }
    }
    found.delete(iri);
    return found;
  }

  /** Settles what the values of a property are in each class of its domain. */
  #settleRanges(property: Property): void {
    const { part, axioms } = this.#global.get(property) as { part: Part; axioms: AxiomDraft[] };
    let range = this.#rangeOf(property, part, axioms);
    if (!range.value && range.classes.length === 0) {
      for (const node of this.#moreGeneral(property.iri)) {
        const other = this.#properties.get(node);
        const general = other && this.#global.get(other);
        if (!other || !general || (general.part.values.length === 0 && general.part.classes.length === 0)) continue;
        range = { ...this.#rangeOf(other, general.part, []), traces: [] };
        property.takesOver = true;
        break;
      }
    }
    let isSilent = false;
    const settle = (settled: Range): Range => {
      if (settled.value || settled.classes.length > 0) return settled;
      const opposite = property.inverse !== property ? (property.inverse?.domains ?? []) : [];
      // The range of a property is the domain of its inverse.
      if (opposite.length > 0) return { ...settled, classes: [...opposite] };
      isSilent = true;
      return { ...settled, value: this.#silent(property) };
    };
    let isGeneral = false;
    for (const cls of property.domains) {
      const facts = this.#facts.of(cls, property.iri);
      if (facts.length === 0) {
        isGeneral = true;
        continue;
      }
      let bounds = boundsOf(facts);
      if (property.functional) bounds = tighten(bounds, { max: 1 });
      const narrowing = Object.assign(this.#context(property, cls), { single: bounds.max === 1, inherited: false });
      property.ranges.set(cls, settle(narrow(this.#reader, this.#ranges, range, facts, narrowing)));
    }
    if (isGeneral) property.range = settle(range);
    if (isSilent) {
      const becomes = isObjectProperty(property) ? IRI_OF_RESOURCE : 'a string';
      this.#reader.warn('property-without-range', { property: this.#reader.show(property.iri), becomes }, property.place);
    }
  }

  #silent(property: Property): ValueType {
    return { kind: 'scalar', scalar: isObjectProperty(property) ? 'iri' : 'string' };
  }

  /** What the range of a datatype property is that is not a known datatype: only classes have superclasses. */
  #kindOfUnknown(iri: Node): 'unmapped' | 'untyped' | 'class' {
    const { ontology } = this.#reader;
    if (isUniversal(iri)) return 'class';
    if (ontology.types(iri).length > 0 || ontology.statements(iri).length === 0) return 'unmapped';
    return ontology.node(iri, rdfs.subClassOf) === undefined ? 'untyped' : 'class';
  }

  /** What `rdfs:range` says, with warnings of what it says in vain. */
  #rangeOf(property: Property, part: Part, axioms: readonly AxiomDraft[]): Range {
    const reader = this.#reader;
    const { ontology } = reader;
    const { types } = property;
    const isObject = types.some((type) => objectTypes.has(type));
    const isData = types.includes(owl.DatatypeProperty);
    const name = () => reader.show(property.iri);
    const values = [...part.values];
    for (const iri of part.unknown) {
      if (isDatatype(ontology, iri) || iri.startsWith(XSD) || (isData && !isObject)) {
        const is = this.#kindOfUnknown(iri);
        reader.warnOf('datatype-unknown', name(), { datatype: reader.show(iri), is }, property.place);
        const why = is === 'unmapped' ? 'has no mapping' : 'is no declared datatype';
        for (const axiom of axioms) axiom.fallsShort(`${reader.show(iri)} ${why}, and becomes a string`);
        values.push({ kind: 'scalar', scalar: 'string', datatype: iri });
      } else {
        if (!isUniversal(iri) && !isBuiltIn(iri)) {
          reader.warnOf('range-not-declared', name(), { range: reader.show(iri), why: reader.noClass(iri) }, property.place);
          for (const axiom of axioms)
            axiom.fallsShort(`${reader.show(iri)} is not declared a class, and becomes the IRI of any resource`);
        }
        values.push({ kind: 'scalar', scalar: 'iri', datatype: iri });
      }
    }
    for (const node of part.unreadable) {
      const asData = isData || isDataRange(reader, node);
      const becomes = asData ? 'a string' : IRI_OF_RESOURCE;
      reader.warn('range-unreadable', { property: name(), becomes }, property.place);
      for (const axiom of axioms) axiom.fallsShort(`this class expression is not read, and becomes ${becomes}`);
      values.push({ kind: 'scalar', scalar: asData ? 'string' : 'iri' });
    }
    const classes = withoutSubclasses(part.classes);
    const { value, loses } = this.#ranges.oneOf(values);
    if (loses) {
      reader.warn('range-ambiguous', { property: name(), becomes: 'any value of these datatypes' }, property.place);
      for (const axiom of axioms) axiom.fallsShort('of several datatypes only the kinds are kept');
    }
    return { value, classes, traces: [...axioms.map((axiom) => ({ axiom, kind: 'type' }) as const), ...part.traces] };
  }
}

const IRI_OF_RESOURCE = 'the IRI of a resource';

const related: ReadonlyMap<string, string> = new Map([
  [rdfs.subPropertyOf, 'domain and range are taken over where none are stated; values are not copied'],
  [owl.equivalentProperty, 'domain and range are taken over where none are stated; both stay fields of their own'],
  [owl.propertyDisjointWith, 'values of different properties are not compared'],
  [owl.propertyChainAxiom, 'facts that follow are not derived'],
]);

/** Types that only declare a property. */
const plainTypes: ReadonlySet<string> = new Set([rdf.Property, owl.ObjectProperty, owl.DatatypeProperty]);

/** Whether more is stated of a property than that it is one, and what people read. */
function saysMore({ statements, types }: Property): boolean {
  return (
    types.some((type) => propertyTypes.has(type) && !plainTypes.has(type)) ||
    statements.some(
      ({ predicate: p }) => domainPredicates.has(p) || rangePredicates.has(p) || related.has(p) || p === owl.inverseOf,
    )
  );
}

/** The namespaces of the classes, and of the properties that the ontology defines, if there are any. */
function ownNamespaces(classes: readonly ClassDraft[], properties: readonly Property[]): Set<string> {
  const defined = properties.filter(saysMore);
  return new Set(defined.length === 0 ? [] : [...classes, ...defined].map(({ iri }) => namespaceOf(iri)));
}

/** Classes without those that are subclasses of others among them. */
function withoutSubclasses(classes: readonly ClassDraft[]): ClassDraft[] {
  return classes.filter((c) => !classes.some((d) => d !== c && c.ancestors.includes(d)));
}
