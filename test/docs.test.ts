import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { documents as documentsOfSite } from '../website/sidebar.ts';
import { slug } from '../website/slug.ts';
import { isMissing } from './support/judges.ts';
import { inFolder, root } from './support/program.ts';

/**
 * Runs the examples in the documents. Each block ```` ```console ```` has commands after `$ ` and their output; a block
 * ```` ```turtle [shop.ttl] ```` is a file. The commands of a document run one after the other in one shell, so a `cd` also
 * applies to later commands and files. The shell starts in a folder with the files of `examples/` and the packages that npm
 * has installed for this project.
 * `RECORD=1 npx vitest run test/docs.test.ts` records the output.
 */
const docs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file}`);
const documents = ['README.md', ...docs].filter((file) => /^```console$/m.test(readFileSync(path.join(root, file), 'utf8')));

/** Creates a folder for the PATH whose `codegen` is the built program, and returns its path. */
function programFolder(folder: string): string {
  const bin = path.join(folder, '.bin');
  mkdirSync(bin);
  const program = path.join(bin, 'codegen');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${path.join(root, 'bin/codegen.js')}' "$@"\n`);
  chmodSync(program, 0o755);
  return bin;
}

/** Writes a file that a document shows. */
function writeShown(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The shell of a reader who follows a document: its current folder, and the folder of the program. */
interface Shell {
  folder: string;
  readonly bin: string;
}

/** Returns a block with the current output of its commands. A backslash at the end of a line continues a command. */
function replay(block: string, shell: Shell): string {
  const out: string[] = [];
  const lines = block.split('\n');
  for (let i = 0; i < lines.length; i++) {
    if (!lines[i]?.startsWith('$ ')) continue;
    const command = [lines[i]?.slice(2) ?? ''];
    while (command.at(-1)?.endsWith('\\')) command.push(lines[++i] ?? '');
    out.push(`$ ${command.join('\n')}`);
    const done = spawnSync('sh', ['-c', `exec 2>&1\n${command.join('\n')}\npwd >&3`], {
      cwd: shell.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, PATH: `${shell.bin}:${process.env['PATH']}`, NO_COLOR: '1', LC_ALL: 'C' },
    });
    if (done.stdout !== '') out.push(done.stdout.trimEnd());
    shell.folder = done.output[3]?.trimEnd() || shell.folder;
  }
  return `${out.join('\n')}\n`;
}

describe.each(documents)('%s', (document) => {
  const needsGit = /^\$ .*\bgit\b/m.test(readFileSync(path.join(root, document), 'utf8'));
  test.skipIf(needsGit && isMissing('git'))('shows what the program prints', () => {
    inFolder(
      (folder) => {
        const shell: Shell = { folder, bin: programFolder(folder) };
        const file = path.join(root, document);
        const text = readFileSync(file, 'utf8');
        symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
        const now = text.replace(
          /^```(\w+)(?: \[(\S+)\])?\n([\s\S]*?)^```$/gm,
          (all, kind: string, name: string, block: string) => {
            if (name) writeShown(path.join(shell.folder, name), block);
            return kind === 'console' ? `\`\`\`console\n${replay(block, shell)}\`\`\`` : all;
          },
        );
        if (process.env['RECORD'] === '1') writeFileSync(file, now);
        expect(readFileSync(file, 'utf8')).toBe(now);
      },
      path.join(root, 'examples'),
    );
  });
});

/** Returns a document without its code blocks. */
const proseOf = (document: string): string => readFileSync(path.join(root, document), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');

/** Returns the anchors of a document's headings. Repeated ones end in `-1`, `-2` and so on. */
function anchors(document: string): Set<string> {
  const prose = proseOf(document);
  const seen = new Map<string, number>();
  const found = new Set<string>();
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = slug(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    found.add(times === 0 ? anchor : `${anchor}-${times}`);
  }
  return found;
}

describe('links in the documents', () => {
  test.each(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...docs])('%s has no dead links', (document) => {
    const text = proseOf(document).replace(/`[^`\n]*`/g, '');
    for (const [, target = '', anchor] of text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?[^)]*\)/g)) {
      const file = target === '' ? document : path.join(path.dirname(document), target);
      expect(existsSync(path.join(root, file)), `${document} links to ${target}`).toBe(true);
      if (anchor) expect(anchors(file), `${document} links to ${target}#${anchor}`).toContain(anchor);
    }
  });
});

test('the site lists every document once', () => {
  const all = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...docs];
  expect([...documentsOfSite].sort()).toEqual(all.sort());
});

/** Yields the program's command lines in a document: from code blocks, and between backticks. */
function* commandLines(document: string): Iterable<string> {
  const text = readFileSync(path.join(root, document), 'utf8');
  const blocks = [...text.matchAll(/^ *```(?:sh|bash|yaml|toml|)\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) =>
    block.replaceAll('\\\n', ' '),
  );
  const spans = [...proseOf(document).matchAll(/`(codegen [^`\n]+)`/g)].map(([, span = '']) => span);
  for (const line of [...blocks.flatMap((block) => block.split('\n')), ...spans]) {
    // `codegen` after another word may be an argument of it. Operators of the shell end the command.
    for (const [, command = ''] of line.matchAll(/(?:^|[$&|;(]|run:|npx(?: --no)?) *(codegen (?:[^'"|&;#>)]|'[^']*'|"[^"]*")+)/g))
      yield command.trim();
  }
}

describe('command lines that documents show', async () => {
  const { buildProgram } = await import('../src/cli/main.ts');
  const silent = { write: () => true };
  const program = buildProgram({ stdout: silent, stderr: silent, env: {} }, () => {});
  test.each(['README.md', 'CONTRIBUTING.md', ...docs])('%s uses only existing commands and options', (document) => {
    for (const line of commandLines(document)) {
      const words = line.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
      let command = program;
      for (const word of words.slice(1)) {
        const inner = command.commands.find((each) => each.name() === word);
        if (!inner && command.commands.length > 0 && /^[a-z]/.test(word) && word !== 'help')
          expect(line, `${document}: ${word} is no command`).toBe('');
        if (!inner) break;
        command = inner;
      }
      // Words after the event are arguments of the scripts.
      if (command.name() === 'run') continue;
      const known = [command, program].flatMap(({ options }) => options.flatMap(({ long, short }) => [long, short]));
      for (const [option] of line.matchAll(/(?<=\s)--[a-z][a-z-]*/g)) {
        expect(['--help', ...known], `${document}: ${line}`).toContain(option);
      }
    }
  });
});
