import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runQuery } from './query.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-query-files-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a query reads all files of an ontology in order, and keeps their blank nodes apart', async () => {
  const write = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), `@prefix owl: <http://www.w3.org/2002/07/owl#> .\n${text}`);
    return path.join(folder, name);
  };
  const main = write('main.ttl', '<x:main> owl:imports <http://example.org/core> . <#A> <x:at> _:b .');
  write('core.ttl', '<#B> <x:at> _:b , [] .');
  const shapes = write('s.ttl', '<x:C> <x:at> _:b .');
  const options = { format: 'csv', sources: { shapes: [shapes] } } as const;
  const text = await runQuery(main, 'SELECT ?s ?o WHERE { ?s <x:at> ?o }', options);
  expect(text.trimEnd().split(/\r?\n/)).toEqual([
    's,o',
    'file:///main.ttl#A,_:b0',
    'http://example.org/core#B,_:b1',
    'http://example.org/core#B,_:b2',
    'x:C,_:b3',
  ]);
});

test('ignores members of JSON-LD that the context does not define, as the ontology parser does', async () => {
  const file = path.join(folder, 'a.jsonld');
  writeFileSync(file, '{"@context": {"known": "x:known"}, "@id": "x:a", "known": 1, "unknown": 2, "@type": "Unknown"}');
  const text = await runQuery(file, 'SELECT ?p ?o WHERE { ?s ?p ?o }', { format: 'csv' });
  expect(text.trimEnd().split(/\r?\n/)).toEqual([
    'p,o',
    'http://www.w3.org/1999/02/22-rdf-syntax-ns#type,file:///Unknown',
    'x:known,1',
  ]);
});
