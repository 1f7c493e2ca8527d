import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkProvider } from '../src/doctor/provider.ts';
import { checkNode } from '../src/doctor/tool.ts';
import { codegen, inFolder, root } from './support/program.ts';

const NO_PROVIDER = { CODEGEN_AI_PROVIDER: '', CODEGEN_AI_MODEL: '', CODEGEN_AI_BASE_URL: '', CODEGEN_AI_API_KEY: '' };

interface Result {
  readonly status: number | null;
  readonly ok: boolean;
  readonly checks: Readonly<Record<string, { readonly status: string; readonly message: string; readonly remedy?: string }>>;
}

function doctor(folder: string, env: Record<string, string> = {}): Result {
  const { status, stdout, stderr } = codegen(folder, ['utils', 'doctor', '--json'], { ...NO_PROVIDER, ...env });
  expect(stderr).toBe('');
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: { name: string; status: string; message: string }[] };
  return { status, ok, checks: Object.fromEntries(checks.map((each) => [each.name, each])) };
}

function register(folder: string, hooks: readonly { id: string; trigger: string; action: string }[]): void {
  mkdirSync(path.join(folder, '.codegen'));
  const all = hooks.map((each) => ({ ...each, created_at: '2025-01-01T00:00:00Z' }));
  writeFileSync(path.join(folder, '.codegen', 'hooks.json'), JSON.stringify({ version: 1, hooks: all }));
}

describe('utils doctor', () => {
  test('prints a line for each check, and one that counts them', () =>
    inFolder((folder) => {
      const { status, stdout } = codegen(folder, ['utils', 'doctor'], NO_PROVIDER);
      expect(status).toBe(0);
      const lines = stdout.trimEnd().split('\n');
      expect(lines[0]).toMatch(/^ok {7}Node\.js {6}\d+\.\d+\.\d+$/);
      for (const line of lines.slice(0, -1)) expect(line).toMatch(/^(ok {5}|warning|failed ) {2}\S/);
      expect(lines.at(-1)).toMatch(/^\d+ ok, \d+ warning, 0 failed$/);
      expect(stdout).not.toContain('\u001b');
    }));

  test('reports scripts that cannot run with the same message as hook run, and exits with 0', () =>
    inFolder((folder) => {
      register(folder, [
        { id: 'hook_good', trigger: 'pre-build', action: 'good.sh' },
        { id: 'hook_gone', trigger: 'pre-build', action: 'gone.sh' },
        { id: 'hook_plain', trigger: 'pre-commit', action: 'plain.sh' },
        { id: 'hook_bare', trigger: 'pre-build', action: 'bare.sh' },
      ]);
      writeFileSync(path.join(folder, 'good.sh'), '#!/bin/sh\n', { mode: 0o755 });
      writeFileSync(path.join(folder, 'plain.sh'), '#!/bin/sh\n', { mode: 0o644 });
      writeFileSync(path.join(folder, 'bare.sh'), 'exit 0\n', { mode: 0o755 });
      const { status, checks } = doctor(folder);
      expect(status).toBe(0);
      expect(checks['registry']?.status).toBe('ok');
      expect(checks['hook_good']?.status).toBe('ok');
      expect(checks['hook_gone']).toMatchObject({
        status: 'failed',
        remedy: expect.stringMatching(/^create it, or remove the hook/),
      });
      expect(checks['hook_plain']).toMatchObject({ status: 'failed' });
      expect(checks['hook_plain']?.remedy).toMatch(/^run chmod \+x .*plain\.sh$/);
      expect(checks['hook_bare']).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('has no interpreter line'),
      });
      // Hooks that are written by hand are not trusted.
      const { stderr } = codegen(folder, ['hook', 'run', 'pre-build'], { CODEGEN_TRUST: '1' });
      for (const id of ['hook_gone', 'hook_bare']) expect(stderr).toContain(checks[id]?.message);
      // Without Git there is no pre-commit file to check.
      if (checks['Git']?.status === 'ok') expect(checks['pre-commit']?.status).toBe('warning');
    }));

  test('fails if the registry is invalid', () =>
    inFolder((folder) => {
      mkdirSync(path.join(folder, '.codegen'));
      writeFileSync(path.join(folder, '.codegen', 'hooks.json'), '{ "version": 1,\n  "hooks": [ }\n');
      const { status, ok, checks } = doctor(folder);
      expect({ status, ok }).toEqual({ status: 1, ok: false });
      expect(checks['registry']?.status).toBe('failed');
      expect(checks['registry']?.message).toContain('hooks.json:2:');
    }));

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('fails if it cannot write the registry', () =>
    inFolder((folder) => {
      register(folder, []);
      chmodSync(path.join(folder, '.codegen'), 0o555);
      try {
        expect(doctor(folder)).toMatchObject({ status: 1, checks: { registry: { status: 'failed' } } });
      } finally {
        chmodSync(path.join(folder, '.codegen'), 0o755);
      }
    }),
  );

  test('warns of missing toolchains', () =>
    inFolder((folder) => {
      const { status, checks } = doctor(folder, { PATH: '/nowhere' });
      expect(status).toBe(0);
      for (const name of [
        'Git',
        'cargo',
        'rustc',
        'clippy',
        'rustfmt',
        'npm',
        'python3',
        'pydantic',
        'mypy',
        'ruff',
        'pytest',
        'psql',
      ]) {
        expect(checks[name]).toMatchObject({ status: 'warning', message: expect.stringContaining('not found') });
      }
      expect(checks['Graphviz']?.message).toContain('bundled');
    }));

  test('reports an incompletely configured provider, and never prints its key', () =>
    inFolder((folder) => {
      const key = 'sk-not-a-real-one-4711';
      const half = doctor(folder, { CODEGEN_AI_PROVIDER: 'anthropic', CODEGEN_AI_API_KEY: key });
      expect(half).toMatchObject({ status: 0, checks: { 'AI provider': { status: 'failed' } } });
      const whole = doctor(folder, { CODEGEN_AI_PROVIDER: 'anthropic', CODEGEN_AI_MODEL: 'm', CODEGEN_AI_API_KEY: key });
      expect(whole.checks['AI provider']).toMatchObject({ status: 'ok', message: expect.stringContaining('a key is set') });
      expect(JSON.stringify([half, whole])).not.toContain(key);
    }));
});

test.each([
  ['18.20.8', 1],
  ['20.18.9', 1],
  ['20.19.0', 0],
])('the program starts only with a supported version of Node.js: %s', (version, status) => {
  inFolder((folder) => {
    const before = path.join(folder, 'before.cjs');
    writeFileSync(before, `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`);
    const done = spawnSync(process.execPath, ['--require', before, path.join(root, 'bin/codegen.js'), '--version'], {
      encoding: 'utf8',
    });
    expect(done.status).toBe(status);
    if (status === 1)
      expect(done.stderr).toMatch(/^error: codegen needs Node.js 20.19 or newer, and this is .*\n {2}help: .*\n$/);
  });
});

test('an old Node.js is a failed check', () => {
  expect(checkNode('20.18.9')).toMatchObject({ status: 'failed', needed: true });
  expect(checkNode('20.19.0').status).toBe('ok');
  expect(checkNode('24.0.0').status).toBe('ok');
});

test('--online sends a request to the provider', async () => {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    response
      .writeHead(request.url === '/v1/models' && request.headers.authorization === 'Bearer right' ? 200 : 401, {
        connection: 'close',
      })
      .end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const check = (key: string, online: boolean) =>
    checkProvider({
      cwd: '.',
      env: {
        CODEGEN_AI_PROVIDER: 'openai-compatible',
        CODEGEN_AI_MODEL: 'm',
        CODEGEN_AI_BASE_URL: `http://127.0.0.1:${port}/v1`,
        CODEGEN_AI_API_KEY: key,
      },
      online,
    });
  try {
    expect((await check('right', false)).status).toBe('ok');
    expect(keys).toEqual([]);
    expect((await check('right', true)).message).toContain('it answers');
    expect(await check('wrong', true)).toMatchObject({ status: 'failed', remedy: 'check CODEGEN_AI_API_KEY' });
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  expect(await check('right', true)).toMatchObject({ status: 'failed', message: expect.stringContaining('ECONNREFUSED') });
});
