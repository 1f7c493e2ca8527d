/** The terms that RDF, RDFS, OWL, XML Schema and SHACL define, to recognize misspelled ones. */

import { OWL, RDF, RDFS, SHACL, XSD } from './vocabulary.build-time.ts';

/** All terms of the standard vocabularies by namespace: one string, which is split on first use. */
const terms: Map<string, string | ReadonlySet<string>> = new Map([
  [
    RDF,
    // Includes RDF 1.2, and the syntax terms of RDF/XML.
    `Alt Bag CompoundLiteral HTML JSON List PlainLiteral Property Seq Statement XMLLiteral dirLangString direction
        first langRange langString language nil object predicate reifies rest subject type value
        Description ID RDF about aboutEach aboutEachPrefix annotation annotationNodeID bagID datatype li nodeID parseType resource version`,
  ],
  [
    RDFS,
    `Class Container ContainerMembershipProperty Datatype Literal Proposition Resource comment domain isDefinedBy label
        member range seeAlso subClassOf subPropertyOf`,
  ],
  [
    OWL,
    `AllDifferent AllDisjointClasses AllDisjointProperties Annotation AnnotationProperty AsymmetricProperty Axiom Class
        DataRange DatatypeProperty DeprecatedClass DeprecatedProperty FunctionalProperty InverseFunctionalProperty
        IrreflexiveProperty NamedIndividual NegativePropertyAssertion Nothing ObjectProperty Ontology OntologyProperty
        ReflexiveProperty Restriction SymmetricProperty Thing TransitiveProperty allValuesFrom annotatedProperty
        annotatedSource annotatedTarget assertionProperty backwardCompatibleWith bottomDataProperty bottomObjectProperty
        cardinality complementOf datatypeComplementOf deprecated differentFrom disjointUnionOf disjointWith distinctMembers
        equivalentClass equivalentProperty hasKey hasSelf hasValue imports incompatibleWith intersectionOf inverseOf
        maxCardinality maxQualifiedCardinality members minCardinality minQualifiedCardinality onClass onDataRange onDatatype
        onProperties onProperty oneOf priorVersion propertyChainAxiom propertyDisjointWith qualifiedCardinality rational real
        sameAs someValuesFrom sourceIndividual targetIndividual targetValue topDataProperty topObjectProperty unionOf
        versionIRI versionInfo withRestrictions`,
  ],
  [
    XSD,
    // The datatypes, and the facets.
    `ENTITIES ENTITY ID IDREF IDREFS NCName NMTOKEN NMTOKENS NOTATION Name QName anyAtomicType anySimpleType anyType
        anyURI base64Binary boolean byte date dateTime dateTimeStamp dayTimeDuration decimal double duration error float
        gDay gMonth gMonthDay gYear gYearMonth hexBinary int integer language long negativeInteger nonNegativeInteger
        nonPositiveInteger normalizedString positiveInteger precisionDecimal short string time token unsignedByte
        unsignedInt unsignedLong unsignedShort untypedAtomic yearMonthDuration
        assertion enumeration explicitTimezone fractionDigits length maxExclusive maxInclusive maxLength maxScale minExclusive
        minInclusive minLength minScale pattern totalDigits whiteSpace`,
  ],
  [
    SHACL,
    // SHACL, SHACL Advanced Features and SHACL JavaScript Extensions; the additions of SHACL 1.2 come last.
    `AbstractResult BlankNode BlankNodeOrIRI BlankNodeOrLiteral ConstraintComponent CountExpression DistinctExpression
        ExistsExpression FilterShapeExpression FocusNodeOrConstantTermExpression Function FunctionExpression
        GroupConcatExpression IRI IRIOrLiteral IfExpression Info IntersectionExpression JSConstraint JSExecutable JSFunction
        JSLibrary JSRule JSTarget JSTargetType JSValidator LimitExpression Literal MaxExpression MinExpression
        MinusExpression NodeExpression NodeKind NodeShape OffsetExpression OrderByExpression Parameter Parameterizable
        PathExpression PrefixDeclaration PropertyGroup PropertyShape ResultAnnotation Rule SPARQLAskExecutable
        SPARQLAskExpression SPARQLAskValidator SPARQLConstraint SPARQLConstructExecutable SPARQLExecutable SPARQLFunction
        SPARQLRule SPARQLSelectExecutable SPARQLSelectExpression SPARQLSelectValidator SPARQLTarget SPARQLTargetType
        SPARQLUpdateExecutable Severity Shape SumExpression Target TargetType TripleRule UnionExpression ValidationReport
        ValidationResult Validator Violation Warning
        alternativePath and annotationProperty annotationValue annotationVarName ask class closed condition conforms
        construct count datatype deactivated declare defaultValue desc description detail disjoint distinct else entailment
        equals exists expression filterShape flags focusNode group groupConcat hasValue if ignoredProperties in intersection
        inversePath js jsFunctionName jsLibrary jsLibraryURL labelTemplate languageIn lessThan lessThanOrEquals limit max
        maxCount maxExclusive maxInclusive maxLength message min minCount minExclusive minInclusive minLength minus name
        namespace node nodeKind nodeValidator nodes not object offset oneOrMorePath optional or order orderBy parameter path
        pattern predicate prefix prefixes property propertyValidator qualifiedMaxCount qualifiedMinCount qualifiedValueShape
        qualifiedValueShapesDisjoint result resultAnnotation resultMessage resultPath resultSeverity returnType rule select
        separator severity shapesGraph shapesGraphWellFormed sourceConstraint sourceConstraintComponent sourceShape sparql
        subject suggestedShapesGraph sum target targetClass targetNode targetObjectsOf targetSubjectsOf then this union
        uniqueLang update validator value values xone zeroOrMorePath zeroOrOnePath
        ByTypes Debug ShapeClass Trace TripleTerm codeIdentifier intent agentInstruction memberShape minListLength
        maxListLength uniqueMembers nodeByExpression reifierShape reificationRequired rootClass shape singleLine someValue
        subsetOf targetWhere uniqueValuesForClass unnest`,
  ],
]);

/** Returns the local names of the terms of a standard. */
function namesOf(namespace: string): ReadonlySet<string> {
  const names = terms.get(namespace) ?? '';
  if (typeof names !== 'string') return names;
  const split = new Set(names.split(/\s+/).filter((name) => name !== ''));
  if (names !== '') terms.set(namespace, split);
  return split;
}

/** Terms with regular names: container membership properties, and SHACL's constraint components and their parameters. */
const regularTerms: readonly RegExp[] = [
  /^http:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#_[1-9]\d*$/,
  /^http:\/\/www\.w3\.org\/ns\/shacl#[A-Z]\w*Constraint(Component)?(-\w+)?$/,
];

/** Returns the namespace of an IRI in RDF, RDFS, OWL, XML Schema or SHACL; undefined for the namespace IRI itself. */
export function standardNamespace(iri: string): string | undefined {
  const namespace = iri.slice(0, iri.indexOf('#') + 1);
  return terms.has(namespace) && iri.length > namespace.length ? namespace : undefined;
}

/** Returns whether an IRI is a term of RDF, RDFS, OWL, XML Schema or SHACL. */
export function isStandardTerm(iri: string): boolean {
  const namespace = standardNamespace(iri);
  if (namespace === undefined) return false;
  return namesOf(namespace).has(iri.slice(namespace.length)) || regularTerms.some((rule) => rule.test(iri));
}

/** Returns the local names of the terms of a standard; an empty list for any other namespace. */
export function standardTerms(namespace: string): readonly string[] {
  return [...namesOf(namespace)];
}

export const standardNamespaces: readonly string[] = [...terms.keys()];
