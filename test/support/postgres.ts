import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The folder of the server's programs on Debian, which is not in the search path. */
const DEBIAN = '/usr/lib/postgresql';

/**
 * Returns the folder with the programs of the newest server version; undefined if none exists. CODEGEN_TEST_POSTGRES may
 * name the folder of another version.
 */
export function serverPrograms(): string | undefined {
  const named = process.env['CODEGEN_TEST_POSTGRES'];
  if (named !== undefined && named !== '') return named;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => path.join(DEBIAN, version, 'bin')), ...(process.env['PATH'] ?? '').split(':')];
  return folders.find((folder) => ['initdb', 'pg_ctl', 'postgres'].every((program) => existsSync(path.join(folder, program))));
}

/** The id of an unprivileged user: the server does not run as root (PostgreSQL manual, section 19.1). */
const NOBODY = 65_534;

export interface Server {
  /** The folder of its socket, which clients accept as a host name. */
  readonly host: string;
  /** Opens a session as the superuser, or as another role. */
  connect(user?: string): Promise<pg.Client>;
  /** Kills the server with SIGKILL, and starts it again on the same data. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a server with a new cluster in a temporary folder, which `stop` deletes; it listens only on a socket. All settings
 * are PostgreSQL's defaults except fsync, which matters only after a loss of power.
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
      // The server keeps inherited streams open, so a pipe would never end.
      stdio: ['ignore', 'ignore', 'inherit'],
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
    if (done.status === 0) return;
    throw new Error(`${program}: exit status ${done.status}\n${existsSync(log) ? readFileSync(log, 'utf8') : ''}`);
  };
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  const options = ['fsync=off', ...settings].map((setting) => `-c ${setting}`).join(' ');
  const start = () =>
    run('pg_ctl', 'start', '-D', data, '-l', log, '-w', '-t', '300', '-o', `-c listen_addresses= -k ${folder} ${options}`);
  start();
  const clients: pg.Client[] = [];
  return {
    host: folder,
    connect: async (user = 'postgres') => {
      const client = new pg.Client({ host: folder, user, database: 'postgres' });
      // The server may end a session: not an error here.
      client.on('error', () => undefined);
      await client.connect();
      clients.push(client);
      return client;
    },
    crash: async () => {
      const [id] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(id), 'SIGKILL');
      for (let attempt = 1; ; attempt++) {
        // The processes of sessions notice the end of the server one after the other; until then, it does not start.
        await sleep(200);
        try {
          return start();
        } catch (error) {
          if (attempt === 50) throw error;
        }
      }
    },
    stop: async () => {
      await Promise.all(clients.map((client) => client.end()));
      run('pg_ctl', 'stop', '-D', data, '-m', 'immediate', '-w', '-t', '300');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
