/** Builds the service of a published ontology, and calls it with generated instances, its own documents and random operations. */

import { describe, expect, test } from 'vitest';
import { concreteClasses } from '../../src/model/index.ts';
import { describeApi } from '../../src/targets/openapi-spec/index.ts';
import { describeWith } from '../support/judges.ts';
import { isFullRun, modelOf, ontologyFile } from '../support/ontologies.ts';
import { codegen } from '../support/program.ts';
import { buildService, serviceDuringTests } from '../support/service.ts';
import { testDocuments, testRandomOperations } from './graphql-operations.ts';
import { schemaChangesOf } from './graphql-schemas.ts';

/** The number of generated instances of each class. */
const COUNT = 5;

describeWith(['cargo', 'postgresql'], 'the service of a published ontology', () => {
  describe.runIf(isFullRun)('of organizations', () => {
    const model = modelOf('org');
    const served = serviceDuringTests(() => buildService('org', ontologyFile('org'), 'all'));

    test('the served schema is the generated one', async () => {
      expect(await schemaChangesOf(served.folder(), served.address())).toEqual([]);
    });

    testDocuments(served, () => model);

    test('every class has a list in REST with its generated instances', async () => {
      const sample = ['data', 'sample', '--ontology', ontologyFile('org'), '--count', String(COUNT), '--to', 'sql', '--quiet'];
      const session = await served.database().connect();
      await session.query(codegen(served.folder(), sample).stdout);
      const { operations } = describeApi(await model, 'full');
      for (const { cls, kind, path } of operations.filter((one) => one.kind === 'list')) {
        const response = await fetch(`${served.address()}${path}?limit=100`);
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
