import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { completionScript, type Shell } from '../src/cli/completion.ts';
import { buildProgram } from '../src/cli/main.ts';
import { eventNames } from '../src/hooks/index.ts';
import { templateNames } from '../src/targets/index.ts';
import { codegen, inFolder, root } from './support/program.ts';

const output = { write: () => true };
const program = buildProgram({ stdout: output, stderr: output, env: {} }, () => {});
const script = (shell: Shell) => completionScript(program, shell);
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;

/** What bash offers for the last word of a line; `=` is a word of its own, as bash sees it. */
function offered(words: readonly string[], cwd = root): string[] {
  const done = spawnSync('bash', ['--norc', '-c', `eval "$SCRIPT"; _codegen "$PROGRAM"; printf '%s\\n' "\${COMPREPLY[@]}"`], {
    cwd,
    encoding: 'utf8',
    env: {
      ...process.env,
      SCRIPT: `${script('bash')}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`,
      PROGRAM: path.join(root, 'bin/codegen.js'),
    },
  });
  expect(done.stderr).toBe('');
  return done.stdout.split('\n').filter((line) => line !== '');
}

describe.skipIf(!has('bash'))('bash', () => {
  test('the commands, and those below them', () => {
    expect(offered(['codegen', ''])).toEqual([...program.commands.map((command) => command.name()), 'help']);
    expect(offered(['codegen', 'graph', ''])).toEqual(['load', 'query', 'visualize', 'help']);
    expect(offered(['codegen', 'gr'])).toEqual(['graph']);
    expect(offered(['codegen', 'help', 'te'])).toEqual(['template']);
    expect(offered(['codegen', 'graph', 'help', 'l'])).toEqual(['load']);
  });

  test('the options of a command', () => {
    expect(offered(['codegen', 'graph', 'visualize', 'blog.ttl', '--'])).toEqual(['--format', '--output', '--help']);
    expect(offered(['codegen', '--v'])).toEqual(['--version']);
  });

  test('the values of an option, after a space and after =', () => {
    expect(offered(['codegen', 'graph', 'visualize', 'blog.ttl', '--format', ''])).toEqual(['dot', 'svg', 'mermaid']);
    expect(offered(['codegen', 'graph', 'query', '--format', '=', 't'])).toEqual(['table', 'tsv', 'turtle']);
    expect(offered(['codegen', 'graph', 'query', '--format', '='])).toHaveLength(5);
    expect(offered(['codegen', 'template', 'generate-rdf', '--template', ''])).toEqual([...templateNames, 'all']);
    expect(offered(['codegen', 'hook', 'create', '--event', ''])).toEqual(eventNames);
  });

  test('the values of an argument, wherever the options stand', () => {
    expect(offered(['codegen', 'hook', 'run', ''])).toEqual(eventNames);
    expect(offered(['codegen', 'hook', 'run', '--json', 'pre'])).toEqual(['pre-commit', 'pre-build']);
    expect(offered(['codegen', 'completion', ''])).toEqual(['bash', 'zsh', 'fish']);
  });

  test('a value that looks like a command is none', () => {
    expect(offered(['codegen', 'template', 'generate-rdf', '--ontology', 'graph', '--dry'])).toEqual(['--dry-run']);
    expect(offered(['codegen', 'hook', 'log', '--limit', '5', '--event', 'pre-c'])).toEqual(['pre-commit']);
  });

  test('the ids of the hooks of the project', () => {
    inFolder((folder) => {
      const ids = ['pre-build', 'post-generate'].map((event) => {
        const done = codegen(folder, ['hook', 'create', '--event', event, '--script', './a.sh', '--name', 'my "id": "x"']);
        return JSON.parse(done.stdout).hook_id as string;
      });
      expect(offered(['codegen', 'hook', 'remove', ''], folder)).toEqual(ids);
      expect(offered(['codegen', 'hook', 'log', '--hook', ids[0]?.slice(0, -1) ?? ''], folder)).toEqual([ids[0]]);
    });
  });

  test('no hooks outside of a project, and nothing for a free text', () => {
    inFolder((folder) => expect(offered(['codegen', 'hook', 'remove', ''], folder)).toEqual([]));
    expect(offered(['codegen', 'hook', 'create', '--name', ''])).toEqual([]);
    expect(offered(['codegen', 'ai', 'generate', ''])).toEqual([]);
  });

  // `script` gives bash the terminal without which it completes nothing.
  test.skipIf(process.platform !== 'linux' || !has('script'))('at the prompt: files, folders, and = within a word', () => {
    inFolder((folder) => {
      writeFileSync(path.join(folder, 'bloß mein blog.ttl'), '');
      mkdirSync(path.join(folder, 'bloßer Ordner'));
      writeFileSync(path.join(folder, 'completion.bash'), script('bash'));
      const typed = (line: string): string => {
        const done = spawnSync('script', ['-qec', 'bash --norc --noprofile -i', '/dev/null'], {
          cwd: folder,
          encoding: 'utf8',
          env: { ...process.env, LC_ALL: 'C.UTF-8', TERM: 'dumb', PS1: '', INPUTRC: '/dev/null' },
          input: ['source completion.bash', `codegen() { printf '[%s]' "$@" > said; }`, `codegen ${line}\t`, 'exit', ''].join(
            '\n',
          ),
        });
        expect(done.error).toBeUndefined();
        return spawnSync('cat', ['said'], { cwd: folder, encoding: 'utf8' }).stdout;
      };
      expect(typed('graph load bloß\\ m')).toBe('[graph][load][bloß mein blog.ttl]');
      expect(typed('ai analyze --project bl')).toBe('[ai][analyze][--project][bloßer Ordner/]');
      expect(typed('graph visualize x.ttl --format=m')).toBe('[graph][visualize][x.ttl][--format=mermaid]');
    });
  });
});

describe('the other shells', () => {
  test.each(['bash', 'zsh', 'fish'] as const)('%s: the program prints its script', (shell) => {
    expect(codegen(root, ['completion', shell])).toEqual({ status: 0, stdout: script(shell), stderr: '' });
  });

  test.skipIf(!has('zsh'))('zsh can read its script', () => {
    expect(spawnSync('zsh', ['-n'], { input: script('zsh'), encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  test.skipIf(!has('fish'))('fish can read its script', () => {
    expect(spawnSync('fish', ['-n'], { input: script('fish'), encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  test('what a shell could take for its own syntax is quoted', () => {
    for (const line of script('fish').split('\n')) expect(line.replaceAll(/\\./g, '').split("'").length % 2, line).toBe(1);
  });
});
