/** Tests trust: hooks that came with the files of a project run only after the user has agreed. */

import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { randomNumbers } from '../support/random.ts';
import { codegen, folder, hook, linesOf, put, read, script, start } from './support.ts';

const SEED = Number(process.env['RANDOM_SEED'] ?? 20_260_404);

const event = (cwd: string, env: Record<string, string> = {}, ...more: string[]) =>
  codegen(cwd, ['hook', 'run', ...more, 'pre-build'], { env });

/** Creates a project on this machine with a hook that logs each run. */
async function project(at = folder()): Promise<string> {
  script(at, 'note.sh', 'echo ran >>log');
  await hook(at, 'pre-build', './note.sh');
  return at;
}

/** Copies such a project, as another user would get it. */
async function clone(): Promise<string> {
  const at = folder();
  cpSync(await project(), at, { recursive: true });
  return at;
}

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

describe('a hook that came with the files of a project', () => {
  test('runs only after the user trusts it', async () => {
    const at = await clone();
    const before = await event(at);
    expect(before).toMatchObject({ status: 1, stdout: '' });
    expect(before.stderr).toMatch(/a hook of pre-build is not trusted, and did not run: hook_\w+ \(\.\/note\.sh\)/);
    expect(before.stderr).toContain('codegen trust');
    expect(existsSync(path.join(at, 'log'))).toBe(false);
    const said = await codegen(at, ['trust']);
    expect(said).toMatchObject({ status: 0, stderr: '' });
    expect(said.stdout).toMatch(
      new RegExp(`^trusted hook_\\w+ \\(\\./note\\.sh\\): runs ${path.join(at, 'note.sh')} on pre-build\n$`),
    );
    expect((await event(at)).status).toBe(0);
    expect(linesOf(at, 'log')).toEqual(['ran']);
    expect((await codegen(at, ['trust'])).stdout).toContain('waits to be trusted');
  });

  test('is reported by --json and by hook list', async () => {
    const at = await clone();
    const { stdout } = await event(at, {}, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ runs: [], failed: 0, refused: [expect.stringMatching(/^hook_/)] });
    const verbose = async () => JSON.parse((await codegen(at, ['hook', 'list', '--verbose'])).stdout).hooks[0].trusted;
    expect(await verbose()).toBe(false);
    await codegen(at, ['trust']);
    expect(await verbose()).toBe(true);
  });

  test('does not prevent trusted hooks from running', async () => {
    const at = await clone();
    script(at, 'mine.sh', 'echo mine >>log');
    await hook(at, 'pre-build', './mine.sh');
    expect((await event(at)).status).toBe(1);
    expect(linesOf(at, 'log')).toEqual(['mine']);
  });

  test.each([
    ['its script is another', (text: string) => text.replace('./note.sh', './evil.sh')],
    ['its event is another', (text: string) => text.replace('pre-build', 'post-generate')],
    ['its id is another', (text: string) => text.replace(/hook_\w+/, 'hook_00000000')],
  ])('must be trusted again after a pull changed it: %s', async (_, change) => {
    const at = await project();
    script(at, 'evil.sh', 'echo evil >>log');
    writeFileSync(path.join(at, '.codegen/hooks.json'), change(read(at, '.codegen/hooks.json')));
    for (const name of ['pre-build', 'post-generate']) await codegen(at, ['hook', 'run', name]);
    expect(existsSync(path.join(at, 'log'))).toBe(false);
  });

  test('stays trusted when the user edits the script, or names the hook', async () => {
    const at = await project();
    script(at, 'note.sh', 'echo edited >>log');
    writeFileSync(
      path.join(at, '.codegen/hooks.json'),
      read(at, '.codegen/hooks.json').replace('"action"', '"name": "Note", "action"'),
    );
    expect((await event(at)).status).toBe(0);
    expect(linesOf(at, 'log')).toEqual(['edited']);
  });

  test('runs if the environment sets CODEGEN_TRUST=1', async () => {
    const at = await clone();
    expect((await event(at, { CODEGEN_TRUST: '1' })).status).toBe(0);
    expect((await event(at, { CODEGEN_TRUST: '0' })).status).toBe(1);
    expect(linesOf(at, 'log')).toEqual(['ran']);
  });

  test('is reported by a generation and by a monitor, which complete their other work', async () => {
    const at = folder();
    script(at, 'note.sh', 'echo ran >>log');
    for (const name of ['post-generate', 'on-ontology-change']) await hook(at, name, './note.sh');
    const other = folder();
    cpSync(at, other, { recursive: true });
    put(other, 'a.ttl', '@prefix : <http://a/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . :A a owl:Class .\n');
    const made = await codegen(other, ['project', 'gen', 'app', '--graph', 'a.ttl']);
    expect([made.status, existsSync(path.join(other, 'app/Cargo.toml'))]).toEqual([1, true]);
    expect(made.stderr).toContain('a hook of post-generate is not trusted');
    expect((await codegen(other, ['project', 'gen', 'app', '--graph', 'a.ttl', '--no-hooks'])).status).toBe(0);
    const watch = (...more: string[]) => codegen(other, ['hook', 'monitor', '--graph', 'a.ttl', '--once', ...more]);
    await watch();
    put(other, 'a.ttl', `${read(other, 'a.ttl')}# changed\n`);
    expect(await watch('--no-hooks')).toMatchObject({ status: 0 });
    put(other, 'a.ttl', `${read(other, 'a.ttl')}# again\n`);
    const seen = await watch();
    expect([seen.status, seen.stderr]).toEqual([1, expect.stringContaining('a hook of on-ontology-change is not trusted')]);
    expect(existsSync(path.join(other, 'log'))).toBe(false);
  });
});

describe('trust', () => {
  test('can be listed and revoked', async () => {
    const state = folder();
    const env = { XDG_STATE_HOME: state };
    const at = await clone();
    await codegen(at, ['trust'], { env });
    const list = () => codegen(at, ['trust', '--list'], { env });
    expect((await list()).stdout).toMatch(new RegExp(`^${at}\n  pre-build: \\./note\\.sh \\(hook_\\w+\\)\n$`));
    expect((await codegen(at, ['trust', '--revoke'], { env })).stdout).toContain('revoked the trust in 1 item of ');
    expect(await list()).toMatchObject({ stdout: '', stderr: 'nothing is trusted on this machine\n' });
    expect((await event(at, env)).status).toBe(1);
  });

  test('is stored outside of the project, where no other user reads or writes', async () => {
    const state = folder();
    const at = folder();
    script(at, 'note.sh', 'true');
    await codegen(at, ['hook', 'create', '--event', 'pre-build', '--script', './note.sh'], { env: { XDG_STATE_HOME: state } });
    const modes = (file: string) => (statSync(file).mode & 0o777).toString(8);
    const trust = path.join(state, 'codegen/trust');
    const [name = ''] = readdirSync(trust);
    const [item = ''] = readdirSync(path.join(trust, name));
    expect([modes(trust), modes(path.join(trust, name)), modes(path.join(trust, name, item))]).toEqual(['700', '700', '600']);
    // A file that others could have written there is ignored.
    chmodSync(path.join(trust, name), 0o777);
    expect((await event(at, { XDG_STATE_HOME: state })).status).toBe(1);
  });

  test('ends when the hook is removed, and does not apply in another folder', async () => {
    const at = await project();
    const registry = read(at, '.codegen/hooks.json');
    const { hooks } = JSON.parse(registry) as { hooks: { id: string }[] };
    await codegen(at, ['hook', 'remove', hooks[0]?.id ?? '', '--force']);
    put(at, '.codegen/hooks.json', registry);
    expect((await event(at)).status).toBe(1);
    await codegen(at, ['trust']);
    const moved = path.join(folder(), 'moved');
    renameSync(at, moved);
    expect((await event(moved)).status).toBe(1);
    mkdirSync(at);
  });

  test('causes a warning if it cannot be recorded, but the hook is registered', async () => {
    const at = folder();
    script(at, 'note.sh', 'true');
    const env = { XDG_STATE_HOME: put(folder(), 'file', '') };
    const created = await codegen(at, ['hook', 'create', '--event', 'pre-build', '--script', './note.sh'], { env });
    expect([created.status, created.stderr]).toEqual([0, expect.stringContaining('cannot record what is trusted')]);
    expect((await event(at, env)).status).toBe(1);
  });

  test('is complete or absent after a kill at any moment', async () => {
    const at = await clone();
    const random = randomNumbers(SEED);
    const since = performance.now();
    expect((await codegen(at, ['trust'])).status).toBe(0);
    // The estimated time until it is written, corrected after each kill: a busy machine varies in speed.
    let writing = performance.now() - since;
    const moments = new Set<string>();
    for (let n = 0; n < 24; n++) {
      await codegen(at, ['trust', '--revoke']);
      const running = start(at, ['trust']);
      await Promise.race([wait(writing * (0.7 + 0.6 * random.next().value)), running.ended]);
      running.child.kill('SIGKILL');
      await running.ended;
      const { status, stdout } = await codegen(at, ['trust', '--list']);
      expect(status).toBe(0);
      const isTrusted = stdout.includes(at);
      expect((await event(at)).status).toBe(isTrusted ? 0 : 1);
      moments.add(isTrusted ? 'after' : 'before');
      writing *= isTrusted ? 1 / 1.15 : 1.15;
    }
    // Otherwise the kills did not cover the moment of writing.
    expect([...moments].sort()).toEqual(['after', 'before']);
  });
});

describe('files that other users may write', () => {
  test.each([
    ['the registry', '.codegen/hooks.json'],
    ['its folder', '.codegen'],
    ['the project', '.'],
    ['the script', 'note.sh'],
  ])('are never trusted: %s', async (_, name) => {
    const at = await project();
    const file = path.join(at, name);
    chmodSync(file, statSync(file).mode | 0o020);
    expect((await event(at)).status).toBe(0);
    chmodSync(file, statSync(file).mode | 0o002);
    const refused = await event(at);
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining(`${file} is writable by all users`)]);
    expect(await codegen(at, ['trust'])).toMatchObject({ status: 1, stdout: '' });
    expect((await event(at, { CODEGEN_TRUST: '1' })).status).toBe(0);
    expect(linesOf(at, 'log')).toHaveLength(2);
  });

  test.runIf(isRoot)('are not trusted either if they belong to another user', async () => {
    for (const name of ['.codegen/hooks.json', '.codegen', 'note.sh']) {
      const at = await project();
      chownSync(path.join(at, name), NOBODY, NOBODY);
      const { status, stderr } = await event(at);
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining(`${path.join(at, name)} belongs to another user (uid ${NOBODY})`),
      ]);
      expect(existsSync(path.join(at, 'log'))).toBe(false);
    }
  });

  test('cause a warning when a hook with such a script is registered', async () => {
    const at = folder();
    chmodSync(script(at, 'note.sh', 'true'), 0o777);
    const { status, stderr } = await codegen(at, ['hook', 'create', '--event', 'pre-build', '--script', './note.sh']);
    expect([status, stderr]).toEqual([0, expect.stringContaining('is writable by all users')]);
  });
});

describe('the search for a project in parent folders', () => {
  const ends: readonly (readonly [string, (at: string, above: string) => void])[] = [
    ['the top of a repository', (at) => mkdirSync(path.join(at, '.git'))],
    ['a folder that everybody may write', (_, above) => chmodSync(above, 0o1777)],
    ...(isRoot ? [['a folder of somebody else', (_: string, above: string) => chownSync(above, NOBODY, NOBODY)] as const] : []),
  ];

  test.each(ends)('ends at %s', async (_, make) => {
    const above = await project();
    const at = path.join(above, 'sub');
    mkdirSync(at);
    expect((await event(at)).status).toBe(0);
    make(at, above);
    const { status, stderr } = await event(at);
    expect([status, stderr]).toEqual([0, 'no hook is registered for pre-build\n']);
  });

  test('ends at the home folder', async () => {
    const above = await project();
    const at = path.join(above, 'home');
    mkdirSync(at);
    expect((await event(at, { HOME: at })).stderr).toBe('no hook is registered for pre-build\n');
  });
});

test.each(['.codegen', '.codegen/hooks.json', '.codegen/journal.jsonl', '.codegen/state.json', '.codegen/.gitignore'])(
  'a symbolic link in place of %s is not followed',
  async (name) => {
    const at = await project();
    put(at, 'a.ttl', '@prefix : <http://a/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . :A a owl:Class .\n');
    await codegen(at, ['hook', 'monitor', '--graph', 'a.ttl', '--once']);
    await event(at);
    const outside = path.join(folder(), 'outside');
    renameSync(path.join(at, name), outside);
    const text = statSync(outside).isFile() ? read(outside, '') : '';
    symlinkSync(outside, path.join(at, name));
    put(at, 'a.ttl', `${read(at, 'a.ttl')}# changed\n`);
    const runs = [
      await event(at),
      await codegen(at, ['hook', 'monitor', '--graph', 'a.ttl', '--once']),
      await codegen(at, ['hook', 'create', '--event', 'pre-build', '--script', './note.sh']),
    ];
    expect(runs.map(({ stderr }) => stderr).join('')).toContain(`${path.join(at, name)} is a link that leads out of the project`);
    if (text !== '') expect(read(outside, '')).toBe(text);
  },
);
