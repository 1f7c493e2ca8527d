import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { DiagnosticError, formatDiagnostic } from '../diagnostics/index.ts';
import { declaration } from './declaration.ts';
import { readSettings } from './index.ts';
import { settingsSchema } from './schema.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const maxRuns = process.env['CODEGEN_TEST_EXHAUSTIVE'] === '1' ? 20_000 : 8000;
const runs = process.env['CODEGEN_TEST_FULL'] === '1' ? maxRuns : 500;
const parameters = { numRuns: runs, ...(process.env['RANDOM_SEED'] && { seed: Number(process.env['RANDOM_SEED']) }) };

/** A file with every member. */
const completeSettings = {
  ontology: {
    file: 'blog.ttl',
    shapes: ['shapes.ttl'],
    imports: { 'http://example.org/core': 'core.ttl' },
    catalog: 'catalog-v001.xml',
    'allow-read': ['lib'],
  },
  outputs: [
    { template: 'rust-models', folder: 'src/models', options: { name: 'x', depth: 2, strict: true } },
    { template: './templates/own', folder: 'own' },
  ],
  policies: { unstated: 'open', language: 'pt-BR' },
  select: ['ex:Offer'],
  exclude: ['ex:*Action'],
  depth: 1,
  outside: 'omit',
  elements: { 'ex:title': { name: 'headline', required: true } },
  diagnostics: { errors: 'all', silence: [{ code: 'reference-cycle', at: 'blog.ttl:3', reason: 'known' }] },
};

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Returns the paths of all values inside a value. */
function pathsIn(value: Json, way: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [way];
  const inner = Array.isArray(value) ? value.map((each, i) => [i, each] as const) : Object.entries(value);
  return [way, ...inner.flatMap(([key, each]) => pathsIn(each as Json, [...way, key]))];
}

/** Returns a copy in which the value at a path is replaced, removed or renamed. */
function changed(value: Json, way: readonly (string | number)[], change: Change): Json {
  const [key, ...rest] = way;
  if (key === undefined) return change.kind === 'set' ? change.value : value;
  if (typeof value !== 'object' || value === null) return value;
  const isLast = rest.length === 0;
  if (Array.isArray(value)) {
    return value.flatMap((each, i) => {
      if (i !== key) return [each];
      return isLast && change.kind === 'drop' ? [] : [changed(each, rest, change)];
    });
  }
  const entries = Object.entries(value as Record<string, Json>).flatMap(([name, each]): [string, Json][] => {
    if (name !== key) return [[name, each]];
    if (isLast && change.kind === 'drop') return [];
    if (isLast && change.kind === 'rename') return [[change.name, each]];
    return [[name, changed(each, rest, change)]];
  });
  return Object.fromEntries(entries);
}

type Change = { kind: 'set'; value: Json } | { kind: 'drop' } | { kind: 'rename'; name: string };

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    value: fc.constantFrom<Json>(null, true, 0, -1.5, '', 'x', 'open', 'all', [], {}, ['x'], { x: 'y' }, [{}], [['x']]),
  }),
  fc.record({ kind: fc.constant('drop' as const) }),
  fc.record({ kind: fc.constant('rename' as const), name: fc.constantFrom('x', 'fold', 'constructor', '__proto__', 'file') }),
);

const paths = pathsIn(completeSettings);
const documents = fc.array(fc.tuple(fc.constantFrom(...paths), change), { maxLength: 3 }).map((changes) => {
  return changes.reduce<Json>((value, [way, each]) => changed(value, way, each), completeSettings);
});

describe('the published schema and the validation', () => {
  const validate = new Ajv({ allowUnionTypes: true, validateFormats: false }).compile(settingsSchema());

  test('accept the same documents', () => {
    let taken = 0;
    fc.assert(
      fc.property(documents, (document) => {
        // The reader rejects this name before validation.
        fc.pre(!JSON.stringify(document).includes('"__proto__"'));
        const isTaken = declaration.safeParse(document).success;
        expect(validate(document), JSON.stringify(document)).toBe(isTaken);
        if (isTaken) taken++;
      }),
      parameters,
    );
    expect(taken).toBeGreaterThan(runs / 20);
  });
});

describe('any content is accepted, or rejected with source locations', () => {
  async function settled(text: string | Uint8Array): Promise<void> {
    const file = path.join(folder, 'codegen.yaml');
    writeFileSync(file, text);
    try {
      await readSettings(file);
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      for (const each of error.diagnostics) {
        expect(each.place?.line, formatDiagnostic(each)).toBeGreaterThan(0);
        expect(formatDiagnostic(each)).not.toMatch(/undefined|\[object|zod|invalid input/i);
      }
    }
  }

  test('members of any type', async () => {
    await fc.assert(
      fc.asyncProperty(documents, (document) => settled(JSON.stringify(document, undefined, 1))),
      parameters,
    );
  });

  test('pieces of YAML in any order', async () => {
    const piece = fc.constantFrom(
      ...[
        'ontology',
        'outputs',
        ':',
        ' ',
        '\n',
        '  ',
        '- ',
        '[',
        ']',
        '{',
        '}',
        ',',
        '"',
        "'",
        '&a ',
        '*a',
        '!t ',
        '!!str ',
        '|',
        '>',
        '#',
        '?',
        '%',
        '---',
        '...',
        '\t',
        'a',
        '1',
        'null',
        '~',
        '<<',
        '\r',
        '\u2028',
        '\ufeff',
        '\ud800',
        '@',
        '`',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), (pieces) => settled(pieces.join(''))),
      parameters,
    );
  });

  test('random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), (bytes) => settled(bytes)),
      parameters,
    );
  });
});
