/** IRIs of the vocabularies that ontologies are written in: put together when the program is built, so that each is one constant. */

import { asKey } from './keys.ts';

export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
export const OWL = 'http://www.w3.org/2002/07/owl#';
export const XSD = 'http://www.w3.org/2001/XMLSchema#';
export const SHACL = 'http://www.w3.org/ns/shacl#';
export const SKOS = 'http://www.w3.org/2004/02/skos/core#';
export const DCTERMS = 'http://purl.org/dc/terms/';
export const DC = 'http://purl.org/dc/elements/1.1/';
export const VANN = 'http://purl.org/vocab/vann/';
/** By which the OWL that LinkML generates lists the values of an enumeration, each of them a class. */
export const LINKML_VALUES = 'https://w3id.org/linkml/permissible_values';
/** schema.org is published under both schemes. */
export const SCHEMA = ['http://schema.org/', 'https://schema.org/'] as const;

/** Terms, each of them the one string that predicates are, too: they are compared millions of times. */
function terms<T extends Readonly<Record<string, string>>>(texts: T): T {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, asKey(text)])) as unknown as T;
}

export const rdf = terms({
  type: `${RDF}type`,
  first: `${RDF}first`,
  rest: `${RDF}rest`,
  nil: `${RDF}nil`,
  Property: `${RDF}Property`,
  langString: `${RDF}langString`,
} as const);

export const rdfs = terms({
  Class: `${RDFS}Class`,
  Datatype: `${RDFS}Datatype`,
  Literal: `${RDFS}Literal`,
  Resource: `${RDFS}Resource`,
  comment: `${RDFS}comment`,
  domain: `${RDFS}domain`,
  label: `${RDFS}label`,
  range: `${RDFS}range`,
  subClassOf: `${RDFS}subClassOf`,
  subPropertyOf: `${RDFS}subPropertyOf`,
} as const);

export const owl = terms({
  AllDifferent: `${OWL}AllDifferent`,
  AllDisjointClasses: `${OWL}AllDisjointClasses`,
  AllDisjointProperties: `${OWL}AllDisjointProperties`,
  AnnotationProperty: `${OWL}AnnotationProperty`,
  AsymmetricProperty: `${OWL}AsymmetricProperty`,
  Class: `${OWL}Class`,
  DataRange: `${OWL}DataRange`,
  DatatypeProperty: `${OWL}DatatypeProperty`,
  DeprecatedClass: `${OWL}DeprecatedClass`,
  DeprecatedProperty: `${OWL}DeprecatedProperty`,
  FunctionalProperty: `${OWL}FunctionalProperty`,
  InverseFunctionalProperty: `${OWL}InverseFunctionalProperty`,
  IrreflexiveProperty: `${OWL}IrreflexiveProperty`,
  NamedIndividual: `${OWL}NamedIndividual`,
  Nothing: `${OWL}Nothing`,
  ObjectProperty: `${OWL}ObjectProperty`,
  OntologyProperty: `${OWL}OntologyProperty`,
  Ontology: `${OWL}Ontology`,
  ReflexiveProperty: `${OWL}ReflexiveProperty`,
  Restriction: `${OWL}Restriction`,
  SymmetricProperty: `${OWL}SymmetricProperty`,
  Thing: `${OWL}Thing`,
  TransitiveProperty: `${OWL}TransitiveProperty`,
  allValuesFrom: `${OWL}allValuesFrom`,
  cardinality: `${OWL}cardinality`,
  complementOf: `${OWL}complementOf`,
  datatypeComplementOf: `${OWL}datatypeComplementOf`,
  deprecated: `${OWL}deprecated`,
  disjointUnionOf: `${OWL}disjointUnionOf`,
  disjointWith: `${OWL}disjointWith`,
  equivalentClass: `${OWL}equivalentClass`,
  equivalentProperty: `${OWL}equivalentProperty`,
  hasKey: `${OWL}hasKey`,
  hasSelf: `${OWL}hasSelf`,
  hasValue: `${OWL}hasValue`,
  imports: `${OWL}imports`,
  intersectionOf: `${OWL}intersectionOf`,
  inverseOf: `${OWL}inverseOf`,
  maxCardinality: `${OWL}maxCardinality`,
  maxQualifiedCardinality: `${OWL}maxQualifiedCardinality`,
  members: `${OWL}members`,
  minCardinality: `${OWL}minCardinality`,
  minQualifiedCardinality: `${OWL}minQualifiedCardinality`,
  onClass: `${OWL}onClass`,
  onDataRange: `${OWL}onDataRange`,
  onDatatype: `${OWL}onDatatype`,
  oneOf: `${OWL}oneOf`,
  onProperty: `${OWL}onProperty`,
  propertyChainAxiom: `${OWL}propertyChainAxiom`,
  propertyDisjointWith: `${OWL}propertyDisjointWith`,
  qualifiedCardinality: `${OWL}qualifiedCardinality`,
  someValuesFrom: `${OWL}someValuesFrom`,
  unionOf: `${OWL}unionOf`,
  versionInfo: `${OWL}versionInfo`,
  versionIRI: `${OWL}versionIRI`,
  withRestrictions: `${OWL}withRestrictions`,
} as const);

export const skos = terms({
  Concept: `${SKOS}Concept`,
  ConceptScheme: `${SKOS}ConceptScheme`,
  hasTopConcept: `${SKOS}hasTopConcept`,
  inScheme: `${SKOS}inScheme`,
  topConceptOf: `${SKOS}topConceptOf`,
} as const);

export const sh = terms({
  BlankNode: `${SHACL}BlankNode`,
  BlankNodeOrIRI: `${SHACL}BlankNodeOrIRI`,
  IRI: `${SHACL}IRI`,
  IRIOrLiteral: `${SHACL}IRIOrLiteral`,
  Literal: `${SHACL}Literal`,
  NodeShape: `${SHACL}NodeShape`,
  PropertyShape: `${SHACL}PropertyShape`,
  Violation: `${SHACL}Violation`,
  and: `${SHACL}and`,
  class: `${SHACL}class`,
  closed: `${SHACL}closed`,
  datatype: `${SHACL}datatype`,
  deactivated: `${SHACL}deactivated`,
  defaultValue: `${SHACL}defaultValue`,
  description: `${SHACL}description`,
  flags: `${SHACL}flags`,
  group: `${SHACL}group`,
  hasValue: `${SHACL}hasValue`,
  ignoredProperties: `${SHACL}ignoredProperties`,
  in: `${SHACL}in`,
  inversePath: `${SHACL}inversePath`,
  maxCount: `${SHACL}maxCount`,
  maxExclusive: `${SHACL}maxExclusive`,
  maxInclusive: `${SHACL}maxInclusive`,
  maxLength: `${SHACL}maxLength`,
  message: `${SHACL}message`,
  minCount: `${SHACL}minCount`,
  minExclusive: `${SHACL}minExclusive`,
  minInclusive: `${SHACL}minInclusive`,
  minLength: `${SHACL}minLength`,
  name: `${SHACL}name`,
  node: `${SHACL}node`,
  nodeKind: `${SHACL}nodeKind`,
  or: `${SHACL}or`,
  order: `${SHACL}order`,
  path: `${SHACL}path`,
  pattern: `${SHACL}pattern`,
  property: `${SHACL}property`,
  severity: `${SHACL}severity`,
  targetClass: `${SHACL}targetClass`,
  uniqueLang: `${SHACL}uniqueLang`,
  xone: `${SHACL}xone`,
} as const);
