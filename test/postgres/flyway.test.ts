import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildModel } from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { clientMakers, describeWith, run } from '../support/judges.ts';
import { isFullRun, ontologyFile } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';
import { codegenProcess as codegen } from '../support/program.ts';
import { transactions } from '../support/sample-rows.ts';

/** A Java program that runs the migrations of a folder with Flyway. */
const program = fileURLToPath(new URL('../clients/flyway/Migrate.java', import.meta.url));

/** An ontology with placeholders of Flyway in all its texts: comments, values, patterns and defaults. */
const placeholders = `@prefix : <http://example.org/p#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Agent a owl:Class ; rdfs:label "Agent \${who}" ; rdfs:comment "A \${x}, $\${y}; '\${z}' \\\\\${a}\\n\${flyway:user} #{b}" .
:Person a owl:Class ; rdfs:subClassOf :Agent , [ a owl:Restriction ; owl:onProperty :code ; owl:hasValue "\${b}" ] .
:Thing a owl:Class ; owl:disjointWith :Agent .
:code a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Agent ; rdfs:comment "\${}" ;
  rdfs:range [ a rdfs:Datatype ; owl:oneOf ( "\${a}" "\${b}" "$" "{b}" "'\${q}'" ) ] .
:shape a owl:DatatypeProperty ; rdfs:domain :Agent ;
  rdfs:range [ a rdfs:Datatype ; owl:onDatatype xsd:string ; owl:withRestrictions ( [ xsd:pattern "x\${2}y" ] ) ] .
:note a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:string .
:PersonShape a sh:NodeShape ; sh:targetClass :Person ; sh:property [ sh:path :note ; sh:defaultValue "\${d}" ] .`;

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: Flyway's placeholders look like JavaScript's.
describeWith(['postgresql', 'flyway'], 'Flyway', () => {
  describe.runIf(isFullRun)('runs the migration of a project', () => {
    let server: Server;
    let owner: pg.Client;
    let folder: string;

    beforeAll(async () => {
      server = await startServer();
      owner = await server.connect();
    });

    afterAll(() => server?.stop());

    beforeEach(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'flyway-'));
      await owner.query('ROLLBACK; DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    });

    afterEach(() => rmSync(folder, { recursive: true }));

    /** Generates a project and copies its migration, unchanged, to a file name that Flyway recognizes. */
    function project(graph: string): string {
      const done = codegen(folder, ['project', 'gen', 'made', '--graph', graph, '--no-hooks', '--quiet']);
      expect(done.status, done.stderr).toBe(0);
      const migrations = path.join(folder, 'made/migrations');
      const [migration] = readdirSync(migrations).filter((file) => !file.endsWith('.down.sql'));
      mkdirSync(path.join(folder, 'sql'));
      const copy = path.join(folder, 'sql/V1__create.sql');
      copyFileSync(path.join(migrations, migration ?? ''), copy);
      return copy;
    }

    function migrate(): void {
      const java = ['-Xmx512m', '-cp', path.join(clientMakers.flyway, '*'), program];
      const migrated = run('java', [...java, 'sql', `${server.host}/.s.PGSQL.5432`], { cwd: folder });
      expect(migrated.trim()).toBe('1');
    }

    const tables = async () => {
      const sql = `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname NOT LIKE 'flyway%'`;
      return (await owner.query<{ relname: string }>(sql)).rows.map(({ relname }) => relname);
    };

    test.each(['blog', 'constraints', 'torture', 'prov', 'org'])('of %s, and then accepts rows', async (ontology) => {
      const graph = ontologyFile(ontology);
      project(graph);
      migrate();
      const { model } = await buildModel(await loadOntology(graph));
      for (const transaction of transactions(model)) await owner.query(transaction);
    });

    test('with texts that look like placeholders, and keeps them unchanged', async () => {
      const graph = path.join(folder, 'with ${file}.ttl');
      writeFileSync(graph, placeholders);
      project(graph);
      migrate();
      const { rows } = await owner.query(`SELECT obj_description('agents'::regclass) AS comment`);
      expect(rows).toEqual([{ comment: "A ${x}, $${y}; '${z}' \\${a}\n${flyway:user} #{b}" }]);
      await owner.query(`BEGIN; INSERT INTO agents (id, kind, code, shape) VALUES
        ('00000000-0000-4000-8000-000000000001', 'Person', '\${b}', 'x$$y');
        INSERT INTO people (id) VALUES ('00000000-0000-4000-8000-000000000001'); COMMIT`);
      expect((await owner.query('SELECT code, note FROM all_people')).rows).toEqual([{ code: '${b}', note: '${d}' }]);
    });

    test('in one transaction, and rolls it back after an error', async () => {
      appendFileSync(project(ontologyFile('constraints')), '\nSELECT 1 / 0;\n');
      expect(migrate).toThrow('division by zero');
      expect(await tables()).toEqual([]);
    });
  });
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: they end here.
