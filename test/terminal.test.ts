import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { templateNames } from '../src/targets/index.ts';
import { ontologyFile } from './support/ontologies.ts';
import { codegen, root } from './support/program.ts';
import { hasTerminal, program, runOnTerminal, screen } from './support/terminal.ts';

let cwd: string;

beforeAll(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'codegen-terminal-'));
  copyFileSync(path.join(root, 'examples/blog.ttl'), path.join(cwd, 'blog.ttl'));
  writeFileSync(path.join(cwd, 'large.ttl'), large(2000));
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
  describe('a pager', () => {
    const query = `${program} graph query blog.ttl --sparql 'SELECT ?class { ?class a owl:Class }'`;
    const lines = async (line: string, env: Readonly<Record<string, string>>) =>
      screen((await runOnTerminal(line, { cwd, env: { NO_COLOR: '1', ...env } })).shown);

    test('is the program that the environment names, and exits if the text fits', async () => {
      script(cwd, 'pager.sh', 'echo "$1 $LESS"; sed "s/^/> /"');
      const shown = await lines(query, { PAGER: "./pager.sh 'a b'" });
      expect(shown.slice(0, 2)).toEqual(['a b FRX', '> class']);
      expect(shown.slice(2, -1).every((line) => line.startsWith('> '))).toBe(true);
      expect((await lines(query, { PAGER: 'false', CODEGEN_PAGER: './pager.sh', LESS: '-R' }))[0]).toBe(' -R');
    });

    test('is not used if it is disabled or missing, or if the output is not a terminal', async () => {
      for (const env of [{}, { PAGER: 'cat' }, { PAGER: './pager.sh', CODEGEN_PAGER: '' }, { PAGER: './no-such-program' }]) {
        expect((await lines(query, env))[0], JSON.stringify(env)).toBe('class');
      }
      expect((await lines(`${query} | cat`, { PAGER: './pager.sh' }))[0]).toBe('class');
    });

    test('gets long tables as a stream, and may exit before their end', async () => {
      const all = `${program} graph query large.ttl --sparql 'SELECT ?class { ?class a owl:Class }'`;
      expect((await lines(all, { PAGER: 'head -2' })).slice(0, -1)).toHaveLength(2);
    });
  });

  // These tests mostly wait.
  describe.concurrent('progress', () => {
    /** Matches the progress of work that takes longer than a second; on a busy machine it may take much longer. */
    const working = (what: string) => new RegExp(`${what}… [1-9]\\d* s`);
    const reading = working(String.raw`reading /dev/fd/\d+`);

    let waits = 0;
    /**
     * Returns a command for bash that waits at most two minutes, and keys that end the wait as soon as the terminal shows that
     * the program works.
     */
    function held(shows: RegExp): { readonly wait: string; readonly keys: readonly (readonly [RegExp, () => void])[] } {
      const sign = path.join(cwd, `seen ${++waits}`);
      return {
        wait: `for _ in $(seq 1200); do [ -e '${sign}' ] && break; sleep 0.1; done`,
        keys: [[shows, () => writeFileSync(sign, '')]],
      };
    }
    /** Returns a pipe with the tutorial's ontology that blocks the program and its thread, and keys that end the wait. */
    function slow(shows: RegExp, gives = 'cat blog.ttl') {
      const { wait, keys } = held(shows);
      return { file: `<(${wait}; ${gives})`, keys };
    }

    test('is shown for work over a second, and erased afterwards', async () => {
      const { file, keys } = slow(reading);
      const { status, shown } = await runOnTerminal(`${program} graph load ${file}`, { cwd, keys });
      expect(status).toBe(0);
      expect(shown).toMatch(reading);
      expect(screen(shown)[0]).toMatch(/^\/dev\/fd\/\d+: \d+ triples, 3 classes/);
      expect(screen(shown).join('\n')).not.toContain('reading');
    });

    test('goes to standard error', async () => {
      const { file, keys } = slow(reading);
      const { shown } = await runOnTerminal(`${program} graph load ${file} > summary.txt`, { cwd, keys });
      expect(shown).toMatch(reading);
      expect(screen(shown)).toEqual(['']);
      expect(readFileSync(path.join(cwd, 'summary.txt'), 'utf8')).toMatch(/^\/dev\/fd\/\d+: \d+ triples/);
    });

    test('is erased before an error is printed', async () => {
      const { file, keys } = slow(reading, 'echo oops');
      const { status, shown } = await runOnTerminal(`${program} graph load ${file}`, { cwd, keys, env: { NO_COLOR: '1' } });
      expect(status).toBe(1);
      expect(shown).toMatch(reading);
      expect(screen(shown)[0]).toMatch(/^\/dev\/fd\/\d+:1:1: error: /);
    });

    test.each([
      [(file: string) => `template generate-rdf --ontology ${file} --template sql-schema --output-dir out`, 'generating from'],
      [(file: string) => `graph visualize ${file}`, 'drawing'],
      [(file: string) => `graph query ${file} --sparql 'ASK { ?a a owl:Class }'`, 'querying'],
    ])('is shown by %s', async (command, text) => {
      const { file, keys } = slow(working(`${text} [^…]*`));
      const { status, shown } = await runOnTerminal(`${program} ${command(file)}`, { cwd, keys });
      expect(status).toBe(0);
      expect(shown).toContain(text);
      expect(screen(shown).join('\n')).not.toContain(text);
    });

    test('is shown for a project, with its steps', async () => {
      const gen = await runOnTerminal(`${program} project gen large --graph large.ttl --dry-run > files.txt`, { cwd });
      expect({ status: gen.status, left: screen(gen.shown) }).toEqual({
        status: 0,
        left: [expect.stringMatching(/^\d+ assumed: /), ''],
      });
      expect(gen.shown).toMatch(/(reading large\.ttl|generating)/);
    });

    test('is shown while the doctor waits for a program', async () => {
      mkdirSync(path.join(cwd, 'slow'));
      const looking = working('looking at this machine');
      const { wait, keys } = held(looking);
      script(path.join(cwd, 'slow'), 'psql', `${wait}\necho psql 16.1`);
      const PATH = `${path.join(cwd, 'slow')}:${process.env['PATH']}`;
      const { status, shown } = await runOnTerminal(`${program} utils doctor`, { cwd, keys, env: { PATH } });
      expect(status).toBe(0);
      expect(shown).toMatch(looking);
      expect(stripVTControlCharacters(screen(shown)[0] ?? '')).toMatch(/^ok +Node\.js/);
    });

    test('is shown for the hooks of an event until they print', async () => {
      const running = working('running the hooks of pre-build');
      const { wait, keys } = held(running);
      script(cwd, 'slow.sh', `${wait}; echo working; sleep 1.5`);
      const { hook_id } = json('hook', 'create', '--event', 'pre-build', '--script', './slow.sh');
      const { status, shown } = await runOnTerminal(`${program} hook run pre-build`, { cwd, keys });
      json('hook', 'remove', hook_id, '--force');
      expect(status).toBe(0);
      expect(shown).toMatch(running);
      expect(screen(shown).join('\n')).toMatch(/^.*working\n.*passed in \d+ ms\n$/);
    });

    test('does not spin if the spinner is disabled', async () => {
      const turns = slow(/⣾.*⣽.*⣻/s);
      const turning = await runOnTerminal(`${program} graph load ${turns.file}`, { cwd, keys: turns.keys });
      expect(turning.shown).toMatch(/⣾.*⣽.*⣻/s);
      const { file, keys } = slow(reading);
      const still = await runOnTerminal(`${program} graph load ${file}`, { cwd, keys, env: { CODEGEN_SPINNER_DISABLED: '1' } });
      expect(still.shown).toMatch(reading);
      expect(still.shown).not.toMatch(/[⣾⣽⣻⢿⡿⣟⣯⣷]/);
    });

    const load = `${program} graph load <(sleep 4; cat blog.ttl)`;
    test.each([
      ['standard error is no terminal', `${load} 2> messages.txt`, {}],
      ['continuous integration', load, { CI: 'true' }],
      ['TERM=dumb', load, { TERM: 'dumb' }],
      ['--quiet', `${program} project gen large --graph large.ttl --dry-run --quiet`, {}],
    ])('is not shown: %s', async (_, line, env) => {
      const { status, shown } = await runOnTerminal(line, { cwd, env });
      expect(status).toBe(0);
      expect(shown).not.toMatch(/…|reading/);
      if (line.includes('2>')) expect(readFileSync(path.join(cwd, 'messages.txt'), 'utf8')).toBe('');
    });
  });

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
      expect(
        plain
          .trimEnd()
          .split('\n')
          .slice(1)
          .map((line) => line.split(' ')[0]),
      ).toEqual([...templateNames]);
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
      // `screen` removes the progress, which a slow machine shows.
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
      ['y\r', 0, 'removed'],
      ['YES\r', 0, 'removed'],
      ['n\r', 1, 'kept'],
      ['\r', 1, 'kept'],
      // The end of the input.
      ['\u0004', 1, 'kept'],
    ])('asks, and reads %j', async (keys, status, done) => {
      const id = create();
      const run = await runOnTerminal(`${program} hook remove ${id} > answer.json`, { cwd, keys: [['(y/N)', keys]] });
      expect(run.status).toBe(status);
      expect(run.shown).toContain(`Remove ${id}`);
      expect(JSON.parse(readFileSync(path.join(cwd, 'answer.json'), 'utf8'))).toEqual({ hook_id: id, status: done });
      expect(isThere(id)).toBe(done === 'kept');
    });

    test.each([{ CODEGEN_PROMPT_DISABLED: '1' }, { TERM: 'dumb' }])('reads a plain line with %o', async (env) => {
      const id = create();
      const run = await runOnTerminal(`${program} hook remove ${id}`, { cwd, env, keys: [['[y/N] ', 'y\n']] });
      expect([run.status, isThere(id)]).toEqual([0, false]);
      expect(run.shown).not.toContain('?25l');
    });

    test('Ctrl-C at the question keeps the hook', async () => {
      const id = create();
      const { status, shown } = await runOnTerminal(`${program} hook remove ${id}`, { cwd, keys: [['(y/N)', '\u0003']] });
      expect(status).toBe(130);
      expect(shown).toContain('cancelled: the hook is kept');
      expect(shown).not.toContain('"status"');
      expect(isThere(id)).toBe(true);
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

/** Returns an ontology with that many classes. */
function large(classes: number): string {
  const lines = ['@prefix : <http://example.org/large#> .', '@prefix owl: <http://www.w3.org/2002/07/owl#> .'];
  lines.push('@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .', '@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .');
  for (let i = 0; i < classes; i++) {
    lines.push(`:Thing${i} a owl:Class ; rdfs:comment "The thing of number ${i}." .`);
    for (let k = 0; k < 8; k++) {
      lines.push(
        `:p${i}x${k} a owl:DatatypeProperty ; rdfs:label "field_${k}" ; rdfs:domain :Thing${i} ; rdfs:range xsd:string .`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

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
