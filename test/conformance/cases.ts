/**
 * Constructs of ontologies, each with valid and invalid data. The data is JSON as all targets exchange it. Missing ids are
 * supplied.
 */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** An instance with the name of its class. */
export interface Instance {
  readonly class: string;
  readonly value: { readonly [key: string]: Json };
}

/** Instances that are stored together. */
export type Data = readonly Instance[];

export interface Case {
  /** The name of the construct, as in the matrix. */
  readonly construct: string;
  /** The variant of the construct. */
  readonly about?: string;
  /** Constructs of the axioms that the case tests, if they differ from `construct`. */
  readonly axioms?: readonly string[];
  /** The ontology without prefix declarations. The empty prefix is the namespace of the test. */
  readonly turtle: string;
  /** Shapes in a separate file. */
  readonly shapes?: string;
  readonly accept?: readonly Data[];
  readonly refuse?: readonly { readonly data: Data; readonly because: string }[];
  /** Texts that the output of every target must contain. */
  readonly shows?: readonly string[];
  /** Whether the texts must have this order. */
  readonly inOrder?: true;
  /** Whether a SHACL validator must agree, because shapes state all constraints of the case. */
  readonly shacl?: true;
}

/** Identities for instances that refer to each other. */
const ids = {
  one: '00000000-0000-4000-8000-000000000001',
  two: '00000000-0000-4000-8000-000000000002',
  three: '00000000-0000-4000-8000-000000000003',
} as const;

const a = (value: Instance['value']): Data => [{ class: 'A', value }];
const of = (name: string, value: Instance['value']): Instance => ({ class: name, value });
const not = (value: Instance['value'], because: string) => ({ data: a(value), because });

/** Returns invalid data: an instance with an object instead of an id. */
const inPlace = (of: Instance, key: string) => ({
  data: [{ ...of, value: { ...of.value, [key]: {} } }],
  because: 'an object in place of its id',
});

const A = ':A a owl:Class .\n';
const p = (range: string, more = '') => `:p a owl:DatatypeProperty ${more}; rdfs:domain :A ; rdfs:range ${range} .\n`;
const once = ', owl:FunctionalProperty ';
const restriction = (what: string, of = ':A', on = ':p') =>
  `${of} rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ${on} ; ${what} ] .\n`;
const facet = (base: string, what: string) =>
  p(`[ a rdfs:Datatype ; owl:onDatatype ${base} ; owl:withRestrictions ( [ ${what} ] ) ]`, once);
const shape = (what: string, path = ':p', more = '') =>
  `:AShape a sh:NodeShape ; sh:targetClass :A ; ${more} sh:property [ sh:path ${path} ; ${what} ] .\n`;

/** Returns a shape of two optional values that are in order. */
const orderedShape = (datatype: string, order: string) =>
  shape(`sh:datatype ${datatype} ; sh:maxCount 1 ; ${order} :q ] , [ sh:path :q ; sh:datatype ${datatype} ; sh:maxCount 1`);

/** Returns a case of a facet on an optional value, with valid and invalid values. */
function facetCase(
  construct: string,
  base: string,
  what: string,
  good: readonly Json[],
  bad: readonly Json[],
  about?: string,
): Case {
  return {
    construct,
    ...(about !== undefined && { about }),
    turtle: A + facet(base, what),
    accept: good.map((value) => a({ p: value })),
    refuse: bad.map((value) => not({ p: value }, `${JSON.stringify(value)} breaks ${what}`)),
  };
}

/** Returns a case of a datatype as the range of an optional value. */
function rangeCase(datatype: string, good: readonly Json[], bad: readonly Json[]): Case {
  return {
    construct: 'rdfs:range',
    about: datatype,
    turtle: A + p(datatype, once),
    accept: [...good, null].map((value) => a({ p: value })),
    refuse: [...bad, {}].map((value) => not({ p: value }, `${JSON.stringify(value)} is no ${datatype}`)),
  };
}

/** Returns a case of a property shape of an optional value. */
function shapeCase(construct: string, what: string, good: readonly Json[], bad: readonly Json[], about?: string): Case {
  return {
    construct,
    ...(about !== undefined && { about }),
    turtle: A + shape(`${what} ; sh:maxCount 1`),
    accept: [...good.map((value) => a({ p: value })), a({})],
    refuse: bad.map((value) => not({ p: value }, `${JSON.stringify(value)} breaks ${what}`)),
    shacl: true,
  };
}

const classesBC = ':B a owl:Class . :C a owl:Class .\n';
const objectP = (range: string, more = '') => `:p a owl:ObjectProperty ${more}; rdfs:domain :A ; rdfs:range ${range} .\n`;
const B1 = of('B', { id: ids.one });
const C2 = of('C', { id: ids.two });
const threeB = [ids.one, ids.two, ids.three].map((id) => of('B', { id }));
const onOff = ':S a owl:Class ; owl:oneOf ( :On :Off ) .\n';

/** The cases of a section of the matrix. */
export interface Group {
  readonly title: string;
  readonly cases: readonly Case[];
}

const cardinality: readonly Case[] = [
  {
    construct: 'owl:FunctionalProperty',
    turtle: A + p('xsd:string', once),
    accept: [a({ p: 'x' }), a({})],
    refuse: [not({ p: ['x', 'y'] }, 'two values')],
  },
  {
    construct: 'owl:minCardinality',
    turtle: A + p('xsd:string') + restriction('owl:minCardinality 2'),
    accept: [a({ p: ['x', 'y'] }), a({ p: ['x', 'y', 'z'] })],
    refuse: [not({ p: ['x'] }, 'one value'), not({ p: [] }, 'no value')],
  },
  {
    construct: 'owl:maxCardinality',
    turtle: A + p('xsd:string') + restriction('owl:maxCardinality 2'),
    accept: [a({ p: [] }), a({ p: ['x', 'y'] })],
    refuse: [not({ p: ['x', 'y', 'z'] }, 'three values')],
  },
  {
    construct: 'owl:maxCardinality',
    about: 'of references',
    axioms: ['owl:maxCardinality', 'owl:minCardinality'],
    turtle: `${A}:B a owl:Class .${objectP(':B')}:owners a owl:ObjectProperty ; owl:inverseOf :p .
      ${restriction('owl:minCardinality 1')}${restriction('owl:maxCardinality 2')}`,
    accept: [
      [...threeB, of('A', { p_ids: [ids.one] })],
      [...threeB, of('A', { p_ids: [ids.one, ids.two] })],
    ],
    refuse: [
      not({ p_ids: [] }, 'no value'),
      { data: [...threeB, of('A', { p_ids: [ids.one, ids.two, ids.three] })], because: 'three values' },
    ],
  },
  {
    construct: 'owl:maxCardinality',
    about: 'of references to a class without subclasses',
    turtle: `${A}:B a owl:Class .${objectP(':B')}${restriction('owl:maxCardinality 2')}`,
    accept: [[of('B', { id: ids.one }), of('B', { id: ids.two }), of('A', { p_ids: [ids.one, ids.two] })]],
    refuse: [
      {
        data: [...[ids.one, ids.two, ids.three].map((id) => of('B', { id })), of('A', { p_ids: [ids.one, ids.two, ids.three] })],
        because: 'three references',
      },
    ],
  },
  {
    construct: 'owl:maxCardinality',
    about: 'none in a subclass',
    turtle: `${A}:B a owl:Class ; rdfs:subClassOf :A .${p('xsd:string', once)}${restriction('owl:maxCardinality 0', ':B')}`,
    accept: [a({ p: 'x' }), [of('B', {})]],
    refuse: [{ data: [of('B', { p: 'x' })], because: 'a value' }],
  },
  {
    construct: 'owl:cardinality',
    turtle: A + p('xsd:string') + restriction('owl:cardinality 1'),
    accept: [a({ p: 'x' })],
    refuse: [not({}, 'no value'), not({ p: ['x', 'y'] }, 'two values')],
  },
  {
    construct: 'owl:minQualifiedCardinality',
    turtle: A + p('xsd:string') + restriction('owl:minQualifiedCardinality 1 ; owl:onDataRange xsd:string'),
    accept: [a({ p: ['x'] })],
    refuse: [not({ p: [] }, 'no value')],
  },
  {
    construct: 'owl:minQualifiedCardinality',
    about: 'of a class',
    turtle: A + classesBC + objectP(':B') + restriction('owl:minQualifiedCardinality 1 ; owl:onClass :B'),
    accept: [[B1, of('A', { p_ids: [ids.one] })]],
    refuse: [not({ p_ids: [] }, 'no value')],
  },
  {
    construct: 'owl:maxQualifiedCardinality',
    turtle: A + p('xsd:string') + restriction('owl:maxQualifiedCardinality 1 ; owl:onDataRange xsd:string'),
    accept: [a({ p: 'x' }), a({})],
    refuse: [not({ p: ['x', 'y'] }, 'two values')],
  },
  {
    construct: 'owl:qualifiedCardinality',
    turtle: A + p('xsd:string') + restriction('owl:qualifiedCardinality 2 ; owl:onDataRange xsd:string'),
    accept: [a({ p: ['x', 'y'] })],
    refuse: [not({ p: ['x'] }, 'one value'), not({ p: ['x', 'y', 'z'] }, 'three values')],
  },
  {
    construct: 'owl:someValuesFrom',
    turtle: A + p('xsd:string') + restriction('owl:someValuesFrom xsd:string'),
    accept: [a({ p: ['x'] })],
    refuse: [not({ p: [] }, 'no value')],
  },
  {
    construct: 'owl:allValuesFrom',
    turtle:
      A +
      p('xsd:integer', once) +
      restriction(
        'owl:allValuesFrom [ a rdfs:Datatype ; owl:onDatatype xsd:integer ; owl:withRestrictions ( [ xsd:maxInclusive 9 ] ) ]',
      ),
    axioms: ['owl:allValuesFrom', 'xsd:maxInclusive'],
    accept: [a({ p: 9 }), a({})],
    refuse: [not({ p: 10 }, 'greater than all values may be')],
  },
  {
    construct: 'owl:allValuesFrom',
    about: 'a class',
    turtle: `${A}:B a owl:Class . :C a owl:Class ; rdfs:subClassOf :B .${objectP(':B', once)}:D a owl:Class ; rdfs:subClassOf :A .${restriction('owl:allValuesFrom :C', ':D')}`,
    accept: [[of('C', { id: ids.one }), of('D', { p_id: ids.one })], [of('D', {})]],
    refuse: [
      { data: [of('B', { id: ids.one }), of('D', { p_id: ids.one })], because: 'a B that is no C' },
      inPlace(of('D', {}), 'p_id'),
    ],
  },
  {
    construct: 'owl:allValuesFrom',
    about: 'some of an enumeration',
    turtle: `${A}:B a owl:Class ; rdfs:subClassOf :A .${onOff}${objectP(':S', once)}${restriction('owl:allValuesFrom [ a owl:Class ; owl:oneOf ( :On ) ]', ':B')}`,
    accept: [a({ p: 'Off' }), [of('B', { p: 'On' })], [of('B', {})]],
    refuse: [{ data: [of('B', { p: 'Off' })], because: 'not among those of the subclass' }],
  },
  {
    construct: 'owl:hasValue',
    turtle: A + p('xsd:string', once) + restriction('owl:hasValue "x"'),
    accept: [a({ p: 'x' })],
    refuse: [not({ p: 'y' }, 'another value'), not({ p: null }, 'no value')],
  },
  {
    construct: 'owl:hasValue',
    about: 'an instant',
    turtle: A + p('xsd:dateTime', once) + restriction('owl:hasValue "2024-01-01T00:00:00Z"^^xsd:dateTime'),
    accept: [a({ p: '2024-01-01T00:00:00Z' }), a({ p: '2024-01-01T01:00:00+01:00' })],
    refuse: [not({ p: '2024-01-01T00:00:00+01:00' }, 'another value'), not({ p: null }, 'no value')],
  },
  {
    construct: 'owl:hasValue',
    about: 'an individual',
    turtle: `${A}${onOff}${objectP(':S')}${restriction('owl:hasValue :On')}`,
    accept: [a({ p: 'On' })],
    refuse: [not({ p: 'Off' }, 'another value'), not({ p: null }, 'no value')],
  },
  {
    construct: 'owl:hasValue',
    about: 'one of several',
    turtle: A + p('xsd:string') + restriction('owl:minCardinality 1') + restriction('owl:hasValue "x"'),
    accept: [a({ p: ['x'] }), a({ p: ['y', 'x'] })],
    refuse: [not({ p: ['y'] }, 'not among the values')],
  },
  {
    construct: 'owl:equivalentClass',
    about: 'an intersection of restrictions',
    axioms: ['owl:maxCardinality', 'owl:minCardinality'],
    turtle: `:A a owl:Class ; owl:equivalentClass [ a owl:Class ; owl:intersectionOf (
      [ a owl:Restriction ; owl:onProperty :p ; owl:minCardinality 1 ]
      [ a owl:Class ; owl:intersectionOf ( [ a owl:Restriction ; owl:onProperty :p ; owl:maxCardinality 1 ] ) ] ) ] .
      ${p('xsd:string')}`,
    accept: [a({ p: 'x' })],
    refuse: [not({}, 'no value')],
  },
  {
    construct: 'rdfs:subClassOf',
    about: 'an intersection of restrictions',
    axioms: ['owl:maxCardinality', 'owl:someValuesFrom'],
    turtle: `:A a owl:Class ; rdfs:subClassOf [ a owl:Class ; owl:intersectionOf (
      [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom xsd:string ]
      [ a owl:Restriction ; owl:onProperty :p ; owl:maxCardinality 2 ] ) ] .
      ${p('xsd:string')}`,
    accept: [a({ p: ['x'] }), a({ p: ['x', 'y'] })],
    refuse: [not({ p: [] }, 'no value'), not({ p: ['x', 'y', 'z'] }, 'three values')],
  },
  {
    construct: 'rdfs:subClassOf',
    about: 'inherited, and tightened by a subclass',
    axioms: ['rdfs:subClassOf', 'owl:minCardinality', 'owl:hasValue'],
    turtle: `${A}:B a owl:Class ; rdfs:subClassOf :A .${p('xsd:string', once)}:q a owl:DatatypeProperty ${once}; rdfs:domain :A ; rdfs:range xsd:string .
      ${restriction('owl:minCardinality 1', ':B')}${restriction('owl:hasValue "x"', ':B', ':q')}`,
    accept: [a({}), [of('B', { p: 'y', q: 'x' })]],
    refuse: [
      { data: [of('B', { q: 'x' })], because: 'no value, which the subclass requires' },
      { data: [of('B', { p: 'y', q: 'z' })], because: 'another value than that of the subclass' },
    ],
  },
  {
    construct: 'rdfs:subClassOf',
    about: 'a list with narrower bounds',
    axioms: ['owl:minCardinality', 'owl:maxCardinality'],
    turtle: `${A}:B a owl:Class ; rdfs:subClassOf :A .${p('xsd:string')}
      ${restriction('owl:maxCardinality 3')}${restriction('owl:minCardinality 1', ':B')}${restriction('owl:maxCardinality 2', ':B')}`,
    accept: [a({ p: ['x', 'y', 'z'] }), a({}), [of('B', { p: ['x', 'y'] })]],
    refuse: [
      { data: [of('B', {})], because: 'no value, of which the subclass requires one' },
      { data: [of('B', { p: ['x', 'y', 'z'] })], because: 'more values than the subclass allows' },
      not({ p: ['x', 'y', 'z', 'w'] }, 'more values than the class allows'),
    ],
  },
];

const facets: readonly Case[] = [
  facetCase('xsd:minInclusive', 'xsd:integer', 'xsd:minInclusive 3', [3, 4], [2, -1]),
  facetCase(
    'xsd:minInclusive',
    'xsd:date',
    'xsd:minInclusive "2000-01-01"^^xsd:date',
    ['2000-01-01', '2024-02-29'],
    ['1999-12-31'],
    'dates',
  ),
  facetCase('xsd:maxInclusive', 'xsd:integer', 'xsd:maxInclusive 3', [3, 0], [4]),
  facetCase('xsd:minExclusive', 'xsd:double', 'xsd:minExclusive 0.5', [0.75], [0.5, 0.25]),
  facetCase('xsd:maxExclusive', 'xsd:decimal', 'xsd:maxExclusive 10', ['9.99', '-10'], ['10', '10.0', '10.01']),
  facetCase(
    'xsd:maxExclusive',
    'xsd:dateTime',
    'xsd:maxExclusive "2030-01-01T00:00:00Z"^^xsd:dateTime',
    ['2029-12-31T23:59:59Z'],
    ['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z'],
    'instants',
  ),
  facetCase('xsd:minLength', 'xsd:string', 'xsd:minLength 2', ['ab', '🎉🎉'], ['a', '', '🎉']),
  facetCase('xsd:maxLength', 'xsd:string', 'xsd:maxLength 2', ['', 'ab', '🎉🎉'], ['abc']),
  facetCase('xsd:length', 'xsd:string', 'xsd:length 2', ['ab'], ['a', 'abc']),
  facetCase('xsd:length', 'xsd:hexBinary', 'xsd:length 2', ['00ff'], ['00'], 'bytes'),
  facetCase('xsd:pattern', 'xsd:string', 'xsd:pattern "[A-Z]{2}\\\\d+"', ['AB1', 'XY42'], ['xAB1', 'AB1x', 'ab1', '']),
  facetCase('xsd:totalDigits', 'xsd:decimal', 'xsd:totalDigits 3', ['123'], ['1234']),
  facetCase('xsd:fractionDigits', 'xsd:decimal', 'xsd:fractionDigits 1', ['1.5'], ['1.55']),
];

const enumerations: readonly Case[] = [
  {
    construct: 'owl:oneOf',
    about: 'texts',
    turtle: A + p('[ a rdfs:Datatype ; owl:oneOf ( "a" "b c" "" ) ]'),
    accept: [a({ p: 'a' }), a({ p: 'b c' }), a({ p: '' })],
    refuse: [not({ p: 'B c' }, 'not in the list'), not({ p: null }, 'no value')],
  },
  {
    construct: 'owl:oneOf',
    about: 'numbers',
    turtle: A + p('[ a rdfs:Datatype ; owl:oneOf ( 1 2 5 ) ]'),
    accept: [a({ p: 1 }), a({ p: 5 })],
    refuse: [not({ p: 3 }, 'not in the list')],
  },
  {
    construct: 'owl:oneOf',
    about: 'decimals',
    turtle: A + p('[ a rdfs:Datatype ; owl:oneOf ( 1.5 2.0 ) ]'),
    accept: [a({ p: '1.5' }), a({ p: '2' }), a({ p: '2.0' })],
    refuse: [not({ p: '2.5' }, 'not in the list'), not({ p: '1.50001' }, 'not in the list')],
  },
  {
    construct: 'owl:oneOf',
    about: 'individuals',
    turtle: `${A}${onOff}${objectP(':S')}`,
    accept: [a({ p: 'On' }), a({ p: 'Off' })],
    refuse: [not({ p: 'on' }, 'not in the list'), not({}, 'no value')],
  },
  {
    construct: 'owl:oneOf',
    about: 'individuals, by an equivalent class',
    turtle: `${A}:S a owl:Class ; owl:equivalentClass [ a owl:Class ; owl:oneOf ( :On :Off ) ] .${objectP(':S')}${restriction('owl:minCardinality 1')}`,
    accept: [a({ p: ['On'] }), a({ p: ['Off', 'On'] })],
    refuse: [not({ p: ['On', 'Broken'] }, 'not in the list')],
  },
  {
    construct: 'owl:oneOf',
    about: 'labels and comments of individuals',
    axioms: [],
    turtle: `${A}:S a owl:Class ; rdfs:comment "Whether it runs." ; owl:oneOf ( :On :Off ) .
      :On a :S ; rdfs:label "running" . :Off a :S ; rdfs:comment "Nobody has started it." .${objectP(':S')}`,
    accept: [a({ p: 'On' })],
    shows: ['Whether it runs.', 'running', 'Nobody has started it.'],
  },
  rangeCase('xsd:boolean', [true, false], ['maybe', 2]),
  rangeCase('xsd:integer', [0, -2147483648], [1.5, 'x', 2147483648]),
  rangeCase('xsd:positiveInteger', [1], [0, -1]),
  rangeCase('xsd:unsignedByte', [0, 255], [-1, 256]),
  rangeCase('xsd:long', [9007199254740991], ['x', 1.5]),
  rangeCase('xsd:decimal', ['12.50', '-3'], ['x', '1,5', '']),
  rangeCase('xsd:double', [1.5, -3], ['x', true]),
  rangeCase('xsd:dateTime', ['2024-05-17T08:30:00Z', '2024-05-17T10:30:00.25+02:00'], ['2024-05-17T25:00:00Z', 'soon', '']),
  rangeCase('xsd:date', ['2024-02-29'], ['2023-02-29', '17.5.2024 ?']),
  rangeCase('xsd:time', ['08:30:00'], ['25:00:00', 'noon']),
  rangeCase('xsd:duration', ['P1Y2M3DT4H5M6S'], ['x', '']),
  rangeCase('xsd:dayTimeDuration', ['P1DT12H', '-PT0.5S'], ['P1M', 'P1Y1D']),
  rangeCase('xsd:yearMonthDuration', ['P1Y6M'], ['P1D', 'PT1M', 'P1YT1H']),
  rangeCase('xsd:anyURI', ['https://example.org/a', '/a#b'], ['<a b>']),
  rangeCase('xsd:base64Binary', ['aGVsbG8='], [1.5, '?']),
  rangeCase('xsd:hexBinary', ['00FF'], ['0', 'xx']),
  rangeCase('xsd:gYearMonth', ['2024-05'], ['2024-13', 'x']),
  {
    construct: 'rdfs:range',
    about: 'a datatype that is equivalent to a list of strings',
    turtle: `${A}${p(':D')}:D a rdfs:Datatype ; owl:equivalentClass [ a rdfs:Datatype ; owl:oneOf ( "S" "M" ) ] .`,
    accept: [a({ p: 'S' })],
    refuse: [not({ p: 's' }, 'not in the list')],
  },
  {
    construct: 'rdfs:range',
    about: 'a datatype of the ontology',
    turtle: `${A}${p(':D')}:D a rdfs:Datatype ; owl:onDatatype xsd:string ; owl:withRestrictions ( [ xsd:maxLength 3 ] ) .`,
    axioms: ['rdfs:range', 'xsd:maxLength'],
    accept: [a({ p: 'abc' })],
    refuse: [not({ p: 'abcd' }, 'longer than the datatype allows')],
  },
];

const keys: readonly Case[] = [
  {
    construct: 'owl:InverseFunctionalProperty',
    turtle: `${A}${p('xsd:string', ', owl:InverseFunctionalProperty ')}`,
    accept: [[of('A', { p: 'x' }), of('A', { p: 'y' })]],
    refuse: [{ data: [of('A', { p: 'x' }), of('A', { p: 'x' })], because: 'the value of another one' }],
  },
  {
    construct: 'owl:InverseFunctionalProperty',
    about: 'of references',
    turtle: `${A}:B a owl:Class .${objectP(':B', ', owl:FunctionalProperty , owl:InverseFunctionalProperty ')}`,
    accept: [[...threeB, of('A', { p_id: ids.one }), of('A', { p_id: ids.two }), of('A', {}), of('A', {})]],
    refuse: [{ data: [...threeB, of('A', { p_id: ids.one }), of('A', { p_id: ids.one })], because: 'the value of another one' }],
  },
  {
    construct: 'owl:hasKey',
    turtle: `${A}${p('xsd:string')}:A owl:hasKey ( :p ) .`,
    accept: [[of('A', { p: 'x' }), of('A', { p: 'y' })]],
    refuse: [{ data: [of('A', { p: 'x' }), of('A', { p: 'x' })], because: 'the key of another one' }],
  },
  {
    construct: 'owl:hasKey',
    about: 'several properties',
    turtle: `${A}${p('xsd:string')}:q a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string . :A owl:hasKey ( :p :q ) .`,
    accept: [[of('A', { p: 'x', q: '1' }), of('A', { p: 'x', q: '2' })]],
    refuse: [{ data: [of('A', { p: 'x', q: '1' }), of('A', { p: 'x', q: '1' })], because: 'the key of another one' }],
  },
  {
    construct: 'owl:hasKey',
    about: 'an inherited property',
    turtle: `${A}:B a owl:Class ; rdfs:subClassOf :A ; owl:hasKey ( :p ) .${p('xsd:string')}`,
    accept: [
      [of('B', { p: 'x' }), of('B', { p: 'y' })],
      [of('A', { p: 'x' }), of('A', { p: 'x' })],
    ],
    refuse: [{ data: [of('B', { p: 'x' }), of('B', { p: 'x' })], because: 'the key of another one' }],
  },
  {
    construct: 'owl:hasKey',
    about: 'several properties, one of them inherited',
    turtle: `${A}:B a owl:Class ; rdfs:subClassOf :A ; owl:hasKey ( :p :q ) .${p('xsd:string')}:q a owl:DatatypeProperty ; rdfs:domain :B ; rdfs:range xsd:string .`,
    accept: [[of('B', { p: 'x', q: '1' }), of('B', { p: 'x', q: '2' })]],
    refuse: [{ data: [of('B', { p: 'x', q: '1' }), of('B', { p: 'x', q: '1' })], because: 'the key of another one' }],
  },
  {
    construct: 'owl:hasKey',
    about: 'of a superclass',
    turtle: `${A}:B a owl:Class ; rdfs:subClassOf :A .${p('xsd:string')}:A owl:hasKey ( :p ) .`,
    accept: [[of('A', { p: 'x' }), of('B', { p: 'y' })]],
    refuse: [{ data: [of('A', { p: 'x' }), of('B', { p: 'x' })], because: 'the key of an instance of the superclass' }],
  },
];

const expressions: readonly Case[] = [
  {
    construct: 'owl:unionOf',
    about: 'datatypes',
    axioms: ['rdfs:range'],
    turtle: A + p('[ a rdfs:Datatype ; owl:unionOf ( xsd:integer xsd:boolean ) ]'),
    accept: [a({ p: 1 }), a({ p: true })],
    refuse: [not({ p: 'x' }, 'of neither datatype')],
  },
  {
    construct: 'owl:unionOf',
    about: 'classes',
    axioms: ['rdfs:range'],
    turtle: A + classesBC + objectP('[ a owl:Class ; owl:unionOf ( :B :C ) ]', once),
    accept: [[B1, of('A', { p_b_id: ids.one })], [C2, of('A', { p_c_id: ids.two })], a({})],
    refuse: [
      { data: [B1, C2, of('A', { p_b_id: ids.one, p_c_id: ids.two })], because: 'two values' },
      inPlace(of('A', {}), 'p_b_id'),
    ],
  },
  {
    construct: 'owl:unionOf',
    about: 'datatypes with facets',
    axioms: ['rdfs:range', 'xsd:maxInclusive', 'xsd:pattern'],
    turtle:
      A +
      p(`[ a rdfs:Datatype ; owl:unionOf (
        [ a rdfs:Datatype ; owl:onDatatype xsd:integer ; owl:withRestrictions ( [ xsd:maxInclusive 9 ] ) ]
        [ a rdfs:Datatype ; owl:onDatatype xsd:string ; owl:withRestrictions ( [ xsd:pattern "[a-z]+" ] ) ] ) ]`),
    accept: [a({ p: 9 }), a({ p: 'many' })],
    refuse: [
      not({ p: 10 }, 'greater than a number may be'),
      not({ p: '9' }, 'a text that breaks the pattern'),
      not({ p: true }, 'of neither datatype'),
    ],
  },
  {
    construct: 'owl:intersectionOf',
    about: 'datatypes',
    axioms: ['rdfs:range', 'xsd:minInclusive', 'xsd:maxInclusive'],
    turtle:
      A +
      p(`[ a rdfs:Datatype ; owl:intersectionOf (
        [ a rdfs:Datatype ; owl:onDatatype xsd:integer ; owl:withRestrictions ( [ xsd:minInclusive 3 ] ) ]
        [ a rdfs:Datatype ; owl:onDatatype xsd:integer ; owl:withRestrictions ( [ xsd:maxInclusive 5 ] ) ] ) ]`),
    accept: [a({ p: 3 }), a({ p: 5 })],
    refuse: [not({ p: 2 }, 'outside the first'), not({ p: 6 }, 'outside the second')],
  },
  {
    construct: 'owl:intersectionOf',
    about: 'classes',
    axioms: ['rdfs:range'],
    turtle: `${A}${classesBC}:D a owl:Class ; rdfs:subClassOf :B , :C .${objectP('[ a owl:Class ; owl:intersectionOf ( :B :C ) ]', once)}`,
    accept: [[of('D', { id: ids.one }), of('A', { p_id: ids.one })]],
    refuse: [{ data: [B1, of('A', { p_id: ids.one })], because: 'a B that is no C' }, inPlace(of('A', {}), 'p_id')],
  },
];

const relations: readonly Case[] = [
  {
    construct: 'owl:disjointWith',
    turtle: `${A}:B a owl:Class ; rdfs:subClassOf :A . :C a owl:Class ; rdfs:subClassOf :A ; owl:disjointWith :B .`,
    accept: [[of('B', { id: ids.one }), of('C', { id: ids.two })]],
    refuse: [{ data: [of('B', { id: ids.one }), of('C', { id: ids.one })], because: 'an instance of both' }],
  },
  {
    construct: 'owl:AllDisjointClasses',
    turtle: `${A}:B a owl:Class ; rdfs:subClassOf :A . :C a owl:Class ; rdfs:subClassOf :A . [] a owl:AllDisjointClasses ; owl:members ( :B :C ) .`,
    accept: [[of('B', { id: ids.one }), of('C', { id: ids.two })]],
    refuse: [{ data: [of('B', { id: ids.one }), of('C', { id: ids.one })], because: 'an instance of both' }],
  },
  {
    construct: 'owl:equivalentClass',
    about: 'a name',
    turtle: `${A}:B a owl:Class ; owl:equivalentClass :A .${p('xsd:string')}`,
    accept: [a({ p: 'x' }), [of('B', { p: 'x' })]],
    refuse: [{ data: [of('B', {})], because: 'no value of what an A has' }],
  },
  {
    construct: 'owl:equivalentProperty',
    turtle: `${A}${p('xsd:integer')}:q a owl:DatatypeProperty ; owl:equivalentProperty :p .`,
    accept: [a({ p: 1, q: 2 })],
    refuse: [not({ p: 1, q: 'x' }, 'outside the range of what it is equivalent to')],
  },
  {
    construct: 'rdfs:subPropertyOf',
    turtle: `${A}${p('xsd:integer')}:q a owl:DatatypeProperty ; rdfs:subPropertyOf :p .`,
    accept: [a({ p: 1, q: 2 })],
    refuse: [not({ p: 1, q: 'x' }, 'outside the range of what it implies')],
  },
  {
    construct: 'owl:IrreflexiveProperty',
    turtle: `${A}${objectP(':A', ', owl:FunctionalProperty , owl:IrreflexiveProperty ')}`,
    accept: [[of('A', { id: ids.one }), of('A', { id: ids.two, p_id: ids.one })]],
    refuse: [{ data: [of('A', { id: ids.one, p_id: ids.one })], because: 'itself' }],
  },
  {
    construct: 'owl:AsymmetricProperty',
    turtle: `${A}${objectP(':A', ', owl:FunctionalProperty , owl:AsymmetricProperty ')}`,
    accept: [[of('A', { id: ids.one }), of('A', { id: ids.two, p_id: ids.one })]],
    refuse: [
      { data: [of('A', { id: ids.one, p_id: ids.one })], because: 'itself' },
      { data: [of('A', { id: ids.one, p_id: ids.two }), of('A', { id: ids.two, p_id: ids.one })], because: 'each other' },
    ],
  },
  {
    construct: 'owl:SymmetricProperty',
    turtle: `${A}${objectP(':A', ', owl:FunctionalProperty , owl:SymmetricProperty ')}`,
    accept: [[of('A', { id: ids.one }), of('A', { id: ids.two, p_id: ids.one })]],
  },
  {
    construct: 'owl:TransitiveProperty',
    turtle: `${A}${objectP(':A', ', owl:FunctionalProperty , owl:TransitiveProperty ')}`,
    accept: [[of('A', { id: ids.one }), of('A', { id: ids.two, p_id: ids.one })]],
  },
];

const shapes: readonly Case[] = [
  {
    construct: 'sh:minCount',
    turtle: A + shape('sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1'),
    accept: [a({ p: 'x' })],
    refuse: [not({}, 'no value')],
    shacl: true,
  },
  {
    construct: 'sh:maxCount',
    turtle: A + shape('sh:datatype xsd:string ; sh:maxCount 2'),
    accept: [a({ p: [] }), a({ p: ['x', 'y'] })],
    refuse: [not({ p: ['x', 'y', 'z'] }, 'three values')],
    shacl: true,
  },
  {
    construct: 'sh:targetClass',
    about: 'the class is its own shape',
    axioms: ['sh:minCount'],
    turtle:
      ':A a owl:Class , sh:NodeShape ; sh:property [ sh:path :p ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ] .',
    accept: [a({ p: 'x' })],
    refuse: [not({}, 'no value')],
    shacl: true,
  },
  {
    construct: 'sh:targetClass',
    about: 'of a property shape',
    axioms: ['sh:minCount'],
    turtle: `${A}:P a sh:PropertyShape ; sh:targetClass :A ; sh:path :p ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 .`,
    accept: [a({ p: 'x' })],
    refuse: [not({}, 'no value')],
    shacl: true,
  },
  {
    construct: 'sh:targetClass',
    about: 'several classes',
    axioms: ['sh:minCount'],
    turtle: `${A}${classesBC}:S a sh:NodeShape ; sh:targetClass :A , :B ; sh:property [ sh:path :p ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ] .`,
    accept: [a({ p: 'x' }), [of('B', { p: 'x' })], [of('C', {})]],
    refuse: [not({}, 'no value'), { data: [of('B', {})], because: 'no value' }],
    shacl: true,
  },
  {
    construct: 'sh:targetClass',
    about: 'several shapes for a class',
    axioms: ['sh:minCount', 'sh:maxLength', 'sh:minLength'],
    turtle: `${A}${shape('sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ; sh:maxLength 5')}
      :Other a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p ; sh:minLength 2 ; sh:maxLength 3 ] .`,
    accept: [a({ p: 'ab' }), a({ p: 'abc' })],
    refuse: [not({}, 'no value'), not({ p: 'a' }, 'too short for the second'), not({ p: 'abcd' }, 'too long for the second')],
    shacl: true,
  },
  {
    construct: 'sh:targetClass',
    about: 'inherited, and tightened by the shape of a subclass',
    axioms: ['sh:minCount', 'sh:maxLength'],
    turtle: `${A}:B a owl:Class ; rdfs:subClassOf :A .${shape('sh:datatype xsd:string ; sh:maxCount 1 ; sh:maxLength 5')}
      :BShape a sh:NodeShape ; sh:targetClass :B ; sh:property [ sh:path :p ; sh:minCount 1 ; sh:maxLength 3 ] .`,
    accept: [a({ p: 'abcde' }), a({}), [of('B', { p: 'abc' })]],
    refuse: [
      not({ p: 'abcdef' }, 'too long'),
      { data: [of('B', { p: 'abcdef' })], because: 'too long for both classes' },
      { data: [of('B', { p: 'abcd' })], because: 'too long for the subclass' },
      { data: [of('B', {})], because: 'no value, which the subclass requires' },
    ],
    shacl: true,
  },
  {
    construct: 'sh:targetClass',
    about: 'shapes in a file of their own',
    axioms: ['sh:minCount', 'sh:pattern'],
    turtle: A + p('xsd:string'),
    shapes: shape('sh:minCount 1 ; sh:maxCount 1 ; sh:pattern "^x"'),
    accept: [a({ p: 'xy' })],
    refuse: [not({}, 'no value'), not({ p: 'yx' }, 'the pattern does not match')],
    shacl: true,
  },
  {
    construct: 'sh:node',
    turtle: `${A}:B a owl:Class . :C a owl:Class . :BShape a sh:NodeShape ; sh:targetClass :B ; sh:class :B .${shape('sh:node :BShape ; sh:maxCount 1')}`,
    accept: [[B1, of('A', { p_id: ids.one })], a({})],
    refuse: [{ data: [C2, of('A', { p_id: ids.two })], because: 'an instance of another class' }, inPlace(of('A', {}), 'p_id')],
    shacl: true,
  },
  {
    construct: 'sh:node',
    about: 'a shape that a shape includes',
    axioms: ['sh:minCount', 'sh:maxLength'],
    turtle: `${A}:AShape a sh:NodeShape ; sh:targetClass :A ; sh:node :Named .
      :Named a sh:NodeShape ; sh:property [ sh:path :p ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ; sh:maxLength 3 ] .`,
    accept: [a({ p: 'abc' })],
    refuse: [not({}, 'no value'), not({ p: 'abcd' }, 'too long')],
    shacl: true,
  },
  {
    construct: 'sh:and',
    axioms: ['sh:minCount', 'sh:maxLength'],
    turtle: `${A}:AShape a sh:NodeShape ; sh:targetClass :A ; sh:and (
      [ sh:property [ sh:path :p ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ] ]
      [ sh:property [ sh:path :p ; sh:maxLength 3 ] ] ) .`,
    accept: [a({ p: 'abc' })],
    refuse: [not({}, 'no value'), not({ p: 'abcd' }, 'too long')],
    shacl: true,
  },
  shapeCase('sh:datatype', 'sh:datatype xsd:integer', [1, -7], ['x', true, 1.5]),
  {
    construct: 'sh:class',
    turtle: `${A}:B a owl:Class . :C a owl:Class .${shape('sh:class :B ; sh:maxCount 1')}`,
    accept: [[B1, of('A', { p_id: ids.one })], a({})],
    refuse: [{ data: [C2, of('A', { p_id: ids.two })], because: 'an instance of another class' }, inPlace(of('A', {}), 'p_id')],
    shacl: true,
  },
  shapeCase('sh:nodeKind', 'sh:nodeKind sh:IRI', ['http://example.org/x'], [1, {}]),
  shapeCase('sh:nodeKind', 'sh:nodeKind sh:Literal', ['x'], [{}], 'literals'),
  shapeCase('sh:in', 'sh:in ( "a" "b" )', ['a', 'b'], ['c', '']),
  shapeCase('sh:in', 'sh:datatype xsd:integer ; sh:in ( 1 2 )', [1, 2], [3], 'numbers'),
  shapeCase('sh:in', 'sh:in ( :X :Y )', ['X', 'Y'], ['Z'], 'individuals'),
  shapeCase('sh:pattern', 'sh:pattern "^[a-c]+$"', ['abc'], ['abd', '', 'ABC', 'abc\n']),
  shapeCase('sh:pattern', 'sh:pattern "^[a-c]+$" ; sh:flags "i"', ['abc', 'ABC'], ['abd'], 'with flags'),
  shapeCase('sh:pattern', 'sh:pattern "\\\\d{2}"', ['a12b'], ['1a2'], 'anywhere'),
  shapeCase('sh:pattern', 'sh:pattern "^(a|b)\\\\1$"', ['aa', 'bb'], ['ab', 'a'], 'with a back-reference'),
  shapeCase('sh:pattern', 'sh:pattern "^(a+)+$"', ['aaa'], ['aab', ''], 'of nested quantifiers, which a text could stop'),
  shapeCase(
    'sh:pattern',
    'sh:pattern "^.*[ab].{0,11}[cd].{0,30}$"',
    ['xaxc'],
    ['xaxx', 'c'],
    'that a text could stop, and that has no short equal',
  ),
  {
    construct: 'sh:pattern',
    about: 'of each value of a list',
    turtle: A + shape('sh:datatype xsd:string ; sh:maxCount 3 ; sh:pattern "^[a-c]+$"'),
    accept: [a({ p: ['a', 'bc'] }), a({})],
    refuse: [not({ p: ['a', 'd'] }, 'the pattern does not match the second')],
    shacl: true,
  },
  shapeCase('sh:maxInclusive', 'sh:datatype xsd:decimal ; sh:maxInclusive 3.5', ['3.5'], ['3.51']),
  {
    construct: 'sh:pattern',
    about: 'of a subclass',
    turtle: `${A}:B a owl:Class ; rdfs:subClassOf :A .${shape('sh:datatype xsd:string ; sh:maxCount 1 ; sh:pattern "a"')}
      :BShape a sh:NodeShape ; sh:targetClass :B ; sh:property [ sh:path :p ; sh:pattern "b" ] .`,
    accept: [a({ p: 'a' }), [of('B', { p: 'ab' })]],
    refuse: [
      not({ p: 'b' }, 'the pattern does not match'),
      { data: [of('B', { p: 'a' })], because: 'the pattern of the subclass does not match' },
      { data: [of('B', { p: 'b' })], because: 'the pattern of the superclass does not match' },
    ],
    shacl: true,
  },
  {
    construct: 'sh:maxInclusive',
    about: 'of each value of a list',
    turtle: A + shape('sh:datatype xsd:integer ; sh:maxCount 3 ; sh:maxInclusive 3'),
    accept: [a({ p: [1, 3] })],
    refuse: [not({ p: [1, 4] }, 'the second is too great')],
    shacl: true,
  },
  shapeCase('sh:minLength', 'sh:datatype xsd:string ; sh:minLength 2', ['ab'], ['a', '']),
  shapeCase('sh:maxLength', 'sh:datatype xsd:string ; sh:maxLength 2', ['ab', ''], ['abc']),
  shapeCase('sh:minInclusive', 'sh:datatype xsd:integer ; sh:minInclusive 3', [3], [2]),
  shapeCase('sh:minExclusive', 'sh:datatype xsd:integer ; sh:minExclusive 3', [4], [3]),
  shapeCase('sh:maxExclusive', 'sh:datatype xsd:double ; sh:maxExclusive 3.5', [3.25], [3.5]),
  {
    construct: 'sh:hasValue',
    turtle: A + shape('sh:datatype xsd:string ; sh:hasValue "x" ; sh:maxCount 1'),
    accept: [a({ p: 'x' })],
    refuse: [not({ p: 'y' }, 'another value'), not({ p: null }, 'no value')],
    shacl: true,
  },
  {
    construct: 'sh:hasValue',
    about: 'one of several',
    turtle: A + shape('sh:datatype xsd:string ; sh:minCount 1 ; sh:hasValue "x"'),
    accept: [a({ p: ['x'] }), a({ p: ['y', 'x'] })],
    refuse: [not({ p: ['y'] }, 'not among the values')],
    shacl: true,
  },
  {
    construct: 'sh:or',
    about: 'classes',
    turtle: A + classesBC + shape('sh:or ( [ sh:class :B ] [ sh:class :C ] ) ; sh:maxCount 1'),
    accept: [[B1, of('A', { p_b_id: ids.one })], [C2, of('A', { p_c_id: ids.two })], a({})],
    refuse: [
      { data: [B1, C2, of('A', { p_b_id: ids.one, p_c_id: ids.two })], because: 'two values' },
      inPlace(of('A', {}), 'p_b_id'),
    ],
    shacl: true,
  },
  {
    construct: 'sh:or',
    about: 'datatypes',
    turtle: A + shape('sh:or ( [ sh:datatype xsd:integer ] [ sh:datatype xsd:boolean ] ) ; sh:maxCount 1'),
    accept: [a({ p: 1 }), a({ p: false }), a({})],
    refuse: [not({ p: 'x' }, 'of neither datatype')],
    shacl: true,
  },
  {
    construct: 'sh:xone',
    about: 'datatypes',
    turtle: A + shape('sh:xone ( [ sh:datatype xsd:integer ] [ sh:datatype xsd:boolean ] ) ; sh:maxCount 1'),
    accept: [a({ p: 1 }), a({ p: false }), a({})],
    refuse: [not({ p: 'x' }, 'of neither datatype')],
    shacl: true,
  },
  {
    construct: 'sh:xone',
    about: 'classes',
    turtle: A + classesBC + shape('sh:xone ( [ sh:class :B ] [ sh:class :C ] ) ; sh:minCount 1 ; sh:maxCount 1'),
    accept: [
      [B1, of('A', { p_b_id: ids.one })],
      [C2, of('A', { p_c_id: ids.two })],
    ],
    refuse: [
      { data: [B1, C2, of('A', { p_b_id: ids.one, p_c_id: ids.two })], because: 'two values' },
      { data: a({}), because: 'no value' },
      inPlace(of('A', {}), 'p_b_id'),
    ],
    shacl: true,
  },
  {
    construct: 'sh:closed',
    turtle: A + shape('sh:datatype xsd:string ; sh:maxCount 1', ':p', 'sh:closed true ; sh:ignoredProperties ( rdf:type ) ;'),
    accept: [a({ p: 'x' })],
    refuse: [not({ p: 'x', q: 'y' }, 'a property that the shape does not have')],
    shacl: true,
  },
  {
    construct: 'sh:closed',
    about: 'with an inherited property',
    turtle: `${A}:B a owl:Class ; rdfs:subClassOf :A .${shape('sh:datatype xsd:string ; sh:maxCount 1')}
      :BShape a sh:NodeShape ; sh:targetClass :B ; sh:closed true ; sh:ignoredProperties ( rdf:type :p ) ;
        sh:property [ sh:path :q ; sh:datatype xsd:string ; sh:maxCount 1 ] .`,
    accept: [a({ p: 'x' }), [of('B', { p: 'x', q: 'y' })]],
    refuse: [{ data: [of('B', { p: 'x', q: 'y', r: 'z' })], because: 'a property that the shape does not have' }],
    shacl: true,
  },
  {
    construct: 'sh:lessThan',
    turtle: A + orderedShape('xsd:integer', 'sh:lessThan'),
    accept: [a({ p: 1, q: 2 }), a({ p: 9, q: 10 }), a({ p: 1 }), a({ q: 1 }), a({})],
    refuse: [not({ p: 2, q: 2 }, 'equal values'), not({ p: 10, q: 9 }, 'a greater value')],
    shacl: true,
  },
  {
    construct: 'sh:lessThan',
    about: 'of decimals',
    turtle: A + orderedShape('xsd:decimal', 'sh:lessThan'),
    accept: [a({ p: '9.5', q: '10' }), a({ p: '-2', q: '-1' })],
    refuse: [not({ p: '1.50', q: '1.5' }, 'equal values'), not({ p: '10', q: '9.5' }, 'a greater value')],
    shacl: true,
  },
  {
    construct: 'sh:lessThanOrEquals',
    turtle: A + orderedShape('xsd:date', 'sh:lessThanOrEquals'),
    accept: [a({ p: '2024-05-17', q: '2024-05-18' }), a({ p: '2024-05-17', q: '2024-05-17' }), a({ q: '2024-05-17' })],
    refuse: [not({ p: '2024-05-18', q: '2024-05-17' }, 'a later date')],
    shacl: true,
  },
  {
    construct: 'sh:lessThanOrEquals',
    about: 'of times with offsets',
    turtle: A + orderedShape('xsd:dateTime', 'sh:lessThanOrEquals'),
    accept: [a({ p: '2024-05-17T10:00:00+02:00', q: '2024-05-17T08:00:00Z' })],
    refuse: [not({ p: '2024-05-17T09:30:00Z', q: '2024-05-17T10:00:00+02:00' }, 'a later time')],
    shacl: true,
  },
  {
    construct: 'sh:lessThanOrEquals',
    about: 'with an inherited property',
    turtle: `${A}${shape('sh:datatype xsd:integer ; sh:maxCount 1')}:B a owl:Class ; rdfs:subClassOf :A .
      :BShape a sh:NodeShape ; sh:targetClass :B ; sh:property [ sh:path :p ; sh:lessThanOrEquals :q ] ,
        [ sh:path :q ; sh:datatype xsd:integer ; sh:maxCount 1 ] .`,
    accept: [a({ p: 3 }), [of('B', { p: 1, q: 1 })], [of('B', { p: 3 })]],
    refuse: [{ data: [of('B', { p: 2, q: 1 })], because: 'a greater value' }],
    shacl: true,
  },
  shapeCase('sh:not', 'sh:datatype xsd:string ; sh:not [ sh:hasValue "x" ]', ['y'], ['x']),
  {
    construct: 'sh:deactivated',
    turtle: `${A}${shape('sh:datatype xsd:string ; sh:maxCount 1')}:Off a sh:NodeShape ; sh:targetClass :A ; sh:deactivated true ; sh:property [ sh:path :p ; sh:maxLength 1 ] .`,
    accept: [a({ p: 'xyz' })],
    shacl: true,
  },
  {
    construct: 'sh:defaultValue',
    turtle: A + shape('sh:datatype xsd:string ; sh:defaultValue "unknown yet" ; sh:minCount 1 ; sh:maxCount 1'),
    accept: [a({ p: 'x' }), a({ p: 'unknown yet' })],
    shows: ['unknown yet'],
  },
  {
    construct: 'sh:uniqueLang',
    turtle: A + shape('sh:datatype rdf:langString ; sh:uniqueLang true ; sh:maxCount 1'),
    accept: [a({ p: 'x' })],
  },
  {
    construct: 'sh:inversePath',
    axioms: ['sh:maxCount'],
    turtle: `${A}:B a owl:Class .${objectP(':B', once)}:BShape a sh:NodeShape ; sh:targetClass :B ; sh:property [ sh:path [ sh:inversePath :p ] ; sh:maxCount 1 ] .`,
    accept: [[B1, of('A', { p_id: ids.one }), of('A', {})]],
    refuse: [{ data: [B1, of('A', { p_id: ids.one }), of('A', { p_id: ids.one })], because: 'the value of another one' }],
    shacl: true,
  },
  {
    construct: 'sh:inversePath',
    about: 'of a direction that has a name',
    axioms: ['sh:maxCount'],
    turtle: `${A}:B a owl:Class .${objectP(':B', once)}:owners a owl:ObjectProperty ; owl:inverseOf :p .
      :BShape a sh:NodeShape ; sh:targetClass :B ; sh:property [ sh:path [ sh:inversePath :p ] ; sh:maxCount 1 ] .`,
    accept: [[B1, of('A', { p_id: ids.one }), of('A', {})]],
    refuse: [{ data: [B1, of('A', { p_id: ids.one }), of('A', { p_id: ids.one })], because: 'the value of another one' }],
  },
];

const described = (said: string) => `${A}:p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string ; ${said} .\n`;

const documentation: readonly Case[] = [
  { construct: 'rdfs:comment', turtle: described('rdfs:comment "What it says."'), shows: ['What it says.'] },
  { construct: 'skos:definition', turtle: described('skos:definition "What it says."'), shows: ['What it says.'] },
  { construct: 'dcterms:description', turtle: described('dcterms:description "What it says."'), shows: ['What it says.'] },
  { construct: 'schema:description', turtle: described('schema:description "What it says."'), shows: ['What it says.'] },
  {
    construct: 'sh:description',
    turtle: A + shape('sh:datatype xsd:string ; sh:maxCount 1 ; sh:description "What it says."'),
    shows: ['What it says.'],
  },
  {
    construct: 'sh:name',
    turtle: A + shape('sh:datatype xsd:string ; sh:maxCount 1 ; sh:name "Its name"'),
    shows: ['Its name'],
  },
  {
    construct: 'sh:order',
    turtle: `${A}:AShape a sh:NodeShape ; sh:targetClass :A ;
      sh:property [ sh:path :later ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ; sh:order 2 ] ,
        [ sh:path :sooner ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ; sh:order 1 ] .`,
    accept: [a({ sooner: 'x', later: 'y' })],
    shows: ['sooner', 'later'],
    inOrder: true,
  },
  {
    construct: 'owl:deprecated',
    turtle: `${A}${p('xsd:string', ', owl:FunctionalProperty ; owl:deprecated true')}`,
    accept: [a({ p: 'x' }), a({})],
    shows: ['eprecated'],
  },
  {
    construct: 'owl:deprecated',
    about: 'a class',
    turtle: `${A}:A owl:deprecated true .`,
    accept: [a({})],
    shows: ['eprecated'],
  },
  {
    construct: 'dcterms:isReplacedBy',
    turtle: `${A}${p('xsd:string', ', owl:FunctionalProperty ; owl:deprecated true ; dcterms:isReplacedBy :q')}
      :q a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .`,
    accept: [a({ q: 'x' })],
    shows: ['eprecated', 'A.q'],
  },
];

export const groups: readonly Group[] = [
  { title: 'How many values', cases: cardinality },
  { title: 'Facets of datatypes', cases: facets },
  { title: 'Enumerations and datatypes', cases: enumerations },
  { title: 'Keys', cases: keys },
  { title: 'Unions and intersections', cases: expressions },
  { title: 'Classes and properties', cases: relations },
  { title: 'Shapes', cases: shapes },
  { title: 'Documentation', cases: documentation },
];
