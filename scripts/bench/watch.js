// Measures the time from saving an ontology to the new files: `generate --watch` on 300 classes, one of which changes.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as ontologies from './ontologies.js';

const SIZE = 300;
const CHANGES = 4;
const GOAL_MS = 700;

/** Changes of one class: of its description, and of its fields. */
const edits = {
  'another comment': (text, n) => text.replace(/"The thing of number 150\.[^"]*"/, `"The thing of number 150. ${n}"`),
  'another field': (text, n) => {
    const [, subject] = /^(\S+) a owl:Class.*"The thing of number 150\./m.exec(text);
    return `${text}:another${n} a owl:DatatypeProperty ; rdfs:domain ${subject} ; rdfs:range xsd:string .\n`;
  },
};

/**
 * @param program the path of the program
 * @param work a temporary folder
 * @param templates the names of the generated templates
 * @param row prints a ratio with its goal
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
  const todo = Object.entries(edits).flatMap(([name, edit]) => Array.from({ length: CHANGES }, (_, n) => ({ name, edit, n })));
  const best = new Map();
  let [saved, edited] = [0, undefined];
  // The program prints a line when all files are in place: after the first generation, and after each change.
  for await (const line of createInterface({ input: child.stdout })) {
    if (edited !== undefined) {
      if (!line.includes('changed')) throw new Error(`generate --watch said: ${line}`);
      best.set(edited, Math.min(best.get(edited) ?? Number.POSITIVE_INFINITY, performance.now() - saved));
    }
    const next = todo.shift();
    if (!next) break;
    edited = next.name;
    const text = next.edit(readFileSync(file, 'utf8'), next.n);
    saved = performance.now();
    writeFileSync(file, text);
  }
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  for (const [name, time] of best) {
    row(`${name}: from the save to the files, in ${GOAL_MS} ms`, `${time.toFixed(0).padStart(7)} ms`, time / GOAL_MS, 1);
  }
}
