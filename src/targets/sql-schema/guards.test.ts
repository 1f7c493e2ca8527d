import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { sqlSchema } from './index.ts';

/** Returns the events and tables of all triggers for a list of tags with these bounds. */
async function triggersOf(...bounds: readonly string[]): Promise<readonly string[]> {
  const shapes = bounds.map((says, i) => `[ sh:path :tag${i} ; ${says} ]`);
  const properties = bounds.map((_, i) => `:tag${i} a owl:ObjectProperty ; rdfs:domain :Post ; rdfs:range :Tag .`);
  const { model } = await modelOfTurtle(`:Post a owl:Class . :Tag a owl:Class . ${properties.join(' ')}
    :S a sh:NodeShape ; sh:targetClass :Post ; sh:property ${shapes.join(' , ')} .`);
  const sql = sqlSchema.generate(model)[0]?.content ?? '';
  return [...sql.matchAll(/^ {4}AFTER (.*)$/gm)].map(([, events = '']) => events);
}

test('only new items can break the maximum of a list of references', async () => {
  expect(await triggersOf('sh:maxCount 3')).toEqual(['INSERT OR UPDATE ON post_tag0s']);
});

test('new rows and deleted items can break a minimum', async () => {
  expect(await triggersOf('sh:minCount 1 ; sh:maxCount 3')).toEqual([
    'INSERT OR UPDATE OF id ON posts',
    'INSERT OR UPDATE OR DELETE ON post_tag0s',
  ]);
  expect(await triggersOf('sh:minCount 1', 'sh:maxCount 3')).toEqual([
    'INSERT OR UPDATE OF id ON posts',
    'INSERT OR UPDATE OR DELETE ON post_tag0s',
    'INSERT OR UPDATE ON post_tag1s',
  ]);
});
