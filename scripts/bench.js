// What the program costs: `npm run bench`. Prints figures; judges nothing.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = path.join(root, 'bin/codegen.js');
const work = mkdtempSync(path.join(tmpdir(), 'codegen-bench-'));
const templates = ['rust-models', 'typescript-models', 'sql-schema', 'graphql-schema', 'openapi-spec', 'python-pydantic'];

/** Wall time in milliseconds and peak memory in megabytes of one run of node. */
function run(args, env = {}) {
  const start = performance.now();
  const done = spawnSync(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(REPORT_MEMORY)}`, ...args], {
    cwd: work,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
  });
  const ms = performance.now() - start;
  if (done.status !== 0) throw new Error(`${args.join(' ')}: exit status ${done.status}\n${done.stderr.slice(0, 2000)}`);
  const memory = Number(/peak=(\d+)/.exec(done.stderr)?.[1] ?? 0) / 1024;
  return { ms, memory };
}
const REPORT_MEMORY = `process.on('exit', () => process.stderr.write('peak=' + process.resourceUsage().maxRSS + '\\n'))`;

/** The fastest of several runs: the others measure the machine. */
function best(times, args) {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    const done = spawnSync(process.execPath, args, { cwd: work, stdio: 'ignore' });
    if (done.status !== 0) throw new Error(`${args.join(' ')}: exit status ${done.status}`);
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/** An ontology of so many classes, each with 8 fields and 2 relationships: 53 triples a class. */
function ontology(classes) {
  const types = ['string', 'integer', 'dateTime', 'decimal', 'boolean', 'date', 'double', 'anyURI'];
  const lines = [
    '@prefix : <http://example.org/bench#> .',
    '@prefix owl: <http://www.w3.org/2002/07/owl#> .',
    '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .',
    '@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .',
    ': a owl:Ontology .',
  ];
  const thing = (i) => `Thing${'ABCDEFGHIJ'.charAt(i % 10)}${i}`;
  for (let i = 0; i < classes; i++) {
    const name = thing(i);
    lines.push(`:${name} a owl:Class ; rdfs:label "${name}" ; rdfs:comment "The thing of number ${i}." .`);
    types.forEach((type, k) => {
      lines.push(
        `:p${i}x${k} a owl:DatatypeProperty ; rdfs:label "field_${type}_${k}" ; rdfs:domain :${name} ; rdfs:range xsd:${type} ;` +
          ` rdfs:comment "Field ${k} of thing ${i}." .`,
      );
    });
    // One reference to an earlier class, one to any: some of them close circles.
    [Math.floor(i / 2), (i * 7 + 3) % classes].forEach((target, k) => {
      lines.push(
        `:r${i}x${k} a owl:ObjectProperty ; rdfs:label "has_link_${k}" ; rdfs:domain :${name} ; rdfs:range :${thing(target)} ;` +
          ` rdfs:comment "Link ${k} of thing ${i}." .`,
      );
    });
  }
  const file = path.join(work, `bench-${classes}.ttl`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** What rules cost in PostgreSQL: rows inserted into a class that 22 others exclude, and the same without the rules. */
async function rules() {
  console.log('\n20,000 rows in PostgreSQL (PGlite), of a class that 22 others exclude');
  const pglite = await import('@electric-sql/pglite').catch(() => undefined);
  if (!pglite) {
    console.log('  skipped: there is no @electric-sql/pglite');
    return;
  }
  const db = await pglite.PGlite.create();
  let base;
  for (const [name, areRules, policy] of [
    ['no rules', false, 'several'],
    ['one class a row (the default)', true, 'one'],
    ['several classes a row', true, 'several'],
  ]) {
    const folder = `rules-${policy}-${areRules}`;
    run([...generate(excluding(areRules), 'sql-schema', folder), '--policy', `subclasses=${policy}`]);
    const kind = policy === 'one' ? [', kind', ", 'Leaf'"] : ['', ''];
    await db.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await db.exec(readFileSync(path.join(work, folder, '001_create_rules_schema.sql'), 'utf8'));
    await db.exec('CREATE TABLE made AS SELECT gen_random_uuid() AS id FROM generate_series(1, 20000)');
    const start = performance.now();
    await db.exec(`BEGIN;
      INSERT INTO roots (id, label${kind[0]}) SELECT id, 'x'${kind[1]} FROM made;
      INSERT INTO leaves (id, size) SELECT id, 1 FROM made;
      COMMIT`);
    const ms = performance.now() - start;
    base ??= ms;
    console.log(`  ${name.padEnd(44)} ${ms.toFixed(0).padStart(5)} ms  ${(ms / base).toFixed(2)}x`);
  }
  await db.close();
}

/** An ontology of a class, its leaf, and 22 others beside that, which exclude the leaf if there are rules. */
function excluding(areRules) {
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

const generate = (file, template, out) => [
  program,
  ...['template', 'generate-rdf', '--ontology', file, '--template', template, '--output-dir', path.join(work, out)],
];

try {
  // The room that parses, without the others.
  const parser = path.join(work, 'parse.mjs');
  buildSync({
    stdin: {
      contents: "import { loadOntology } from './src/ontology/index.ts'; await loadOntology(process.argv[2]);",
      resolveDir: root,
    },
    outfile: parser,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    external: ['oxigraph'],
  });
  const blog = path.join(root, 'examples/blog.ttl');
  console.log('Start-up, as ratios to `node -e 0`');
  const base = best(20, ['-e', '0']);
  const row = (name, ms) => console.log(`  ${name.padEnd(44)} ${ms.toFixed(0).padStart(5)} ms  ${(ms / base).toFixed(2)}x`);
  row('node -e 0', base);
  row('codegen --version', best(20, [program, '--version']));
  row('codegen template generate-rdf (blog, sql)', best(20, generate(blog, 'sql-schema', 'sql')));
  row('codegen template generate-rdf (blog, rust)', best(20, generate(blog, 'rust-models', 'rust')));

  await rules();

  for (const classes of [100, 1000, 10_000]) {
    const file = ontology(classes);
    const parse = run([parser, file]);
    console.log(`\n${classes.toLocaleString('en')} classes (${(classes * 53).toLocaleString('en')} triples)`);
    console.log(
      `  ${'parsing alone'.padEnd(20)} ${parse.ms.toFixed(0).padStart(7)} ms  ${parse.memory.toFixed(0).padStart(5)} MB`,
    );
    for (const template of templates) {
      const { ms, memory } = run(generate(file, template, `${classes}-${template}`));
      const share = ((100 * parse.ms) / ms).toFixed(0);
      console.log(
        `  ${template.padEnd(20)} ${ms.toFixed(0).padStart(7)} ms  ${memory.toFixed(0).padStart(5)} MB   parsing ${share}%`,
      );
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
