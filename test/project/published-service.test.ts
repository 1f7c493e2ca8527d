/** Builds the service of a published ontology, and calls it with generated instances, its own documents and random operations. */

import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { concreteClasses } from '../../src/model/index.ts';
import { describeApi } from '../../src/targets/openapi-spec/index.ts';
import { describeWith } from '../support/judges.ts';
import { isFullRun, modelOf, ontologyFile } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';
import { codegen } from '../support/program.ts';
import { buildService, startService } from '../support/service.ts';
import { testDocuments, testRandomOperations } from './graphql-operations.ts';
import { schemaChangesOf } from './graphql-schemas.ts';

/** The number of generated instances of each class. */
const COUNT = 5;

describeWith(['cargo', 'postgresql'], 'the service of a published ontology', () => {
  describe.runIf(isFullRun)('of organizations', () => {
    const model = modelOf('org');
    let folder: string;
    let database: Server;
    let service: ChildProcess;
    let address: string;

    beforeAll(async () => {
      folder = buildService('org', ontologyFile('org'), 'all');
      database = await startServer();
      ({ service, address } = await startService(folder, database));
    }, 900_000);

    afterAll(async () => {
      service?.kill();
      await database?.stop();
    });

    test('the served schema is the generated one', async () => {
      expect(await schemaChangesOf(folder, address)).toEqual([]);
    });

    const served = { folder: () => folder, address: () => address };
    testDocuments(served, () => model);

    test('every class has a list in REST with its generated instances', async () => {
      const sample = ['data', 'sample', '--ontology', ontologyFile('org'), '--count', String(COUNT), '--to', 'sql', '--quiet'];
      const session = await database.connect();
      await session.query(codegen(folder, sample).stdout);
      const { operations } = describeApi(await model, 'full');
      for (const { cls, kind, path } of operations.filter((one) => one.kind === 'list')) {
        const response = await fetch(`${address}${path}?limit=100`);
        const { total, items } = (await response.json()) as { readonly total: number; readonly items: readonly object[] };
        const concrete = concreteClasses(cls);
        expect([kind, path, response.status, total, items.length]).toEqual([
          kind,
          path,
          200,
          concrete.length * COUNT,
          concrete.length * COUNT,
        ]);
      }
    });

    testRandomOperations(served);
  });
});
