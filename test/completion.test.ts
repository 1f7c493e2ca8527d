import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { severities } from '../src/ai/analyze/index.ts';
import { providers } from '../src/ai/generate/settings.ts';
import { completeWords, type Shell } from '../src/cli/completion.ts';
import { buildProgram } from '../src/cli/main.ts';
import { eventNames } from '../src/hooks/index.ts';
import { assumptionKinds } from '../src/report/index.ts';
import { templateNames } from '../src/targets/index.ts';
import { codegen, inFolder, root } from './support/program.ts';

const output = { write: () => true };
const program = buildProgram({ stdout: output, stderr: output, env: {} }, () => {});
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;
const scriptOf = (shell: Shell) => codegen(root, ['completion', shell]).stdout;

/** Returns the declared command with a name, or a subcommand of it. */
const declared = (...names: readonly string[]): Command =>
  names.reduce((command, name) => command.commands.find((each) => each.name() === name) as Command, program);
const commandsOf = (...names: readonly string[]) => [...declared(...names).commands.map((each) => each.name()), 'help'];
const optionsOf = (...names: readonly string[]) => [...declared(...names).options.map(({ long }) => long ?? ''), '--help'];

/** Typed text with the expected words. */
const cases: readonly (readonly [typed: string, words: readonly string[]])[] = [
  ['te', ['template']],
  ['graph ', commandsOf('graph')],
  ['help te', ['template']],
  ['graph help l', ['load']],
  ['--v', ['--version']],
  ['graph visualize blog.ttl --', optionsOf('graph', 'visualize')],
  ['graph visualize blog.ttl --format ', ['dot', 'svg', 'mermaid']],
  ['graph query blog.ttl --format=t', ['--format=table', '--format=tsv', '--format=turtle']],
  ['graph query --format = t', ['--format=table', '--format=tsv', '--format=turtle']],
  ['graph load --policy unstated=o', ['unstated=optional', 'unstated=open']],
  ['graph load --policy unstated = o', ['unstated=optional', 'unstated=open']],
  ['graph load --policy=on-delete=r', ['--policy=on-delete=restrict']],
  ['graph load --policy langua', ['language=']],
  ['graph load --strict=', assumptionKinds.map((kind) => `--strict=${kind}`)],
  ['graph load --strict --js', ['--json']],
  ['project gen --strict d', []],
  ['template generate-rdf --template ', [...templateNames, 'all']],
  ['template generate-rdf --ontology graph --dry', ['--dry-run']],
  ['ai generate --provider ', providers],
  ['ai analyze --fail-on ', severities],
  ['hook create --event ', eventNames],
  ['hook log --limit 5 --event pre-c', ['pre-commit']],
  ['hook run --json pre', ['pre-commit', 'pre-build']],
  ['hook create --name ', []],
  ['completion ', ['bash', 'zsh', 'fish']],
];

test.each(cases)('completes codegen %s', async (typed, words) => {
  expect(await completeWords(program, typed.split(' '))).toEqual(words);
});

/** Typed text with the words that each shell offers, in a folder of {@link inProject}. */
const inShell: readonly (readonly [typed: string, offered: readonly string[]])[] = [
  ['te', ['template']],
  ['graph visualize blog.ttl --format ', ['dot', 'svg', 'mermaid']],
  ['graph query blog.ttl --format=t', ['table', 'tsv', 'turtle']],
  ['hook remove ', ['hook_one', 'hook_two']],
  ['graph load bl', ['bloß mein blog.ttl', 'bloßer Ordner']],
];

/** Calls `use` with a folder that has a file, a folder and two hooks, and with a PATH that finds the program. */
function inProject(use: (folder: string, PATH: string) => void): void {
  inFolder((folder) => {
    writeFileSync(path.join(folder, 'bloß mein blog.ttl'), '');
    for (const name of ['bloßer Ordner', '.bin', '.codegen']) mkdirSync(path.join(folder, name));
    const hook = { trigger: 'pre-build', action: 'a.sh', name: 'my "id": "x"', created_at: '2025-01-01T00:00:00.000Z' };
    const hooks = ['hook_one', 'hook_two'].map((id) => ({ id, ...hook }));
    writeFileSync(path.join(folder, '.codegen', 'hooks.json'), JSON.stringify({ version: 1, hooks }));
    const called = path.join(folder, '.bin', 'codegen');
    writeFileSync(called, `#!/bin/sh\nexec '${process.execPath}' '${path.join(root, 'bin/codegen.js')}' "$@"\n`);
    chmodSync(called, 0o755);
    use(folder, `${path.dirname(called)}:${process.env['PATH']}`);
  });
}

/** The words that a shell offers, one on a line. */
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

/** Returns what bash offers for a line. Like bash, it splits words at `=`. */
function offeredByBash(typed: string, cwd: string, PATH: string): string[] {
  const words = typed.split(/ |(?==)|(?<==)/);
  const line = `COMP_WORDS=(codegen ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}`;
  const run = `compopt() { :; }; eval "$SCRIPT"; ${line}; _codegen codegen; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { ...process.env, PATH, SCRIPT: scriptOf('bash') };
  const done = spawnSync('bash', ['--norc', '-c', run], { cwd, encoding: 'utf8', env });
  expect(done.stderr).toBe('');
  return linesOf(done.stdout);
}

describe.skipIf(!has('bash'))('bash', () => {
  test.each(inShell.slice(0, -1))('offers the words of the program: %s', (typed, expected) => {
    inProject((folder, PATH) => expect(offeredByBash(typed, folder, PATH)).toEqual(expected));
  });

  test('completes file names itself where the program offers no word', () => {
    inProject((folder, PATH) => expect(offeredByBash('graph load bl', folder, PATH)).toEqual([]));
    expect(scriptOf('bash')).toContain('complete -o default');
  });
});

describe.skipIf(!has('fish'))('fish', () => {
  test.each(inShell)('completes codegen %s', (typed, expected) => {
    inProject((folder, PATH) => {
      writeFileSync(path.join(folder, '.codegen.fish'), scriptOf('fish'));
      const done = spawnSync('fish', ['--no-config', '-c', 'source .codegen.fish; complete -C $argv[1]', `codegen ${typed}`], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, PATH, LC_ALL: 'C.UTF-8' },
      });
      expect(done).toMatchObject({ status: 0, stderr: '' });
      const plain = linesOf(done.stdout).map((line) => (line.split('\t')[0] ?? '').replace(/^--\w+=/, '').replace(/\/$/, ''));
      for (const word of expected) expect(plain).toContain(word);
    });
  });
});

describe.skipIf(!has('zsh'))('zsh', () => {
  test('the script is valid', () => {
    expect(spawnSync('zsh', ['-n'], { input: scriptOf('zsh'), encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });
});
