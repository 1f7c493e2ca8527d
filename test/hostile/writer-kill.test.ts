import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawCount, isFullRun } from '../support/ontologies.ts';
import { codegenProcess as codegen, readTree, root } from '../support/program.ts';
import { randomNumbers } from '../support/random.ts';

// Other commands that write files: a run that is killed at any moment leaves the old or the new files, or else the next run of
// the same command reverts what it did. `process-kill.test.ts` tests the same with projects.

/** How often each command is killed, at moments that the seed determines. */
const KILLS = Number(process.env['CODEGEN_KILLS'] ?? (isFullRun ? drawCount(6, 12) : 3));
const SEED = Number(process.env['RANDOM_SEED'] ?? 20_260_402);

const HALF = createHash('sha256').update('half').digest('hex');

const PREFIXES = `@prefix : <http://example.org/shop#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const NAMES = Array.from({ length: 30 }, (_, n) => `Thing${n}`);
/** Returns an ontology; versions differ in their comments, and each has a property of its own. */
const ontology = (version: string) =>
  PREFIXES +
  NAMES.map(
    (name) =>
      `:${name} a owl:Class ; rdfs:comment "Of ${version}." . :${name}P a owl:DatatypeProperty ; rdfs:domain :${name} ; rdfs:range xsd:string .`,
  ).join('\n') +
  `:only${version} a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Thing0 ; rdfs:range xsd:string .`;
const data = (version: string) =>
  PREFIXES + NAMES.map((name) => `:${name}I a :${name} ; :${name}P "${version}" ; :unknown ${version.length} .`).join('\n');

interface Writer {
  readonly args: readonly string[];
  /** The folder in which it stages files, relative to the project. */
  readonly folder: string;
}

const writers: Readonly<Record<string, Writer>> = {
  documentation: { args: ['docs', 'shop.ttl', '--output', 'site'], folder: 'site' },
  'tables of data': {
    args: ['data', 'convert', 'data.ttl', '--ontology', 'shop.ttl', '--to', 'csv', '--output', 'tables', '--force'],
    folder: 'tables',
  },
  'data and what is lost of it': {
    args: 'data convert data.ttl --ontology shop.ttl --to ndjson --output out/d.ndjson --losses out/l.ndjson --force'.split(' '),
    folder: 'out',
  },
  'a migration': {
    args: ['migrate', 'new', '--ontology', 'shop.ttl', '--dir', 'sql', '--allow-data-loss'],
    folder: 'sql',
  },
  'outputs of settings': { args: ['generate', '--no-hooks'], folder: 'src/a' },
};
const SETTINGS =
  'ontology: shop.ttl\noutputs:\n  - { template: rust-models, folder: src/a }\n  - { template: typescript-models, folder: src/b }\n';

const base = mkdtempSync(path.join(tmpdir(), 'codegen-kills-'));
let server: Server;
beforeAll(async () => {
  server = createServer((_, response) => response.end(ontology('A')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(base, { recursive: true, force: true });
});

const random = randomNumbers(SEED);

const isStaging = (file: string) => file.split('/').some((part) => part.startsWith('.codegen-staging-'));
const settled = (tree: Record<string, string>) =>
  Object.fromEntries(Object.entries(tree).filter(([file]) => !isStaging(file) && !file.endsWith('.tmp')));

/** Kills a run `delay` milliseconds after `isTime` returns true. */
async function killed(cwd: string, args: readonly string[], isTime: () => boolean, delay: number): Promise<void> {
  const child = spawn(process.execPath, [path.join(root, 'bin/codegen.js'), ...args], { cwd, stdio: 'ignore' });
  let isDone = false;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve())).finally(() => {
    isDone = true;
  });
  const look = () => {
    if (isDone) return;
    if (!isTime()) setImmediate(look);
    else if (delay < 1) child.kill('SIGKILL');
    else setTimeout(() => child.kill('SIGKILL'), delay);
  };
  look();
  await ended;
}

function put(project: string, version: string): void {
  mkdirSync(path.join(project, 'out'), { recursive: true });
  writeFileSync(path.join(project, 'shop.ttl'), ontology(version));
  writeFileSync(path.join(project, 'data.ttl'), data(version));
  writeFileSync(path.join(project, 'codegen.yaml'), SETTINGS);
}

describe.skipIf(process.platform === 'win32')('a killed run leaves complete output, or the next run reverts it', () => {
  describe.each(Object.entries(writers))('%s', (name, { args, folder }) => {
    const old = path.join(base, name);
    let before: Record<string, string>;
    let after: Record<string, string>;
    beforeAll(() => {
      put(old, 'A');
      expect(codegen(old, args)).toMatchObject({ status: 0 });
      put(old, 'B');
      before = readTree(old);
      const whole = path.join(base, `${name} whole`);
      cpSync(old, whole, { recursive: true });
      expect(codegen(whole, args)).toMatchObject({ status: 0 });
      after = readTree(whole);
      expect(after).not.toEqual(before);
    });

    test.each(Array.from({ length: KILLS }, (_, n) => ({ n, delay: Math.floor(random.next().value * 4) })))(
      'kill $n',
      async ({ n, delay }) => {
        const project = path.join(base, `${name} ${n}`);
        cpSync(old, project, { recursive: true });
        const stagings = () =>
          existsSync(path.join(project, folder)) ? readdirSync(path.join(project, folder)).filter(isStaging) : [];
        // Every third run is killed while it prepares files, the others while they move files into place.
        const isTime = () =>
          stagings().some((staging) => n % 3 === 2 || existsSync(path.join(project, folder, staging, 'intent.json')));
        await killed(project, args, isTime, n % 3 === 2 ? 10 * delay : delay);
        const isWhole = [before, after].some((tree) => same(settled(readTree(project)), tree));
        if (!isWhole) expect(stagings(), 'what is meant stands there').not.toEqual([]);
        const next = codegen(project, args);
        expect(next).toMatchObject({ status: 0 });
        expect(readTree(project)).toEqual(after);
        rmSync(project, { recursive: true, force: true });
      },
    );
  });

  test('reports an interrupted migration and does not count it as one', () => {
    const project = path.join(base, 'migrations');
    put(project, 'A');
    const { args } = writers['a migration'] as Writer;
    expect(codegen(project, args).status).toBe(0);
    // The remains of a process that has ended: the first file is in place, the record is not.
    const staging = path.join(project, 'sql', '.codegen-staging-4194999-00000000-x');
    mkdirSync(staging);
    writeFileSync(path.join(project, 'sql/002_half.up.sql'), 'half');
    writeFileSync(
      path.join(staging, 'intent.json'),
      JSON.stringify({
        madeRoot: false,
        folders: [],
        writes: [{ path: '002_half.up.sql', kind: 'create', sha256: HALF }],
        removals: [],
      }),
    );
    const long = new Date(Date.now() - 7_200_000);
    utimesSync(staging, long, long);
    for (const command of ['status', 'verify']) {
      const more = command === 'verify' ? ['--database-url', 'postgresql://127.0.0.1:1/x'] : [];
      const reported = codegen(project, ['migrate', command, '--ontology', 'shop.ttl', '--dir', 'sql', ...more]);
      expect(reported.stderr).toContain('[output-interrupted]');
      expect(reported.status).toBe(1);
    }
    const next = codegen(project, args);
    expect(next.stderr).toContain('[output-recovered]');
    expect(next).toMatchObject({ status: 0, stdout: 'nothing to migrate: the files in sql are up to date\n' });
    expect(readdirSync(path.join(project, 'sql')).filter((file) => /half|staging/.test(file))).toEqual([]);
  });
});

/** Commands that write one file. */
describe.skipIf(process.platform === 'win32')('a killed run leaves the complete file or none', () => {
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop.ttl`;
  const single: Readonly<Record<string, { readonly args: () => readonly string[]; readonly file: string }>> = {
    'the lock of a file on a server': { args: () => ['graph', 'load', address()], file: 'codegen.lock' },
    'a picture': { args: () => ['graph', 'visualize', 'shop.ttl', '--output', 'a.mmd', '--format', 'mermaid'], file: 'a.mmd' },
    'new settings': { args: () => ['init'], file: 'codegen.yaml' },
    'a new template': { args: () => ['template', 'new', 'my-models'], file: 'my-models/template.yaml' },
  };
  test.each(Object.entries(single))('%s', async (name, { args, file }) => {
    const empty = path.join(base, `${name} empty`);
    mkdirSync(empty);
    writeFileSync(path.join(empty, 'shop.ttl'), ontology('A'));
    const whole = path.join(base, `${name} whole`);
    cpSync(empty, whole, { recursive: true });
    const begun = performance.now();
    await killed(whole, args(), () => false, 0);
    const usual = performance.now() - begun;
    const after = readTree(whole);
    expect(after[file]?.length).toBeGreaterThan(20);
    for (let n = 0; n < KILLS; n++) {
      const project = path.join(base, `${name} ${n}`);
      cpSync(empty, project, { recursive: true });
      const isThere = () => readdirSync(project).some((each) => each.endsWith('.tmp') || each.startsWith('.codegen'));
      const end = performance.now() + usual * (0.6 + 0.5 * random.next().value);
      await killed(project, args(), () => isThere() || performance.now() > end, 0);
      const left = settled(readTree(project));
      const isDone = same(left, after);
      if (!isDone) expect(left).toEqual(readTree(empty));
      // The exit status does not matter: commands that only create files fail if the file already exists.
      await killed(project, args(), () => false, 0);
      expect(settled(readTree(project))).toEqual(after);
      rmSync(project, { recursive: true, force: true });
    }
  });
});

test.skipIf(process.platform === 'win32')('the journal of hooks continues after a truncated line', async () => {
  const project = path.join(base, 'journal');
  mkdirSync(project);
  writeFileSync(path.join(project, 'a.sh'), '#!/bin/sh\necho done\n', { mode: 0o755 });
  const env = { XDG_STATE_HOME: path.join(base, 'state') };
  const run = (...args: string[]) => codegen(project, ['hook', ...args], env);
  expect(run('create', '--event', 'pre-build', '--script', './a.sh').status).toBe(0);
  expect(run('run', 'pre-build').status).toBe(0);
  const folder = path.join(project, '.codegen');
  const journal = path.join(folder, readdirSync(folder).find((name) => /journal|runs/.test(name)) ?? '');
  const first = readFileSync(journal, 'utf8');
  writeFileSync(journal, `${first}${first.slice(0, first.length / 2)}`);
  expect(run('run', 'pre-build').status).toBe(0);
  const lines = readFileSync(journal, 'utf8').split('\n');
  expect(lines).toHaveLength(4);
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({ event: 'pre-build', exit_status: 0 });
  for (let n = 0; n < KILLS; n++) {
    const start = performance.now();
    const delay = 60 + 150 * random.next().value;
    await killed(project, ['hook', 'run', 'pre-build'], () => performance.now() > start + delay, 0);
    expect(run('list', '--verbose')).toMatchObject({ status: 0 });
  }
  expect(run('run', 'pre-build').status).toBe(0);
  const last = readFileSync(journal, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  expect(JSON.parse(last)).toMatchObject({ event: 'pre-build', exit_status: 0 });
});

function same(one: Record<string, string>, other: Record<string, string>): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
}
