/** Apache Jena Fuseki with data sets in memory, on this machine. */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { clientMakers } from '../support/judges.ts';

export interface Fuseki {
  /** `http://127.0.0.1:…/data`: the data set. */
  readonly url: string;
  /** Puts a graph in the place of what is there, the default graph if it has no name. */
  readonly put: (nTriples: string, graph?: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** A port that nobody has at the moment. */
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

export async function startFuseki(name: string): Promise<Fuseki> {
  const port = await freePort();
  const base = mkdtempSync(path.join(tmpdir(), 'codegen-fuseki-'));
  const args = ['-Xmx700m', '-jar', clientMakers.fuseki, '--port', `${port}`, '--localhost', '--mem', `/${name}`];
  const child = spawn('java', args, { cwd: base, env: { ...process.env, FUSEKI_BASE: base }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const hear = (piece: Buffer) => {
    said = `${said}${piece.toString('utf8')}`.slice(-5000);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const url = `http://127.0.0.1:${port}/${name}`;
  const put = async (nTriples: string, graph?: string) => {
    // SPARQL 1.1 Graph Store HTTP Protocol, section 5.3.
    const target = graph === undefined ? 'default' : `graph=${encodeURIComponent(graph)}`;
    const headers = { 'content-type': 'application/n-triples' };
    const { status } = await fetch(`${url}/data?${target}`, { method: 'PUT', headers, body: nTriples });
    if (status >= 300) throw new Error(`Fuseki answers ${status}`);
  };
  for (let i = 0; ; i++) {
    if (child.exitCode !== null || i > 300) throw new Error(`Fuseki does not start: ${said}`);
    const isUp = await fetch(`${url}/sparql?query=ASK%7B%7D`).then(
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
  return { url, put, end };
}
