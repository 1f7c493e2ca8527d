import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { severities } from '../src/ai/analyze/index.ts';
import { providers } from '../src/ai/generate/settings.ts';
import { completionScript, type Shell } from '../src/cli/completion.ts';
import { buildProgram } from '../src/cli/main.ts';
import { eventNames } from '../src/hooks/index.ts';
import { policyNames, policySpecs } from '../src/model/index.ts';
import { assumptionKinds } from '../src/report/index.ts';
import { loadTarget, templateNames } from '../src/targets/index.ts';
import { codegen, inFolder, root } from './support/program.ts';
import { hasTerminal } from './support/terminal.ts';

const output = { write: () => true };
const program = buildProgram({ stdout: output, stderr: output, env: {} }, () => {});
const scripts: Record<Shell, string> = {
  bash: await completionScript(program, 'bash'),
  zsh: await completionScript(program, 'zsh'),
  fish: await completionScript(program, 'fish'),
};
const categories = [...new Set((await Promise.all(templateNames.map(loadTarget))).map(({ category }) => category))];
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;

/** Returns the declared command with a name, or a subcommand of it. */
const declared = (...names: readonly string[]): Command =>
  names.reduce((command, name) => command.commands.find((each) => each.name() === name) as Command, program);
const commandsOf = (...names: readonly string[]) => [...declared(...names).commands.map((each) => each.name()), 'help'];
const optionsOf = (...names: readonly string[]) => [...declared(...names).options.map(({ long }) => long ?? ''), '--help'];

/** Declares tests that need a shell, which a machine may lack. */
function describeIn(shell: Shell, body: () => void): void {
  if (has(shell)) describe(shell, body);
  else describe.skip(`${shell} (skipped: no ${shell} on this machine)`, body);
}

/** Returns what bash offers for the last word of a line. Like bash, tests pass `=` as a word; `:` is split off here. */
function offered(words: readonly string[], cwd = root): string[] {
  const parts = words.flatMap((word) => (word === '' ? [''] : word.split(/(:)/).filter((part) => part !== '')));
  const done = spawnSync('bash', ['--norc', '-c', `eval "$SCRIPT"; _codegen "$PROGRAM"; printf '%s\\n' "\${COMPREPLY[@]}"`], {
    cwd,
    encoding: 'utf8',
    env: {
      ...process.env,
      SCRIPT: `${scripts.bash}\nCOMP_WORDS=(${parts.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${parts.length - 1}`,
      COMP_LINE: words.join(' '),
      PROGRAM: path.join(root, 'bin/codegen.js'),
    },
  });
  expect(done.stderr).toBe('');
  return done.stdout.split('\n').filter((line) => line !== '');
}

describeIn('bash', () => {
  test('offers commands and subcommands', () => {
    expect(offered(['codegen', ''])).toEqual([...program.commands.map((command) => command.name()), 'help']);
    expect(offered(['codegen', 'graph', ''])).toEqual(commandsOf('graph'));
    expect(offered(['codegen', 'gr'])).toEqual(['graph']);
    expect(offered(['codegen', 'help', 'te'])).toEqual(['template']);
    expect(offered(['codegen', 'graph', 'help', 'l'])).toEqual(['load']);
  });

  test('offers the options of a command', () => {
    const options = optionsOf('graph', 'visualize');
    expect(options).toContain('--format');
    expect(offered(['codegen', 'graph', 'visualize', 'blog.ttl', '--'])).toEqual(options);
    expect(offered(['codegen', '--v'])).toEqual(['--version']);
  });

  test('offers the values of an option, after a space and after =', () => {
    expect(offered(['codegen', 'graph', 'visualize', 'blog.ttl', '--format', ''])).toEqual(['dot', 'svg', 'mermaid']);
    expect(offered(['codegen', 'graph', 'query', '--format', '=', 't'])).toEqual(['table', 'tsv', 'turtle']);
    expect(offered(['codegen', 'graph', 'query', '--format', '='])).toHaveLength(6);
    expect(offered(['codegen', 'template', 'generate-rdf', '--template', ''])).toEqual([...templateNames, 'all']);
    expect(offered(['codegen', 'hook', 'create', '--event', ''])).toEqual(eventNames);
    expect(offered(['codegen', 'template', 'list', '--category', ''])).toEqual(categories);
    expect(offered(['codegen', 'ai', 'generate', '--provider', ''])).toEqual(providers);
    expect(offered(['codegen', 'ai', 'analyze', '--fail-on', ''])).toEqual(severities);
  });

  test('offers the names of policies, and the values of each', () => {
    const names = policyNames.map((name) => `${name}=`);
    expect(offered(['codegen', 'graph', 'load', '--policy', ''])).toEqual(names);
    expect(offered(['codegen', 'graph', 'load', '--policy', '=', 'on'])).toEqual(['on-delete=']);
    expect(offered(['codegen', 'graph', 'load', '--policy', 'unstated', '='])).toEqual(policySpecs.unstated.values);
    expect(offered(['codegen', 'graph', 'load', '--policy', 'unstated', '=', 'op'])).toEqual(['optional', 'open']);
    expect(offered(['codegen', 'explain', '--policy', '=', 'unstated', '=', 'r'])).toEqual(['required']);
    expect(offered(['codegen', 'explain', '--policy', 'language', '='])).toEqual([]);
    expect(offered(['codegen', 'graph', 'load', '--policy', 'unstated', '=', 'open', '--js'])).toEqual(['--json']);
  });

  test('offers the kinds of assumptions, only after =', () => {
    expect(offered(['codegen', 'graph', 'load', '--strict', '='])).toEqual(assumptionKinds);
    expect(offered(['codegen', 'graph', 'load', '--strict', '=', 'd'])).toEqual(['direction', 'deletion']);
    expect(offered(['codegen', 'project', 'gen', '--strict', 'd'])).toEqual([]);
    expect(offered(['codegen', 'graph', 'load', '--strict', '--js'])).toEqual(['--json']);
  });

  test('offers the values of an argument, wherever the options are', () => {
    expect(offered(['codegen', 'hook', 'run', ''])).toEqual(eventNames);
    expect(offered(['codegen', 'hook', 'run', '--json', 'pre'])).toEqual(['pre-commit', 'pre-build']);
    expect(offered(['codegen', 'completion', ''])).toEqual(['bash', 'zsh', 'fish']);
  });

  test('does not read a value as a command', () => {
    expect(offered(['codegen', 'template', 'generate-rdf', '--ontology', 'graph', '--dry'])).toEqual(['--dry-run']);
    expect(offered(['codegen', 'hook', 'log', '--limit', '5', '--event', 'pre-c'])).toEqual(['pre-commit']);
  });

  test('offers the ids of the hooks of the project', () => {
    inFolder((folder) => {
      const ids = ['pre-build', 'post-generate'].map((event) => {
        const done = codegen(folder, ['hook', 'create', '--event', event, '--script', './a.sh', '--name', 'my "id": "x"']);
        return JSON.parse(done.stdout).hook_id as string;
      });
      expect(offered(['codegen', 'hook', 'remove', ''], folder)).toEqual(ids);
      expect(offered(['codegen', 'hook', 'log', '--hook', ids[0]?.slice(0, -1) ?? ''], folder)).toEqual([ids[0]]);
    });
  });

  test('offers no hooks outside of a project, and nothing for free text', () => {
    inFolder((folder) => expect(offered(['codegen', 'hook', 'remove', ''], folder)).toEqual([]));
    expect(offered(['codegen', 'hook', 'create', '--name', ''])).toEqual([]);
    expect(offered(['codegen', 'ai', 'generate', ''])).toEqual([]);
  });

  test('offers files, in addition to names, for own templates', () => {
    expect(offered(['codegen', 'template', 'generate-rdf', '--template', './te'])).toEqual([]);
    expect(scripts.bash).toContain("files=1 ;;\n    'template generate-rdf:--option'");
  });

  test('offers classes of the ontology on the line, and arguments of explain', () => {
    inFolder((folder) => {
      writeFileSync(path.join(folder, 'a b.ttl'), ODD);
      writeFileSync(path.join(folder, 'blog.ttl'), readFileSync(path.join(root, 'examples/blog.ttl')));
      const inBlog = ['codegen', 'graph', 'visualize', 'blog.ttl', '--select'];
      expect(offered([...inBlog, ''], folder)).toEqual([':User', ':Post', ':Comment']);
      expect(offered([...inBlog, ':P'], folder)).toEqual(['Post']);
      expect(offered([...inBlog, ':Post', '--exclude', 'Co'], folder)).toEqual(['Comment']);
      expect(offered([...inBlog, '=', 'U'], folder)).toEqual(['User']);
      expect(offered(['codegen', 'explain', '--ontology', 'blog.ttl', 'Post.t'], folder)).toEqual(['Post.title']);
      expect(offered(['codegen', 'graph', 'load', 'a\\ b.ttl', '--select', 'ex:'], folder)).toEqual(['Fine']);
      expect(offered(['codegen', 'graph', 'load', 'none.ttl', '--select', 'ex:'], folder)).toEqual([]);
    });
  });

  const CALLED = `codegen() { case $1 in completion) '${process.execPath}' '${root}/bin/codegen.js' "$@" ;; *) printf '[%s]' "$@" > said ;; esac; }`;
  // bash completes only on a terminal, which `script` provides.
  test.skipIf(!hasTerminal)('completes files, folders and = within a word at the prompt', () => {
    inFolder((folder) => {
      writeFileSync(path.join(folder, 'bloß mein blog.ttl'), '');
      mkdirSync(path.join(folder, 'bloßer Ordner'));
      writeFileSync(path.join(folder, 'blog.ttl'), readFileSync(path.join(root, 'examples/blog.ttl')));
      writeFileSync(path.join(folder, 'completion.bash'), scripts.bash);
      const typed = (line: string): string => {
        const done = spawnSync('script', ['-qec', 'bash --norc --noprofile -i', '/dev/null'], {
          cwd: folder,
          encoding: 'utf8',
          env: { ...process.env, LC_ALL: 'C.UTF-8', TERM: 'dumb', PS1: '', INPUTRC: '/dev/null' },
          input: ['source completion.bash', CALLED, `codegen ${line}\t`, 'exit', ''].join('\n'),
        });
        expect(done.error).toBeUndefined();
        return spawnSync('cat', ['said'], { cwd: folder, encoding: 'utf8' }).stdout;
      };
      expect(typed('graph load bloß\\ m')).toBe('[graph][load][bloß mein blog.ttl]');
      expect(typed('ai analyze --project bl')).toBe('[ai][analyze][--project][bloßer Ordner/]');
      expect(typed('graph load x.ttl --policy unst')).toBe('[graph][load][x.ttl][--policy][unstated=]');
      expect(typed('graph load x.ttl --policy unstated=op\t o')).toBe('[graph][load][x.ttl][--policy][unstated=op][o]');
      expect(typed('graph load x.ttl --policy on-delete=r')).toBe('[graph][load][x.ttl][--policy][on-delete=restrict]');
      expect(typed('graph load blog.ttl --select :P')).toBe('[graph][load][blog.ttl][--select][:Post]');
      expect(typed('graph visualize x.ttl --format=m')).toBe('[graph][visualize][x.ttl][--format=mermaid]');
    });
  });
});

/** Classes whose names a shell would run as commands, and a harmless one. */
const ODD = `@prefix ex: <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
ex:Fine a owl:Class . <http://e/$(touch${'$'}IFS'pwned')> a owl:Class . <http://e/*> a owl:Class . <http://e/a;b> a owl:Class .`;

/** Typed text with the expected offers, in a folder of {@link inProject}. */
const cases: readonly (readonly [typed: string, offered: readonly string[]])[] = [
  ['te', ['template']],
  ['graph ', commandsOf('graph')],
  ['help te', ['template']],
  ['graph visualize blog.ttl --', optionsOf('graph', 'visualize')],
  ['graph visualize blog.ttl --format ', ['dot', 'svg', 'mermaid']],
  ['graph query blog.ttl --format=t', ['table', 'tsv', 'turtle']],
  ['graph load --policy uns', ['unstated=required', 'unstated=optional', 'unstated=open']],
  ['graph load --policy unstated=o', ['unstated=optional', 'unstated=open']],
  ['graph load --policy=on-delete=r', ['on-delete=restrict']],
  ['graph load --strict=d', ['direction', 'deletion']],
  ['graph load --strict --js', ['--json']],
  ['template generate-rdf --template rust', ['rust-models']],
  ['template generate-rdf --template blo', ['bloß mein blog.ttl', 'bloßer Ordner']],
  ['graph load --no-config .blog.ttl --select ', [':User', ':Post', ':Comment']],
  ['graph load .blog.ttl --select :P', [':Post']],
  ['graph load .blog.ttl --exclude=Co', ['Comment']],
  ['explain --ontology .blog.ttl Post.ti', ['Post.title']],
  ['template generate-rdf --ontology graph --dry', ['--dry-run']],
  ['template list --category ', categories],
  ['ai generate --provider ', providers],
  ['hook create --event ', eventNames],
  ['hook run --json pre', ['pre-commit', 'pre-build']],
  ['hook remove ', ['hook_one', 'hook_two']],
  ['hook create --name ', []],
  ['graph load bl', ['bloß mein blog.ttl', 'bloßer Ordner']],
  ['ai analyze --project bl', ['bloßer Ordner']],
];

/** Calls `use` with a folder that has a file, a folder and two hooks, and with a PATH that finds the program. */
function inProject(use: (folder: string, PATH: string) => void): void {
  inFolder((folder) => {
    writeFileSync(path.join(folder, 'bloß mein blog.ttl'), '');
    writeFileSync(path.join(folder, '.blog.ttl'), readFileSync(path.join(root, 'examples/blog.ttl')));
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

describeIn('zsh', () => {
  // zsh completes only at its prompt, so it gets a terminal. A wrapper of its builtin compadd records all offers.
  const setup = (load: string) => `
    PS1=''
    unsetopt beep
    ${load}
    # What is completed is not to run.
    accept() {
      [[ $BUFFER == codegen* ]] && BUFFER=''
      zle .accept-line
    }
    zle -N accept-line accept
    compadd() {
      if [[ $@[1,(i)(-|--)] == *-(O|A|D)\\ * ]]; then
        builtin compadd "$@"
        return
      fi
      local -a matches
      builtin compadd -O matches "$@"
      print -rl -- $matches >> offered
      builtin compadd "$@"
    }`;
  const offered = (typed: string, load: string): string[] => {
    let result: string[] = [];
    inProject((folder, PATH) => {
      writeFileSync(path.join(folder, '_codegen'), scripts.zsh);
      writeFileSync(path.join(folder, 'setup'), setup(load));
      const done = spawnSync('script', ['-qec', 'zsh -f -i', '/dev/null'], {
        cwd: folder,
        env: { ...process.env, PATH, LC_ALL: 'C.UTF-8', TERM: 'xterm' },
        input: `source ./setup\n: > offered\ncodegen ${typed}\t\nexit\n`,
      });
      expect(done.error).toBeUndefined();
      // zsh quotes names for the command line.
      result = readFileSync(path.join(folder, 'offered'), 'utf8').replaceAll('\\', '').split('\n');
    });
    return [...new Set(result.filter((line) => line !== ''))];
  };

  describe.skipIf(!hasTerminal)('when sourced', () => {
    test.each(cases)('completes codegen %s', (typed, expected) => {
      const load = 'autoload -Uz compinit && compinit -D -u\nsource ./_codegen';
      expect(offered(typed, load).sort()).toEqual([...expected].sort());
    });
  });

  test.skipIf(!hasTerminal)('completes when autoloaded', () => {
    expect(offered('te', 'fpath=($PWD $fpath)\nautoload -Uz compinit && compinit -D -u')).toEqual(['template']);
  });
});

describeIn('fish', () => {
  test.each(cases)('completes codegen %s', (typed, expected) => {
    inProject((folder, PATH) => {
      writeFileSync(path.join(folder, '.codegen.fish'), scripts.fish);
      const done = spawnSync('fish', ['--no-config', '-c', 'source .codegen.fish; complete -C $argv[1]', `codegen ${typed}`], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, PATH, LC_ALL: 'C.UTF-8' },
      });
      expect(done).toMatchObject({ status: 0, stderr: '' });
      // Each line is a word, a tab and its description.
      const words = done.stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']));
      const plain = words.map((word) => word.replace(/^--\w+=/, '').replace(/\/$/, ''));
      expect(plain.sort()).toEqual([...expected].sort());
    });
  });
});

describe.each(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  test('the program prints its script', () => {
    expect(codegen(root, ['completion', shell])).toEqual({ status: 0, stdout: scripts[shell], stderr: '' });
  });
});

test('text that fish could read as syntax is quoted', () => {
  for (const line of scripts.fish.split('\n')) expect(line.replaceAll(/\\./g, '').split("'").length % 2, line).toBe(1);
});
