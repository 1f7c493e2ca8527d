import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isFullRun } from '../support/ontologies.ts';
import { inFolder, root } from '../support/program.ts';
import { hostile, long } from './inputs.ts';

const PROGRAM = path.join(root, 'bin/codegen.js');
/** A limit that allows for a busy machine; codegen alone needs a tenth of it. */
const SECONDS = 90;

/** Runs codegen with limits of time and memory; a run that exceeds them has no exit status. */
function run(cwd: string, args: readonly string[], stdout: number | 'pipe' = 'pipe') {
  const { status, stderr } = spawnSync(process.execPath, ['--max-old-space-size=1500', PROGRAM, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', stdout, 'pipe'],
    timeout: SECONDS * 1000,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 28,
  });
  return { status, stderr };
}

const tried = Object.entries(hostile).filter(([name]) => isFullRun || !long.has(name));

test('the list of slow inputs contains only names of inputs', () => {
  expect(Object.keys(hostile)).toEqual(expect.arrayContaining([...long]));
});

describe('generates code from hostile input or rejects it with a message', () => {
  test.each(tried)('%s', { timeout: 2 * SECONDS * 1000 }, (_, { files, args, status, code, hides }) => {
    inFolder((folder) => {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        writeFileSync(path.join(folder, name), text);
      }
      const [first = ''] = Object.keys(files);
      const all = ['template', 'generate-rdf', '--ontology', first, '--template', 'all', '--output-dir', 'out'];
      const done = run(folder, args ?? all);
      expect(done.stderr).not.toMatch(/^\s+at .+:\d+:\d+|panicked|itself failed/m);
      if (code !== undefined) expect(done.stderr).toContain(`[${code}`);
      if (hides !== undefined) expect(done.stderr).not.toContain(hides);
      expect(done.status).toBe(status);
      // The messages do not flood the terminal.
      expect(done.stderr.length).toBeLessThan(1_000_000);
    });
  });
});

test.skipIf(process.platform !== 'linux')('reports a full disk at standard output in one line', () => {
  inFolder((folder) => {
    writeFileSync(path.join(folder, 'a.ttl'), '<urn:a> a <http://www.w3.org/2002/07/owl#Class> .');
    const { status, stderr } = run(folder, ['graph', 'visualize', 'a.ttl', '--format', 'dot'], openSync('/dev/full', 'w'));
    expect(stderr).toMatch(/^error: cannot write standard output: no space is left on the disk \[write-failed\]$/m);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(status).toBe(1);
  });
});

test.each([
  [200, ['template', 'generate-rdf', '--ontology', 'a.ttl', '--template', 'all', '--output-dir', 'out']],
  [200, ['docs', 'a.ttl', '--output', 'out']],
  [200, ['graph', 'load', 'a.ttl']],
] as const)('reports a run that needs more than %i MB of memory: %j', (megabytes, args) => {
  inFolder((folder) => {
    const classes = Array.from(
      { length: 100_000 },
      (_, n) =>
        `<urn:x#C${n}> a <http://www.w3.org/2002/07/owl#Class> ; <http://www.w3.org/2000/01/rdf-schema#comment> "no. ${n}" .`,
    );
    writeFileSync(path.join(folder, 'a.ttl'), classes.join('\n'));
    const { status, stderr } = spawnSync(process.execPath, [`--max-old-space-size=${megabytes}`, PROGRAM, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    expect(stderr).toMatch(/error: .+ needs more than the available \d+ MB of memory \[memory-used-up\]/);
    expect(stderr).not.toMatch(/heap out of memory|Last few GCs/);
    expect(status).toBe(1);
    expect(existsSync(path.join(folder, 'out'))).toBe(false);
  });
});

test.skipIf(process.platform === 'win32')('rejects a named pipe as the registry of hooks and does not wait for it', () => {
  inFolder((folder) => {
    mkdirSync(path.join(folder, '.codegen'));
    spawnSync('mkfifo', [path.join(folder, '.codegen/hooks.json')]);
    expect(run(folder, ['hook', 'list'])).toMatchObject({ status: 1, stderr: expect.stringContaining('[file-endless]') });
  });
});

test.skipIf(process.platform === 'win32')('rejects a named pipe as an ontology and does not wait for it', () => {
  inFolder((folder) => {
    spawnSync('mkfifo', [path.join(folder, 'a.ttl')]);
    expect(run(folder, ['graph', 'load', 'a.ttl'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('[file-endless]'),
    });
  });
});
