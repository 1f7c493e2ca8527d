import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { codegen, folder, hook, isAlive, linesOf, put, read, script, start, until } from './support.ts';

/** Shell commands that record the arguments, each in brackets, the variables of codegen, and the folder. */
const RECORD = `for arg in "$@"; do printf '[%s]' "$arg"; done > args
env | grep '^CODEGEN_' | sort > env
pwd > cwd`;

/** Creates a project with a hook that records how it was called. */
async function recorder(event: string): Promise<string> {
  const cwd = folder();
  script(cwd, 'record.sh', RECORD);
  await hook(cwd, event, './record.sh');
  return cwd;
}

const fireIn = (cwd: string, ...args: string[]) => codegen(cwd, ['hook', 'run', ...args]);

describe('each event', () => {
  test.each([
    ['post-generate', []],
    ['pre-commit', []],
    ['pre-build', ['--release', '-j', '4']],
    ['on-ontology-change', ['my ontologies/blog.ttl']],
    ['post-deploy', ['staging', '2.5.0-rc.1+7']],
    ['post-deploy', ['production', '2.5.0', 'more']],
    ['on-test-fail', ['2 tests failed']],
  ])('%s passes %j to the script', async (event, args) => {
    const cwd = await recorder(event);
    expect(await fireIn(cwd, event, ...args)).toMatchObject({ status: 0 });
    expect(read(cwd, 'args')).toBe(args.map((arg) => `[${arg}]`).join(''));
    expect(read(cwd, 'cwd')).toBe(`${cwd}\n`);
    const variables = linesOf(cwd, 'env');
    expect(variables).toContain(`CODEGEN_EVENT=${event}`);
    expect(variables).toContain(`CODEGEN_PROJECT_ROOT=${cwd}`);
    expect(variables.some((line) => /^CODEGEN_HOOK_ID=hook_[0-9a-z]+$/.test(line))).toBe(true);
    expect(variables.includes(`CODEGEN_OUTPUT_DIR=${cwd}`)).toBe(event === 'post-generate');
  });

  test.each([
    [['post-deploy'], 'needs to know the environment, staging or production'],
    [['post-deploy', 'prod', '1'], 'not "prod"'],
    [['post-deploy', 'staging'], 'needs to know the version'],
    [['on-test-fail'], "needs the tests' output"],
    [['on-ontology-change'], 'needs the path'],
    [['pre-biuld'], 'did you mean pre-build?'],
    [[], 'the argument <event> is missing'],
  ])('rejects the command line %j', async (args, message) => {
    const refused = await fireIn(folder(), ...args);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain(message);
  });

  test('runs hooks in the root of the project when started in a subfolder', async () => {
    const cwd = await recorder('pre-build');
    mkdirSync(path.join(cwd, 'a/b'), { recursive: true });
    expect(await fireIn(path.join(cwd, 'a/b'), 'pre-build')).toMatchObject({ status: 0 });
    expect(read(cwd, 'cwd')).toBe(`${cwd}\n`);
  });

  test('prints a message and does nothing if no hook is registered', async () => {
    const cwd = folder();
    expect(await fireIn(cwd, 'pre-build')).toMatchObject({
      status: 0,
      stdout: '',
      stderr: 'no hook is registered for pre-build\n',
    });
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe('arguments arrive unchanged', () => {
  test.each([
    [['-x']],
    [['--version', '--help', '-V', '--json']],
    [
      [
        'a b',
        "it's",
        '"q"',
        '; touch broken',
        '$(touch broken)',
        '`touch broken`',
        '$HOME',
        '*',
        'line\nbreak',
        '',
        'ünï ☃ 😀',
        '\\',
      ],
    ],
  ])('%j', async (args) => {
    const cwd = await recorder('pre-build');
    expect(await fireIn(cwd, 'pre-build', ...args)).toMatchObject({ status: 0 });
    expect(read(cwd, 'args')).toBe(args.map((arg) => `[${arg}]`).join(''));
    expect(await fireIn(cwd, 'pre-build', '--', ...args)).toMatchObject({ status: 0 });
    expect(read(cwd, 'args')).toBe(args.map((arg) => `[${arg}]`).join(''));
    expect(existsSync(path.join(cwd, 'broken'))).toBe(false);
  });

  test('so does the path of the script, with special characters', async () => {
    const cwd = folder();
    const name = 'my $(touch broken) "script"; \'x\'\n.sh';
    script(cwd, name, 'echo ran > done');
    await hook(cwd, 'pre-build', `./${name}`);
    expect(await fireIn(cwd, 'pre-build')).toMatchObject({ status: 0 });
    expect(read(cwd, 'done')).toBe('ran\n');
    expect(readdirSync(cwd)).not.toContain('broken');
  });

  test('a text of 5 MB is passed as its last part, and completely in a temporary file', async () => {
    const cwd = folder();
    script(
      cwd,
      'fail.sh',
      `printf '%s' "$1" > argument
cat "$CODEGEN_ARGUMENT_FILE" > whole
echo "$CODEGEN_ARGUMENT_FILE" > file
"$NODE" -e 'console.log(new TextDecoder("utf-8", { fatal: true }).decode(fs.readFileSync("argument")).length > 0)' > utf8`,
    );
    await hook(cwd, 'on-test-fail', './fail.sh');
    // Three bytes per character, so that a cut may fall within a character.
    const input = Buffer.from(`start\0${'☃'.repeat(1_700_000)}${'x'.repeat(100)} end\n`);
    expect(await codegen(cwd, ['hook', 'run', 'on-test-fail', '-'], { input })).toMatchObject({ status: 0 });
    expect(readFileSync(path.join(cwd, 'whole')).equals(input)).toBe(true);
    const argument = readFileSync(path.join(cwd, 'argument'));
    expect(argument.length).toBeGreaterThan(128 * 1024 - 4);
    expect(input.subarray(-argument.length).equals(argument)).toBe(true);
    expect(read(cwd, 'utf8')).toBe('true\n');
    expect(existsSync(read(cwd, 'file').trim())).toBe(false);
  });

  test('a text that fits is passed without a file', async () => {
    const cwd = await recorder('on-test-fail');
    const input = 'expected 1\nfound 2';
    expect(await codegen(cwd, ['hook', 'run', 'on-test-fail', '-'], { input })).toMatchObject({ status: 0 });
    expect(read(cwd, 'args')).toBe(`[${input}]`);
    expect(read(cwd, 'env')).not.toContain('CODEGEN_ARGUMENT_FILE');
  });

  test('a text is cut further if the environment is large', async () => {
    const cwd = await recorder('on-test-fail');
    // By default, arguments and environment together may take 2 MB.
    const env = Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`LARGE_${i}`, 'x'.repeat(131_000)]));
    const input = `${'y'.repeat(300_000)}!`;
    expect(await codegen(cwd, ['hook', 'run', 'on-test-fail', '-'], { input, env })).toMatchObject({ status: 0 });
    expect(read(cwd, 'args')).toMatch(/^\[y{1000,}!\]$/);
    expect(read(cwd, 'env')).toContain('CODEGEN_ARGUMENT_FILE=');
  });
});

describe('all hooks of an event run', () => {
  test('in order of creation, even if some fail; each failure is reported with its reason', async () => {
    const cwd = folder();
    const at = (name: string) => path.join(cwd, name);
    const create = (name: string) => hook(cwd, 'pre-build', `./${name}`);
    script(cwd, 'first.sh', 'echo first >> order');
    script(cwd, 'fails.sh', 'echo fails >> order; exit 3');
    script(cwd, 'plain.sh', 'echo never >> order');
    chmodSync(at('plain.sh'), 0o644);
    chmodSync(put(cwd, 'bare.sh', 'echo never >> order\n'), 0o755);
    chmodSync(put(cwd, 'windows.sh', '#!/bin/sh\r\necho never >> order\r\n'), 0o755);
    chmodSync(put(cwd, 'nowhere.sh', '#!/nowhere/sh\n'), 0o755);
    script(cwd, 'killed.sh', 'kill -KILL $$');
    mkdirSync(at('folder.sh'));
    script(cwd, 'last.sh', 'echo last >> order');
    const names = ['first', 'fails', 'plain', 'bare', 'windows', 'nowhere', 'missing', 'folder', 'killed', 'last'];
    const ids: Record<string, string> = {};
    for (const name of names) ids[name] = await create(`${name}.sh`);

    const { status, stderr } = await fireIn(cwd, 'pre-build');
    expect(status).toBe(1);
    expect(linesOf(cwd, 'order')).toEqual(['first', 'fails', 'last']);
    for (const [name, reason] of [
      ['fails', /failed with exit status 3 after \d+ ms/],
      ['plain', /permission denied: .*plain\.sh is not executable \(\d+ ms\) \[.*\]\n {2}help: run chmod \+x '.*plain\.sh'/],
      ['bare', /bare\.sh has no interpreter line \(\d+ ms\)/],
      ['windows', /the first line of .*windows\.sh ends in the Windows manner/],
      ['nowhere', /there is no \/nowhere\/sh, which the first line of .*nowhere\.sh names/],
      ['missing', /there is no file .*missing\.sh/],
      ['folder', /folder\.sh is not a file/],
      ['killed', /was ended by SIGKILL after \d+ ms/],
    ] as const) {
      expect(stderr).toMatch(new RegExp(`^error: ${ids[name]} \\(\\./${name}\\.sh\\) .*${reason.source}`, 'm'));
    }
    expect(stderr).toContain(`${ids['first']} (./first.sh) passed in `);
  });

  test('the output is passed through; with several hooks each line names its hook', async () => {
    const cwd = folder();
    script(cwd, 'one.sh', "printf 'out\\377\\n'; printf 'err\\n' >&2; printf 'no end'");
    await hook(cwd, 'pre-build', './one.sh', '--name', 'One');
    const alone = start(cwd, ['hook', 'run', 'pre-build']);
    alone.child.stdout?.setEncoding('latin1');
    expect((await alone.ended).stdout).toBe('out\xff\nno end');

    script(cwd, 'two.sh', "printf 'a\\nb\\n'");
    const second = await hook(cwd, 'pre-build', './two.sh');
    const { stdout, stderr } = await fireIn(cwd, 'pre-build');
    expect(stdout).toBe(`[One] out\ufffd\n[One] no end\n[${second}] a\n[${second}] b\n`);
    expect(stderr).toMatch(/^\[One\] err\nhook_\w+ \(One, \.\/one\.sh\) passed in \d+ ms\n/);
  });

  test('--json prints one document, and the output goes to standard error', async () => {
    const cwd = folder();
    const id = await hook(cwd, 'pre-build', script(cwd, 'one.sh', 'echo out; exit 4'));
    const { status, stdout, stderr } = await fireIn(cwd, '--json', 'pre-build');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ event: 'pre-build', runs: [{ hook_id: id, exit_status: 4 }], failed: 1 });
    expect(stderr).toMatch(/^out\n/);
  });

  test('background processes of a script do not delay the other hooks', async () => {
    const cwd = folder();
    script(cwd, 'server.sh', 'sleep 100 & echo $! > pid; echo started');
    script(cwd, 'chatty.sh', '(for i in $(seq 1000); do echo tick; sleep 0.05; done) & echo $! > chatty; echo chatty started');
    await hook(cwd, 'pre-build', './server.sh');
    await hook(cwd, 'pre-build', './chatty.sh');
    const done = await fireIn(cwd, 'pre-build');
    expect(done.status).toBe(0);
    expect(done.stdout).toContain('chatty started\n');
    const pid = Number(read(cwd, 'pid'));
    expect(isAlive(pid)).toBe(true);
    process.kill(pid);
    await until(
      () => !isAlive(Number(read(cwd, 'chatty'))),
      () => 'it writes to nobody',
    );
  });
});

describe('the journal', () => {
  test('lists the runs, also by hook, by event, or only the last ones', async () => {
    const cwd = folder();
    const build = await hook(cwd, 'pre-build', script(cwd, 'build.sh', 'for i in $(seq 100); do echo "line $i"; done; exit 2'));
    const commit = await hook(cwd, 'pre-commit', '/bin/true');
    for (const event of ['pre-build', 'pre-commit', 'pre-commit']) await fireIn(cwd, event);
    const log = async (...args: string[]) => JSON.parse((await codegen(cwd, ['hook', 'log', '--json', ...args])).stdout);
    const all = await log();
    expect(all.runs.map((run: { hook_id: string }) => run.hook_id)).toEqual([build, commit, commit]);
    expect(all.runs[0]).toMatchObject({
      event: 'pre-build',
      exit_status: 2,
      output: expect.stringMatching(/^line 81\n[\s\S]*line 100$/),
    });
    expect(await log('--limit', '1')).toMatchObject({ runs: [{ hook_id: commit }], total: 1 });
    expect(await log('--hook', build)).toMatchObject({ total: 1 });
    expect(await log('--event', 'pre-commit')).toMatchObject({ total: 2 });
    const text = await codegen(cwd, ['hook', 'log', '--event', 'pre-build']);
    expect(text.stdout).toMatch(/^\S+Z {2}pre-build {2}hook_\w+ {2}.*build\.sh {2}exit status 2, \d+ ms\n {4}line 81\n/);
    expect(await codegen(cwd, ['hook', 'log', '--hook', 'hook_x'])).toMatchObject({ status: 1 });
    expect(await codegen(cwd, ['hook', 'log', '--limit', '0'])).toMatchObject({ status: 2 });
  });

  test('does not grow without limit', async () => {
    const cwd = folder();
    await hook(cwd, 'pre-build', '/bin/true');
    const filler = `${JSON.stringify({ time: '2025-01-01T00:00:00Z', hook_id: 'hook_old', output: 'x'.repeat(1000) })}\n`;
    put(cwd, '.codegen/journal.jsonl', filler.repeat(600));
    await fireIn(cwd, 'pre-build');
    await fireIn(cwd, 'pre-build');
    const size = (name: string) => statSync(path.join(cwd, '.codegen', name)).size;
    expect(size('journal.jsonl')).toBeLessThan(2000);
    expect(size('journal.1.jsonl')).toBeGreaterThan(512 * 1024);
    expect(JSON.parse((await codegen(cwd, ['hook', 'log', '--json', '--limit', '9999'])).stdout).total).toBe(602);
  });
});

describe('stopping', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s reaches the script and its children, and nothing is left behind',
    async (signal) => {
      const cwd = folder();
      script(cwd, 'hang.sh', `sh -c 'echo $$ >> pids; sleep 1000 & echo $! >> pids; wait' & echo $$ >> pids; echo up >&2; wait`);
      script(cwd, 'next.sh', 'echo ran > next');
      await hook(cwd, 'on-test-fail', './hang.sh');
      await hook(cwd, 'on-test-fail', './next.sh');
      // The argument is passed in a file, in a temporary folder of this test alone.
      const TMPDIR = folder();
      const running = start(cwd, ['hook', 'run', 'on-test-fail', '-'], { input: 'x'.repeat(200_000), env: { TMPDIR } });
      await until(
        () => linesOf(cwd, 'pids').length === 3,
        () => `${running.stderr} ${read(cwd, 'pids')}`,
      );
      const argument = () => readdirSync(TMPDIR).filter((name) => name.startsWith('codegen-argument-'));
      expect(argument()).toHaveLength(1);
      running.child.kill(signal);
      // The parent process sees that the program was stopped.
      expect(await running.ended).toMatchObject({ signal, stderr: expect.stringContaining(`was ended by ${signal}`) });
      // The processes may end some time after the signal; without it they would continue to sleep.
      await until(
        () => !linesOf(cwd, 'pids').some((pid) => isAlive(Number(pid))),
        () => `one is left of ${read(cwd, 'pids')}`,
      );
      expect(existsSync(path.join(cwd, 'next'))).toBe(false);
      expect(argument()).toEqual([]);
    },
  );

  test('a script that ignores the signal is killed', async () => {
    const cwd = folder();
    script(cwd, 'stubborn.sh', "trap '' INT TERM; echo $$ > pid; while :; do sleep 0.1; done");
    await hook(cwd, 'pre-build', './stubborn.sh');
    const running = start(cwd, ['hook', 'run', 'pre-build']);
    await until(
      () => read(cwd, 'pid') !== '',
      () => running.stderr,
    );
    running.child.kill('SIGINT');
    expect(await running.ended).toMatchObject({ signal: 'SIGINT', stderr: expect.stringContaining('was ended by SIGKILL') });
    expect(isAlive(Number(read(cwd, 'pid')))).toBe(false);
  });

  test('a hook that fires its own event is stopped at a depth of 8, and the message shows the chain', async () => {
    const cwd = folder();
    script(cwd, 'again.sh', 'echo run >> runs; "$NODE" "$PROGRAM" hook run pre-build');
    const id = await hook(cwd, 'pre-build', './again.sh');
    const { status, stderr } = await fireIn(cwd, 'pre-build');
    expect(status).toBe(1);
    expect(linesOf(cwd, 'runs').length).toBe(8);
    expect(stderr).toContain(`(8 levels), so codegen does not run them: ${`pre-build (${id}) → `.repeat(8)}pre-build`);
  });
});
