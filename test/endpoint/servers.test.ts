import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultGraph, parse, quad, Store } from 'oxigraph';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonical, statementsOf } from '../data/support.ts';
import { describeWith } from '../support/judges.ts';
import { isExhaustive, isFullRun, ontologyFile } from '../support/ontologies.ts';
import { readTree } from '../support/program.ts';
import { codegenAsync, individuals, withoutSource } from './program.ts';
import { type RealServer, startRealServer } from './servers.ts';

const servers = [
  ['fuseki', 'Apache Jena Fuseki'],
  ['oxigraph', "Oxigraph's server"],
] as const;

for (const [kind, called] of servers)
  describeWith([kind], called, () => {
    describe.runIf(isFullRun)('as an endpoint', () => {
      let folder: string;

      beforeAll(() => {
        folder = mkdtempSync(path.join(tmpdir(), 'codegen-fuseki-out-'));
      });
      afterAll(() => rmSync(folder, { recursive: true, force: true }));

      function triplesOf(file: string): string {
        const store = new Store();
        const format = file.endsWith('.nq') ? 'application/n-quads' : 'text/turtle';
        for (const { subject, predicate, object } of parse(readFileSync(file, 'utf8'), {
          format,
          base_iri: 'file:///held.ttl',
        })) {
          store.add(quad(subject, predicate, object));
        }
        return store.dump({ format: 'application/n-triples', from_graph_name: defaultGraph() });
      }

      async function within<T>(name: string, use: (server: RealServer) => Promise<T>): Promise<T> {
        const server = await startRealServer(kind, name);
        try {
          return await use(server);
        } finally {
          await server.end();
        }
      }

      async function generated(
        ontology: string,
        to: string,
        template: string,
        more: readonly string[] = [],
      ): Promise<Record<string, string>> {
        const args = ['template', 'generate-rdf', '--ontology', ontology, '--template', template, '--output-dir', to, ...more];
        const done = await codegenAsync(folder, args);
        expect(done.stderr).not.toContain('error');
        expect(done.status).toBe(0);
        return Object.fromEntries(
          Object.entries(readTree(path.join(folder, to))).map(([name, text]) => [name, withoutSource(text)]),
        );
      }

      // Equal models give equal files, so one template is enough for a model of 900 classes.
      test.each<readonly [name: string, template: string]>([
        ['blog', 'all'],
        ['prov', 'all'],
        ['constraints', 'all'],
        ...(isExhaustive ? ([['schema', 'sql-schema']] as const) : []),
      ])('leads to the same files for %s as its file', (name, template) =>
        within(name, async ({ endpoint, put }) => {
          // An ontology without an IRI is named after the data set, or `ontology` if the server has only one.
          const file = path.join(folder, `${kind === 'fuseki' ? name : 'ontology'}${path.extname(ontologyFile(name))}`);
          copyFileSync(ontologyFile(name), file);
          await put(triplesOf(file));
          const fromServer = await generated(endpoint, `${name}/server`, template);
          expect(Object.keys(fromServer).length).toBeGreaterThan(template === 'all' ? 10 : 0);
          expect(fromServer).toEqual(await generated(file, `${name}/file`, template, ['--policy', 'order=iri']));
        }),
      );

      test('serves named graphs and queries, and wrong queries are reported', () =>
        within('graphs', async ({ endpoint, put }) => {
          await put(triplesOf(ontologyFile('blog')), 'http://example.org/graph');
          const named = ['--graph-name', 'http://example.org/graph'];
          expect((await codegenAsync(folder, ['graph', 'load', endpoint])).stderr).toContain('endpoint-empty');
          expect((await codegenAsync(folder, ['graph', 'load', endpoint, ...named])).stdout).toContain(
            '3 classes, 12 properties',
          );
          const select = 'SELECT ?c WHERE { ?c a owl:Class } ORDER BY ?c';
          const query = (...more: string[]) => codegenAsync(folder, ['graph', 'query', endpoint, ...named, ...more]);
          for (const format of ['table', 'json', 'xml', 'csv', 'tsv']) {
            const { stdout, status } = await query('--sparql', select, '--format', format);
            expect(stdout).toContain('http://example.org/blog#Post');
            expect(status).toBe(0);
          }
          const wrong = await query('--sparql', 'SELECT ?c WHERE {\n  ?c a owl:Class ;; ?? }');
          expect(wrong.stderr).toContain('<query>:2:');
          expect(wrong.stderr).toContain('?c a owl:Class ;; ??');
          expect(wrong.status).toBe(1);
        }));

      test('leads to the same individuals as their file', () =>
        within('individuals', async ({ endpoint, put }) => {
          writeFileSync(path.join(folder, 'data.ttl'), individuals(1500));
          await put(triplesOf(path.join(folder, 'data.ttl')));
          const convert = async (from: string) => {
            const args = ['data', 'convert', from, '--ontology', ontologyFile('blog'), '--to', 'ntriples'];
            const { stdout, status } = await codegenAsync(folder, args);
            expect(status).toBe(0);
            return canonical(await statementsOf(stdout, 'application/n-triples'));
          };
          const fromFile = await convert('data.ttl');
          expect(fromFile.length).toBeGreaterThan(6000);
          expect(await convert(endpoint)).toEqual(fromFile);
        }));
    });
  });
