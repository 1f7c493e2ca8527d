import { describe, expect, test } from 'vitest';
import { ontologyFile } from '../../test/support/ontologies.ts';
import { DiagnosticError } from '../diagnostics/index.ts';
import { domainBlockLines } from './domainless-properties.ts';
import { loadCommand, loadOptions, modelFor } from './ontology.ts';

const all = { select: [], exclude: [], depth: undefined, outside: undefined };
const files = { shapes: [], allowRead: [], import: [], catalog: undefined };
const none = { config: undefined, noConfig: false, graphName: [], updateLock: false, ...files, policy: [], ...all };

describe('--import', () => {
  test.each([
    ['http://example.org/core=lib/core.ttl', 'http://example.org/core', 'lib/core.ttl'],
    ['http://example.org/core#=a=b.ttl', 'http://example.org/core#', 'a=b.ttl'],
    ['<http://example.org/?v=1>=core.ttl', 'http://example.org/?v=1', 'core.ttl'],
  ])('%s', (given, iri, file) => {
    expect(loadOptions({ ...none, import: [given] }).imports).toEqual([{ iri, file }]);
  });

  test.each(['http://example.org/core', 'http://example.org/core=', '=core.ttl', ''])('"%s" is rejected', (given) => {
    try {
      loadOptions({ ...none, import: ['http://example.org/a=a.ttl', given] });
    } catch (error) {
      expect(error).toBeInstanceOf(DiagnosticError);
      expect((error as DiagnosticError).diagnostics).toMatchObject([{ code: 'usage', exit: 2 }]);
      return;
    }
    throw new Error('it was taken');
  });
});

test('loadCommand repeats the options of the current command', () => {
  expect(loadCommand('a.ttl', none)).toBe('codegen graph load a.ttl --verbose');
  const options = {
    config: 'x.yaml',
    noConfig: false,
    shapes: ['s.ttl', 't.ttl'],
    import: ['x:y=z.ttl'],
    catalog: 'c.xml',
    allowRead: ['lib'],
    graphName: ['x:g'],
    updateLock: true,
    policy: ['unstated=open'],
    select: ['schema:*Action'],
    exclude: ['Thing'],
    depth: 1,
    outside: 'omit',
  } as const;
  expect(loadCommand('a.ttl', options)).toBe(
    'codegen graph load a.ttl --verbose --config x.yaml --shapes s.ttl --shapes t.ttl --import x:y=z.ttl --catalog c.xml --allow-read lib --graph-name x:g --policy unstated=open ' +
      "--select 'schema:*Action' --exclude Thing --depth 1 --outside omit",
  );
  expect(loadCommand('a.ttl', { ...none, shapes: ['a', 'b', 'c', 'd', 'e'], depth: 1 })).toBe(
    'codegen graph load a.ttl --verbose --depth 1 (with the same --shapes)',
  );
});

test('warnings of reading come before warnings of the model', async () => {
  const { diagnostics } = await modelFor(ontologyFile('blog'), {
    ...none,
    import: [`http://example.org/unused=${ontologyFile('blog')}`],
  });
  expect(diagnostics[0]?.code).toBe('import-unused');
});

test.each([
  [['http://e/p'], 'no class has this property; name its classes in codegen.yaml'],
  [['http://e/p', 'http://e/q'], 'no class has these 2 properties; name their classes in codegen.yaml'],
])('the number of properties without a class: %s', async (properties, text) => {
  expect((await domainBlockLines(properties, true, ''))[0]).toContain(text);
});
