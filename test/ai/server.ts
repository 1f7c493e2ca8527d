import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Outcome, root } from '../support/program.ts';

export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ModelServer {
  /** The start of a base URL: `http://127.0.0.1:…`. */
  readonly origin: string;
  readonly received: Received[];
  readonly close: () => Promise<void>;
}

/** Starts a server that answers each request with the bytes that `answer` writes. */
export async function modelServer(answer: (response: ServerResponse, request: Received) => void): Promise<ModelServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const got = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
      received.push(got);
      answer(response, got);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export interface Run {
  readonly outcome: Promise<Outcome>;
  /** Returns the text on standard output so far. */
  readonly stdout: () => string;
}

/** Starts the built program without blocking this process, so that a server in it can answer. */
export function start(
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string; input?: string } = {},
): Run {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(CODEGEN|ANTHROPIC|OPENAI)_/.test(name)),
  );
  const child = spawn(process.execPath, [path.join(root, 'bin/codegen.js'), ...args], {
    cwd: options.cwd ?? root,
    env: { ...inherited, NO_COLOR: '1', ...options.env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.end(options.input ?? '');
  const outcome = new Promise<Outcome>((done, failed) => {
    child.on('error', failed);
    child.on('close', (status) => done({ status, stdout, stderr }));
  });
  return { outcome, stdout: () => stdout };
}
