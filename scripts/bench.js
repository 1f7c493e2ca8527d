// What the program costs: `npm run bench`. Prints figures; judges nothing.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  const generate = (file, template, out) => [
    program,
    ...['template', 'generate-rdf', '--ontology', file, '--template', template, '--output-dir', path.join(work, out)],
  ];
  console.log('Start-up, as ratios to `node -e 0`');
  const base = best(20, ['-e', '0']);
  const row = (name, ms) => console.log(`  ${name.padEnd(44)} ${ms.toFixed(0).padStart(5)} ms  ${(ms / base).toFixed(2)}x`);
  row('node -e 0', base);
  row('codegen --version', best(20, [program, '--version']));
  row('codegen template generate-rdf (blog, sql)', best(20, generate(blog, 'sql-schema', 'sql')));
  row('codegen template generate-rdf (blog, rust)', best(20, generate(blog, 'rust-models', 'rust')));

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
