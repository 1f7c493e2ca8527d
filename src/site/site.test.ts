import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { classOf } from '../../test/support/format-field.ts';
import { modelOf, modelOfTurtle, ontologyFile } from '../../test/support/ontologies.ts';
import { policiesOf } from '../model/index.ts';
import { loadOntology } from '../ontology/index.ts';
import { reportOf } from '../report/index.ts';
import { enforcingNames, loadTarget } from '../targets/index.ts';
import type { ClassData, DataFiles, SiteIndex } from './data.ts';
import { exampleInstance } from './examples.ts';
import { reportPage, type SiteFile, siteFiles } from './index.ts';
import { dataScript, htmlPage } from './write.ts';

async function siteOf(name: string): Promise<readonly SiteFile[]> {
  const file = ontologyFile(name);
  const targets = await Promise.all(enforcingNames.map(loadTarget));
  const printed = targets.slice(0, 6);
  return siteFiles({ file, ontology: await loadOntology(file), model: await modelOf(name), targets, printed, header: () => 4 });
}

/** Returns the name and value that a data script passes on. */
function handed(text: string): { readonly name: string; readonly value: unknown } {
  let found: { name: string; value: unknown } | undefined;
  new Function('codegenData', text)((name: string, value: unknown) => {
    found = { name, value };
  });
  if (!found) throw new Error('it hands nothing over');
  return found;
}

function data<K extends keyof DataFiles>(files: readonly SiteFile[], kind: K, slug?: string): DataFiles[K] {
  const path = `data/${slug === undefined ? kind : `${kind}-${slug}`}.js`;
  const file = files.find((each) => each.path === path);
  if (!file) throw new Error(`${path} is not there`);
  return handed(file.content).value as DataFiles[K];
}

describe('the site of the tutorial', () => {
  test('has a file for each class, and is deterministic', async () => {
    const files = await siteOf('blog');
    expect(files.map(({ path }) => path)).toEqual([
      'index.html',
      'style.css',
      'app.js',
      'data/index.js',
      'data/search.js',
      'data/axioms.js',
      'data/enforcement.js',
      'data/assumptions.js',
      'data/class-user.js',
      'data/class-post.js',
      'data/class-comment.js',
    ]);
    expect(await siteOf('blog')).toEqual(files);
  });

  test('shows for a field its constraints, their reasons, and its lines in each language', async () => {
    const files = await siteOf('blog');
    const post: ClassData = data(files, 'class', 'post');
    const at = post.fields.findIndex(({ name }) => name === 'title');
    expect(post.fields[at]).toMatchObject({ type: 'string', cardinality: 'one', iri: 'http://example.org/blog#title' });
    expect(post.fields[at]?.holds).toContainEqual({
      says: 'at most 500 characters',
      because: [{ by: 'assumed', says: 'lengths=spec' }],
    });
    const { axioms } = post.fields[at] ?? { axioms: [] };
    expect(axioms).toEqual([...new Set(axioms)]);
    const lines = post.code.flatMap(({ target, stretches, fields }) => {
      const [from = 0, to = 0] = fields[at] ?? [];
      const all = stretches.flatMap(({ from: first, text }) => text.split('\n').map((line, i) => [first + i, line] as const));
      return all.filter(([line]) => from <= line && line <= to).map(([, line]) => `${target}: ${line.trim()}`);
    });
    for (const line of [
      'rust-models: pub title: String,',
      'typescript-models: title: string;',
      'sql-schema: title VARCHAR(500) NOT NULL,',
      'graphql-schema: title: String!',
      'openapi-spec: maxLength: 500',
      'python-pydantic: title: str = Field(max_length=500, description="Headline.")',
    ])
      expect(lines).toContain(line);
  });

  test('shows an instance as JSON and as Turtle', async () => {
    const { json = '', turtle = '' } = data(await siteOf('blog'), 'class', 'post');
    expect(JSON.parse(json)).toMatchObject({ title: expect.any(String) });
    expect(turtle).toMatch(/^<urn:uuid:[0-9a-f-]+>\n {4}a :Post ;$/m);
    expect(turtle).toContain(':title "');
  });

  test('shows files relative to the folder of the ontology', async () => {
    for (const { path, content } of await siteOf('blog')) {
      if (path.startsWith('data/')) expect(content).not.toContain('examples/');
    }
    expect(data(await siteOf('blog'), 'class', 'post').place).toBe('blog.ttl:11:1');
  });

  test('contains the relations between classes', async () => {
    const index: SiteIndex = data(await siteOf('blog'), 'index');
    const name = (of: number) => index.classes[of]?.name;
    expect(index.links.map(({ from, to, name: role, back }) => [name(from), role, name(to), back])).toEqual([
      ['Post', 'author', 'User', 'posts'],
      ['Post', 'comments', 'Comment', undefined],
      ['Comment', 'author', 'User', undefined],
    ]);
  });
});

test('all data of the most complex ontology can be read back', async () => {
  const files = await siteOf('torture');
  for (const { path, content } of files.filter((file) => file.path.startsWith('data/'))) {
    expect(`data/${handed(content).name}.js`).toBe(path);
  }
  const index = data(files, 'index');
  for (const { slug } of index.classes) {
    const { code, fields } = data(files, 'class', slug);
    expect(new Set(code.map(({ target }) => target)).size).toBe(6);
    for (const { stretches, fields: ofFields } of code) {
      const shown = new Set(stretches.flatMap(({ from, text }) => text.split('\n').map((_, i) => from + i)));
      for (const [field, [from = 0, to = 0]] of Object.entries(ofFields)) {
        expect(fields[Number(field)]).toBeDefined();
        expect([...shown].some((line) => from <= line && line <= to)).toBe(true);
      }
    }
  }
});

test('an instance of a class with more than 40 fields is shown without the empty lists of inherited fields', async () => {
  const fields = Array.from({ length: 41 }, (_, i) => `:p${i} a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:int .`);
  const turtle = [':A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A .', ...fields].join('\n');
  const { model } = await modelOfTurtle(turtle, policiesOf({ unstated: 'open' }));
  const json = (name: string) => JSON.parse(exampleInstance(classOf(model, name), new Map()).json ?? '');
  expect(Object.keys(json('A'))).toHaveLength(43);
  expect(Object.keys(json('B'))).toEqual(['id', 'kind']);
});

test('the Turtle of an instance abbreviates datatypes, even if the ontology has no prefix for them', async () => {
  const { model } = await modelOfTurtle(':A a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:date .');
  expect(exampleInstance(classOf(model, 'A'), new Map()).turtle).toContain('^^xsd:date');
});

describe('the report as one file', () => {
  async function reportFile(name: string, onlyAssumed = false): Promise<string> {
    const file = ontologyFile(name);
    const [ontology, model, targets] = await Promise.all([
      loadOntology(file),
      modelOf(name),
      Promise.all(enforcingNames.map(loadTarget)),
    ]);
    return reportPage({ report: reportOf(file, model, targets), ontology, model, targets, onlyAssumed });
  }
  const scriptsOf = (html: string) => [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text);
  const handedBy = (html: string) =>
    new Map(
      scriptsOf(html)
        .filter((text) => text.startsWith('codegenData('))
        .map((text) => {
          const { name, value } = handed(text);
          return [name, value];
        }),
    );

  test('contains the same axioms and assumptions as the site, without links to other pages', async () => {
    const files = await siteOf('torture');
    const found = handedBy(await reportFile('torture'));
    for (const kind of ['axioms', 'enforcement', 'assumptions'] as const) expect(found.get(kind)).toEqual(data(files, kind));
    const { links: _, enumerations: __, ...index } = data(files, 'index');
    expect(found.get('index')).toEqual({ ...index, links: [], enumerations: [], part: 'report' });
    expect((await modelOf('torture')).axioms.length).toBe(data(files, 'axioms').length);
    expect([...handedBy(await reportFile('torture', true)).keys()]).toEqual(['index', 'search', 'assumptions']);
  });

  test('runs the scripts that its policy names, and loads nothing', async () => {
    const html = await reportFile('blog');
    expect(html).not.toMatch(/<script[^>]|<link(?! rel="icon" href="data:,">)|@import|url\(/);
    // No data ends the script or hides its end.
    for (const text of scriptsOf(html)) expect(text).not.toMatch(/<script|<\/style/i);
    const policy = /content="default-src 'none'; script-src ([^;]+); style-src ([^;]+);/.exec(html);
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy?.[1]?.split(' ')).toEqual(scriptsOf(html).map(hash));
    expect(policy?.[2]).toBe(hash(/<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''));
    expect(await reportFile('blog')).toBe(html);
  });

  test('lists the elements that an axiom is about', async () => {
    const axioms = handedBy(await reportFile('blog')).get('axioms') as DataFiles['axioms'];
    expect(axioms.find(({ statement }) => statement === ':title rdfs:domain :Post')?.about).toEqual(['post/title']);
    for (const { about, statement } of axioms) expect(about, statement).not.toEqual([]);
  });
});

test('untrusted text ends neither a script nor an element, and does not reverse the text direction', () => {
  const hostile = '</script><script>alert(1)</script>\u202e\u0000\u2028';
  const text = dataScript('class-x', { doc: hostile });
  expect(text).not.toContain('</script');
  for (const character of ['\u0000', '\u202e']) expect(text).not.toContain(character);
  expect(handed(text).value).toEqual({ doc: '</script><script>alert(1)</script>\ufffd\u2400\u2028' });
  const html = htmlPage('</title><img src=x onerror=alert(1)>');
  expect(html).toContain('<title>&lt;/title&gt;&lt;img src=x onerror=alert(1)&gt;</title>');
  expect(html).not.toContain('<img');
});
