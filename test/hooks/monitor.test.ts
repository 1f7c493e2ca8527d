import { appendFileSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { QUIET_MS } from '../../src/hooks/watch.ts';
import { isFullRun } from '../support/ontologies.ts';
import { root } from '../support/program.ts';
import { codegen, folder, hook, isAlive, linesOf, put, type Running, read, script, start, until } from './support.ts';

const BLOG = readFileSync(path.join(root, 'examples/blog.ttl'), 'utf8');

/** The number of the last ontology of `another`, so that each differs from the others. */
let counter = 0;
const another = () => `${BLOG}:Thing${++counter} a owl:Class ; rdfs:label "Thing${counter}" .\n`;

/** Waits long enough to conclude that nothing more happens. */
const settle = () => wait(800);

/** Starts a monitor and waits until it is ready: it notices every change from then on. */
async function monitor(cwd: string, ...args: string[]): Promise<Running> {
  const running = start(cwd, ['hook', 'monitor', ...args]);
  await until(
    () => running.stdout.endsWith('}\n'),
    () => running.stderr,
  );
  return running;
}

/** Creates a project with an ontology and a hook that counts its runs. */
async function project(body = 'true', file = 'blog.ttl'): Promise<{ cwd: string; file: string; runs: () => number }> {
  const cwd = folder();
  put(cwd, file, BLOG);
  script(cwd, 'regenerate.sh', `printf '%s\\n' "$1" >> runs\n${body}`);
  await hook(cwd, 'on-ontology-change', './regenerate.sh');
  return { cwd, file: path.join(cwd, file), runs: () => linesOf(cwd, 'runs').length };
}

/** Expects that the hooks have run `count` times, and do not run again. */
async function expectRuns(runs: () => number, count: number, running: Running): Promise<void> {
  await until(
    () => runs() >= count,
    () => `${runs()} of ${count} runs\n${running.stderr}`,
  );
  await settle();
  expect(runs(), running.stderr).toBe(count);
}

describe('hook monitor', () => {
  test('prints one document at the start, notices every way of saving, and exits with 0', async () => {
    const { cwd, file, runs } = await project('echo output', 'my ontologies/blog (1) [x].ttl');
    const running = await monitor(cwd, '--graph', 'my ontologies/blog (1) [x].ttl');
    const listed = JSON.parse((await codegen(cwd, ['hook', 'list'])).stdout);
    expect(JSON.parse(running.stdout)).toEqual({ active_hooks: 1, watching: 1, hooks: listed.hooks });

    // The editor writes the file in place.
    writeFileSync(file, another());
    await expectRuns(runs, 1, running);
    expect(read(cwd, 'runs')).toBe('my ontologies/blog (1) [x].ttl\n');
    // The editor replaces the file by another one; twice, because the watched file is a new one then.
    for (const count of [2, 3]) {
      writeFileSync(`${file}.swp`, another());
      renameSync(`${file}.swp`, file);
      await expectRuns(runs, count, running);
    }
    // The editor renames the file, and writes a new one.
    renameSync(file, `${file}~`);
    writeFileSync(file, another());
    await expectRuns(runs, 4, running);
    // The file is deleted, and created again later.
    rmSync(file);
    await until(
      () => running.stderr.includes('does not exist'),
      () => running.stderr,
    );
    writeFileSync(file, another());
    await expectRuns(runs, 5, running);
    // Many writes in a burst; it is not a burst if the machine pauses this process in between.
    let last = '';
    let count = 5;
    for (let isBurst = false; !isBurst; ) {
      // A new ontology each time: the same final content as before would not be a change.
      last = another();
      let longest = 0;
      for (let i = 0; i < 20; i++) {
        const before = performance.now();
        writeFileSync(file, i < 19 ? another() : last);
        longest = Math.max(longest, performance.now() - before);
      }
      isBurst = longest < QUIET_MS / 2;
      const before = count;
      await until(
        () => runs() > before,
        () => running.stderr,
      );
      await settle();
      count = runs();
      if (isBurst) expect(count, running.stderr).toBe(before + 1);
    }
    // The file is touched, written with the same content, and replaced by an identical file.
    utimesSync(file, new Date(), new Date());
    writeFileSync(file, last);
    writeFileSync(`${file}.swp`, last);
    renameSync(`${file}.swp`, file);
    rmSync(file);
    writeFileSync(file, last);
    await expectRuns(runs, count, running);

    running.child.kill('SIGTERM');
    const ended = await running.ended;
    expect(ended.status).toBe(0);
    // Standard output is one document, whatever the hooks print.
    expect(JSON.parse(ended.stdout)).toHaveProperty('watching', 1);
    expect(ended.stderr).toContain('output\n');
    expect(ended.stderr).toMatch(/blog \(1\) \[x\]\.ttl changed\noutput\n\S+ hook_\w+ \(\.\/regenerate\.sh\) passed in \d+ ms\n/);
  });

  test('notices each change immediately, even with a long polling interval', async () => {
    const { cwd, file, runs } = await project();
    const running = await monitor(cwd, '--graph', file, '--interval', '100000000');
    writeFileSync(file, another());
    await expectRuns(runs, 1, running);
    writeFileSync(`${file}.swp`, another());
    renameSync(`${file}.swp`, file);
    await expectRuns(runs, 2, running);
    rmSync(file);
    await settle();
    writeFileSync(file, another());
    await expectRuns(runs, 3, running);
    writeFileSync(file, another());
    await expectRuns(runs, 4, running);
  });

  test.runIf(isFullRun)('notices each change also by polling', async () => {
    const { cwd, file, runs } = await project();
    const running = start(cwd, ['hook', 'monitor', '--graph', file, '--interval', '100'], { env: { CHOKIDAR_USEPOLLING: '1' } });
    await until(
      () => running.stdout.endsWith('}\n'),
      () => running.stderr,
    );
    writeFileSync(file, another());
    await expectRuns(runs, 1, running);
    writeFileSync(`${file}.swp`, another());
    renameSync(`${file}.swp`, file);
    await expectRuns(runs, 2, running);
    rmSync(file);
    writeFileSync(file, another());
    await expectRuns(runs, 3, running);
  });

  test('waits for a file, and for a folder, that do not exist yet', async () => {
    const { cwd, runs } = await project();
    const running = await monitor(cwd, '--graph', 'later/new.ttl', '--graph', 'new.ttl', '--interval', '100');
    expect(JSON.parse(running.stdout)).toMatchObject({ watching: 2 });
    put(cwd, 'new.ttl', BLOG);
    await expectRuns(runs, 1, running);
    put(cwd, 'later/new.ttl', BLOG);
    await expectRuns(runs, 2, running);
    rmSync(path.join(cwd, 'later'), { recursive: true });
    put(cwd, 'later/new.ttl', another());
    await expectRuns(runs, 3, running);
    expect(linesOf(cwd, 'runs')).toEqual(['new.ttl', 'later/new.ttl', 'later/new.ttl']);
  });

  test('passes a path that is valid in the root when started in a subfolder', async () => {
    const { cwd, runs } = await project();
    const file = put(cwd, 'sub/own.ttl', BLOG);
    const running = await monitor(path.join(cwd, 'sub'), '--graph', 'own.ttl');
    writeFileSync(file, another());
    await expectRuns(runs, 1, running);
    expect(read(cwd, 'runs')).toBe(`${file}\n`);
  });

  test('reports a file that does not parse, and runs the hooks once it does', async () => {
    const { cwd, file, runs } = await project();
    const running = await monitor(cwd, '--graph', 'blog.ttl');
    writeFileSync(file, `${BLOG}:Half a owl:Cl`.slice(0, -9));
    await until(
      () => running.stderr.includes('error: Turtle'),
      () => running.stderr,
    );
    expect(running.stderr).toMatch(/blog\.ttl:\d+:\d+: error: Turtle/);
    await expectRuns(runs, 0, running);
    writeFileSync(file, '');
    await until(
      () => running.stderr.includes('blog.ttl is empty'),
      () => running.stderr,
    );
    writeFileSync(file, another());
    await expectRuns(runs, 1, running);
    // The file is broken and then restored: not a change.
    const text = readFileSync(file);
    writeFileSync(file, 'half');
    await until(
      () => running.stderr.includes('blog.ttl:1:1'),
      () => running.stderr,
    );
    writeFileSync(file, text);
    await expectRuns(runs, 1, running);
  });

  test('has one run at a time, and one more run after changes during a run', async () => {
    const { cwd, file, runs } = await project(
      'mkdir busy || echo twice > broken; while [ ! -e go ]; do sleep 0.05; done; rmdir busy; cp blog.ttl seen.ttl',
    );
    const running = await monitor(cwd, '--graph', 'blog.ttl');
    writeFileSync(file, another());
    await until(
      () => runs() === 1,
      () => running.stderr,
    );
    // Two changes during the run are handled together.
    writeFileSync(file, another());
    await settle();
    const last = another();
    writeFileSync(file, last);
    await settle();
    expect(runs()).toBe(1);
    put(cwd, 'go', '');
    await expectRuns(runs, 2, running);
    expect(read(cwd, 'seen.ttl')).toBe(last);
    expect(read(cwd, 'broken')).toBe('');
  });

  test('a hook that formats its ontology runs once more; one that changes it each time is stopped', async () => {
    const { cwd, file, runs } = await project("grep -q '^# formatted' blog.ttl || echo '# formatted' >> blog.ttl");
    const running = await monitor(cwd, '--graph', 'blog.ttl');
    writeFileSync(file, another());
    await expectRuns(runs, 2, running);
    script(cwd, 'regenerate.sh', 'echo run >> runs; echo "# $(wc -l < runs)" >> blog.ttl');
    writeFileSync(file, another());
    await expectRuns(runs, 2 + 3, running);
    expect(running.stderr).toContain('blog.ttl changed in each of the last 3 runs');
    // A later change by the user is handled again.
    script(cwd, 'regenerate.sh', 'echo run >> runs');
    writeFileSync(file, another());
    await expectRuns(runs, 2 + 3 + 1, running);
  });

  test('runs hooks that are registered later, and continues after failures', async () => {
    const { cwd, file, runs } = await project('exit 3');
    const running = await monitor(cwd, '--graph', 'blog.ttl');
    await hook(cwd, 'on-ontology-change', script(cwd, 'more.sh', 'echo more >> runs'), '--name', 'more');
    writeFileSync(file, another());
    await expectRuns(runs, 2, running);
    expect(running.stderr).toContain('(./regenerate.sh) failed with exit status 3');
    expect(running.stderr).toMatch(/\(more, .*more\.sh\) passed/);
    put(cwd, '.codegen/hooks.json', '{');
    writeFileSync(file, another());
    await until(
      () => running.stderr.includes('the hook registry is invalid'),
      () => running.stderr,
    );
    expect(running.child.exitCode).toBe(null);
  });

  test('--events adds a line of JSON for each event', async () => {
    const { cwd, file } = await project('echo output; exit 2');
    const running = await monitor(cwd, '--graph', 'blog.ttl', '--events');
    // A rename replaces the whole file at once: an empty file would be another event.
    const replace = (text: string) => renameSync(put(cwd, 'new', text), file);
    const events = () => running.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    replace('half');
    await until(
      () => events().length === 2,
      () => running.stdout,
    );
    replace(another());
    await until(
      () => events().some((event) => event.type === 'done'),
      () => running.stdout,
    );
    expect(events()).toMatchObject([
      { active_hooks: 1, watching: 1 },
      { type: 'invalid', path: file, diagnostics: [{ code: 'syntax-error', line: 1 }] },
      { type: 'changed', path: file, time: expect.stringMatching(/Z$/) },
      { type: 'ran', path: file, exit_status: 2 },
      { type: 'done', path: file, runs: 1, failed: 1 },
    ]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s also stops a running script, and the exit status is 0', async (signal) => {
    const { cwd, file } = await project('echo $$ > pid; sleep 1000');
    const running = await monitor(cwd, '--graph', 'blog.ttl');
    writeFileSync(file, another());
    await until(
      () => read(cwd, 'pid') !== '',
      () => running.stderr,
    );
    running.child.kill(signal);
    expect(await running.ended).toMatchObject({ status: 0, signal: null });
    expect(isAlive(Number(read(cwd, 'pid')))).toBe(false);
    // The run was interrupted, so the change is not handled yet.
    script(cwd, 'regenerate.sh', 'echo again > again');
    expect(await codegen(cwd, ['hook', 'monitor', '--graph', 'blog.ttl', '--once'])).toMatchObject({ status: 0 });
    expect(read(cwd, 'again')).toBe('again\n');
  });

  test('reports a missing graph, because no file can be watched', async () => {
    const { cwd } = await project();
    for (const more of [[], ['--once']]) {
      const { status, stdout, stderr } = await codegen(cwd, ['hook', 'monitor', ...more]);
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ active_hooks: 1, watching: 0, hooks: [{ trigger: 'on-ontology-change' }] });
      expect(stderr).toContain('there is no file to watch');
    }
  });

  test.each([
    [['--interval', '0']],
    [['--interval', '1.5']],
    [['--interval', 'soon']],
    [['--interval', '99999999999']],
    [['--graph', '']],
  ])('rejects the command line %j', async (args) => {
    expect(await codegen(folder(), ['hook', 'monitor', ...args])).toMatchObject({ status: 2, stdout: '' });
  });
});

describe('hook monitor --once', () => {
  const once = (cwd: string, ...graphs: string[]) =>
    codegen(cwd, ['hook', 'monitor', '--once', ...graphs.flatMap((graph) => ['--graph', graph])]);

  test('compares with the last check', async () => {
    const { cwd, file, runs } = await project();
    const first = await once(cwd, 'blog.ttl');
    expect(first).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('first check of blog.ttl; later checks report changes'),
    });
    expect(JSON.parse(first.stdout)).toMatchObject({ active_hooks: 1, watching: 1 });
    expect(await once(cwd, 'blog.ttl')).toMatchObject({ status: 0, stderr: '' });
    expect(runs()).toBe(0);
    writeFileSync(file, another());
    expect(await once(cwd, './blog.ttl')).toMatchObject({ status: 0 });
    expect(await once(cwd, 'blog.ttl')).toMatchObject({ status: 0 });
    expect(runs()).toBe(1);

    const text = readFileSync(file, 'utf8');
    writeFileSync(file, 'half');
    expect(await once(cwd, 'blog.ttl')).toMatchObject({ status: 1, stderr: expect.stringContaining('blog.ttl:1:1: error') });
    rmSync(file);
    const missing = await once(cwd, 'blog.ttl');
    expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining('cannot find blog.ttl') });
    expect(JSON.parse(missing.stdout)).toMatchObject({ watching: 1 });
    writeFileSync(file, text);
    expect(await once(cwd, 'blog.ttl')).toMatchObject({ status: 0 });
    expect(runs()).toBe(1);
  });

  test('exits with 1 if a hook fails, and compares with the last state of a monitor', async () => {
    const { cwd, file, runs } = await project('exit 1');
    await once(cwd, 'blog.ttl');
    writeFileSync(file, another());
    expect(await once(cwd, 'blog.ttl')).toMatchObject({ status: 1 });
    const running = await monitor(cwd, '--graph', 'blog.ttl');
    writeFileSync(file, another());
    await expectRuns(runs, 2, running);
    running.child.kill('SIGINT');
    await running.ended;
    expect(await once(cwd, 'blog.ttl')).toMatchObject({ status: 0 });
    expect(runs()).toBe(2);
  });
});

/**
 * Continuous regeneration with `template generate-rdf`: the script backs up the old sources, generates again, tests, and
 * restores the old sources if that fails.
 */
test('continuous regeneration: an edit reaches the sources, and an edit that fails the tests is rolled back', async () => {
  const cwd = folder();
  const file = put(cwd, 'domain.ttl', BLOG);
  script(cwd, 'test.sh', 'grep -q "pub struct User " src/models/user.rs');
  script(
    cwd,
    'regenerate.sh',
    `set -eu
generate() {
  "$NODE" "$PROGRAM" template generate-rdf --ontology "$1" --template rust-models --output-dir src/models
}
rm -rf src.backup
[ ! -d src ] || cp -R src src.backup
if generate "$1" && ./test.sh; then
  rm -rf src.backup
  echo regenerated >> story
else
  rm -rf src
  mv src.backup src
  echo rolled back >> story
  exit 1
fi`,
  );
  await hook(cwd, 'on-ontology-change', './regenerate.sh', '--name', 'regenerate');
  const running = await monitor(cwd, '--graph', 'domain.ttl');
  const step = async (change: () => void, count: number) => {
    change();
    await expectRuns(() => linesOf(cwd, 'story').length, count, running);
  };
  onTestFinished(() => rmSync(path.join(cwd, 'src'), { recursive: true, force: true }));

  await step(() => appendFileSync(file, ':age a owl:DatatypeProperty ; rdfs:domain :User ; rdfs:range xsd:integer .\n'), 1);
  expect(read(cwd, 'src/models/user.rs')).toContain('pub age: i32');
  const good = readFileSync(file, 'utf8');

  await step(() => writeFileSync(file, good.replaceAll(':User', ':Person').replace('"User"', '"Person"')), 2);
  expect(read(cwd, 'story')).toBe('regenerated\nrolled back\n');
  expect(read(cwd, 'src/models/user.rs')).toContain('pub age: i32');
  expect(read(cwd, 'src/models/person.rs')).toBe('');
  expect(running.stderr).toContain('(regenerate, ./regenerate.sh) failed with exit status 1');

  await step(() => writeFileSync(file, good.replace(':age', ':height')), 3);
  expect(read(cwd, 'src/models/user.rs')).toContain('pub height: i32');
});

describe('every input file of an ontology', () => {
  const head =
    '@prefix : <http://x/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix sh: <http://www.w3.org/ns/shacl#> .\n';
  const main = `${head}<http://x/> a owl:Ontology ; owl:imports <http://x/part> . :A a owl:Class .\n`;
  const part = `${head}<http://x/part> a owl:Ontology . :B a owl:Class .\n`;

  /** Creates a project with an ontology in three files, a catalogue, and a hook that logs its arguments. */
  async function several(): Promise<string> {
    const cwd = folder();
    put(cwd, 'main.ttl', main);
    put(cwd, 'parts/part.ttl', part);
    put(cwd, 'shapes.ttl', `${head}:S a sh:NodeShape ; sh:targetClass :A .\n`);
    const entry = '<uri name="http://x/part" uri="parts/part.ttl"/>';
    put(cwd, 'cat.xml', `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">${entry}</catalog>`);
    script(cwd, 'note.sh', 'echo "$@" >>log');
    await hook(cwd, 'on-ontology-change', './note.sh');
    return cwd;
  }

  const options = ['--graph', 'main.ttl', '--shapes', 'shapes.ttl', '--catalog', 'cat.xml'];

  test('is watched: imports, shapes and the catalogue; a new import is watched from then on', async () => {
    const cwd = await several();
    const running = await monitor(cwd, ...options);
    const seen = () => linesOf(cwd, 'log');
    const comes = async (...lines: string[]) => {
      await until(
        () => seen().length >= lines.length,
        () => running.stderr,
      );
      expect(seen()).toEqual(lines);
    };
    put(cwd, 'parts/part.ttl', `${part}:C a owl:Class .\n`);
    await comes('main.ttl parts/part.ttl');
    put(cwd, 'shapes.ttl', `${read(cwd, 'shapes.ttl')}:T a sh:NodeShape .\n`);
    await comes('main.ttl parts/part.ttl', 'main.ttl shapes.ttl');
    put(cwd, 'parts/more.ttl', `${head}<http://x/more> a owl:Ontology .\n`);
    put(cwd, 'parts/part.ttl', `${part}<http://x/part> owl:imports <more.ttl> .\n`);
    await comes('main.ttl parts/part.ttl', 'main.ttl shapes.ttl', 'main.ttl parts/part.ttl');
    put(cwd, 'parts/more.ttl', `${head}<http://x/more> a owl:Ontology . :D a owl:Class .\n`);
    await comes('main.ttl parts/part.ttl', 'main.ttl shapes.ttl', 'main.ttl parts/part.ttl', 'main.ttl parts/more.ttl');
    put(cwd, 'cat.xml', `${read(cwd, 'cat.xml')}<!-- changed -->`);
    await until(
      () => seen().length >= 5,
      () => running.stderr,
    );
    expect(seen().at(-1)).toBe('main.ttl cat.xml');
  });

  test('is reported if its syntax is invalid, and no hook runs', async () => {
    const cwd = await several();
    const running = await monitor(cwd, ...options);
    put(cwd, 'parts/part.ttl', 'broken');
    await until(
      () => running.stderr.includes('is not a valid ontology at present'),
      () => running.stderr,
    );
    put(cwd, 'parts/part.ttl', `${part}# mended\n`);
    await until(
      () => linesOf(cwd, 'log').length > 0,
      () => running.stderr,
    );
    expect(linesOf(cwd, 'log')).toEqual(['main.ttl parts/part.ttl']);
  });

  test('is compared also by --once', async () => {
    const cwd = await several();
    const once = () => codegen(cwd, ['hook', 'monitor', '--once', ...options]);
    await once();
    put(cwd, 'parts/part.ttl', `${part}:C a owl:Class .\n`);
    expect((await once()).status).toBe(0);
    expect(linesOf(cwd, 'log')).toHaveLength(1);
    await once();
    expect(linesOf(cwd, 'log')).toHaveLength(1);
  });
});
