/** Generates, builds and starts the service of a project, for tests of its responses. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { cargoCache, projectCargoEnvironment } from './caches.ts';
import { run } from './judges.ts';
import { type Server, startServer } from './postgres.ts';
import { codegen } from './program.ts';

/**
 * Generates the project of an ontology, and checks and builds its crate. Returns the folder of the project.
 *
 * @param edit changes files of the user in the folder, before the crate is built
 * @param options arguments of `cargo build`
 * @param selection arguments of `project gen` that select classes
 */
export function buildService(
  name: string,
  ontology: string,
  kind: 'rest' | 'all',
  edit: (folder: string) => void = () => undefined,
  options: readonly string[] = [],
  selection: readonly string[] = [],
): string {
  const folder = path.join(cargoCache, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(cargoCache, { recursive: true });
  const args = ['project', 'gen', name, '--graph', ontology, '--service', kind, '--quiet', ...selection];
  expect(codegen(cargoCache, args).status).toBe(0);
  run('cargo', ['fmt', '--check'], { cwd: folder });
  edit(folder);
  const output = run('bash', ['-c', 'exec cargo build "$@" 2>&1', 'bash', ...options], {
    cwd: folder,
    env: projectCargoEnvironment,
  });
  expect(output).not.toMatch(/^warning/m);
  return folder;
}

/** Starts the built service of a folder on a database. Returns its process and its address once it answers. */
export async function startService(
  folder: string,
  database: Server,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly service: ChildProcess; readonly address: string }> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const service = spawn(path.join(projectCargoEnvironment.CARGO_TARGET_DIR, 'debug', path.basename(folder)), {
    env: {
      ...process.env,
      DATABASE_URL: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(database.host)}`,
      RUST_LOG: 'error',
      ...settings,
      LISTEN: `${settings['LISTEN'] ?? '127.0.0.1'}:${port}`,
    },
    cwd: folder,
    stdio: 'inherit',
  });
  for (let i = 0; i < 300 && service.exitCode === null; i++) {
    if (await fetch(`${address}/ready`).catch(() => undefined)) return { service, address };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  service.kill();
  throw new Error('the service does not answer');
}

/** A service that runs during the tests of a block. */
export interface TestedService {
  readonly folder: () => string;
  readonly address: () => string;
  readonly database: () => Server;
}

/** Builds a service and starts it on a database before the tests of a block; stops both after them. */
export function serviceDuringTests(build: () => string, ...databaseSettings: readonly string[]): TestedService {
  let folder: string;
  let database: Server;
  let running: Awaited<ReturnType<typeof startService>> | undefined;
  beforeAll(async () => {
    folder = build();
    database = await startServer(...databaseSettings);
    running = await startService(folder, database);
  }, 900_000);
  afterAll(async () => {
    running?.service.kill();
    await database?.stop();
  });
  return { folder: () => folder, address: () => running?.address ?? '', database: () => database };
}

/** Returns a port that no program listens on. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
