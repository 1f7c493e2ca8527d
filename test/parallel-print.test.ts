import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { templateNames } from '../src/targets/index.ts';
import { isFullRun, ontologyFile } from './support/ontologies.ts';
import { codegen, readTree } from './support/program.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'side-by-side-'));
afterAll(() => rmSync(folder, { recursive: true }));

const log = path.join(folder, 'threads');

/** Scripts that run before the program, in each of its threads. */
const preloaded = {
  // A fixed number of processors, and memory that does not depend on other programs.
  one: "require('node:os').availableParallelism = () => 1;",
  three: "require('node:os').availableParallelism = () => 3; process.availableMemory = () => 8e9;",
  // A thread that cannot start, and one that exits when it sends its result.
  failing: "if (!require('node:worker_threads').isMainThread) throw new Error('no thread today');",
  dying:
    "if (!require('node:worker_threads').isMainThread) require('node:worker_threads').parentPort.postMessage = () => process.exit(7);",
  // A thread that finds another version of the file.
  other:
    "require('node:worker_threads').isMainThread || (require('node:fs').statSync = ((stat) => (file, options) => { const all = stat(file, options); if (all && options?.bigint) all.ctimeNs += 1n; return all; })(require('node:fs').statSync));",
};

const logged = `if (!require('node:worker_threads').isMainThread) require('node:fs').appendFileSync(${JSON.stringify(log)}, 'begun\\n');`;

beforeAll(async () => {
  for (const [name, script] of Object.entries(preloaded))
    writeFileSync(path.join(folder, `${name}.cjs`), `${logged}\n${script}\n`);
  // Large enough for threads, but read quickly. Statements that cause warnings are at its start.
  const torture = readFileSync(ontologyFile('torture'), 'utf8');
  writeFileSync(path.join(folder, 'torture.ttl'), `${torture}\n${`# ${'-'.repeat(97)}\n`.repeat(50_000)}`);
  const outputs = templateNames.map((name) => `  - template: ${name}\n    folder: generated/${name}\n`);
  writeFileSync(path.join(folder, 'codegen.yaml'), `ontology: torture.ttl\noutputs:\n${outputs.join('')}`);
  // Files that were saved just now are read by one thread.
  await wait(4500);
});

/** Runs the program, and returns its outcome with the generated files, and the number of started threads. */
function run(kind: keyof typeof preloaded, args: readonly string[], outDir: string) {
  rmSync(log, { force: true });
  const outcome = codegen(folder, args, {
    NODE_OPTIONS: `--max-old-space-size=4000 --require ${path.join(folder, `${kind}.cjs`)}`,
  });
  const threads = existsSync(log) ? readFileSync(log, 'utf8').split('\n').length - 1 : 0;
  const files = existsSync(path.join(folder, outDir)) ? readTree(path.join(folder, outDir)) : {};
  rmSync(path.join(folder, outDir), { recursive: true, force: true });
  return { threads, result: { ...outcome, files } };
}

const all = ['template', 'generate-rdf', '--ontology', 'torture.ttl', '--template', 'all', '--output-dir', 'out'];
const commands: readonly (readonly [string, readonly string[], string])[] = [
  ['template generate-rdf', all, 'out'],
  ['generate', ['generate', '--json'], 'generated'],
  ['what is refused', ['generate', '--strict', '--check'], 'generated'],
];

test.skipIf(!isFullRun).each(commands)('%s: several threads give the same files and messages as one', (_, args, outDir) => {
  const alone = run('one', args, outDir);
  expect(alone.threads).toBe(0);
  const beside = run('three', args, outDir);
  expect(beside.threads).toBe(2);
  expect(beside.result).toEqual(alone.result);
});

test.skipIf(!isFullRun)('the work of a failed thread is done without it', () => {
  const alone = run('one', all, 'out');
  expect(alone.result.status).toBe(0);
  for (const kind of ['failing', 'dying', 'other'] as const) {
    writeFileSync(path.join(folder, `${kind}.cjs`), `${logged}\n${preloaded.three}\n${preloaded[kind]}\n`);
    const beside = run(kind, all, 'out');
    expect([kind, beside.threads]).toEqual([kind, 2]);
    expect(beside.result).toEqual(alone.result);
  }
});
