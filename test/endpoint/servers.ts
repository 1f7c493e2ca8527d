/** Starts third-party SPARQL servers with data sets in memory on this machine. */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { clientMakers, oxigraph } from '../support/judges.ts';

export interface RealServer {
  /** `sparql+http://127.0.0.1:…` */
  readonly endpoint: string;
  /** Replaces the content of a graph, by default of the default graph. */
  readonly put: (nTriples: string, graph?: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** How a server is started, and where it answers. */
interface Kind {
  readonly program: string;
  readonly args: (port: number, name: string) => readonly string[];
  /** The paths of queries and of the Graph Store HTTP Protocol. */
  readonly paths: (name: string) => { readonly query: string; readonly store: string };
}

const kinds = {
  fuseki: {
    program: 'java',
    args: (port, name) => [...['-Xmx700m', '-jar', clientMakers.fuseki, '--port', `${port}`, '--localhost', '--mem', `/${name}`]],
    paths: (name) => ({ query: `/${name}/sparql`, store: `/${name}/data` }),
  },
  oxigraph: {
    program: oxigraph,
    args: (port) => ['serve', '--bind', `127.0.0.1:${port}`],
    paths: () => ({ query: '/query', store: '/store' }),
  },
} satisfies Readonly<Record<string, Kind>>;

export type ServerKind = keyof typeof kinds;

/** Returns a port that is free at the moment. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** The maximum number of attempts to start a server: another program may take the port first. */
const STARTS = 3;

/** Starts a server and waits until it answers. @param name the data set, for a server with several */
export async function startRealServer(kind: ServerKind, name: string): Promise<RealServer> {
  for (let n = 1; ; n++) {
    const started = await startOnce(kind, name);
    if (typeof started !== 'string') return started;
    if (n === STARTS || !/in use|bind/i.test(started)) throw new Error(`${kind} does not start: ${started}`);
  }
}

/** Makes one attempt to start a server; returns its output if it does not start. */
async function startOnce(kind: ServerKind, name: string): Promise<RealServer | string> {
  const { program, args, paths }: Kind = kinds[kind];
  const port = await freePort();
  const base = mkdtempSync(path.join(tmpdir(), 'codegen-server-'));
  const child = spawn(program, args(port, name), {
    cwd: base,
    env: { ...process.env, FUSEKI_BASE: base },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const hear = (piece: Buffer) => {
    said = `${said}${piece.toString('utf8')}`.slice(-5000);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const { query, store } = paths(name);
  const host = `http://127.0.0.1:${port}`;
  const put = async (nTriples: string, graph?: string) => {
    // SPARQL 1.1 Graph Store HTTP Protocol, section 5.3.
    const target = graph === undefined ? 'default' : `graph=${encodeURIComponent(graph)}`;
    const headers = { 'content-type': 'application/n-triples' };
    const { status } = await fetch(`${host}${store}?${target}`, { method: 'PUT', headers, body: nTriples });
    if (status >= 300) throw new Error(`${kind} answers ${status}`);
  };
  for (let i = 0; ; i++) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || i > 1500) {
      child.kill('SIGKILL');
      rmSync(base, { recursive: true, force: true });
      return hasEnded ? said : `it does not answer: ${said}`;
    }
    const isUp = await fetch(`${host}${query}?query=ASK%7B%7D`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const end = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => {
        rmSync(base, { recursive: true, force: true });
        resolve();
      });
      child.kill('SIGTERM');
    });
  return { endpoint: `sparql+${host}${query}`, put, end };
}
