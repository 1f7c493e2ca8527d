/**
 * Builds the services of published ontologies, and calls them with generated instances, with documents of their models, with
 * random operations of GraphQL, and with Schemathesis. `documents` is the maximum for each class, and `paths`
 * names those that Schemathesis calls: all of them take minutes for each ontology.
 */

import { describe, expect, test } from 'vitest';
import { concreteClasses } from '../../src/model/index.ts';
import { describeApi } from '../../src/targets/openapi-spec/index.ts';
import { describeWith } from '../support/judges.ts';
import { isExhaustive, isFullRun, modelOf, ontologyFile, selectionArguments } from '../support/ontologies.ts';
import { codegen } from '../support/program.ts';
import { buildService, serviceDuringTests, startService } from '../support/service.ts';
import { testDocuments, testRandomOperations } from './graphql-operations.ts';
import { schemaChangesOf } from './graphql-schemas.ts';
import { checkWithSchemathesis } from './schemathesis.ts';

/** The number of generated instances of each class. */
const COUNT = 5;

const ontologies: readonly {
  readonly name: string;
  readonly file: string;
  readonly documents: number;
  readonly paths?: string;
}[] = [
  { name: 'org', file: ontologyFile('org'), documents: 100, paths: 'memberships|posts|sites' },
  // 84 classes.
  { name: 'saref', file: ontologyFile('saref'), documents: 6, paths: 'measurements|commands' },
  // Classes of schema.org with up to 80 members. Their service takes two minutes to build, Schemathesis minutes for one class.
  ...(isExhaustive ? [{ name: 'shopping', file: ontologyFile('schema'), documents: 60 }] : []),
];

describeWith(['cargo', 'postgresql'], 'the service of a published ontology', () => {
  describe.runIf(isFullRun).each(ontologies)('$name', ({ name, file, documents, paths }) => {
    const selection = selectionArguments(name);
    const served = serviceDuringTests(() => buildService(name, file, 'all', undefined, [], selection));

    test('the served schema is the generated one', async () => {
      expect(await schemaChangesOf(served.folder(), served.address())).toEqual([]);
    });

    testDocuments(served, () => modelOf(name), documents);

    test('every class has a list in REST with its generated instances', async () => {
      const sample = ['data', 'sample', '--ontology', file, '--count', String(COUNT), '--to', 'sql', '--quiet', ...selection];
      const session = await served.database().connect();
      await session.query(codegen(served.folder(), sample).stdout);
      const { operations } = describeApi(await modelOf(name), 'full');
      for (const { cls, kind, path } of operations.filter((one) => one.kind === 'list')) {
        const response = await fetch(`${served.address()}${path}?limit=100`);
        const { total, items } = (await response.json()) as { readonly total: number; readonly items: readonly object[] };
        const count = concreteClasses(cls).length * COUNT;
        expect([kind, path, response.status, total, items.length]).toEqual([kind, path, 200, count, Math.min(count, 100)]);
      }
    });

    testRandomOperations(served);

    test.runIf(paths)('Schemathesis finds no difference between the document and the service', { timeout: 600_000 }, async () => {
      const { service, address } = await startService(served.folder(), served.database(), { API_TOKEN: 'secret' });
      try {
        checkWithSchemathesis(served.folder(), address, 'secret', { stateful: 30, paths: `^/(${paths})(/|$)` });
      } finally {
        service.kill();
      }
    });
  });
});
