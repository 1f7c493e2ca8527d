import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { memberOfUnion, violatedFacet } from '../kinds/facets.ts';
import { parseValue } from '../kinds/values.ts';
import type { DomainModel } from '../types.ts';

const property = (range: string): string => `:A a owl:Class .
:p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range ${range} .
`;
const shape = (description: string): string =>
  `:S a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p ; ${description} ] .\n`;

async function build(turtle: string): Promise<{ model: DomainModel; reported: string[]; places: unknown[] }> {
  const { model, diagnostics } = await modelOfTurtle(turtle);
  const about = diagnostics.filter(({ code }) => code === 'value-not-taken');
  return {
    model,
    reported: about.map(({ message }) => message),
    places: about.map(({ place }) => place?.line && `${place.line}:${place.column}`),
  };
}

function fieldOf(model: DomainModel) {
  return model.classes[0]?.allFields.find(({ name }) => name === 'p');
}

describe('ignores an invalid default, with a warning that states the reason', () => {
  test.each([
    ['xsd:duration', '', '"two hours"^^xsd:duration', '"two hours" is not a value of xsd:duration'],
    ['xsd:date', '', '"2024-02-30"^^xsd:date', '"2024-02-30" is not a value of xsd:date'],
    ['xsd:date', '', '"2024-02-29"', '"2024-02-29" is a value of xsd:string, not of xsd:date: write "2024-02-29"^^xsd:date'],
    ['xsd:dateTime', '', '"2024-02-29"^^xsd:date', '"2024-02-29" is a value of xsd:date, not of xsd:dateTime'],
    ['xsd:string', '', '5', '"5" is a value of xsd:integer, not of xsd:string: write "5"^^xsd:string'],
    ['xsd:integer', '', '"big"^^xsd:integer', '"big" is not a value of xsd:integer'],
    ['xsd:integer', '', '1.5', '"1.5" is not an integer'],
    [
      'xsd:integer',
      '',
      '3000000000',
      '"3000000000" is not between -2147483648 and 2147483647, as values of xsd:integer are here',
    ],
    ['xsd:decimal', '', '1.00000000000000000000000000001', '"1.00000000000000000000000000001" has more than 28 digits'],
    ['xsd:byte', '', '"300"^^xsd:byte', '"300" is not a value of xsd:byte'],
    ['xsd:nonNegativeInteger', '', '"-1"^^xsd:nonNegativeInteger', '"-1" is not a value of xsd:nonNegativeInteger'],
    ['xsd:positiveInteger', '', '0', '"0" is less than values may be'],
    ['xsd:double', '', '"NaN"^^xsd:double', '"NaN" is not a value of xsd:double that JSON can represent'],
    ['xsd:boolean', '', '"yes"^^xsd:boolean', '"yes" is not a value of xsd:boolean'],
    ['xsd:hexBinary', '', '"abc"^^xsd:hexBinary', '"abc" is not a value of xsd:hexBinary'],
    ['xsd:anyURI', '', '"a b"', '"a b" is not a value of xsd:anyURI'],
    ['xsd:gYear', '', '"-0044"^^xsd:gYear', '"-0044" is not a value of xsd:gYear here, where years are from 0001 to 9999'],
    [
      'xsd:dateTimeStamp',
      '',
      '"2024-05-17T08:30:00"^^xsd:dateTimeStamp',
      '"2024-05-17T08:30:00" is not a value of xsd:dateTimeStamp',
    ],
    ['xsd:gYear', '', '"24"^^xsd:gYear', '"24" is not a value of xsd:gYear'],
    ['xsd:string', 'sh:maxLength 3 ; ', '"hello"', '"hello" is longer than 3 characters'],
    ['xsd:string', 'sh:minLength 9 ; ', '"hello"', '"hello" is shorter than 9 characters'],
    ['xsd:string', 'sh:pattern "^[A-Z]+$" ; ', '"hello"', '"hello" does not match "^[A-Z]+$"'],
    ['xsd:integer', 'sh:in ( 1 2 ) ; ', '3', '"3" is none of the values'],
    ['xsd:string', 'sh:in ( "a" "b" ) ; ', '"c"', '"c" is none of the values'],
    ['xsd:integer', 'sh:maxExclusive 3 ; ', '3', '"3" is more than values may be'],
  ])('%s, %s%s', async (range, facets, literal, why) => {
    const { model, reported, places } = await build(
      property(range) + shape(`${facets}sh:maxCount 1 ;\n    sh:defaultValue ${literal}`),
    );
    expect(reported).toEqual([expect.stringMatching(/^:A :p sh:defaultValue .* is left out: /)]);
    expect(reported[0]?.endsWith(`is left out: ${why}`), reported[0]).toBe(true);
    expect(places).toEqual([expect.stringMatching(/:21$/)]);
    expect(fieldOf(model)).not.toHaveProperty('default');
    expect(model.axioms.find((axiom) => axiom.construct === 'sh:defaultValue')).toMatchObject({
      shortfall: why,
      constraints: [],
    });
  });
});

test('a default falls short if a subclass narrows the values', async () => {
  const { model, reported } = await build(
    `${property('xsd:string')}${shape('sh:maxCount 1 ; sh:defaultValue "hello"')}:B a owl:Class ; rdfs:subClassOf :A .
[] a sh:NodeShape ; sh:targetClass :B ; sh:property [ sh:path :p ; sh:maxLength 3 ] .
:C a owl:Class ; rdfs:subClassOf :A .
[] a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :p ; sh:maxLength 9 ] .`,
  );
  const defaults = model.classes.map((cls) => cls.allFields.find(({ name }) => name === 'p')?.default);
  expect([defaults, reported]).toEqual([['hello', undefined, 'hello'], []]);
  expect(model.axioms.find(({ construct }) => construct === 'sh:defaultValue')?.shortfall).toBe(
    '"hello" is none of the values that B has',
  );
});

describe('stores a default in canonical form', () => {
  test.each([
    ['xsd:duration', '" PT90M "^^xsd:duration', 'PT1H30M'],
    ['xsd:integer', '"+05"^^xsd:byte', '5'],
    ['xsd:integer', '1.0', '1'],
    ['xsd:decimal', '1.50e1', '15'],
    ['xsd:float', '16777217', '16777216'],
    ['xsd:string', '"x"@en', 'x'],
    ['xsd:string', '"5"^^xsd:string', '5'],
    ['rdfs:Literal', '5', '5'],
    ['xsd:anyURI', '"a/b"', 'a/b'],
    ['xsd:anyURI', '<http://example.org/a>', 'http://example.org/a'],
    ['xsd:boolean', '"1"^^xsd:boolean', 'true'],
    ['xsd:dateTime', '"2024-05-17T08:30:00Z"^^xsd:dateTimeStamp', '2024-05-17T08:30:00Z'],
  ])('%s, %s', async (range, literal, value) => {
    const { model, reported } = await build(property(range) + shape(`sh:maxCount 1 ; sh:defaultValue ${literal}`));
    expect([fieldOf(model)?.default, reported]).toEqual([value, []]);
  });
});

describe('bounds, lists, lengths and counts', () => {
  test.each([
    ['sh:minInclusive "low"^^xsd:integer', 'xsd:integer', '"low" is not a value of xsd:integer'],
    ['sh:minInclusive :low', 'xsd:integer', 'a value is wanted here, not a resource'],
    ['sh:maxInclusive "2024-02-30"^^xsd:date', 'xsd:date', '"2024-02-30" is not a value of xsd:date'],
    ['sh:minInclusive 3000000000', 'xsd:integer', 'no value can satisfy it'],
    ['sh:maxInclusive 4 ; sh:minInclusive 5', 'xsd:integer', 'no value satisfies both it and :A :p sh:maxInclusive 4'],
    ['sh:minLength -1', 'xsd:string', '"-1" is not an integer of at least 0'],
    ['sh:maxLength "ten"', 'xsd:string', '"ten" is not an integer of at least 0'],
    ['sh:maxLength 99999999999', 'xsd:string', 'nothing has more than 999999999 values or characters here'],
    ['sh:minCount -1', 'xsd:string', '"-1" is not an integer of at least 0'],
    ['sh:maxCount 1.5', 'xsd:string', '"1.5" is not an integer of at least 0'],
    ['sh:maxCount :one', 'xsd:string', 'a number is wanted here, not a resource'],
    ['sh:hasValue "x"^^xsd:gYear', 'xsd:gYear', '"x" is not a value of xsd:gYear'],
  ])('%s of %s', async (description, range, why) => {
    const { model, reported } = await build(property(range) + shape(description));
    expect(reported).toEqual([expect.stringContaining(` is left out: ${why}`)]);
    expect(model.axioms.filter(({ shortfall }) => shortfall === why)).toHaveLength(1);
  });

  test('reports a member of a list at its source location', async () => {
    const { model, reported, places } = await build(property('xsd:integer') + shape('sh:in ( 1\n  2.5 )'));
    expect(reported).toEqual([':A :p sh:in (1 2.5) is left out: "2.5" is not an integer']);
    expect(places).toEqual([expect.stringMatching(/:3$/)]);
    expect(fieldOf(model)?.type).not.toHaveProperty('values');
  });

  test('reads a data range with an ill-typed literal as its datatype', async () => {
    const { model, reported } = await build(
      property('[ a rdfs:Datatype ; owl:oneOf ( "2024-02-30"^^xsd:date "2024-02-28"^^xsd:date ) ]'),
    );
    expect(reported).toEqual([expect.stringMatching(/owl:oneOf .* is left out: "2024-02-30" is not a value of xsd:date$/)]);
    expect(fieldOf(model)?.type).toEqual({ kind: 'scalar', scalar: 'date', datatype: 'http://www.w3.org/2001/XMLSchema#date' });
  });

  test('reports invalid facets and cardinalities of OWL', async () => {
    const range = '[ a rdfs:Datatype ; owl:onDatatype xsd:integer ; owl:withRestrictions ( [ xsd:minInclusive "a"^^xsd:int ] ) ]';
    const { reported } = await build(
      `${property(range)}:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:maxCardinality "-1"^^xsd:integer ] .`,
    );
    expect(reported.map((message) => message.replace(/^.* is left out: /, ''))).toEqual([
      '"a" is not a value of xsd:int',
      '"-1" is not an integer of at least 0',
    ]);
  });

  test.each([
    ['xsd:nonNegativeInteger', 'sh:maxInclusive 100000000000', '4294967295', 'xsd:unsignedLong'],
    ['xsd:integer', 'sh:minExclusive -3000000000', '-2147483648', 'xsd:long'],
    ['xsd:byte', 'sh:maxInclusive 1000', '127', undefined],
    ['xsd:unsignedShort', 'sh:minInclusive -5', '0', undefined],
  ])('limits a bound of %s to the values of the type, with a warning: %s', async (range, clause, limit, wider) => {
    const { model, diagnostics } = await modelOfTurtle(property(range) + shape(clause));
    const side = clause.includes('min') ? 'minimum' : 'maximum';
    expect(fieldOf(model)?.type).toMatchObject({ [side]: { value: limit, inclusive: true } });
    expect(diagnostics.filter(({ code }) => code === 'bound-exceeds-type').map(({ message, help }) => [message, help])).toEqual([
      [
        `:A :p ${clause}: values of ${range} are at ${side === 'minimum' ? 'least' : 'most'} ${limit} here, and this bound is used`,
        wider === undefined
          ? 'correct the bound, or use another datatype'
          : `add --policy integers=64 to allow the stated bound, or write ${wider} instead of ${range}`,
      ],
    ]);
  });

  test('limits the bound of a facet of OWL to the values of the type, and of 64-bit integers to the exact ones', async () => {
    const range = (datatype: string) =>
      `[ a rdfs:Datatype ; owl:onDatatype ${datatype} ; owl:withRestrictions ( [ xsd:maxInclusive 9007199254740993 ] ) ]`;
    const limits = [];
    for (const datatype of ['xsd:int', 'xsd:long']) {
      const { model, diagnostics } = await modelOfTurtle(property(range(datatype)));
      const type = fieldOf(model)?.type;
      limits.push([type?.kind === 'scalar' && type.maximum?.value, ...diagnostics.map(({ help }) => help)]);
    }
    expect(limits).toEqual([
      ['2147483647', 'correct the bound, or use another datatype'],
      ['9007199254740991', 'add --policy long=string to allow the stated bound'],
    ]);
  });

  test('does not report valid values', async () => {
    const params = 'sh:minCount 0 ; sh:maxCount "1"^^xsd:int ; sh:minInclusive 0.5 ; sh:maxInclusive 10000000000 ; sh:in ( 1 2 )';
    expect((await build(property('xsd:integer') + shape(params))).reported).toEqual([]);
  });
});

describe('a value of a union belongs to the member that its lexical form implies', () => {
  const union = '[ owl:unionOf ( xsd:int xsd:date xsd:boolean xsd:gYear ) ]';

  test.each([
    ['5', '5'],
    ['"2024-05-17"^^xsd:date', '2024-05-17'],
    ['true', 'true'],
    ['"2024Z"^^xsd:gYear', '2024Z'],
  ])('%s', async (literal, value) => {
    const { model, reported } = await build(property(union) + shape(`sh:maxCount 1 ; sh:defaultValue ${literal}`));
    expect([fieldOf(model)?.default, reported]).toEqual([value, []]);
    const type = fieldOf(model)?.type;
    expect(type?.kind === 'union' && memberOfUnion(type.union, value)?.datatype?.replace(/.*#/, '')).toBe(
      literal.includes('^^') ? literal.replace(/.*:/, '') : value === '5' ? 'int' : 'boolean',
    );
  });

  test('ignores a year that would be read as a number', async () => {
    const { model, reported } = await build(property(union) + shape('sh:maxCount 1 ; sh:defaultValue "2024"^^xsd:gYear'));
    expect(fieldOf(model)).not.toHaveProperty('default');
    expect(reported).toEqual([]);
    expect(model.axioms.find(({ construct }) => construct === 'sh:defaultValue')?.shortfall).toBe(
      'as a string it could be read as a value of another of the datatypes',
    );
  });

  test('reports a value that belongs to no member', async () => {
    const { reported } = await build(property(union) + shape('sh:maxCount 1 ; sh:defaultValue "x"^^xsd:gYear'));
    expect(reported).toEqual([':A :p sh:defaultValue "x"^^xsd:gYear is left out: "x" is not a value of xsd:gYear']);
  });
});

describe('strings must have the form of their datatype, derived from xsd:string', () => {
  test.each([
    ['xsd:language', ['en', 'de-CH', 'zh-Hant-TW'], ['', 'not a language', 'toolonglanguage', 'en-']],
    ['xsd:normalizedString', ['', ' a  b '], ['a\nb', 'a\tb']],
    ['xsd:token', ['', 'a b'], [' a', 'a ', 'a  b', 'a\nb']],
    ['xsd:NMTOKEN', ['1a', '-x'], ['', 'a b', 'a/b']],
    ['xsd:Name', ['a:b', '_x'], ['1a', '']],
    ['xsd:NCName', ['_x-1.é'], ['a:b', '1a']],
    ['xsd:QName', ['a:b', 'b'], ['a:b:c', ':b']],
    ['xsd:IDREFS', ['a b', 'a'], ['a  b', 'a:b', '']],
  ])('%s', async (range, good, bad) => {
    const { model } = await build(property(range));
    const type = fieldOf(model)?.type;
    if (type?.kind !== 'scalar') throw new Error('a scalar is wanted');
    for (const text of good) expect([text, violatedFacet(text, type)]).toEqual([text, undefined]);
    for (const text of bad) expect([text, violatedFacet(text, type)]).toEqual([text, expect.stringContaining('does not match')]);
  });
});

describe('ignores a range that contradicts another one, with a warning that names the other one', () => {
  const classes = ':B a owl:Class . :C a owl:Class .\n';
  const object = `:p a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :B .\n:A a owl:Class .\n`;

  test.each([
    [
      'by a datatype',
      property('xsd:string'),
      'sh:datatype xsd:integer',
      ':p rdfs:range xsd:string',
      ':A :p sh:datatype xsd:integer',
    ],
    [
      'by numbers of another kind',
      property('xsd:double'),
      'sh:datatype xsd:decimal',
      ':p rdfs:range xsd:double',
      ':A :p sh:datatype xsd:decimal',
    ],
    [
      'among shapes',
      ':A a owl:Class .\n',
      'sh:datatype xsd:date ] , [ sh:path :p ; sh:datatype xsd:boolean',
      ':A :p sh:datatype xsd:date',
      ':A :p sh:datatype xsd:boolean',
    ],
    ['a datatype', object, 'sh:datatype xsd:string', ':A :p sh:datatype xsd:string', ':p rdfs:range :B'],
    ['a kind of nodes', property('xsd:date'), 'sh:nodeKind sh:IRI', ':A :p sh:nodeKind sh:IRI', ':p rdfs:range xsd:date'],
  ])('%s', async (_, declared, description, out, taken) => {
    const { reported, model } = await build(classes + declared + shape(description));
    expect(reported).toEqual([`${out} is left out: it contradicts ${taken}, which is used instead`]);
    const lost = model.axioms.filter(({ shortfall }) => shortfall !== undefined);
    expect(lost.map(({ statement, constraints }) => [statement, constraints])).toEqual([[out, []]]);
  });

  test('ignores a second class of values, because a reference leads to one class', async () => {
    const textOf = (out: string, taken: string) =>
      `${out} is left out: values must be instances of both, and a field refers to one class; ${taken} is used`;
    const out = ':A :p sh:class :C';
    expect((await build(classes + object + shape('sh:class :C'))).reported).toEqual([textOf(out, ':p rdfs:range :B')]);
    const two = await build(`${classes}:A a owl:Class .\n${shape('sh:class :B , :C')}`);
    expect(two.reported).toEqual([textOf(out, ':A :p sh:class :B')]);
    const below = ':D a owl:Class ; rdfs:subClassOf :A , [ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom :C ] .';
    expect((await build(classes + object + below)).reported).toEqual([textOf(':D :p owl:allValuesFrom :C', ':B')]);
    const narrower = ':D a owl:Class ; rdfs:subClassOf :B , :C .\n';
    expect((await build(classes + object + narrower + shape('sh:class :D'))).reported).toEqual([]);
  });

  test('reports a contradiction to an inherited range', async () => {
    const below = (range: string) =>
      `:B a owl:Class ; rdfs:subClassOf :A , [ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom ${range} ] .\n`;
    const why = 'the field is inherited, and values of another kind would not fit the superclass';
    expect((await build(property('xsd:date') + below('xsd:boolean'))).reported).toEqual([
      `:B :p owl:allValuesFrom xsd:boolean is left out: ${why}`,
    ]);
    expect((await build(property('xsd:decimal') + below('xsd:integer'))).reported).toEqual([]);
  });

  test.each([
    ['xsd:decimal', 'sh:datatype xsd:integer'],
    ['xsd:string', 'sh:datatype xsd:anyURI'],
    ['xsd:anyURI', 'sh:nodeKind sh:Literal'],
    ['rdfs:Literal', 'sh:datatype xsd:date'],
    ['[ a rdfs:Datatype ; owl:unionOf ( xsd:date xsd:gYear ) ]', 'sh:datatype xsd:date'],
    ['xsd:string', 'sh:in ( "a" "b" ) ; sh:nodeKind sh:Literal'],
    ['[ a rdfs:Datatype ; owl:intersectionOf ( xsd:string [ a rdfs:Datatype ; owl:oneOf ( "a" "b" ) ] ) ]', 'sh:in ( "a" )'],
  ])('%s and %s do not contradict each other', async (range, clause) => {
    const { reported, model } = await build(property(range) + shape(clause));
    expect(reported).toEqual([]);
    expect(model.axioms.filter(({ shortfall }) => shortfall !== undefined)).toEqual([]);
  });
});

describe('listed values of xsd:string are an enumeration, as in LinkML', () => {
  const listed = (...values: string[]) =>
    `[ a rdfs:Datatype ; owl:intersectionOf ( xsd:string [ a rdfs:Datatype ; owl:oneOf ( ${values.map((v) => `"${v}"`).join(' ')} ) ] ) ]`;
  const all = (range: string) => `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom ${range} ] .\n`;

  test.each([
    ['by the range', property(listed('a', 'b')), ['a', 'b'], undefined],
    ['once more by the class', property(listed('a', 'b')) + all(listed('b', 'a')), ['a', 'b'], undefined],
    ['of which the class has one', property(listed('a', 'b')) + all(listed('b', 'c')), ['a', 'b'], ['b']],
  ])('%s', async (_, turtle, values, only) => {
    const { model, reported } = await build(turtle);
    expect(reported).toEqual([]);
    const type = model.classes[0]?.fields.find(({ name }) => name === 'p')?.type;
    if (type?.kind !== 'enumeration') throw new Error(`it is ${type?.kind}`);
    expect(type.enumeration.values.map(({ value }) => value)).toEqual(values);
    expect(type.only?.map(({ value }) => value)).toEqual(only);
  });

  test('reports listed values that belong to no type', async () => {
    const { diagnostics } = await modelOfTurtle(property(listed('a').replace('xsd:string', 'xsd:boolean')));
    expect(diagnostics.map(({ code }) => code)).toEqual(['range-unreadable']);
  });
});

describe('rejects a list that is no enumeration, with the reason', () => {
  test.each([
    ['"a" 1', 'a list of literals of several datatypes'],
    ['"a" :x', 'a list of literals and individuals in one'],
    ['', 'a list without members'],
    [':x []', 'a list with a member that has no name'],
    ['"a"^^:T', 'a list of literals whose datatype has no mapping'],
  ])('( %s )', async (members, why) => {
    const { diagnostics } = await modelOfTurtle(property(`[ a rdfs:Datatype ; owl:oneOf ( ${members} ) ]`));
    expect(diagnostics.map(({ message }) => message)).toContain(
      `the range of property :p is ${why}, which is not supported; it becomes a string`,
    );
    const { reported } = await build(`${property('xsd:string')}:E a owl:Class ; owl:oneOf ( ${members} ) .`);
    expect(reported).toEqual([expect.stringContaining(`is left out: ${why} is not an enumeration`)]);
  });

  test('rejects numbers as an enumeration of a class', async () => {
    const { reported } = await build(`${property('xsd:string')}:E a owl:Class ; owl:oneOf ( 1 2 ) .`);
    expect(reported).toEqual([':E owl:oneOf (1 2) is left out: a list of literals that are not strings is not an enumeration']);
  });
});

describe('reports an invalid pattern at its source location, and ignores it', () => {
  test.each([
    ['sh:pattern "[a-z"', ':A :p sh:pattern "[a-z"', 'XPath, which SHACL uses: a character class has no closing ]'],
    ['sh:pattern "^(?=a)b"', ':A :p sh:pattern "^(?=a)b"', 'XPath, which SHACL uses: look-ahead is not part'],
    ['sh:pattern "^a" ; sh:flags "g"', ':A :p sh:pattern "^a"', 'XPath, which SHACL uses: there is no flag g'],
  ])('%s', async (description, statement, why) => {
    const { reported, places, model } = await build(property('xsd:string') + shape(description));
    expect(reported).toEqual([
      expect.stringContaining(`${statement} is left out: the pattern is not a regular expression of ${why}`),
    ]);
    expect(places).toEqual(['10:79']);
    expect(fieldOf(model)?.type).not.toHaveProperty('patterns');
  });

  test('also as a facet of a datatype', async () => {
    const range = (facets: string) => `[ a rdfs:Datatype ; owl:onDatatype xsd:string ; owl:withRestrictions ( ${facets} ) ]`;
    const { reported, model } = await build(property(range('[ xsd:pattern "(ab" ] [ xsd:maxLength 3 ]')));
    expect(reported).toEqual([
      expect.stringContaining(
        ':p xsd:pattern "(ab" is left out: the pattern is not a regular expression of XML Schema: there is a (',
      ),
    ]);
    expect(fieldOf(model)?.type).toMatchObject({ maxLength: 3 });
  });
});

test('a blank node has no IRI that a field could hold', () => {
  const type = { scalar: 'iri', datatype: 'http://example.org/test#Kind' } as const;
  expect(parseValue('_:b0', type)).toEqual({ why: 'a resource without a name has no IRI that could be held' });
  expect(parseValue('http://example.org/a', type)).toEqual({ value: 'http://example.org/a' });
});
