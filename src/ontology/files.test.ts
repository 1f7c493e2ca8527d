import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Diagnostic, DiagnosticError } from '../diagnostics/index.ts';
import { isBlank, type LoadOptions, loadOntology, type Ontology, owl, rdfs } from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string) => path.join(folder, name);

function write(name: string, text: string): string {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
  return at(name);
}

const PREFIXES = `@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
`;
const EX = 'http://example.org/';

/** Writes an ontology with one class and the given imports. */
function ontology(name: string, iri: string, imports: readonly string[] = [], more = ''): string {
  const imported = imports.map((each) => ` ; owl:imports <${each}>`).join('');
  return write(name, `${PREFIXES}<${iri}> a owl:Ontology${imported} .\n<${iri}#C> a owl:Class .\n${more}`);
}

async function filesOf(options?: LoadOptions, main = 'main.ttl'): Promise<string[]> {
  return names(await loadOntology(at(main), options));
}

const names = ({ files }: Ontology) => files.map((file) => path.relative(folder, file));

async function failure(loading: Promise<unknown>): Promise<Diagnostic | undefined> {
  const error = await loading.then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof DiagnosticError)) throw new Error(`no diagnostic: ${error}`);
  return error.diagnostics[0];
}

describe('loading', () => {
  test('reads the main file, its imports transitively and then the shapes, each once, also with cyclic imports', async () => {
    ontology('main.ttl', `${EX}main`, [`${EX}a`, `${EX}b`]);
    ontology('a.ttl', `${EX}a`, [`${EX}c`, `${EX}main`]);
    ontology('b.ttl', `${EX}b`, [`${EX}a`, `${EX}c`]);
    ontology('c.ttl', `${EX}c`, [`${EX}a`]);
    ontology('s.ttl', `${EX}s`, [`${EX}main`, `${EX}d`]);
    ontology('d.ttl', `${EX}d`);
    const loaded = await loadOntology(at('main.ttl'), { shapes: [at('s.ttl'), at('a.ttl')] });
    expect(names(loaded)).toEqual(['main.ttl', 'a.ttl', 'b.ttl', 'c.ttl', 's.ttl', 'd.ttl']);
    expect(loaded.diagnostics).toEqual([]);
    const classes = loaded.typed.filter((node) => loaded.has(node, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type', owl.Class));
    expect(classes).toEqual(['main', 'a', 'b', 'c', 's', 'd'].map((name) => `${EX}${name}#C`));
    expect(loaded.iri).toBe(`${EX}main`);
    expect(loaded.tripleCount).toBe(6 * 2 + 9);
  });

  test('reads a file only once if a symbolic link also names it', async () => {
    ontology('main.ttl', `${EX}main`, [`${EX}a`]);
    ontology('a.ttl', `${EX}a`);
    symlinkSync(at('a.ttl'), at('link.ttl'));
    expect(await filesOf({ shapes: [at('link.ttl')] })).toEqual(['main.ttl', 'a.ttl']);
  });

  test('resolves an import of a version IRI to the ontology that declares it', async () => {
    ontology('main.ttl', `${EX}main`, [`${EX}a`]);
    ontology('a.ttl', `${EX}a`, [`${EX}main/1.0`]);
    write('main.ttl', `${PREFIXES}<${EX}main> a owl:Ontology ; owl:versionIRI <${EX}main/1.0> ; owl:imports <${EX}a> .\n`);
    const loaded = await loadOntology(at('main.ttl'));
    expect(names(loaded)).toEqual(['main.ttl', 'a.ttl']);
    expect(loaded.diagnostics).toEqual([]);
  });

  test('does not report an import as missing if a file with shapes declares it', async () => {
    ontology('main.ttl', `${EX}main`, [`${EX}shapes`]);
    ontology('s.ttl', `${EX}shapes`);
    expect((await loadOntology(at('main.ttl'), { shapes: [at('s.ttl')] })).diagnostics).toEqual([]);
  });

  test('warns of a file that was found by its name and declares another ontology', async () => {
    ontology('main.ttl', `${EX}main`, [`${EX}a`]);
    ontology('a.ttl', 'http://example.com/other');
    expect((await loadOntology(at('main.ttl'))).diagnostics).toMatchObject([
      { code: 'import-other-ontology', message: expect.stringContaining('declares http://example.com/other') },
    ]);
  });

  test('ignores a declaration of the imported ontology in the importing file itself', async () => {
    ontology('main.ttl', `${EX}main`, [`${EX}a`], `<${EX}a> a owl:Ontology .\n`);
    expect((await loadOntology(at('main.ttl'))).diagnostics).toMatchObject([{ code: 'import-missing' }]);
  });
});

describe('files form one graph', () => {
  test('keeps blank nodes of different files apart', async () => {
    write('main.ttl', `${PREFIXES}<${EX}A> rdfs:subClassOf _:x , [ rdfs:label "1" ] . _:x rdfs:label "main" .`);
    write('s.ttl', `${PREFIXES}<${EX}A> rdfs:subClassOf _:x , [ rdfs:label "2" ] . _:x rdfs:label "shapes" .`);
    write('t.nt', `<${EX}A> <${rdfs.subClassOf}> _:x .\n_:x <${rdfs.label}> "more" .\n`);
    const loaded = await loadOntology(at('main.ttl'), { shapes: [at('s.ttl'), at('t.nt')] });
    const parents = loaded.nodes(`${EX}A`, rdfs.subClassOf);
    expect(new Set(parents).size).toBe(5);
    expect(parents.every(isBlank)).toBe(true);
    expect(parents.map((node) => loaded.literals(node, rdfs.label).map((l) => l.value))).toEqual([
      ['main'],
      ['1'],
      ['shapes'],
      ['2'],
      ['more'],
    ]);
  });

  test('records the file of subjects and statements', async () => {
    write('main.ttl', `${PREFIXES}<${EX}A> rdfs:label "A" .\n<${EX}B> a owl:Class .\n`);
    write('s.ttl', `${PREFIXES}\n<${EX}A> a owl:Class ;\n  rdfs:comment "c" .\n<${EX}B> a owl:Class .\n`);
    write(
      'r.rdf',
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${EX}R"><rdf:type rdf:resource="${owl.Class}"/></rdf:Description></rdf:RDF>`,
    );
    const loaded = await loadOntology(at('main.ttl'), { shapes: [at('s.ttl'), at('r.rdf')] });
    expect(loaded.place(`${EX}A`)).toEqual({ file: at('s.ttl'), line: 6, column: 1 });
    expect(loaded.place(`${EX}B`)).toEqual({ file: at('main.ttl'), line: 6, column: 1 });
    expect(loaded.place(`${EX}R`)).toEqual({ file: at('r.rdf') });
    expect(loaded.place(`${EX}none`)).toEqual({ file: at('main.ttl') });
    const places = loaded.statements(`${EX}A`).map((statement) => loaded.placeOf(statement));
    expect(places).toEqual([
      { file: at('main.ttl'), line: 5, column: 35 },
      { file: at('s.ttl'), line: 6, column: 26 },
      { file: at('s.ttl'), line: 7, column: 16 },
    ]);
    expect(loaded.placeOf(loaded.statements(`${EX}R`)[0] as never)).toEqual({ file: at('r.rdf') });
  });

  test('keeps a statement of two files once', async () => {
    const text = `${PREFIXES}<${EX}p> rdfs:domain <${EX}A> ; rdfs:label "p"@en , "p" .\n`;
    write('main.ttl', text);
    write('s.ttl', `${text}<${EX}p> rdfs:label "q" .`);
    const loaded = await loadOntology(at('main.ttl'), { shapes: [at('s.ttl')] });
    expect(loaded.statementsOf(`${EX}p`, rdfs.domain)).toHaveLength(1);
    expect(loaded.literals(`${EX}p`, rdfs.label).map((l) => l.value + l.language)).toEqual(['pen', 'p', 'q']);
  });

  test("prefers the main file's prefixes", async () => {
    write('main.ttl', `@prefix a: <${EX}1#> .\n${PREFIXES}a:A a owl:Class .`);
    write('s.ttl', `@prefix a: <${EX}2#> . @prefix b: <${EX}3#> .\n${PREFIXES}a:A a owl:Class . b:B a owl:Class .`);
    const loaded = await loadOntology(at('main.ttl'), { shapes: [at('s.ttl')] });
    expect(loaded.typed.map((node) => loaded.show(node))).toEqual(['a:A', `<${EX}2#A>`, 'b:B']);
  });

  test('resolves relative IRIs of an imported file against the IRI of the import', async () => {
    ontology('main.ttl', `${EX}main`, [`${EX}lib/a#`]);
    write('a.ttl', `${PREFIXES}<> a owl:Ontology . <#A> a owl:Class . <b> a owl:Class .`);
    const loaded = await loadOntology(at('main.ttl'));
    expect(loaded.typed.slice(2)).toEqual([`${EX}lib/a`, `${EX}lib/a#A`, `${EX}lib/b`]);
  });
});

test('returns the literals of collections', async () => {
  write('main.ttl', `${PREFIXES}<${EX}s> sh:in ( "a" <${EX}b> 3 ) .`);
  const loaded = await loadOntology(at('main.ttl'));
  const head = loaded.node(`${EX}s`, 'http://www.w3.org/ns/shacl#in') as string;
  expect(loaded.terms(head).map((term) => (typeof term === 'string' ? term : term.value))).toEqual(['a', `${EX}b`, '3']);
  expect(loaded.list(head)).toEqual([`${EX}b`]);
});

test('keeps facets and replacements of terms', async () => {
  write(
    'main.ttl',
    `${PREFIXES}<${EX}d> xsd:minInclusive 1 ; xsd:pattern "a" ; xsd:whiteSpace "collapse" ; <${EX}price> 5 ;
      <http://www.w3.org/1999/02/22-rdf-syntax-ns#langRange> "de" ; <http://purl.org/dc/terms/isReplacedBy> <${EX}e> ;
      <http://purl.obolibrary.org/obo/IAO_0100001> <${EX}e> ; <https://schema.org/supersededBy> <${EX}e> .`,
  );
  expect((await loadOntology(at('main.ttl'))).statements(`${EX}d`).map((s) => s.predicate.replace(/^.*[/#]/, ''))).toEqual([
    'minInclusive',
    'pattern',
    'whiteSpace',
    'langRange',
    'isReplacedBy',
    'IAO_0100001',
    'supersededBy',
  ]);
});

describe('finds an import', () => {
  test('in the given file first', async () => {
    ontology('main.ttl', `${EX}main`, [`${EX}a`]);
    ontology('a.ttl', `${EX}a`);
    ontology('other.ttl', `${EX}a`);
    expect(await filesOf({ imports: [{ iri: `${EX}a`, file: at('other.ttl') }] })).toEqual(['main.ttl', 'other.ttl']);
    expect(await filesOf({ imports: [{ iri: `${EX}a#`, file: at('other.ttl') }] })).toEqual(['main.ttl', 'other.ttl']);
  });

  test.each([
    [`${EX}lib/core`, 'core.ttl'],
    [`${EX}lib/core#`, 'core.owl'],
    [`${EX}lib/core/`, 'core.rdf'],
    [`${EX}lib/core.owl`, 'core.owl'],
    [`${EX}lib/core.owl`, 'core.ttl'],
    [`${EX}lib/core?version=2`, 'core.nt'],
    [`${EX}lib/1.0`, '1.0.ttl'],
    [`${EX}lib/core`, 'core'],
    [`${EX}lib/K%C3%BCche`, 'Küche.ttl'],
    ['urn:example:core', 'core.jsonld'],
  ])('in the folder of the ontology: %s as %s', async (iri, name) => {
    ontology('main.ttl', `${EX}main`, [iri]);
    const texts: Record<string, string> = {
      '.rdf': '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>',
      '.jsonld': '{}',
    };
    write(name, texts[path.extname(name)] ?? `<${EX}x> <${EX}y> <${EX}z> .\n`);
    expect(await filesOf()).toEqual(['main.ttl', name]);
  });

  test('in the folder of the importing file or of the main file', async () => {
    ontology('main.ttl', `${EX}main`, [`${EX}a`]);
    ontology('lib/a.ttl', `${EX}a`, [`${EX}b`, `${EX}c`]);
    ontology('lib/b.ttl', `${EX}b`);
    ontology('c.ttl', `${EX}c`);
    const imports = [{ iri: `${EX}a`, file: at('lib/a.ttl') }];
    expect(await filesOf({ imports })).toEqual(['main.ttl', 'lib/a.ttl', 'lib/b.ttl', 'c.ttl']);
  });

  test('by a relative IRI, relative to the importing file', async () => {
    mkdirSync(at('.git'));
    write('deep/main.ttl', `${PREFIXES}<> a owl:Ontology ; owl:imports <lib/a.ttl> , <../up.ttl> .`);
    write('deep/lib/a.ttl', `${PREFIXES}<> a owl:Ontology ; owl:imports <b.ttl> , <../main.ttl> .`);
    ontology('deep/lib/b.ttl', `${EX}b`);
    ontology('up.ttl', `${EX}up`);
    expect(await filesOf({}, 'deep/main.ttl')).toEqual(['deep/main.ttl', 'deep/lib/a.ttl', 'up.ttl', 'deep/lib/b.ttl']);
  });

  test('by an absolute file IRI', async () => {
    ontology('elsewhere/a b.ttl', `${EX}a`);
    ontology('main.ttl', `${EX}main`, [`file://${folder}/elsewhere/a%20b.ttl`]);
    expect(await filesOf()).toEqual(['main.ttl', 'elsewhere/a b.ttl']);
  });

  test('never in the importing file itself', async () => {
    ontology('org.ttl', `${EX}mine`, ['http://www.w3.org/ns/org#']);
    expect((await loadOntology(at('org.ttl'))).diagnostics).toMatchObject([{ code: 'import-missing' }]);
  });
});

describe('reports a missing import', () => {
  test('with the used names in its namespace and its source location', async () => {
    write(
      'main.ttl',
      `@prefix a: <${EX}a#> .
${PREFIXES}<${EX}main> a owl:Ontology ;
  owl:imports <${EX}a.owl> .
<${EX}a#Own> a owl:Class .
<${EX}C> a owl:Class ; rdfs:subClassOf a:Parent , a:Own , [ a owl:Restriction ; owl:onProperty a:p ; owl:allValuesFrom a:Parent ] ;
  rdfs:seeAlso a:page ; rdfs:isDefinedBy <${EX}a.owl> .
[] sh:path a:path ; sh:in ( a:one ) .
<${EX}q> rdfs:range <${EX}ab#NotBelow> .
`,
    );
    const { diagnostics } = await loadOntology(at('main.ttl'));
    expect(diagnostics).toEqual([
      expect.objectContaining({
        code: 'import-missing',
        severity: 'warning',
        place: { file: at('main.ttl'), line: 7, column: 15 },
        message: `no local file is known for the import ${EX}a.owl, and codegen does not download imports; 4 terms of it stay undefined: a:Parent, a:p, a:path, a:one`,
        help: `download the file, and pass it: --import ${EX}a.owl=<file>`,
      }),
    ]);
  });

  test('with the terms in the folder of an index document', async () => {
    ontology('main.ttl', `${EX}main`, [`${EX}a/index.rdf`], `<${EX}p> rdfs:range <${EX}a/B> , <${EX}ab/C> .`);
    expect((await loadOntology(at('main.ttl'))).diagnostics[0]?.message).toContain(`1 term of it stays undefined: <${EX}a/B>`);
  });

  test('with the terms of the whole document if the import has a fragment', async () => {
    ontology('main.ttl', `${EX}main`, [`${EX}a#core`], `<${EX}p> rdfs:range <${EX}a#B> , <${EX}ab#C> .`);
    expect((await loadOntology(at('main.ttl'))).diagnostics[0]?.message).toContain(`1 term of it stays undefined: <${EX}a#B>`);
  });

  test('unless it is a standard vocabulary', async () => {
    ontology('main.ttl', `${EX}main`, ['http://www.w3.org/2002/07/owl', 'http://www.w3.org/ns/shacl#']);
    expect((await loadOntology(at('main.ttl'))).diagnostics).toEqual([]);
  });

  test('once if several files import it', async () => {
    ontology('main.ttl', `${EX}main`, [`${EX}a`, `${EX}gone`]);
    ontology('a.ttl', `${EX}a`, [`${EX}gone#`]);
    expect((await loadOntology(at('main.ttl'))).diagnostics.map((d) => d.message)).toEqual([
      `no local file is known for the import ${EX}gone, and codegen does not download imports; the model lacks the classes, properties and axioms that only this file states`,
    ]);
  });

  test('and a given file that nothing imports', async () => {
    ontology('main.ttl', `${EX}main`);
    ontology('a.ttl', `${EX}a`);
    const loaded = await loadOntology(at('main.ttl'), { imports: [{ iri: `${EX}a`, file: at('a.ttl') }] });
    expect(names(loaded)).toEqual(['main.ttl']);
    expect(loaded.diagnostics).toMatchObject([{ code: 'import-unused', severity: 'warning' }]);
  });
});

test.each([
  ['a :Person', ['shapes-without-shape']],
  ['a owl:Class', []],
  ['owl:hasKey ( :p )', []],
  ['rdfs:subClassOf :B', []],
])('warns of shapes without a shape: %s', async (statements, codes) => {
  ontology('main.ttl', `${EX}main`);
  write('data.ttl', `${PREFIXES}@prefix : <${EX}> .\n:a ${statements} .\n`);
  const { diagnostics } = await loadOntology(at('main.ttl'), { shapes: [at('data.ttl')] });
  expect(diagnostics.map(({ code }) => code)).toEqual(codes);
});

describe('a given file', () => {
  test.each<[string, LoadOptions]>([
    ['--shapes', { shapes: ['none.ttl'] }],
    ['--import', { imports: [{ iri: `${EX}unused`, file: 'none.ttl' }] }],
    ['--catalog', { catalog: 'none.ttl' }],
  ])('must exist: %s', async (_, options) => {
    ontology('main.ttl', `${EX}main`);
    expect(await failure(loadOntology(at('main.ttl'), options))).toMatchObject({
      code: 'file-not-found',
      message: 'cannot find none.ttl',
      exit: 1,
    });
  });

  test.each(['shapes', 'import', 'beside'])('must be valid, and the error has its source location: %s', async (way) => {
    ontology('main.ttl', `${EX}main`, [`${EX}a`]);
    const broken = write('a.ttl', `${PREFIXES}<${EX}A> a owl:Class rdfs:label .\n`);
    const options: Record<string, LoadOptions> = {
      shapes: { shapes: [broken] },
      import: { imports: [{ iri: `${EX}a`, file: broken }] },
      beside: {},
    };
    expect(await failure(loadOntology(at('main.ttl'), options[way]))).toMatchObject({
      code: 'syntax-error',
      place: { file: broken, line: 5 },
      source: expect.stringContaining('rdfs:label'),
    });
  });
});

describe('a catalogue', () => {
  const catalogue = (entries: string, name = 'catalog-v001.xml') =>
    write(
      name,
      `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<catalog prefer="public" xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">\n${entries}\n</catalog>\n`,
    );

  test('of Protégé is read in the folder of the ontology', async () => {
    ontology('main.ttl', `${EX}main`, [`${EX}a`, `${EX}b`]);
    ontology('lib/first.ttl', `${EX}a`);
    ontology('lib/sec ond.ttl', `${EX}b`);
    catalogue(`    <uri id="User Entered Import Resolution" name="${EX}a" uri="lib/first.ttl"/>
    <group id="Folder Repository, directory=, recursive=true, Auto-Update=true, version=2" prefer="public" xml:base="">
        <uri id="Automatically generated entry, Timestamp=1" name="${EX}b" uri="lib/sec%20ond.ttl"/>
        <uri id="Automatically generated entry, Timestamp=1" name="${EX}main" uri="main.ttl"/>
    </group>`);
    expect(await filesOf()).toEqual(['main.ttl', 'lib/first.ttl', 'lib/sec ond.ttl']);
  });

  test.each([
    ['xml:base', `<group xml:base="lib/"><uri name="${EX}a" uri="x.ttl"/></group>`],
    ['nested groups', `<group xml:base="lib/"><group xml:base="deep/"><uri name="${EX}a" uri="../x.ttl"/></group></group>`],
    ['the first of two', `<uri name="${EX}a" uri="lib/x.ttl"/><uri name="${EX}a" uri="no.ttl"/>`],
    [
      'other elements and comments',
      `<!-- <uri/> --><x:y xmlns:x="urn:x"><uri/></x:y><public publicId="a" uri="b"/><uri name="${EX}a" uri="lib/x.ttl"/>`,
    ],
    ['entities', `<uri name="http&#58;//example.org/a" uri="lib/x.ttl"/>`],
  ])('is read with %s', async (_, entries) => {
    ontology('main.ttl', `${EX}main`, [`${EX}a`]);
    ontology('lib/x.ttl', `${EX}a`);
    catalogue(entries);
    expect(await filesOf()).toEqual(['main.ttl', 'lib/x.ttl']);
  });

  test('that is given replaces the one in the folder of the ontology', async () => {
    ontology('main.ttl', `${EX}main`, [`${EX}a`]);
    ontology('1.ttl', `${EX}a`);
    ontology('2.ttl', `${EX}a`);
    catalogue(`<uri name="${EX}a" uri="1.ttl"/>`);
    const catalog = catalogue(`<uri name="${EX}a" uri="../2.ttl"/>`, 'other/c.xml');
    expect(await filesOf({ catalog })).toEqual(['main.ttl', '2.ttl']);
  });

  test.each([
    ['https://example.net/a.ttl', /gives the address https:\/\/example\.net\/a\.ttl/],
    ['gone.ttl', /maps it to .*gone\.ttl, which is not there/],
  ])('that leads to %s provides no file, and the warning states the reason', async (uri, reason) => {
    ontology('main.ttl', `${EX}main`, [`${EX}a`]);
    catalogue(`<uri name="${EX}a" uri="${uri}"/>`);
    const loaded = await loadOntology(at('main.ttl'));
    expect(names(loaded)).toEqual(['main.ttl']);
    expect(loaded.diagnostics).toMatchObject([{ code: 'import-missing', message: expect.stringMatching(reason) }]);
  });

  test.each([
    ['not well-formed', '<catalog>\n<uri', 2, 'unexpected end of input'],
    ['two roots', '<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog"/>\n<a/>', 2],
    ['another document', '<rdf:RDF xmlns:rdf="urn:x"/>', 1],
    ['an entry without its name', '<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">\n<uri uri="a"/></catalog>', 2],
    ['nothing', ' ', undefined],
  ])('is rejected: %s', async (_, text, line, reason = '') => {
    ontology('main.ttl', `${EX}main`);
    const catalog = write('c.xml', text);
    const found = await failure(loadOntology(at('main.ttl'), { catalog }));
    expect(found).toMatchObject({ code: 'catalog-unreadable', exit: 1, place: { file: catalog } });
    expect(found?.place?.line).toBe(line);
    expect(found?.message).toContain(`c.xml is not an XML catalogue: ${reason}`);
  });
});

test('an import is not searched in files that end in .xml or .json, which are often not RDF', async () => {
  ontology('main.ttl', `${EX}main`, [`${EX}core`]);
  write('core.xml', '<project/>');
  write('core.json', '{}');
  expect(await filesOf()).toEqual(['main.ttl']);
  ontology('core.ttl', `${EX}core`);
  expect(await filesOf()).toEqual(['main.ttl', 'core.ttl']);
});
