import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultGraph, parse, quad, Store } from 'oxigraph';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeWith } from '../support/judges.ts';
import { isFullRun, ontologyFile } from '../support/ontologies.ts';
import { readTree } from '../support/program.ts';
import { type Fuseki, startFuseki } from './fuseki.ts';
import { codegenBeside, withoutSource } from './program.ts';

describeWith(['fuseki'], 'Apache Jena Fuseki', () => {
  describe.runIf(isFullRun)('is an endpoint', () => {
    let folder: string;

    beforeAll(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'codegen-fuseki-out-'));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    function triplesOf(file: string): string {
      const store = new Store();
      const format = file.endsWith('.nq') ? 'application/n-quads' : 'text/turtle';
      for (const { subject, predicate, object } of parse(readFileSync(file, 'utf8'), { format, base_iri: 'file:///held.ttl' })) {
        store.add(quad(subject, predicate, object));
      }
      return store.dump({ format: 'application/n-triples', from_graph_name: defaultGraph() });
    }

    async function within<T>(name: string, use: (fuseki: Fuseki) => Promise<T>): Promise<T> {
      const fuseki = await startFuseki(name);
      try {
        return await use(fuseki);
      } finally {
        await fuseki.end();
      }
    }

    async function generated(ontology: string, to: string, more: readonly string[]): Promise<Record<string, string>> {
      const args = ['template', 'generate-rdf', '--ontology', ontology, '--template', 'all', '--output-dir', to, ...more];
      const done = await codegenBeside(folder, args);
      expect(done.stderr).not.toContain('error');
      expect(done.status).toBe(0);
      return Object.fromEntries(
        Object.entries(readTree(path.join(folder, to))).map(([name, text]) => [name, withoutSource(text)]),
      );
    }

    test.each(['blog', 'prov', 'constraints', 'schema'])('%s comes out as from its file', { timeout: 300_000 }, (name) =>
      within(name, async ({ url, put }) => {
        const file = ontologyFile(name);
        await put(triplesOf(file));
        const fromServer = await generated(`sparql+${url}/sparql`, `${name}/server`, []);
        expect(Object.keys(fromServer).length).toBeGreaterThan(10);
        expect(fromServer).toEqual(await generated(file, `${name}/file`, ['--policy', 'order=iri']));
      }),
    );

    test('named graphs, queries, and what is wrong with them', { timeout: 120_000 }, () =>
      within('graphs', async ({ url, put }) => {
        const endpoint = `sparql+${url}/sparql`;
        await put(triplesOf(ontologyFile('blog')), 'http://example.org/graph');
        const named = ['--graph-name', 'http://example.org/graph'];
        expect((await codegenBeside(folder, ['graph', 'load', endpoint])).stderr).toContain('endpoint-empty');
        expect((await codegenBeside(folder, ['graph', 'load', endpoint, ...named])).stdout).toContain('3 classes, 12 properties');
        const select = 'SELECT ?c WHERE { ?c a owl:Class } ORDER BY ?c';
        const query = (...more: string[]) => codegenBeside(folder, ['graph', 'query', endpoint, ...named, ...more]);
        for (const format of ['table', 'json', 'xml', 'csv', 'tsv']) {
          const { stdout, status } = await query('--sparql', select, '--format', format);
          expect(stdout).toContain('http://example.org/blog#Post');
          expect(status).toBe(0);
        }
        const wrong = await query('--sparql', 'SELECT ?c WHERE {\n  ?c a owl:Class ;; ?? }');
        expect(wrong.stderr).toContain('<query>:2:');
        expect(wrong.stderr).toContain('?c a owl:Class ;; ??');
        expect(wrong.status).toBe(1);
      }),
    );
  });
});
