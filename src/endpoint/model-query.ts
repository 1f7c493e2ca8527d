/**
 * What a model needs of a graph, as SPARQL 1.1: the resources that say something about classes, properties and shapes, and all
 * that is said of them. Data are not asked for.
 */

import { described, OWL, RDF, RDFS, rdf, SCHEMA, SHACL, schemaNamespaces, standardTerms } from '../ontology/index.ts';

/** What says of a resource something that any other one may have, too. */
const ofAnything = new Set([
  ...['label', 'comment', 'seeAlso', 'isDefinedBy', 'member'].map((name) => RDFS + name),
  ...['sameAs', 'differentFrom', 'versionInfo', 'annotatedSource', 'annotatedProperty', 'annotatedTarget'].map((n) => OWL + n),
  ...['sourceIndividual', 'assertionProperty', 'targetIndividual', 'targetValue'].map((name) => OWL + name),
]);

/** What data may be by OWL's own terms. */
const ofData = new Set(
  ['NamedIndividual', 'Thing', 'Axiom', 'Annotation', 'NegativePropertyAssertion', 'AllDifferent'].map((name) => OWL + name),
);

const terms = [RDFS, OWL, SHACL].flatMap((namespace) => standardTerms(namespace).map((name) => namespace + name));
const isClass = (iri: string) => /[#/][A-Z]\w*$/.test(iri);

/** The classes of classes, properties and shapes. */
const metaclasses = [`${RDF}Property`, ...terms.filter((iri) => isClass(iri) && !ofData.has(iri))];
/** The properties that tell a class, a property or a shape by being stated of it. */
const structure = [
  ...terms.filter((iri) => !isClass(iri) && !ofAnything.has(iri)),
  ...SCHEMA.flatMap((namespace) => ['domainIncludes', 'rangeIncludes'].map((name) => namespace + name)),
];
/** Those that lead from what has no name to what belongs to it. */
const onward = [
  rdf.first,
  rdf.rest,
  ...[
    ...['unionOf', 'intersectionOf', 'complementOf', 'oneOf', 'someValuesFrom', 'allValuesFrom', 'onClass', 'onDataRange'],
    ...['onProperty', 'onProperties', 'inverseOf', 'withRestrictions', 'onDatatype', 'datatypeComplementOf', 'members'],
    ...['disjointUnionOf', 'hasKey', 'propertyChainAxiom', 'hasValue'],
  ].map((name) => OWL + name),
  ...[
    ...['property', 'node', 'not', 'and', 'or', 'xone', 'in', 'path', 'inversePath', 'alternativePath', 'zeroOrMorePath'],
    ...['oneOrMorePath', 'zeroOrOnePath', 'qualifiedValueShape', 'languageIn', 'ignoredProperties'],
  ].map((name) => SHACL + name),
];

const iris = (all: readonly string[]) => all.map((iri) => `<${iri}>`).join(' ');
const path = onward.map((iri) => `<${iri}>`).join('|');
const isKept = `(${[
  ...schemaNamespaces.map((namespace) => `STRSTARTS(STR(?p), "${namespace}")`),
  `?p IN (${[...described].map((iri) => `<${iri}>`).join(', ')})`,
].join(' || ')})`;

/** The graphs that are asked: those that are named, else the one that the endpoint gives by itself. */
export function from(graphs: readonly string[]): string {
  return graphs.map((graph) => `FROM <${graph}> `).join('');
}

/** What makes a resource one that the model needs. */
const isNeeded = `
  { VALUES ?t { ${iris(metaclasses)} } ?root a ?t }
  UNION { VALUES ?base { ${iris([`${RDFS}Class`, `${OWL}Class`, `${RDF}Property`])} } ?meta <${RDFS}subClassOf>+ ?base . ?root a ?meta }
  UNION { VALUES ?by { ${iris(structure)} } ?root ?by ?any }`;

/** IRIs of what is needed, so many at most, those after one in the order of code points. */
function rootsAfter(last: string, most: number, graphs: readonly string[]): string {
  return `SELECT DISTINCT ?root ${from(graphs)}WHERE {${isNeeded}
  UNION { VALUES ?to { ${iris([rdf.first, ...structure])} } ?any ?to ?root }
  FILTER(isIRI(?root) && STR(?root) > "${last}")
} ORDER BY STR(?root) LIMIT ${most}`;
}

/** All that is said of some resources, and of what has no name and belongs to them. */
function saidOf(roots: readonly string[]): string {
  const some = iris(roots);
  return `
  { VALUES ?s { ${some} } ?s ?p ?o . FILTER${isKept} }
  UNION { VALUES ?root { ${some} } ?root ?by ?below . FILTER(isBlank(?below)) ?below (${path})* ?s . FILTER(isBlank(?s)) ?s ?p ?o }`;
}

/** What has no name, belongs to nothing, and says something all the same. */
const namelessRoots = `{ SELECT DISTINCT ?root WHERE {${isNeeded}
    FILTER(isBlank(?root)) FILTER NOT EXISTS { ?owner ?as ?root } } }`;

/**
 * What such a node says, that classes are disjoint, or a shape, and what belongs to it. No path of no steps is asked for: some
 * stores look for those among all that they hold.
 */
const nameless = `
  { ${namelessRoots.replaceAll('?root', '?s')} ?s ?p ?o }
  UNION { ${namelessRoots} ?root (${path})+ ?s . FILTER(isBlank(?s)) ?s ?p ?o }`;

/** What is asked of a part of a graph: its triples, and how many they are. */
export interface Part {
  readonly construct: string;
  readonly count: string;
}

/** A part by the pattern that its triples match. */
export function part(where: string, graphs: readonly string[]): Part {
  return {
    construct: `CONSTRUCT { ?s ?p ?o } ${from(graphs)}WHERE {${where}\n}`,
    count: `SELECT (COUNT(*) AS ?n) ${from(graphs)}WHERE { { SELECT DISTINCT ?s ?p ?o WHERE {${where}\n} } }`,
  };
}

/** What is wanted of the graphs of an endpoint. */
export interface Wanted {
  /** IRIs of resources, so many at most, those after one in the order of code points. */
  readonly rootsAfter: (last: string, most: number, graphs: readonly string[]) => string;
  /** All that is said of some resources, and of what has no name and belongs to them. */
  readonly partOf: (roots: readonly string[], graphs: readonly string[]) => Part;
  /** What has no name and belongs to nothing. */
  readonly nameless: (graphs: readonly string[]) => Part;
  /** How many nodes without names are asked for within each other; all of them, if it is absent. */
  readonly depth?: number;
  readonly mayBeEmpty?: true;
}

/** What a model is made of. */
export const modelNeeds: Wanted = {
  rootsAfter,
  partOf: (roots, graphs) => part(saidOf(roots), graphs),
  nameless: (graphs) => part(nameless, graphs),
};
