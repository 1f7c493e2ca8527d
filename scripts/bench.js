// Measures the program's performance: `npm run bench`. Prints ratios with their goals; see docs/explanation/performance.md.
//   --gate    fails if a ratio is worse than scripts/bench-baseline.json allows
//   --record  lowers that baseline to the measured ratios
//   --small   leaves out measurements that take minutes
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { analyze } from './bench/analyze.js';
import { lower, readBaseline, worse } from './bench/gate.js';
import { linkml } from './bench/linkml.js';
import { least, leastInTurns, leastWalls } from './bench/measure.js';
import * as ontologies from './bench/ontologies.js';
import { pythonPackage } from './bench/python.js';
import { rules } from './bench/rules.js';
import { watch } from './bench/watch.js';

const options = new Set(process.argv.slice(2));
const unknown = [...options].filter((option) => !['--gate', '--record', '--small'].includes(option));
if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(' ')}`);

const root = fileURLToPath(new URL('..', import.meta.url));
const program = path.join(root, 'bin/codegen.js');
const baselineFile = path.join(root, 'scripts/bench-baseline.json');
// Uses a file system in memory if there is one, because the speed of disks is not measured.
const work = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'codegen-bench-'));
const templates = ['rust-models', 'typescript-models', 'sql-schema', 'graphql-schema', 'openapi-spec', 'python-pydantic'];
const measured = {};

const generateArguments = (file, ...names) => {
  const out = path.join(work, `out-${names.join('-')}`);
  rmSync(out, { recursive: true, force: true });
  return [
    program,
    'template',
    'generate-rdf',
    '--ontology',
    file,
    ...names.flatMap((n) => ['--template', n]),
    '--output-dir',
    out,
  ];
};
const ms = (value) => `${value.toFixed(0).padStart(7)} ms`;

/** Prints a ratio with its goal, and records it for the gate. `gated` is another measure of the same, if given. */
function row(name, shown, ratio, goal, gated = ratio) {
  measured[name] = gated;
  const wanted = goal === undefined ? '' : `goal ${goal}${ratio <= goal ? '' : '  missed'}`;
  console.log(`  ${name.padEnd(46)} ${shown}  ${ratio.toFixed(2).padStart(6)}×  ${wanted}`);
}

function bundleScript(name, contents) {
  const outfile = path.join(work, `${name}.mjs`);
  const stdin = { contents, resolveDir: root };
  buildSync({ stdin, outfile, bundle: true, format: 'esm', platform: 'node', mainFields: ['module', 'main'] });
  return outfile;
}

function measureStartUp() {
  console.log('Start-up, over `node -e 0`');
  if (process.env['NODE_EXTRA_CA_CERTS']) console.log('  (which reads NODE_EXTRA_CA_CERTS: without it, all ratios are higher)');
  const blog = path.join(root, 'examples/blog.ttl');
  const query = 'SELECT ?c WHERE { ?c a <http://www.w3.org/2002/07/owl#Class> }';
  const rows = [
    ['--version', 1.2, ['--version']],
    ['hook list', 1.2, ['hook', 'list']],
    ['the tutorial, sql-schema', 1.5, generateArguments(blog, 'sql-schema').slice(1)],
    ['the tutorial, rust-models', 1.5, generateArguments(blog, 'rust-models').slice(1)],
    ['the tutorial, all six', 1.9, generateArguments(blog, ...templates).slice(1)],
    ['graph query on the tutorial', 2.5, ['graph', 'query', blog, '--sparql', query]],
  ];
  for (const [name, goal, args] of rows) {
    const [base, wall] = leastWalls(
      20,
      [
        ['-e', '0'],
        [program, ...args],
      ],
      work,
    );
    row(name, ms(wall), wall / base, goal);
  }
}

const SIZE = 10_000;

function measureSizes() {
  const parser = bundleScript(
    'parse',
    `import { readFileSync } from 'node:fs'; import { Parser } from 'n3';
     if (new Parser().parse(readFileSync(process.argv[2], 'utf8')).length === 0) throw new Error('no triple');`,
  );
  const file = ontologies.classes(work, SIZE, 5, 2);
  const rows = [
    ['sql-schema', 4.5, ['sql-schema']],
    ['rust-models', 6, ['rust-models']],
    ['graphql-schema', undefined, ['graphql-schema']],
    ['openapi-spec', 6, ['openapi-spec']],
    ['all six', 14, templates],
  ];
  const inputs = [
    ['large', 'without subclasses', file],
    ['hierarchy', 'in a hierarchy', ontologies.hierarchy(work, SIZE, 5, 2)],
  ];
  for (const [label, what, ontology] of inputs) {
    console.log(`\n${SIZE.toLocaleString('en')} classes of 7 properties ${what}, over n3's parser alone`);
    for (const [name, goal, names] of rows) {
      const [parse, used] = leastInTurns(3, [[parser, ontology], generateArguments(ontology, ...names)], work);
      row(
        `${name}, ${label}`,
        `${ms(used.wall)} ${used.memory.toFixed(0).padStart(5)} MB, n3 ${parse.wall.toFixed(0)} ms`,
        used.wall / parse.wall,
        goal,
        used.cpu / parse.cpu,
      );
    }
  }
  // Documents are printed only up to the requested class, so the first class costs least.
  for (const [what, name] of Object.entries({ explain: 'ThingA0', 'explain in the middle': 'ThingA5000' })) {
    const commands = [
      ['graph', 'load', file],
      ['explain', '--ontology', file, name],
    ].map((args) => [program, ...args]);
    const [load, explain] = leastInTurns(2, commands, work);
    row(`${what}, over graph load`, ms(explain.wall), explain.wall / load.wall, 2, explain.cpu / load.cpu);
  }
}

/** Measures how processor time grows with the input, without the program's start-up time. */
function measureGrowth() {
  console.log('\nGrowth of processor time, model and sql-schema, over the growth of the input');
  const start = least(3, [program, '--version'], work).cpu;
  const [few, many] = options.has('--small') ? [100, 1000] : [1000, 10_000];
  const rows = [
    ['classes', ontologies.classes, few, many],
    ['classes in a hierarchy', ontologies.hierarchy, few, many],
    ['depth of a hierarchy', ontologies.deep, 100, 200],
    ['fields of a class', ontologies.wide, 1000, 2000],
    ['values of an enumeration', ontologies.enumeration, 2500, 5000],
    ['subclasses of a class', ontologies.flat, 10_000, 20_000],
    ['imported files', ontologies.imports, 500, 1000],
    ['words of a text', ontologies.texts, 50_000, 100_000],
  ];
  for (const [name, make, small, large] of rows) {
    const [before, after] = [small, large].map((count) => {
      const run = generateArguments(make(work, count), 'sql-schema');
      // For runs of more than a second, two measurements suffice; shorter ones need more.
      const first = least(2, run, work).cpu;
      return (first > 1000 ? first : Math.min(first, least(4, run, work).cpu)) - start;
    });
    // Allows linear growth times a logarithm. Short runs vary by a tenth.
    const allowed = (large * Math.log(large)) / (small * Math.log(small)) / (large / small);
    const goal = Math.round(allowed * 110) / 100;
    row(`${name}, ${small} to ${large}`, `${ms(before)} ${ms(after)}`, after / before / (large / small), goal);
  }
}

try {
  measureStartUp();
  await rules(program, work, row);
  pythonPackage(program, work, row);
  await watch(program, work, templates, row);
  analyze(program, work, row);
  linkml(work, (file, template) => least(2, generateArguments(file, template), work), row);
  if (!options.has('--small')) measureSizes();
  measureGrowth();
  const baseline = readBaseline(baselineFile);
  if (options.has('--record')) lower(baselineFile, measured, baseline);
  if (options.has('--gate')) {
    const found = worse(measured, baseline);
    for (const [name, value] of found) console.error(`worse than committed: ${name}, ${value.toFixed(2)} over ${baseline[name]}`);
    if (found.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
