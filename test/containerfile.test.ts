import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isFullRun } from './support/ontologies.ts';
import { root } from './support/program.ts';

/** The instructions of the Containerfile, with continued lines joined. */
const instructions = readFileSync(path.join(root, 'Containerfile'), 'utf8')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => /^([A-Z]+)\s+(.*)$/.exec(line)?.slice(1) ?? []);

/** Sources and destination of each COPY from the repository. */
const copies = instructions
  .filter(([name, rest = '']) => name === 'COPY' && !rest.startsWith('--from'))
  .map(([, rest = '']) => rest.split(/\s+/))
  .map((words) => ({ sources: words.slice(0, -1), to: words.at(-1) ?? '' }));

test('everything that is copied into the image is in the repository, and the command exists', () => {
  const sources = copies.flatMap((copy) => copy.sources);
  expect(sources.length).toBeGreaterThan(5);
  const tracked = spawnSync('git', ['ls-files', '--', ...sources], { cwd: root, encoding: 'utf8' }).stdout.split('\n');
  expect(sources.filter((source) => !tracked.some((file) => file === source || file.startsWith(`${source}/`)))).toEqual([]);
  const { bin, files, engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  expect(files.filter((file: string) => file !== 'dist' && !sources.includes(file))).toEqual([]);
  const entrypoint = instructions.find(([name]) => name === 'ENTRYPOINT')?.[1] ?? '';
  expect(bin).toHaveProperty(JSON.parse(entrypoint)[0]);
  const images = instructions.filter(([name]) => name === 'FROM').map(([, rest = '']) => Number(/node:(\d+)/.exec(rest)?.[1]));
  for (const image of images) expect(image).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]));
});

test.runIf(isFullRun)('the copied files suffice to build the package', () => {
  const context = mkdtempSync(path.join(tmpdir(), 'codegen-image-'));
  try {
    for (const { sources, to } of copies) {
      for (const source of sources) {
        const isFolder = to !== './' && sources.length === 1;
        const target = path.join(context, to, isFolder ? '' : source);
        mkdirSync(path.dirname(target), { recursive: true });
        cpSync(path.join(root, source), target, { recursive: true });
      }
    }
    // Instead of `npm ci`.
    symlinkSync(realpathSync(path.join(root, 'node_modules')), path.join(context, 'node_modules'));
    const build = instructions.find(([name, rest = '']) => name === 'RUN' && rest.includes('npm pack'))?.[1] ?? '';
    const { status, stderr } = spawnSync('sh', ['-c', build], { cwd: context, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    const copied = instructions.find(([, rest = '']) => rest.startsWith('--from=build'))?.[1]?.split(/\s+/)[1] ?? '';
    const pattern = new RegExp(`^${path.basename(copied).replaceAll('.', '\\.').replace('*', '.*')}$`);
    expect(readdirSync(context).filter((file) => pattern.test(file))).toHaveLength(1);
    expect(existsSync(path.join(context, 'dist/types'))).toBe(true);
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
});
