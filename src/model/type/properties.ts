/**
 * Reads the properties of an ontology: the classes that have each, and the values that it has in each of them. `:age
 * rdfs:domain :Person ; rdfs:range xsd:integer` becomes a property with the domain `Person` and a range of integers; relate/
 * and settle/ turn it into the field `Person.age`.
 */

import {
  compareCodePoints,
  isBlank,
  type Node,
  type Ontology,
  owl,
  rdf,
  rdfs,
  type Statement,
  XSD,
} from '../../ontology/index.ts';
import { type ClassDraft, withoutSubclasses } from '../draft.ts';
import { getOrCreate } from '../get-or-create.ts';
import { isNumeric } from '../kinds/kinds.ts';
import type { AxiomDraft } from '../read/axioms.ts';
import { hasUnreadComplement, noteComplement } from '../read/complements.ts';
import { boundsOf, type Facts, intersectBounds } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import { isBuiltIn, isDatatype, isUniversal } from '../read/resources.ts';
import { kindOf } from '../read/slips/statement-checks.ts';
import type { ScalarType } from '../types.ts';
import { pascalName } from '../words/names.ts';
import { declareProperties, readRelated } from './declare.ts';
import { Domains } from './domains.ts';
import { faultOfList } from './named-types.ts';
import { narrowRange } from './narrow.ts';
import {
  hasOnlyDomainAndRange,
  isObjectProperty,
  objectTypes,
  onlyRangeOf,
  type Properties,
  type Property,
  rangeStatementsOf,
} from './property.ts';
import {
  isDataRange,
  isUnstated,
  type ParsedRange,
  type Range,
  type RangeContext,
  type Ranges,
  type ValueType,
} from './range.ts';
import { NearestSuperproperty } from './superproperties.ts';

/** Returns the properties that belong to a class, in order of declaration or, by policy, of IRIs. Warns of the others. */
export function readProperties(reader: Reader, classes: readonly ClassDraft[], ranges: Ranges, facts: Facts): Property[] {
  const byIri = new Map(classes.map((cls) => [cls.iri, cls]));
  const properties = declareProperties(reader, byIri, facts);
  const propertyRanges = new PropertyRanges(reader, properties, ranges, facts);
  const domains = new Domains(reader, byIri, facts, properties);
  const ofClasses: Property[] = [];
  for (const property of properties.all) {
    const domain = domains.find(property, property.inverse?.parsedRange?.classes ?? []);
    if (!domain) continue;
    property.domains = reader.decisions.isEmpty
      ? domain
      : domain.filter((cls) => !reader.decisions.find('skip', property.iri, cls.iri));
    if (property.domains.length === 0) continue;
    ofClasses.push(property);
  }
  if (reader.policies.order === 'iri') ofClasses.sort((a, b) => compareCodePoints(a.iri, b.iri));
  for (const property of ofClasses) propertyRanges.settle(property);
  readRelated(reader, properties);
  return ofClasses;
}

/**
 * Determines the ranges of properties. The constructor reads what `rdfs:range` states; `settle` adds the facts of each class.
 */
class PropertyRanges {
  readonly #reader: Reader;
  readonly #properties: Properties;
  readonly #ranges: Ranges;
  readonly #facts: Facts;
  readonly #superproperties: NearestSuperproperty;
  /** The ranges of plain properties; equal ones are shared. */
  readonly #unrestricted = new Map<ParsedRange, Range>();

  constructor(reader: Reader, properties: Properties, ranges: Ranges, facts: Facts) {
    this.#reader = reader;
    this.#properties = properties;
    this.#ranges = ranges;
    this.#facts = facts;
    this.#superproperties = new NearestSuperproperty(reader.ontology, (iri) => this.#hasRange(iri));
    for (const property of properties.all) this.#readRange(property);
  }

  /** Returns whether the ontology states a range of the property itself. */
  #hasRange(iri: Node): boolean {
    const parsed = this.#properties.get(iri)?.parsedRange;
    return parsed !== undefined && parsed.values.length + parsed.classes.length > 0;
  }

  #readRange(property: Property): void {
    const { axioms } = this.#reader;
    const only = onlyRangeOf(property);
    if (only) {
      const { object } = only;
      property.parsedRange = isBlank(object)
        ? this.#ranges.readNode(object, this.#context(property))
        : this.#ranges.named(object);
      const isIncomplete = hasUnreadComplement(this.#reader.ontology, object);
      if (!isIncomplete && this.#mayBePlain(property, property.parsedRange)) property.rangeAt = axioms.addPlain(property, only);
      else property.rangeAxioms = [this.#rangeAxiom(property, only)];
      return;
    }
    const statements = rangeStatementsOf(property);
    const nodes = statements.map((s) => s.object);
    property.parsedRange = this.#ranges.read(nodes, this.#context(property));
    property.rangeAxioms = statements.map((s) => this.#rangeAxiom(property, s));
  }

  #rangeAxiom({ iri }: Property, statement: Statement & { readonly object: Node }): AxiomDraft {
    const axiom = this.#reader.axioms.add(statement.predicate, iri, statement);
    noteComplement(this.#reader.ontology, axiom, statement.object);
    return axiom;
  }

  /**
   * Returns whether a property has nothing but one class or scalar type as its range; it is plain if its domain is also one
   * class.
   */
  #mayBePlain({ iri, inverse, axioms }: Property, parsed: ParsedRange): boolean {
    if (inverse || axioms.length > 0 || parsed.unknown.length + parsed.unreadable.length + parsed.traces.length > 0) return false;
    const { values, classes } = parsed;
    if (values.length + classes.length !== 1 || (values[0] && values[0].kind !== 'scalar')) return false;
    const facts = this.#facts;
    return facts.classesWithFacts(iri).size + facts.shapedIn(iri).size + facts.restrictedIn(iri).size === 0;
  }

  /** Returns the context of a property, or of a property in one class. */
  #context({ iri }: Property, cls?: ClassDraft): RangeContext {
    return { subject: iri, names: [typeName(cls?.name ?? '', pascalName(this.#reader.localInAscii(iri)))] };
  }

  /** Determines the range of a property in each class of its domain. */
  settle(property: Property): void {
    const parsed = property.parsedRange as ParsedRange;
    if (hasOnlyDomainAndRange(property)) {
      property.range = getOrCreate(this.#unrestricted, parsed, () => ({
        value: parsed.values[0],
        classes: parsed.classes,
        traces: [],
      }));
      return;
    }
    const open: OpenQuestions = { undeclared: [], ambiguous: [] };
    const { undeclared } = open;
    const stated = this.#statedRange(property, parsed, property.rangeAxioms, open);
    const range = isUnstated(stated) ? (this.#inheritedRange(property, open) ?? stated) : stated;
    let defaultType: DefaultType | undefined;
    let inAlternatives: Pick<Range, 'value' | 'classes'> | undefined;
    // Completes a range of which nothing is known.
    const withType = (settled: Range): Range => {
      if (!isUnstated(settled)) return settled;
      const opposite = property.inverse !== property ? (property.inverse?.domains ?? []) : [];
      // The range of a property is the domain of its inverse.
      if (opposite.length > 0) return { ...settled, classes: [...opposite] };
      inAlternatives ??= this.#rangeInAlternatives(property, undeclared);
      if (inAlternatives) return { ...settled, ...inAlternatives };
      defaultType ??= this.#defaultType(property);
      return { ...settled, value: defaultType.value };
    };
    let usesGeneralRange = false;
    for (const cls of property.domains) {
      const facts = this.#facts.of(cls, property.iri);
      if (facts.length === 0) {
        usesGeneralRange = true;
        continue;
      }
      let bounds = boundsOf(facts);
      if (property.functional) bounds = intersectBounds(bounds, { max: 1 });
      const narrowing = { ...this.#context(property, cls), single: bounds.max === 1, inherited: false };
      property.ranges ??= new Map();
      property.ranges.set(cls, withType(narrowRange(this.#reader, this.#ranges, range, facts, narrowing)));
    }
    if (usesGeneralRange) property.range = withType(range);
    const used = [...(usesGeneralRange ? [property.range] : []), ...(property.ranges?.values() ?? [])];
    this.#reportUndeclared(undeclared, used);
    if (!used.every((one) => isSelection(one, range))) this.#reportAmbiguous(open.ambiguous);
    if (defaultType) this.#reportDefaultType(property, defaultType);
  }

  #reportDefaultType(property: Property, { becomes }: DefaultType): void {
    if (becomes === IRI_OF_RESOURCE && this.#isOfResourcesInShape(property)) return;
    // A fault in its statements, or a class in place of the property, is reported already.
    if (this.#reader.isMistyped(property.iri) || kindOf(this.#reader, property.iri) === 'class') return;
    this.#reader.warnEach('property-without-range', this.#reader.show(property.iri), { becomes }, property.place);
  }

  /** Returns the range of the nearest superproperty that states one (RDF Schema 1.1, 3.5). */
  #inheritedRange(property: Property, open: OpenQuestions): Range | undefined {
    const node = this.#superproperties.nearestTo(property.iri);
    const general = node === undefined ? undefined : this.#properties.get(node);
    if (!general?.parsedRange) return undefined;
    property.inheritsDomainOrRange = true;
    return { ...this.#statedRange(general, general.parsedRange, [], open), traces: [] };
  }

  /** Returns the type of the values of a property if nothing states a range. */
  #defaultType(property: Property): DefaultType {
    if (isObjectProperty(property) || this.#hasResources(property)) {
      return { value: { kind: 'scalar', scalar: 'iri' }, becomes: IRI_OF_RESOURCE };
    }
    const value = this.#typeInSubclasses(property);
    if (value) return { value, becomes: 'the datatype that subclasses state' };
    return { value: { kind: 'scalar', scalar: 'string' }, becomes: 'a string' };
  }

  /**
   * Returns the range of the values that `sh:or` and `sh:xone` of the domain state; undefined without any.
   *
   * @param undeclared receives the undeclared classes, whose instances are any resources
   */
  #rangeInAlternatives(property: Property, undeclared: Undeclared[]): Pick<Range, 'value' | 'classes'> | undefined {
    const { iri, domains } = property;
    const all = domains.flatMap((cls) => this.#facts.alternativeValues(cls.iri, iri).flatMap(({ ranges }) => ranges));
    // Instances of classes are resources, too.
    const areAnyResources = all.some(({ as }) => as === 'resource');
    const ranges = areAnyResources ? all.filter(({ as }) => as !== 'class') : all;
    if (ranges.length === 0) return undefined;
    const { values, classes, unknown } = this.#ranges.read(
      ranges.map(({ node }) => node),
      { subject: iri, names: [] },
    );
    const unknownClasses = unknown.filter((node) => ranges.some((range) => range.node === node && range.as === 'class'));
    const resources = unknownClasses.map((node) => this.#unknownType(property, node, [], undeclared));
    const { value } = this.#ranges.unify([...values, ...resources]);
    return value || classes.length > 0 ? { value, classes } : undefined;
  }

  /**
   * Returns the type that allows the values of all datatypes that subclasses of the domain state, if a string cannot hold them: the
   * domain itself may have other values. Returns undefined if a subclass states a class, or no numbers and booleans.
   */
  #typeInSubclasses({ iri, domains }: Property): ValueType | undefined {
    const values: ScalarType[] = [];
    for (const cls of new Set(domains.flatMap(({ descendants }) => descendants))) {
      const facts = this.#facts.stated(cls.iri).get(iri) ?? [];
      const nodes = facts.flatMap((fact) => (fact.kind === 'range' ? fact.nodes : []));
      if (nodes.length === 0) continue;
      const parsed = this.#ranges.read(nodes, { subject: iri, names: [] });
      const scalars = parsed.values.filter((value) => value.kind === 'scalar');
      if (scalars.length === 0 || scalars.length < parsed.values.length || parsed.classes.length > 0) return undefined;
      values.push(...scalars);
    }
    const [first] = values;
    if (!first || !values.some(({ scalar }) => scalar === 'boolean' || isNumeric(scalar))) return undefined;
    if (first.datatype !== undefined && values.every(({ datatype }) => datatype === first.datatype)) {
      return this.#ranges.named(first.datatype).values[0];
    }
    return this.#ranges.unify(values.map(({ scalar }) => ({ kind: 'scalar', scalar }))).value;
  }

  /** Warns of the range rdf:List. */
  #reportList({ iri, place }: Property, axioms: readonly AxiomDraft[]): void {
    const params = { property: this.#reader.show(iri), becomes: IRI_OF_RESOURCE, list: 'rdf:List' };
    this.#reader.warn('range-unreadable', params, place);
    for (const axiom of axioms) axiom.addShortfall(`lists are not read, and become ${IRI_OF_RESOURCE}`);
  }

  /** Returns whether the type of a property, or a shape of its domain, states that the values are resources. */
  #isOfResources(property: Property): boolean {
    return property.types.some((type) => objectTypes.has(type)) || this.#isOfResourcesInShape(property);
  }

  #isOfResourcesInShape({ iri, domains }: Property): boolean {
    return domains.some((cls) => this.#facts.of(cls, iri).some((fact) => fact.kind === 'node-kind' && !fact.literal));
  }

  /** Returns whether all values that classes state for a property are resources. */
  #hasResources({ iri, types }: Property): boolean {
    if (types.includes(owl.DatatypeProperty)) return false;
    const terms = [...this.#facts.classesWithFacts(iri)].flatMap((cls) =>
      (this.#facts.stated(cls).get(iri) ?? []).flatMap((fact) =>
        fact.kind === 'value' || fact.kind === 'default' ? [fact.term] : [],
      ),
    );
    return terms.length > 0 && terms.every((term) => typeof term === 'string' && !isBlank(term));
  }

  /**
   * Returns what a range of a datatype property is that is no known datatype: an undefined datatype, a resource without a type,
   * or a class, which only the superclasses show.
   */
  #kindOfUnknown(iri: Node): 'unmapped' | 'untyped' | 'class' {
    const { ontology } = this.#reader;
    if (isUniversal(iri)) return 'class';
    if (ontology.types(iri).length > 0 || ontology.statements(iri).length === 0) return 'unmapped';
    return ontology.node(iri, rdfs.subClassOf) === undefined ? 'untyped' : 'class';
  }

  /** Warns of undeclared ranges, unless all values are enumerated: then their class does not matter. */
  #reportUndeclared(undeclared: readonly Undeclared[], ranges: readonly Range[]): void {
    const reader = this.#reader;
    if (ranges.length > 0 && ranges.every(({ value }) => value?.kind === 'enumeration')) return;
    for (const { of, iri, axioms } of undeclared) {
      const params = { range: reader.show(iri), why: reader.whyNotClass(iri), suggestion: reader.suggestionFor(iri) };
      reader.warnOf('range-not-declared', reader.show(of.iri), params, of.place);
      for (const axiom of axioms) {
        axiom.addShortfall(`${reader.show(iri)} is not declared a class, and becomes the IRI of any resource`);
      }
    }
  }

  /**
   * Returns the range that `rdfs:range` states. Warns of nodes that have no effect.
   *
   * @param open receives the undeclared IRIs, and what is ambiguous
   */
  #statedRange(property: Property, parsed: ParsedRange, axioms: readonly AxiomDraft[], open: OpenQuestions): Range {
    const values = [
      ...parsed.values,
      ...parsed.unknown.map((iri) => this.#unknownType(property, iri, axioms, open.undeclared)),
      ...parsed.unreadable.map((node) => this.#unreadableType(property, node, axioms)),
    ];
    const classes = withoutSubclasses(parsed.classes);
    const { value, isLossy } = this.#ranges.unify(values);
    // In RDFS, a value belongs to all ranges (RDF Schema 1.1, section 3.1); most authors mean any of them.
    const areAlternatives =
      axioms.length > 1 &&
      parsed.unreadable.length === 0 &&
      values.length + classes.length > 1 &&
      rangeStatementsOf(property).every(({ predicate }) => predicate === rdfs.range);
    if (isLossy || areAlternatives) {
      const becomes = classes.length > 1 ? 'a reference to any of them' : 'a field for values of any of them';
      open.ambiguous.push({
        of: property,
        becomes,
        cause: areAlternatives ? 'several-ranges' : 'lost-restriction',
        isLossy,
        axioms,
      });
    }
    return {
      value,
      classes,
      traces: [...axioms.map((axiom) => ({ axiom, kind: 'type' }) as const), ...parsed.traces],
      ...(values.length > 1 && { alternatives: values }),
    };
  }

  #reportAmbiguous(ambiguous: readonly Ambiguous[]): void {
    for (const { of, becomes, cause, isLossy, axioms } of ambiguous) {
      this.#reader.warnEach('range-ambiguous', this.#reader.show(of.iri), { becomes, cause }, of.place);
      if (isLossy) for (const axiom of axioms) axiom.addShortfall('of several datatypes only the kinds are kept');
    }
  }

  /** Returns the type of a range that is an expression which is not supported. Warns of it. */
  #unreadableType(property: Property, node: Node, axioms: readonly AxiomDraft[]): ScalarType {
    const reader = this.#reader;
    const { ontology } = reader;
    const asData = property.types.includes(owl.DatatypeProperty) || isDataRange(reader, node);
    const becomes = asData ? 'a string' : IRI_OF_RESOURCE;
    const isBare = ontology.statementsOf(node, rdf.first).length > 0;
    const list = faultOfRange(ontology, node, isBare);
    const union = isBare ? unionOf(reader, node) : undefined;
    reader.warn('range-unreadable', { property: reader.show(property.iri), becomes, list, isBare, union }, property.place);
    for (const axiom of axioms) axiom.addShortfall(`${list ?? 'this class expression'} is not read, and becomes ${becomes}`);
    return { kind: 'scalar', scalar: asData ? 'string' : 'iri' };
  }

  /** Returns the type of a range that is neither a known datatype nor a class. Warns of it, or adds it to the undeclared ranges. */
  #unknownType(of: Property, iri: Node, axioms: readonly AxiomDraft[], undeclared: Undeclared[]): ScalarType {
    const reader = this.#reader;
    const { ontology } = reader;
    const isObject = this.#isOfResources(of);
    const isData = of.types.includes(owl.DatatypeProperty) && !isObject;
    if (!isDatatype(ontology, iri) && !iri.startsWith(XSD) && !isData) {
      if (!isUniversal(iri) && !isBuiltIn(iri)) undeclared.push({ of, iri, axioms });
      if (iri === rdf.List) this.#reportList(of, axioms);
      // Literals are resources, too (RDF Schema 1.1, section 2.1).
      if (iri === rdfs.Resource && !isObject)
        for (const axiom of axioms) axiom.addShortfall('IRIs are accepted, literals are not');
      return { kind: 'scalar', scalar: 'iri', datatype: iri };
    }
    const is = this.#kindOfUnknown(iri);
    if (!reader.unknownTerms.has(iri))
      reader.warnOf('datatype-unknown', reader.show(of.iri), { datatype: reader.show(iri), is }, of.place);
    const why = is === 'unmapped' ? 'has no mapping' : 'is not a declared datatype';
    for (const axiom of axioms) axiom.addShortfall(`${reader.show(iri)} ${why}, and becomes a string`);
    return { kind: 'scalar', scalar: 'string', datatype: iri, ...(is === 'unmapped' && { unmapped: true }) };
  }
}

/** The type of a property without a range, and how the warning describes it: `a string`. */
interface DefaultType {
  readonly value: ValueType;
  readonly becomes: string;
}

/** An undeclared range, its property, and the axioms that state it. */
interface Undeclared {
  readonly of: Property;
  readonly iri: Node;
  readonly axioms: readonly AxiomDraft[];
}

/** A range of several types of which the field does not keep everything, and its axioms. */
interface Ambiguous {
  readonly of: Property;
  readonly becomes: string;
  readonly cause: 'several-ranges' | 'lost-restriction';
  readonly isLossy: boolean;
  readonly axioms: readonly AxiomDraft[];
}

/** What is reported of a range if no statement of a class decides it. */
interface OpenQuestions {
  readonly undeclared: Undeclared[];
  readonly ambiguous: Ambiguous[];
}

/** Returns whether a range is one of several types or classes of a more general one, because a statement about a class selects it. */
function isSelection({ value, classes, traces, alternatives }: Range, general: Range): boolean {
  if (alternatives !== undefined || value?.kind === 'union' || classes.length + (value === undefined ? 0 : 1) !== 1) return false;
  return traces.some(({ axiom, kind }) => kind === 'type' && !general.traces.some((one) => one.axiom === axiom));
}

/** Returns the members of a list in the form of a Turtle list, if all are IRIs; for a proposed owl:unionOf. */
function unionOf(reader: Reader, head: Node): string | undefined {
  const members = reader.ontology.terms(head);
  const isOfNames = members.every((member) => typeof member === 'string' && !isBlank(member));
  return isOfNames ? members.map((member) => reader.show(member as Node)).join(' ') : undefined;
}

/** Returns why a bare list, or the list of an `owl:oneOf`, cannot be a range. */
function faultOfRange(ontology: Ontology, node: Node, isBare: boolean): string | undefined {
  if (isBare) return 'a list';
  const head = ontology.node(node, owl.oneOf);
  return head === undefined ? undefined : faultOfList(ontology.terms(head));
}

const IRI_OF_RESOURCE = 'the IRI of a resource';

/** Returns the name of the type of a field: `OrderStatus` for `:status` of `Order`, and for `:orderStatus` too. */
function typeName(className: string, propertyName: string): string {
  const isPrefixed = propertyName.startsWith(className) && /^\p{Lu}/u.test(propertyName.slice(className.length));
  return isPrefixed ? propertyName : className + propertyName;
}
