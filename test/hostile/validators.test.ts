import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { DomainModel } from '../../src/model/index.ts';
import { openapiSpec } from '../../src/targets/openapi-spec/index.ts';
import { pythonPydantic } from '../../src/targets/python-pydantic/index.ts';
import type { GeneratedFile } from '../../src/targets/target.ts';
import { typescriptModels } from '../../src/targets/typescript-models/index.ts';
import { describeWith, python, run } from '../support/judges.ts';
import { modelOfTurtle } from '../support/ontologies.ts';

// Documents that attack validators: with expensive patterns, many keys and values, or long strings.

/** Patterns that targets match without backtracking, leave out or print as they are, and one that is harmless. */
const patterns = {
  nested: '^(a+)+$',
  words: '^([a-z]+ ?){1,9}$',
  wide: '^.*[ab].{0,11}[cd].{0,30}$',
  twice: '^(a+)+\\\\1$',
  many: '^x$',
} as const;

const turtle = `@prefix : <http://example.org/#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
:Thing a owl:Class .
[] a sh:NodeShape ; sh:targetClass :Thing ; sh:closed true .
${Object.entries(patterns)
  .map(
    ([name, pattern]) => `:${name} a owl:DatatypeProperty ; rdfs:domain :Thing ; rdfs:range xsd:string .
[] a sh:NodeShape ; sh:targetClass :Thing ; sh:property [ sh:path :${name} ; sh:pattern "${pattern}" ; ${
      name === 'many' ? 'sh:maxLength 10 ; sh:minCount 0' : 'sh:minCount 1 ; sh:maxCount 1'
    } ] .`,
  )
  .join('\n')}
`;

const good = {
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  nested: 'aaa',
  words: 'ab cd',
  wide: 'xxaycx',
  twice: 'aa',
  many: [] as unknown[],
};

const LONG = 200_000;

/** Invalid documents that are expensive to check. */
const weapons: Readonly<Record<string, object>> = {
  'letters for nested quantifiers': { ...good, nested: `${'a'.repeat(LONG)}b` },
  'letters for counted quantifiers': { ...good, words: `${'a'.repeat(LONG)}!` },
  'letters for a search in all places': { ...good, wide: `${'ac'.repeat(LONG / 2)}\n` },
  'keys that are not known': { ...good, ...Object.fromEntries(Array.from({ length: 130_000 }, (_, i) => [`k${i}`, 1])) },
  'wrong values': { ...good, many: Array.from({ length: 1_000_000 }, () => 5) },
  'values that do not match': { ...good, many: Array.from({ length: 1_000_000 }, () => 'y') },
  'a long text': { ...good, many: ['é'.repeat(10_000_000)] },
};

/** A limit that allows for a busy machine. */
const MILLISECONDS = 20_000;

const folder = mkdtempSync(path.join(tmpdir(), 'codegen-hostile-'));
let model: DomainModel;

beforeAll(async () => {
  ({ model } = await modelOfTurtle(turtle));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, files: readonly GeneratedFile[]): string {
  const base = path.join(folder, name);
  for (const { path: file, content } of files) {
    mkdirSync(path.dirname(path.join(base, file)), { recursive: true });
    writeFileSync(path.join(base, file), content);
  }
  return base;
}

interface Schema {
  readonly is: (value: unknown) => boolean;
  readonly validate: (value: unknown) => readonly { readonly path: string; readonly code: string }[];
}

describe('TypeScript', () => {
  let schema: Schema;

  beforeAll(async () => {
    const base = write('typescript', typescriptModels.generate(model));
    const outfile = path.join(folder, 'validators.mjs');
    buildSync({ entryPoints: [path.join(base, 'validation/thing.ts')], outfile, bundle: true, format: 'esm' });
    ({ ThingSchema: schema } = (await import(pathToFileURL(outfile).href)) as { ThingSchema: Schema });
  });

  test('accepts a valid document', () => {
    expect(schema.validate(good)).toEqual([]);
  });

  test.each(Object.entries(weapons))('rejects in limited time: %s', (_, weapon) => {
    const started = performance.now();
    expect(schema.is(weapon)).toBe(false);
    const violations = schema.validate(weapon);
    expect(performance.now() - started).toBeLessThan(MILLISECONDS);
    expect(violations.length).toBeGreaterThan(0);
    expect(violations.length).toBeLessThanOrEqual(100);
  });
});

test('ajv checks each document against the OpenAPI document in limited time', () => {
  const [file] = openapiSpec.generate(model);
  const document = parse(file?.content ?? '') as { components: { schemas: Record<string, object> } };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'document');
  const isThing = ajv.compile({ $ref: 'document#/components/schemas/Thing' });
  expect(isThing(good)).toBe(true);
  for (const [name, weapon] of Object.entries(weapons)) {
    const started = performance.now();
    const isTaken = isThing(weapon);
    expect(performance.now() - started, name).toBeLessThan(MILLISECONDS);
    // The OpenAPI document omits the patterns that take exponential time, so it accepts their values.
    expect(isTaken, name).toBe(name === 'letters for counted quantifiers');
  }
});

describeWith(['pydantic'], 'Pydantic', () => {
  test('rejects each document in limited time', { timeout: 20 * MILLISECONDS }, () => {
    write('python/things', pythonPydantic.generate(model));
    const documents = path.join(folder, 'weapons.json');
    writeFileSync(documents, JSON.stringify([good, ...Object.values(weapons)]));
    const script = `
import json, sys, time
from pydantic import ValidationError
from things import Thing
good, *weapons = json.load(open(sys.argv[1]))
Thing.model_validate_json(json.dumps(good))
reported = []
for weapon in weapons:
    text = json.dumps(weapon)
    for read in (lambda: Thing.model_validate_json(text), lambda: Thing.model_validate(weapon)):
        started = time.monotonic()
        try:
            read()
            reported.append(0)
        except ValidationError as error:
            reported.append(error.error_count())
        assert time.monotonic() - started < ${MILLISECONDS / 1000}
print(json.dumps(reported))
`;
    const printed = run(python, ['-c', script, documents], { cwd: path.join(folder, 'python') });
    const reported = JSON.parse(printed) as number[];
    expect(reported.every((count) => count > 0)).toBe(true);
  });
});
