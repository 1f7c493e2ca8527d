// Shows the main features on an example ontology: `npm run demo`. Needs only Node.js.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const ontology = 'examples/blog.ttl';
const out = mkdtempSync(path.join(tmpdir(), 'codegen-demo-'));

/** Runs the built program, and prints the command; ends the demo if it fails. */
function codegen(args, show) {
  console.log(`\n$ codegen ${args.map((arg) => (/[\s?{}]/.test(arg) ? `'${arg}'` : arg)).join(' ')}`);
  const start = performance.now();
  const done = spawnSync(process.execPath, [path.join(root, 'bin/codegen.js'), ...args], { cwd: root, encoding: 'utf8' });
  const took = performance.now() - start;
  process.stderr.write(done.stderr);
  if (show) process.stdout.write(done.stdout);
  if (done.status !== 0) process.exit(done.status ?? 1);
  return took;
}

function tree(directory, prefix = '') {
  const entries = readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  entries.forEach((entry, i) => {
    const last = i === entries.length - 1;
    console.log(`${prefix}${last ? '└── ' : '├── '}${entry.name}`);
    if (entry.isDirectory()) tree(path.join(directory, entry.name), prefix + (last ? '    ' : '│   '));
  });
}

console.log(`One ontology, ${ontology}: users write posts, and posts have comments.`);
const generated = codegen(['template', 'generate-rdf', '--ontology', ontology, '--template', 'all', '--output-dir', out]);
console.log(out);
tree(out);

const shown = path.join(out, 'rust-models/comment.rs');
console.log(`\n$ cat ${shown}`);
process.stdout.write(readFileSync(shown, 'utf8'));

const queried = codegen(
  ['graph', 'query', ontology, '--sparql', 'SELECT ?property ?range WHERE { ?property rdfs:domain :Post ; rdfs:range ?range }'],
  true,
);

console.log(`\nSix targets in ${Math.round(generated)} ms, one query in ${Math.round(queried)} ms. The files are in ${out}`);
