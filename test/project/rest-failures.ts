/** Tests of failures of the service's own code or of its transactions, and of limits that its settings state. */

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectCargoEnvironment } from '../support/caches.ts';
import type { Service } from './rest-writes.ts';

export function testFailures({ send, created, database, start }: Service): void {
  const member = () => created('/nurses', { name: 'Member' });

  test('a panic is a problem, and the service continues', async () => {
    expect(await send('GET', '/teams', undefined, { 'x-panic': '1' })).toMatchObject({
      status: 500,
      type: 'application/problem+json',
      json: { title: 'Internal Server Error', status: 500, code: 'internal_error' },
    });
    expect((await send('GET', '/teams')).status).toBe(200);
  });

  test('a transaction that PostgreSQL cancels for another one runs up to five times', async () => {
    const session = await database().connect();
    const member_ids = [await member()];
    for (const code of ['40001', '40P01']) {
      // A sequence keeps its value when the transaction is rolled back.
      const cancels = async (times: number) =>
        session.query(`DROP SCHEMA IF EXISTS own CASCADE; CREATE SCHEMA own; CREATE SEQUENCE own.attempts;
          CREATE FUNCTION own.cancel(code text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
            IF nextval('own.attempts') <= ${times} THEN RAISE EXCEPTION USING ERRCODE = code; END IF;
          END $$`);
      const attempts = async () => (await session.query('SELECT last_value::int AS count FROM own.attempts')).rows;
      await cancels(4);
      expect(await send('POST', '/teams', { member_ids }, { 'x-cancel': code })).toMatchObject({ status: 201 });
      expect(await attempts()).toEqual([{ count: 5 }]);
      await cancels(5);
      expect(await send('POST', '/teams', { member_ids }, { 'x-cancel': code })).toMatchObject({
        status: 503,
        type: 'application/problem+json',
        json: { code: 'try_again', detail: 'The database is busy or does not answer.' },
      });
      expect(await attempts()).toEqual([{ count: 5 }]);
    }
    await session.query('DROP SCHEMA own CASCADE');
    await session.end();
  });

  test('clients do not notice a deadlock', async () => {
    const member_ids = [await member()];
    const [one, other] = [await created('/teams', { member_ids }), await created('/teams', { member_ids })];
    const update = (id: string, next: string) => send('PATCH', `/teams/${id}`, { member_ids }, { 'x-lock': next });
    const all = await Promise.all([update(one, other), update(other, one)]);
    expect(all.map(({ status }) => status)).toEqual([200, 200]);
    const session = await database().connect();
    const { rows } = await session.query("SELECT deadlocks::int FROM pg_stat_database WHERE datname = 'postgres'");
    expect(rows[0].deadlocks).toBeGreaterThan(0);
    await session.end();
  });

  test('the hook after a commit runs once for each stored change, and not after a rollback', async () => {
    const session = await database().connect();
    await session.query('CREATE SCHEMA own; CREATE TABLE own.changes (operation text, id uuid, is_stored boolean)');
    const changes = async () => {
      const { rows } = await session.query('DELETE FROM own.changes RETURNING operation, id, is_stored');
      return rows;
    };
    const member_ids = [await member()];
    const id = await created('/teams', { member_ids });
    expect(await changes()).toEqual([{ operation: 'Create', id, is_stored: true }]);
    for (const method of ['PATCH', 'PUT']) {
      expect((await send(method, `/teams/${id}`, { member_ids })).status).toBe(200);
      expect(await changes()).toEqual([{ operation: 'Update', id, is_stored: true }]);
      expect((await send(method, `/teams/${id}`, { member_ids: ['2f6a0c1e-6f0d-4f5b-9f3e-0a6d1f8f2b11'] })).status).toBe(422);
    }
    expect((await send('POST', '/teams', { member_ids: [] })).status).toBe(422);
    expect((await send('POST', '/teams/bulk', [{ member_ids }, { member_ids: [] }])).status).toBe(422);
    expect((await send('DELETE', `/teams/${id}`, undefined, { 'if-match': '"old"' })).status).toBe(412);
    expect(await changes()).toEqual([]);
    expect((await send('DELETE', `/teams/${id}`)).status).toBe(204);
    expect(await changes()).toEqual([{ operation: 'Delete', id, is_stored: false }]);
    const { status, json } = await send('POST', '/teams/bulk', [{ member_ids }, { member_ids }]);
    expect(status).toBe(201);
    const all = (json as unknown as readonly { id: string }[]).map((one) => ({
      operation: 'Create',
      id: one.id,
      is_stored: true,
    }));
    expect(await changes()).toEqual(all);
    await session.query('DROP SCHEMA own CASCADE');
    await session.end();
  });

  test('without a token, the service does not listen on other addresses than those of this machine', () => {
    const program = path.join(projectCargoEnvironment.CARGO_TARGET_DIR, 'debug/clinic');
    for (const LISTEN of ['0.0.0.0:0', '[::]:0', '192.0.2.1:80']) {
      for (const API_TOKEN of ['', ' ']) {
        const env = { ...process.env, LISTEN, API_TOKEN, RUST_LOG: 'error', DATABASE_URL: 'postgres://localhost:1/unused' };
        const { status, stdout } = spawnSync(program, { env, encoding: 'utf8', timeout: 10_000 });
        expect([status, stdout]).toEqual([1, expect.stringContaining('set API_TOKEN, or listen on a loopback address')]);
      }
    }
  });

  test('a statement that takes too long ends, and its request changes nothing', async () => {
    const { service, address } = await start({ STATEMENT_TIMEOUT: '300ms' });
    const nurse = await member();
    const session = await database().connect();
    await session.query('BEGIN; LOCK TABLE nurses');
    const response = await fetch(`${address}/nurses/${nurse}`, { method: 'DELETE' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
    await session.query('ROLLBACK');
    await session.end();
    expect((await send('GET', `/nurses/${nurse}`)).status).toBe(200);
    expect((await fetch(`${address}/nurses/${nurse}`)).status).toBe(200);
    service.kill();
  });
}
