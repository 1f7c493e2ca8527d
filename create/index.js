#!/usr/bin/env node
// `npm create ontology-codegen [folder]`: copies the example ontology to a folder without one, and writes its settings file.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const codegen = path.dirname(createRequire(import.meta.url).resolve('ontology-codegen/package.json'));
const [name = '.'] = process.argv.slice(2);
const folder = path.resolve(name);

mkdirSync(folder, { recursive: true });
const hasOntology = readdirSync(folder, { recursive: true }).some((file) => /\.(ttl|owl|rdf|jsonld|nt|trig)$/i.test(file));
if (!hasOntology) cpSync(path.join(codegen, 'examples/blog.ttl'), path.join(folder, 'blog.ttl'));

const program = [path.join(codegen, 'bin/codegen.js'), 'init', '--yes'];
const { status } = spawnSync(process.execPath, program, { cwd: folder, stdio: 'inherit' });
if (status === 0) console.log(`in ${name}: npm install --save-dev ontology-codegen, then npx codegen generate`);
process.exitCode = status ?? 1;
