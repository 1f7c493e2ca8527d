// From the save of an ontology to the files: `generate --watch` on 1,000 classes, of which one is changed.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as ontologies from './ontologies.js';

const SIZE = 1000;
const CHANGES = 4;
const GOAL_MS = 700;

/**
 * @param program the path of the program
 * @param work a folder to work in
 * @param templates the names of those that are generated
 * @param row prints a ratio beside its goal
 */
export async function watch(program, work, templates, row) {
  console.log(`\ngenerate --watch, ${SIZE} classes, ${templates.length} templates: one class changed`);
  const folder = path.join(work, 'watch');
  mkdirSync(folder);
  const file = path.join(folder, 'all.ttl');
  copyFileSync(ontologies.classes(work, SIZE, 5, 2), file);
  const outputs = templates.map((name) => `  - { template: ${name}, folder: out/${name} }`);
  writeFileSync(path.join(folder, 'codegen.yaml'), `ontology: all.ttl\noutputs:\n${outputs.join('\n')}\n`);
  const child = spawn(process.execPath, [program, 'generate', '--watch'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  let [saved, best, count] = [0, Number.POSITIVE_INFINITY, 0];
  // A line is told when all files are in place: of the first generation, and of each change.
  for await (const line of createInterface({ input: child.stdout })) {
    if (count > 0 && !line.includes('changed')) throw new Error(`generate --watch said: ${line}`);
    if (count > 0) best = Math.min(best, performance.now() - saved);
    if (++count > CHANGES) break;
    const text = readFileSync(file, 'utf8').replace(/"The thing of number 500\.[^"]*"/, `"The thing of number 500. ${count}"`);
    saved = performance.now();
    writeFileSync(file, text);
  }
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  row(`from the save to the files, in units of ${GOAL_MS} ms`, `${best.toFixed(0).padStart(7)} ms`, best / GOAL_MS, 1);
}
