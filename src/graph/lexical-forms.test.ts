import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Diagnostic } from '../diagnostics/index.ts';
import { runQuery } from './query.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-spellings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the warnings of a query on a file with the given literals. */
async function warnings(objects: string, query = 'SELECT * { ?s ?p ?o }'): Promise<readonly string[]> {
  const file = path.join(folder, 'a.ttl');
  writeFileSync(file, `@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . <urn:s> <urn:p> ${objects} .`);
  const found: Diagnostic[] = [];
  await runQuery(file, query, { format: 'table', onWarning: (warning) => found.push(warning) });
  return found.map(({ message }) => message);
}

test.each([
  ['1.10', 'shows a value in another form, such as "1.1" for "1.10"'],
  ['007', 'such as "7" for "007"'],
  ['"1"^^xsd:boolean', 'such as "true" for "1"'],
  ['1.0e3', 'such as "1000" for "1.0e3"'],
  ['007, 08, 9', 'shows 2 values in another form, such as "7" for "007"'],
])('warns about %s', async (objects, text) => {
  expect(await warnings(objects)).toEqual([expect.stringContaining(text)]);
  expect(await warnings(objects, 'CONSTRUCT WHERE { ?s ?p ?o }')).toEqual([expect.stringContaining(text)]);
});

test.each([
  ['that stand as the engine writes them', '1.1, 7, -2, true, "2020-01-01"^^xsd:date'],
  ['of other datatypes', '"007", "1.10"@en, "007"^^<urn:d>'],
])('does not warn about literals %s', async (_, objects) => {
  expect(await warnings(objects)).toEqual([]);
});

test('does not warn about literals that are not in the result', async () => {
  expect(await warnings('1.10', 'SELECT ?s { ?s ?p ?o }')).toEqual([]);
  expect(await warnings('1.10', 'ASK { ?s ?p ?o }')).toEqual([]);
});
