import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';

/** Where Debian keeps the programs of a server, which it does not put into the search path. */
const DEBIAN = '/usr/lib/postgresql';

/**
 * The folder with the server's programs, those of the newest version; undefined if there is none. Another one may be named by
 * CODEGEN_TEST_POSTGRES, to try another version.
 */
export function serverPrograms(): string | undefined {
  const named = process.env['CODEGEN_TEST_POSTGRES'];
  if (named !== undefined && named !== '') return named;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => path.join(DEBIAN, version, 'bin')), ...(process.env['PATH'] ?? '').split(':')];
  return folders.find((folder) => ['initdb', 'pg_ctl', 'postgres'].every((program) => existsSync(path.join(folder, program))));
}

/** A user without rights: the server refuses to run as root (PostgreSQL manual, section 19.1). */
const NOBODY = 65_534;

export interface Server {
  /** The folder of its socket, which stands for a host. */
  readonly host: string;
  /** A new session as the superuser, or as another role. */
  connect(user?: string): Promise<pg.Client>;
  stop(): Promise<void>;
}

/**
 * Starts a server of its own with a fresh cluster, in a folder that goes with it; it listens on a socket only. All settings
 * are those that PostgreSQL comes with, but for what only a loss of power would show.
 */
export async function startServer(...settings: readonly string[]): Promise<Server> {
  const programs = serverPrograms();
  if (programs === undefined) throw new Error('there is no PostgreSQL server on this machine');
  const isRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(path.join(tmpdir(), 'pg-'));
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const data = path.join(folder, 'data');
  const log = path.join(folder, 'log');
  const run = (program: string, ...args: readonly string[]): void => {
    const done = spawnSync(path.join(programs, program), args, {
      cwd: folder,
      // The server keeps what it is given open, and nobody would see the end of a pipe.
      stdio: ['ignore', 'ignore', 'inherit'],
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
    if (done.status === 0) return;
    throw new Error(`${program}: exit status ${done.status}\n${existsSync(log) ? readFileSync(log, 'utf8') : ''}`);
  };
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  const options = ['fsync=off', ...settings].map((setting) => `-c ${setting}`).join(' ');
  run('pg_ctl', 'start', '-D', data, '-l', log, '-w', '-t', '300', '-o', `-c listen_addresses= -k ${folder} ${options}`);
  const clients: pg.Client[] = [];
  return {
    host: folder,
    connect: async (user = 'postgres') => {
      const client = new pg.Client({ host: folder, user, database: 'postgres' });
      // A session that is ended by the server has nothing left to say.
      client.on('error', () => undefined);
      await client.connect();
      clients.push(client);
      return client;
    },
    stop: async () => {
      await Promise.all(clients.map((client) => client.end()));
      run('pg_ctl', 'stop', '-D', data, '-m', 'immediate', '-w', '-t', '300');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
