import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { Commands, choice, flag, list, type OptionSpecs, repeatable, requiredText, text, wholeNumber } from './declare.ts';
import * as all from './options.ts';

const options = {
  name: text('<name>', 'a name'),
  where: text('<path>', 'a place', { fallback: '.' }),
  format: choice('<format>', 'a form', ['text', 'json'], 'text'),
  colour: choice('<colour>', 'a colour', ['red', 'blue']),
  many: repeatable('<each>', 'many'),
  limit: wholeNumber('<n>', 'a limit', 1, 20),
  dryRun: flag('writes nothing'),
  check: flag('only checks', { conflicts: 'dryRun' }),
  strict: list('kinds', 'fails'),
};

/** Returns what the action receives. */
async function received(...argv: readonly string[]) {
  const got: unknown[] = [];
  let status: number | undefined;
  const program = new Command('program').exitOverride().configureOutput({ writeErr: () => {} });
  const commands = new Commands((code) => {
    status = code;
  });
  commands.add(program, 'do <file> [others...]', {
    about: 'does',
    options,
    help: '',
    run: async (values, file, others) => {
      // Checks the inferred types: otherwise these lines would not compile.
      const path: string = values.where;
      const format: 'text' | 'json' = values.format;
      const limit: number = values.limit;
      const many: readonly string[] = values.many;
      got.push(values, path, format, limit, many, file, others);
      return 3;
    },
  });
  await program.parseAsync(['do', ...argv], { from: 'user' });
  expect(status).toBe(3);
  return { values: got[0], file: got[5], others: got[6] };
}

describe('an action', () => {
  test('receives a value for every option, given or not', async () => {
    expect(await received('a.ttl')).toEqual({
      values: {
        ...{ name: undefined, where: '.', format: 'text', colour: undefined, many: [], limit: 20 },
        ...{ dryRun: false, check: false, strict: undefined },
      },
      file: 'a.ttl',
      others: [],
    });
  });

  test('receives what the command line gives', async () => {
    const argv = ['--name', 'n', '--format=json', 'a.ttl', '--many', 'x', '--many', 'y', '--limit', '3', '--dry-run', 'b', 'c'];
    const { values, others } = await received(...argv);
    expect(values).toMatchObject({ name: 'n', format: 'json', many: ['x', 'y'], limit: 3, dryRun: true, check: false });
    expect(others).toEqual(['b', 'c']);
  });

  test.each([
    [['--limit', '0', 'a.ttl'], 'It must be an integer from 1'],
    [['--format', 'xml', 'a.ttl'], 'Allowed choices are text, json'],
    [['--check', '--dry-run', 'a.ttl'], 'cannot be used with option'],
    [['--nmae', 'a.ttl'], 'unknown option'],
  ])('%j is rejected', async (argv, message) => {
    await expect(received(...argv)).rejects.toThrow(message);
  });
});

describe('an option with an optional value', () => {
  test.each([
    [['--strict', 'a.ttl'], []],
    [['a.ttl', '--strict'], []],
    [['--strict=', 'a.ttl'], []],
    [
      ['--strict=b,c', 'a.ttl'],
      ['b', 'c'],
    ],
    [
      ['--strict=b', '--strict=c', 'a.ttl'],
      ['b', 'c'],
    ],
  ])('%j does not consume the argument', async (argv, strict) => {
    expect(await received(...argv)).toMatchObject({ file: 'a.ttl', values: { strict } });
  });

  test('is a value of another option only after =, and an argument only after --', async () => {
    expect(await received('--name=--strict', 'a.ttl')).toMatchObject({ values: { name: '--strict', strict: undefined } });
    await expect(received('--name', '--strict', 'a.ttl')).rejects.toThrow("option '--name <name>' argument missing");
    expect(await received('a.ttl', '--', '--strict')).toMatchObject({ others: ['--strict'], values: { strict: undefined } });
  });
});

test('a conflicting option exists in the same command', () => {
  const commands: (readonly [string, OptionSpecs])[] = Object.entries(all);
  expect(commands.length).toBeGreaterThan(10);
  const conflicts = commands.flatMap(([command, specs]) =>
    Object.values(specs).flatMap((spec) => (spec.conflicts === undefined ? [] : [[command, specs, spec.conflicts] as const])),
  );
  expect(conflicts.length).toBeGreaterThan(2);
  for (const [command, specs, other] of conflicts) expect(Object.keys(specs), command).toContain(other);
});

test('a required option must be given, even if it has a fallback', async () => {
  const program = new Command('program').exitOverride().configureOutput({ writeErr: () => {} });
  new Commands(() => {}).add(program, 'do', {
    about: 'does',
    options: { graph: requiredText('<path>', 'g') },
    help: '',
    run: async () => 0,
  });
  await expect(program.parseAsync(['do'], { from: 'user' })).rejects.toThrow("required option '--graph <path>' not specified");
});
