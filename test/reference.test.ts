import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildProgram, main } from '../src/cli/main.ts';
import { root } from './support/program.ts';
import { markdownReference } from './support/reference.ts';

const output = { write: () => true, columns: 70 };
const program = buildProgram({ stdout: output, stderr: output, env: {} }, () => {});

/** `RECORD=1 npx vitest run test/reference.test.ts` updates the documents. */
describe.each([['docs/reference/commands.md', markdownReference(program)]])('%s', (document, now) => {
  const file = path.join(root, document);
  if (process.env['RECORD'] === '1') writeFileSync(file, now);

  test('is what the program declares', () => {
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(now);
  });

  test('has everything that the help has', async () => {
    for (const command of [program, ...program.commands.flatMap((group) => [group, ...group.commands])]) {
      const names = [command.parent?.name(), command.name()].filter((name) => name !== undefined && name !== 'codegen');
      let help = '';
      const write = (part: string) => {
        help += part;
      };
      await main([...(names as string[]), '--help'], { stdout: { write, columns: 500 }, stderr: output, env: {} });
      expect(help).toContain(`Usage: ${['codegen', ...names].join(' ')} `);
      expect(now).toContain(/Usage: (.*)/.exec(help)?.[1]);
      for (const [option] of help.matchAll(/(?<=^ {2}(-\w, )?)--(?!help)[\w-]+( <\S+>)?/gm)) expect(now).toContain(option);
      const examples = [...help.matchAll(/^ {2}\$ (.*)$/gm)];
      expect(examples, names.join(' ')).not.toEqual([]);
      for (const [, example] of examples) expect(now).toContain(example);
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
  // Variables of the system and of Node.js.
  const others = ['HOME', 'TERM', 'NODE_OPTIONS', 'NODE_TLS_REJECT_UNAUTHORIZED', 'COLORTERM'];
  expect(read.length).toBeGreaterThan(10);
  expect([...new Set(read)].filter((name) => !others.includes(name) && !reference.includes(name))).toEqual([]);
});
