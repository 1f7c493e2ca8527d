import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { templateNames } from '../src/targets/index.ts';
import { ontologyFile } from './support/ontologies.ts';
import { codegenProcess as codegen, root } from './support/program.ts';
import { hasTerminal, program, runOnTerminal, screen } from './support/terminal.ts';

let cwd: string;

beforeAll(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'codegen-terminal-'));
  copyFileSync(path.join(root, 'examples/blog.ttl'), path.join(cwd, 'blog.ttl'));
});
afterAll(() => rmSync(cwd, { recursive: true }));

function script(folder: string, name: string, lines: string): void {
  writeFileSync(path.join(folder, name), `#!/bin/sh\n${lines}\n`);
  chmodSync(path.join(folder, name), 0o755);
}

/** Runs a command and returns the JSON document that it prints. */
function json(...args: readonly string[]) {
  const done = codegen(cwd, args);
  expect(done.stderr).toBe('');
  return JSON.parse(done.stdout);
}

const name = hasTerminal ? 'on a terminal' : 'on a terminal (skipped: no script of util-linux on this machine)';
describe.skipIf(!hasTerminal)(name, () => {
  describe.each([40, 80, 120])('tables on %i columns', (columns) => {
    const wide = (lines: readonly string[]) => lines.filter((line) => stringWidth(line) > columns);

    test('graph query fits, and prints the full text to a pipe', async () => {
      writeFileSync(
        path.join(cwd, 'breit.ttl'),
        `@prefix : <http://example.org/一つのとても長い名前の語彙#> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n${Array.from(
          { length: 5 },
          (_, i) =>
            `:項目${i} rdfs:label "漢字かな交じりの長い見出し${'、語'.repeat(i * 9)}", "👩‍💻 ${'wörter '.repeat(i + 1)}"@de .`,
        ).join('\n')}\n`,
      );
      const query = `graph query breit.ttl --sparql 'SELECT ?term ?label { ?term rdfs:label ?label }'`;
      const { status, shown } = await runOnTerminal(`${program} ${query}`, { cwd, columns });
      const lines = screen(shown);
      // The namespace of the terms is printed above, with an empty line.
      expect({ status, count: lines.length, wide: wide(lines) }).toEqual({ status: 0, count: 14, wide: [] });
      expect(shown).toContain('…');
      expect(shown).toContain(':項目4');
      // Output that is not a terminal gets the full text.
      const whole = await runOnTerminal(`${program} ${query} | cat`, { cwd, columns });
      expect(whole.shown).not.toContain('…');
      expect(wide(screen(whole.shown))).not.toEqual([]);
    });

    test('template list fits without losing a word', async () => {
      const { status, shown } = await runOnTerminal(`${program} template list`, { cwd, columns });
      const lines = screen(shown);
      expect({ status, wide: wide(lines) }).toEqual({ status: 0, wide: [] });
      // No word is lost.
      const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');
      const plain = codegen(cwd, ['template', 'list']).stdout;
      expect(words(lines.join('\n'))).toEqual(words(plain));
      // The first table lists the templates, the second one their options.
      const [templates = '', options = ''] = plain.split('\n\n');
      const firstWords = (table: string) =>
        table
          .trimEnd()
          .split('\n')
          .slice(1)
          .map((line) => line.split(' ')[0] ?? '');
      expect(firstWords(templates)).toEqual([...templateNames]);
      expect(templateNames).toEqual(expect.arrayContaining(firstWords(options)));
    });

    test('the help fits', async () => {
      const { status, shown } = await runOnTerminal(`${program} --help`, { cwd, columns });
      // Examples stay on one line, so that they can be copied.
      const lines = screen(shown).filter((line) => !line.startsWith('  $ '));
      expect({ status, wide: wide(lines) }).toEqual({ status: 0, wide: [] });
    });

    test('utils doctor fits, except for paths', async () => {
      const { status, shown } = await runOnTerminal(`${program} utils doctor`, { cwd, columns, env: { PATH: '/usr/bin:/bin' } });
      const lines = screen(shown).map((line) => stripVTControlCharacters(line));
      expect(status).toBe(0);
      // A path that is longer than its column stays whole, so that it can be copied.
      expect(wide(lines).filter((line) => !line.includes(cwd))).toEqual([]);
    });
  });

  describe('colours', () => {
    const fail = `${program} graph load missing.ttl`;
    test.each([
      ['on a terminal', fail, {}, true],
      ['although standard output is a file', `${fail} > out.txt`, {}, true],
      ['none in a pipe', `${fail} 2>&1 | cat`, {}, false],
      ['none with NO_COLOR', fail, { NO_COLOR: '1' }, false],
      ['an empty NO_COLOR says nothing', fail, { NO_COLOR: '' }, true],
      ['none with TERM=dumb', fail, { TERM: 'dumb' }, false],
      ['in a pipe with FORCE_COLOR', `${fail} 2>&1 | cat`, { FORCE_COLOR: '1' }, true],
      ['in a pipe with CLICOLOR_FORCE', `${fail} 2>&1 | cat`, { CLICOLOR_FORCE: '1' }, true],
      ['none in a pipe with CLICOLOR_FORCE=0', `${fail} 2>&1 | cat`, { CLICOLOR_FORCE: '0' }, false],
      ['none with CLICOLOR=0', fail, { CLICOLOR: '0' }, false],
      ['FORCE_COLOR goes before NO_COLOR', `${fail} 2>&1 | cat`, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
      ['a report of ai analyze', `${program} ai analyze --format text`, {}, true],
      ['none in a report in a pipe', `${program} ai analyze --format text | cat`, {}, false],
      ['utils doctor', `${program} utils doctor`, {}, true],
      ['none of utils doctor with NO_COLOR', `${program} utils doctor`, { NO_COLOR: '1' }, false],
    ])('%s', async (_, line, env, expected) => {
      const { shown } = await runOnTerminal(line, { cwd, env });
      const left = screen(shown).join('\n');
      expect(stripVTControlCharacters(left) !== left).toBe(expected);
    });
  });

  describe('hook remove', () => {
    const create = (): string => {
      rmSync(path.join(cwd, '.codegen'), { recursive: true, force: true });
      script(cwd, 'hook.sh', 'exit 0');
      return json('hook', 'create', '--event', 'post-generate', '--script', './hook.sh').hook_id;
    };
    const isThere = (id: string) => json('hook', 'list').hooks.some((hook: { id: string }) => hook.id === id);

    test.each([
      ['y\n', 0, 'removed'],
      ['YES\n', 0, 'removed'],
      ['n\n', 1, 'kept'],
      ['\n', 1, 'kept'],
      // The end of the input.
      ['\u0004', 1, 'kept'],
    ])('asks, and reads %j', async (keys, status, done) => {
      const id = create();
      const run = await runOnTerminal(`${program} hook remove ${id} > answer.json`, { cwd, keys: [['[y/N] ', keys]] });
      expect(run.status).toBe(status);
      expect(run.shown).toContain(`Remove ${id}`);
      expect(JSON.parse(readFileSync(path.join(cwd, 'answer.json'), 'utf8'))).toEqual({ hook_id: id, status: done });
      expect(isThere(id)).toBe(done === 'kept');
    });
  });

  test('Ctrl-C ends hook monitor with exit status 0', async () => {
    const { status, shown } = await runOnTerminal(`${program} hook monitor --graph blog.ttl --interval 50`, {
      cwd,
      keys: [['"watching": 1', '\u0003']],
    });
    expect(status).toBe(0);
    expect(screen(shown).at(-2)).toMatch(/stopped by SIGINT$/);
  });
});

describe('a reader that closes the pipe early', () => {
  const schema = ontologyFile('schema');
  const prov = ontologyFile('prov');
  test.each([
    `graph query '${prov}' --sparql 'SELECT * { ?s ?p ?o }'`,
    `graph query '${prov}' --sparql 'CONSTRUCT WHERE { ?s ?p ?o }'`,
    `graph visualize '${schema}'`,
    `graph load '${prov}'`,
    'template list',
    '--help',
    'hook list',
    `ai analyze --project '${root}src'`,
    `ai analyze --project '${root}src' --format text`,
    'completion bash',
  ])('causes no error in %s', (command) => {
    // The reader takes one line, or none.
    for (const [reader, read] of [
      ['head -1', 1],
      ['true', 0],
    ] as const) {
      const done = spawnSync('bash', ['-c', `${program} ${command} | ${reader}; exit \${PIPESTATUS[0]}`], {
        cwd,
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1' },
      });
      expect(done.stderr).not.toMatch(/EPIPE|failed|^ {4}at |^error/m);
      expect(done.stdout.split('\n')).toHaveLength(read + 1);
      expect(done.status).toBe(0);
    }
  });

  test('causes no error when messages are printed', () => {
    const done = spawnSync('bash', ['-c', `${program} graph load missing.ttl 2>&1 >/dev/null | true; exit \${PIPESTATUS[0]}`], {
      cwd,
    });
    expect(done.stderr.toString()).toBe('');
  });
});

describe('a path with spaces and non-ASCII letters', () => {
  let folder: string;
  const ontology = 'mein Blög – 例.ttl';

  beforeAll(() => {
    folder = path.join(mkdtempSync(path.join(tmpdir(), 'codegen-paths-')), 'Größe 日本 ☂ a\'b "c"');
    mkdirSync(folder);
    copyFileSync(path.join(root, 'examples/blog.ttl'), path.join(folder, ontology));
  });
  afterAll(() => rmSync(path.dirname(folder), { recursive: true }));

  const run = (...args: readonly string[]) => {
    const done = codegen(folder, args);
    expect(done, done.stderr).toMatchObject({ status: 0 });
    return done.stdout;
  };

  test('works with template generate-rdf', () => {
    const out = run('template', 'generate-rdf', '--ontology', ontology, '--template', 'all', '--output-dir', 'öut put');
    expect(out).toContain(`created ${path.join('öut put', 'rust-models', 'post.rs')}`);
    expect(existsSync(path.join(folder, 'öut put', 'python-pydantic', 'post.py'))).toBe(true);
    run('template', 'generate-rdf', '--ontology', ontology, '--template', 'all', '--output-dir', 'öut put', '--check');
  });

  test('works with graph', () => {
    expect(run('graph', 'load', ontology)).toContain(`${ontology}: `);
    expect(run('graph', 'query', ontology, '--sparql', 'ASK { ?c a owl:Class }')).toBe('true\n');
    writeFileSync(path.join(folder, 'frage ä.rq'), 'SELECT ?c { ?c a owl:Class }');
    expect(run('graph', 'query', ontology, '--query-file', 'frage ä.rq').split('\n')).toHaveLength(5);
    expect(run('graph', 'visualize', ontology, '--output', 'bïld 1.dot')).toContain('bïld 1.dot');
    expect(readFileSync(path.join(folder, 'bïld 1.dot'), 'utf8')).toContain('digraph');
    const wrong = codegen(folder, ['graph', 'load', 'fehlt hier ü.ttl']);
    expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('fehlt hier ü.ttl') });
  });

  test('works with project gen', () => {
    // The last part of the path names the crate and the packages, which accept only ASCII.
    run('project', 'gen', 'mein Projekt ß/blog', '--graph', ontology);
    expect(existsSync(path.join(folder, 'mein Projekt ß', 'blog', 'Cargo.toml'))).toBe(true);
    run('project', 'gen', 'mein Projekt ß/blog', '--graph', ontology, '--check');
  });

  test('works with hook', () => {
    script(folder, 'prüfe es.sh', 'echo "$CODEGEN_PROJECT_ROOT|$1"');
    const created = JSON.parse(
      run('hook', 'create', '--event', 'on-ontology-change', '--script', './prüfe es.sh', '--name', 'prüfe'),
    );
    expect(run('hook', 'run', 'on-ontology-change', ontology)).toContain(`Größe 日本 ☂ a'b "c"|`);
    expect(JSON.parse(run('hook', 'list', '--verbose')).hooks[0]).toMatchObject({ action: './prüfe es.sh', executable: true });
    expect(JSON.parse(run('hook', 'monitor', '--graph', ontology, '--once'))).toMatchObject({ watching: 1 });
    expect(run('hook', 'log')).toContain('passed');
    expect(run('utils', 'doctor')).toMatch(new RegExp(`ok +${created.hook_id} .*prüfe es\\.sh`));
    run('hook', 'remove', created.hook_id, '--force');
  });

  test('works with ai', () => {
    writeFileSync(path.join(folder, 'modül eins.py'), 'import os\n\ndef lösche(x):\n    os.system("rm " + x)\n');
    const report = JSON.parse(run('ai', 'analyze', '--project', '.'));
    expect(report.security.findings.map((each: { file: string }) => each.file)).toContain('modül eins.py');
    const sarif = JSON.parse(run('ai', 'analyze', '--project', '.', '--security', '--format', 'sarif'));
    const [found] = sarif.runs[0].results[0].locations;
    expect(decodeURIComponent(found.physicalLocation.artifactLocation.uri)).toBe('modül eins.py');
    expect(run('ai', 'generate', 'Write the data dictionary', '--project', '.')).toContain('Post');
  });
});
