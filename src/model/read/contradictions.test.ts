import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';

const CLASSES = ':A a owl:Class . :B a owl:Class . :C a owl:Class ; rdfs:subClassOf :A .\n';

/** Returns the warnings about shapes of :A with their help, and the axioms that are not enforced. */
async function reported(
  ...shapes: readonly string[]
): Promise<{ reported: string[]; helps: (string | undefined)[]; left: string[] }> {
  const turtle = shapes.map((text) => `[] a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p ; ${text} ] .`);
  const { model, diagnostics } = await modelOfTurtle(CLASSES + turtle.join('\n'));
  const found = diagnostics.filter(({ code }) => code === 'value-not-taken' || code === 'kind-mismatch');
  return {
    reported: found.map(({ message }) => message),
    helps: found.map(({ help }) => help),
    left: model.axioms.filter(({ shortfall }) => shortfall !== undefined).map(({ statement }) => statement),
  };
}

const pairs: readonly (readonly [left: string, taken: string])[] = [
  ['sh:nodeKind sh:IRI', 'sh:datatype xsd:anyURI'],
  ['sh:nodeKind sh:BlankNodeOrIRI', 'sh:datatype rdf:langString'],
  ['sh:nodeKind sh:BlankNode', 'sh:datatype xsd:integer'],
  ['sh:nodeKind sh:Literal', 'sh:class :B'],
  ['sh:nodeKind sh:Literal', 'sh:in (:x :y)'],
  ['sh:nodeKind sh:IRI', 'sh:in ("x" "y")'],
  ['sh:nodeKind sh:BlankNode', 'sh:in (:x)'],
  ['sh:class :B', 'sh:in ("x")'],
  ['sh:hasValue "x"', 'sh:class :B'],
  ['sh:hasValue "x"', 'sh:nodeKind sh:IRI'],
  ['sh:hasValue :x', 'sh:nodeKind sh:Literal'],
  ['sh:languageIn ("en")', 'sh:datatype xsd:string'],
  ['sh:languageIn ("en")', 'sh:nodeKind sh:IRI'],
  ['sh:languageIn ("en")', 'sh:class :B'],
];

test.each(pairs)('drops %s in favour of %s, in one shape and in two, in any order', async (left, taken) => {
  const expected = [`:A :p ${left} is left out: it contradicts :A :p ${taken}, which is used instead`];
  for (const shapes of [[`${left} ; ${taken}`], [`${taken} ; ${left}`], [left, taken], [taken, left]]) {
    const found = await reported(...shapes);
    expect([shapes, found.reported]).toEqual([shapes, expected]);
    expect(found.helps).toEqual([expect.stringMatching(/^values (are resources .* or literals|that have a language)/)]);
    expect(found.left).toContain(`:A :p ${left}`);
    expect(found.left).not.toContain(`:A :p ${taken}`);
  }
});

test.each([
  ['sh:minLength 5', 'sh:maxLength 3'],
  ['sh:datatype xsd:integer ; sh:minInclusive 5', 'sh:maxInclusive 3'],
  ['sh:datatype xsd:integer ; sh:in (1 2)', 'sh:minInclusive 5'],
  ['sh:in ("abc" "d")', 'sh:minLength 5'],
  ['sh:in ("abc" "d")', 'sh:pattern "^x"'],
])('a warning names both statements that together allow no value: %s, %s', async (first, second) => {
  const before = first.replace(/^sh:datatype \S+ ; /, '');
  const found = await reported(first, second);
  expect(found.reported).toEqual([`:A :p ${second} is left out: no value satisfies both it and :A :p ${before}`]);
});

test('reports lists that share no value, and two values where only one is allowed', async () => {
  expect((await reported('sh:in ("a")', 'sh:in ("b")')).reported).toEqual([
    ':A :p sh:in ("b") is left out: it contradicts :A :p sh:in ("a"), which is used instead',
  ]);
  expect((await reported('sh:hasValue "a" , "b" ; sh:maxCount 1')).reported).toEqual([
    ':A :p sh:hasValue "b" is left out: the only value is "a" already',
  ]);
});

test.each([
  ['sh:datatype xsd:decimal', 'sh:in (1 2)', 'xsd:decimal, and these are of xsd:integer; they are', 'write "1"^^xsd:decimal'],
  ['sh:datatype xsd:decimal', 'sh:hasValue 3', 'xsd:decimal, and this is one of xsd:integer; it is', 'write "3"^^xsd:decimal'],
  [
    'sh:datatype rdf:langString',
    'sh:in ("a" "b")',
    'rdf:langString, and these are of xsd:string; they are',
    'write "a"@en, each in its language',
  ],
  [
    'sh:datatype xsd:string',
    'sh:in ("a"@en "b"@de)',
    'xsd:string, and these are of rdf:langString; they are',
    'write sh:datatype rdf:langString, or strings without a language tag',
  ],
  [
    'sh:datatype xsd:anyURI',
    'sh:hasValue "http://a.org/"',
    'xsd:anyURI, and this is one of xsd:string; it is',
    'write "http://a.org/"^^xsd:anyURI',
  ],
])('values of another datatype are used with a warning: %s, %s', async (datatype, text, reason, help) => {
  for (const shapes of [[`${datatype} ; ${text}`], [text, datatype]]) {
    const found = await reported(...shapes);
    expect(found.reported).toEqual([`:A :p ${text}: SHACL requires values of ${reason} used anyway`]);
    expect(found.helps).toEqual([help]);
    // No target checks language tags.
    expect(found.left).toEqual(text.includes('@en') ? [`:A :p ${text}`] : []);
  }
});

test.each([
  [
    'sh:datatype xsd:string , xsd:integer',
    'sh:datatype xsd:integer: only one value may be stated, and there are several (xsd:string, xsd:integer); the last is used',
  ],
  [
    'sh:nodeKind sh:IRI , sh:Literal',
    'sh:nodeKind sh:Literal: only one value may be stated, and there are several (sh:IRI, sh:Literal); the first is used',
  ],
  [
    `sh:pattern "^a" , "^${'b'.repeat(90)}"`,
    `sh:pattern "^${'b'.repeat(59)}…": only one value may be stated, and there are several ("^a", "^${'b'.repeat(59)}…"); all of them apply`,
  ],
  ['sh:maxCount 3 , 2', 'sh:maxCount 2: only one value may be stated, and there are several (3, 2); the strictest applies'],
])('a second value of a parameter with one value gives one warning: %s', async (text, message) => {
  expect((await reported(text)).reported).toEqual([`[ … ] ${message}`]);
});

test.each(['sh:maxCount 1 ; sh:maxCount 1', 'sh:pattern "a" ; sh:pattern "a"', 'sh:datatype xsd:date , xsd:date'])(
  'a repeated statement counts once: %s',
  async (text) => {
    expect((await reported(text)).reported).toEqual([]);
  },
);

test.each([
  'sh:nodeKind sh:IRI ; sh:class :B',
  'sh:nodeKind sh:BlankNodeOrIRI ; sh:class :B',
  'sh:nodeKind sh:IRIOrLiteral ; sh:datatype xsd:anyURI',
  'sh:nodeKind sh:Literal ; sh:datatype xsd:anyURI',
  'sh:nodeKind sh:IRI ; sh:in ( :x :y )',
  'sh:nodeKind sh:IRI ; sh:hasValue :x',
  'sh:nodeKind sh:IRI ; sh:minLength 3 ; sh:pattern "^http"',
  'sh:nodeKind sh:BlankNode ; sh:node [ sh:property [ sh:path :z ; sh:minCount 1 ] ]',
  'sh:datatype rdf:langString ; sh:languageIn ( "en" ) ; sh:uniqueLang true',
  'sh:or ( [ sh:datatype xsd:string ] [ sh:datatype rdf:langString ] ) ; sh:nodeKind sh:Literal ; sh:languageIn ( "en" )',
  'sh:in ( "a"@en ) ; sh:languageIn ( "en" )',
  'sh:datatype xsd:decimal ; sh:minInclusive 0 ; sh:maxInclusive 10 ; sh:hasValue 5.0 ; sh:maxCount 1',
  'sh:datatype xsd:boolean ; sh:in ( true ) ; sh:hasValue true ; sh:maxCount 1',
  'sh:in ( "abc" "d" ) ; sh:maxLength 2',
  'sh:hasValue "a" , "b"',
])('parameters that do not contradict each other give no warning: %s', async (text) => {
  expect((await reported(text)).reported).toEqual([]);
});

test('drops a constraint of a subclass that contradicts its superclass', async () => {
  const { diagnostics, model } = await modelOfTurtle(`${CLASSES}
[] sh:targetClass :A ; sh:property [ sh:path :p ; sh:nodeKind sh:IRI ] .
[] sh:targetClass :C ; sh:property [ sh:path :p ; sh:nodeKind sh:Literal ] .`);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    ':C :p sh:nodeKind sh:Literal is left out: it contradicts :A :p sh:nodeKind sh:IRI, which is used instead',
  ]);
  expect(model.axioms.filter(({ shortfall }) => shortfall).map(({ statement }) => statement)).toEqual([
    ':C :p sh:nodeKind sh:Literal',
  ]);
});

test.each(['rdfs:range :B', 'rdfs:range xsd:string'])(
  'a datatype property whose shape says sh:nodeKind sh:Literal has literals, also if a class is used as a datatype: %s',
  async (range) => {
    const { model, diagnostics } = await modelOfTurtle(
      `${CLASSES}:p a owl:DatatypeProperty ; rdfs:domain :A ; ${range} .
      [] a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p ; sh:datatype :B ; sh:nodeKind sh:Literal ] .`,
    );
    const types = model.classes[0]?.allFields.filter(({ iri }) => iri !== undefined).map(({ type }) => type);
    expect(types).toMatchObject([{ kind: 'scalar', scalar: 'string' }]);
    const left = diagnostics.find(({ code }) => code === 'value-not-taken')?.message;
    expect(left).toMatch(/^:p rdfs:range :B is left out: |^:A :p sh:datatype :B is left out: /);
    expect(diagnostics.map(({ code }) => code)).not.toContain('kind-mismatch');
  },
);
