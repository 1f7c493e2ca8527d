/**
 * SPARQL 1.1 queries for the statements that a model needs: the resources that describe classes, properties and shapes, with
 * all their statements. They do not read data.
 */

import { describingPredicates, OWL, RDF, RDFS, rdf, SCHEMA, SHACL, schemaNamespaces, standardTerms } from '../ontology/index.ts';

/** Predicates that any resource may have. */
const genericPredicates = new Set([
  ...['label', 'comment', 'seeAlso', 'isDefinedBy', 'member'].map((name) => RDFS + name),
  ...['sameAs', 'differentFrom', 'versionInfo', 'annotatedSource', 'annotatedProperty', 'annotatedTarget'].map((n) => OWL + n),
  ...['sourceIndividual', 'assertionProperty', 'targetIndividual', 'targetValue'].map((name) => OWL + name),
]);

/** Classes of OWL whose instances are data. */
const dataClasses = new Set(
  ['NamedIndividual', 'Thing', 'Axiom', 'Annotation', 'NegativePropertyAssertion', 'AllDifferent'].map((name) => OWL + name),
);

const terms = [RDFS, OWL, SHACL].flatMap((namespace) => standardTerms(namespace).map((name) => namespace + name));
const isClass = (iri: string) => /[#/][A-Z]\w*$/.test(iri);

/** The classes of classes, properties and shapes. */
const metaclasses = [`${RDF}Property`, ...terms.filter((iri) => isClass(iri) && !dataClasses.has(iri))];
/** The properties whose subjects are classes, properties or shapes. */
const structuralPredicates = [
  ...terms.filter((iri) => !isClass(iri) && !genericPredicates.has(iri)),
  ...SCHEMA.flatMap((namespace) => ['domainIncludes', 'rangeIncludes'].map((name) => namespace + name)),
];
/** The properties that lead from a blank node to nodes that belong to it. */
const blankNodePredicates = [
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
const path = blankNodePredicates.map((iri) => `<${iri}>`).join('|');
const predicateFilter = `(${[
  ...schemaNamespaces.map((namespace) => `STRSTARTS(STR(?p), "${namespace}")`),
  `?p IN (${[...describingPredicates].map((iri) => `<${iri}>`).join(', ')})`,
].join(' || ')})`;

/** Returns the FROM clauses; empty for the endpoint's default graph. */
export function fromClauses(graphs: readonly string[]): string {
  return graphs.map((graph) => `FROM <${graph}> `).join('');
}

/** Pattern of the resources that a model needs. */
const rootPattern = `
  { VALUES ?t { ${iris(metaclasses)} } ?root a ?t }
  UNION { VALUES ?base { ${iris([`${RDFS}Class`, `${OWL}Class`, `${RDF}Property`])} } ?meta <${RDFS}subClassOf>+ ?base . ?root a ?meta }
  UNION { VALUES ?by { ${iris(structuralPredicates)} } ?root ?by ?any }`;

/** Returns a query for the next page of needed IRIs: at most `limit`, after `last` in code point order. */
function rootsAfter(last: string, limit: number, graphs: readonly string[]): string {
  return `SELECT DISTINCT ?root ${fromClauses(graphs)}WHERE {${rootPattern}
  UNION { VALUES ?to { ${iris([rdf.first, ...structuralPredicates])} } ?any ?to ?root }
  FILTER(isIRI(?root) && STR(?root) > "${last}")
} ORDER BY STR(?root) LIMIT ${limit}`;
}

/** Returns a pattern for all statements of some resources and of the blank nodes that belong to them. */
function statementPattern(roots: readonly string[]): string {
  const rootIris = iris(roots);
  return `
  { VALUES ?s { ${rootIris} } ?s ?p ?o . FILTER${predicateFilter} }
  UNION { VALUES ?root { ${rootIris} } ?root ?by ?below . FILTER(isBlank(?below)) ?below (${path})* ?s . FILTER(isBlank(?s)) ?s ?p ?o }`;
}

/** Pattern of blank nodes that a model needs and that are no object of any triple. */
const blankRoots = `{ SELECT DISTINCT ?root WHERE {${rootPattern}
    FILTER(isBlank(?root)) FILTER NOT EXISTS { ?owner ?as ?root } } }`;

/**
 * Pattern of the statements of such nodes (disjoint classes, or shapes) and of the nodes that belong to them. It uses `+`
 * instead of `*`, because some stores evaluate zero-length paths on all nodes of the store.
 */
const nameless = `
  { ${blankRoots.replaceAll('?root', '?s')} ?s ?p ?o }
  UNION { ${blankRoots} ?root (${path})+ ?s . FILTER(isBlank(?s)) ?s ?p ?o }`;

/** Queries for a part of a graph: its triples, and their number. */
export interface Part {
  readonly construct: string;
  readonly count: string;
}

/** Creates the queries of a part from the pattern of its triples. */
export function partQueries(pattern: string, graphs: readonly string[]): Part {
  return {
    construct: `CONSTRUCT { ?s ?p ?o } ${fromClauses(graphs)}WHERE {${pattern}\n}`,
    count: `SELECT (COUNT(*) AS ?n) ${fromClauses(graphs)}WHERE { { SELECT DISTINCT ?s ?p ?o WHERE {${pattern}\n} } }`,
  };
}

/** Queries for the statements to read from an endpoint. */
export interface StatementQueries {
  /** The next page of resources: at most `limit` IRIs, after `last` in code point order. */
  readonly rootsAfter: (last: string, limit: number, graphs: readonly string[]) => string;
  /** All statements of some resources and of the blank nodes that belong to them. */
  readonly partOf: (roots: readonly string[], graphs: readonly string[]) => Part;
  /** Statements of blank nodes that are no object of any triple. */
  readonly nameless: (graphs: readonly string[]) => Part;
  /** Maximum nesting depth of blank nodes; unlimited if absent. */
  readonly depth?: number;
  readonly mayBeEmpty?: true;
}

/** The statements that a model needs. */
export const modelQueries: StatementQueries = {
  rootsAfter,
  partOf: (roots, graphs) => partQueries(statementPattern(roots), graphs),
  nameless: (graphs) => partQueries(nameless, graphs),
};
