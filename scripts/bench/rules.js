// Measures the cost of rules in PostgreSQL: in PGlite, and on a server if the machine has its programs.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { least } from './measure.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Prints the time for inserting rows of a class that 22 others exclude, relative to the same without rules.
 *
 * @param program the path of the program
 * @param work a temporary folder
 * @param row prints a ratio with its goal
 */
export async function rules(program, work, row) {
  const schemas = generateSchemas(program, work);
  for (const { name, suffix, open } of DATABASES) {
    console.log(`\n20,000 rows in PostgreSQL (${name}), of a class that 22 others exclude`);
    const db = await open(work);
    if (!db) {
      console.log(`  skipped: there is no ${name}`);
      continue;
    }
    try {
      await compareSchemas(db.exec, schemas, suffix, row);
    } finally {
      await db.close();
    }
  }
}

/** Maximum ratio of the time with rules to that without. */
const GOAL = 3;

const DEFAULT = 'one class a row (the default)';
const DEFAULT_WITHOUT = 'the default without the rules';
const NONE = 'no rules';
const WITHOUT = new Set([NONE, DEFAULT_WITHOUT]);

const DATABASES = [
  {
    name: 'PGlite',
    suffix: '',
    open: async () => {
      const pglite = await import('@electric-sql/pglite').catch(() => undefined);
      if (!pglite) return undefined;
      const db = await pglite.PGlite.create();
      return { exec: (sql) => db.exec(sql), close: () => db.close() };
    },
  },
  {
    name: 'a server',
    suffix: ', on a server',
    open: async (work) => {
      // The same server as in the tests.
      const outfile = path.join(work, 'server.cjs');
      const external = ['pg-native'];
      buildSync({
        entryPoints: [path.join(root, 'test/support/postgres.ts')],
        outfile,
        bundle: true,
        platform: 'node',
        external,
      });
      const { serverPrograms, startServer } = createRequire(import.meta.url)(outfile);
      if (!serverPrograms()) return undefined;
      const server = await startServer();
      const client = await server.connect();
      return { exec: (sql) => client.query(sql), close: () => server.stop() };
    },
  },
];

function generateSchemas(program, work) {
  return [
    [NONE, false, 'several'],
    [DEFAULT, true, 'one'],
    [DEFAULT_WITHOUT, false, 'one'],
    ['several classes a row', true, 'several'],
  ].map(([name, areRules, policy]) => {
    const folder = path.join(work, `rules-${policy}-${areRules}`);
    const source = ['--ontology', writeOntology(work, areRules), '--template', 'sql-schema', '--output-dir', folder];
    least(1, [program, 'template', 'generate-rdf', ...source, '--policy', `subclasses=${policy}`], work);
    const kind = policy === 'one' ? [', kind', ", 'Leaf'"] : ['', ''];
    return { name, schema: readFileSync(path.join(folder, '001_create_rules_schema.sql'), 'utf8'), kind };
  });
}

/** Measures the insertions with each schema, and prints a row for each. */
async function compareSchemas(exec, schemas, suffix, row) {
  const times = new Map(schemas.map(({ name }) => [name, []]));
  // Schemas take turns, so that a busy machine affects all of them.
  for (let n = 0; n < 5; n++) {
    for (const { name, schema, kind } of schemas) times.get(name).push(await measureInsertions(exec, schema, kind));
  }
  const least = new Map([...times].map(([name, all]) => [name, Math.min(...all)]));
  const [[, base]] = least;
  for (const [name, ms] of least)
    row(`${name}${suffix}`, `${ms.toFixed(0).padStart(7)} ms`, ms / base, WITHOUT.has(name) ? undefined : GOAL);
  const rulesAlone = least.get(DEFAULT) / least.get(DEFAULT_WITHOUT);
  row(`the default over that${suffix}`, ' '.repeat(10), rulesAlone, GOAL);
}

/** Returns the time in milliseconds for 20,000 rows in a new schema. */
async function measureInsertions(exec, schema, kind) {
  await exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await exec(schema);
  await exec('CREATE TABLE made AS SELECT gen_random_uuid() AS id FROM generate_series(1, 20000)');
  const start = performance.now();
  await exec(`BEGIN;
    INSERT INTO roots (id, label${kind[0]}) SELECT id, 'x'${kind[1]} FROM made;
    INSERT INTO leaves (id, size) SELECT id, 1 FROM made;
    COMMIT`);
  return performance.now() - start;
}

/** Writes an ontology with a class, a subclass Leaf, and 22 further subclasses, which exclude Leaf if there are rules. */
function writeOntology(work, areRules) {
  const file = path.join(work, `rules-${areRules}.ttl`);
  const others = Array.from({ length: 22 }, (_, i) => `:Other${i} a owl:Class ; rdfs:subClassOf :Root`);
  const lines = [
    '@prefix : <http://example.org/rules#> .',
    '@prefix owl: <http://www.w3.org/2002/07/owl#> .',
    '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .',
    '@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .',
    ': a owl:Ontology . :Root a owl:Class . :Leaf a owl:Class ; rdfs:subClassOf :Root .',
    ':label a owl:DatatypeProperty ; rdfs:domain :Root ; rdfs:range xsd:string .',
    ':size a owl:DatatypeProperty ; rdfs:domain :Leaf ; rdfs:range xsd:int .',
    ...others.map((other) => `${other}${areRules ? ' ; owl:disjointWith :Leaf' : ''} .`),
  ];
  writeFileSync(file, lines.join('\n'));
  return file;
}
