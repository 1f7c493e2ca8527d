import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DiagnosticError, diagnostic } from '../diagnostics/index.ts';
import { isTemplateName } from '../targets/index.ts';
import { COMMAND_SYNONYMS, LANGUAGES, OPTION_SYNONYMS } from './command-synonyms.ts';
import { diagnosticsOf } from './failure.ts';
import { buildProgram, main } from './main.ts';

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
  ['fmt blog.ttl', '(no command changes an ontology; what is generated comes formatted)'],
  ['format', '(no command changes an ontology; what is generated comes formatted)'],
  ['clean', '(codegen generate removes the files of deleted classes by itself)'],
  ['generate --clean', '(codegen removes only the files of deleted classes, without an option)'],
  ['generate --force', '(generated files are replaced without an option, and files that others wrote never)'],
  [
    'template generate-rdf --ontology a.ttl --template all --output-dir out --overwrite',
    '(generated files are replaced without an option, and files that others wrote never)',
  ],
  ['help grph', '(it may be codegen graph)'],
  ['help graph lod', '(it may be codegen graph load)'],
  ['graph lod --help', '(it may be codegen graph load)'],
  ['hooks list', '(it may be codegen hook list)'],
  ['template list --categroy x', '(it may be --category <name>)'],
  ['login', '(codegen --help lists the commands)'],
  ['hook foo --help', '(codegen hook --help lists the commands)'],
  // Commands and options of other tools.
  ['validate people.ttl', '(it may be codegen data validate, or codegen graph load)'],
  ['doctor', '(it may be codegen utils doctor)'],
  ['graph validate', '(it may be codegen graph load)'],
  ['graph blog.ttl', '(it may be codegen graph load)'],
  ['lint blog.ttl', '(it may be codegen graph load)'],
  ['gen', '(it may be codegen generate, or codegen project gen)'],
  ['migrate dev --name x', '(it may be codegen migrate new)'],
  ['migrate staus', '(it may be codegen migrate status)'],
  ['migrate deploy', '(codegen migrate new writes migrations; sqlx, golang-migrate, Flyway or dbmate apply them)'],
  ['db push', '(codegen migrate new writes migrations; sqlx, golang-migrate, Flyway or dbmate apply them)'],
  ['version', '(it may be codegen --version)'],
  ['-v', '(it may be codegen --version)'],
  ['generate -w', '(it may be --watch)'],
  ['docs blog.ttl -o site', '(it may be --output <path>)'],
  ['graph load blog.ttl --no-color', '(add --help for the options)'],
  ['graph load --ontology blog.ttl', '(here the ontology is named without an option: codegen graph load blog.ttl)'],
  ['docs --graph=blog.ttl --output site', '(here the ontology is named without an option: codegen docs blog.ttl)'],
  ['project gen app --ontology blog.ttl', '(here the ontology is named by --graph <path>)'],
  ['explain Post --graph blog.ttl', '(here the ontology is named by --ontology <path>)'],
  ['explain blog.ttl Post', '(here the ontology is named by --ontology <path>)'],
  ['graph query blog.ttl ASK{}', '(here the query is given by --sparql <query>)'],
  ['init blog.ttl', '(here the ontology is named by --ontology <path>)'],
  // A template, an ontology or a folder where none is expected.
  ...[
    ['rust-models blog.ttl', '--ontology blog.ttl --template rust-models --output-dir generated'],
    ['gen-pydantic blog.ttl', '--ontology blog.ttl --template python-pydantic --output-dir generated'],
    ['template ts', '--ontology <path> --template typescript-models --output-dir generated'],
    ['template generate-rdf blog.ttl', '--ontology blog.ttl --template all --output-dir generated'],
  ].map(([line = '', options]) => [line, `(it may be codegen template generate-rdf ${options})`]),
  ['template generate-rdf -o out -t rust', '(it may be --output-dir <path> for -o, --template <name> for -t)'],
  ...[
    ['generate rust-models', '--ontology <path> --template rust-models --output-dir generated'],
    ['generate blog.ttl', '--ontology blog.ttl --template all --output-dir generated'],
    ['generate --ontology=blog.ttl', '--ontology blog.ttl --template all --output-dir generated'],
    ['generate -i a.ttl --lang sql,kotlin -o x;y', "--ontology a.ttl --template sql-schema --template <name> --output-dir 'x;y'"],
  ].map(([line = '', options]) => [
    line,
    `(codegen generate follows codegen.yaml, which codegen init creates; without one: codegen template generate-rdf ${options})`,
  ]),
])('%s is rejected with a hint that corrects it', async (line, hint) => {
  const { status, stdout, stderr } = await run(line);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^error: (unknown|too many arguments|required option|command-argument value)/);
  expect(stderr.split('\n').slice(1)).toEqual([hint, '']);
});

test.each([
  ['template generate-rdf --ontology a.ttl --template all --output-dir=~/x', '--output-dir ~/x'],
  ['graph load --shapes=~ a.ttl', '--shapes ~'],
])('%s is rejected instead of creating a folder called ~', async (line, instead) => {
  const { status, stderr } = await run(line);
  expect(status).toBe(2);
  expect(stderr).toContain(`error: no shell makes the home folder of the ~ in '`);
  expect(stderr).toContain(`; write ${instead}, or `);
});

test('reports an empty path and a quoted ~', async () => {
  const { status, stderr } = await run('graph load ');
  expect([status, stderr.split(' [')[0]]).toEqual([1, 'error: the path of a file is empty']);
  expect((await run('graph load ~/none.ttl')).stderr).toContain('remove the quotes or the = before ~');
});

test('all commands and options that suggestions name exist', () => {
  const program = buildProgram({ stdout: { write: () => true }, stderr: { write: () => true }, env: {} }, () => {});
  for (const { calls = [], remark = '' } of Object.values(COMMAND_SYNONYMS)) {
    for (const [, call = ''] of [...calls, remark].join(', ').matchAll(/codegen ((?:[a-z-]+ ?)+)/g)) {
      const { commands } = program;
      const [first, second] = call.split(' ');
      if (first === '--version') continue;
      const command = commands.find((each) => each.name() === first);
      expect(command, call).toBeDefined();
      if (command?.commands.length) expect(command.commands.map((each) => each.name())).toContain(second);
    }
  }
  const options = new Set(
    [...program.commands, ...program.commands.flatMap(({ commands }) => commands)].flatMap((each) =>
      each.options.map(({ long }) => long),
    ),
  );
  for (const [first] of OPTION_SYNONYMS) expect(options).toContain(first);
  expect(Object.values(LANGUAGES).filter((name) => !isTemplateName(name))).toEqual([]);
});

test('a deleted working directory is not an internal error', () => {
  const error = Object.assign(new Error('ENOENT: no such file or directory, uv_cwd'), {
    ...{ code: 'ENOENT', errno: -2, syscall: 'uv_cwd' },
  });
  expect(diagnosticsOf(error, {}).map(({ code, message }) => [code, message])).toEqual([
    ['file-unreadable', 'cannot read the working directory: it is not there any more'],
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
