/** Builds the GraphQL service of a project, runs it on PostgreSQL, and compares its schema with the generated one. */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { describeWith, run } from '../support/judges.ts';
import { isFullRun } from '../support/ontologies.ts';
import { startServer } from '../support/postgres.ts';
import { root } from '../support/program.ts';
import { buildService, serviceDuringTests, startService } from '../support/service.ts';
import { testClients } from './graphql-clients.ts';
import { testDocuments, testRandomOperations } from './graphql-operations.ts';
import { generatedSchema, schemaChangesOf } from './graphql-schemas.ts';
import { differencesOf, type Send } from './rest-corpus.ts';

const clinic = path.join(root, 'test/project/clinic.ttl');

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the operation.
  readonly data?: any;
  readonly errors?: readonly { readonly message: string; readonly extensions?: Record<string, unknown> }[];
}

/** Executes an operation of a service. */
async function sendTo(
  address: string,
  query: string,
  variables: object = {},
  more: Record<string, string> = {},
): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...more };
  const response = await fetch(`${address}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  return (await response.json()) as Answer;
}

/** Returns a function that sends requests to the REST API of a service without a token. */
const sendJson =
  (address: string): Send =>
  async (method, place, body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${address}${place}`, { method, headers, ...(body !== undefined && { body }) });
    return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text() };
  };

/** Adds hooks: a statement each time that the service asks whether a client may list visits, and rules about surgeons and wards. */
function addHook(folder: string): void {
  const file = path.join(folder, 'src/hooks.rs');
  const before = 'impl Hooks for models::Visit {}';
  const hook = `impl Hooks for models::Visit {
    async fn authorize(
        caller: &Caller,
        session: &mut Session,
        _: Operation,
        _: Option<uuid::Uuid>,
    ) -> Result<(), Problem> {
        let db = session.db().await?;
        sqlx::query("SELECT 1").execute(&mut *db).await?;
        if caller.headers.contains_key("x-slow") {
            sqlx::query("SELECT pg_sleep(1.5)").execute(&mut *db).await?;
            sqlx::query("SELECT 'resumed'").execute(db).await?;
        }
        Ok(())
    }
}`;
  const rejection = `use crate::api::{http::Caller, problem::{Code, Problem}, resource::Operation, session::Session};
impl Hooks for models::Surgeon {
    async fn authorize(caller: &Caller, _: &mut Session, _: Operation, _: Option<uuid::Uuid>) -> Result<(), Problem> {
        let is_rejected = caller.headers.contains_key("x-reject");
        if is_rejected { Err(Problem::new(Code::Forbidden, "No surgeons.")) } else { Ok(()) }
    }
}`;
  const wards = `impl Hooks for models::Ward {
    async fn before_update(&mut self, stored: &Self, _: &Caller, _: &mut Session) -> Result<(), Problem> {
        if stored.beds > self.beds {
            return Err(Problem::new(Code::InvalidValue, "Wards do not shrink."));
        }
        Ok(())
    }
}`;
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(before);
  const others = [
    ['impl Hooks for models::Surgeon {}', rejection],
    ['impl Hooks for models::Ward {}', wards],
  ] as const;
  const replaced = others.reduce((all, [from, to]) => all.replace(from, to), text.replace(before, hook));
  writeFileSync(file, replaced);
}

describeWith(['cargo', 'postgresql'], 'the GraphQL service of a project', () => {
  test.runIf(isFullRun)('serves members that a subclass narrows, and lists of every class', { timeout: 900_000 }, async () => {
    const ontology = path.join(root, 'examples/shop.ttl');
    const folder = buildService('shop-graphql', ontology, 'all');
    const database = await startServer();
    const { service, address } = await startService(folder, database);
    try {
      expect(await schemaChangesOf(folder, address)).toEqual([]);
      const schema = buildSchema(generatedSchema(folder));
      const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
      const lists = queries.filter(({ args }) => args.some(({ name }) => name === 'first'));
      expect(lists.length).toBe(5);
      for (const { name: list } of lists) {
        const answer = await sendTo(address, `{ ${list} { total items { __typename } } }`);
        expect([list, answer]).toEqual([list, { data: { [list]: { total: 0, items: [] } } }]);
      }
      const { model } = await buildModel(await loadOntology(ontology));
      const { count, undeclared } = await differencesOf(model, sendJson(address));
      expect(undeclared).toEqual([]);
      expect(count).toBeGreaterThan(1000);
      const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
      const commands = readme.match(/^curl .*$/gm) ?? [];
      const [create, list, query] = commands.map((command) =>
        run('sh', ['-c', command.replace('curl', 'curl --silent --show-error').replace('localhost:8080', address)], {
          cwd: folder,
        }),
      );
      expect(create).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
      expect(JSON.parse(list ?? '')).toMatchObject({ total: 1 });
      expect(JSON.parse(query ?? '')).toMatchObject({ data: { products: { total: 1 } } });
    } finally {
      service.kill();
      await database.stop();
    }
  });

  describe.runIf(isFullRun)('of a clinic', () => {
    const served = serviceDuringTests(
      () => buildService('clinic-graphql', clinic, 'all', addHook),
      'log_statement=all',
      'logging_collector=off',
    );
    const send = (query: string, variables?: object, headers?: Record<string, string>) =>
      sendTo(served.address(), query, variables, headers);

    test('the served schema is the generated one', async () => {
      expect(await schemaChangesOf(served.folder(), served.address())).toEqual([]);
    });

    test('instances are created, related, updated and deleted, and violations name the member', async () => {
      const made = await send(
        'mutation { createPatient(input: { name: "Ann", age: 40 }) { patient { id kind } errors { code } } }',
      );
      expect(made).toMatchObject({ data: { createPatient: { patient: { kind: 'Patient' }, errors: [] } } });
      const patient = made.data.createPatient.patient.id;
      const payload = 'visit { id patient { name } } errors { code message path }';
      const visit = `mutation ($input: CreateVisitInput!) { createVisit(input: $input) { ${payload} } }`;
      for (let i = 0; i < 3; i++) {
        const { data } = await send(visit, { input: { patient_id: patient } });
        expect(data.createVisit.visit.patient).toEqual({ name: 'Ann' });
      }
      const problem = (code: string, path: readonly string[]) => ({ code, message: expect.any(String), path });
      expect(await send(visit, { input: { patient_id: patient, fee: '-1' } })).toEqual({
        data: { createVisit: { visit: null, errors: [problem('invalid_value', ['input', 'fee'])] } },
      });
      expect(
        await send(visit, { input: { patient_id: made.data.createPatient.patient.id.replace(/^.{8}/, '00000000') } }),
      ).toEqual({
        data: { createVisit: { visit: null, errors: [problem('invalid_value', ['input', 'patient_id'])] } },
      });
      const page = await send(
        '{ visits(first: 2, offset: 1) { total items { patient { name visits { total edges { node { id } } } } } } }',
      );
      expect(page.data.visits.total).toBe(3);
      expect(
        page.data.visits.items.map(({ patient }: Answer['data']) => [patient.visits.total, patient.visits.edges.length]),
      ).toEqual([
        [3, 3],
        [3, 3],
      ]);
      const people = await send('{ people { items { __typename name ... on Patient { insurance } } } }');
      expect(people.data.people.items).toEqual([{ __typename: 'Patient', name: 'Ann', insurance: null }]);
      const update =
        'mutation ($id: ID!) { updatePatient(id: $id, input: { age: null }) { patient { name age } errors { code } } }';
      expect((await send(update, { id: patient })).data.updatePatient).toEqual({
        patient: { name: 'Ann', age: null },
        errors: [],
      });
      const ward = await send('mutation { createWard(input: { ward_name: "A1" }) { ward { id } } }');
      const { id } = ward.data.createWard.ward;
      const again = await send('mutation { createWard(input: { ward_name: "A1" }) { ward { id } errors { code path } } }');
      expect(again.data.createWard).toEqual({ ward: null, errors: [{ code: 'not_unique', path: ['input', 'ward_name'] }] });
      const remove = 'mutation ($id: ID!) { deleteWard(id: $id) { deletedId errors { code path } } }';
      expect((await send(remove, { id })).data.deleteWard).toEqual({ deletedId: id, errors: [] });
      const missing = { deletedId: null, errors: [{ code: 'not_found', path: null }] };
      expect((await send(remove, { id })).data.deleteWard).toEqual(missing);
      expect((await send(remove, { id: 'none' })).data.deleteWard).toEqual(missing);
    });

    test('node finds an instance of any class by its id, with the type of its own class', async () => {
      const node =
        'query ($id: ID!) { node(id: $id) { __typename id ... on Patient { name } ... on Visit { patient { name } } } }';
      const made = await send('mutation { createPatient(input: { name: "Eve" }) { patient { id } } }');
      const { id } = made.data.createPatient.patient;
      expect((await send(node, { id })).data.node).toEqual({ __typename: 'Patient', id, name: 'Eve' });
      const visit = await send(`mutation { createVisit(input: { patient_id: "${id}" }) { visit { id } } }`);
      const visitId = visit.data.createVisit.visit.id;
      expect((await send(node, { id: visitId })).data.node).toEqual({
        __typename: 'Visit',
        id: visitId,
        patient: { name: 'Eve' },
      });
      for (const unknown of ['none', '00000000-0000-4000-8000-000000000000']) {
        expect(await send(node, { id: unknown })).toEqual({ data: { node: null } });
      }
    });

    test('lists are filtered, sorted and read in pages, in both directions', async () => {
      const ages = [30, null, 7, 30, null, 62, 7];
      for (const [i, age] of ages.entries()) {
        await send('mutation ($input: CreateNurseInput!) { createNurse(input: $input) { errors { code } } }', {
          input: { name: `n${i}`, age },
        });
      }
      const page = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { name age } }';
      const walk = async (order: string, isBackward: boolean) => {
        const found: unknown[] = [];
        for (let cursor: string | null = null; found.length < 20; ) {
          const [size, beyond, has, end] = isBackward
            ? ['last', 'before', 'hasPreviousPage', 'startCursor']
            : ['first', 'after', 'hasNextPage', 'endCursor'];
          const { data, errors } = await send(
            `query ($cursor: String) { nurses(${size}: 2, ${beyond}: $cursor, orderBy: [${order}]) { ${page} } }`,
            { cursor },
          );
          expect(errors).toBeUndefined();
          const { edges, pageInfo } = data.nurses;
          expect(pageInfo[isBackward ? 'hasNextPage' : 'hasPreviousPage']).toBe(cursor !== null);
          const names = edges.map(({ node }: Answer['data']) => node.name);
          if (isBackward) found.unshift(...names);
          else found.push(...names);
          cursor = pageInfo[end as string];
          if (!pageInfo[has as string]) return found;
        }
        return found;
      };
      const forward = await walk('AGE_ASC, NAME_DESC', false);
      expect(forward).toEqual(['n6', 'n2', 'n3', 'n0', 'n5', 'n4', 'n1']);
      expect(await walk('AGE_ASC, NAME_DESC', true)).toEqual(forward);
      const descending = await walk('AGE_DESC, NAME_ASC', false);
      expect(descending).toEqual([...forward].reverse());
      expect(await walk('AGE_DESC, NAME_ASC', true)).toEqual(descending);
      expect((await walk('', false)).length).toBe(7);

      const list = '{ total items { name } pageInfo { hasNextPage } }';
      const filtered = await send(`{
        nurses(first: 1, filter: { age: { gte: 7, lt: 62 } }) ${list}
        employees(first: 1, filter: { age: { gte: 7, lt: 62 }, kind: { eq: Nurse } }) ${list}
      }`);
      const expected = { total: 4, pageInfo: { hasNextPage: true } };
      expect(filtered.data).toMatchObject({ nurses: expected, employees: expected });
      for (const wrong of [
        'first: 101',
        'first: 1, last: 1',
        'after: "00"',
        'offset: -1',
        'filter: { salary: { gt: "x" } }',
        'filter: { salary: { eq: null } }',
        'filter: { salary: null }',
      ]) {
        const { errors } = await send(`{ nurses(${wrong}) { total items { id } } }`);
        expect([wrong, errors?.[0]?.extensions]).toMatchObject([wrong, { code: 'invalid_request' }]);
      }
    });

    test('floats of 32 bits have their shortest digits, also in filters and cursors', async () => {
      const create = 'mutation { createSample(input: { warmth: 0.1 }) { sample { warmth } } }';
      for (const _ of [1, 2]) expect((await send(create)).data.createSample.sample).toEqual({ warmth: 0.1 });
      const list = (more: string) =>
        send(`{ samples(first: 1, orderBy: [WARMTH_ASC], filter: { warmth: { lte: 0.1 } }${more}) { total edges { cursor } } }`);
      const first = (await list('')).data.samples;
      expect([first.total, first.edges.length]).toEqual([2, 1]);
      const second = (await list(`, after: "${first.edges[0].cursor}"`)).data.samples;
      expect(second.edges.length).toBe(1);
      expect((await list(`, after: "${second.edges[0].cursor}"`)).data.samples.edges).toEqual([]);
    });

    test('an empty list of ids finds nothing', async () => {
      const { data } = await send('{ nurses(filter: { id: { in: [] } }) { total items { id } } }');
      expect(data.nurses).toEqual({ total: 0, items: [] });
    });

    test('a wrong argument of one list does not affect another one', async () => {
      const made = await send('mutation { createPatient(input: { name: "Two" }) { patient { id } } }');
      const one = `patient(id: "${made.data.createPatient.patient.id}")`;
      const { data, errors } = await send(
        `{ a: ${one} { visits(after: "00") { total items { id } } } b: ${one} { visits { total items { id } } } }`,
      );
      expect(data).toEqual({ a: null, b: { visits: { total: 0, items: [] } } });
      expect(errors).toMatchObject([{ path: ['a', 'visits'], extensions: { code: 'invalid_request' } }]);
    });

    test('lists leave out instances of a forbidden class, and a single one is an error with its path', async () => {
      const made = await send(`mutation {
        a: createSurgeon(input: { name: "Rule", treat_ids: [] }) { surgeon { id } }
        b: createDoctor(input: { name: "Rule", treat_ids: [] }) { doctor { id } }
        c: createPatient(input: { name: "Rule" }) { patient { id } }
      }`);
      expect(made.errors).toBeUndefined();
      const { a, b, c } = made.data;
      const input = { patient_id: c.patient.id, seen_by_id: a.surgeon.id };
      const visit = await send('mutation ($input: CreateVisitInput!) { createVisit(input: $input) { visit { id } } }', { input });
      const { id } = visit.data.createVisit.visit;
      const reject = { 'x-reject': '1' };
      const list = 'doctors(filter: { name: { eq: "Rule" } }) { total items { id } }';
      expect((await send(`{ ${list} }`)).data.doctors.total).toBe(2);
      expect(await send(`{ ${list} }`, {}, reject)).toEqual({ data: { doctors: { total: 1, items: [{ id: b.doctor.id }] } } });
      expect(await send(`{ visit(id: "${id}") { id seen_by { name } } }`, {}, reject)).toMatchObject({
        errors: [{ message: 'No surgeons.', path: ['visit', 'seen_by'], extensions: { code: 'forbidden' } }],
      });
      expect((await send('{ surgeons { total items { id } } }', {}, reject)).errors).toMatchObject([
        { path: ['surgeons'], extensions: { code: 'forbidden' } },
      ]);
    });

    test('a hook rejects an update by the stored instance', async () => {
      const made = await send('mutation { createWard(input: { ward_name: "S1", beds: 3 }) { ward { id } } }');
      const update = (beds: number) =>
        send(
          `mutation { updateWard(id: "${made.data.createWard.ward.id}", input: { beds: ${beds} }) { ward { beds } errors { message } } }`,
        );
      expect((await update(2)).data.updateWard).toEqual({ ward: null, errors: [{ message: 'Wards do not shrink.' }] });
      expect((await update(4)).data.updateWard).toEqual({ ward: { beds: 4 }, errors: [] });
    });

    test('a repeated mutation with the same key creates nothing', async () => {
      const create = (name: string, key: string) =>
        send(
          `mutation { a: createNurse(input: { name: "${name}" }) { nurse { id } } b: createNurse(input: { name: "B" }) { nurse { id } } }`,
          {},
          { 'idempotency-key': key },
        );
      const first = await create('A', 'one');
      expect(first.errors).toBeUndefined();
      expect(first.data.a.nurse.id).not.toBe(first.data.b.nurse.id);
      expect(await create('A', 'one')).toEqual(first);
      expect((await create('C', 'one')).errors).toMatchObject([{ extensions: { code: 'key_reused' } }]);
      expect((await create('A', 'two')).data.a.nurse.id).not.toBe(first.data.a.nurse.id);
    });

    test('an operation that takes too long stops', async () => {
      const made = await send('mutation { createPatient(input: { name: "Slow" }) { patient { id } } }');
      const query = `{ patient(id: "${made.data.createPatient.patient.id}") { visits { items { id } } } }`;
      const log = path.join(served.database().host, 'log');
      const resumed = () => readFileSync(log, 'utf8').match(/execute [^:]*: SELECT 'resumed'/g)?.length ?? 0;
      expect((await send(query, {}, { 'x-slow': '' })).errors).toBeUndefined();
      expect(resumed()).toBe(1);
      const { service: limited, address: other } = await startService(served.folder(), served.database(), {
        REQUEST_TIMEOUT: '1',
      });
      expect(await sendTo(other, query, {}, { 'x-slow': '' })).toMatchObject({ code: 'unavailable' });
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect(resumed()).toBe(1);
      limited.kill();
    });

    test('related lists are filtered, sorted and read in pages, too', async () => {
      const made = await send(`mutation {
        a: createPatient(input: { name: "Pat" }) { patient { id } } b: createPatient(input: { name: "Pete" }) { patient { id } }
      }`);
      const [pat, pete] = [made.data.a.patient.id, made.data.b.patient.id];
      for (const [patient, fee] of Object.entries({ [pat]: ['3', '1', '2', null], [pete]: ['9', '8'] }).flatMap(([id, fees]) =>
        fees.map((one) => [id, one] as const),
      )) {
        const input = { patient_id: patient, fee };
        await send('mutation ($input: CreateVisitInput!) { createVisit(input: $input) { errors { code } } }', { input });
      }
      const visits = (args: string) =>
        `visits(${args}, orderBy: FEE_ASC) { total pageInfo { endCursor hasNextPage } items { fee } }`;
      const query = `query ($ids: [ID!], $after: String) {
        patients(filter: { id: { in: $ids } }, orderBy: NAME_ASC) { items { ${visits('first: 2, after: $after')} } }
      }`;
      const first = await send(query, { ids: [pat, pete] });
      const [ofPat, ofPete] = first.data.patients.items.map((one: Answer['data']) => one.visits);
      expect(ofPat).toMatchObject({ total: 4, items: [{ fee: '1' }, { fee: '2' }], pageInfo: { hasNextPage: true } });
      expect(ofPete).toMatchObject({ total: 2, items: [{ fee: '8' }, { fee: '9' }], pageInfo: { hasNextPage: false } });
      const second = await send(query, { ids: [pat], after: ofPat.pageInfo.endCursor });
      const { items, pageInfo } = second.data.patients.items[0].visits;
      expect([items, pageInfo.hasNextPage]).toEqual([[{ fee: '3' }, { fee: null }], false]);
      const filtered = `{ patient(id: "${pat}") { ${visits('filter: { fee: { gt: "1" } }, last: 1')} } }`;
      expect((await send(filtered)).data.patient.visits).toMatchObject({ total: 2, items: [{ fee: '3' }] });
      // A list of ids, in a join table.
      const doctor = await send(
        'mutation ($ids: [ID!]!) { createDoctor(input: { name: "Doc", treat_ids: $ids }) { doctor { id } errors { path } } }',
        {
          ids: [pat, pete],
        },
      );
      const treats = `{ doctor(id: "${doctor.data.createDoctor.doctor.id}") { treats(first: 1, orderBy: NAME_DESC) { total items { name } } } }`;
      expect((await send(treats)).data.doctor.treats).toEqual({ total: 2, items: [{ name: 'Pete' }] });
    });

    test('an array is no request', async () => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${served.address()}/graphql`, { method: 'POST', headers, body: '["{ wards { total } }"]' });
      expect([response.status, await response.json()]).toMatchObject([422, { errors: [{ pointer: '#' }] }]);
    });

    test('the page with the editor has fixed versions of scripts, with their hashes', async () => {
      const page = await (await fetch(`${served.address()}/graphql`)).text();
      const loaded = page.match(/(?:src|href)="https:[^"]*"\s+integrity="sha384-[^"]{64}"/g) ?? [];
      expect(loaded).toHaveLength(4);
      expect(page.match(/https:/g)).toHaveLength(4);
    });

    test('a page with related instances needs the same number of statements and permissions for each size', async () => {
      const session = await served.database().connect();
      const log = path.join(served.database().host, 'log');
      const count = async (limit: number) => {
        const before = readFileSync(log, 'utf8').length;
        await send(
          `{ visits(first: ${limit}) { items { patient { name visits(first: 1, orderBy: FEE_DESC) { total items { id } } } } } }`,
        );
        return readFileSync(log, 'utf8')
          .slice(before)
          .match(/execute [^:]*:\s*SELECT/g)?.length;
      };
      await session.end();
      await count(1);
      const one = await count(1);
      expect(one).toBeGreaterThan(2);
      expect(await count(3)).toBe(one);
    });

    test('an operation that reads too many instances is rejected', async () => {
      const made = await send('mutation { createPatient(input: { name: "Many" }) { patient { id } } }');
      const { id } = made.data.createPatient.patient;
      const one = `a: createVisit(input: { patient_id: "${id}" }) { visit { id } }`;
      const all = Array.from({ length: 30 }, (_, i) => one.replace('a:', `a${i}:`)).join(' ');
      expect((await send(`mutation { ${all} }`)).errors).toBeUndefined();
      const nested = [1, 2].reduce(
        (inner) => `visits(first: 100) { items { patient { ${inner} } } }`,
        'visits(first: 100) { items { id } }',
      );
      const { errors } = await send(`{ patient(id: "${id}") { ${nested} } }`);
      expect(errors?.[0]).toMatchObject({
        message: 'The operation reads more than 10000 instances.',
        extensions: { code: 'invalid_request' },
      });
      const values = (number: number, field: string) => {
        const fields = Array.from({ length: number }, (_, i) => `a${i}: ${field}`).join(' ');
        return send(
          `{ patient(id: "${id}") { visits(first: 100) { items { patient { visits(first: 100) { items { ${fields} } } } } } } }`,
        );
      };
      expect((await values(10, 'id')).errors).toBeUndefined();
      for (const field of ['id', '__typename']) {
        expect((await values(250, field)).errors?.[0]).toMatchObject({
          message: 'The operation returns more than 200000 values.',
          extensions: { code: 'invalid_request' },
        });
      }
    });

    test('GET runs queries, with a token, and no mutations', async () => {
      const of = (query: string, variables = {}) =>
        `${served.address()}/graphql?${new URLSearchParams({ query, operationName: 'Q', variables: JSON.stringify(variables) })}`;
      const response = await fetch(of('query Q($first: Int!) { wards(first: $first) { items { id } } }', { first: 1 }));
      expect(await response.json()).toEqual({ data: { wards: { items: expect.any(Array) } } });
      const mutation = await fetch(of('mutation Q { createWard(input: { ward_name: "G" }) { id } }'));
      expect([mutation.status, mutation.headers.get('allow')]).toEqual([405, 'POST']);
      expect((await fetch(`${of('query Q { wards { total } }')}x`)).status).toBe(400);
      expect(await (await fetch(`${served.address()}/graphql`)).text()).toContain('GraphiQL');
      const { service: closed, address: other } = await startService(served.folder(), served.database(), { API_TOKEN: 'secret' });
      expect((await fetch(of('query Q { wards { total } }').replace(served.address(), other))).status).toBe(401);
      expect((await fetch(`${other}/graphql`)).status).toBe(200);
      closed.kill();
    });

    test('an operation that is too deep is rejected', async () => {
      const nested = Array.from({ length: 10 }).reduce<string>((inner) => `patient { visits { items { ${inner} } } }`, 'id');
      const { data, errors } = await send(`{ visits { items { ${nested} } } }`);
      expect([data, errors?.length]).toEqual([null, 1]);
    });

    testClients(served);
    testDocuments(served, async () => (await buildModel(await loadOntology(clinic))).model);
    testRandomOperations(served);
  });
});
