import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { loadOntology, ParsedFiles } from './index.ts';
import * as turtle from './turtle.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'parsed-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PREFIXES = '@prefix : <http://example.org/a#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n';
const main = path.join(folder, 'a.ttl');
const core = path.join(folder, 'core.ttl');

function put(file: string, text: string): void {
  writeFileSync(file, PREFIXES + text);
}

test('does not parse unchanged files again, and returns the same ontology', async () => {
  put(main, '<http://example.org/a> a owl:Ontology ; owl:imports <http://example.org/core> .\n:A a owl:Class .');
  put(
    core,
    '<http://example.org/core> a owl:Ontology . :B a owl:Class ; owl:disjointUnionOf ( :A [ a owl:Class ] ) . :x :y :z .',
  );
  const parse = vi.spyOn(turtle, 'parseTurtleFamily');
  const parsed = new ParsedFiles();
  const read = async () => {
    parse.mockClear();
    const ontology = await loadOntology(main, { parsed });
    const fresh = await loadOntology(main);
    for (const each of ['tripleCount', 'files', 'diagnostics'] as const) expect(ontology[each]).toEqual(fresh[each]);
    const shown = (o: typeof ontology) => ['A', 'B', 'C'].map((name) => [o.placesAbout(`http://example.org/a#${name}`)]);
    expect(shown(ontology)).toEqual(shown(fresh));
    // Subtract the two files of the load without cache.
    return parse.mock.calls.length - 2;
  };
  // A file that changed just now may change again within the same clock tick.
  expect([await read(), await read()]).toEqual([2, 2]);
  await wait(2100);
  expect([await read(), await read(), await read()]).toEqual([2, 0, 0]);
  put(main, '<http://example.org/a> a owl:Ontology ; owl:imports <http://example.org/core> .\n:A a owl:Class . :C a owl:Class .');
  expect(await read()).toBe(1);
  // Setting the modification time back does not hide a change.
  put(
    core,
    '<http://example.org/core> a owl:Ontology . :D a owl:Class ; owl:disjointUnionOf ( :A [ a owl:Class ] ) . :x :y :z .',
  );
  utimesSync(core, 1_000_000_000, 1_000_000_000);
  await wait(2100);
  expect(await read()).toBe(2);
  expect(await read()).toBe(0);
});
