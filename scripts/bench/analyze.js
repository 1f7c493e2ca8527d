// Compares `ai analyze` with its parsers alone, on 1,000 files: repeated copies of this program's sources.
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { least } from './measure.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const COUNT = 1_000;

/** A script that parses each file and discards the result. */
const PARSE = `
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const { parse } = createRequire(${JSON.stringify(pathToFileURL(path.join(root, 'package.json')).href)})('@ast-grep/napi');
let count = 0;
for (const folder of readdirSync('.')) {
  for (const name of readdirSync(folder)) {
    parse('TypeScript', readFileSync(folder + '/' + name, 'utf8')).root();
    // Syntax trees are freed between two turns of the event loop.
    if (++count % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}
if (count !== ${COUNT}) throw new Error(String(count));`;

/**
 * @param program the path of the program
 * @param work a temporary folder
 * @param row prints a ratio with its goal
 */
export function analyze(program, work, row) {
  console.log(`\nai analyze, ${COUNT.toLocaleString('en')} files, over the parsers alone`);
  const folder = path.join(work, 'sources');
  const sources = readdirSync(path.join(root, 'src'), { recursive: true }).filter((name) => name.endsWith('.ts'));
  for (let i = 0; i < COUNT; i++) {
    const into = path.join(folder, `d${i % 100}`);
    if (i < 100) mkdirSync(into, { recursive: true });
    copyFileSync(path.join(root, 'src', sources[i % sources.length]), path.join(into, `f${i}.ts`));
  }
  const parse = least(2, ['--input-type=module', '-e', PARSE], folder);
  const all = least(2, [program, 'ai', 'analyze', '--project', '.'], folder);
  const shown = `${all.wall.toFixed(0).padStart(7)} ms ${all.memory.toFixed(0).padStart(5)} MB`;
  row('ai analyze', shown, all.wall / parse.wall, 4, all.cpu / parse.cpu);
}
