import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DiagnosticError, diagnostic } from '../diagnostics/index.ts';
import { diagnosticsOf } from './failure.ts';
import { main } from './main.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-failure-'));
  writeFileSync(path.join(folder, 'broken.ttl'), '@prefix : <http://e/> .\n:a :b\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command line in which `@` stands for the folder. */
async function run(line: string) {
  const seen = { stdout: '', stderr: '' };
  const into = (stream: keyof typeof seen) => ({
    write: (text: string) => {
      seen[stream] += text;
    },
  });
  const argv = line.split(' ').map((word) => word.replace('@', folder));
  const status = await main(argv, { stdout: into('stdout'), stderr: into('stderr'), env: {} });
  return { status, ...seen };
}

test.each([
  ['help grph', 'did you mean graph?'],
  ['graph lod --help', 'did you mean load?'],
  ['hooks list', 'did you mean hook?'],
  ['template list --categroy x', 'did you mean --category?'],
  ['migrate staus', 'did you mean status?'],
  ['template generate-rdf --templates all --output-dir o', 'did you mean --template?'],
])('%s is rejected with a suggestion', async (line, hint) => {
  const { status, stdout, stderr } = await run(line);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^error: unknown (command|option) .* \[usage\]$/),
    `  help: ${hint}`,
    '',
  ]);
});

test.each([
  ['project gen', 'the argument <target> is missing', 'add --help for the options'],
  ['graph query a.ttl SELECT', 'query: the command line has 2 arguments, but the limit is 1', 'add --help for the options'],
  ['data convert a.ttl', 'the required option --to <form> is missing', 'add --help for the options'],
  ['data convert a.ttl --to xml', 'the value "xml" of --to <form> is invalid', 'it must be ndjson, json, turtle, '],
  ['data sample --class A --count x', 'the value "x" of --count <number> is invalid', 'it must be an integer from 1 to '],
])('%s is reported with a message and help', async (line, message, help) => {
  const { status, stderr } = await run(line);
  expect([status, stderr]).toEqual([2, expect.stringContaining(`error: ${message} [usage]\n  help: ${help}`)]);
});

test.each([
  ['template generate-rdf --ontology a.ttl --template all --output-dir=~/x', '--output-dir ~/x'],
  ['graph load --shapes=~ a.ttl', '--shapes ~'],
])('%s is rejected instead of creating a folder called ~', async (line, instead) => {
  const { status, stderr } = await run(line);
  expect(status).toBe(2);
  expect(stderr).toContain(`error: shells do not expand the ~ in '`);
  expect(stderr).toContain(`; write ${instead}, or `);
});

test('reports an empty path and a quoted ~', async () => {
  const { status, stderr } = await run('graph load ');
  expect([status, stderr.split(' [')[0]]).toEqual([1, 'error: the path of a file is empty']);
  expect((await run('graph load ~/none.ttl')).stderr).toContain('remove the quotes or the = before ~');
});

test('names the option that a command needs', async () => {
  const excess = await run('template generate-rdf a.ttl --template all --output-dir out --ontology a.ttl');
  expect(excess.stderr).toContain('error: generate-rdf accepts no arguments; give its input with options');
  expect((await run('graph load')).stderr).toContain('(an argument, --ontology or --graph)');
  expect((await run('graph load a.ttl --import core.ttl')).stderr).toContain('--import core.ttl names no IRI, or no file');
});

test('a deleted working directory is not an internal error', () => {
  const error = Object.assign(new Error('ENOENT: no such file or directory, uv_cwd'), {
    ...{ code: 'ENOENT', errno: -2, syscall: 'uv_cwd' },
  });
  expect(diagnosticsOf(error, {}).map(({ code, message }) => [code, message])).toEqual([
    ['file-unreadable', 'cannot read the working directory: it does not exist any more'],
  ]);
});

test('prints help for commands and topics', async () => {
  for (const line of ['help', 'help graph', 'help graph load', 'graph --help', 'help policies', 'help hook run']) {
    expect(await run(line), line).toMatchObject({ status: 0, stderr: '' });
  }
});

test.each([
  ['policies', 'unstated=required\n'],
  ['settings', 'outputs[].folder: string, required\n'],
  ['settings', 'diagnostics.silence[].code: one of '],
  ['settings', 'outside: iri (default), omit\n'],
  ['environment', '\nCODEGEN_TRUST\n'],
  ['exit', '\n2\n    The command line is invalid.\n'],
])('help %s prints the topic', async (topic, text) => {
  expect(await run(`help ${topic}`)).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining(text) });
  expect((await run('help')).stdout).toMatch(new RegExp(`^Topics: codegen help .*\\b${topic}\\b`, 'm'));
});

describe('a failed command prints its messages in the requested format', () => {
  test.each([
    ['graph load @/none.ttl --json', 1, 'file-not-found'],
    ['graph load --json @/broken.ttl', 1, 'syntax-error'],
    ['graph load --format json @/broken.ttl', 1, 'syntax-error'],
    ['graph load --format=json @/broken.ttl', 1, 'syntax-error'],
    ['graph report @/none.ttl --format json', 1, 'file-not-found'],
    ['graph query @/broken.ttl --sparql ASK{} --format json', 1, 'syntax-error'],
    ['template generate-rdf --ontology @/none.ttl --template sql-schema --output-dir @/out --json', 1, 'file-not-found'],
    ['template generate-rdf --ontology @/none.ttl --template sql --output-dir @/out --json', 2, 'unknown-template'],
    ['project gen @/out --graph @/none.ttl --json', 1, 'file-not-found'],
    ['explain Post --json', 2, 'usage'],
    ['explain Post --ontology @/none.ttl --json', 1, 'file-not-found'],
    ['hook log --event nothing --json', 2, 'unknown-event'],
    ['ai analyze --project @/none', 1, undefined],
    // Wrong command lines in which the option is recognised.
    ['graph load --json', 2, 'no-ontology'],
    ['graph load @/none.ttl --json --unknown', 2, 'usage'],
    ['template generate-rdf --json', 2, 'usage'],
    ['graph load @/none.ttl --json --format text', 2, 'usage'],
    ['graph load @/none.ttl --json --policy a', 2, undefined],
  ])('%s', async (line, status, code) => {
    const done = await run(line);
    expect(done.status).toBe(status);
    const { diagnostics } = JSON.parse(done.stdout);
    expect(diagnostics[0]).toMatchObject({ severity: 'error', message: expect.stringMatching(/./) });
    if (code !== undefined) expect(diagnostics.map((each: { code: string }) => each.code)).toContain(code);
    expect(done.stderr).toContain(diagnostics[0].message.split('\n')[0]);
  });

  test('with the source location', async () => {
    const { stdout } = await run('graph load @/broken.ttl --json');
    expect(JSON.parse(stdout).diagnostics[0]).toMatchObject({ file: path.join(folder, 'broken.ttl'), line: expect.any(Number) });
  });

  test('as SARIF', async () => {
    const { stdout, status } = await run('graph load @/broken.ttl --format sarif');
    expect(status).toBe(1);
    expect(JSON.parse(stdout).runs[0].results[0]).toMatchObject({ ruleId: 'syntax-error', level: 'error' });
  });

  test('as a GitHub workflow command', async () => {
    const { stdout, stderr } = await run('graph load @/broken.ttl --format github');
    expect(stdout).toMatch(/^::error file=.*broken\.ttl,line=\d+,/);
    expect(stderr).toBe('');
  });
});

test.each([
  'graph load @/none.ttl',
  'graph load @/none.ttl --format text',
  // Not recognised, or the value of something else.
  'graph visualize @/none.ttl --json',
  'template generate-rdf --ontology @/none.ttl --template sql-schema --output-dir --json',
  'graph load @/none.ttl -- --json',
  'hook run on-test-fail --json',
])('prints nothing to standard output if no document is requested: %s', async (line) => {
  expect(await run(line)).toMatchObject({ stdout: '' });
});

test('reports other exceptions as internal errors', () => {
  expect(diagnosticsOf(new TypeError('x is undefined'), {})[0]).toMatchObject({ code: 'internal-error', exit: 1 });
  expect(diagnosticsOf(new TypeError('x'), { CODEGEN_DEBUG: '1' })[0]?.message).toContain('failure.test');
  expect(diagnosticsOf(new RangeError('Maximum call stack size exceeded'), {})[0]).toMatchObject({ code: 'engine-failed' });
  const known = diagnostic('usage', { message: 'a' });
  expect(diagnosticsOf(new DiagnosticError(known), {})).toEqual([known]);
});
