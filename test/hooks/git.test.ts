import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeWith } from '../support/judges.ts';
import { codegen, type Ended, folder, hook, linesOf, type Options, put, read, run, script } from './support.ts';

async function git(cwd: string, ...args: string[]): Promise<Ended> {
  const done = await run(cwd, ['git', ...args]);
  if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`);
  return done;
}

const commit = (cwd: string, message: string, options: Options = {}) =>
  run(cwd, ['git', 'commit', '--allow-empty', '-m', message], options);

async function subjects(cwd: string): Promise<string[]> {
  const { stdout } = await run(cwd, ['git', 'log', '--format=%s']);
  return stdout.split('\n').filter((line) => line !== '');
}

/** Creates a repository whose pre-commit hook records its folder and the staged files, and exits with STATUS. */
async function repository(below = '.'): Promise<{ top: string; project: string }> {
  const top = path.join(folder(), 'repository');
  const project = path.join(top, below);
  mkdirSync(path.join(project, '.codegen'), { recursive: true });
  await git(top, 'init', '-q');
  script(
    project,
    'check.sh',
    `{ pwd; git rev-parse --show-toplevel; git diff --cached --name-only | grep -v codegen; } >> ../seen
exit "$STATUS"`,
  );
  await hook(project, 'pre-commit', './check.sh');
  return { top, project };
}

const passing = { env: { STATUS: '0' } };
const failing = { env: { STATUS: '1' } };
const install = (cwd: string, options?: Options) => codegen(cwd, ['hook', 'install'], options);
const uninstall = (cwd: string) => codegen(cwd, ['hook', 'uninstall']);

describeWith(['git'], 'hook install', () => {
  test('lets a failing hook block the commit, and a passing one allow it', async () => {
    const { top } = await repository();
    const file = path.join(top, '.git/hooks/pre-commit');
    expect(await install(top)).toMatchObject({ status: 0, stdout: `wrote ${file}\n`, stderr: '' });
    await git(top, 'add', '.');
    const blocked = await commit(top, 'blocked', failing);
    expect(blocked.status).toBe(1);
    expect(blocked.stderr).toContain('(./check.sh) failed with exit status 1');
    expect(blocked.stderr).toContain('the commit is blocked');
    expect(await subjects(top)).toEqual([]);
    expect(await commit(top, 'allowed', passing)).toMatchObject({ status: 0 });
    expect(await subjects(top)).toEqual(['allowed']);
    expect(linesOf(top, '../seen').slice(-3)).toEqual([top, top, 'check.sh']);
  });

  test('changes nothing the second time, and uninstall leaves no trace', async () => {
    const { top } = await repository();
    const hooks = path.join(top, '.git/hooks');
    const before = readdirSync(hooks);
    await install(top);
    const file = path.join(hooks, 'pre-commit');
    const { mtimeNs } = statSync(file, { bigint: true });
    expect(await install(top)).toMatchObject({ status: 0, stdout: `${file} is up to date\n` });
    expect(statSync(file, { bigint: true }).mtimeNs).toBe(mtimeNs);
    expect(await uninstall(top)).toMatchObject({ status: 0, stdout: `removed ${file}\n` });
    expect(readdirSync(hooks)).toEqual(before);
    expect(await uninstall(top)).toMatchObject({ status: 0, stdout: expect.stringContaining('nothing to undo') });
  });

  test('keeps an existing pre-commit file and calls it first, and uninstall restores it byte for byte', async () => {
    const { top } = await repository();
    const text = '#!/bin/sh\n# mine, without a last line break\necho old >> ../seen; exit "$OLD"';
    const file = put(top, '.git/hooks/pre-commit', text);
    chmodSync(file, 0o744);
    expect((await install(top)).stdout).toContain('the file that was there before is kept as ');
    const both = (old: string, status: string) => commit(top, `${old}${status}`, { env: { OLD: old, STATUS: status } });
    expect((await both('5', '0')).status).not.toBe(0);
    expect(linesOf(top, '../seen')).toEqual(['old']);
    expect((await both('0', '1')).status).not.toBe(0);
    expect((await both('0', '0')).status).toBe(0);
    expect(await subjects(top)).toEqual(['00']);
    await install(top);
    expect((await uninstall(top)).stdout).toBe(`restored the previous ${file}\n`);
    expect(read(top, '.git/hooks/pre-commit')).toBe(text);
    expect(statSync(file).mode & 0o777).toBe(0o744);
    expect(existsSync(`${file}.before-codegen`)).toBe(false);
  });

  test('never overwrites a file, even if the name for its copy is taken', async () => {
    const { top } = await repository();
    put(top, '.git/hooks/pre-commit', 'one');
    put(top, '.git/hooks/pre-commit.before-codegen', 'two');
    expect(await install(top)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('because that file exists; nothing was changed'),
    });
    expect(read(top, '.git/hooks/pre-commit')).toBe('one');
    expect(read(top, '.git/hooks/pre-commit.before-codegen')).toBe('two');
  });

  test('finds the program without a PATH, and the folder of the project from anywhere', async () => {
    const { top, project } = await repository('services/my "api"');
    await install(project);
    put(project, 'deep/file.txt', 'text');
    await git(top, 'add', '.');
    const { stdout } = await run(top, ['sh', '-c', 'command -v git']);
    const bare = await run(path.join(project, 'deep'), ['env', '-u', 'PATH', stdout.trim(), 'commit', '-m', 'one'], passing);
    expect(bare).toMatchObject({ status: 0 });
    const seen = linesOf(project, '../seen');
    expect(seen.slice(0, 2)).toEqual([project, top]);
    expect(seen.at(-1)).toContain('deep/file.txt');
    expect((await commit(path.join(project, 'deep'), 'two', failing)).status).not.toBe(0);
  });

  test('blocks the commit and prints what to do if the program is missing', async () => {
    const { top } = await repository();
    await install(top);
    const file = path.join(top, '.git/hooks/pre-commit');
    put(top, '.git/hooks/pre-commit', read(top, '.git/hooks/pre-commit').replace(/^script=.*$/m, 'script=/gone/codegen.js'));
    const blocked = await commit(top, 'one', { env: { STATUS: '0', PATH: '/usr/bin:/bin' } });
    expect(blocked.status).not.toBe(0);
    expect(blocked.stderr).toContain(`run "codegen hook install" again, or delete this file:\n  ${file}`);
  });

  test('serves several projects in one repository', async () => {
    const { top, project } = await repository('one');
    mkdirSync(path.join(top, 'two/.codegen'), { recursive: true });
    script(top, 'two/check.sh', 'echo two >> ../../seen');
    await hook(path.join(top, 'two'), 'pre-commit', 'check.sh');
    await install(project);
    await install(path.join(top, 'two'));
    expect((await commit(top, 'a', failing)).status).not.toBe(0);
    expect(linesOf(top, '../seen')).toEqual(['two']);
    await uninstall(project);
    expect((await commit(top, 'b', failing)).status).toBe(0);
    await uninstall(path.join(top, 'two'));
    expect(existsSync(path.join(top, '.git/hooks/pre-commit'))).toBe(false);
  });

  test.each([
    ['relative', '.githooks'],
    ['absolute', 'ABSOLUTE'],
  ])('uses a core.hooksPath that is %s', async (_, given) => {
    const { top, project } = await repository('sub');
    const hooks = given === 'ABSOLUTE' ? path.join(folder(), 'shared hooks') : path.join(top, given);
    await git(top, 'config', 'core.hooksPath', given === 'ABSOLUTE' ? hooks : given);
    const { stderr } = await install(project);
    expect(stderr.includes('core.hooksPath names')).toBe(given === 'ABSOLUTE');
    expect(existsSync(path.join(hooks, 'pre-commit'))).toBe(true);
    expect((await commit(top, 'a', failing)).status).not.toBe(0);
    expect((await commit(top, 'b', passing)).status).toBe(0);
    await uninstall(project);
    expect(existsSync(path.join(hooks, 'pre-commit'))).toBe(false);
  });

  test('writes no paths of this machine into hooks that are committed', async () => {
    const { top, project } = await repository('sub');
    await git(top, 'config', 'core.hooksPath', '.githooks');
    await install(project);
    const file = path.join(top, '.githooks/pre-commit');
    const text = read(top, '.githooks/pre-commit');
    for (const here of [process.execPath, 'codegen.js', top]) expect(text).not.toContain(here);
    await git(top, 'add', '.');
    const { stdout } = await run(top, ['sh', '-c', 'command -v git']);
    const bare = (cwd: string, options: Options) =>
      run(cwd, ['env', '-u', 'PATH', stdout.trim(), 'commit', '--allow-empty', '-m', 'one'], options);
    expect((await bare(top, failing)).stderr).toContain('failed with exit status 1');
    expect((await bare(top, passing)).status).toBe(0);
    // On another machine the file exists, and prints what to do if the program is missing.
    const clone = path.join(folder(), 'clone');
    await git(top, 'clone', '-q', top, clone);
    await git(clone, 'config', 'core.hooksPath', '.githooks');
    expect((await bare(clone, passing)).stderr).toContain('run "codegen hook install" again');
    const inner = path.join(clone, 'sub');
    expect((await install(inner)).stdout).toContain('is up to date');
    expect((await bare(clone, passing)).stderr).toContain('is not trusted, and did not run');
    await codegen(inner, ['trust']);
    expect((await bare(clone, failing)).stderr).toContain('failed with exit status 1');
    await uninstall(project);
    expect(existsSync(file)).toBe(false);
    expect((await run(top, ['git', 'config', '--get-regexp', '^codegen'])).stdout).toBe('');
  });

  test('works in a worktree, on a project in a subfolder', async () => {
    const { top, project } = await repository('sub');
    await git(top, 'add', '.');
    await git(top, 'commit', '-qm', 'one');
    const tree = path.join(folder(), 'tree');
    await git(top, 'worktree', 'add', '-q', tree);
    await install(path.join(tree, 'sub'));
    // Its files came with Git, so they are not trusted yet.
    await codegen(path.join(tree, 'sub'), ['trust']);
    expect(existsSync(path.join(top, '.git/hooks/pre-commit'))).toBe(true);
    put(tree, 'sub/new.txt', '');
    await git(tree, 'add', '.');
    expect((await commit(tree, 'two', passing)).status).toBe(0);
    expect(linesOf(tree, 'seen')).toEqual([path.join(tree, 'sub'), tree, 'sub/new.txt']);
    // The main work tree shares the file.
    expect((await commit(project, 'three', failing)).status).not.toBe(0);
  });

  test('prints nothing in a work tree without hooks', async () => {
    const { top } = await repository();
    put(top, '.gitignore', '*\n');
    await git(top, 'commit', '-qm', 'one', '--allow-empty');
    await install(top);
    const tree = path.join(folder(), 'tree');
    await git(top, 'worktree', 'add', '-q', tree);
    expect(await commit(tree, 'two')).toMatchObject({ status: 0, stderr: '' });
    expect((await codegen(tree, ['hook', 'run', 'pre-commit'])).stderr).toBe('no hook is registered for pre-commit\n');
  });

  test('works in a submodule', async () => {
    const { top: library } = await repository();
    await git(library, 'add', '.');
    await git(library, 'commit', '-qm', 'one');
    const outer = folder();
    await git(outer, 'init', '-q');
    await git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'lib');
    const inner = path.join(outer, 'lib');
    expect((await install(inner)).stdout).toContain(path.join(outer, '.git/modules/lib/hooks/pre-commit'));
    // Hooks that came with Git do not run, and block nothing, until they are trusted.
    const untold = await commit(inner, '0', failing);
    expect([untold.status, untold.stderr]).toEqual([0, expect.stringContaining('is not trusted, and did not run')]);
    await codegen(inner, ['trust']);
    expect((await commit(inner, 'a', failing)).status).not.toBe(0);
    expect((await commit(inner, 'b', passing)).status).toBe(0);
    expect((await commit(outer, 'c', failing)).status).toBe(0);
  });

  test('is rejected where it cannot work, and changes nothing', async () => {
    const nowhere = folder();
    expect(await install(nowhere)).toMatchObject({ status: 1, stderr: expect.stringContaining('is not in a Git repository') });
    expect(await install(nowhere, { env: { PATH: '/nowhere' } })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('cannot find the program git'),
    });
    expect(readdirSync(nowhere)).toEqual([]);
    const { top } = await repository();
    await git(top, 'config', 'core.hooksPath', '.husky/_');
    expect(await install(top)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        `add this line to ${path.join(top, '.husky/pre-commit')}: npx --no codegen hook run pre-commit`,
      ),
    });
  });

  test('prints a line for husky that changes to the folder of the project', async () => {
    const { top, project } = await repository('my sub');
    await git(top, 'config', 'core.hooksPath', '.husky/_');
    expect((await install(project)).stderr).toContain(
      `${path.join(top, '.husky/pre-commit')}: (cd 'my sub' && npx --no codegen hook run pre-commit) || exit $?`,
    );
  });

  test('a pre-commit hook that Git does not run yet is created with a warning', async () => {
    const { top } = await repository();
    const create = () => codegen(top, ['hook', 'create', '--event', 'pre-commit', '--script', '/bin/true']);
    expect((await create()).stderr).toContain('Git does not run the pre-commit hooks of this project yet');
    await install(top);
    expect((await create()).stderr).not.toContain('Git does not run');
  });

  test.each([
    ['lefthook', 'lefthook.yml', 'call_lefthook run "pre-commit" "$@"', 'add a job to pre-commit in ', 'lefthook install'],
    [
      'pre-commit',
      '.pre-commit-config.yaml',
      '# File generated by pre-commit: https://pre-commit.com',
      'run codegen hook install',
      'pre-commit install',
    ],
  ])('recognizes that %s runs the hooks once it is configured and installed', async (_, settings, file, add, own) => {
    const { top } = await repository();
    const create = async () => (await codegen(top, ['hook', 'create', '--event', 'pre-commit', '--script', '/bin/true'])).stderr;
    writeFileSync(path.join(top, settings), 'pre-commit: {}\n');
    expect(await create()).toContain(`help: ${add}`);
    writeFileSync(path.join(top, settings), 'pre-commit: { jobs: [{ run: codegen hook run pre-commit }] }\n');
    expect(await create()).toContain(`help: ${own}\n`);
    mkdirSync(path.join(top, '.git/hooks'), { recursive: true });
    writeFileSync(path.join(top, '.git/hooks/pre-commit'), `#!/bin/sh\n${file}\n`, { mode: 0o755 });
    expect(await create()).not.toContain('Git does not run');
    expect(await install(top)).toMatchObject({
      status: 0,
      stdout: `nothing to write: ${path.join(top, settings)} lets Git run the hooks of this project\n`,
    });
    expect(readdirSync(path.join(top, '.git/hooks'))).not.toContain('pre-commit.before-codegen');
  });

  test('recognizes that husky or a file of the user runs the hooks', async () => {
    const { top } = await repository();
    const create = async () => (await codegen(top, ['hook', 'create', '--event', 'pre-commit', '--script', '/bin/true'])).stderr;
    mkdirSync(path.join(top, '.git/hooks'), { recursive: true });
    writeFileSync(path.join(top, '.git/hooks/pre-commit'), '#!/bin/sh\nnpx codegen hook run pre-commit\n', { mode: 0o755 });
    expect(await create()).not.toContain('Git does not run');
    await git(top, 'config', 'core.hooksPath', '.husky/_');
    expect(await create()).toContain(`add this line to ${path.join(top, '.husky/pre-commit')}`);
    mkdirSync(path.join(top, '.husky'));
    writeFileSync(path.join(top, '.husky/pre-commit'), 'npx --no codegen hook run pre-commit\n');
    expect(await create()).not.toContain('Git does not run');
    expect((await install(top)).stdout).toContain(`nothing to write: ${path.join(top, '.husky/pre-commit')} lets Git`);
    expect(existsSync(path.join(top, '.husky/_'))).toBe(false);
  });

  test('installs nothing if the repository uses lefthook', async () => {
    const { top } = await repository('sub');
    writeFileSync(path.join(top, 'lefthook.yml'), '');
    const { status, stderr } = await install(path.join(top, 'sub'));
    expect([status, stderr]).toEqual([1, expect.stringContaining(`that runs codegen hook run pre-commit, with root: sub\n`)]);
    expect(existsSync(path.join(top, '.git/hooks/pre-commit'))).toBe(false);
  });
});
