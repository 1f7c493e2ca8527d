import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesOf, nextMigrations, type Script } from '../../src/migrate/index.ts';
import { schemaState } from '../../src/targets/sql-schema/index.ts';
import { editedHistories } from '../random/edits.ts';
import { histories } from '../random/ontologies.ts';
import { describeWith, squawk } from '../support/judges.ts';
import { isFullRun, modelOfTurtle, ontologyFile } from '../support/ontologies.ts';
import { codegen, root } from '../support/program.ts';

/** The rules that docs/how-to/migrations.md tells users to disable, because the ontology determines the column types. */
const OFF = ['prefer-text-field', 'prefer-bigint-over-int', 'prefer-bigint-over-smallint'];

const renames = ['renaming-table', 'renaming-column', 'renaming-object'];
const dropped = ['constraint', 'not-null', 'default', 'function', 'view', 'column', 'table'].map((what) => `ban-drop-${what}`);

/** The rules that each kind of migration file may ignore, as in the table of docs/how-to/migrations.md. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  expand: [
    ...renames,
    ...dropped,
    'require-concurrent-index-deletion',
    'changing-column-type',
    'adding-field-with-default',
    'constraint-missing-not-valid',
    'disallowed-unique-constraint',
    'adding-serial-primary-key-field',
  ],
  fill: [],
  outside: ['require-lock-timeout', 'require-statement-timeout', 'prefer-robust-stmts'],
  check: ['ban-drop-constraint'],
  contract: ['ban-drop-column', 'ban-drop-constraint', 'require-concurrent-index-deletion', 'ban-set-schema', ...renames],
};

const kindOf = ({ name, isOutsideTransaction }: Script): string =>
  isOutsideTransaction ? 'outside' : (/^(fill|check|contract)_/.exec(name)?.[1] ?? 'expand');

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly rule_name: string;
}

let folder: string;

/** Runs squawk on files of the folder and returns its findings. */
function findings(files: readonly string[], ...options: readonly string[]): readonly Finding[] {
  if (files.length === 0) return [];
  const args = ['--reporter', 'json', '--pg-version', '15', '--exclude', OFF.join(','), ...options, ...files];
  const { stdout, stderr } = spawnSync(squawk, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (!stdout.startsWith('[')) throw new Error(stderr);
  return JSON.parse(stdout) as readonly Finding[];
}

const isOutside = (text: string) => text.startsWith('-- no-transaction');

function findingsIn(files: readonly string[]): readonly Finding[] {
  const text = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  return [
    ...findings(
      files.filter((file) => !isOutside(text(file))),
      '--assume-in-transaction',
    ),
    ...findings(files.filter((file) => isOutside(text(file)))),
  ];
}

/** Returns the rules in the `squawk-ignore-file` comment of a file. */
function marksOf(text: string): readonly string[] {
  return (/^-- squawk-ignore-file (.*)$/m.exec(text)?.[1] ?? '').split(', ').filter((rule) => rule !== '');
}

async function scriptsOf(texts: readonly string[]): Promise<readonly Script[]> {
  const states = [];
  for (const text of texts) states.push(schemaState((await modelOfTurtle(text)).model));
  const all: Script[] = [];
  for (const [i, state] of states.entries()) {
    const before = states[i - 1];
    if (before) all.push(...nextMigrations(before, state, (iri) => iri, all.length + 2).scripts);
  }
  return all;
}

describeWith(['squawk'], 'squawk', () => {
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'squawk-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('finds no problem in any migration of the blog', () => {
    const write = (name: string) => {
      writeFileSync(path.join(folder, 'blog.ttl'), readFileSync(ontologyFile(name)));
      const done = codegen(folder, ['migrate', 'new', '--ontology', 'blog.ttl', '--dir', '.', '--allow-data-loss']);
      expect(done.status, done.stderr).toBe(0);
    };
    write('blog');
    write('blog-evolved');
    write('blog');
    const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
    expect(files.length).toBeGreaterThan(6);
    expect(findingsIn(files)).toEqual([]);
  });

  test('migrations that only add elements ignore no rules, except in files without a transaction', async () => {
    const old =
      ':Thing a owl:Class . :note a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Thing ; rdfs:range xsd:string .';
    const now = `${old}
      :Other a owl:Class . :other a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Thing ; rdfs:range :Other .
      :when a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Thing ; rdfs:range xsd:date .
      [] a sh:NodeShape ; sh:targetClass :Thing ; sh:property [ sh:path :note ; sh:maxLength 9 ] .`;
    const scripts = await scriptsOf([old, now]);
    expect(scripts.length).toBeGreaterThan(2);
    for (const script of scripts)
      expect(marksOf(script.up), script.name).toEqual(script.isOutsideTransaction ? MARKS['outside'] : []);
  });

  test('each migration file ignores only the rules that are documented for its kind', async () => {
    const documented = readFileSync(path.join(root, 'docs/how-to/migrations.md'), 'utf8');
    for (const rule of Object.values(MARKS).flat()) expect(documented).toContain(`\`${rule}\``);
    for (const texts of [...drawn, ...edited]) {
      for (const script of await scriptsOf(texts)) {
        const allowed = MARKS[kindOf(script)] ?? [];
        expect(
          marksOf(script.up).filter((rule) => !allowed.includes(rule)),
          script.up,
        ).toEqual([]);
      }
    }
  });

  const edited = fc
    .sample(editedHistories, { numRuns: isFullRun ? 60 : 6, seed: 5 })
    .map((versions) => versions.map(({ text }) => text));
  const drawn = fc.sample(histories, { numRuns: isFullRun ? 60 : 6, seed: 3 });

  test('finds no problem in the migrations of random histories, which violate every rule that they ignore', async () => {
    const files: string[] = [];
    for (const [i, texts] of [...drawn, ...edited].entries()) {
      for (const script of await scriptsOf(texts)) {
        for (const { path: name, content } of filesOf('sqlx', script)) {
          const file = `${i}_${name}`;
          writeFileSync(path.join(folder, file), content);
          files.push(file);
        }
      }
    }
    expect(files.length).toBeGreaterThan(10 * drawn.length);
    const found = findingsIn(files);
    expect(found.map(({ file, line, rule_name }) => `${file}:${line} ${rule_name}`)).toEqual([]);
    const marks = new Map(files.map((file) => [file, marksOf(readFileSync(path.join(folder, file), 'utf8'))]));
    for (const file of files) {
      const name = path.join(folder, file);
      writeFileSync(name, readFileSync(name, 'utf8').replace(/^-- squawk-ignore-file .*$/m, '--'));
    }
    const broken = new Map(files.map((file) => [file, new Set<string>()]));
    for (const { file, rule_name } of findingsIn(files)) broken.get(file)?.add(rule_name);
    for (const file of files) expect([...(broken.get(file) ?? [])].sort(), file).toEqual([...(marks.get(file) ?? [])].sort());
  });
});
