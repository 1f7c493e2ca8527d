import { spawnSync } from 'node:child_process';
import nodeFs, { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { beforeEach, describe, expect, test } from 'vitest';
import { planned, snapshotOf, temporaryFolder } from '../../test/support/output-files.ts';
import { DiagnosticError } from '../diagnostics/index.ts';
import { applyPlans, type FileSystem, interruptedRuns, type PlannedFile, planOutput, recoverOutput } from './index.ts';

/** The functions that change the disk. */
const changingFunctions = [
  'mkdtempSync',
  'mkdirSync',
  'writeFileSync',
  'linkSync',
  'renameSync',
  'unlinkSync',
  'rmdirSync',
  'rmSync',
] as const satisfies readonly (keyof FileSystem)[];

const roots = ['a', 'deep/b', 'c'];
const before = planned({ 'same.rs': 'same\n', 'old.rs': 'old\n', 'gone.rs': 'x\n' });
const after = planned({ 'same.rs': 'same\n', 'old.rs': 'new\n', 'sub/new.rs': 'new\n' });

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

function plans(files: readonly PlannedFile[], of = roots) {
  return of.map((root) => planOutput(path.join(folder, root), files));
}

/** Returns the files, without those of staging folders. */
function files(): string[] {
  return Object.keys(snapshotOf(folder)).filter((name) => !name.includes('.codegen-staging-'));
}

describe('several folders change together, or none of them', () => {
  test('at each failure of the disk in turn', () => {
    let failures = 0;
    for (let k = 1; ; k++) {
      folder = temporaryFolder();
      applyPlans(plans(before, ['a', 'deep/b']));
      const was = snapshotOf(folder);
      let calls = 0;
      const fs = { ...nodeFs } as unknown as Record<string, unknown>;
      for (const name of changingFunctions) {
        const real = nodeFs[name] as (...args: unknown[]) => unknown;
        fs[name] = (...args: unknown[]) => {
          if (++calls === k) throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: name });
          return real(...args);
        };
      }
      try {
        applyPlans(plans(after), fs as unknown as FileSystem);
      } catch {
        failures++;
        expect(snapshotOf(folder), `call ${k}`).toEqual(was);
        continue;
      }
      expect(plans(after).flatMap(({ steps }) => steps.map(({ kind }) => kind))).toEqual(Array(9).fill('unchanged'));
      if (calls < k) break;
    }
    expect(failures).toBeGreaterThan(25);
  });

  test.skipIf(process.platform === 'win32')(
    'at each moment at which the run can be killed, whichever folder is looked at first',
    () => {
      const scripts = temporaryFolder();
      const bundle = path.join(scripts, 'run.mjs');
      const source = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));
      writeFileSync(
        path.join(scripts, 'run.ts'),
        `import * as fs from 'node:fs';
        import path from 'node:path';
        import { applyPlans } from ${source('./apply.ts')};
        import { planOutput } from ${source('./plan.ts')};
        const [folder, roots, files, at] = process.argv.slice(2);
        let calls = 0;
        const watched = { ...fs };
        for (const name of ${JSON.stringify(changingFunctions)}) {
          watched[name] = (...args) => {
            if (++calls === Number(at)) process.kill(process.pid, 'SIGKILL');
            return fs[name](...args);
          };
        }
        applyPlans(JSON.parse(roots).map((root) => planOutput(path.join(folder, root), JSON.parse(files))), watched);`,
      );
      buildSync({ entryPoints: [path.join(scripts, 'run.ts')], bundle: true, platform: 'node', format: 'esm', outfile: bundle });
      const ends = new Set<string>();
      for (let k = 1; ; k++) {
        folder = temporaryFolder();
        applyPlans(plans(before, ['a', 'deep/b']));
        const old = files();
        const killed = spawnSync(process.execPath, [bundle, folder, JSON.stringify(roots), JSON.stringify(after), String(k)]);
        if (killed.signal === null) break;
        const order = [...roots.slice(k % 3), ...roots.slice(0, k % 3)];
        for (const root of order) recoverOutput(path.join(folder, root));
        expect(Object.keys(snapshotOf(folder)), `killed at ${k}`).toEqual(files());
        const kinds = new Set(plans(after).flatMap(({ steps }) => steps.map(({ kind }) => kind)));
        const isNew = kinds.size === 1 && kinds.has('unchanged');
        // If nothing was done, an empty folder that the run created may remain.
        if (!isNew)
          expect(
            files().filter((name) => name !== 'c'),
            `killed at ${k}`,
          ).toEqual(old);
        ends.add(isNew ? 'new' : 'old');
      }
      expect([...ends].sort()).toEqual(['new', 'old']);
    },
  );

  test('applies no plan if one has an error', () => {
    const [first, ...others] = plans(before);
    writeFileSync(path.join(folder, 'file'), '');
    const broken = planOutput(path.join(folder, 'file'), before);
    expect(() => applyPlans([...others, broken, ...(first ? [first] : [])])).toThrow(/file/);
    expect(readdirSync(folder)).toEqual(['file']);
  });
});

test('recovery rejects an intent with paths that no run writes', () => {
  const root = path.join(folder, 'a');
  applyPlans(plans(before, ['a']));
  const staging = path.join(root, '.codegen-staging-old');
  nodeFs.mkdirSync(staging);
  for (const file of ['../outside', '.git/hooks/post-checkout', '/etc/x']) {
    writeFileSync(path.join(staging, 'old0'), 'evil');
    const intent = { madeRoot: false, folders: [], writes: [{ path: file, kind: 'replace', sha256: '' }], removals: [] };
    writeFileSync(path.join(staging, 'intent.json'), JSON.stringify(intent));
    nodeFs.utimesSync(staging, 1_000_000_000, 1_000_000_000);
    expect(() => recoverOutput(root)).toThrow(/names files that no run writes/);
    expect(files()).toEqual(['a', 'a/gone.rs', 'a/old.rs', 'a/same.rs']);
  }
});

test('recovery neither writes through links nor reads pipes', () => {
  const root = path.join(folder, 'a');
  applyPlans(plans(before, ['a']));
  const staging = path.join(root, '.codegen-staging-old');
  nodeFs.mkdirSync(staging);
  nodeFs.mkdirSync(path.join(folder, 'outside'));
  nodeFs.symlinkSync('../outside', path.join(root, 'link'));
  writeFileSync(path.join(staging, 'old0'), 'evil');
  const intent = { madeRoot: false, folders: [], writes: [{ path: 'link/x', kind: 'replace', sha256: '' }], removals: [] };
  writeFileSync(path.join(staging, 'intent.json'), JSON.stringify(intent));
  nodeFs.utimesSync(staging, 1_000_000_000, 1_000_000_000);
  expect(() => recoverOutput(root)).toThrow(/names files that no run writes/);
  expect(readdirSync(path.join(folder, 'outside'))).toEqual([]);
  nodeFs.rmSync(path.join(staging, 'intent.json'));
  spawnSync('mkfifo', [path.join(staging, 'intent.json')]);
  nodeFs.utimesSync(staging, 1_000_000_000, 1_000_000_000);
  expect(() => recoverOutput(root)).toThrow(DiagnosticError);
});

test.each(['', '{', 'null', '{}', '{"folders":[],"removals":[],"writes":[{"path":1}]}'])(
  'recovery reports the damaged intent %j',
  (text) => {
    const root = path.join(folder, 'a');
    applyPlans(plans(before, ['a']));
    const staging = path.join(root, '.codegen-staging-old');
    nodeFs.mkdirSync(staging);
    writeFileSync(path.join(staging, 'intent.json'), text);
    nodeFs.utimesSync(staging, 1_000_000_000, 1_000_000_000);
    expect(() => recoverOutput(root)).toThrow(DiagnosticError);
    expect(() => interruptedRuns(root)).toThrow(/intent\.json is damaged/);
  },
);
