/** Hostile input, one of each kind; the tests build it when they run, because most of it is large. */

const PREFIXES = `@prefix : <http://example.org/#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
:A a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .
`;
const shape = (parameters: string) =>
  `${PREFIXES}[] a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p ; ${parameters} ] .`;
const numbered = (count: number, each: (n: number) => string) => Array.from({ length: count }, (_, n) => each(n)).join('\n');
const nested = (open: string, close: string, depth: number, inner = '') => open.repeat(depth) + inner + close.repeat(depth);
const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="urn:e:"';
const CATALOG = '<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">';
const importing = '<> a <http://www.w3.org/2002/07/owl#Ontology> ; <http://www.w3.org/2002/07/owl#imports> <urn:x:y> .';

export interface Hostile {
  readonly files: Readonly<Record<string, string>>;
  /** The arguments of codegen; by default, all templates are generated from the first file. */
  readonly args?: readonly string[];
  /** The exit status, and the code of the message if it is not 0. */
  readonly status: 0 | 1 | 2;
  readonly code?: string;
  /** A string that no message may contain. */
  readonly hides?: string;
}

const generated = (text: string, file = 'a.ttl'): Hostile => ({ files: { [file]: text }, status: 0 });
const refused = (code: string, file: string, text: string, ...args: string[]): Hostile => ({
  files: { [file]: text },
  args: args.length > 0 ? args : ['graph', 'load', file],
  status: 1,
  code,
});
const query = (code: string, sparql: string, ...more: string[]): Hostile => ({
  files: { 'a.ttl': PREFIXES + numbered(200, (n) => `:x${n} :p ${n} .`), 'q.rq': sparql },
  args: ['graph', 'query', 'a.ttl', '--query-file', 'q.rq', ...more],
  status: 1,
  code,
});

/** Inputs that take several seconds each, mostly because they lead to much generated code. */
export const long: ReadonlySet<string> = new Set([
  'a chain of subclasses',
  'a record over many lines',
  'a text that doubles',
  'classes of one name',
  'many patterns that are rewritten',
  'many prefixes',
  'subclasses of one class',
  'superclasses of one class',
]);

export const hostile: Readonly<Record<string, Hostile>> = {
  'comments before an element': refused('syntax-error', 'a.rdf', `${'<!-- a -->\n'.repeat(2000)}<x/>`),
  'comments before Turtle': refused('syntax-error', 'a.ttl', `${'<!-- a -->\n'.repeat(2000)}<x/>`),
  'entities that double': refused(
    'entities-too-long',
    'a.rdf',
    `<!DOCTYPE r [<!ENTITY e0 "lol">${numbered(30, (n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`)}]><rdf:RDF ${RDF}><e:A e:b="&e30;"/></rdf:RDF>`,
  ),
  'a long entity that is used often': refused(
    'entities-too-long',
    'a.rdf',
    `<!DOCTYPE r [<!ENTITY e "${'a'.repeat(100_000)}">]><rdf:RDF ${RDF}><e:A>${'<e:b>&e;</e:b>'.repeat(20_000)}</e:A></rdf:RDF>`,
  ),
  'nested elements': refused('too-deep', 'a.rdf', `<rdf:RDF ${RDF}>${nested('<e:A><e:b>', '</e:b></e:A>', 25_000)}</rdf:RDF>`),
  'nested objects of JSON': refused('too-deep', 'a.jsonld', nested('{"urn:p":', '}', 20_000, '{}')),
  'nested lists of JSON': refused('too-deep', 'a.jsonld', nested('[', ']', 20_000)),
  'nested groups of a catalogue': {
    files: { 'a.ttl': importing, 'c.xml': `${CATALOG}${nested('<group>', '</group>', 20_000)}</catalog>` },
    args: ['graph', 'load', 'a.ttl', '--catalog', 'c.xml'],
    status: 1,
    code: 'too-deep',
  },
  'a great least number of values': generated(shape('sh:minCount 100000000')),
  'a great length': generated(shape('sh:minLength 100000000')),
  'a number beyond all numbers': generated(shape(`sh:maxCount 1${'0'.repeat(5000)} ; sh:minLength 1e400`)),
  'a decimal of many digits': generated(
    shape(`sh:datatype xsd:decimal ; sh:minInclusive 1${'0'.repeat(50_000)} ; sh:defaultValue 0.${'0'.repeat(50_000)}1`),
  ),
  'blanks in a label': generated(
    `${PREFIXES}:B a owl:Class ; rdfs:label "B${' '.repeat(40_000)}x" ; rdfs:comment "c${' '.repeat(40_000)}x" .`,
  ),
  'values of an enumeration': generated(shape(`sh:in ( ${numbered(20_000, (n) => `"v${n}"`)} )`)),
  'values of an enumeration of one name': generated(
    shape(`sh:in ( ${numbered(3000, (n) => `"v${'-'.repeat(n % 60)}${'_'.repeat(n / 60)}"`)} )`),
  ),
  'classes of one name': generated(`${PREFIXES}${numbered(2000, (n) => `:B${n} a owl:Class ; rdfs:label "same" .`)}`),
  'a chain of subclasses': generated(
    `${PREFIXES}:C0 a owl:Class .\n${numbered(400, (n) => `:C${n + 1} a owl:Class ; rdfs:subClassOf :C${n} .`)}`,
  ),
  'a longer chain of subclasses': {
    files: {
      'a.ttl': `${PREFIXES}:C0 a owl:Class .\n${numbered(20_000, (n) => `:C${n + 1} a owl:Class ; rdfs:subClassOf :C${n} .`)}`,
    },
    status: 1,
    code: 'model-too-large',
  },
  'fields that a chain inherits': {
    files: {
      'a.ttl': `${PREFIXES}:C0 a owl:Class .\n${numbered(1500, (n) => `:C${n + 1} a owl:Class ; rdfs:subClassOf :C${n} .`)}
        ${numbered(4000, (n) => `:q${n} a owl:DatatypeProperty ; rdfs:domain :C${n % 100} ; rdfs:range xsd:string .`)}`,
    },
    status: 1,
    code: 'model-too-large',
  },
  'subclasses of one class': generated(
    `${PREFIXES}${numbered(1000, (n) => `:B${n} a owl:Class ; rdfs:label "b ${n}" ; rdfs:subClassOf :A .`)}`,
  ),
  'fields of one class': generated(
    `${PREFIXES}${numbered(2000, (n) => `:f${n} a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .`)}`,
  ),
  'many prefixes': generated(
    `${PREFIXES}${numbered(1000, (n) => `@prefix p${n}: <http://example.org/${n}/> . p${n}:C a owl:Class .`)}`,
  ),
  'imports of one file': {
    files: {
      'a.ttl': `<> a <http://www.w3.org/2002/07/owl#Ontology> ; <http://www.w3.org/2002/07/owl#imports> ${Array.from({ length: 1000 }, (_, n) => `<i${n}.ttl>`).join(', ')} .`,
      ...Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`i${n}.ttl`, `${PREFIXES}:I${n} a owl:Class .`])),
    },
    args: ['graph', 'load', 'a.ttl'],
    status: 0,
  },
  'nested intersections': generated(
    `${PREFIXES}:Z a owl:Class . :A rdfs:subClassOf ${nested('[ a owl:Class ; owl:intersectionOf ( :Z ', ' ) ]', 20_000, ':Z')} .`,
  ),
  'nested blank nodes': generated(`${PREFIXES}:x :p ${nested('[ :p ', ' ]', 20_000, '1')} .`),
  'nested lists': generated(`${PREFIXES}:x :p ${nested('(', ')', 20_000)} .`),
  'nested unions': generated(
    `${PREFIXES}:q a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range ${nested('[ a owl:Class ; owl:unionOf ( :A ', ' ) ]', 3000, ':A')} .`,
  ),
  'nested shapes': {
    files: { 'a.ttl': shape(`sh:maxCount 1 ] ; ${nested('sh:and ( [ ', ' ] )', 20_000, 'sh:class :A')} ; sh:name [`) },
    status: 1,
    code: 'engine-failed',
  },
  'a pattern of many groups': generated(shape(`sh:pattern "^${nested('(', ')', 3000, 'a')}$"`)),
  'patterns that a value of the ontology could stop': generated(
    shape(
      `sh:pattern "^(a+)+$" ; sh:in ( "${'a'.repeat(60)}b" "a" ) ] , [ sh:path :q ; sh:pattern "^((a|a)+b?)+\\\\1$"; sh:defaultValue "${'a'.repeat(60)}b"`,
    ),
  ),
  'patterns whose automata are large': generated(
    shape(`sh:pattern "^(${'a?'.repeat(600)}){1,600}$" ] , [ sh:path :q ; sh:pattern "(.{0,400}[ab].{0,400}){2,9}c"`),
  ),
  'many patterns that are rewritten': generated(
    PREFIXES +
      numbered(
        300,
        (n) =>
          `:p${n} a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string . [] a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p${n} ; sh:pattern "^(.*[a-z${n}]x|y${n}){1,20}([a-z]+ ?)+$" ] .`,
      ),
  ),
  'a long literal': generated(`${PREFIXES}:A rdfs:seeAlso """${'lorem ipsum\n'.repeat(200_000)}""" .`),
  'a long comment and long blanks': generated(`${PREFIXES}#${'#'.repeat(2_000_000)}\n${' '.repeat(2_000_000)}`),
  'brackets of a query': query('too-deep', `SELECT * { ?s ?p ?o FILTER ${nested('(', ')', 100_000, '1')} }`),
  'braces of a query': query('too-deep', `SELECT * ${nested('{', '}', 100_000)}`),
  'a long chain of operators': query('engine-failed', `SELECT * { ?s ?p ?o FILTER (1${'+1'.repeat(50_000)}) }`),
  'letters that are no name': query(
    'sparql-syntax',
    `SELECT * { ?s ${'\ufffd'.repeat(200_000)} ${'\u00e9.'.repeat(50_000)} ?o }`,
  ),
  'digits of a query': {
    files: { 'a.ttl': PREFIXES, 'q.rq': `SELECT * { ?s ?p ${'1'.repeat(900_000)} }` },
    args: ['graph', 'query', 'a.ttl', '--query-file', 'q.rq'],
    status: 0,
  },
  'a query that multiplies': query(
    'query-too-slow',
    'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o . ?q ?r ?s . ?t ?u ?v . ?w ?x ?y . ?z ?aa ?bb }',
    ...['--timeout', '1'],
  ),
  'a text that doubles': query(
    'engine-failed',
    `SELECT ?x60 { BIND("aaaaaaaaaa" AS ?x0) ${numbered(60, (n) => `BIND(CONCAT(?x${n}, ?x${n}) AS ?x${n + 1})`)} }`,
  ),
  'a device': { files: {}, args: ['graph', 'load', '/dev/zero'], status: 1, code: 'file-endless' },
  'a device as a query': {
    files: { 'a.ttl': PREFIXES },
    args: ['graph', 'query', 'a.ttl', '--query-file', '/dev/zero'],
    status: 1,
    code: 'file-endless',
  },
  'a device as a catalogue': {
    files: { 'a.ttl': importing },
    args: ['graph', 'load', 'a.ttl', '--catalog', '/dev/zero'],
    status: 1,
    code: 'file-endless',
  },
  'an import of a secret': refused('read-outside', 'a.ttl', importing.replace('urn:x:y', 'file:///etc/passwd')),
  'an import of a hidden file of the project': {
    files: { 'a.ttl': importing.replace('urn:x:y', '.env'), '.env': 'PASSWORD=hunter2' },
    args: ['graph', 'load', 'a.ttl'],
    status: 1,
    code: 'foreign-unreadable',
    hides: 'hunter2',
  },
  'a chain of properties': generated(
    `${PREFIXES}${numbered(20_000, (n) => `:q${n + 1} a owl:DatatypeProperty ; rdfs:subPropertyOf :q${n} .`)}`,
  ),
  'circles of superclasses': {
    files: {
      'a.ttl': `${PREFIXES}:C0 a owl:Class ; rdfs:subClassOf ${Array.from({ length: 500 }, (_, n) => `:C${n + 500}`).join(', ')} .
        ${numbered(1000, (n) => `:C${n + 1} a owl:Class ; rdfs:subClassOf :C${n} .`)}`,
    },
    args: ['graph', 'load', 'a.ttl'],
    status: 0,
  },
  'superclasses of one class': generated(
    `${PREFIXES}${numbered(400, (n) => `:B${n} a owl:Class .`)} :Z a owl:Class ; rdfs:subClassOf ${Array.from({ length: 400 }, (_, n) => `:B${n}`).join(', ')} .`,
  ),
  'a registry of hooks that is large': {
    files: { '.codegen/hooks.json': `{"version":1,"hooks":[${'0,'.repeat(3_000_000)}0]}` },
    args: ['hook', 'list'],
    status: 1,
    code: 'file-unreadable',
  },
  'a registry of hooks that is deep': {
    files: { '.codegen/hooks.json': `{"version":1,"hooks":${nested('[', ']', 500_000)}}` },
    args: ['hook', 'list'],
    status: 1,
    code: 'registry-broken',
  },
  'a catalogue that leads outside': {
    files: { 'a.ttl': importing, 'catalog-v001.xml': `${CATALOG}<uri name="urn:x:y" uri="/etc/passwd"/></catalog>` },
    args: ['project', 'gen', 'out', '--graph', 'a.ttl'],
    status: 1,
    code: 'read-outside',
  },
  'a field of many values': {
    files: {
      'a.ttl': PREFIXES,
      'd.ttl': `${PREFIXES}:x a :A ; :p ${Array.from({ length: 100_000 }, (_, n) => `"v${n}"`).join(', ')} .`,
    },
    args: ['data', 'convert', 'd.ttl', '--ontology', 'a.ttl', '--to', 'sql'],
    status: 0,
  },
  'a record over many lines': {
    files: {
      'a.ttl': PREFIXES,
      'd.ndjson': `{"@type":"A","@id":"urn:x","p":[\n${'1,\n'.repeat(2_000_000)}1]}`,
    },
    args: ['data', 'validate', 'd.ndjson', '--ontology', 'a.ttl'],
    status: 1,
    code: 'data-violation',
  },
  'a record that does not end': {
    files: { 'a.ttl': PREFIXES, 'd.ndjson': `{"@type":"A","p":"${'x\n'.repeat(5_000_000)}` },
    args: ['data', 'convert', 'd.ndjson', '--ontology', 'a.ttl', '--to', 'turtle'],
    status: 1,
    code: 'data-record-no-json',
  },
  'data over what is read': {
    files: { 'a.ttl': PREFIXES, 'd.ttl': `${PREFIXES}:x a :A .` },
    args: ['data', 'convert', 'd.ttl', '--ontology', 'a.ttl', '--to', 'turtle', '--output', './a.ttl', '--force'],
    status: 1,
    code: 'output-is-input',
  },
  'documentation of what hangs together without end': {
    files: {
      'a.ttl': `${PREFIXES}${numbered(500, (n) => `:B${n} a owl:Class . :r${n} a owl:ObjectProperty ; rdfs:domain :B${n} ; rdfs:range :B${(n + 1) % 500} .`)}`,
    },
    args: ['docs', 'a.ttl', '--output', 'site'],
    status: 0,
  },
  'a picture over its source': refused(
    'output-is-input',
    'a.ttl',
    PREFIXES,
    'graph',
    'visualize',
    'a.ttl',
    '--output',
    './a.ttl',
    '--force',
  ),
};
