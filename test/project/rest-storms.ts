/** Tests of many clients that write through REST at once, and of writes while the service or its database is killed. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Service } from './rest-writes.ts';

type Json = Readonly<Record<string, unknown>>;

const WRITERS = 200;

/** Finds people that have not exactly the rows of their class. */
const INCOMPLETE_PEOPLE = `
  SELECT id, kind FROM people WHERE
    (id IN (SELECT id FROM patients)) <> (kind = 'Patient') OR
    (id IN (SELECT id FROM employees)) <> (kind IN ('Doctor', 'Surgeon', 'Nurse')) OR
    (id IN (SELECT id FROM doctors)) <> (kind IN ('Doctor', 'Surgeon')) OR
    (id IN (SELECT id FROM surgeons)) <> (kind = 'Surgeon') OR
    (id IN (SELECT id FROM nurses)) <> (kind = 'Nurse')`;

/** Finds rows without the row of the most general class, and teams with fewer or more members than they may have. */
const BROKEN_RULES = [
  INCOMPLETE_PEOPLE,
  `SELECT id FROM patients UNION ALL SELECT id FROM employees UNION ALL SELECT id FROM doctors UNION ALL
    SELECT id FROM surgeons UNION ALL SELECT id FROM nurses EXCEPT SELECT id FROM people`,
  `SELECT id FROM teams WHERE
    (SELECT count(*) FROM team_members WHERE team_id = teams.id) NOT BETWEEN 1 AND 3`,
];

export function testStorms({ send, created, database }: Service): void {
  const brokenRules = async () => {
    const session = await database().connect();
    const found: unknown[] = [];
    for (const sql of BROKEN_RULES) found.push(...(await session.query(sql)).rows);
    await session.end();
    return found;
  };

  /** Sends requests at once. Returns their statuses, after a check that none failed for the sake of another one. */
  const storm = async (requests: readonly Parameters<typeof send>[]) => {
    const all = await Promise.all(requests.map((request) => send(...request)));
    for (const [i, { status, json }] of all.entries()) {
      expect([requests[i]?.slice(0, 2), status, json], 'a request').toSatisfy(() => status < 500 && !isAboutLocks(json));
    }
    return all.map(({ status }) => status);
  };

  test(`${WRITERS} concurrent writers keep the bounds of lists`, async () => {
    const nurses = await Promise.all(Array.from({ length: 40 }, () => created('/nurses', { name: 'Member' })));
    const some = (i: number, count: number) => Array.from({ length: count }, (_, n) => nurses[(i * 7 + n * 3) % nurses.length]);
    const teams = await Promise.all(Array.from({ length: 10 }, (_, i) => created('/teams', { member_ids: some(i, 2) })));
    const statuses = await storm(
      Array.from({ length: WRITERS }, (_, i): Parameters<typeof send> => {
        const team = `/teams/${teams[i % teams.length]}`;
        const members = { member_ids: some(i, i % 5) };
        const kinds: readonly Parameters<typeof send>[] = [
          ['PATCH', team, members],
          ['PUT', team, members],
          ['POST', '/teams', members],
          ['DELETE', `/nurses/${nurses[(i * 11) % nurses.length]}`],
          ['POST', '/teams/bulk', [members, { member_ids: some(i + 1, 3) }]],
          ['DELETE', `/people/${nurses[(i * 13) % nurses.length]}`],
          i % 20 === 0 ? ['DELETE', team] : ['PATCH', team, { member_ids: some(i, 3) }],
        ];
        return kinds[Math.floor(i / teams.length) % kinds.length] as Parameters<typeof send>;
      }),
    );
    expect([...new Set(statuses)].sort()).toEqual(expect.arrayContaining([200, 201, 204, 422]));
    expect(await brokenRules()).toEqual([]);
  });

  test(`${WRITERS} concurrent writers keep classes exclusive`, async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID());
    const places = ['/doctors', '/nurses', '/surgeons'];
    const creation = (i: number): Parameters<typeof send> => {
      return ['POST', places[i % places.length] as string, { name: 'Exclusive' }, { 'x-id': ids[i % ids.length] as string }];
    };
    const statuses = await storm(Array.from({ length: WRITERS }, (_, i) => creation(i)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(ids.length);
    expect(statuses.filter((status) => status === 409)).toHaveLength(WRITERS - ids.length);
    expect(await brokenRules()).toEqual([]);
    // Instances disappear while others with their ids are created.
    const roots = ['/people', '/employees', ...places];
    const mixed = await storm(
      Array.from({ length: WRITERS }, (_, i) => {
        const deletion: Parameters<typeof send> = ['DELETE', `${roots[i % roots.length]}/${ids[i % ids.length]}`];
        return i % 40 < 20 ? deletion : creation(i);
      }),
    );
    expect([...new Set(mixed)].sort()).toEqual(expect.arrayContaining([201, 204, 409]));
    expect(await brokenRules()).toEqual([]);
  });
}

const isAboutLocks = (json: Json): boolean => /deadlock|serializ|canceled|try_again/i.test(JSON.stringify(json));

export function testKills({ created, send, database, start }: Service): void {
  /** Finds doctors of a name that have not all their rows: those of their classes, and one for each patient. */
  const incomplete = async (name: string, patients: number) => {
    const session = await database().connect();
    const { rows } = await session.query(
      `SELECT id FROM people WHERE name LIKE $1 AND (
        id NOT IN (SELECT id FROM employees WHERE salary = 7) OR id NOT IN (SELECT id FROM doctors WHERE shift = 'day') OR
        (SELECT count(*) FROM doctor_treats WHERE doctor_id = people.id) <> $2)`,
      [name, patients],
    );
    await session.end();
    return rows;
  };

  const patientsOf = () => Promise.all(Array.from({ length: 3 }, () => created('/patients', { name: 'Treated' })));

  test('after the process is killed, acknowledged instances exist, and no instance is incomplete', async () => {
    const other = await start({ POOL_SIZE: '20' });
    const treat_ids = await patientsOf();
    const acknowledged: Json[] = [];
    const add = async (i: number) => {
      const body = JSON.stringify({ name: `Kill ${i}`, shift: 'day', salary: '7', treat_ids });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${other.address}/doctors`, { method: 'POST', headers, body });
      expect(response.status).toBe(201);
      acknowledged.push((await response.json()) as Json);
      if (acknowledged.length === 50) other.service.kill('SIGKILL');
    };
    const all = await Promise.allSettled(Array.from({ length: WRITERS }, (_, i) => add(i)));
    expect(all.some(({ status }) => status === 'rejected')).toBe(true);
    for (const json of acknowledged) expect(await send('GET', `/doctors/${json['id']}`)).toMatchObject({ status: 200, json });
    expect(await incomplete('Kill %', 3)).toEqual([]);
  });

  test('after the database is killed, acknowledged writes exist, none is incomplete, and the service recovers', async () => {
    const treat_ids = await patientsOf();
    const old = await Promise.all(Array.from({ length: 50 }, (_, i) => send('POST', '/doctors', { name: `Old ${i}` })));
    const doctor = (i: number) => ({ name: `Crash ${i}`, shift: 'day', salary: '7', treat_ids });
    const key = (i: number) => ({ 'idempotency-key': `crash-${i}` });
    const write = (i: number) => {
      return i % 4 === 0
        ? send('PUT', old[i / 4]?.location ?? '', doctor(i))
        : send('POST', '/doctors', doctor(i), i % 4 === 1 ? key(i) : {});
    };
    const acknowledged: Json[] = [];
    let restarted: Promise<void> | undefined;
    const statuses = await Promise.all(
      Array.from({ length: WRITERS }, async (_, i) => {
        // Starts a few at a time, so that the server ends between writes.
        await sleep(i * 2);
        const { status, json } = await write(i);
        if (status === 200 || status === 201) acknowledged.push(json);
        else expect([status, json['code']]).toEqual([503, 'unavailable']);
        if (acknowledged.length >= 50) restarted ??= database().crash();
        return status;
      }),
    );
    expect(statuses).toContain(503);
    await restarted;
    for (let i = 0; i < 100 && (await send('GET', '/patients?limit=1')).status !== 200; i++) await sleep(100);
    for (const json of acknowledged) expect(await send('GET', `/doctors/${json['id']}`)).toMatchObject({ status: 200, json });
    expect(await incomplete('Crash %', 3)).toEqual([]);
    // A client that repeats its request with the same key creates one instance, whether it saw a response or not.
    const withKey = Array.from({ length: WRITERS }, (_, i) => i).filter((i) => i % 4 === 1);
    for (const i of withKey) {
      const { status, json } = await send('POST', '/doctors', doctor(i), key(i));
      expect([i, status]).toEqual([i, 201]);
      expect((await send('GET', `/doctors?name=${encodeURIComponent(`Crash ${i}`)}`)).json).toMatchObject({
        total: 1,
        items: [{ id: json['id'] }],
      });
    }
  });
}
