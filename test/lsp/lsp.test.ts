import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Edit, Editor } from './client.ts';

const PREFIXES = `@prefix ex: <http://example.org/blog#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

const BLOG = `${PREFIXES}
ex: a owl:Ontology .
ex:User a owl:Class ; rdfs:comment "Somebody with an account." .
ex:Post a owl:Class .
ex:title a owl:DatatypeProperty ; rdfs:domain ex:Post ; rdfs:range xsd:string .
ex:author a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain ex:Post ; rdfs:range ex:User .
`;

interface Item {
  readonly label: string;
  readonly sortText?: string;
  readonly textEdit: { readonly newText: string; readonly range: object };
  readonly additionalTextEdits?: readonly { readonly newText: string }[];
}
interface Items {
  readonly items: readonly Item[];
}

const labels = ({ items }: Items) => items.map(({ label }) => label);

let editor: Editor;
let capabilities: Record<string, unknown>;
beforeAll(async () => {
  editor = new Editor();
  ({ capabilities } = (await editor.start()) as { capabilities: Record<string, unknown> });
});
afterAll(async () => {
  expect(await editor.stop()).toBe(0);
});

test('announces its capabilities', () => {
  expect(capabilities).toMatchObject({ hoverProvider: true, definitionProvider: true, documentSymbolProvider: true });
});

describe('diagnostics', () => {
  test('are those of the open text, with source locations', async () => {
    editor.write('a.ttl', BLOG);
    await editor.open('a.ttl', `${BLOG}ex:loose a owl:DatatypeProperty .\n`);
    const [loose] = await editor.reported('a.ttl', (found) => found.some(({ code }) => code === 'property-without-domain'));
    expect(loose).toMatchObject({ severity: 2, message: expect.stringContaining('ex:loose') });
    const line = `${BLOG}`.split('\n').length - 1;
    expect(loose?.range).toEqual({ start: { line, character: 0 }, end: { line, character: 8 } });
  });

  test('disappear with their cause, and appear while the user types', async () => {
    await editor.change('a.ttl', BLOG);
    await editor.reported('a.ttl', (found) => found.length === 0);
    await editor.change('a.ttl', `${BLOG}ex:half a `);
    const found = await editor.reported('a.ttl', (all) => all.some(({ code }) => code === 'syntax-error'));
    expect(found[0]?.severity).toBe(1);
    await editor.change('a.ttl', BLOG);
    await editor.reported('a.ttl', (all) => all.length === 0);
  });

  test('cover all files that the settings name, each at its source location', async () => {
    editor.write('codegen.yaml', 'ontology: main.ttl\nelements:\n  ex:Post: { name: article }\n');
    const core = `${PREFIXES}<http://example.org/core> a owl:Ontology .\nex:Thing a owl:Class .\n`;
    const main = `${BLOG}<http://example.org/main> a owl:Ontology ; owl:imports <core.ttl> .\n`;
    editor.write('core.ttl', core);
    editor.write('main.ttl', main);
    await editor.open('core.ttl', `${core}ex:lost a owl:DatatypeProperty .\n`);
    const found = await editor.reported('core.ttl', (all) => all.length > 0);
    expect(found.map(({ code }) => code)).toEqual(['property-without-domain']);
    const settings = await editor.reported('codegen.yaml', (all) => all.length > 0);
    expect(settings).toMatchObject([{ code: 'decision-impossible', severity: 1, range: { start: { line: 2 } } }]);
  });
});

describe('completion', () => {
  const at = async (typed: string, more = '') => {
    const text = `${BLOG}${typed}`;
    await editor.change('a.ttl', text + more);
    return await editor.ask<Items>('textDocument/completion', 'a.ttl', text, true);
  };

  test('offers classes and properties of the ontology, even while its syntax is invalid', async () => {
    const found = await at('ex:new a owl:Class ; rdfs:subClassOf ex:');
    expect(labels(found)).toEqual(expect.arrayContaining(['ex:User', 'ex:Post', 'ex:title', 'ex:author', 'ex:new']));
    expect(labels(found)).not.toContain('owl:Class');
  });

  test('sorts classes first where a class is expected, and properties where a predicate is', async () => {
    const first = async (typed: string) => {
      const { items } = await at(typed);
      const own = items.filter(({ label }) => label.startsWith('ex:') && label !== 'ex:');
      return own.toSorted((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1))[0]?.label;
    };
    expect(['ex:User', 'ex:Post']).toContain(await first('ex:new rdfs:domain ex:'));
    expect(['ex:User', 'ex:Post']).not.toContain(await first('ex:User ex:'));
  });

  test('offers the terms of the standards', async () => {
    const found = await at('ex:new a owl:');
    expect(labels(found)).toEqual(expect.arrayContaining(['owl:Class', 'owl:DatatypeProperty', 'owl:inverseOf']));
    expect(labels(await at('ex:new rdfs:'))).toContain('rdfs:domain');
  });

  test('declares a missing prefix', async () => {
    const found = await at('ex:new sh:');
    const item = found.items.find(({ label }) => label === 'sh:minCount');
    expect(item?.additionalTextEdits).toEqual([
      expect.objectContaining({ newText: '@prefix sh: <http://www.w3.org/ns/shacl#> .\n' }),
    ]);
    expect(labels(await at('@prefix '))).toContain('sh:');
  });

  test('offers keywords and prefixes', async () => {
    expect(labels(await at('@'))).toEqual(['@prefix', '@base']);
    const found = labels(await at('ex:new '));
    expect(found).toEqual(expect.arrayContaining(['a', 'ex:', 'owl:', 'ex:title']));
    expect(labels(await at('ex:new a '))).not.toContain('a');
  });

  test('offers nothing within literals, comments and IRIs', async () => {
    for (const typed of ['# ex:', 'ex:new rdfs:comment "ex:', 'ex:new a <ex:', 'ex:new rdfs:comment """\n\nex:']) {
      expect(labels(await at(typed))).toEqual([]);
    }
  });

  test('replaces the typed word, also in the middle of a text', async () => {
    const found = await at('ex:new rdfs:domain ex:Po', ' ; rdfs:range xsd:string .\n');
    const item = found.items.find(({ label }) => label === 'ex:Post');
    const line = BLOG.split('\n').length - 1;
    expect(item?.textEdit).toEqual({
      newText: 'ex:Post',
      range: { start: { line, character: 19 }, end: { line, character: 24 } },
    });
  });
});

describe('an element', () => {
  beforeAll(async () => {
    await editor.change('a.ttl', BLOG);
    editor.forget('a.ttl');
    await editor.reported('a.ttl');
  });

  const hover = async (text: string) => {
    const found = await editor.ask<{ contents: { value: string } } | null>('textDocument/hover', 'a.ttl', text);
    return found?.contents.value ?? '';
  };

  test('shows on hover its form in each target, and what is stated and assumed', async () => {
    const title = await hover('ex:title');
    expect(title).toContain('| sql-schema | `posts.title` |');
    expect(title).toContain('| rust-models | `Post.title` | `String` |');
    expect(title).toContain('`ex:title rdfs:range xsd:string`');
    expect(title).toContain('has at least one value');
    expect(await hover('ex:User a')).toContain('Somebody with an account.');
    expect(await hover('owl:Class')).toContain('a term of a standard vocabulary');
    expect(await hover('"Somebody')).toBe('');
  });

  test('has a definition that leads to its declaration', async () => {
    const found = await editor.ask<object>('textDocument/definition', 'a.ttl', 'ex:User .');
    const line = BLOG.split('\n').findIndex((each) => each.startsWith('ex:User'));
    expect(found).toMatchObject({ uri: editor.uri('a.ttl'), range: { start: { line, character: 0 } } });
    await editor.open(
      'main.ttl',
      `${BLOG}<http://example.org/main> a owl:Ontology ; owl:imports <core.ttl> .\nex:Sub rdfs:subClassOf ex:Thing .\n`,
    );
    await editor.reported('main.ttl');
    const other = await editor.ask<object>('textDocument/definition', 'main.ttl', 'ex:Thing');
    expect(other).toMatchObject({ uri: editor.uri('core.ttl') });
  });

  test('is a symbol of its document', async () => {
    const found = (await editor.connection.sendRequest('textDocument/documentSymbol', {
      textDocument: { uri: editor.uri('a.ttl') },
    })) as { name: string; kind: number }[];
    expect(found.map(({ name, kind }) => [name, kind])).toEqual([
      ['ex:', 19],
      ['ex:User', 5],
      ['ex:Post', 5],
      ['ex:title', 7],
      ['ex:author', 7],
    ]);
  });
});

describe('a name in several files', () => {
  const shop = `${PREFIXES}@prefix core: <http://example.org/core#> .
<http://example.org/shop> a owl:Ontology ; owl:imports <base.ttl> .
ex:Order a owl:Class ; rdfs:subClassOf core:Thing . # core:Thing
ex:note a owl:DatatypeProperty ; rdfs:domain core:Thing ; rdfs:range xsd:string ; rdfs:comment "core:Thing" .
`;
  const base = `@prefix : <http://example.org/core#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@base <http://example.org/> .
<core> a owl:Ontology .
:Thing a owl:Class .
<core#Part> a owl:Class ; <http://www.w3.org/2000/01/rdf-schema#subClassOf> <core#Thing> .
`;
  const settings = `ontology: shop.ttl
elements:
  core:Thing: { resource: false }
  'core:Thing/ex:note': { required: true }
  ex:Order: { name: Purchase }
`;
  const folder = new Editor();
  beforeAll(async () => {
    await folder.start();
    folder.write('shop.ttl', shop);
    folder.write('base.ttl', base);
    folder.write('codegen.yaml', settings);
    await folder.open('shop.ttl', shop);
    await folder.reported('shop.ttl');
  });
  afterAll(() => folder.stop());

  const lines = (found: readonly { uri: string; range: { start: { line: number } } }[]) =>
    found.map(({ uri, range }) => `${uri.split('/').at(-1)}:${range.start.line + 1}`);

  test('is found in all of them, in every notation', async () => {
    const all = { context: { includeDeclaration: true } };
    const found = await folder.ask<never[]>('textDocument/references', 'shop.ttl', 'core:Thing .', false, all);
    expect(lines(found)).toEqual(['shop.ttl:7', 'shop.ttl:8', 'base.ttl:5', 'base.ttl:6']);
    const uses = { context: { includeDeclaration: false } };
    const used = await folder.ask<never[]>('textDocument/references', 'shop.ttl', 'core:Thing .', false, uses);
    expect(lines(used)).toEqual(['shop.ttl:7', 'shop.ttl:8', 'base.ttl:6']);
    const here = await folder.ask<{ range: { start: { line: number } } }[]>(
      'textDocument/documentHighlight',
      'shop.ttl',
      'core:Thing .',
    );
    expect(here.map(({ range }) => range.start.line + 1)).toEqual([7, 8]);
  });

  test('is a symbol of the workspace', async () => {
    const found = (await folder.connection.sendRequest('workspace/symbol', { query: 'thin' })) as { name: string }[];
    expect(found.map(({ name }) => name)).toEqual([':Thing']);
  });

  test('is renamed in all of them, and in the settings', async () => {
    const offered = await folder.ask('textDocument/prepareRename', 'shop.ttl', 'core:Thing .');
    expect(offered).toEqual({
      range: { start: { line: 6, character: 44 }, end: { line: 6, character: 49 } },
      placeholder: 'Thing',
    });
    const { changes } = await folder.ask<{ changes: Record<string, Edit[]> }>(
      'textDocument/rename',
      'shop.ttl',
      'core:Thing .',
      false,
      {
        newName: 'Item',
      },
    );
    expect(folder.edited('', changes[folder.uri('shop.ttl')], shop)).toBe(
      shop.replace('core:Thing . #', 'core:Item . #').replace('domain core:Thing', 'domain core:Item'),
    );
    expect(folder.edited('', changes[folder.uri('base.ttl')], base)).toBe(
      base.replace(':Thing a', ':Item a').replace('<core#Thing>', '<http://example.org/core#Item>'),
    );
    expect(folder.edited('', changes[folder.uri('codegen.yaml')], settings)).toBe(settings.replaceAll('core:Thing', 'core:Item'));
  });

  test('is not renamed to an existing or invalid name, nor if it belongs to another vocabulary', async () => {
    const rename = (at: string, newName: string) => folder.ask('textDocument/rename', 'shop.ttl', at, false, { newName });
    await expect(rename('core:Thing .', 'Part')).rejects.toThrow(':Part exists already');
    await expect(rename('core:Thing .', 'two words')).rejects.toThrow('"two words" is not a name');
    await expect(rename('rdfs:domain', 'range')).rejects.toThrow('rdfs:domain is a term of another vocabulary');
    await expect(folder.ask('textDocument/prepareRename', 'shop.ttl', 'owl:Class')).rejects.toThrow('of another vocabulary');
  });
});

describe('code actions', () => {
  const actions = async (text: string, code: string) => {
    await editor.change('a.ttl', text);
    const [at] = await editor.reported('a.ttl', (all) => all.some((each) => each.code === code));
    const found = (await editor.connection.sendRequest('textDocument/codeAction', {
      ...{ textDocument: { uri: editor.uri('a.ttl') }, range: at?.range, context: { diagnostics: [] } },
    })) as { title: string; edit: { changes: Record<string, Edit[]> } }[];
    return found.map(({ title, edit }) => [title, editor.edited('a.ttl', edit.changes[editor.uri('a.ttl')])]);
  };

  test('correct a misspelt name, or declare it', async () => {
    const text = `${BLOG}ex:age a owl:DatatypeProperty ; rdfs:domain ex:Usser ; rdfs:range xsd:integer .\n`;
    expect(await actions(text, 'class-not-declared')).toEqual([
      ['Write ex:User', text.replace('ex:Usser', 'ex:User')],
      ['Add ex:Usser a owl:Class .', `${text}ex:Usser a owl:Class .\n`],
    ]);
    const term = `${BLOG}ex:age a owl:DatatypProperty ; rdfs:domain ex:User ; rdfs:range xsd:integer .\n`;
    expect(await actions(term, 'unknown-term')).toContainEqual([
      'Write owl:DatatypeProperty',
      term.replace('DatatypProperty', 'DatatypeProperty'),
    ]);
  });

  test('declare a missing prefix', async () => {
    const text = `${BLOG}ex:User skos:prefLabel "User" .\n`;
    expect(await actions(text, 'undefined-prefix')).toEqual([
      [
        'Declare skos: as <http://www.w3.org/2004/02/skos/core#>',
        `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n${text}`,
      ],
    ]);
  });
});

// Processor time can be read only on Linux; elapsed time would include other processes.
test.runIf(process.platform === 'linux')('publishes diagnostics of a thousand classes within a second', async () => {
  const many = Array.from(
    { length: 1000 },
    (_, i) => `ex:C${i} a owl:Class .\nex:p${i} a owl:DatatypeProperty ; rdfs:domain ex:C${i} ; rdfs:range xsd:string .\n`,
  ).join('');
  await editor.open('many.ttl', PREFIXES + many);
  await editor.reported('many.ttl');
  let least = Number.POSITIVE_INFINITY;
  // The minimum excludes the compilation of code and garbage collection.
  for (let n = 0; n < 10 && least > 500; n++) {
    editor.forget('many.ttl');
    const start = editor.spent();
    await editor.change('many.ttl', `${PREFIXES}${many}ex:q${n} a owl:DatatypeProperty .\n`);
    const found = await editor.reported('many.ttl', (all) => all.some(({ message }) => message.includes(`ex:q${n}`)));
    least = Math.min(least, editor.spent() - start);
    expect(found).toHaveLength(1);
  }
  expect(least).toBeLessThan(1000);
});

describe('preview', () => {
  interface Shown {
    readonly iri: string;
    readonly path: string;
    readonly text: string;
    readonly line: number;
  }
  const lineOf = ({ text, line }: Shown) => text.split('\n')[line];

  test('shows the unsaved class at a position in each template, with the line of its declaration', async () => {
    await editor.open('preview.ttl', BLOG);
    await editor.change(
      'preview.ttl',
      `${BLOG}ex:unsaved a owl:DatatypeProperty ; rdfs:domain ex:Post ; rdfs:range xsd:date .\n`,
    );
    const { templates } = (capabilities['experimental'] as { preview: { templates: string[] } }).preview;
    expect(templates).toContain('python-pydantic');
    const declared: Record<string, string | undefined> = {};
    for (const template of templates) {
      const shown = await editor.ask<Shown>('codegen/preview', 'preview.ttl', 'Post a owl:Class', false, { template });
      expect(shown.iri).toBe('http://example.org/blog#Post');
      expect(shown.text, template).toMatch(/unsaved/);
      declared[shown.path] = lineOf(shown);
    }
    expect(declared).toMatchObject({
      'post.rs': 'pub struct Post {',
      'post.ts': 'export interface Post {',
      'post.py': 'class Post(Record):',
      'schema.graphql': 'type Post {',
    });
    expect(Object.keys(declared)).toHaveLength(templates.length);
  });

  test('shows the class of a property, and an element by its IRI', async () => {
    const ask = (more: object) =>
      editor.connection.sendRequest<Shown>('codegen/preview', { textDocument: { uri: editor.uri('preview.ttl') }, ...more });
    const template = 'typescript-models';
    const byProperty = await editor.ask<Shown>('codegen/preview', 'preview.ttl', 'title a owl', false, { template });
    expect(lineOf(byProperty)).toBe('export interface Post {');
    expect(lineOf(await ask({ template, iri: 'http://example.org/blog#User' }))).toBe('export interface User {');
    expect(await ask({ template, iri: 'http://example.org/blog#Nothing' })).toBeNull();
    await expect(ask({ template: 'cobol', iri: 'http://example.org/blog#User' })).rejects.toThrow('"cobol" is not a template');
  });
});
