/**
 * The test suites of the W3C for Turtle and SPARQL 1.1, as they were published with the recommendations of 2013
 * (https://www.w3.org/2013/TurtleTests/, https://www.w3.org/2009/sparql/docs/tests/). The SPARQL suite is reduced to queries on
 * a graph: the program supports no updates, protocols, entailment or federation.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Store, type Term } from 'oxigraph';

export interface Case {
  /** The folder of the manifest and the name in it: `aggregates/agg01`. */
  readonly name: string;
  /** The type without its namespace: `QueryEvaluationTest`. */
  readonly type: string;
  /** The path of the query, or of the tested file. */
  readonly file: string;
  readonly data: string | undefined;
  readonly graphs: readonly string[];
  readonly result: string | undefined;
}

/** Unpacks a suite into a temporary folder and returns its path. */
export function unpack(suite: 'turtle' | 'sparql11'): string {
  const folder = mkdtempSync(path.join(tmpdir(), `codegen-${suite}-`));
  execFileSync('tar', ['-xzf', fileURLToPath(new URL(`./${suite}.tar.gz`, import.meta.url)), '-C', folder]);
  return folder;
}

const SELECT = `PREFIX mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#>
PREFIX dawgt: <http://www.w3.org/2001/sw/DataAccess/tests/test-dawg#>
PREFIX qt: <http://www.w3.org/2001/sw/DataAccess/tests/test-query#>
SELECT ?test ?type ?action ?query ?data ?result (GROUP_CONCAT(STR(?g)) AS ?graphs) {
  ?test a ?type ; mf:action ?action .
  OPTIONAL { ?action qt:query ?query } OPTIONAL { ?action qt:data ?data } OPTIONAL { ?action qt:graphData ?g }
  OPTIONAL { ?test mf:result ?result }
  FILTER NOT EXISTS { ?test dawgt:approval ?approval FILTER (?approval != dawgt:Approved) }
} GROUP BY ?test ?type ?action ?query ?data ?result ORDER BY ?test`;

/** Reads the tests of a manifest, except those that are marked as not approved. */
export function casesOf(folder: string): Case[] {
  const manifest = path.join(folder, 'manifest.ttl');
  const store = new Store();
  store.load(readFileSync(manifest, 'utf8'), { format: 'text/turtle', base_iri: 'http://test/manifest.ttl' });
  const file = (term: Term | undefined) =>
    term?.termType === 'NamedNode' ? path.join(folder, path.posix.basename(term.value)) : undefined;
  return (store.query(SELECT) as Map<string, Term>[]).flatMap((row) => {
    const main = file(row.get('query')) ?? file(row.get('action'));
    const type = row.get('type')?.value.replace(/^.*[#/]/, '') ?? '';
    const result = file(row.get('result'));
    // The published archive lacks the result of one test.
    if (main === undefined || (result !== undefined && !existsSync(result))) return [];
    return {
      name: `${path.basename(folder)}/${row.get('test')?.value.replace(/^.*[#/]/, '')}`,
      type,
      file: main,
      data: file(row.get('data')),
      graphs: (row.get('graphs')?.value ?? '').split(' ').filter((each) => each !== ''),
      result,
    };
  });
}
