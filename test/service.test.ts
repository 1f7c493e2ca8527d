/** Builds the Rust service of docs/how-to/service.md, and checks that it answers as its OpenAPI document describes. */

import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cargoCache, cargoEnvironment } from './support/caches.ts';
import { describeWith, run } from './support/judges.ts';
import { isFullRun } from './support/ontologies.ts';
import { type Server, startServer } from './support/postgres.ts';
import { codegen, root } from './support/program.ts';

const shown = readFileSync(path.join(root, 'docs/how-to/service.md'), 'utf8');
const crate = path.join(cargoCache, 'service');
const BOOK = '2f6a0c1e-6f0d-4f5b-9f3e-0a6d1f8f2b11';

/** Returns a port that no program listens on. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Writes the files that the document shows, and runs its commands. */
function writeService(port: number): void {
  rmSync(crate, { recursive: true, force: true });
  mkdirSync(crate, { recursive: true });
  cpSync(path.join(root, 'examples/books.ttl'), path.join(crate, 'books.ttl'));
  for (const [, name = '', content = ''] of shown.matchAll(/^```\w+ \[(\S+)\]\n([\s\S]*?)^```$/gm)) {
    mkdirSync(path.dirname(path.join(crate, name)), { recursive: true });
    writeFileSync(path.join(crate, name), content.replace('127.0.0.1:3000', `127.0.0.1:${port}`));
  }
  for (const [, command = ''] of shown.matchAll(/^\$ codegen (.*)$/gm)) {
    expect(codegen(crate, command.split(' ')).status).toBe(0);
  }
}

describeWith(['cargo', 'postgresql'], 'the service in Rust', () => {
  describe.runIf(isFullRun)('of the how-to guide', () => {
    let server: Server;
    let service: ChildProcess;
    let address: string;

    const send = async (method: string, place: string, body?: object) => {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const answer = await fetch(`${address}${place}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': type } }),
      });
      const text = await answer.text();
      const json = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
      return { status: answer.status, type: answer.headers.get('content-type'), location: answer.headers.get('location'), json };
    };

    /** Waits until the service answers. */
    async function isUp(): Promise<void> {
      for (let i = 0; i < 300 && service.exitCode === null; i++) {
        if (await fetch(`${address}/reviews`).catch(() => undefined)) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error('the service does not answer');
    }

    beforeAll(async () => {
      const port = await freePort();
      address = `http://127.0.0.1:${port}`;
      writeService(port);
      const cargo = (...args: string[]) => run('cargo', args, { cwd: crate, env: cargoEnvironment });
      cargo('fmt', '--check');
      cargo('clippy', '--', '--deny', 'warnings');
      cargo('build');
      server = await startServer();
      const owner = await server.connect();
      await owner.query(readFileSync(path.join(crate, 'migrations/001_create_books_schema.sql'), 'utf8'));
      // One transaction, because a book requires an author.
      await owner.query(`
        INSERT INTO authors (id, name) VALUES ('${BOOK}', 'Jane Austen');
        INSERT INTO books (id, isbn, title, genre) VALUES ('${BOOK}', '9780000000002', 'Emma', 'Novel');
        INSERT INTO book_authors VALUES ('${BOOK}', '${BOOK}');
      `);
      const program = path.join(cargoEnvironment.CARGO_TARGET_DIR, 'debug/reviews');
      const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(server.host)}`;
      service = spawn(program, { env: { ...process.env, DATABASE_URL: url }, stdio: 'inherit' });
      await isUp();
    });

    afterAll(async () => {
      service?.kill();
      await server?.stop();
    });

    test('creates, reads, changes, lists and deletes', async () => {
      const made = await send('POST', '/reviews', { rating: 4, book_id: BOOK });
      expect(made).toMatchObject({ status: 201, json: { rating: 4, book_id: BOOK } });
      const place = made.location ?? '';
      expect(await send('GET', place)).toMatchObject({ status: 200, json: made.json });
      const changed = await send('PATCH', place, { rating: 5, text: 'Again!' });
      expect(changed).toMatchObject({ status: 200, json: { ...made.json, rating: 5, text: 'Again!' } });
      const cleared = await send('PATCH', place, { text: null });
      expect(cleared).toMatchObject({ status: 200, json: { ...made.json, rating: 5 } });
      expect(await send('GET', '/reviews?limit=1')).toMatchObject({
        json: { total: 1, limit: 1, offset: 0, items: [cleared.json] },
      });
      expect(await send('GET', '/reviews?offset=1')).toMatchObject({ json: { total: 1, limit: 20, offset: 1, items: [] } });
      expect((await send('DELETE', place)).status).toBe(204);
      expect(await send('GET', place)).toMatchObject({ status: 404, type: 'application/problem+json' });
    });

    test.each([
      ['what validate finds', { rating: 9, book_id: BOOK }, 422, [{ pointer: '#/rating', code: 'maximum' }]],
      ['what serde refuses', { rating: '4', book_id: BOOK }, 422, []],
      ['what the database refuses', { rating: 4, book_id: '11111111-1111-4111-8111-111111111111' }, 422, []],
    ])('reports %s as a problem', async (_, body, status, errors) => {
      const answer = await send('POST', '/reviews', body);
      expect(answer).toMatchObject({ status, type: 'application/problem+json', json: { status, errors } });
    });

    test.each([
      ['an id that is none', 'GET', '/reviews/emma'],
      ['a part that is none', 'GET', '/reviews?limit=some'],
      ['a part that is too large', 'GET', '/reviews?limit=101'],
      ['an id that is none, beside a body', 'PATCH', '/reviews/emma'],
    ])('reports %s as a problem', async (_, method, place) => {
      const answer = await send(method, place, method === 'PATCH' ? {} : undefined);
      expect(answer).toMatchObject({ status: 400, type: 'application/problem+json', json: { status: 400, errors: [] } });
    });
  });
});
