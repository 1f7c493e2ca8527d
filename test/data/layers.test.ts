import { beforeAll, expect, test } from 'vitest';
import { type DomainModel, variantOf } from '../../src/model/index.ts';
import { loadTarget } from '../../src/targets/index.ts';
import type { Corpus, Document } from '../differential/documents.ts';
import { layers } from '../differential/layers/index.ts';
import { describeWith } from '../support/judges.ts';
import { isFullRun, modelOf } from '../support/ontologies.ts';
import { canonical, converted, linesOf, setsOf, statementsOf } from './support.ts';

/** What is handed from one layer to the next: the records of an instance and of all that it refers to, the instance last. */
const way = ['python-pydantic', 'typescript-models', 'sql-schema'] as const;

interface Journey {
  readonly model: DomainModel;
  readonly turtle: string;
  readonly heads: readonly string[];
  documents: readonly Document[];
}

const journeys: Journey[] = [];

beforeAll(async () => {
  for (const name of isFullRun ? ['blog', 'constraints', 'org'] : ['blog']) {
    const model = await modelOf(name);
    for (const set of model.classes.flatMap((cls) => setsOf(cls))) {
      const { text: turtle } = await converted('data.ndjson', linesOf(set), model, 'turtle');
      const { text } = await converted('data.ttl', turtle, model, 'ndjson');
      const records = text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      const others = set.slice(0, -1);
      const documents = records.map((record, i): Document => {
        const cls = model.classes.find((one) => one.name === [record['@type']].flat()[0]);
        if (!cls) throw new Error(`${record['@type']} is no class`);
        const value = Object.fromEntries(Object.entries(record).filter(([key]) => !key.startsWith('@')));
        return {
          ...{ variant: variantOf(cls, 'entity'), kind: 'object', cardinality: 'one', about: 'kept', sample: cls.name },
          text: JSON.stringify(value),
          // Each is stored with all others before it.
          others: i === records.length - 1 ? others : set.filter((one) => one.value['id'] !== record.id),
        };
      });
      journeys.push({ model, turtle, heads: records.map((record) => `${record['@id']}`), documents });
    }
  }
});

describeWith(layers['python-pydantic'].needs, 'individuals go through all layers', () => {
  test('from RDF to JSON, Pydantic, TypeScript and PostgreSQL, and are the same RDF again', async () => {
    for (const name of way) {
      const corpora = journeys.map(({ model, documents }, i): Corpus => ({ slug: `journey_${i}`, model, documents }));
      const answers = await layers[name].read(corpora, await loadTarget(name));
      for (const [i, journey] of journeys.entries()) {
        journey.documents = journey.documents.map((document, n) => {
          const answer = answers[i]?.[n];
          expect(answer?.fault, `${name}: ${document.text}`).toBeUndefined();
          return { ...document, text: `${answer?.echo}` };
        });
      }
    }
    for (const { model, turtle, heads, documents } of journeys) {
      const lines = documents.map(({ variant, text }, i) => {
        const told = JSON.stringify({ '@id': heads[i], '@type': variant.class.name });
        // The database writes UTC as an offset, and all layers write it as Z.
        return `${told.slice(0, -1)},${text.slice(1).replace(/(T[\d:.]+)\+00:00"/g, '$1Z"')}`;
      });
      const back = await converted('data.ndjson', lines.join('\n'), model, 'turtle');
      expect(await canonical(await statementsOf(back.text))).toEqual(await canonical(await statementsOf(turtle)));
    }
    expect(journeys.length).toBeGreaterThan(2);
  });
});
