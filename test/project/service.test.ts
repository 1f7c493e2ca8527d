/** Builds the REST service of a project, runs it on PostgreSQL, and checks its responses. */

import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildModel, type DomainClass, type DomainModel, isMember } from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { serviceModules } from '../../src/project/service/index.ts';
import { describeApi } from '../../src/targets/openapi-spec/index.ts';
import { rustModels } from '../../src/targets/rust-models/index.ts';
import { instanceSetsOf } from '../data/support.ts';
import { cargoCache, projectCargoEnvironment } from '../support/caches.ts';
import { describeWith, run } from '../support/judges.ts';
import { isFullRun, modelOf } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';
import { root } from '../support/program.ts';
import { buildService, startService } from '../support/service.ts';
import { addOwnCode } from './own-code.ts';
import { differencesOf } from './rest-corpus.ts';
import { testFailures } from './rest-failures.ts';
import { testConnections, testHooks, testReports } from './rest-hooks.ts';
import { testKills, testStorms } from './rest-storms.ts';
import { testIncludes, testLists, testRepeatedRequests, testReplacements } from './rest-writes.ts';
import { checkWithSchemathesis } from './schemathesis.ts';

type Json = Readonly<Record<string, unknown>>;

const ontology = path.join(root, 'test/project/clinic.ttl');
const folder = path.join(cargoCache, 'clinic');
const MISSING = '2f6a0c1e-6f0d-4f5b-9f3e-0a6d1f8f2b11';
const TOKEN = 'secret';

/** Tests in other files. */
const allTests = [
  ...[testReplacements, testRepeatedRequests, testLists, testIncludes, testHooks, testConnections, testReports],
  ...[testFailures, testStorms, testKills],
];

describeWith(['cargo'], 'the modules of the service', () => {
  const names = isFullRun ? ['torture', 'constraints', 'org', 'prov', 'time', 'gtfs', 'qudt', 'sosa'] : ['constraints', 'time'];
  test.each(names)('of %s are formatted as by rustfmt', async (name) => {
    const model = await modelOf(name);
    const modules = mkdtempSync(path.join(tmpdir(), 'codegen-service-'));
    for (const rest of [true, false]) {
      for (const { path: file, content } of serviceModules(model, rustModels.generate(model), { rest, graphql: true })) {
        writeFileSync(path.join(modules, file), content);
      }
      run('rustfmt', ['--edition', '2021', '--check', 'mod.rs'], { cwd: modules });
    }
    rmSync(modules, { recursive: true });
  });
});

describeWith(['cargo', 'postgresql'], 'the REST service of a project', () => {
  describe.runIf(isFullRun)('of a clinic', () => {
    let model: DomainModel;
    let database: Server;
    let service: ChildProcess;
    let address: string;

    const send = async (method: string, place: string, body?: unknown, headers: Record<string, string> = {}) => {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const response = await fetch(`${address}${place}`, {
        method,
        headers: { authorization: `Bearer ${TOKEN}`, ...(body !== undefined && { 'content-type': type }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const json = text === '' ? {} : (JSON.parse(text) as Json);
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        location: response.headers.get('location') ?? '',
        etag: response.headers.get('etag') ?? '',
        link: response.headers.get('link') ?? '',
        text,
        json,
      };
    };

    const created = async (place: string, body: Json): Promise<string> => {
      const { status, json } = await send('POST', place, body);
      expect([status, json]).toEqual([201, expect.anything()]);
      return json['id'] as string;
    };

    beforeAll(async () => {
      ({ model } = await buildModel(await loadOntology(ontology)));
      buildService('clinic', ontology, 'rest', addOwnCode, ['--all-features']);
      database = await startServer();
      ({ service, address } = await startService(folder, database, { API_TOKEN: TOKEN, POOL_SIZE: '60' }));
    }, 900_000);

    afterAll(async () => {
      service?.kill();
      await database?.stop();
    });

    /** Returns the path of a class, and of its list. */
    const pathOf = (cls: DomainClass) =>
      describeApi(model).operations.find((one) => one.cls === cls && one.kind === 'list')?.path ?? '';

    /** Returns the members that a client sends; references lead to instances that exist. */
    function bodyOf(cls: DomainClass, value: Json, ids: ReadonlyMap<unknown, string>): Json | undefined {
      const body: Record<string, unknown> = {};
      for (const { name, type, cardinality, discriminator } of cls.allFields) {
        if (type.kind === 'id' || discriminator || value[name] === undefined) continue;
        if (type.kind !== 'reference') body[name] = value[name];
        else if (Array.isArray(value[name])) body[name] = (value[name] as unknown[]).flatMap((id) => ids.get(id) ?? []);
        else if (ids.has(value[name])) body[name] = ids.get(value[name]);
        else if (cardinality === 'one') return undefined;
      }
      return body;
    }

    test('every instance is the same after it is created, read, listed and updated', async () => {
      let count = 0;
      for (const cls of model.classes.filter(({ abstract }) => !abstract)) {
        for (const set of instanceSetsOf(cls)) {
          const ids = new Map<unknown, string>();
          const places: string[] = [];
          for (const one of set) {
            const body = bodyOf(one.class, one.value, ids);
            expect(body, one.class.name).toBeDefined();
            const { status, json, location } = await send('POST', pathOf(one.class), body);
            expect([one.class.name, status, json]).toEqual([
              one.class.name,
              201,
              expect.objectContaining({ ...body, id: expect.any(String) }),
            ]);
            ids.set(one.value['id'], json['id'] as string);
            places.unshift(location);
            expect(location).toBe(`${pathOf(one.class)}/${json['id']}`);
            expect(await send('GET', location)).toMatchObject({ status: 200, json });
            expect(await send('PATCH', location, {})).toMatchObject({ status: 200, json });
            // A class that fixes a member has no update of it, and its superclasses accept the fixed value.
            const changesOf = (cls: DomainClass) =>
              Object.fromEntries(
                cls.allFields.flatMap((field) =>
                  isMember(field, 'update') && field.name in json ? [[field.name, json[field.name]]] : [],
                ),
              );
            expect(await send('PATCH', location, changesOf(one.class))).toMatchObject({ status: 200, json });
            for (const superclass of one.class.ancestors) {
              const place = `${pathOf(superclass)}/${json['id']}`;
              expect(await send('GET', place)).toMatchObject({ status: 200, json });
              const { status } = await send('PATCH', place, changesOf(superclass));
              expect([superclass.name, status]).toEqual([superclass.name, superclass.abstract ? 405 : 200]);
            }
            const page = await send('GET', `${pathOf(one.class)}?limit=100`);
            expect(page.json['items']).toContainEqual(json);
            count++;
          }
          for (const place of places) {
            expect((await send('DELETE', place)).status).toBe(204);
            expect((await send('GET', place)).status).toBe(404);
          }
        }
      }
      expect(count).toBeGreaterThan(14);
    });

    test('invalid values are problems that name the members', async () => {
      const patient = await created('/patients', { name: 'Ann', age: 40 });
      const visit = { patient_id: patient };
      expect(await send('POST', '/visits', { ...visit, fee: '-1' })).toMatchObject({
        status: 422,
        type: 'application/problem+json',
        json: {
          title: 'Unprocessable Entity',
          status: 422,
          code: 'invalid_value',
          errors: [{ pointer: '#/fee', detail: 'must be at least 0', axiom: ':Visit :fee sh:minInclusive 0' }],
        },
      });
      expect(await send('POST', '/visits', { patient_id: MISSING })).toMatchObject({
        status: 422,
        json: {
          errors: [{ pointer: '#/patient_id', constraint: 'visits_patient_id_fkey', axiom: ':patient rdfs:range :Patient' }],
        },
      });
      const ward = await created('/wards', { ward_name: 'A1', beds: 3 });
      expect(await send('POST', '/wards', { ward_name: 'A1' })).toMatchObject({
        status: 409,
        json: {
          code: 'not_unique',
          errors: [{ pointer: '#/ward_name', axiom: ':wardName a owl:InverseFunctionalProperty' }],
        },
      });
      expect(await send('PATCH', `/wards/${ward}`, { beds: 0 })).toMatchObject({
        status: 422,
        json: { errors: [{ pointer: '#/beds' }] },
      });
      expect(await send('PATCH', `/wards/${ward}`, { beds: null })).toMatchObject({ status: 200, json: { ward_name: 'A1' } });
      expect((await send('GET', `/wards/${ward}`)).json['beds']).toBeUndefined();
    });

    test('requests that cannot be read are problems', async () => {
      const problems: readonly (readonly [status: number, ...Parameters<typeof send>])[] = [
        [400, 'POST', '/wards', '{'],
        [415, 'POST', '/wards', '{}', { 'content-type': 'text/plain' }],
        [422, 'POST', '/wards', { beds: 'many' }],
        // Little more than the limit: the service closes the connection, and a client that still writes sees no response.
        [413, 'POST', '/wards', { ward_name: 'A'.repeat(2 * 1024 * 1024) }],
        [400, 'GET', '/wards/1'],
        [400, 'GET', `/wards/${MISSING}?inclde=nurses`],
        [404, 'GET', `/wards/${MISSING}`],
        [404, 'DELETE', `/wards/${MISSING}`],
        [400, 'GET', '/wards?limit=0'],
        [400, 'GET', '/wards?limit=101'],
        [400, 'GET', '/wards?offset=-1'],
        [404, 'GET', '/nothing'],
        [405, 'PUT', '/wards', {}],
        [405, 'GET', '/wards/bulk'],
        [401, 'GET', '/wards', undefined, { authorization: 'Bearer other' }],
      ];
      for (const [status, ...request] of problems) {
        const response = await send(...request);
        expect([request, response.status, response.type, response.json['status']]).toEqual([
          request,
          status,
          'application/problem+json',
          status,
        ]);
      }
      expect((await send('GET', '/health', undefined, { authorization: '' })).status).toBe(204);
    });

    test('a list has the members of each class, in pages', async () => {
      const nurse = await created('/nurses', { name: 'Bob', age: 30, salary: '3000.50' });
      const surgeon = await created('/surgeons', {
        name: 'Eve',
        age: 50,
        salary: '9000',
        specialty: 'heart',
        operations: 9007199254740991,
      });
      const { json } = await send('GET', '/employees');
      expect(json).toMatchObject({ total: 2, limit: 20, offset: 0 });
      expect(json['items']).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ id: nurse, kind: 'Nurse', salary: '3000.50' }),
          expect.objectContaining({ id: surgeon, kind: 'Surgeon', operations: 9007199254740991 }),
        ]),
      );
      const pages = await Promise.all(
        [0, 1, 2].map(async (offset) => (await send('GET', `/employees?limit=1&offset=${offset}`)).json['items']),
      );
      expect(pages.map((items) => (items as unknown[]).length)).toEqual([1, 1, 0]);
      expect(pages.flat()).toEqual(json['items']);
      expect(await send('PATCH', `/doctors/${surgeon}`, { specialty: 'brain' })).toMatchObject({
        status: 200,
        json: { kind: 'Surgeon', specialty: 'brain', operations: 9007199254740991 },
      });
      expect((await send('GET', `/doctors/${nurse}`)).status).toBe(404);
      expect((await send('DELETE', `/doctors/${nurse}`)).status).toBe(404);
    });

    test('names of the ontology do not collide with names of the service', async () => {
      const http = await created('/https', {});
      const uuid = await created('/uuids', { db_id: http, first_id: http });
      expect((await send('GET', `/uuids/${uuid}?include=db,first`)).json).toMatchObject({
        id: uuid,
        db: { id: http },
        first: { id: http },
      });
    });

    test('related objects are those that refer to each other', async () => {
      const patient = await created('/patients', { name: 'Ann', age: 40 });
      const doctor = await created('/doctors', { name: 'Eve', age: 50, salary: '1', treat_ids: [patient] });
      const visit = await created('/visits', { patient_id: patient, seen_by_id: doctor, note: ['first'], duration: '-P1DT2H' });
      expect((await send('GET', `/visits/${visit}?include=patient,seen_by`)).json).toMatchObject({
        id: visit,
        duration: '-P1DT2H',
        patient: { id: patient },
        seen_by: { id: doctor },
      });
      expect((await send('GET', `/doctors/${doctor}?include=treats`)).json).toMatchObject({ treats: [{ id: patient }] });
      expect((await send('GET', `/visits/${visit}/with-relations`)).status).toBe(404);
    });

    test('a list of related instances has no filter for the member that its path fixes', async () => {
      const patient = await created('/patients', { name: 'Path', age: 40 });
      const visit = await created('/visits', { patient_id: patient });
      expect((await send('GET', `/patients/${patient}/visits?sort=patient_id`)).json['items']).toMatchObject([{ id: visit }]);
      for (const name of ['patient_id', 'patient_id[in]']) {
        expect(await send('GET', `/patients/${patient}/visits?${name}=${patient}`)).toMatchObject({
          status: 400,
          json: { errors: [{ parameter: name, detail: 'is no parameter of this list' }] },
        });
      }
    });

    test('the paths and methods of the OpenAPI document are those of the service', async () => {
      const { operations } = describeApi(model, 'full');
      const routes = model.classes.flatMap(({ slug }) => {
        const own = path.join(folder, `src/api/${slug}_api.rs`);
        const source = readFileSync(existsSync(own) ? own : path.join(folder, `src/api/${slug}.rs`), 'utf8');
        const [, list] = /class_routes::<[\s\S]* PATH: &'static str = "([^"]+)"/.exec(source) ?? [];
        const common = list === undefined ? [] : [list, `${list}/bulk`, `${list}/{id}`];
        return [...common, ...[...source.matchAll(/\.route\(\s*"([^"]+)"/g)].map(([, place = '']) => place)];
      });
      expect(routes.sort()).toEqual([...new Set(operations.map((operation) => operation.path))].sort());
      for (const place of routes) {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          const isKnown = operations.some((one) => one.path === place && one.method.toUpperCase() === method);
          const { status } = await send(method, place.replace('{id}', MISSING));
          expect([method, place, status === 405]).toEqual([method, place, !isKnown]);
        }
      }
    });

    test('a list is filtered and sorted by the query parameters of the document', async () => {
      const ward = await created('/wards', { ward_name: 'F1', beds: 2 });
      const nurses = [
        await created('/nurses', { name: 'Filter', age: 30, salary: '3000.50', works_in_id: ward }),
        await created('/nurses', { name: 'Filter', age: 20, salary: '2000' }),
        await created('/nurses', { name: 'Filter' }),
      ];
      const [older, younger, unknown] = nurses;
      const found = async (query: string, place = '/nurses') => {
        const { json } = await send('GET', `${place}?name=Filter&${query}`);
        return [json['total'], ...(json['items'] as Json[]).map(({ id }) => id)];
      };
      expect(await found('sort=age')).toEqual([3, younger, older, unknown]);
      expect(await found('sort=-age&age[gte]=0')).toEqual([2, older, younger]);
      expect(await found('sort=name,-salary&salary[lt]=9999')).toEqual([2, older, younger]);
      expect(await found('age[gt]=20', '/people')).toEqual([1, older]);
      expect(await found('salary=3000.5&kind=Nurse', '/employees')).toEqual([1, older]);
      expect(await found(`works_in_id=${ward}`)).toEqual([1, older]);
      expect(await found(`id[in]=${older},${younger}&sort=age`)).toEqual([2, younger, older]);
      expect(await found('limit=1&offset=1&sort=age')).toEqual([3, older]);
      expect((await send('GET', `/wards/${ward}/nurses?sort=age`)).json).toMatchObject({ total: 1, items: [{ id: older }] });
      expect((await send('GET', `/wards/${MISSING}/nurses`)).status).toBe(404);
      const patient_id = await created('/patients', {});
      const sample = await created('/samples', { of_visit_id: await created('/visits', { patient_id }), warmth: 0.1 });
      const totals = ['warmth=0.1', 'warmth[lte]=0.1', 'warmth[gt]=0.1'].map(
        async (query) => (await send('GET', `/samples?id=${sample}&${query}`)).json['total'],
      );
      expect(await Promise.all(totals)).toEqual([1, 1, 0]);
      for (const query of ['taken_on=-99999-1-1', 'taken_on=-9999-1-1'])
        expect([query, (await send('GET', `/samples?${query}`)).status]).toEqual([query, 400]);
      const early = encodeURIComponent('-99999-01-01T00:00:00+0000');
      expect((await send('GET', `/visits?started_at=${early}`)).status).toBe(400);
      const text = encodeURIComponent("x' OR '1'='1");
      expect((await send('GET', `/nurses?name=${text}`)).json['total']).toBe(0);
      const wrong = [
        'unknown=1',
        `works_in_id[gt]=${ward}`,
        `id[gt]=${older}`,
        'after=x',
        'after=5b5d&sort=age',
        ...[[older], ['x', older], [null], [20, older], ['20', 'x'], { id: older }, ['9'.repeat(400), older]].map(
          (cursor) => `after=${Buffer.from(JSON.stringify(cursor)).toString('hex')}&sort=age`,
        ),
        `after=${Buffer.from(JSON.stringify(['\0', older])).toString('hex')}&sort=name`,
        `after=${'5b'.repeat(2000)}`,
        'age[like]=1',
        'age=x',
        'age=1&age=2',
        'kind=Ward',
        'sort=unknown',
        'sort=',
        'age[gte',
        'name[in]=a',
        'id=1',
      ];
      for (const query of wrong) {
        const [parameter] = query.split('=');
        expect(await send('GET', `/nurses?${query}`), query).toMatchObject({
          status: 400,
          json: { code: 'invalid_request', errors: [{ parameter }] },
        });
      }
    });

    test('pages follow each other by the header Link, in every order', async () => {
      const ages = [40, 20, 30, undefined, 20, undefined, 40];
      const nurses = [];
      for (const [index, age] of ages.entries()) {
        nurses.push(await created('/nurses', { name: 'Page', ...(age && { age }), ...(index % 2 === 0 && { salary: '10.5' }) }));
      }
      for (const sort of ['', 'sort=age', 'sort=-age', 'sort=salary,-age,name']) {
        const all = async (start: string) => {
          const items: string[] = [];
          for (let page: string | undefined = start; page !== undefined; ) {
            const { json, link } = await send('GET', `/nurses${page}`);
            expect(json['total']).toBe(nurses.length);
            items.push(...(json['items'] as Json[]).map(({ id }) => id as string));
            page = /^<(.+)>; rel="next"$/.exec(link)?.[1];
          }
          return items;
        };
        const sorted = await all(`?name=Page&${sort}&limit=100`);
        expect([...sorted].sort()).toEqual([...nurses].sort());
        expect(await all(`?name=Page&limit=2&${sort}&include=works_in`)).toEqual(sorted);
        expect(await all(`?offset=3&name=Page&limit=2&${sort}`)).toEqual(sorted.slice(3));
      }
    });

    test('of 50 updates of the same version, one succeeds', async () => {
      const { json, etag, location } = await send('POST', '/surgeons', { name: 'Eve' });
      expect(await send('GET', `/people/${json['id']}`)).toMatchObject({ status: 200, etag });
      expect((await send('GET', location, undefined, { 'if-none-match': etag })).status).toBe(304);
      const paths = ['/people', '/employees', '/doctors', '/surgeons'];
      const update = (i: number, headers: Record<string, string>) =>
        send('PATCH', `${paths[i % 2 === 0 ? 0 : 2]}/${json['id']}`, { name: `Eve ${i}` }, headers);
      const many = await Promise.all(Array.from({ length: 50 }, (_, i) => update(i, { 'if-match': etag })));
      expect(many.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 49 }, () => 412)]);
      const winner = many.find(({ status }) => status === 200);
      expect(await send('GET', location)).toMatchObject({ json: winner?.json, etag: winner?.etag });
      const free = await Promise.all(Array.from({ length: 50 }, (_, i) => update(i, {})));
      expect(new Set(free.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await send('DELETE', location, undefined, { 'if-match': etag })).toMatchObject({
        status: 412,
        json: { code: 'precondition_failed' },
      });
      expect((await send('DELETE', location, undefined, { 'if-match': '*' })).status).toBe(204);
    });

    test('concurrent updates of a list of references lose no reference', async () => {
      const patients = await Promise.all(Array.from({ length: 8 }, (_, i) => created('/patients', { name: `P${i}` })));
      const doctor = await created('/doctors', { name: 'Eve', treat_ids: [] });
      // Each client adds a reference to the version that it read, and starts again if it was not the last one.
      const add = async (id: string) => {
        for (;;) {
          const { json, etag } = await send('GET', `/doctors/${doctor}`);
          const treat_ids = [...(json['treat_ids'] as string[]), id];
          if ((await send('PATCH', `/doctors/${doctor}`, { treat_ids }, { 'if-match': etag })).status === 200) return;
        }
      };
      await Promise.all(patients.map(add));
      expect((await send('GET', `/doctors/${doctor}`)).json['treat_ids']).toEqual([...patients].sort());
    });

    test('of 200 concurrent creations with the same key, one succeeds', async () => {
      const all = await Promise.all(Array.from({ length: 200 }, () => send('POST', '/wards', { ward_name: 'K1' })));
      expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 199 }, () => 409)]);
    });

    for (const tests of allTests) {
      const start = (settings?: Record<string, string>) => startService(folder, database, settings);
      tests({ send, created, database: () => database, start });
    }

    test('a route of the user leaves the other methods of its path', async () => {
      const ward = await created('/wards', { ward_name: 'O1' });
      const own = await fetch(`${address}/wards/${ward}`, { method: 'OPTIONS', headers: { authorization: `Bearer ${TOKEN}` } });
      expect(await own.text()).toBe('own');
      expect(await send('PATCH', `/wards/${ward}`, { beds: 3 })).toMatchObject({ status: 200, json: { beds: 3 } });
    });

    test('a rule about a class applies to its instances below the paths of superclasses', async () => {
      const surgeon = await created('/surgeons', { name: 'Rule' });
      const doctor = await created('/doctors', { name: 'Rule', treat_ids: [] });
      const reject = { 'x-reject': '1' };
      const status = async (method: string, place: string, body?: Json) => (await send(method, place, body, reject)).status;
      expect(await status('GET', `/employees/${surgeon}`)).toBe(403);
      for (const superclass of ['/people', '/doctors']) {
        expect(await status('GET', `${superclass}/${surgeon}`)).toBe(403);
        expect(await status('PATCH', `${superclass}/${surgeon}`, { name: 'Other' })).toBe(403);
        expect(await status('DELETE', `${superclass}/${surgeon}`)).toBe(403);
        const list = await send('GET', `${superclass}?name=Rule`, undefined, reject);
        expect(list).toMatchObject({ status: 200, json: { total: 1, items: [{ id: doctor }] } });
        expect(await status('GET', `${superclass}/${doctor}`)).toBe(200);
      }
      expect(await status('GET', `/doctors/${surgeon}/treats`)).toBe(403);
      expect(await status('GET', `/doctors/${doctor}/treats`)).toBe(200);
      expect(await status('GET', '/surgeons')).toBe(403);
      const patient = await created('/patients', { name: 'Rule' });
      const visit = await created('/visits', { patient_id: patient, seen_by_id: surgeon });
      expect((await send('GET', `/visits/${visit}?include=seen_by`)).json['seen_by']).toMatchObject({ id: surgeon });
      const included = await send('GET', `/visits/${visit}?include=seen_by`, undefined, reject);
      expect([included.status, included.json['seen_by']]).toEqual([200, undefined]);
      expect((await send('GET', `/people/${surgeon}`)).json).toMatchObject({ name: 'Rule' });
    });

    test('a rule about a class applies at the paths of its subclasses', async () => {
      const surgeon = await created('/surgeons', { name: 'Heir' });
      const reject = { 'x-reject-doctors': '1' };
      const status = async (method: string, place: string, body?: Json) => (await send(method, place, body, reject)).status;
      for (const place of [`/surgeons/${surgeon}`, `/doctors/${surgeon}`, `/people/${surgeon}`, '/surgeons']) {
        expect([place, await status('GET', place)]).toEqual([place, 403]);
      }
      expect(await status('POST', '/surgeons', { name: 'Another' })).toBe(403);
      expect(await status('DELETE', `/surgeons/${surgeon}`)).toBe(403);
      expect((await send('GET', `/surgeons/${surgeon}`)).status).toBe(200);
      // The rule precedes the parameters.
      const invalid = `/surgeons/${surgeon}/visits?seen_by_id=${surgeon}`;
      expect(await status('GET', invalid)).toBe(403);
      expect((await send('GET', invalid)).status).toBe(400);
    });

    test('a replacement that excludes existing instances is rejected', async () => {
      const ward = await created('/wards', { ward_name: 'N1' });
      const { etag } = await send('GET', `/wards/${ward}`);
      for (const tag of ['*', etag, `W/${etag}`]) {
        const rejected = await send('PUT', `/wards/${ward}`, { ward_name: 'N2' }, { 'if-none-match': tag });
        expect([tag, rejected.status]).toEqual([tag, 412]);
      }
      expect((await send('GET', `/wards/${ward}`)).json).toMatchObject({ ward_name: 'N1' });
    });

    test('a request that takes too long ends', async () => {
      const { service: slow, address: other } = await startService(folder, database, { REQUEST_TIMEOUT: '1' });
      const session = await database.connect();
      await session.query('BEGIN; LOCK TABLE wards');
      const response = await fetch(`${other}/wards`);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await response.json()).toMatchObject({ code: 'unavailable' });
      await session.query('ROLLBACK');
      await session.end();
      slow.kill();
    });

    test('requests above the maximum in progress are rejected', async () => {
      const { service: limited, address: other } = await startService(folder, database, { MAX_REQUESTS: '1' });
      const session = await database.connect();
      await session.query('BEGIN; LOCK TABLE wards');
      const waiting = fetch(`${other}/wards`);
      const blocked = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'wards'::regclass";
      while ((await session.query(blocked)).rows.length === 0) await sleep(10);
      const rejected = await fetch(`${other}/patients`);
      expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '1']);
      expect(await rejected.json()).toMatchObject({ code: 'too_many_requests' });
      expect((await fetch(`${other}/health`)).status).toBe(204);
      await session.query('ROLLBACK');
      expect((await waiting).status).toBe(200);
      expect((await fetch(`${other}/patients`)).status).toBe(200);
      await session.end();
      limited.kill();
    });

    test('the API document and its page need no token', async () => {
      const document = await fetch(`${address}/openapi.yaml`);
      expect(await document.text()).toBe(readFileSync(path.join(folder, 'schema/openapi.yaml'), 'utf8'));
      expect(await (await fetch(`${address}/docs`)).text()).toContain('/openapi.yaml');
      expect((await fetch(`${address}/docs`, { method: 'POST' })).status).toBe(401);
    });

    test('every response has the id of its request', async () => {
      const { headers } = await fetch(`${address}/wards`, { headers: { 'x-request-id': 'mine' } });
      expect(headers.get('x-request-id')).toBe('mine');
      expect((await fetch(`${address}/health`)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });

    test('the service accepts exactly the bodies that the models accept', { timeout: 120_000 }, async () => {
      const { count, undeclared } = await differencesOf(model, send);
      expect(undeclared).toEqual([]);
      expect(count).toBeGreaterThan(5000);
    });

    test('the tests of the crate pass, one for each concrete class, without lint findings', async () => {
      const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(database.host)}`;
      const env = { ...projectCargoEnvironment, DATABASE_URL: url };
      // The features are those of the build, so that the dependencies and the library are not compiled again.
      const output = run('bash', ['-c', 'exec cargo test --all-features -- --include-ignored 2>&1'], { cwd: folder, env });
      expect(output).toContain('test a_created_instance_is_listed ... ok');
      const { classes } = (await buildModel(await loadOntology(ontology))).model;
      expect(output).toMatch(new RegExp(`\\b${classes.filter((cls) => !cls.abstract).length} passed; 0 failed`));
      expect(output).not.toMatch(/^warning/m);
    });

    test('Schemathesis finds no difference between the document and the service', { timeout: 300_000 }, () => {
      // Half of the classes: the others have no other kinds of operations.
      checkWithSchemathesis(folder, address, TOKEN, { paths: '^/(patients|employees|surgeons|nurses|visits|wards|teams)(/|$)' });
    });
  });
});
