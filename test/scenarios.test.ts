import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { codegen, inFolder, readTree, root } from './support/program.ts';

/**
 * Replays `test/scenarios/<name>/`: the commands of `scenario.json` run in a copy of `input/`, and all that
 * they print, their exit statuses and the whole folder afterwards must be as recorded in `transcript.txt`
 * and `expected/` (absent if the folder does not change). `RECORD=1 npx vitest run test/scenarios.test.ts`
 * updates the records.
 */
interface Scenario {
  /** The behaviour that it shows, as the title of the test. */
  readonly about: string;
  /** Each step is a command line without the program's name, or appends one file to another. */
  readonly steps: readonly (readonly string[] | { readonly append: readonly [from: string, to: string] })[];
}

const scenarios = path.join(root, 'test/scenarios');
const record = process.env['RECORD'] === '1';

function replay(folder: string, scenario: Scenario): string {
  const transcript: string[] = [];
  for (const step of scenario.steps) {
    if ('append' in step) {
      const [from, to] = step.append.map((file) => path.join(folder, file)) as [string, string];
      writeFileSync(to, readFileSync(to, 'utf8') + readFileSync(from, 'utf8'));
      transcript.push(`$ cat ${step.append[0]} >> ${step.append[1]}\n`);
      continue;
    }
    const { status, stdout, stderr } = codegen(folder, step);
    const shown = step.map((arg) => (/^[\w./:=-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`)).join(' ');
    transcript.push(
      `$ codegen ${shown}\n`,
      stdout,
      stderr === '' ? '' : `--- standard error\n${stderr}`,
      `--- exit status ${status}\n`,
    );
  }
  return transcript.join('').replaceAll(folder, '<folder>');
}

describe.each(readdirSync(scenarios).sort())('%s', (name) => {
  const at = (file: string) => path.join(scenarios, name, file);
  const scenario = JSON.parse(readFileSync(at('scenario.json'), 'utf8')) as Scenario;

  test(scenario.about, () => {
    inFolder((folder) => {
      const transcript = replay(folder, scenario);
      const unchanged = existsSync(at('input')) ? readTree(at('input')) : {};
      const tree = readTree(folder);
      if (record) {
        writeFileSync(at('transcript.txt'), transcript);
        rmSync(at('expected'), { recursive: true, force: true });
        if (JSON.stringify(tree) !== JSON.stringify(unchanged)) {
          mkdirSync(at('expected'));
          cpSync(folder, at('expected'), { recursive: true });
        }
      }
      expect(transcript).toBe(readFileSync(at('transcript.txt'), 'utf8'));
      expect(tree).toEqual(existsSync(at('expected')) ? readTree(at('expected')) : unchanged);
    }, at('input'));
  });
});
