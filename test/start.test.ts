import {
  chmodSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { codegenProcess, inFolder, root } from './support/program.ts';

const query = ['graph', 'query', path.join(root, 'examples/blog.ttl'), '--sparql', 'ASK { ?c a owl:Class }'];

/**
 * Runs a command twice with its own cache, and returns the path of the cache file: the first start stores the loaded scripts,
 * the second one stores their code as compiled by V8.
 */
function filled(cache: string): string {
  for (const _ of ['first', 'second']) {
    expect(codegenProcess(cache, query, { XDG_CACHE_HOME: cache })).toMatchObject({ status: 0, stdout: 'true\n', stderr: '' });
  }
  const all = path.join(cache, 'codegen');
  const [folder = ''] = readdirSync(all);
  expect(readdirSync(path.join(all, folder))).toEqual(['graph']);
  return path.join(all, folder, 'graph');
}

/** Returns a copy with a page of zeros, like a page that was never written to the disk; the page already began with zeros. */
function withoutPage(good: Buffer): Buffer {
  const bytes = Buffer.from(good);
  for (let at = 32_768; at < bytes.length; at += 4096) {
    const page = bytes.subarray(at, at + 4096);
    if (page.readInt32LE(0) === 0 && page.some((byte) => byte !== 0)) {
      page.fill(0);
      return bytes;
    }
  }
  throw new Error('there is no such page');
}

/** Returns a file with another list of parts. */
function listing(list: string): Buffer {
  const bytes = Buffer.alloc(40_000);
  bytes.writeUInt32LE(list.length, 0);
  bytes.write(list, 4);
  return bytes;
}

describe('the cache of compiled code', () => {
  test('is used by the next start, which writes nothing', () =>
    inFolder((cache) => {
      const file = filled(cache);
      const before = readFileSync(file);
      expect(before.length).toBeGreaterThan(100_000);
      const { mtimeMs, ino } = statSync(file);
      filled(cache);
      expect(statSync(file)).toMatchObject({ mtimeMs, ino });
    }));

  test('has one file for each selection of templates', () =>
    inFolder((cache) => {
      const generate = (...templates: readonly string[]) =>
        codegenProcess(
          cache,
          [
            ...['template', 'generate-rdf', '--ontology', path.join(root, 'examples/blog.ttl'), '--output-dir', 'out'],
            ...templates.flatMap((name) => ['--template', name]),
            '--dry-run',
          ],
          { XDG_CACHE_HOME: cache },
        );
      for (const templates of [['sql-schema'], ['rust-models'], ['sql-schema'], ['sql-schema', 'rust-models']]) {
        expect(generate(...templates).status).toBe(0);
      }
      const [folder = ''] = readdirSync(path.join(cache, 'codegen'));
      const files = readdirSync(path.join(cache, 'codegen', folder));
      expect(files).toHaveLength(3);
      for (const file of files) expect(file).toMatch(/^template-[0-9a-z]+$/);
    }));

  test('is written again if its file is damaged', () =>
    inFolder((cache) => {
      const file = filled(cache);
      const good = readFileSync(file);
      const damages: Record<string, () => void> = {
        empty: () => writeFileSync(file, ''),
        short: () => truncateSync(file, good.length >> 1),
        // Blocks that were never written to the disk.
        zeros: () => writeFileSync(file, Buffer.concat([good.subarray(0, 32_768), Buffer.alloc(good.length - 32_768)])),
        noise: () => writeFileSync(file, Buffer.alloc(good.length, '{"[')),
        page: () => writeFileSync(file, withoutPage(good)),
        'no place': () => writeFileSync(file, listing('[[["codegen.cjs"],0,4294967296000,1,1]]')),
        'no list': () => writeFileSync(file, listing('[[1,2,3,4,5]]')),
      };
      for (const [what, damage] of Object.entries(damages)) {
        damage();
        const { mtimeMs } = statSync(file);
        filled(cache);
        expect(statSync(file).mtimeMs, what).not.toBe(mtimeMs);
        expect(statSync(file).size, what).toBeGreaterThan(100_000);
      }
    }));

  test.skipIf(process.platform === 'win32')('is used only if no other user could have written it', () =>
    inFolder((cache) => {
      const file = filled(cache);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      chmodSync(file, 0o666);
      filled(cache);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }),
  );

  test('is deleted when it is old, without any other file', () =>
    inFolder((cache) => {
      const file = filled(cache);
      const all = path.join(cache, 'codegen');
      const own = path.basename(path.dirname(file));
      const old = own.replace(/^.{16}/, '0123456789abcdef');
      const kept = own.replace(/^.{16}/, 'fedcba9876543210');
      for (const name of [old, kept, 'notes']) mkdirSync(path.join(all, name));
      for (const name of [
        path.join(old, 'graph'),
        path.join(kept, 'graph'),
        path.join(kept, 'My notes'),
        path.join('notes', 'graph'),
      ])
        writeFileSync(path.join(all, name), '');
      const link = own.replace(/^.{16}/, 'aaaaaaaaaaaaaaaa');
      symlinkSync(path.join(all, 'notes'), path.join(all, link));
      const long = new Date(Date.now() - 40 * 86_400_000);
      for (const name of [old, kept, 'notes']) utimesSync(path.join(all, name), long, long);
      lutimesSync(path.join(all, link), long, long);
      rmSync(file);
      expect(codegenProcess(cache, query, { XDG_CACHE_HOME: cache }).status).toBe(0);
      expect(readdirSync(all).sort()).toEqual([own, kept, 'notes', link].sort());
      expect(readdirSync(path.join(all, kept))).toEqual(['My notes']);
      expect(readdirSync(path.join(all, 'notes'))).toEqual(['graph']);
    }));

  test('is not written if it is disabled, or cannot be written', () =>
    inFolder((cache) => {
      const version = { status: 0, stdout: '2.5.0\n', stderr: '' };
      const off = { XDG_CACHE_HOME: cache, NODE_DISABLE_COMPILE_CACHE: '1' };
      expect(codegenProcess(cache, ['--version'], off)).toEqual(version);
      expect(readdirSync(cache)).toEqual([]);
      writeFileSync(path.join(cache, 'file'), '');
      expect(codegenProcess(cache, ['--version'], { XDG_CACHE_HOME: path.join(cache, 'file') })).toEqual(version);
      expect(readdirSync(cache)).toEqual(['file']);
    }));

  test.skipIf(process.platform !== 'linux')('is not necessary: commands work if no folder can be created', () =>
    inFolder((cache) => {
      const nowhere = { HOME: '/proc', XDG_CACHE_HOME: '', XDG_STATE_HOME: '' };
      expect(codegenProcess(cache, ['--version'], nowhere)).toEqual({ status: 0, stdout: '2.5.0\n', stderr: '' });
      const hook = codegenProcess(cache, ['hook', 'create', '--event', 'pre-commit', '--script', '/bin/true'], nowhere);
      expect(hook).toMatchObject({ status: 0 });
      expect(hook.stderr).toContain('XDG_STATE_HOME');
    }),
  );

  test('is not written by a command that fails', () =>
    inFolder((cache) => {
      expect(codegenProcess(cache, ['graph', 'load', 'none.ttl'], { XDG_CACHE_HOME: cache }).status).toBe(1);
      expect(readdirSync(cache)).toEqual([]);
    }));
});
