import { spawn, spawnSync } from 'node:child_process';
import nodeFs, { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { planned, snapshotOf, temporaryFolder, writeFiles } from '../../test/support/output-files.ts';
import { DiagnosticError } from '../diagnostics/index.ts';
import { applyPlan, type FileSystem, interruptedRuns, type PlannedFile, planOutput, recoverOutput } from './index.ts';

const names = [
  'chmodSync',
  'linkSync',
  'lstatSync',
  'mkdirSync',
  'mkdtempSync',
  'readdirSync',
  'readFileSync',
  'renameSync',
  'rmdirSync',
  'rmSync',
  'statSync',
  'unlinkSync',
  'writeFileSync',
] as const satisfies readonly (keyof FileSystem)[];

/** A file system in which `fault` decides which calls fail, by the number of the call (from 1) and the function. */
function failing(fault: (call: number, name: keyof FileSystem) => string | undefined): FileSystem {
  let calls = 0;
  const wrapped = names.map((name) => {
    const real = nodeFs[name] as (...args: unknown[]) => unknown;
    return [
      name,
      (...args: unknown[]) => {
        const code = fault(++calls, name);
        if (code === undefined) return real(...args);
        // A full disk writes a part of a file before it rejects the rest.
        if (name === 'writeFileSync') real(args[0], String(args[1]).slice(0, 10), args[2]);
        throw Object.assign(new Error(code), { code, syscall: name });
      },
    ];
  });
  return Object.fromEntries(wrapped) as FileSystem;
}

const before = planned({
  'a.rs': 'old a\n',
  'b.rs': 'old b\n',
  'gone.rs': 'x\n',
  'sub/gone.rs': 'x\n',
  'sub/same.rs': 'same\n',
});
const after = planned({ 'a.rs': 'new a\n', 'b.rs': 'new b\n', 'c.rs': 'c\n', 'sub/same.rs': 'same\n', 'new/er/d.rs': 'd\n' });

let parent: string;
let root: string;

/** Creates a directory in a state that leads to every kind of step. */
function prepare(): void {
  rmSync(root, { recursive: true, force: true });
  applyPlan(planOutput(root, before));
  writeFiles(root, { 'mine.txt': 'mine\n' });
  nodeFs.appendFileSync(path.join(root, 'b.rs'), 'edited\n');
  for (const name of ['a.rs', 'b.rs', 'gone.rs', 'sub/gone.rs', 'mine.txt'])
    utimesSync(path.join(root, name), 1_000_000_000, 1_000_000_000);
}

beforeEach(() => {
  parent = temporaryFolder();
  root = path.join(parent, 'out');
});

describe('a failure leaves everything as it was', () => {
  test.each(['ENOSPC', 'EACCES', 'EROFS', 'EPERM', 'EIO'])('%s at each call to the file system in turn', (code) => {
    let failures = 0;
    for (let k = 1; ; k++) {
      prepare();
      const was = snapshotOf(root);
      let reached = false;
      const fs = failing((call) => {
        if (call !== k) return undefined;
        reached = true;
        return code;
      });
      try {
        applyPlan(planOutput(root, after), fs);
      } catch (error) {
        failures++;
        expect(error).toBeInstanceOf(DiagnosticError);
        expect((error as DiagnosticError).diagnostics.map((d) => d.code)).toEqual(['output-failed']);
        expect((error as DiagnosticError).message).toMatch(/nothing was changed$/);
        expect(snapshotOf(root), `call ${k}`).toEqual(was);
        continue;
      }
      // Some calls only read or tidy up, and the run succeeds without them.
      const files = Object.keys(snapshotOf(root)).filter((name) => !name.startsWith('.codegen-staging-'));
      expect(files, `call ${k}`).toEqual([
        'a.rs',
        'b.rs',
        'c.rs',
        'mine.txt',
        'new',
        'new/er',
        'new/er/d.rs',
        'sub',
        'sub/same.rs',
      ]);
      if (!reached) break;
    }
    expect(failures).toBeGreaterThan(15);
  });

  test('if the disk stays full from some write on', () => {
    for (let k = 1; k <= 4; k++) {
      prepare();
      const was = snapshotOf(root);
      let writes = 0;
      const fs = failing((_, name) => (name === 'writeFileSync' && ++writes >= k ? 'ENOSPC' : undefined));
      expect(() => applyPlan(planOutput(root, after), fs)).toThrow(
        /^cannot write .*: no space is left on the disk; nothing was changed$/,
      );
      expect(snapshotOf(root)).toEqual(was);
    }
  });

  test('including an output directory and parents that did not exist', () => {
    root = path.join(root, 'deep', 'er');
    const fs = failing((_, name) => (name === 'renameSync' ? 'EROFS' : undefined));
    expect(() => applyPlan(planOutput(root, after), fs)).toThrow(/read-only/);
    expect(readdirSync(parent)).toEqual([]);
  });

  test('the message names the files that could not be restored', () => {
    prepare();
    let renames = 0;
    const fs = failing((_, name) => (name === 'renameSync' && ++renames >= 3 ? 'EIO' : undefined));
    expect(() => applyPlan(planOutput(root, after), fs)).toThrow(/could not be restored:\n(.*\n)*.*gone\.rs/);
  });

  test('a bug of the program is thrown unchanged, after everything was reverted', () => {
    prepare();
    const was = snapshotOf(root);
    let renames = 0;
    const renameSync: FileSystem['renameSync'] = (from, to) => {
      if (++renames === 3) throw new TypeError('a fault');
      nodeFs.renameSync(from, to);
    };
    const fs = { ...nodeFs, renameSync };
    expect(() => applyPlan(planOutput(root, after), fs)).toThrow(TypeError);
    expect(snapshotOf(root)).toEqual(was);
  });
});

test('works on a file system without hard links', () => {
  prepare();
  const fs = failing((_, name) => (name === 'linkSync' ? 'ENOTSUP' : undefined));
  applyPlan(planOutput(root, after), fs);
  expect(planOutput(root, after).steps.every((step) => step.kind === 'unchanged')).toBe(true);
  expect(readdirSync(root).some((name) => name.startsWith('.codegen'))).toBe(false);
});

describe('files that appear after the plan was made', () => {
  test('a file of the user stops the run', () => {
    prepare();
    const plan = planOutput(root, after);
    writeFiles(root, { 'c.rs': 'mine\n' });
    const was = snapshotOf(root);
    expect(() => applyPlan(plan)).toThrow(/c\.rs: something of that name is in the way/);
    expect(snapshotOf(root)).toEqual(was);
  });

  test('a generated file is replaced', () => {
    prepare();
    const plan = planOutput(root, after);
    applyPlan(planOutput(root, planned({ 'c.rs': 'another\n', 'a.rs': 'another\n' })));
    applyPlan(plan);
    expect(readFileSync(path.join(root, 'c.rs'), 'utf8')).toMatch(/\nc\n$/);
  });
});

describe('leftovers of a killed run', () => {
  test('are removed once they are old, and ignored before', () => {
    prepare();
    writeFiles(root, {
      '.codegen-staging-old123/new0': 'x',
      '.codegen-staging-now123/new0': 'x',
      '.codegen/hooks.json': '{}',
      '.codegen-staging-x': 'a file',
    });
    const long = Date.now() / 1000 - 2 * 60 * 60;
    for (const name of ['.codegen-staging-old123', '.codegen', '.codegen-staging-x'])
      utimesSync(path.join(root, name), long, long);
    applyPlan(planOutput(root, after));
    expect(readdirSync(root).filter((name) => name.startsWith('.'))).toEqual([
      '.codegen',
      '.codegen-staging-now123',
      '.codegen-staging-x',
    ]);
  });
});

describe('processes', () => {
  let bundle: string;
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'codegen-output-'));
    bundle = path.join(folder, 'run.mjs');
    writeFileSync(
      path.join(folder, 'run.ts'),
      `import * as fs from 'node:fs';
      import { applyPlan } from ${JSON.stringify(fileURLToPath(new URL('./apply.ts', import.meta.url)))};
      import { planOutput } from ${JSON.stringify(fileURLToPath(new URL('./plan.ts', import.meta.url)))};
      const [root, mark, rounds, signal, at = '50'] = process.argv.slice(2);
      if (signal && !at.startsWith('call')) fs.mkdirSync(root + '/sub', { recursive: true });
      let calls = 0;
      let renames = 0;
      const watched = { ...fs, renameSync: (a, b) => {
        if (signal && !at.startsWith('call') && ++renames === Number(at)) process.kill(process.pid, signal);
        fs.renameSync(a, b);
      } };
      // Killed before the n-th change of the disk, whichever it is.
      if (at.startsWith('call')) for (const name of ['mkdtempSync', 'mkdirSync', 'writeFileSync', 'linkSync', 'renameSync', 'unlinkSync', 'rmdirSync', 'rmSync']) {
        watched[name] = (...args) => {
          if (++calls === Number(at.slice(4))) process.kill(process.pid, 'SIGKILL');
          return fs[name](...args);
        };
      }
      for (let round = 0; round < Number(rounds); round++) {
        const files = Array.from({ length: 100 }, (_, i) => (
          { path: 'sub/f' + i + '.rs', content: (mark + round + '\\n').repeat(1000), origin: { generator: 'rust-models', ontology: 'blog.ttl' } }));
        if (mark === 'A' && round % 2) files.pop();
        applyPlan(planOutput(root, files), watched);
      }
      process.stdout.write('done');`,
    );
    buildSync({ entryPoints: [path.join(folder, 'run.ts')], bundle: true, platform: 'node', format: 'esm', outfile: bundle });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('two runs in one directory leave only complete files, each from one of them', async () => {
    const run = (mark: string) =>
      new Promise<string>((resolve) => {
        const child = spawn(process.execPath, [bundle, root, mark, '15']);
        let out = '';
        child.stdout.on('data', (data) => (out += data));
        child.stderr.on('data', (data) => (out += data));
        child.on('close', () => resolve(out));
      });
    expect(await Promise.all([run('A'), run('B')])).toEqual(['done', 'done']);
    expect(readdirSync(root)).toEqual(['sub']);
    for (const name of readdirSync(path.join(root, 'sub'))) {
      const [, body = ''] = readFileSync(path.join(root, 'sub', name), 'utf8').split('\n\n');
      const first = body.slice(0, body.indexOf('\n') + 1);
      expect(first).toMatch(/^[AB]\d+\n$/);
      expect(body).toBe(first.repeat(1000));
    }
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s in the middle takes effect after the last file',
    { skip: process.platform === 'win32' },
    (signal) => {
      const done = spawnSync(process.execPath, [bundle, root, 'A', '1', signal], { encoding: 'utf8' });
      expect(done.signal).toBe(signal);
      expect(readdirSync(root)).toEqual(['sub']);
      expect(readdirSync(path.join(root, 'sub'))).toHaveLength(100);
    },
  );

  test('a killed run leaves only complete files, and the next run adds the rest', {
    skip: process.platform === 'win32',
  }, () => {
    mkdirSync(root);
    const killed = spawnSync(process.execPath, [bundle, root, 'A', '1', 'SIGKILL'], { encoding: 'utf8' });
    expect(killed.signal).toBe('SIGKILL');
    expect(readdirSync(path.join(root, 'sub'))).toHaveLength(48);
    expect(spawnSync(process.execPath, [bundle, root, 'A', '1'], { encoding: 'utf8' }).stdout).toBe('done');
    expect(readdirSync(path.join(root, 'sub'))).toHaveLength(100);
  });

  test('recovery reverts a run that was killed at any point', { skip: process.platform === 'win32' }, () => {
    const all = (round: string) =>
      Array.from({ length: 100 }, (_, i) => ({
        path: `sub/f${i}.rs`,
        content: `${round}\n`,
        origin: { generator: 'rust-models', ontology: 'blog.ttl' },
      }));
    let kills = 0;
    for (const at of [1, 2, 3, 50, 101, 102, 103, 104, 105, 106, 150, 204, 299, 303, 304, 305, 306, 307, 308]) {
      rmSync(root, { recursive: true, force: true });
      // One file that the plan removes, and one less than the plan creates.
      applyPlan(planOutput(root, [...all('old').slice(1), { ...(all('old')[0] as PlannedFile), path: 'sub/gone.rs' }]));
      const before = snapshotOf(root);
      const killed = spawnSync(process.execPath, [bundle, root, 'B', '1', 'SIGKILL', `call${at}`], { encoding: 'utf8' });
      if (killed.signal === null) break;
      kills++;
      const reported = interruptedRuns(root);
      expect(recoverOutput(root).map(({ code }) => code)).toEqual(reported.map(() => 'output-recovered'));
      const after = snapshotOf(root);
      // The last calls only clean up after a complete run.
      if (reported.length > 0 || at <= 103) expect(after).toEqual(before);
      else expect([Object.keys(after).length, Object.keys(after).includes('sub/gone.rs')]).toEqual([101, false]);
      expect([interruptedRuns(root), recoverOutput(root)]).toEqual([[], []]);
    }
    expect(kills).toBeGreaterThan(15);
  });

  test('recovery keeps what the user changed after a kill', { skip: process.platform === 'win32' }, () => {
    mkdirSync(root);
    spawnSync(process.execPath, [bundle, root, 'A', '1', 'SIGKILL'], { encoding: 'utf8' });
    writeFileSync(path.join(root, 'sub/f3.rs'), 'mine\n');
    writeFileSync(path.join(root, 'sub/f90.rs'), 'mine\n');
    recoverOutput(root);
    expect(Object.values(snapshotOf(root))).toEqual([true, expect.stringMatching(/ mine\n$/), expect.stringMatching(/ mine\n$/)]);
  });
});
