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
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeWith } from '../support/judges.ts';
import { isFullRun } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';
import { root } from '../support/program.ts';
import { buildService, startService } from '../support/service.ts';

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the operation.
  readonly data?: any;
  readonly errors?: readonly { readonly message: string; readonly extensions?: Record<string, unknown> }[];
}

describeWith(['cargo', 'postgresql'], 'the GraphQL service of a project', () => {
  describe.runIf(isFullRun)('of a clinic', () => {
    let folder: string;
    let database: Server;
    let service: ChildProcess;
    let address: string;

    const send = async (query: string, variables: object = {}): Promise<Answer> => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${address}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
      return (await response.json()) as Answer;
    };

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
      const { data, errors } = await send(getIntrospectionQuery());
      expect(errors).toBeUndefined();
      const served = buildClientSchema(data as IntrospectionQuery);
      const generated = buildSchema(readFileSync(path.join(folder, 'schema/schema.graphql'), 'utf8'));
      // Directives of the generated schema document constraints; introspection does not show where they stand.
      const changes = [...findBreakingChanges(served, generated), ...findBreakingChanges(generated, served)];
      const isShown = ({ type, description }: BreakingChange) => {
        if (type.startsWith('DIRECTIVE')) return false;
        // async-graphql's introspection does not show the interfaces of interfaces.
        const [, one, other] = /^(\w+) no longer implements|implemented by (\w+)\.$/.exec(description) ?? [];
        return !isInterfaceType(generated.getType(one ?? other ?? ''));
      };
      expect(changes.filter(isShown)).toEqual([]);
    });

    test('instances are created, related, updated and deleted, and violations name the member', async () => {
      const made = await send('mutation { createPatient(input: { name: "Ann", age: 40 }) { id kind } }');
      expect(made).toMatchObject({ data: { createPatient: { kind: 'Patient' } } });
      const patient = made.data.createPatient.id;
      const visit = 'mutation ($input: CreateVisitInput!) { createVisit(input: $input) { id patient { name } } }';
      for (let i = 0; i < 3; i++) {
        const { data } = await send(visit, { input: { patient_id: patient } });
        expect(data.createVisit.patient).toEqual({ name: 'Ann' });
      }
      expect(await send(visit, { input: { patient_id: patient, fee: '-1' } })).toMatchObject({
        errors: [{ extensions: { code: 'invalid_value', errors: [{ pointer: '#/fee' }] } }],
      });
      const page = await send('{ visits(limit: 2, offset: 1) { total items { patient { name visits { id } } } } }');
      expect(page.data.visits.total).toBe(3);
      expect(page.data.visits.items.map((one: Answer['data']) => one.patient.visits.length)).toEqual([3, 3]);
      const people = await send('{ people { items { __typename name ... on Patient { insurance } } } }');
      expect(people.data.people.items).toEqual([{ __typename: 'Patient', name: 'Ann', insurance: null }]);
      const update = 'mutation ($id: ID!) { updatePatient(id: $id, input: { age: null }) { name age } }';
      expect((await send(update, { id: patient })).data.updatePatient).toEqual({ name: 'Ann', age: null });
      const ward = await send('mutation { createWard(input: { ward_name: "A1" }) { id } }');
      const remove = 'mutation ($id: ID!) { deleteWard(id: $id) }';
      expect((await send(remove, { id: ward.data.createWard.id })).data.deleteWard).toBe(true);
      expect((await send(remove, { id: ward.data.createWard.id })).data.deleteWard).toBe(false);
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

    test('an operation that is too deep is rejected', async () => {
      const nested = Array.from({ length: 10 }).reduce<string>((inner) => `patient { visits { ${inner} } }`, 'id');
      const { data, errors } = await send(`{ visits { items { ${nested} } } }`);
      expect([data, errors?.length]).toEqual([null, 1]);
    });
  });
});
