// Checks the source files: no two import each other, directly or through others, even for types only; and none is longer than
// MOST lines.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const MOST = 500;

/** Files that are longer, to be split. An entry that is not needed any more is an error. */
const LONG = new Set([]);

const texts = new Map(
  readdirSync('src', { recursive: true })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => path.posix.join('src', name.split(path.sep).join('/')))
    .sort()
    .map((file) => [file, readFileSync(file, 'utf8')]),
);

/** Returns the files that a file imports or exports from, not those that it loads with `import()`. */
function importsOf(file) {
  const from = (texts.get(file) ?? '').matchAll(/^(?:import|export)\s[^;]*?\bfrom '(\.[^'?]+)';/gm);
  return [...from].map(([, name]) => path.posix.join(path.posix.dirname(file), name));
}

const problems = [];
const done = new Set();
function visit(file, importChain) {
  const index = importChain.indexOf(file);
  if (index >= 0) problems.push(`import circle: ${[...importChain.slice(index), file].join(' → ')}`);
  if (done.has(file)) return;
  done.add(file);
  for (const next of importsOf(file)) visit(next, [...importChain, file]);
}
for (const [file, text] of texts) {
  visit(file, []);
  const lines = text.split('\n').length - 1;
  if (lines > MOST !== LONG.has(file))
    problems.push(`${file} has ${lines} lines (at most ${MOST}, but for LONG in scripts/files.js)`);
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
