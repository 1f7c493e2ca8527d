/** SPARQL 1.1 queries for the individuals of classes. */

import { fromClauses, partQueries, type StatementQueries } from './model-query.ts';

/**
 * Maximum nesting depth of blank nodes in queries. A property path of any length would also follow IRIs, and so read the
 * whole graph.
 */
const DEPTH = 6;

/** Returns the queries for the instances of classes, which are given by their IRIs, with the blank nodes below them. */
export function individualsOf(classes: readonly string[]): StatementQueries {
  const instancePattern = (node: string) => `VALUES ?class { ${classes.map((iri) => `<${iri}>`).join(' ')} } ${node} a ?class .`;
  const nameless = `{ SELECT DISTINCT ?root WHERE { ${instancePattern('?root')} FILTER(isBlank(?root)) FILTER NOT EXISTS { ?owner ?as ?root } } }`;
  return {
    depth: DEPTH,
    mayBeEmpty: true,
    rootsAfter: (last, limit, graphs) =>
      `SELECT DISTINCT ?root ${fromClauses(graphs)}WHERE { ${instancePattern('?root')}
  FILTER(isIRI(?root) && STR(?root) > "${last}")
} ORDER BY STR(?root) LIMIT ${limit}`,
    partOf: (roots, graphs) =>
      partQueries(blankNodePattern(`VALUES ?root { ${roots.map((iri) => `<${iri}>`).join(' ')} }`), graphs),
    nameless: (graphs) => partQueries(blankNodePattern(nameless), graphs),
  };
}

/** Returns a pattern for the statements of resources and of the blank nodes below them. */
function blankNodePattern(root: string): string {
  const branches = Array.from({ length: DEPTH + 1 }, (_, depth) => {
    const steps = Array.from(
      { length: depth },
      (_, i) => `${node(i)} ?by${i + 1} ${node(i + 1)} . FILTER(isBlank(${node(i + 1)}))`,
    );
    return `{ ${root} ${steps.join(' ')} ${node(depth)} ?p ?o . BIND(${node(depth)} AS ?s) }`;
  });
  return `\n  ${branches.join('\n  UNION ')}`;
}

const node = (depth: number): string => (depth === 0 ? '?root' : `?below${depth}`);
