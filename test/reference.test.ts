import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildProgram, main } from '../src/cli/main.ts';
import { manualPage, markdownReference } from '../src/cli/reference.ts';
import { root } from './support/program.ts';

// A manual page of 80 columns has 70 columns within its margins.
const output = { write: () => true, columns: 70 };
const program = buildProgram({ stdout: output, stderr: output, env: {} }, () => {});

/** `RECORD=1 npx vitest run test/reference.test.ts` updates the documents. */
describe.each([
  ['docs/reference/commands.md', markdownReference(program)],
  ['docs/codegen.1', manualPage(program)],
])('%s', (document, now) => {
  const file = path.join(root, document);
  if (process.env['RECORD'] === '1') writeFileSync(file, now);

  test('is what the program declares', () => {
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(now);
  });

  test('has everything that the help has', async () => {
    const plain = plainText(now);
    for (const command of [program, ...program.commands.flatMap((group) => [group, ...group.commands])]) {
      const names = [command.parent?.name(), command.name()].filter((name) => name !== undefined && name !== 'codegen');
      let help = '';
      const write = (part: string) => {
        help += part;
      };
      await main([...(names as string[]), '--help'], { stdout: { write, columns: 500 }, stderr: output, env: {} });
      expect(help).toContain(`Usage: ${['codegen', ...names].join(' ')} `);
      expect(plain).toContain(/Usage: (.*)/.exec(help)?.[1]);
      for (const [option] of help.matchAll(/(?<=^ {2}(-\w, )?)--(?!help)[\w-]+( <\S+>)?/gm)) expect(plain).toContain(option);
      const examples = [...help.matchAll(/^ {2}\$ (.*)$/gm)];
      expect(examples, names.join(' ')).not.toEqual([]);
      for (const [, example] of examples) expect(plain).toContain(example);
    }
  });
});

test('every environment variable that the program reads is in the reference', () => {
  const reference = readFileSync(path.join(root, 'docs/reference/commands.md'), 'utf8');
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(root, 'src', file), 'utf8'))
    .join('\n');
  const read = [...sources.matchAll(/\benv\['([A-Z_]+)'\]/g)].map(([, name = '']) => name);
  // Variables of the system, of the pager, and of Node.js.
  const others = ['HOME', 'TERM', 'LESS', 'LV', 'NODE_OPTIONS', 'NODE_TLS_REJECT_UNAUTHORIZED', 'COLORTERM'];
  expect(read.length).toBeGreaterThan(10);
  expect([...new Set(read)].filter((name) => !others.includes(name) && !reference.includes(name))).toEqual([]);
});

/** Removes the escapes of roff. */
function plainText(words: string): string {
  return words
    .replaceAll('\\-', '-')
    .replaceAll('\\(aq', "'")
    .replaceAll('\\(dq', '"')
    .replaceAll('\\e', '\\')
    .replaceAll('\\(+-', '±');
}

test.skipIf(spawnSync('groff', ['--version']).error !== undefined)('groff prints the manual page without a warning', () => {
  const done = spawnSync('groff', ['-man', '-ww', '-Tascii', '-rCHECKSTYLE=2', path.join(root, 'docs/codegen.1')], {
    encoding: 'utf8',
  });
  expect(done).toMatchObject({ status: 0, stderr: '' });
  expect(done.stdout).toContain('codegen graph query [options] [ontology-file]');
});
