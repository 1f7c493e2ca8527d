import jsonld from 'jsonld';
import { expect, test } from 'vitest';
import type { DomainModel } from '../../src/model/index.ts';
import { jsonldContext } from '../../src/targets/jsonld-context/index.ts';
import { isFullRun, modelOf } from '../support/ontologies.ts';
import { converted, instancesOf, linesOf } from './support.ts';

function contextOf(model: DomainModel): object {
  return JSON.parse(jsonldContext.generate(model)[0]?.content ?? '')['@context'];
}

type Json = Readonly<Record<string, unknown>>;

/** Returns the members of records by id, with lists as sorted sets: RDF orders neither values nor individuals. */
function membersById(text: string): Readonly<Record<string, Json>> {
  const records = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Json);
  const said = (record: Json) =>
    Object.fromEntries(
      Object.entries(record)
        .filter(([name, value]) => !name.startsWith('@') && value !== null)
        .map(([name, value]) => [
          name,
          Array.isArray(value) ? [...new Set(value.map((one) => JSON.stringify(one)))].sort() : value,
        ]),
    );
  return Object.fromEntries(records.map((record) => [`${record['id']}`, said(record)]));
}

test.each(['blog', 'constraints', ...(isFullRun ? ['torture', 'org', 'time'] : [])])(
  '%s: JSON stays the same after a JSON-LD processor makes RDF of it and convert makes JSON of that',
  async (name) => {
    const model = await modelOf(name);
    const context = contextOf(model);
    // Puts all instances into one document, because a processor parses the context of thousands of terms for each.
    for (const wanted of [true, false]) {
      const lines = linesOf(instancesOf(model.classes.slice(0, 12), [wanted]));
      const graph = lines
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      expect(graph.length).toBeGreaterThan(2);
      const nquads = await jsonld.toRDF({ '@context': context, '@graph': graph }, { format: 'application/n-quads' });
      const back = await converted('data.nq', nquads, model, 'ndjson');
      expect(membersById(back.text)).toEqual(membersById(lines));
    }
  },
);
