import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { mergeGroups } from '../../diagnostics/index.ts';

const BASE = ':A a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .\n';

async function messages(turtle: string): Promise<readonly string[]> {
  const { diagnostics } = await modelOfTurtle(BASE + turtle);
  return diagnostics
    .filter(({ code }) => code === 'value-not-taken')
    .map(({ message, help }) => (help ? `${message}; ${help}` : message));
}

test.each([
  [':q rdfs:domain :A ; rdfs:range "dateTime" .', ':q rdfs:range "dateTime"', 'did you mean xsd:dateTime?'],
  [':q rdfs:domain :A ; rdfs:range "xsd:date" .', ':q rdfs:range "xsd:date"', 'did you mean xsd:date?'],
  [':S a sh:NodeShape ; sh:targetClass "A" .', ':S sh:targetClass "A"', 'did you mean :A?'],
  [':S sh:targetClass :A ; sh:property [ sh:path "p" ; sh:minCount 1 ] .', '[ … ] sh:path "p"', 'did you mean :p?'],
])('reports a literal where an IRI is required: %s', async (turtle, statement, meant) => {
  expect(await messages(turtle)).toEqual([`${statement} is left out: an IRI is required here, and this is a string; ${meant}`]);
});

test.each([
  [
    ':p owl:maxCardinality 1 .',
    ':p owl:maxCardinality 1',
    'only restrictions have this property; write :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:maxCardinality 1 ]',
  ],
  [
    ':A owl:cardinality 1 .',
    ':A owl:cardinality 1',
    'only restrictions have this property; write :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :property ; owl:cardinality 1 ]',
  ],
  [
    ':A rdfs:subClassOf [ a owl:Restriction ; owl:someValuesFrom :A ] .',
    '[ … ] owl:someValuesFrom :A',
    'the restriction has no owl:onProperty; add owl:onProperty :property',
  ],
  [
    ':S sh:targetClass :A ; sh:property [ sh:minCount 1 ] .',
    ':S sh:property [ … ]',
    'the shape names no property, as in sh:path :property',
  ],
  [':A rdfs:domain :p .', ':A rdfs:domain :p', 'only a property has a domain, and :A is a class: :p rdfs:domain :A'],
])('reports statements without effect: %s', async (turtle, statement, reason) => {
  expect(await messages(turtle)).toEqual([`${statement} is left out: ${reason}`]);
});

test.each([
  [':S sh:targetClass :A ; sh:property [ sh:path :p ; sh:in "a" , "b" ] .', '[ … ] sh:in "a"', 'sh:in ( "a" "b" )'],
  [':E a owl:Class ; owl:unionOf :A .', ':E owl:unionOf :A', 'owl:unionOf ( :A )'],
  [':E a owl:Class ; owl:oneOf :x , :y . :x a :E . :y a :E .', ':E owl:oneOf :x', 'owl:oneOf ( :x :y )'],
])('reports values that are not in a list: %s', async (turtle, statement, list) => {
  expect(await messages(turtle)).toEqual([`${statement} is left out: a list is required here: ${list}`]);
});

test.each([
  [':q a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range :A .', 'declare it: :q a owl:ObjectProperty .'],
  [':q a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range xsd:int .', 'declare it: :q a owl:DatatypeProperty .'],
  [':S sh:targetClass :A ; sh:property [ sh:path :q ; sh:datatype :A ] .', 'write sh:class :A'],
  [':S sh:targetClass :A ; sh:property [ sh:path :q ; sh:class xsd:int ] .', 'write sh:datatype xsd:int'],
])('reports an IRI of the wrong kind once: %s', async (turtle, help) => {
  const { diagnostics } = await modelOfTurtle(BASE + turtle);
  expect(diagnostics.map((one) => [one.code, one.help])).toEqual([['kind-mismatch', help]]);
});

test.each([
  ':q a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:date-time .',
  ':B a owl:class . :q a owl:DatatypeProperty ; rdfs:domain :B ; rdfs:range xsd:date .',
  ':q a owl:Datatypeproperty ; rdfs:domain :A ; rdfs:range xsd:date .',
  ':q a owl:DatatypeProperty ; rdf:domain :A ; rdfs:range xsd:date .',
  ':q a owl:DatatypeProperty ; rdfs:domain :A ; rdf:range xsd:date .',
])('reports an unknown term once, without its consequences: %s', async (turtle) => {
  const { diagnostics } = await modelOfTurtle(BASE + turtle);
  expect(diagnostics.map(({ code }) => code)).toEqual(['unknown-term']);
});

test('proposes owl:ObjectProperty for an undeclared property whose range is a class', async () => {
  const { diagnostics } = await modelOfTurtle(`${BASE}:q rdfs:domain :A ; rdfs:range :A .`);
  expect(diagnostics.map(({ help }) => help)).toContain('declare it: :q a owl:ObjectProperty .');
});

test('reports a cardinality without a property only once', async () => {
  const { diagnostics } = await modelOfTurtle(`${BASE}[ owl:maxQualifiedCardinality 1 ] .`);
  expect(diagnostics.map(({ code }) => code)).toEqual(['value-not-taken']);
});

test('explains how to write an enumeration if a range is a list', async () => {
  const { diagnostics } = await modelOfTurtle(`${BASE}:q rdfs:domain :A ; rdfs:range ( "a" "b" ) .`);
  expect(diagnostics.map(({ help }) => help)).toContain(
    'for an enumeration of strings, write [ a rdfs:Datatype ; owl:oneOf ( "open" "paid" ) ]',
  );
});

test.each([
  ['xsd:uuid', 'xsd:string'],
  ['xsd:int64', 'xsd:long'],
  ['xsd:date-time', 'xsd:dateTime'],
  ['xsd:url', 'xsd:anyURI'],
  ['<xsd:datetime>', 'xsd:dateTime'],
  ['<xsd:boolean>', 'xsd:boolean'],
])('reports %s and suggests %s', async (range, meant) => {
  const { diagnostics } = await modelOfTurtle(`${BASE}:q a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range ${range} .`);
  expect(diagnostics.map(({ message }) => message).join()).toContain(`did you mean ${meant}?`);
});

/** Returns all diagnostics as code, message and help. */
async function all(turtle: string): Promise<readonly (readonly [code: string, message: string, help: string | undefined])[]> {
  const { diagnostics } = await modelOfTurtle(BASE + turtle);
  return diagnostics.map(({ code, message, help }) => [code, message, help]);
}

const OTHERS = `:B a owl:Class . :n a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:integer .
:o a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :B .
`;
const shape = (text: string, path = ':p') =>
  `:S a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path ${path} ; ${text} ] .`;
const restriction = (text: string, property = ':o') =>
  `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ${property} ; ${text} ] .`;

test.each([
  // IRIs of another kind.
  [
    ':p rdfs:subClassOf :n .',
    ':p rdfs:subClassOf :n',
    'its subject must be a class, and :p is an owl:DatatypeProperty',
    'write rdfs:subPropertyOf :n',
  ],
  [
    ':p rdfs:subClassOf :B .',
    ':p rdfs:subClassOf :B',
    'its subject must be a class, and :p is an owl:DatatypeProperty',
    'write rdfs:domain :B',
  ],
  [':A owl:disjointWith :p .', ':A owl:disjointWith :p', ':p is a property, not a class', undefined],
  [
    ':p owl:disjointWith :n .',
    ':p owl:disjointWith :n',
    'its subject must be a class, and :p is an owl:DatatypeProperty',
    'write owl:propertyDisjointWith :n',
  ],
  [
    ':o owl:inverseOf :p .',
    ':o owl:inverseOf :p',
    ':p is an owl:DatatypeProperty, and only an owl:ObjectProperty has an inverse',
    'name the object property that leads back',
  ],
  [
    ':o owl:inverseOf :B .',
    ':o owl:inverseOf :B',
    ':B is a class, and only an owl:ObjectProperty has an inverse',
    'name the object property that leads back',
  ],
  [
    restriction('owl:hasValue "x"'),
    '[ … ] owl:hasValue "x"',
    '"x" is a literal, and values of :o, an owl:ObjectProperty, are resources',
    'name the individuals, or declare the property an owl:DatatypeProperty',
  ],
  // Strings, booleans, node kinds.
  [':p owl:deprecated "yes" .', ':p owl:deprecated "yes"', 'true or false is required here, without quotes', undefined],
  [shape('sh:nodeKind :B', ':o'), '[ … ] sh:nodeKind :B', 'this is not a node kind', 'write sh:class :B'],
  [shape('sh:nodeKind :IRI', ':o'), '[ … ] sh:nodeKind :IRI', 'this is not a node kind', 'write sh:IRI'],
  // Lists.
  [
    shape('sh:or <http://datashapes.org/dash#StringOrLangString>', ':o'),
    '[ … ] sh:or <http://datashapes.org/dash#StringOrLangString>',
    '<http://datashapes.org/dash#StringOrLangString> is not a list in these files; write sh:or ( <http://datashapes.org/dash#StringOrLangString> ), or add the file that defines it',
    undefined,
  ],
  [':A owl:hasKey :p .', ':A owl:hasKey :p', 'a list is required here: owl:hasKey ( :p )', undefined],
  [
    ':w a owl:DatatypeProperty ; rdfs:range xsd:string ; rdfs:domain [ owl:unionOf :A , :B ] .',
    '[ … ] owl:unionOf :A',
    'a list is required here: owl:unionOf ( :A :B )',
    undefined,
  ],
  [
    ':w a owl:DatatypeProperty ; rdfs:range xsd:string ; rdfs:domain ( :A :B ) .',
    ':w rdfs:domain ( :A :B )',
    'a list is not allowed here',
    'several classes are rdfs:domain [ a owl:Class ; owl:unionOf ( :A :B ) ]',
  ],
  [
    ':S sh:targetClass ( :A :B ) .',
    ':S sh:targetClass ( :A :B )',
    'a list is not allowed here',
    'several are sh:targetClass :A , :B',
  ],
  // Shapes.
  [shape('sh:node :Shap', ':o'), '[ … ] sh:node :Shap', ':Shap has no statements', 'a file of shapes is given by --shapes'],
  [
    `:Shape sh:targetClass :B ; sh:property [ sh:path :p ] . ${shape('sh:node :Shap', ':o')}`,
    '[ … ] sh:node :Shap',
    ':Shap has no statements; did you mean :Shape?',
    undefined,
  ],
  [
    ':S a sh:NodeShape ; sh:targetClass :A ; sh:property :p .',
    ':S sh:property :p',
    ':p is a property, and no shape of one',
    'write sh:property [ sh:path :p ; … ]',
  ],
  [
    ':p sh:minCount 1 .',
    ':p sh:minCount 1',
    'its subject must be a shape, and :p is an owl:DatatypeProperty',
    'write :Shape a sh:NodeShape ; sh:targetClass :Class ; sh:property [ sh:path :p ; sh:minCount 1 ] .',
  ],
  [
    ':S a sh:NodeShape ; sh:targetClass :A ; sh:minCount 1 .',
    ':S sh:minCount 1',
    'its subject must be a property',
    'write sh:property [ sh:path :property ; sh:minCount 1 ]',
  ],
  [shape('xsd:maxLength 3'), '[ … ] xsd:maxLength 3', 'this applies to datatypes, not to shapes', 'write sh:maxLength 3'],
  [
    shape('sh:maxInclusive 5'),
    ':A :p sh:maxInclusive 5',
    'values of xsd:string are not compared with those of xsd:integer',
    undefined,
  ],
  [
    shape('sh:maxInclusive 5', ':q'),
    ':A :q sh:maxInclusive 5',
    'no rdfs:range or sh:datatype states that the values are of xsd:integer or a comparable datatype',
    undefined,
  ],
  [
    shape('sh:maxLength 5', ':o'),
    ':A :o sh:maxLength 5',
    'values are instances of B, which have UUIDs as ids: this limits the length of their IRIs',
    undefined,
  ],
  [shape('sh:maxInclusive 5', ':o'), ':A :o sh:maxInclusive 5', 'values are instances of B, which have no order', undefined],
  [
    shape('sh:pattern "^[0-9]{3}$"', ':n'),
    ':A :n sh:pattern "^[0-9]{3}$"',
    'patterns are checked for strings only, and the values are of xsd:integer',
    undefined,
  ],
  [
    shape('sh:class :Nothing', ':o'),
    ':A :o sh:class :Nothing',
    ':Nothing is neither a class of this ontology nor a known datatype',
    undefined,
  ],
  [
    shape('sh:or ( :A xsd:string )', ':n'),
    '[ … ] sh:or ( :A xsd:string )',
    'the members of this list must be shapes',
    'write sh:or ( [ sh:class :A ] [ sh:datatype xsd:string ] )',
  ],
  [shape('sh:min 1'), '[ … ] sh:min 1', 'this is not a constraint on values', 'write sh:minCount or sh:minInclusive'],
  [
    shape('sh:flags "i"'),
    '[ … ] sh:flags "i"',
    'it has no effect without sh:pattern',
    'write the pattern that they are for: sh:pattern "…"',
  ],
  [
    shape('sh:qualifiedMinCount 1', ':o'),
    '[ … ] sh:qualifiedMinCount 1',
    'it has no effect without sh:qualifiedValueShape',
    'write sh:minCount, or which values are counted: sh:qualifiedValueShape',
  ],
  [
    shape('sh:qualifiedValueShapesDisjoint true', ':o'),
    '[ … ] sh:qualifiedValueShapesDisjoint true',
    'it has no effect without sh:qualifiedValueShape',
    'write which values are counted: sh:qualifiedValueShape',
  ],
  [
    ':S a sh:NodeShape ; sh:targetClass :A ; sh:ignoredProperties ( rdf:type ) .',
    ':S sh:ignoredProperties ( rdf:type )',
    'it has no effect without sh:closed',
    'add sh:closed true, or leave it out',
  ],
  [
    ':S a sh:NodeShape ; sh:targetClass :A ; sh:property :B .',
    ':S sh:property :B',
    ':B is a class, and no property shape',
    'write sh:property [ sh:path :property ; … ]',
  ],
  [
    ':S a sh:NodeShape ; sh:targetClass :A ; sh:property :T . :T a sh:NodeShape ; sh:targetClass :B .',
    ':S sh:property :T',
    'the shape names no property, as in sh:path :property',
    undefined,
  ],
  // Restrictions that state nothing.
  [
    ':A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :o ] .',
    '[ … ] owl:onProperty :o',
    'the restriction states neither values nor a number',
    'add owl:someValuesFrom, owl:allValuesFrom, owl:hasValue or a cardinality',
  ],
  [
    restriction('owl:onClass :B', ':o'),
    '[ … ] owl:onClass :B',
    'it has no effect without a cardinality',
    'write how many: owl:qualifiedCardinality, owl:minQualifiedCardinality or owl:maxQualifiedCardinality',
  ],
  [
    restriction('owl:onDataRange xsd:string', ':p'),
    '[ … ] owl:onDataRange xsd:string',
    'it has no effect without a cardinality',
    'write how many: owl:qualifiedCardinality, owl:minQualifiedCardinality or owl:maxQualifiedCardinality',
  ],
  [
    ':D a rdfs:Datatype ; owl:equivalentClass [ a rdfs:Datatype ; owl:withRestrictions ( [ xsd:maxLength 5 ] ) ] .',
    '[ … ] owl:withRestrictions ( [ … ] )',
    'it has no effect without owl:onDatatype',
    'add the datatype: owl:onDatatype xsd:string',
  ],
  [
    ':p sh:in ( "a" "b" ) .',
    ':p sh:in ( "a" "b" )',
    'its subject must be a shape, and :p is an owl:DatatypeProperty',
    'write :Shape a sh:NodeShape ; sh:targetClass :Class ; sh:property [ sh:path :p ; sh:in ( "a" "b" ) ] .',
  ],
  [':C a :Class .', ':C a :Class', 'nothing declares :Class; did you mean owl:Class?', undefined],
])('a statement without effect gives one warning with a correction: %s', async (turtle, statement, reason, help) => {
  const messages = await all(OTHERS + turtle);
  expect(messages.filter(([code]) => code !== 'property-without-range')).toEqual([
    ['value-not-taken', `${statement} is left out: ${reason}`, help ?? ''].map((each) => each || undefined),
  ]);
});

test.each([
  [
    shape('sh:minCount "1"'),
    '[ … ] sh:minCount "1"',
    'a number is required, and this is a string; the number in it is used',
    'write sh:minCount 1',
  ],
  [
    restriction('owl:cardinality "1"'),
    '[ … ] owl:cardinality "1"',
    'a number is required, and this is a string; the number in it is used',
    'write owl:cardinality 1',
  ],
  [
    ':S a sh:NodeShape ; sh:targetClass :A ; sh:closed "true" ; sh:property [ sh:path :p ] .',
    ':S sh:closed "true"',
    'true or false is required, and this is a string; its content is used',
    'write sh:closed true',
  ],
  [
    shape('sh:minCount 1', ':p , :n'),
    '[ … ] sh:path :n',
    'only one value may be stated, and there are several (:p, :n); the first is used',
    undefined,
  ],
  [
    shape('sh:in [ rdf:first "a" ]'),
    '[ … ] rdf:first "a"',
    'the list breaks off here, without rdf:rest; its first members are used',
    'write lists in brackets: ( :a :b )',
  ],
  [
    restriction('owl:qualifiedCardinality 1'),
    '[ … ] owl:qualifiedCardinality 1',
    'owl:onClass or owl:onDataRange is missing; codegen counts all values',
    'write owl:cardinality 1',
  ],
  [
    restriction('owl:cardinality 1 ; owl:onClass :B'),
    '[ … ] owl:cardinality 1',
    'an unqualified cardinality ignores owl:onClass; codegen counts all values',
    'write owl:qualifiedCardinality 1',
  ],
])(
  'a faulty statement that still has an effect gives one warning with a correction: %s',
  async (turtle, statement, reason, help) => {
    expect(await all(OTHERS + turtle)).toEqual([['kind-mismatch', `${statement}: ${reason}`, help]]);
  },
);

test('reports an invalid inverse without the cycle that follows from it', async () => {
  const back = ':back a owl:ObjectProperty ; rdfs:domain :B ; rdfs:range :A .';
  expect((await all(`${OTHERS}${back} :back owl:inverseOf :p .`)).map(([code]) => code)).toEqual(['value-not-taken']);
  expect(
    (await all(`${OTHERS}:hasBack a owl:ObjectProperty ; rdfs:domain :B ; rdfs:range :A . :o owl:inverseOf :hasBak .`)).map(
      ([, , help]) => help,
    ),
  ).toEqual(['write :hasBack in place of :hasBak, or declare :hasBak a owl:ObjectProperty .']);
});

test.each([
  ':p a owl:InverseFunctionalProperty .',
  ':B owl:equivalentClass [ a owl:Class ; owl:unionOf ( :A [ a owl:Restriction ; owl:onProperty :p ; owl:minCardinality 1 ] ) ] .',
  ':p a :Kind . :Kind a owl:Class ; rdfs:subClassOf owl:DatatypeProperty .',
  ':B a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .',
  shape('sh:pattern "^http://example.org/"', ':o'),
  shape('sh:minInclusive "a"'),
  `${shape('sh:severity :Advice')} :Advice a sh:Severity .`,
  `:V a sh:NodeShape ; sh:datatype xsd:string ; sh:minLength 1 . ${shape('sh:node :V')}`,
  ':S a sh:NodeShape ; sh:targetClass :A ; sh:closed true ; sh:ignoredProperties () .',
  ':p owl:deprecated "true" .',
  ':B rdfs:subClassOf :A ; owl:disjointUnionOf () .',
  restriction('owl:cardinality "1"^^xsd:nonNegativeInteger'),
  ':n rdfs:range xsd:decimal .',
  ':o rdfs:range :A .',
  '[ a owl:Restriction ; owl:onProperty :p ; owl:minCardinality 1 ] rdfs:subClassOf :A .',
  shape('sh:uniqueLang true'),
  shape('sh:order 2'),
])('correct statements give no warning: %s', async (turtle) => {
  const messages = await all(OTHERS + turtle);
  expect(messages.filter(([code]) => code === 'value-not-taken' || code === 'kind-mismatch')).toEqual([]);
});

test('reports a fault for each statement, and merges the warnings for users', async () => {
  const properties = (n: number) =>
    Array.from({ length: n }, (_, i) => `:x${i} a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range xsd:date .\n`).join('');
  expect(await all(properties(3))).toHaveLength(3);
  expect(await all(properties(5))).toHaveLength(5);
  const { diagnostics } = await modelOfTurtle(BASE + properties(5));
  expect(mergeGroups(diagnostics).map((one) => [one.code, one.message, one.help])).toEqual([
    [
      'kind-mismatch',
      '5 statements (:x0 rdfs:range xsd:date, :x1 rdfs:range xsd:date, :x2 rdfs:range xsd:date and 2 more): the range of an owl:ObjectProperty cannot be a datatype; the property is read as an owl:DatatypeProperty',
      'declare each, for example: :x0 a owl:DatatypeProperty .',
    ],
  ]);
});

test.each([
  [
    '[ a owl:Restriction ; owl:onProperty :p ; owl:minCardinality 1 ] .',
    'value-not-taken',
    'no class refers to this restriction',
    'add it to a class: :Class rdfs:subClassOf [ a owl:Restriction ; … ]',
  ],
])('a statement without meaning, or with another meaning, gives a warning: %s', async (turtle, code, reason, help) => {
  const messages = (await all(OTHERS + turtle)).filter(([is]) => is === 'value-not-taken' || is === 'kind-mismatch');
  expect(messages).toEqual([[code, expect.stringContaining(reason), help]]);
});

test('reports individuals that look like an enumeration but have no owl:oneOf', async () => {
  const colours = `${OTHERS}:red a :B . :green a :B .`;
  const message = ':B is not an enumeration: the ontology does not state that its 2 individuals (:red, :green) are the only ones';
  const help = expect.stringMatching(
    /^if the list is complete, add: :B owl:oneOf \( :red :green \) \. If .*--policy individuals=listed$/,
  );
  expect(await all(colours)).toEqual([['enumeration-open', message, help]]);
  for (const other of [
    ':B owl:oneOf ( :red :green ) .',
    ':name a owl:DatatypeProperty ; rdfs:domain :B ; rdfs:range xsd:string .',
    ':C a owl:Class ; rdfs:subClassOf :B .',
  ])
    expect(await all(`${colours}\n${other}`)).toEqual([]);
  expect(await all(`${OTHERS}:red a :B .`)).toEqual([]);
});

test('reports a swapped domain and range', async () => {
  expect(
    (await all(':q a owl:DatatypeProperty ; rdfs:domain xsd:string ; rdfs:range :A .')).map(([code, , help]) => [code, help]),
  ).toEqual([['domain-not-declared', 'if domain and range are swapped, write rdfs:domain :A ; rdfs:range xsd:string']]);
});

const IN_BRACKETS = 'end the list with rdf:rest rdf:nil, or write it in brackets: ( :a :b )';

test.each([
  [
    ':E a owl:Class ; owl:unionOf _:l . _:l rdf:first :A , :B ; rdf:rest () .',
    '[ … ] rdf:first :B: only one value may be stated, and there are several (:A, :B); the first is used',
    undefined,
  ],
  [
    ':E a owl:Class ; owl:unionOf _:l . _:l rdf:first :A ; rdf:rest () , ( :B ) .',
    '[ … ] rdf:rest ( :B ): only one value may be stated, and there are several ((), [ … ]); the first is used',
    undefined,
  ],
  [
    ':E a owl:Class ; owl:unionOf _:l . _:l rdf:first :A ; rdf:rest _:m . _:m rdf:first :B ; rdf:rest _:l .',
    '[ … ] rdf:rest ( :A :B ): the list leads back to itself and has no end; each member is read once',
    IN_BRACKETS,
  ],
  [
    ':E a owl:Class ; owl:unionOf _:l . _:l rdf:first :A ; rdf:rest :B .',
    '[ … ] rdf:rest :B: this is not a list; the members before it are read',
    IN_BRACKETS,
  ],
  [
    ':E a owl:Class ; owl:unionOf _:l . :F a owl:Class ; owl:equivalentClass [ a owl:Class ; owl:unionOf _:l ] . _:l rdf:first :A ; rdf:rest ( :B ) .',
    '[ … ] owl:unionOf ( :A :B ): another expression has the same list; both are read with it',
    'write the list in each of them',
  ],
])('a malformed list is reported: %s', async (turtle, message, help) => {
  const found = (await all(OTHERS + turtle)).filter(([code]) => code === 'kind-mismatch');
  expect(found).toEqual([['kind-mismatch', message, help]]);
});

test('accepts a list that several shapes share', async () => {
  const turtle =
    ':S sh:targetClass :A ; sh:property [ sh:path :p ; sh:in _:l ] . :T sh:targetClass :B ; sh:property [ sh:path :r ; sh:in _:l ] .';
  expect(await all(`${OTHERS}${turtle} _:l rdf:first "a" ; rdf:rest ( "b" ) .`)).toEqual([]);
});
