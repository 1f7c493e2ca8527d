import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isFullRun } from '../support/ontologies.ts';
import { randomNumbers } from '../support/random.ts';
import { codegen, folder, hook, put, read, script, start } from './support.ts';

interface Listed {
  readonly hooks: readonly { readonly id: string }[];
  readonly total: number;
}

async function list(cwd: string, ...args: string[]): Promise<Listed> {
  const { status, stdout, stderr } = await codegen(cwd, ['hook', 'list', ...args]);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout) as Listed;
}

const REGISTRY = '.codegen/hooks.json';

describe('creating, listing and removing', () => {
  test('print the documents of the specification', async () => {
    const cwd = folder();
    expect(await list(cwd)).toEqual({ hooks: [], total: 0 });
    expect(existsSync(path.join(cwd, '.codegen'))).toBe(false);

    script(cwd, 'check.sh', 'true');
    const created = await codegen(cwd, ['hook', 'create', '--event', 'pre-commit', '--script', './check.sh', '--name', 'Check']);
    expect(created).toMatchObject({ status: 0, stderr: '' });
    const { hook_id, status, hook: record } = JSON.parse(created.stdout);
    expect(hook_id).toMatch(/^hook_[0-9a-z]+$/);
    expect(status).toBe('created');
    expect(Object.keys(record)).toEqual(['id', 'trigger', 'action', 'created_at']);
    expect(record).toMatchObject({ id: hook_id, trigger: 'pre-commit', action: './check.sh' });
    expect(new Date(record.created_at).toISOString()).toBe(record.created_at);

    const other = await hook(cwd, 'pre-build', '/bin/true');
    expect(await list(cwd)).toMatchObject({ hooks: [record, { id: other, action: '/bin/true' }], total: 2 });
    expect(await list(cwd, '--filter', 'pre-commit')).toEqual({ hooks: [record], total: 1 });
    expect((await list(cwd, '--verbose')).hooks[0]).toEqual({
      ...record,
      name: 'Check',
      script: path.join(cwd, 'check.sh'),
      executable: true,
      trusted: true,
      last_run: null,
    });

    const removed = await codegen(cwd, ['hook', 'remove', hook_id, '--force']);
    expect(removed).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(removed.stdout)).toEqual({ hook_id, status: 'removed' });
    expect((await list(cwd)).hooks.map((each) => each.id)).toEqual([other]);
    expect(await codegen(cwd, ['hook', 'remove', hook_id, '--force'])).toMatchObject({ status: 1, stdout: '' });
  });

  test('--verbose shows the last run', async () => {
    const cwd = folder();
    const id = await hook(cwd, 'pre-build', script(cwd, 'build.sh', 'echo one; exit $STATUS'));
    expect((await codegen(cwd, ['hook', 'run', 'pre-build'], { env: { STATUS: '0' } })).status).toBe(0);
    expect((await codegen(cwd, ['hook', 'run', 'pre-build'], { env: { STATUS: '7' } })).status).toBe(1);
    expect((await list(cwd, '--verbose')).hooks[0]).toMatchObject({
      id,
      last_run: { time: expect.stringMatching(/Z$/), exit_status: 7, duration_ms: expect.any(Number) },
    });
  });

  test('removing asks on standard error and reads one line of standard input', async () => {
    const cwd = folder();
    const id = await hook(cwd, 'pre-build', '/bin/true');
    for (const input of ['', 'n\n', 'yesterday\n', '\ny\n']) {
      const kept = await codegen(cwd, ['hook', 'remove', id], { input });
      expect(kept.status).toBe(1);
      expect(JSON.parse(kept.stdout)).toEqual({ hook_id: id, status: 'kept' });
      expect(kept.stderr).toContain(`Remove ${id} (/bin/true) from pre-build? [y/N]`);
    }
    expect(await codegen(cwd, ['hook', 'remove', id], { input: ' Yes \nmore\n' })).toMatchObject({ status: 0 });
    expect((await list(cwd)).total).toBe(0);
  });

  test('an unknown event exits with 2 and suggests a known one; as a filter it gives an empty list and a warning', async () => {
    const cwd = folder();
    const refused = await codegen(cwd, ['hook', 'create', '--event', 'pre-comit', '--script', 'x']);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('did you mean pre-commit?');
    expect(refused.stderr).toContain('post-generate, pre-commit, on-ontology-change, pre-build, post-deploy, on-test-fail');
    const filtered = await codegen(cwd, ['hook', 'list', '--filter', 'pre-comit']);
    expect(filtered.status).toBe(0);
    expect(JSON.parse(filtered.stdout)).toEqual({ hooks: [], total: 0 });
    expect(filtered.stderr).toContain('warning: there is no event "pre-comit"');
  });

  test('a script that cannot run, or would run twice, is registered with a warning', async () => {
    const cwd = folder();
    const create = (action: string) => codegen(cwd, ['hook', 'create', '--event', 'pre-build', '--script', action]);
    expect(await create('missing.sh')).toMatchObject({ status: 0, stderr: expect.stringContaining('there is no file') });
    put(cwd, 'plain.sh', '#!/bin/sh\n');
    const warning = `permission denied: ${path.join(cwd, 'plain.sh')} is not executable`;
    expect(await create('plain.sh')).toMatchObject({ status: 0, stderr: expect.stringContaining(warning) });
    expect(await create('./plain.sh')).toMatchObject({ status: 0, stderr: expect.stringContaining('runs the same script') });
    expect((await list(cwd)).total).toBe(3);
  });

  test('the registry is in the nearest parent with .codegen; a relative path starts at the current folder', async () => {
    const cwd = folder();
    await hook(cwd, 'pre-commit', '/bin/true');
    const below = path.join(cwd, 'services/api');
    mkdirSync(below, { recursive: true });
    script(below, 'build.sh', 'pwd');
    await hook(below, 'pre-build', './build.sh');
    expect(existsSync(path.join(below, '.codegen'))).toBe(false);
    expect(await codegen(below, ['hook', 'run', 'pre-build'])).toMatchObject({ status: 0, stdout: `${cwd}\n` });
  });

  test('Git sees only the registry', async () => {
    const cwd = folder();
    await hook(cwd, 'pre-build', '/bin/true');
    await codegen(cwd, ['hook', 'run', 'pre-build']);
    expect(readdirSync(path.join(cwd, '.codegen')).sort()).toEqual(['.gitignore', 'hooks.json', 'journal.jsonl']);
    expect(read(cwd, '.codegen/.gitignore')).toMatch(/^\*\n!\.gitignore\n!hooks\.json\n/m);
  });
});

describe('an invalid registry', () => {
  const record = '{ "id": "hook_a", "trigger": "pre-build", "action": "a.sh", "created_at": "2025-01-01T00:00:00Z" }';
  test.each([
    ['half of it', '{\n  "version": 1,\n  "hooks": [', ':3:13', 'it ends too early'],
    ['nothing', '', ':1:1', 'it ends too early'],
    ['a comma too many', `{ "version": 1,\n  "hooks": [${record},] }`, `:2:${14 + record.length}`, 'expected a value, found "]"'],
    ['another shape', '{ "version": 1,\n  "hooks": {} }', '', '"hooks" is not an array'],
    [
      'a wrong event',
      `{ "version": 1, "hooks": [\n${record.replace('pre-build', 'build')} ] }`,
      '',
      'hook_a: "trigger" is not one of',
    ],
    [
      'a wrong id',
      `{ "version": 1, "hooks": [\n${record},\n${record.replace('hook_a', 'b')} ] }`,
      '',
      'hook 2: "id" is not an id such as',
    ],
    ['a misspelt key', `{ "version": 1, "hooks": [\n${record.replace('"id"', '"ID"')} ] }`, '', 'hook 1 has no key "ID"'],
    [
      'a missing key',
      `{ "version": 1, "hooks": [\n${record.replace('"action": "a.sh", ', '')} ] }`,
      '',
      'hook_a lacks the key "action"',
    ],
    ['one id twice', `{ "version": 1, "hooks": [\n${record},\n${record} ] }`, '', 'there are two hooks with the id hook_a'],
    ['one key twice', `{ "version": 1, "hooks": [${record}],\n"hooks": [] }`, '', 'an object has the key "hooks" twice'],
    [
      'one key of a hook twice',
      `{ "version": 1, "hooks": [\n${record.replace('{', '{ "id": "hook_b",')} ] }`,
      '',
      'an object has the key "id" twice',
    ],
    ['a later version', '{ "version": 2, "hooks": [] }', '', 'the version is not 1'],
    ['a merge', `{ "version": 1, "hooks": [\n<<<<<<< ours\n${record}\n=======\n] }`, ':2:1', 'a Git merge that was not finished'],
  ])('with %s is reported, and not changed', async (_, text, place, reason) => {
    const cwd = folder();
    put(cwd, REGISTRY, text);
    for (const args of [
      ['list'],
      ['create', '--event', 'pre-build', '--script', 'x'],
      ['remove', 'hook_a', '--force'],
      ['run', 'pre-build'],
    ]) {
      const failed = await codegen(cwd, ['hook', ...args]);
      expect(failed).toMatchObject({ status: 1, stdout: '' });
      expect(failed.stderr).toContain(`${path.join(cwd, REGISTRY)}${place}: error: the hook registry is invalid: `);
      expect(failed.stderr).toContain(reason);
      expect(read(cwd, REGISTRY)).toBe(text);
    }
  });
});

describe('concurrent commands', () => {
  test('fifty concurrent creations give fifty hooks', async () => {
    const cwd = folder();
    const ids = await Promise.all(Array.from({ length: 50 }, (_, i) => hook(cwd, 'pre-build', `script-${i}.sh`)));
    const { hooks, total } = await list(cwd);
    expect(total).toBe(50);
    expect(hooks.map((each) => each.id).sort()).toEqual([...ids].sort());
  });

  /** The number of killed commands per project. */
  const KILLS = 20;

  /** The longest time that a killed process may delay others, including the time that a busy machine takes. */
  const LONGEST_WAIT_MS = 20_000;

  test.runIf(isFullRun)(
    'a process that is killed at any moment leaves the old or the new registry, and does not block others',
    async () => {
      // Four projects in parallel, each with one command at a time, so that the old and the new state are known.
      const kills = await Promise.all(Array.from({ length: 4 }, (_, lane) => killAtRandom(lane, KILLS)));
      expect(kills.flat().length).toBe(4 * KILLS);
      // Otherwise the kills did not cover the moment of writing.
      expect(kills.flat()).toContain('before');
      expect(kills.flat()).toContain('after');
    },
  );

  const SEED = Number(process.env['RANDOM_SEED'] ?? 20_260_403);

  async function killAtRandom(lane: number, times: number): Promise<string[]> {
    const cwd = folder();
    const file = path.join(cwd, REGISTRY);
    const idsOf = () => (JSON.parse(readFileSync(file, 'utf8')) as Listed).hooks.map((each) => each.id);
    const random = randomNumbers(SEED + lane);
    const since = performance.now();
    await hook(cwd, 'pre-build', 'first.sh');
    // The estimated time until the registry is written, corrected after each kill: a busy machine varies in speed.
    let writing = performance.now() - since;
    const moments: string[] = [];
    for (let i = 0; i < times; i++) {
      const before = idsOf();
      const victim = i % 3 === 2 ? before.at(-1) : undefined;
      const args = victim ? ['remove', victim, '--force'] : ['create', '--event', 'pre-build', '--script', `${lane}-${i}.sh`];
      const running = start(cwd, ['hook', ...args]);
      await Promise.race([wait(writing * (0.7 + 0.6 * random.next().value)), running.ended]);
      running.child.kill('SIGKILL');
      await running.ended;
      const after = idsOf();
      if (after.length === before.length) {
        expect(after).toEqual(before);
        moments.push('before');
        writing *= 1.15;
      } else {
        expect(victim ? [...after, victim] : after.slice(0, -1)).toEqual(before);
        moments.push('after');
        writing /= 1.15;
      }
      if (existsSync(`${file}.lock`)) {
        const since = performance.now();
        await hook(cwd, 'pre-build', `next-${i}.sh`);
        expect(performance.now() - since).toBeLessThan(LONGEST_WAIT_MS);
      }
    }
    // Incomplete files do not accumulate.
    for (const name of readdirSync(path.dirname(file))) expect(name).toMatch(/^(\.gitignore|hooks\.json(\.[0-9a-f]{12}\.tmp)?)$/);
    expect((await list(cwd)).total).toBe(idsOf().length);
    return moments;
  }
});
