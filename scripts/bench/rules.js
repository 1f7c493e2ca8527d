// What rules cost in PostgreSQL (PGlite).
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { least } from './measure.js';

/**
 * Prints how long rows take that are inserted into a class that 22 others exclude, over the same without the rules.
 *
 * @param program the path of the program
 * @param work a folder to work in
 * @param row prints a ratio beside its goal
 */
export async function rules(program, work, row) {
  console.log('\n20,000 rows in PostgreSQL (PGlite), of a class that 22 others exclude');
  const pglite = await import('@electric-sql/pglite').catch(() => undefined);
  if (!pglite) {
    console.log('  skipped: there is no @electric-sql/pglite');
    return;
  }
  const db = await pglite.PGlite.create();
  let base;
  const schemas = [];
  for (const [name, areRules, policy] of [
    ['no rules', false, 'several'],
    ['one class a row (the default)', true, 'one'],
    ['several classes a row', true, 'several'],
  ]) {
    const folder = path.join(work, `rules-${policy}-${areRules}`);
    const source = ['--ontology', excluding(work, areRules), '--template', 'sql-schema', '--output-dir', folder];
    least(1, [program, 'template', 'generate-rdf', ...source, '--policy', `subclasses=${policy}`], work);
    const kind = policy === 'one' ? [', kind', ", 'Leaf'"] : ['', ''];
    const schema = readFileSync(path.join(folder, '001_create_rules_schema.sql'), 'utf8');
    schemas.push({ name, schema, kind, times: [] });
  }
  // Taken in turns, so that a busy machine is one for all.
  for (let n = 0; n < 3; n++) for (const { schema, kind, times } of schemas) times.push(await insertion(db, schema, kind));
  for (const { name, times } of schemas) {
    const ms = Math.min(...times);
    base ??= ms;
    row(name, `${ms.toFixed(0).padStart(7)} ms`, ms / base, GOAL);
  }
  await db.close();
}

/** With the rules, over the same without. */
const GOAL = 3;

/** The time that 20,000 rows take in a fresh schema. */
async function insertion(db, schema, kind) {
  await db.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await db.exec(schema);
  await db.exec('CREATE TABLE made AS SELECT gen_random_uuid() AS id FROM generate_series(1, 20000)');
  const start = performance.now();
  await db.exec(`BEGIN;
    INSERT INTO roots (id, label${kind[0]}) SELECT id, 'x'${kind[1]} FROM made;
    INSERT INTO leaves (id, size) SELECT id, 1 FROM made;
    COMMIT`);
  return performance.now() - start;
}

/** An ontology of a class, its leaf, and 22 others beside that, which exclude the leaf if there are rules. */
function excluding(work, areRules) {
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
