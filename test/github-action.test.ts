import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { codegen, root } from './support/program.ts';

interface Step {
  readonly id: string;
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
}

const action: {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
} = parse(readFileSync(path.join(root, 'action.yml'), 'utf8'));

let folder: string;
let repository: string;

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd: repository, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout.trim();
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-action-'));
  repository = path.join(folder, 'repository');
  mkdirSync(path.join(repository, 'node_modules/.bin'), { recursive: true });
  symlinkSync(path.join(root, 'bin/codegen.js'), path.join(repository, 'node_modules/.bin/codegen'));
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(path.join(repository, '.gitignore'), 'node_modules\n');
  cpSync(path.join(root, 'examples/blog.ttl'), path.join(repository, 'blog.ttl'));
  writeFileSync(
    path.join(repository, 'codegen.yaml'),
    'ontology: blog.ttl\noutputs:\n  - { template: typescript-models, folder: generated }\n',
  );
  expect(codegen(repository, ['generate', '--quiet']).status).toBe(0);
  git('add', '.');
  git('commit', '--quiet', '--message=first');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the steps of the action as GitHub does: each with its environment, and with files for outputs and summary. */
function runAction(inputs: Readonly<Record<string, string>>, env: Record<string, string> = {}) {
  const summary = path.join(folder, 'summary.md');
  writeFileSync(summary, '');
  const known = new Map(Object.entries(action.inputs).map(([name, input]) => [`inputs.${name}`, input.default]));
  for (const [name, value] of Object.entries(inputs)) known.set(`inputs.${name}`, value);
  const evaluated = (text: string) =>
    text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
      const value = known.get(expression);
      if (value === undefined) throw new Error(`unknown expression ${expression}`);
      return value;
    });
  const steps: Record<string, { status: number | null; stdout: string; stderr: string }> = {};
  for (const step of action.runs.steps) {
    // The action skips this step without a revision to compare with.
    if (step.id === 'diff' && known.get('inputs.against') === '') continue;
    const outputs = path.join(folder, 'outputs');
    const script = path.join(folder, 'script.sh');
    writeFileSync(outputs, '');
    writeFileSync(script, step.run);
    expect(step.run).not.toContain('${{');
    const given = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, evaluated(value)]));
    const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: path.join(repository, known.get('inputs.working-directory') ?? ''),
      encoding: 'utf8',
      env: {
        ...process.env,
        NO_COLOR: '1',
        GITHUB_WORKSPACE: repository,
        GITHUB_OUTPUT: outputs,
        GITHUB_STEP_SUMMARY: summary,
        ...given,
        ...env,
      },
    });
    steps[step.id] = { status, stdout, stderr };
    for (const line of readFileSync(outputs, 'utf8').split('\n').filter(Boolean)) {
      const at = line.indexOf('=');
      known.set(`steps.${step.id}.outputs.${line.slice(0, at)}`, line.slice(at + 1));
    }
    if (step.id === 'install' && status !== 0) break;
  }
  return { steps, summary: readFileSync(summary, 'utf8'), outputs: { stale: evaluated(action.outputs['stale']?.value ?? '') } };
}

const isUnset = { against: '' };

test('passes when generated files are up to date, and uses the program of the project', () => {
  const { steps, summary, outputs } = runAction(isUnset);
  expect(steps['check']).toMatchObject({ status: 0, stdout: expect.stringContaining('10 files unchanged') });
  expect({ summary, outputs, compared: 'diff' in steps }).toEqual({ summary: '', outputs: { stale: 'false' }, compared: false });
});

test('fails with an annotation and a summary when a file is out of date', () => {
  appendFileSync(
    path.join(repository, 'blog.ttl'),
    ':views a owl:DatatypeProperty ; rdfs:domain :Post ; rdfs:range xsd:integer .\n',
  );
  const { steps, summary, outputs } = runAction(isUnset);
  expect(steps['check']?.status).toBe(1);
  expect(steps['check']?.stdout).toMatch(/^::error title=output-stale::\d generated files of codegen\.yaml are out of date/m);
  expect(summary).toContain('Run `codegen generate` and commit the result.');
  expect(outputs.stale).toBe('true');
});

test('an invalid ontology is annotated at its line, and is not reported as out of date', () => {
  appendFileSync(path.join(repository, 'blog.ttl'), ':views a \n');
  const { steps, outputs } = runAction(isUnset);
  expect(steps['check']?.status).toBe(1);
  expect(steps['check']?.stdout).toMatch(/^::error file=blog\.ttl,line=\d+,col=\d+,title=syntax-error::/m);
  expect(outputs.stale).toBe('false');
});

test('compares with the target branch of a shallow checkout, annotates changes, and fails on the given level', () => {
  const origin = path.join(folder, 'origin.git');
  git('clone', '--quiet', '--bare', '.', origin);
  const text = readFileSync(path.join(repository, 'blog.ttl'), 'utf8');
  writeFileSync(path.join(repository, 'blog.ttl'), text.replaceAll(':text ', ':body '));
  expect(codegen(repository, ['generate', '--quiet']).status).toBe(0);
  git('checkout', '--quiet', '-b', 'change');
  git('commit', '--quiet', '--all', '--message=second');
  git('remote', 'add', 'origin', origin);
  const passed = runAction({ against: 'origin/main' });
  expect(passed.steps['check']?.status).toBe(0);
  expect(passed.steps['diff']?.status).toBe(0);
  expect(passed.steps['diff']?.stdout).toMatch(/^::error file=blog\.ttl,line=\d+,col=1,title=field-added::Comment: /m);
  expect(passed.summary).toMatch(/^\*\*`origin\/main:blog\.ttl` → `blog\.ttl`: 2 changes: 2 breaking\*\*$/m);
  const failed = runAction({ against: 'origin/main', 'fail-on': 'breaking:graphql\nbreaking:rest\n' });
  expect(failed.steps['diff']?.status).toBe(1);
  expect(failed.steps['diff']?.stderr).toContain('2 changes are breaking for rest');
  expect(failed.summary).toContain('Next version: **major**');
});

test('an ontology that the other branch lacks is no failure; an unknown revision is', () => {
  git('mv', 'blog.ttl', 'journal.ttl');
  writeFileSync(
    path.join(repository, 'codegen.yaml'),
    'ontology: journal.ttl\noutputs:\n  - { template: typescript-models, folder: generated }\n',
  );
  const { steps, summary } = runAction({ against: 'main' });
  expect(steps['diff']?.status).toBe(0);
  expect(summary).toContain('`codegen.yaml`: the ontology does not exist in `main`.');
  const unknown = runAction({ against: 'nowhere' });
  expect(unknown.steps['diff']?.status).toBe(1);
  expect(unknown.steps['diff']?.stderr).toContain('[git-no-revision]');
});

test('inputs with special characters are data, and several projects in subfolders are checked', () => {
  const name = "services/a b; $(touch hacked) 'c'";
  mkdirSync(path.join(repository, name), { recursive: true });
  for (const file of ['blog.ttl', 'codegen.yaml', 'generated'])
    cpSync(path.join(repository, file), path.join(repository, name, file), { recursive: true });
  git('add', '.');
  git('commit', '--quiet', '--message=second');
  const { steps, summary } = runAction({ settings: `codegen.yaml\n${name}/codegen.yaml`, against: 'main' });
  expect(steps['check']?.stdout.match(/10 files unchanged/g)).toHaveLength(2);
  expect(steps['diff']?.status, steps['diff']?.stderr).toBe(0);
  expect(summary.match(/nothing changed/g)).toHaveLength(2);
  expect(git('status', '--porcelain')).toBe('');
});

test('installs the given version if no program is found', () => {
  rmSync(path.join(repository, 'node_modules'), { recursive: true });
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  // An npm that records its arguments, and installs this build.
  const log = path.join(folder, 'npm.log');
  writeFileSync(
    path.join(bin, 'npm'),
    `#!/bin/sh\necho "$@" >'${log}'\nln -s '${path.join(root, 'bin/codegen.js')}' '${bin}/codegen'\n`,
  );
  chmodSync(path.join(bin, 'npm'), 0o755);
  const tools = ['/usr/bin', '/bin', path.dirname(process.execPath)].join(':');
  const { steps } = runAction({ ...isUnset, version: '2.5.0' }, { PATH: `${bin}:${tools}` });
  expect(steps['check']?.status, steps['check']?.stderr).toBe(0);
  expect(readFileSync(log, 'utf8')).toBe('install --global --no-audit --no-fund ontology-codegen@2.5.0\n');
});
