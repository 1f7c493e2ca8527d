import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import type { ElementChoice } from '../decide/choices.ts';
import { policiesOf } from '../policies.ts';

const place = { file: 'codegen.yaml', line: 12, column: 3 };

const car = `@prefix ex: <http://e/> .
ex:Car a owl:Class .
ex:color a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain ex:Car ; rdfs:range ex:Color .
ex:Color a owl:Class . ex:red a ex:Color . ex:green a owl:NamedIndividual , ex:Color .`;

async function modelOf(
  turtle: string,
  individuals?: 'as-used' | 'open' | 'listed',
  elements: Readonly<Record<string, ElementChoice>> = {},
): Promise<{ enumerations: string[]; chosen: string[]; reported: string[] }> {
  const decisions = Object.entries(elements).map(([element, choice]) => ({ element, choice, place: () => place }));
  const { model, diagnostics } = await modelOfTurtle(turtle, policiesOf(individuals && { individuals }), decisions);
  return {
    // The enumeration of a discriminator has no IRI.
    enumerations: model.enumerations
      .filter(({ iri }) => iri !== undefined)
      .map(({ name, values }) => `${name}: ${values.map(({ value }) => value).join(' ')}`),
    chosen: model.chosen.map(
      ({ element, kind, constraints }) =>
        `${element} ${kind}: ${constraints.map((c) => ('field' in c ? `${c.kind} ${c.class.name}.${c.field?.name}` : c.kind)).join(', ')}`,
    ),
    reported: diagnostics.map(({ code, message }) => `${code}: ${message}`),
  };
}

const listed = { enumerations: ['Color: red green'], chosen: ['Color listed: type Car.color'], reported: [] };

test.each([
  ['status', 'OrderStatus'],
  ['orderStatus', 'OrderStatus'],
  ['orderly', 'OrderOrderly'],
])('the values of ex:%s of a class Order are an enumeration %s', async (property, name) => {
  const { model } = await modelOfTurtle(`@prefix ex: <http://e/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
ex:Order a owl:Class , sh:NodeShape ; sh:property [ sh:path ex:${property} ; sh:in ( "new" "paid" ) ; sh:maxCount 1 ] .`);
  expect(model.enumerations.map((each) => each.name)).toEqual([name]);
});

test('a class with individuals stays open by default, as in OWL', async () => {
  expect(await modelOf(car)).toMatchObject({
    enumerations: [],
    chosen: [],
    reported: [
      expect.stringMatching(/^enumeration-open: ex:Color is not an enumeration: .* its 2 individuals \(ex:red, ex:green\)/),
    ],
  });
});

test('a policy makes the individuals a complete list', async () => {
  expect(await modelOf(car, 'listed')).toEqual(listed);
});

test('a decision about the class does the same', async () => {
  expect(await modelOf(car, undefined, { 'ex:Color': { listed: true } })).toEqual(listed);
});

test('does not warn if the user decides that there may be others', async () => {
  const open = { enumerations: [], chosen: [], reported: [] };
  expect(await modelOf(car, 'open')).toEqual(open);
  expect(await modelOf(car, undefined, { 'ex:Color': { listed: false } })).toEqual(open);
  expect(await modelOf(car, 'listed', { 'ex:Color': { listed: false } })).toEqual(open);
});

describe('a class that is a shape with sh:in', () => {
  const padding = (more = '') => `@prefix ex: <http://e/> .
ex:Padding a rdfs:Class , sh:NodeShape ; sh:in ( ex:Zeros ex:Ones ) ${more} . ex:Ones a ex:Padding . ex:Zeros a ex:Padding .
ex:Layer a rdfs:Class , sh:NodeShape ;
  sh:property [ sh:path ex:padding ; sh:class ex:Padding ; sh:minCount 1 ; sh:maxCount 1 ] .`;

  test('is an enumeration, in the order of the list', async () => {
    const { model, diagnostics } = await modelOfTurtle(padding());
    expect(model.classes.map(({ name }) => name)).toEqual(['Layer']);
    expect(model.classes[0]?.fields.at(-1)?.type).toMatchObject({
      kind: 'enumeration',
      enumeration: { name: 'Padding', values: [{ value: 'Zeros' }, { value: 'Ones' }] },
    });
    expect(diagnostics).toEqual([]);
    expect(model.axioms.filter(({ shortfall }) => shortfall !== undefined)).toMatchObject([
      { construct: 'sh:in', constraints: [{ kind: 'type' }], shortfall: 'other individuals of the class are not rejected' },
    ]);
  });

  test.each([
    ['with fields', '; sh:property [ sh:path ex:size ; sh:datatype xsd:int ]'],
    ['that is deactivated', '; sh:deactivated true'],
    ['that is advice', '; sh:severity sh:Info'],
  ])('stays a class %s', async (_, more) => {
    const { model } = await modelOfTurtle(padding(more));
    expect(model.classes.map(({ name }) => name)).toContain('Padding');
  });
});

describe('a class whose individuals each sh:in lists', () => {
  const hash = (list: string, more = '') => `@prefix ex: <http://e/> .
ex:Hash a owl:Class , sh:NodeShape ; sh:property [ sh:path ex:kind ; sh:class ex:HashKind ; sh:in ( ${list} ) ; sh:maxCount 1 ] .
ex:kind a owl:ObjectProperty . ex:HashKind a owl:Class . ex:md5 a ex:HashKind . ex:sha256 a ex:HashKind . ${more}`;
  const classesOf = async (turtle: string, individuals?: 'open') =>
    (await modelOfTurtle(turtle, policiesOf(individuals && { individuals }))).model.classes.map(({ name }) => name);

  test('is an enumeration, in the order of the list', async () => {
    expect(await modelOf(hash('ex:sha256 ex:md5'))).toMatchObject({ enumerations: ['HashKind: sha256 md5'], reported: [] });
    expect(await classesOf(hash('ex:sha256 ex:md5'))).toEqual(['Hash']);
  });

  test('is also an enumeration as the range of the path', async () => {
    const turtle = hash('ex:sha256 ex:md5', 'ex:kind rdfs:range ex:HashKind .').replace('sh:class ex:HashKind ;', '');
    expect((await modelOf(turtle)).enumerations).toEqual(['HashKind: sha256 md5']);
  });

  test('is recorded as an assumption', async () => {
    const { model } = await modelOfTurtle(hash('ex:sha256 ex:md5'));
    expect(model.assumptions.filter(({ kind }) => kind === 'listed')).toMatchObject([
      { element: 'HashKind', policy: 'individuals', because: 'each sh:in for this class lists all its individuals' },
    ]);
  });

  test.each([
    ['a list lacks one of them', hash('ex:sha256')],
    [
      'another list lacks one',
      hash(
        'ex:sha256 ex:md5',
        'ex:S a sh:NodeShape ; sh:targetClass ex:Hash ; sh:property [ sh:path ex:old ; sh:class ex:HashKind ; sh:in ( ex:md5 ) ] . ex:old a owl:ObjectProperty .',
      ),
    ],
    [
      'it has fields',
      hash('ex:sha256 ex:md5', 'ex:bits a owl:DatatypeProperty ; rdfs:domain ex:HashKind ; rdfs:range xsd:int .'),
    ],
    [
      'it has inherited fields',
      hash(
        'ex:sha256 ex:md5',
        'ex:HashKind rdfs:subClassOf ex:Term . ex:Term a owl:Class . ex:bits a owl:DatatypeProperty ; rdfs:domain ex:Term ; rdfs:range xsd:int .',
      ),
    ],
    ['it has subclasses', hash('ex:sha256 ex:md5', 'ex:Weak a owl:Class ; rdfs:subClassOf ex:HashKind .')],
    ['no individual stands in the ontology', hash('ex:sha256 ex:md5').replace(/ex:(md5|sha256) a ex:HashKind \./g, '')],
  ])('stays a class where %s', async (_, turtle) => {
    expect(await classesOf(turtle)).toContain('HashKind');
  });

  test('stays a class if the user decides that it is open', async () => {
    expect(await classesOf(hash('ex:sha256 ex:md5'), 'open')).toEqual(['Hash', 'HashKind']);
    const { model } = await modelOfTurtle(hash('ex:sha256 ex:md5'), policiesOf(), [
      { element: 'ex:HashKind', choice: { listed: false }, place: () => place },
    ]);
    expect(model.classes.map(({ name }) => name)).toContain('HashKind');
  });
});

const doc = `@prefix ex: <http://e/> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
ex:Doc a owl:Class .
ex:status a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain ex:Doc ; rdfs:range skos:Concept .
ex:Statuses a skos:ConceptScheme ; skos:hasTopConcept ex:lost .
ex:draft a skos:Concept ; skos:inScheme ex:Statuses . ex:final a skos:Concept ; skos:topConceptOf ex:Statuses .
ex:lost a skos:Concept . ex:other a skos:Concept ; skos:inScheme ex:Others .`;
const shaped = (values: string) => `${doc}
ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:status ; ${values} ] .`;
const named = `sh:node ex:OfStatuses ] .
ex:OfStatuses a sh:NodeShape ; sh:property [ sh:path skos:inScheme ; sh:hasValue ex:Statuses ; sh:minCount 1 ; sh:nodeKind sh:IRI `;
const scheme = 'Statuses: lost draft final';

describe('concepts of a scheme', () => {
  test.each([
    ['a shape of them', named],
    [
      'a shape of them in place',
      'sh:class skos:Concept ; sh:node [ sh:property [ sh:path skos:inScheme ; sh:in ( ex:Statuses ) ] ]',
    ],
    [
      'a shape of them that are concepts',
      'sh:node [ sh:property [ sh:path rdf:type ; sh:hasValue skos:Concept ] , [ sh:path skos:inScheme ; sh:hasValue ex:Statuses ] ]',
    ],
    ['a property of theirs', 'sh:property [ sh:path skos:inScheme ; sh:hasValue ex:Statuses ]'],
  ])('are an enumeration by a policy if %s requires them', async (_, values) => {
    expect(await modelOf(shaped(values), 'listed')).toEqual({
      enumerations: [scheme],
      chosen: ['Doc.status listed: type Doc.status'],
      reported: [],
    });
    const { model } = await modelOfTurtle(shaped(values), policiesOf({ individuals: 'listed' }));
    const [axiom] = model.axioms.filter(({ statement }) => /sh:node|sh:property/.test(statement));
    expect(axiom).toMatchObject({ shortfall: undefined });
  });

  test('are an enumeration by a decision about the scheme', async () => {
    const { enumerations, chosen } = await modelOf(shaped(named), undefined, {
      'ex:Statuses': { listed: true },
    });
    expect([enumerations, chosen]).toEqual([[scheme], ['Doc.status listed: type Doc.status']]);
  });

  test.each([
    '[ owl:onProperty skos:inScheme ; owl:hasValue ex:Statuses ]',
    '[ owl:intersectionOf ( skos:Concept [ owl:onProperty skos:inScheme ; owl:hasValue ex:Statuses ] ) ]',
  ])('are an enumeration if OWL requires them: %s', async (range) => {
    const turtle = doc.replace('rdfs:range skos:Concept', `rdfs:range ${range}`);
    expect(await modelOf(turtle, 'listed')).toMatchObject({ enumerations: [scheme], reported: [] });
    expect((await modelOf(turtle)).enumerations).toEqual([]);
  });

  describe('a class that is defined by the scheme', () => {
    const classes = (definition: string) => `${doc.replace('rdfs:range skos:Concept', 'rdfs:range ex:Status')}
ex:Status a owl:Class ; owl:equivalentClass ${definition} .`;
    const definitions = [
      '[ a owl:Restriction ; owl:onProperty skos:inScheme ; owl:hasValue ex:Statuses ]',
      '[ owl:intersectionOf ( skos:Concept [ a owl:Restriction ; owl:onProperty skos:inScheme ; owl:hasValue ex:Statuses ] ) ]',
    ];
    const found = { enumerations: ['Status: lost draft final'], chosen: ['Status listed: type Doc.status'], reported: [] };

    test.each(definitions)('is an enumeration by a policy: %s', async (definition) => {
      expect(await modelOf(classes(definition), 'listed')).toMatchObject({
        enumerations: found.enumerations,
        chosen: found.chosen,
      });
      expect(await modelOf(`${classes(definition)} ex:Status rdfs:subClassOf skos:Concept .`, 'listed')).toMatchObject({
        enumerations: found.enumerations,
      });
      expect((await modelOf(classes(definition))).enumerations).toEqual([]);
    });

    test.each(['ex:Status', 'ex:Statuses'])('is an enumeration by a decision about %s', async (element) => {
      const decided = await modelOf(classes(definitions[0] as string), undefined, { [element]: { listed: true } });
      expect(decided).toEqual(found);
    });

    test('is no enumeration if it is only a subclass of the concepts', async () => {
      const turtle = classes(definitions[0] as string).replace('owl:equivalentClass', 'rdfs:subClassOf');
      expect((await modelOf(turtle, 'listed')).enumerations).toEqual([]);
    });
  });

  test.each([
    ['nobody decides it', named, undefined],
    ['the ontology has none', 'sh:node [ sh:property [ sh:path skos:inScheme ; sh:hasValue ex:None ] ]', 'listed'],
    ['one of several schemes is asked for', 'sh:property [ sh:path skos:inScheme ; sh:in ( ex:Statuses ex:Others ) ]', 'listed'],
  ] as const)('stay IRIs where %s', async (_, values, individuals) => {
    const { enumerations, reported } = await modelOf(shaped(values), individuals);
    expect(enumerations).toEqual([]);
    expect(reported).toEqual([expect.stringMatching(/^range-not-declared: the range skos:Concept of property ex:status/)]);
  });

  test.each([
    'sh:path skos:notation ; sh:minCount 1',
    'sh:path rdf:type ; sh:hasValue ex:Other',
    'sh:path skos:broader ; sh:hasValue skos:Concept',
  ])('fall short of a shape with other constraints on them: %s', async (other) => {
    const { model } = await modelOfTurtle(
      shaped(`sh:node [ sh:property [ sh:path skos:inScheme ; sh:hasValue ex:Statuses ] , [ ${other} ] ]`),
      policiesOf({ individuals: 'listed' }),
    );
    expect(model.enumerations.map(({ name }) => name)).toEqual(['Statuses']);
    const [axiom] = model.axioms.filter(({ statement }) => statement.includes('sh:node'));
    expect(axiom?.shortfall).toMatch(/^constraints on the values themselves/);
  });

  test('are named after the field if the name of the scheme is a number', async () => {
    const turtle = shaped('sh:node [ sh:property [ sh:path skos:inScheme ; sh:hasValue <http://e/status/1.0> ] ]');
    const concept = '<http://e/status/Done> a skos:Concept ; skos:inScheme <http://e/status/1.0> .';
    expect((await modelOf(`${turtle} ${concept}`, 'listed')).enumerations).toEqual(['DocStatus: Done']);
  });

  test('reports a decision about a scheme that no property uses', async () => {
    const { reported } = await modelOf(doc, undefined, { 'ex:Others': { listed: true } });
    expect(reported).toContainEqual(
      expect.stringMatching(/^decision-impossible: .*not a class or a scheme whose concepts are read/),
    );
  });
});

test.each([
  ['has a property', 'ex:hex a owl:DatatypeProperty ; rdfs:domain ex:Color ; rdfs:range xsd:string .'],
  ['has one of several domains', 'ex:hex rdfs:domain [ owl:unionOf ( ex:Car ex:Color ) ] ; rdfs:range xsd:string .'],
  ['has a shape', 'ex:S a sh:NodeShape ; sh:targetClass ex:Color ; sh:property [ sh:path ex:hex ; sh:datatype xsd:string ] .'],
  ['is a shape', 'ex:Color a sh:NodeShape ; sh:property [ sh:path ex:hex ; sh:datatype xsd:string ] .'],
  ['has a restriction', 'ex:Color rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ex:color ; owl:minCardinality 1 ] .'],
  ['has a subclass', 'ex:Shade a owl:Class ; rdfs:subClassOf ex:Color .'],
])('a class that %s is not an enumeration', async (_, more) => {
  expect((await modelOf(`${car}\n${more}`, 'listed')).enumerations).toEqual([]);
  const { enumerations, reported } = await modelOf(`${car}\n${more}`, undefined, { 'ex:Color': { listed: true } });
  expect(enumerations).toEqual([]);
  expect(reported).toContainEqual(expect.stringMatching(/^decision-impossible: .*ex:Color.*it has fields or subclasses/));
});

test('the policy ignores classes without individuals of the ontology, and subclasses', async () => {
  const foreign = car.replaceAll('ex:red', '<http://other/red>');
  expect((await modelOf(foreign, 'listed')).enumerations).toEqual([]);
  expect((await modelOf(foreign, undefined, { 'ex:Color': { listed: true } })).enumerations).toEqual(['Color: red green']);
  const below = `${car} ex:Thing a owl:Class . ex:Color rdfs:subClassOf ex:Thing .
ex:name a owl:DatatypeProperty ; rdfs:domain ex:Thing ; rdfs:range xsd:string .`;
  expect((await modelOf(below, 'listed')).enumerations).toEqual([]);
  expect((await modelOf(below, undefined, { 'ex:Color': { listed: true } })).enumerations).toEqual(['Color: red green']);
});

test('a decision about a class applies to its subclasses', async () => {
  const code = (name: string, above: string, ...individuals: readonly string[]) =>
    `ex:${name} a owl:Class ; rdfs:subClassOf ex:${above} . ${individuals.map((each) => `ex:${each} a ex:${name} .`).join(' ')}`;
  const codes = `@prefix ex: <http://e/> . ex:Code a owl:Class . ex:Order a owl:Class .
ex:since a owl:DatatypeProperty ; rdfs:domain ex:Code ; rdfs:range xsd:date .
${code('Size', 'Code', 'S', 'M')} ${code('Tone', 'Code', 'grey')} ${code('Color', 'Tone', 'red')} ${code('Open', 'Code', 'x')} ${code('Empty', 'Code')}
ex:size a owl:ObjectProperty ; rdfs:domain ex:Order ; rdfs:range ex:Size .`;
  const found = await modelOf(codes, undefined, { 'ex:Code': { listed: true }, 'ex:Open': { listed: false } });
  expect(found).toEqual({
    enumerations: ['Size: S M', 'Color: red', 'Tone: grey'],
    chosen: ['Size listed: type Order.size', 'Color listed: ', 'Tone listed: '],
    reported: [],
  });
});

test('reports decisions about classes that are listed already or have no individuals', async () => {
  const stated = await modelOf(`${car} ex:Color owl:oneOf ( ex:red ) .`, undefined, { 'ex:Color': { listed: false } });
  expect(stated.enumerations).toEqual(['Color: red']);
  expect(stated.reported).toEqual([expect.stringMatching(/^decision-impossible: .*owl:oneOf lists its individuals/)]);
  const none = await modelOf(car, undefined, { 'ex:Car': { listed: true } });
  expect(none.reported).toContainEqual(expect.stringMatching(/^decision-impossible: .*the ontology has no individuals of it/));
});

describe('values of an enumeration that LinkML lists', () => {
  const ontology = `@prefix linkml: <https://w3id.org/linkml/> . @prefix ex: <http://example.org/> .
ex:Car a owl:Class . ex:color a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain ex:Car ; rdfs:range ex:Color .
ex:Color a owl:Class ; owl:unionOf ( <http://example.org/Color#red> ex:Dark ) ;
  linkml:permissible_values ex:Dark , <http://example.org/Color#red> .
<http://example.org/Color#red> a owl:Class ; rdfs:label "red" ; rdfs:subClassOf ex:Color .
ex:Dark a owl:Class ; rdfs:label "dark" ; rdfs:subClassOf ex:Color .`;

  test('form an enumeration in the order of their union, and are no classes', async () => {
    const { model, diagnostics } = await modelOfTurtle(ontology);
    expect(model.enumerations.map(({ name, values }) => [name, values.map(({ value }) => value)])).toEqual([
      ['Color', ['red', 'Dark']],
    ]);
    expect(model.classes.map(({ name }) => name)).toEqual(['Car']);
    expect([diagnostics, model.axioms.filter(({ shortfall }) => shortfall)]).toEqual([[], []]);
  });

  test.each([
    ['a value has fields', 'ex:shade a owl:DatatypeProperty ; rdfs:domain ex:Dark ; rdfs:range xsd:string .'],
    ['a value has subclasses', 'ex:Darker a owl:Class ; rdfs:subClassOf ex:Dark .'],
    ['there are other subclasses', 'ex:Blue a owl:Class ; rdfs:subClassOf ex:Color .'],
  ])('stays a class where %s', async (_, more) => {
    const { model } = await modelOfTurtle(`${ontology}\n${more}`);
    expect(model.classes.map(({ name }) => name)).toContain('Color');
    const [axiom] = model.axioms.filter(({ statement }) => statement.includes('permissible_values'));
    expect(axiom?.shortfall).toMatch(/has fields or subclasses/);
  });
});
