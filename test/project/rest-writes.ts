/** Tests of writes through REST: replacements, lists of new instances, repeated requests; and of included instances. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Server } from '../support/postgres.ts';
import type { startService } from '../support/service.ts';

type Json = Readonly<Record<string, unknown>>;

/** A response of the service of a clinic. */
interface Answer {
  readonly status: number;
  readonly location: string;
  readonly etag: string;
  readonly type: string | null;
  readonly text: string;
  readonly json: Json;
}

/** What the tests use. The database is known after the service has started. */
export interface Service {
  readonly send: (method: string, place: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  readonly created: (place: string, body: Json) => Promise<string>;
  readonly database: () => Server;
  /** Starts the service again, on the same database and without a token. */
  readonly start: (settings?: Readonly<Record<string, string>>) => ReturnType<typeof startService>;
}

export function testReplacements({ send, created }: Service): void {
  test('a replacement has the members of the body, and no others', async () => {
    const patient = await created('/patients', { name: 'Ann' });
    const old = { name: 'Eve', age: 50, salary: '1', specialty: 'heart', treat_ids: [patient] };
    const { location, etag, json } = await send('POST', '/doctors', old);
    const replaced = await send('PUT', location, { name: 'Eva', age: 51 }, { 'if-match': etag });
    expect(replaced).toMatchObject({
      status: 200,
      json: { id: json['id'], kind: 'Doctor', name: 'Eva', age: 51, treat_ids: [] },
    });
    expect(Object.keys(replaced.json).sort()).toEqual(['age', 'id', 'kind', 'name', 'treat_ids']);
    expect(await send('GET', location)).toMatchObject({ status: 200, json: replaced.json, etag: replaced.etag });
    expect((await send('PUT', location, replaced.json)).json).toEqual(replaced.json);
  });

  test('a replacement that is out of date, invalid or of no instance of the class is a problem', async () => {
    const { location, etag } = await send('POST', '/wards', { ward_name: 'R1', beds: 2 });
    await send('PATCH', location, { beds: 3 });
    expect(await send('PUT', location, { ward_name: 'R1' }, { 'if-match': etag })).toMatchObject({
      status: 412,
      json: { code: 'precondition_failed' },
    });
    expect(await send('PUT', location, { ward_name: 'no', beds: 0 })).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '#/ward_name' }, { pointer: '#/beds' }] },
    });
    expect(await send('PUT', location, { beds: 1 })).toMatchObject({ status: 422, json: { code: 'invalid_value' } });
    expect((await send('GET', location)).json).toMatchObject({ ward_name: 'R1', beds: 3 });
    const missing = '/wards/2f6a0c1e-6f0d-4f5b-9f3e-0a6d1f8f2b11';
    expect((await send('PUT', missing, { ward_name: 'R2' })).status).toBe(404);
    const surgeon = await created('/surgeons', { name: 'Sub', operations: 1 });
    expect((await send('PUT', `/doctors/${surgeon}`, { name: 'Other' })).status).toBe(422);
    expect((await send('PUT', `/doctors/${surgeon}`, { name: 'Other' }, { 'x-reject': '1' })).status).toBe(403);
    expect((await send('GET', `/surgeons/${surgeon}`)).json).toMatchObject({ name: 'Sub', operations: 1 });
  });

  test('of 20 replacements of the same version, one succeeds', async () => {
    const { location, etag } = await send('POST', '/doctors', { name: 'Once' });
    const replace = (i: number) => send('PUT', location, { name: `Once ${i}` }, { 'if-match': etag });
    const all = await Promise.all(Array.from({ length: 20 }, (_, i) => replace(i)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
  });
}

export function testRepeatedRequests({ send, database }: Service): void {
  test('a repeated key with the same body gets the stored response', async () => {
    const key = { 'idempotency-key': 'first-1' };
    const first = await send('POST', '/wards', { ward_name: 'I1', beds: 2 }, key);
    expect(first.status).toBe(201);
    // The members of an object have no order.
    expect(await send('POST', '/wards', { beds: 2, ward_name: 'I1' }, key)).toEqual(first);
    expect(await send('POST', '/wards', { ward_name: 'I2' }, key)).toMatchObject({ status: 422, json: { code: 'key_reused' } });
    expect((await send('GET', '/wards?ward_name=I2')).json['total']).toBe(0);
    // Each path has its own keys.
    expect((await send('POST', '/patients', { name: 'Key' }, key)).status).toBe(201);
    // The response is that of the first request, whatever happened since.
    await send('DELETE', first.location);
    expect(await send('POST', '/wards', { ward_name: 'I1', beds: 2 }, key)).toEqual(first);
    for (const wrong of ['', 'a b', 'x'.repeat(256)]) {
      expect((await send('POST', '/wards', { ward_name: 'I3' }, { 'idempotency-key': wrong })).status, wrong).toBe(400);
    }
  });

  test('a rejected request leaves its key free', async () => {
    const key = { 'idempotency-key': 'rejected-1' };
    expect((await send('POST', '/wards', { ward_name: 'wrong' }, key)).status).toBe(422);
    expect((await send('POST', '/wards', { ward_name: 'I4' }, key)).status).toBe(201);
  });

  test('of 20 concurrent requests with one key, one creates an instance', async () => {
    const request = () => send('POST', '/doctors', { name: 'Concurrent' }, { 'idempotency-key': 'concurrent-1' });
    const all = await Promise.all(Array.from({ length: 20 }, request));
    const created = all.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ json }) => json['id'])).size).toBe(1);
    for (const one of all) if (one.status !== 201) expect(one).toMatchObject({ status: 409, json: { code: 'key_in_use' } });
    expect((await send('GET', '/doctors?name=Concurrent')).json['total']).toBe(1);
  });

  test('a request whose key is in use is rejected until the first one ends', async () => {
    const session = await database().connect();
    await session.query('BEGIN; LOCK TABLE wards');
    const request = () => send('POST', '/wards', { ward_name: 'I5' }, { 'idempotency-key': 'waiting-1' });
    const waiting = request();
    // The first request has its key once it waits for the table.
    const countWaiting = async () => (await session.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount;
    while ((await countWaiting()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await request()).toMatchObject({ status: 409, json: { code: 'key_in_use' } });
    await session.query('ROLLBACK');
    await session.end();
    const first = await waiting;
    expect(first.status).toBe(201);
    expect(await request()).toEqual(first);
  });

  test('a response that this version of the service cannot read is not given again', async () => {
    const session = await database().connect();
    const request = () => send('POST', '/wards', { ward_name: 'O7' }, { 'idempotency-key': 'older-1' });
    expect((await request()).status).toBe(201);
    await session.query("UPDATE codegen_service.idempotency_keys SET response = '[{}]'");
    const detail = expect.stringContaining('An older version of the service answered');
    expect(await request()).toMatchObject({ status: 422, json: { code: 'key_reused', detail } });
    expect((await send('GET', '/wards?ward_name=O7')).json['total']).toBe(1);
    await session.end();
  });

  test('a key expires after 24 hours, and is deleted', async () => {
    const session = await database().connect();
    const key = { 'idempotency-key': 'expired-1' };
    const create = async () => (await send('POST', '/patients', { name: 'Expired' }, key)).json['id'];
    const first = await create();
    const table = 'codegen_service.idempotency_keys';
    await session.query(`UPDATE ${table} SET created_at = now() - INTERVAL '25 hours'`);
    expect(await create()).not.toBe(first);
    expect((await session.query(`SELECT FROM ${table}`)).rowCount).toBe(1);
    await session.end();
  });
}

export function testLists({ send, created }: Service): void {
  test('a list of new instances is created as a whole, or not at all', async () => {
    const wards = ['L1', 'L2', 'L3'].map((ward_name) => ({ ward_name }));
    const { status, json } = await send('POST', '/wards/bulk', wards);
    expect([status, json]).toEqual([201, wards.map((ward) => expect.objectContaining({ ...ward, id: expect.any(String) }))]);
    const more = (ward_name: string, beds = 1) => [{ ward_name: 'L4' }, { ward_name: 'L5' }, { ward_name, beds }];
    const problems: readonly (readonly [number, unknown, string])[] = [
      [422, more('wrong'), '#/2/ward_name'],
      [422, more('L6', 0), '#/2/beds'],
      [409, more('L1'), '#/2/ward_name'],
      [409, more('L4'), '#/2/ward_name'],
      [422, [{ ward_name: 'L4' }, { beds: 'many' }], '#/1/beds'],
    ];
    for (const [expected, body, pointer] of problems) {
      expect(await send('POST', '/wards/bulk', body)).toMatchObject({ status: expected, json: { errors: [{ pointer }] } });
    }
    expect(
      (
        await send(
          'POST',
          '/wards/bulk',
          Array.from({ length: 101 }, () => ({})),
        )
      ).status,
    ).toBe(422);
    expect((await send('GET', '/wards?ward_name=L4')).json['total']).toBe(0);
    expect(await send('POST', '/wards/bulk', [])).toMatchObject({ status: 201, json: [] });
    const visits = [{ patient_id: await created('/patients', {}) }, { patient_id: '2f6a0c1e-6f0d-4f5b-9f3e-0a6d1f8f2b11' }];
    expect(await send('POST', '/visits/bulk', visits)).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '#/1/patient_id', constraint: 'visits_patient_id_fkey' }] },
    });
  });

  test('a list with a key is created once', async () => {
    const key = { 'idempotency-key': 'list-1' };
    const first = await send('POST', '/doctors/bulk', [{ name: 'Bulk' }, { name: 'Bulk' }], key);
    expect(await send('POST', '/doctors/bulk', [{ name: 'Bulk' }, { name: 'Bulk' }], key)).toEqual(first);
    expect((await send('GET', '/doctors?name=Bulk')).json['total']).toBe(2);
    const surgeons = await send('POST', '/surgeons/bulk', [{}], { 'x-reject': '1' });
    expect(surgeons.status).toBe(403);
  });
}

export function testIncludes({ send, created, database, start }: Service): void {
  test('the number of statements does not depend on the number of instances', async () => {
    const patient = await created('/patients', {});
    const surgeon = await created('/surgeons', {});
    for (let i = 0; i < 20; i++) await created('/visits', { patient_id: patient, seen_by_id: surgeon, fee: '7.5' });
    const session = await database().connect();
    await session.query("ALTER ROLE postgres SET log_statement = 'all'");
    const { service, address } = await start();
    const statements = () => readFileSync(path.join(database().host, 'log'), 'utf8').match(/LOG: {2}execute /g)?.length ?? 0;
    const counts: number[] = [];
    for (const limit of [1, 20]) {
      const before = statements();
      const response = await fetch(`${address}/visits?fee=7.5&limit=${limit}&include=patient,seen_by,samples`);
      expect(((await response.json()) as Json)['items']).toHaveLength(limit);
      counts.push(statements() - before);
    }
    service.kill();
    await session.query('ALTER ROLE postgres RESET log_statement');
    await session.end();
    // The number of visits, the visits, their patients, the classes of employees, the surgeons, and the rows of samples and samples.
    expect(counts).toEqual([7, 7]);
  });

  test('a response includes related instances', async () => {
    const patients = [await created('/patients', { name: 'P' }), await created('/patients', { name: 'P' })].sort();
    const doctor = await created('/doctors', { name: 'Included', treat_ids: patients });
    const visit = await created('/visits', { patient_id: patients[0], seen_by_id: doctor });
    const sample = await created('/samples', { of_visit_id: visit });
    const other = await created('/visits', { patient_id: patients[1] });
    const { json } = await send('GET', `/visits/${visit}?include=patient,seen_by,samples`);
    expect(json).toMatchObject({
      id: visit,
      patient: { id: patients[0], name: 'P' },
      seen_by: { id: doctor, kind: 'Doctor', treat_ids: patients },
      samples: [{ id: sample }],
    });
    const list = await send('GET', `/visits?id[in]=${visit},${other}&sort=-patient_id&include=patient,seen_by,samples`);
    const [second, first] = list.json['items'] as Json[];
    expect(first).toEqual(json);
    expect(second).toMatchObject({ id: other, patient: { id: patients[1] }, samples: [] });
    expect(second).not.toHaveProperty('seen_by');
    const treated = await send('GET', `/people/${doctor}`);
    expect((await send('GET', `/doctors/${doctor}?include=treats`)).json).toEqual({
      ...treated.json,
      treats: patients.map((id) => expect.objectContaining({ id })),
    });
    const related = await send('GET', `/patients/${patients[0]}/visits?include=seen_by`);
    expect(related.json['items']).toMatchObject([{ id: visit, seen_by: { name: 'Included' } }]);
    expect((await send('GET', `/visits/${visit}?include=patient`)).etag).toBe('');
  });

  test('a response includes at most 1,000 instances of a relation', async () => {
    const visit = await created('/visits', { patient_id: await created('/patients', {}) });
    const samples = (count: number) =>
      send(
        'POST',
        '/samples/bulk',
        Array.from({ length: count }, () => ({ of_visit_id: visit })),
      );
    await Promise.all(Array.from({ length: 10 }, () => samples(100)));
    const { json } = await send('GET', `/visits/${visit}?include=samples`);
    expect(json['samples']).toHaveLength(1000);
    await samples(1);
    expect(await send('GET', `/visits/${visit}?include=samples`)).toMatchObject({
      status: 400,
      json: { errors: [{ parameter: 'include' }] },
    });
  });

  test('a response includes only what the client may list', async () => {
    const surgeon = await created('/surgeons', { name: 'Hidden' });
    const patient = await created('/patients', {});
    const visit = await created('/visits', { patient_id: patient, seen_by_id: surgeon });
    const reject = { 'x-reject': '1' };
    for (const place of [`/visits/${visit}?`, `/visits?id=${visit}&`]) {
      expect((await send('GET', `${place}include=patient`, undefined, reject)).status).toBe(200);
      const hidden = await send('GET', `${place}include=seen_by`, undefined, reject);
      expect([hidden.status, JSON.stringify(hidden.json).includes('"seen_by":')]).toEqual([200, false]);
      const shown = await send('GET', `${place}include=seen_by`);
      expect(JSON.stringify(shown.json)).toContain('"seen_by":{');
      for (const wrong of ['', 'unknown', 'patient_id', 'patient,patient', 'patient&include=samples']) {
        expect(await send('GET', `${place}include=${wrong}`), wrong).toMatchObject({
          status: 400,
          json: { errors: [{ parameter: 'include' }] },
        });
      }
    }
  });
}
