import { beforeAll, describe, expect, test } from 'vitest';
import { type EnforcingName, enforcingNames, loadTarget } from '../../src/targets/index.ts';
import { describeWith, isMissing, type Judge as Needed } from '../support/judges.ts';
import { graphql } from './graphql.ts';
import type { Judge } from './judge.ts';
import { type Cell, cellOf, differences, documentOf, titles } from './matrix.ts';
import { openapi } from './openapi.ts';
import { postgresql } from './postgresql.ts';
import { type Prepared, prepareCases } from './prepare.ts';
import { pydantic } from './pydantic.ts';
import { recordedPart, recordPart } from './record.ts';
import { rust } from './rust.ts';
import { generatedShapes, shacl } from './shacl.ts';
import { typescript } from './typescript.ts';

const judges: Readonly<Record<EnforcingName, readonly [judge: Judge, ...needs: Needed[]]>> = {
  'rust-models': [rust, 'cargo'],
  'typescript-models': [typescript],
  'sql-schema': [postgresql],
  'graphql-schema': [graphql],
  'openapi-spec': [openapi],
  'python-pydantic': [pydantic, 'pydantic'],
  'json-schema': [openapi],
  'shacl-shapes': [generatedShapes],
};

let cases: readonly Prepared[] = [];

beforeAll(async () => {
  cases = await prepareCases();
});

test('every case has a unique name', () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});

const judged = new Map<EnforcingName, readonly Cell[]>();

describe.each(enforcingNames)('%s', (name) => {
  const [judge, ...needs] = judges[name];

  describeWith(needs, titles[name], () => {
    test('accepts valid data, and handles invalid data as the target claims', async () => {
      const target = await loadTarget(name);
      const outcomes = await judge(cases, target);
      const cells = cases.map((one, i) => cellOf(one, target, outcomes[i] ?? []));
      judged.set(name, cells);
      expect(cells.flatMap(({ faults }) => faults)).toEqual([]);
    });
  });
});

test('a SHACL validator agrees on the cases that shapes state', async () => {
  const wrong: string[] = [];
  const stated = cases.filter((one) => one.case.shacl);
  for (const one of stated) {
    for (const [i, { by, message }] of (await shacl(one)).entries()) {
      const because = one.samples[i]?.because;
      const values = JSON.stringify(one.samples[i]?.instances.map(({ value }) => value));
      if (because === undefined && by !== 'nobody') wrong.push(`${one.name}: ${values} does not conform: ${message}`);
      if (because !== undefined && by === 'nobody') wrong.push(`${one.name}: ${values} conforms: ${because}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(stated.length).toBeGreaterThan(20);
});

test('the matrix equals the record in docs/reference/conformance.md', () => {
  const missing = enforcingNames.filter((name) => !judged.has(name));
  const unexpected = missing.filter((name) => !judges[name].slice(1).some((need) => isMissing(need as Needed)));
  expect(unexpected, 'columns that could not be judged').toEqual([]);

  const rows = cases.map(({ group, name }, i) => ({
    group,
    name,
    cells: Object.fromEntries([...judged].map(([column, cells]) => [column, cells[i]])),
  }));
  const recorded = recordedPart('constructs');
  const { worse, other } = differences(recorded, rows);
  const record = process.env['RECORD'];
  if (worse.length > 0 && record !== 'worse') {
    throw new Error(`The matrix got worse. If that is meant, record it with RECORD=worse.\n${worse.join('\n')}`);
  }
  if (record !== undefined) {
    expect(missing, 'all columns must be judged to be recorded').toEqual([]);
    recordPart('constructs', documentOf(rows));
    return;
  }
  expect(other, 'record docs/reference/conformance.md anew with RECORD=1').toEqual([]);
  // The notes are complete only if all columns were judged.
  if (missing.length === 0) {
    expect(documentOf(rows), 'record docs/reference/conformance.md anew with RECORD=1').toBe(recorded);
  }
});
