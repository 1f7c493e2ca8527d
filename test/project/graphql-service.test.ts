/** Builds the GraphQL service of a project, runs it on PostgreSQL, and compares its schema with the generated one. */

import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type BreakingChange,
  buildClientSchema,
  buildSchema,
  findBreakingChanges,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeWith, run } from '../support/judges.ts';
import { isFullRun } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';
import { root } from '../support/program.ts';
import { buildService, startService } from '../support/service.ts';

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the operation.
  readonly data?: any;
  readonly errors?: readonly { readonly message: string; readonly extensions?: Record<string, unknown> }[];
}

/** Executes an operation of a service. */
async function sendTo(address: string, query: string, variables: object = {}): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${address}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  return (await response.json()) as Answer;
}

/** Returns the differences between the generated and the served schema, except those that come from async-graphql. */
async function schemaChanges(folder: string, address: string): Promise<readonly BreakingChange[]> {
  const { data, errors } = await sendTo(address, getIntrospectionQuery());
  expect(errors).toBeUndefined();
  const served = buildClientSchema(data as IntrospectionQuery);
  const generated = buildSchema(readFileSync(path.join(folder, 'schema/schema.graphql'), 'utf8'));
  // A field whose type is narrower than that of an interface is rejected, so the service has the type of the interface.
  const isOfInterface = (description: string) => {
    const [, type, field, from, to] = /^(\w+)\.(\w+) changed type from (\S+) to (\S+)\.$/.exec(description) ?? [];
    const found = generated.getType(type ?? '');
    const all = isObjectType(found) || isInterfaceType(found) ? found.getInterfaces() : [];
    return all.some((one) => [from, to].includes(String(one.getFields()[field ?? '']?.type)));
  };
  const isShown = ({ type, description }: BreakingChange) => {
    // Directives document constraints. Introspection shows neither where they stand, nor the interfaces of interfaces.
    if (type.startsWith('DIRECTIVE')) return false;
    const [, one, other] = /^(\w+) no longer implements|implemented by (\w+)\.$/.exec(description) ?? [];
    return !isInterfaceType(generated.getType(one ?? other ?? '')) && !isOfInterface(description);
  };
  return [...findBreakingChanges(served, generated), ...findBreakingChanges(generated, served)].filter(isShown);
}

describeWith(['cargo', 'postgresql'], 'the GraphQL service of a project', () => {
  test.runIf(isFullRun)('serves members that a subclass narrows, and lists of every class', { timeout: 900_000 }, async () => {
    const folder = buildService('shop-graphql', path.join(root, 'examples/shop.ttl'), 'all');
    const database = await startServer();
    const { service, address } = await startService(folder, database);
    try {
      expect(await schemaChanges(folder, address)).toEqual([]);
      const schema = buildSchema(readFileSync(path.join(folder, 'schema/schema.graphql'), 'utf8'));
      const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
      const lists = queries.filter(({ args }) => args.some(({ name }) => name === 'limit'));
      expect(lists.length).toBe(5);
      for (const { name: list } of lists) {
        const answer = await sendTo(address, `{ ${list} { total items { __typename } } }`);
        expect([list, answer]).toEqual([list, { data: { [list]: { total: 0, items: [] } } }]);
      }
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
    let folder: string;
    let database: Server;
    let service: ChildProcess;
    let address: string;

    const send = (query: string, variables?: object) => sendTo(address, query, variables);

    beforeAll(async () => {
      folder = buildService('clinic-graphql', path.join(root, 'test/project/clinic.ttl'), 'all');
      database = await startServer('log_statement=all', 'logging_collector=off');
      ({ service, address } = await startService(folder, database));
    }, 900_000);

    afterAll(async () => {
      service?.kill();
      await database?.stop();
    });

    test('the served schema is the generated one', async () => {
      expect(await schemaChanges(folder, address)).toEqual([]);
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
      const page = await send('{ visits(limit: 2, offset: 1) { total items { patient { name visits { id } } } } }');
      expect(page.data.visits.total).toBe(3);
      expect(page.data.visits.items.map((one: Answer['data']) => one.patient.visits.length)).toEqual([3, 3]);
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

    test('the page with the editor has fixed versions of scripts, with their hashes', async () => {
      const page = await (await fetch(`${address}/graphql`)).text();
      const loaded = page.match(/(?:src|href)="https:[^"]*"\s+integrity="sha384-[^"]{64}"/g) ?? [];
      expect(loaded).toHaveLength(4);
      expect(page.match(/https:/g)).toHaveLength(4);
    });

    test('a page with related instances needs the same number of statements for each size', async () => {
      const session = await database.connect();
      const log = path.join(database.host, 'log');
      const count = async (limit: number) => {
        const before = readFileSync(log, 'utf8').length;
        await send(`{ visits(limit: ${limit}) { items { patient { name visits { id } } } } }`);
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
      const nested = 'visits { patient { visits { patient { visits { id } } } } }';
      const { errors } = await send(`{ patient(id: "${id}") { ${nested} } }`);
      expect(errors?.[0]).toMatchObject({
        message: 'The operation reads more than 10000 instances.',
        extensions: { code: 'invalid_request' },
      });
    });

    test('an operation that is too deep is rejected', async () => {
      const nested = Array.from({ length: 10 }).reduce<string>((inner) => `patient { visits { ${inner} } }`, 'id');
      const { data, errors } = await send(`{ visits { items { ${nested} } } }`);
      expect([data, errors?.length]).toEqual([null, 1]);
    });
  });
});
