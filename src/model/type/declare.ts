/**
 * Creates the properties of an ontology with what is stated about each as a whole: its characteristics, such as
 * `owl:FunctionalProperty`, and its inverse. Domains and ranges are read later (domains.ts, properties.ts).
 */

import type { Place } from '../../diagnostics/index.ts';
import { isBlank, type Node, OWL, owl, rdf, rdfs, type Statement } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import type { AxiomDraft } from '../read/axioms.ts';
import type { Facts } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import { derivedFrom, isDomain, isRange } from '../read/resources.ts';
import { addAxiom, Properties, type Property, type PropertyAxiom, type PropertyStatement, propertyTypes } from './property.ts';
import type { Range } from './range.ts';

const NO_CLASSES: readonly ClassDraft[] = [];
const NO_AXIOMS: readonly PropertyStatement[] = [];
const NO_DRAFTS: readonly AxiomDraft[] = [];
const NO_RANGE: Range = { value: undefined, classes: [], traces: [] };

/** Returns the properties of an ontology, in order of declaration, linked to their inverses. */
export function declareProperties(reader: Reader, classes: ReadonlyMap<string, ClassDraft>, facts: Facts): Properties {
  const properties = new Properties();
  const add = (node: Node, statements: readonly Statement[], types: readonly Node[], place: Place) =>
    properties.add(propertyOf(reader, node, statements, types, place));
  const { ontology } = reader;
  for (const { node, statements, place = ontology.place(node) } of ontology.typedSubjects) {
    if (isBlank(node)) continue;
    const types = typesOfStatements(statements);
    if (types.some((type) => propertyTypes.has(type))) add(node, statements, types, place);
    else if (isAnnotation(types, statements) && facts.shapedIn(node).size === 0) {
      reader.warn('annotation-property', { property: reader.show(node) }, place);
    }
  }
  const isUsed = (node: Node) => facts.shapedIn(node).size + facts.restrictedIn(node).size > 0;
  addUndeclared(reader, classes, isUsed, add);
  // Shapes and restrictions may use properties of vocabularies that are not loaded.
  for (const node of facts.properties()) {
    if (properties.get(node) || isBlank(node)) continue;
    // A restriction on a term of OWL is about the ontology; a shape, such as one of owl:versionInfo, is about data.
    if (node.startsWith(OWL) && facts.shapedIn(node).size === 0) continue;
    const isOfClass = [...facts.shapedIn(node), ...facts.restrictedIn(node)].some((iri) => classes.has(iri));
    if (!isOfClass) continue;
    const statements = ontology.statements(node);
    // A property without statements has the source location of its first mention.
    const place = statements.length > 0 ? ontology.place(node) : (facts.placeOf(node) ?? ontology.place(node));
    add(node, statements, typesOfStatements(statements), place);
  }
  linkInverses(reader, properties);
  return properties;
}

function isAnnotation(types: readonly Node[], statements: readonly Statement[]): boolean {
  return types.includes(owl.AnnotationProperty) && statements.some((s) => isDomain(s.predicate));
}

/**
 * Adds undeclared properties: a resource with a domain or a range is a property (RDF Schema 1.1, 3.1 and 3.2). With only a
 * range, it may belong to no class; the reader of domains reports that.
 */
function addUndeclared(
  reader: Reader,
  classes: ReadonlyMap<string, ClassDraft>,
  isUsed: (node: Node) => boolean,
  add: (node: Node, statements: readonly Statement[], types: readonly Node[], place: Place) => void,
): void {
  const { ontology } = reader;
  const isProperty = derivedFrom(ontology, [...propertyTypes]);
  for (const { node, statements } of ontology.entries()) {
    if (isBlank(node)) continue;
    const types = typesOfStatements(statements);
    // Declared properties are added already.
    if (types.some((type) => propertyTypes.has(type))) continue;
    const hasDomain = statements.some((s) => isDomain(s.predicate));
    if (!hasDomain && (isUsed(node) || !statements.some((s) => isRange(s.predicate)))) continue;
    if (types.includes(owl.AnnotationProperty) || types.includes(owl.OntologyProperty)) continue;
    if (hasDomain && classes.has(node) && !statements.some((s) => isDomain(s.predicate) && classes.has(s.object as Node))) {
      reportClassDomain(reader, node, statements);
      continue;
    }
    if (hasDomain && !types.some(isProperty) && !reader.isMistyped(node)) warnOfUndeclared(reader, node, statements, classes);
    add(node, statements, types, ontology.place(node));
  }
}

function warnOfUndeclared(
  reader: Reader,
  property: Node,
  statements: readonly Statement[],
  classes: ReadonlyMap<string, ClassDraft>,
): void {
  const isOfClass = statements.some((s) => isRange(s.predicate) && classes.has(s.object as Node));
  const declare = isOfClass ? 'owl:ObjectProperty' : 'owl:DatatypeProperty';
  reader.warnOf('property-not-declared', reader.show(property), { as: 'domain', declare }, reader.ontology.place(property));
}

/** Reports a class that has a domain: the domain of a property was meant. */
function reportClassDomain(reader: Reader, node: Node, statements: readonly Statement[]): void {
  const { ontology } = reader;
  for (const statement of statements) {
    const { predicate, object } = statement;
    if (!isDomain(predicate) || typeof object !== 'string') continue;
    const cls = reader.show(node);
    const text = `${cls} ${reader.show(predicate)} ${reader.show(object)}`;
    const isProperty = ontology.types(object).some((type) => propertyTypes.has(type));
    const instead = isProperty ? `: ${reader.show(object)} ${reader.show(predicate)} ${cls}` : '';
    const reason = `only a property has a domain, and ${cls} is a class${instead}`;
    reader.warnEach('value-not-taken', text, { reason }, ontology.placeOf(statement));
  }
}

function typesOfStatements(statements: readonly Statement[]): readonly Node[] {
  return statements.flatMap(({ predicate, object }) => (predicate === rdf.type && typeof object === 'string' ? [object] : []));
}

/** The constraint that each characteristic of properties states, and what of it is not checked. */
const characteristics: ReadonlyMap<string, { readonly constraint?: PropertyAxiom; readonly shortfall?: string }> = new Map([
  [owl.FunctionalProperty, { constraint: 'single' }],
  [owl.InverseFunctionalProperty, { constraint: 'unique' }],
  [owl.DeprecatedProperty, { constraint: 'deprecated' }],
  [
    owl.SymmetricProperty,
    { constraint: 'inverse', shortfall: 'a pair is stored in the given direction; the other direction is not derived' },
  ],
  [
    owl.AsymmetricProperty,
    { constraint: 'irreflexive', shortfall: 'for single instances, it only implies that nothing refers to itself' },
  ],
  [owl.IrreflexiveProperty, { constraint: 'irreflexive' }],
  [owl.TransitiveProperty, { shortfall: 'implied facts are not derived' }],
  [owl.ReflexiveProperty, { shortfall: 'implied facts are not derived' }],
]);

function propertyOf(
  reader: Reader,
  node: Node,
  statements: readonly Statement[],
  types: readonly Node[],
  place: Place,
): Property {
  const { axioms } = reader;
  const described = reader.described(node, statements);
  const property: Property = {
    iri: node,
    place,
    label: described.label,
    doc: described.doc,
    deprecated: described.deprecated,
    domains: NO_CLASSES,
    domainSources: undefined,
    range: NO_RANGE,
    ranges: undefined,
    functional: types.includes(owl.FunctionalProperty),
    inverseFunctional: types.includes(owl.InverseFunctionalProperty),
    symmetric: types.includes(owl.SymmetricProperty),
    inverse: undefined,
    statements,
    types,
    inheritsDomainOrRange: false,
    axioms: NO_AXIOMS,
    parsedRange: undefined,
    rangeAxioms: NO_DRAFTS,
    rangeAt: -1,
    domainAt: -1,
    names: undefined,
  };
  for (const statement of statements) {
    const { predicate, object } = statement;
    if (predicate === owl.deprecated && described.deprecated) {
      addAxiom(property, 'deprecated', axioms.add('owl:deprecated', node, statement));
    }
    const characteristic = predicate === rdf.type ? characteristics.get(object as Node) : undefined;
    if (!characteristic) continue;
    const axiom = axioms.add(object as Node, node, statement);
    if (characteristic.shortfall !== undefined) axiom.addShortfall(characteristic.shortfall);
    if (characteristic.constraint) addAxiom(property, characteristic.constraint, axiom);
  }
  return property;
}

/** `p owl:inverseOf q` makes each the inverse of the other (OWL 2 Structural Specification, 9.2.4). */
function linkInverses({ axioms }: Reader, properties: Properties): void {
  for (const property of properties.all) {
    for (const statement of property.statements) {
      if (statement.predicate !== owl.inverseOf) continue;
      linkInverse(property, properties.get(statement.object as Node), axioms.add('owl:inverseOf', property.iri, statement));
    }
    if (property.symmetric && !isOfLiterals(property)) property.inverse ??= property;
  }
}

/** Links a property to the other property of its `owl:inverseOf`; undefined if the ontology does not have it. */
function linkInverse(property: Property, other: Property | undefined, axiom: AxiomDraft): void {
  if (!other) {
    axiom.addShortfall('the inverse is not a property of this ontology');
    return;
  }
  if (isOfLiterals(property) || isOfLiterals(other)) {
    axiom.addShortfall('literals lead back to nothing');
    return;
  }
  property.inverse ??= other;
  other.inverse ??= property;
  if (property.inverse !== other || other.inverse !== property) axiom.addShortfall('another inverse is named, and one is stored');
  addAxiom(property, 'inverse', axiom);
}

/** Returns whether a property is declared to have only literals as values. */
function isOfLiterals({ types }: Property): boolean {
  return types.includes(owl.DatatypeProperty) && !types.includes(owl.ObjectProperty);
}

/** Predicates between properties that do not constrain data, with the reason, which is the shortfall of their axioms. */
export const unenforcedPredicates: ReadonlyMap<string, string> = new Map([
  [rdfs.subPropertyOf, 'domain and range are copied where none are stated; values are not copied'],
  [owl.equivalentProperty, 'domain and range are copied where none are stated; both remain separate fields'],
  [owl.propertyDisjointWith, 'values of different properties are not compared'],
  [owl.propertyChainAxiom, 'implied facts are not derived'],
]);

/** Logs statements about properties that constrain data at most through an inherited domain and range. */
export function readRelated({ axioms }: Reader, properties: Properties): void {
  for (const property of properties.all) {
    for (const statement of property.statements) {
      const why = unenforcedPredicates.get(statement.predicate);
      if (why === undefined) continue;
      const axiom = axioms.add(statement.predicate, property.iri, statement);
      axiom.addShortfall(why);
      const isImplied = statement.predicate === rdfs.subPropertyOf || statement.predicate === owl.equivalentProperty;
      if (isImplied && property.inheritsDomainOrRange) addAxiom(property, 'domain', axiom);
    }
  }
}
