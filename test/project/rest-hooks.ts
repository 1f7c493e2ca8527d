/** Tests of the user's code in operations, of the connections of clients and to the database, and of metrics and traces. */

import { spawnSync } from 'node:child_process';
import { createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { projectCargoEnvironment } from '../support/caches.ts';
import type { Service } from './rest-writes.ts';

export function testHooks({ send, created }: Service): void {
  test('a hook sees the stored instance, and rejects or changes updates and replacements', async () => {
    const ward = await created('/wards', { ward_name: 'H1', beds: 1 });
    for (const method of ['PATCH', 'PUT']) {
      const rejected = await send(method, `/wards/${ward}`, { ward_name: 'H2' }, { 'x-fixed-name': '1' });
      expect(rejected).toMatchObject({ status: 403, json: { detail: 'The name is fixed.' } });
      const same = await send(method, `/wards/${ward}`, { ward_name: 'H1', beds: 2 }, { 'x-fixed-name': '1' });
      expect(same).toMatchObject({ status: 200, json: { ward_name: 'H1', beds: 2 } });
      const { total } = (await send('GET', '/wards')).json;
      const counted = await send(method, `/wards/${ward}`, { ward_name: 'H1' }, { 'x-count-beds': '1' });
      expect(counted).toMatchObject({ status: 200, json: { beds: total } });
    }
    expect((await send('GET', `/wards/${ward}`)).json).toMatchObject({ ward_name: 'H1' });
  });

  test('the hook of a class runs for its instances at the path of a superclass', async () => {
    const doctor = await created('/doctors', { name: 'Hook', specialty: 'heart', treat_ids: [] });
    const keep = { 'x-keep-specialty': '1' };
    expect(await send('PATCH', `/people/${doctor}`, { name: 'Kept' }, keep)).toMatchObject({
      status: 200,
      json: { name: 'Kept', specialty: 'heart' },
    });
    expect((await send('PUT', `/doctors/${doctor}`, { name: 'Kept' }, keep)).json).toMatchObject({ specialty: 'heart' });
  });

  test('responses show a computed field, also in lists, with relations, and at the path of a superclass', async () => {
    const ward = await created('/wards', { ward_name: 'C99' });
    const nurse = await created('/nurses', { name: 'Computed Ann', works_in_id: ward });
    const json = { id: nurse, label: 'COMPUTED ANN' };
    for (const place of ['/nurses', '/employees', '/people']) {
      expect(await send('GET', `${place}/${nurse}`)).toMatchObject({ status: 200, json });
      expect((await send('GET', `${place}?name=Computed%20Ann`)).json).toMatchObject({ items: [json] });
    }
    expect((await send('GET', `/nurses/${nurse}?include=works_in`)).json).toMatchObject({ ...json, works_in: { id: ward } });
    expect((await send('GET', `/wards/${ward}/nurses`)).json).toMatchObject({ items: [json] });
    const { etag } = await send('GET', `/nurses/${nurse}`);
    const changed = await send('PATCH', `/nurses/${nurse}`, { name: 'Computed Eve' }, { 'if-match': etag });
    expect(changed).toMatchObject({ status: 200, json: { label: 'COMPUTED EVE' } });
    expect(changed.etag).not.toBe(etag);
    const many = await send('POST', '/nurses/bulk', [{ name: 'Computed Zoe', works_in_id: ward }]);
    expect(many).toMatchObject({ status: 201, json: [{ label: 'COMPUTED ZOE' }] });
  });

  test('statements of a hook are part of the transaction', async () => {
    const people = async () => (await send('GET', '/people?name=Hook&kind=Person')).json['total'];
    const add = { 'x-add-person': '1' };
    expect((await send('POST', '/wards', { ward_name: 'H3' }, add)).status).toBe(201);
    expect(await people()).toBe(1);
    expect((await send('POST', '/wards', { ward_name: 'H3' }, add)).status).toBe(409);
    expect((await send('POST', '/wards', { ward_name: 'wrong' }, add)).status).toBe(422);
    expect(await people()).toBe(1);
  });

  test('unknown members of new instances and replacements are ignored, those of updates rejected', async () => {
    const { status, location, json } = await send('POST', '/wards', { ward_name: 'U1', unknown: 1 });
    expect([status, json]).toEqual([201, { id: expect.any(String), ward_name: 'U1' }]);
    expect(await send('PUT', location, { ward_name: 'U1', unknown: 1 })).toMatchObject({ status: 200, json });
    expect(await send('PATCH', location, { unknown: 1 })).toMatchObject({ status: 422, json: { code: 'invalid_value' } });
  });

  test('an array is no body of an object', async () => {
    const location = `/wards/${await created('/wards', { ward_name: 'Z9', beds: 1 })}`;
    const code = 'invalid_value';
    expect(await send('POST', '/wards', ['Z8', 1])).toMatchObject({ status: 422, json: { code, errors: [{ pointer: '#' }] } });
    expect(await send('PUT', location, ['Z8'])).toMatchObject({ status: 422, json: { code } });
    expect(await send('PATCH', location, [])).toMatchObject({ status: 422, json: { code } });
    expect(await send('POST', '/wards/bulk', [['Z8']])).toMatchObject({ status: 422, json: { errors: [{ pointer: '#/0' }] } });
    expect((await send('GET', location)).json).toMatchObject({ ward_name: 'Z9', beds: 1 });
  });
}

export function testConnections({ database, start }: Service): void {
  test('requests whose rules run statements need one connection each', async () => {
    const { service, address } = await start({ POOL_SIZE: '1' });
    const send = async (method: string, place: string, body?: unknown) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${address}${place}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    };
    const names = Array.from({ length: 8 }, (_, i) => `C${i}`);
    const all = await Promise.all(
      names.map(async (ward_name) => {
        const made = await send('POST', '/wards', { ward_name });
        const { id } = JSON.parse(made.text) as { id: string };
        const others = [
          await send('GET', `/wards/${id}`),
          await send('PATCH', `/wards/${id}`, { beds: 2 }),
          await send('PUT', `/wards/${id}`, { ward_name }),
          await send('GET', `/wards/${id}/nurses?include=works_in`),
          await send('DELETE', `/wards/${id}`),
        ];
        return [made, ...others].map(({ status }) => status);
      }),
    );
    service.kill();
    for (const statuses of all) expect(statuses).toEqual([201, 200, 200, 200, 200, 204]);
  });

  test('readiness does not wait for requests that use all connections', async () => {
    const { service, address } = await start({ POOL_SIZE: '1' });
    const session = await database().connect();
    await session.query('BEGIN; LOCK TABLE wards');
    const waiting = fetch(`${address}/wards`);
    const blocked = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'wards'::regclass";
    while ((await session.query(blocked)).rows.length === 0) await sleep(10);
    expect((await fetch(`${address}/ready`)).status).toBe(204);
    await session.query('ROLLBACK');
    expect((await waiting).status).toBe(200);
    await session.end();
    service.kill();
  });

  test('a client that sends no complete head of a request is disconnected', async () => {
    const { service, address } = await start({ HEADER_TIMEOUT: '1' });
    for (const start of ['', 'GET /wards HTTP/1.1\r\nhost:']) {
      const socket = connect(Number(new URL(address).port), '127.0.0.1');
      const closed = new Promise((resolve) => socket.on('close', () => resolve('closed')).on('error', () => undefined));
      socket.resume().write(start);
      expect(await Promise.race([closed, sleep(5000)])).toBe('closed');
    }
    service.kill('SIGTERM');
    await new Promise((resolve) => service.once('exit', resolve));
    expect(service.exitCode).toBe(0);
  });

  test('a process that waits for another one to migrate does not stop CREATE INDEX CONCURRENTLY', async () => {
    const session = await database().connect();
    const lock = 0x636f646567656en;
    await session.query(`SELECT pg_advisory_lock(${lock})`);
    const started = start({});
    await sleep(2000);
    await session.query('CREATE INDEX CONCURRENTLY while_waiting ON wards (id)');
    await session.query(`SELECT pg_advisory_unlock(${lock}); DROP INDEX while_waiting`);
    await session.end();
    (await started).service.kill();
  });

  test.each([{}, { LISTEN: '0.0.0.0', PUBLISHED: 'loopback' }])(
    'without a token, requests to another host than this machine are rejected: %j',
    async (settings) => {
      const { service, address } = await start(settings);
      const { port } = new URL(address);
      const statusOf = (host: string) =>
        new Promise((resolve, reject) => {
          const request = get(`${address}/wards`, { headers: { host } }, (response) => resolve(response.resume().statusCode));
          request.on('error', reject);
        });
      for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
        expect([host, await statusOf(host)]).toEqual([host, 200]);
      for (const host of [`example.org:${port}`, 'localhost.example.org', '10.0.0.1'])
        expect([host, await statusOf(host)]).toEqual([host, 403]);
      service.kill();
    },
  );

  test('a wrong configuration ends the service', async () => {
    for (const settings of [{ RUST_LOG: 'info=loud' }, { LOG_FORMAT: 'JSON' }]) {
      await expect(start(settings)).rejects.toThrow('the service does not answer');
    }
  });

  test('a failed start is reported, also if the filter of the log leaves the message out', () => {
    const message = 'LISTEN must be an address and a port\n';
    const outcome = (RUST_LOG: string) => {
      const program = path.join(projectCargoEnvironment.CARGO_TARGET_DIR, 'debug/clinic');
      return spawnSync(program, { env: { ...process.env, RUST_LOG, LISTEN: 'nowhere' }, encoding: 'utf8' });
    };
    for (const filter of ['', 'error'])
      expect(outcome(filter)).toMatchObject({ status: 1, stdout: expect.stringContaining(message), stderr: '' });
    for (const filter of ['off', 'sqlx=debug']) expect(outcome(filter)).toMatchObject({ status: 1, stdout: '', stderr: message });
  });

  test('with MIGRATE=false, the service applies no migrations, and creates its own table', async () => {
    const session = await database().connect();
    await session.query('ALTER TABLE _sqlx_migrations RENAME TO kept_migrations');
    await session.query('ALTER SCHEMA codegen_service RENAME TO kept_service; CREATE ROLE limited LOGIN');
    const url = `postgres://limited@localhost/postgres?host=${encodeURIComponent(database().host)}`;
    await expect(start({ MIGRATE: 'false', DATABASE_URL: url })).rejects.toThrow('the service does not answer');
    const { service, address } = await start({ MIGRATE: 'false' });
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'unmigrated-1' };
    const body = JSON.stringify({ ward_name: 'M1' });
    expect((await fetch(`${address}/wards`, { method: 'POST', headers, body })).status).toBe(201);
    expect((await session.query("SELECT to_regclass('_sqlx_migrations') AS found")).rows).toEqual([{ found: null }]);
    await session.query('ALTER TABLE kept_migrations RENAME TO _sqlx_migrations');
    await session.query('DROP SCHEMA codegen_service CASCADE; ALTER SCHEMA kept_service RENAME TO codegen_service');
    await session.end();
    service.kill();
  });
}

export function testReports({ start }: Service): void {
  test('the features metrics and otel report requests', async () => {
    const received: Buffer[] = [];
    const collector = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => received.push(chunk)).on('end', () => response.end());
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, RUST_LOG: 'clinic=info' };
    const { service, address } = await start(settings);
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    expect((await fetch(`${address}/wards`, { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } })).status).toBe(200);
    const metrics = await (await fetch(`${address}/metrics`)).text();
    expect(metrics).toContain('axum_http_requests_total{method="GET",status="200",endpoint="/wards"} 1');
    service.kill('SIGTERM');
    await new Promise((resolve) => service.once('exit', resolve));
    collector.close();
    const spans = Buffer.concat(received);
    for (const part of [Buffer.from(trace, 'hex'), Buffer.from('clinic'), Buffer.from('/wards')]) {
      expect(spans.includes(part), part.toString()).toBe(true);
    }
  });
}
