#!/usr/bin/env node
// `npm create ontology-codegen [folder]`: copies the example ontology to a folder without one, and writes its settings file.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const codegen = path.dirname(createRequire(import.meta.url).resolve('ontology-codegen/package.json'));
const [name = '.', ...others] = process.argv.slice(2);
const folder = path.resolve(name);

/** Runs `codegen init`, which searches the folder for an ontology. */
function init() {
  const program = [path.join(codegen, 'bin/codegen.js'), 'init'];
  return spawnSync(process.execPath, program, { cwd: folder, encoding: 'utf8' });
}

if (name.startsWith('-') || others.length > 0) {
  console.error('usage: npm create ontology-codegen [folder]');
  process.exitCode = 2;
} else {
  mkdirSync(folder, { recursive: true });
  let result = init();
  if (result.stderr.includes('[no-ontology-found]')) {
    cpSync(path.join(codegen, 'examples/blog.ttl'), path.join(folder, 'blog.ttl'));
    result = init();
  }
  process.stdout.write(result.stdout);
  process.stderr.write(result.stderr);
  if (result.status === 0) {
    console.log(`then, in the folder ${name}: npm install --save-dev ontology-codegen, and npx codegen generate`);
  }
  process.exitCode = result.status ?? 1;
}
