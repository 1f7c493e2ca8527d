/** IRIs of the vocabularies that ontologies are written in. */

export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
export const OWL = 'http://www.w3.org/2002/07/owl#';
export const XSD = 'http://www.w3.org/2001/XMLSchema#';
export const SHACL = 'http://www.w3.org/ns/shacl#';
export const SKOS = 'http://www.w3.org/2004/02/skos/core#';
export const DCTERMS = 'http://purl.org/dc/terms/';
export const DC = 'http://purl.org/dc/elements/1.1/';
/** schema.org is published under both schemes. */
export const SCHEMA = ['http://schema.org/', 'https://schema.org/'] as const;

export const rdf = {
  type: `${RDF}type`,
  first: `${RDF}first`,
  rest: `${RDF}rest`,
  nil: `${RDF}nil`,
  Property: `${RDF}Property`,
  langString: `${RDF}langString`,
} as const;

export const rdfs = {
  Class: `${RDFS}Class`,
  Datatype: `${RDFS}Datatype`,
  Literal: `${RDFS}Literal`,
  Resource: `${RDFS}Resource`,
  comment: `${RDFS}comment`,
  domain: `${RDFS}domain`,
  label: `${RDFS}label`,
  range: `${RDFS}range`,
  subClassOf: `${RDFS}subClassOf`,
} as const;

export const owl = {
  AnnotationProperty: `${OWL}AnnotationProperty`,
  AsymmetricProperty: `${OWL}AsymmetricProperty`,
  Class: `${OWL}Class`,
  DatatypeProperty: `${OWL}DatatypeProperty`,
  DeprecatedClass: `${OWL}DeprecatedClass`,
  DeprecatedProperty: `${OWL}DeprecatedProperty`,
  FunctionalProperty: `${OWL}FunctionalProperty`,
  InverseFunctionalProperty: `${OWL}InverseFunctionalProperty`,
  IrreflexiveProperty: `${OWL}IrreflexiveProperty`,
  NamedIndividual: `${OWL}NamedIndividual`,
  Nothing: `${OWL}Nothing`,
  ObjectProperty: `${OWL}ObjectProperty`,
  Ontology: `${OWL}Ontology`,
  ReflexiveProperty: `${OWL}ReflexiveProperty`,
  Restriction: `${OWL}Restriction`,
  SymmetricProperty: `${OWL}SymmetricProperty`,
  Thing: `${OWL}Thing`,
  TransitiveProperty: `${OWL}TransitiveProperty`,
  cardinality: `${OWL}cardinality`,
  deprecated: `${OWL}deprecated`,
  equivalentClass: `${OWL}equivalentClass`,
  hasKey: `${OWL}hasKey`,
  intersectionOf: `${OWL}intersectionOf`,
  inverseOf: `${OWL}inverseOf`,
  maxCardinality: `${OWL}maxCardinality`,
  maxQualifiedCardinality: `${OWL}maxQualifiedCardinality`,
  minCardinality: `${OWL}minCardinality`,
  minQualifiedCardinality: `${OWL}minQualifiedCardinality`,
  onClass: `${OWL}onClass`,
  onDataRange: `${OWL}onDataRange`,
  onDatatype: `${OWL}onDatatype`,
  onProperty: `${OWL}onProperty`,
  qualifiedCardinality: `${OWL}qualifiedCardinality`,
  someValuesFrom: `${OWL}someValuesFrom`,
  unionOf: `${OWL}unionOf`,
} as const;

export const sh = {
  deactivated: `${SHACL}deactivated`,
  maxCount: `${SHACL}maxCount`,
  minCount: `${SHACL}minCount`,
  path: `${SHACL}path`,
  property: `${SHACL}property`,
  targetClass: `${SHACL}targetClass`,
} as const;

/** Prefixes that everybody knows, for messages and queries. */
export const wellKnownPrefixes: ReadonlyMap<string, string> = new Map([
  ['rdf', RDF],
  ['rdfs', RDFS],
  ['owl', OWL],
  ['xsd', XSD],
  ['sh', SHACL],
  ['skos', SKOS],
  ['dcterms', DCTERMS],
  ['dc', DC],
  ['foaf', 'http://xmlns.com/foaf/0.1/'],
  ['prov', 'http://www.w3.org/ns/prov#'],
  ['dcat', 'http://www.w3.org/ns/dcat#'],
  ['org', 'http://www.w3.org/ns/org#'],
  ['schema', 'http://schema.org/'],
  ['vcard', 'http://www.w3.org/2006/vcard/ns#'],
]);
