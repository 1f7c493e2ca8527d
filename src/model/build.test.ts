import { describe, expect, test } from 'vitest';
import { classOf as cls, showFields as fields, showRelations as relations } from '../../test/support/format-field.ts';
import { allOntologies, modelOf, modelOfTurtle } from '../../test/support/ontologies.ts';
import { allChoices } from './queries.ts';

async function build(turtle: string) {
  const { model, diagnostics } = await modelOfTurtle(turtle);
  return { model, codes: diagnostics.map((d) => d.code), messages: diagnostics.map((d) => d.message) };
}

const A = ':A a owl:Class .\n';
const AB = ':A a owl:Class . :B a owl:Class .\n';
const data = (name: string, range: string, more = '') =>
  `:${name} a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range ${range} ${more}.\n`;
const object = (name: string, domain: string, range: string, more = '') =>
  `:${name} a owl:ObjectProperty ; rdfs:domain :${domain} ; rdfs:range :${range} ${more}.\n`;

test('builds the model of the tutorial as specified', async () => {
  const model = await modelOf('blog');
  expect(model).toMatchObject({ name: 'blog', label: 'Blog Ontology', source: 'blog.ttl' });
  expect(fields(model, 'User')).toEqual(['email: string unique', 'name: string', 'joined_at: dateTime = now']);
  expect(fields(model, 'Post')).toEqual([
    'title: string',
    'content: string',
    'published_at: dateTime = now',
    'author_id: → User',
  ]);
  expect(fields(model, 'Comment')).toEqual([
    'text: string',
    'created_at: dateTime = now',
    'post_id: → Post',
    'author_id: → User',
  ]);
  expect(model.classes.map((c) => c.relationsName)).toEqual(['UserWithPosts', 'PostWithRelations', 'CommentWithAuthor']);
  expect(relations(model, 'User')).toEqual(['posts → Post* by Post.author_id']);
  expect(relations(model, 'Post')).toEqual(['author → User by Post.author_id', 'comments → Comment* by Comment.post_id']);
  expect(relations(model, 'Comment')).toEqual(['author → User by Comment.author_id']);
});

describe('names of classes', () => {
  const names = async (turtle: string) => (await modelOfTurtle(turtle)).model.classes.map((c) => [c.name, c.slug, c.plural]);

  test.each([
    [':blog-post a owl:Class .', ['BlogPost', 'blog_post', 'blog_posts']],
    [':HTMLPage a owl:Class .', ['HTMLPage', 'html_page', 'html_pages']],
    [':Category a owl:Class .', ['Category', 'category', 'categories']],
    [':News a owl:Class .', ['News', 'news', 'news']],
    [':Größe a owl:Class .', ['Grosse', 'grosse', 'grosses']],
    [
      '<http://purl.obolibrary.org/obo/GO_0008150> a owl:Class ; rdfs:label "biological process" .',
      ['BiologicalProcess', 'biological_process', 'biological_processes'],
    ],
    ['<http://www.cidoc-crm.org/E21_Person> a owl:Class ; rdfs:label "Person" .', ['Person', 'person', 'people']],
    ['<http://example.org/E21_Person> a owl:Class .', ['Person', 'person', 'people']],
    ['<http://example.org/42> a owl:Class ; rdfs:label "Answer"@en .', ['Answer', 'answer', 'answers']],
    ['<http://example.org/3DModel> a owl:Class .', ['N3DModel', 'n3_d_model', 'n3_d_models']],
    ['<http://example.org/..%2F..%2Fetc%2Fpasswd> a owl:Class .', ['EtcPasswd', 'etc_passwd', 'etc_passwds']],
  ])('%s', async (turtle, expected) => {
    expect(await names(turtle)).toEqual([expected]);
  });

  test('keeps a prefix that several names share, because it is no code', async () => {
    const turtle =
      ':CO2_Shape a owl:Class . :CO2_Alarm a owl:Class . :NO2_Shape a owl:Class . :NO2_Alarm a owl:Class . :E2_Event a owl:Class .';
    expect((await names(turtle)).map(([name]) => name)).toEqual(['CO2Shape', 'CO2Alarm', 'NO2Shape', 'NO2Alarm', 'Event']);
  });

  test('warns of a property with the name of the discriminator', async () => {
    const { model, codes } = await build(
      ':A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A . :kind a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .',
    );
    expect(model.classes[0]?.allFields.map(({ name }) => name)).toEqual(['id', 'type', 'kind']);
    expect(codes).toContain('discriminator-renamed');
  });

  test('cuts very long names, and numbers names that become equal', async () => {
    const long = 'A'.repeat(300);
    const { model } = await build(`:${long}x a owl:Class . :${long}y a owl:Class .`);
    expect(model.classes.map((c) => c.name)).toEqual(['A'.repeat(100), `${'A'.repeat(100)}2`]);
  });

  test('renames classes with equal names, with a warning', async () => {
    const { model, codes } = await build(
      '@prefix shop: <http://example.org/shop#> .\n:Order a owl:Class . shop:Order a owl:Class . :order a owl:Class . :Posts a owl:Class . :Post a owl:Class .',
    );
    expect(model.classes.map((c) => c.name)).toEqual(['Order', 'ShopOrder', 'Order2', 'Posts', 'Post']);
    expect(model.classes.map((c) => c.plural).slice(3)).toEqual(['posts', 'post_list']);
    expect(codes).toEqual(['name-collision', 'name-collision']);
  });

  test('among classes with equal names, the one with exactly this local name keeps it, in any order', async () => {
    const classes = ['ex:Point_List', 'ex:PointList', 'ex:point-list'];
    const lists = async (...order: readonly string[]) => {
      const { model } = await build(`@prefix ex: <http://example.org/p#> .\n${order.map((c) => `${c} a owl:Class .`).join(' ')}`);
      return model.classes.map((c) => [c.iri.replace(/.*#/, 'ex:'), c.name] as const);
    };
    for (const order of [classes, classes.toReversed()]) {
      expect(new Map(await lists(...order)).get('ex:PointList')).toBe('PointList');
    }
    expect(await lists(...classes)).toEqual([
      ['ex:Point_List', 'ExPointList'],
      ['ex:PointList', 'PointList'],
      ['ex:point-list', 'PointList2'],
    ]);
  });

  test('the help for equal names suggests a local name for classes and a label for fields', async () => {
    const helps = async (turtle: string) => (await modelOfTurtle(turtle)).diagnostics.map(({ help }) => help);
    const [ofClass] = await helps(':UUID a owl:Class . :Uuid a owl:Class ; rdfs:label "other" .');
    expect(ofClass).toBe('give :Uuid another local name, or set its name under elements in codegen.yaml');
    const [ofField] = await helps(':A a owl:Class . :id a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .');
    expect(ofField).toBe('give :id another rdfs:label, or set its name under elements in codegen.yaml');
  });

  test('a class of the ontology keeps its name before one of another namespace, in any order', async () => {
    const { model, messages } = await build(
      '<http://xmlns.com/foaf/0.1/Agent> a owl:Class . <http://example.org/other#Event> a owl:Class . :Event a owl:Class . :Agent a owl:Class . :Work a owl:Class .',
    );
    expect(model.classes.map((c) => c.name)).toEqual(['FoafAgent', 'Event2', 'Event', 'Agent', 'Work']);
    expect(messages[0]).toContain(
      'the classes foaf:Agent and :Agent both get the name "Agent"; codegen calls foaf:Agent "FoafAgent"',
    );
  });

  test('ignores blank nodes, owl:Thing and datatypes', async () => {
    const { model } = await build(`${A}[] a owl:Class . owl:Thing a owl:Class . :D a rdfs:Datatype , rdfs:Class .`);
    expect(model.classes.map((c) => c.name)).toEqual(['A']);
  });
});

describe('the version of an ontology', () => {
  test.each([
    ['"1.4.0"', '1.4.0'],
    ['"Added two classes." , "Version 1.10"@en , "Renamed 3 of the properties, and 2 of the classes"', 'Version 1.10'],
    ['"v1\\n.2"', undefined],
    ['"experimental"', undefined],
    [`"${'1'.repeat(81)}"`, undefined],
    ['<http://example.org/v1>', undefined],
  ])('owl:versionInfo %s', async (object, version) => {
    const { model } = await modelOfTurtle(`<http://example.org/test> a owl:Ontology ; owl:versionInfo ${object} . ${A}`);
    expect(model.version).toBe(version);
  });
});

describe('names of fields', () => {
  const name = async (turtle: string) =>
    cls((await modelOfTurtle(A + turtle)).model, 'A')
      .fields.map((f) => f.name)
      .slice(1);

  test.each([
    [data('joinedAt', 'xsd:date'), 'joined_at'],
    [data('x', 'xsd:date', '; rdfs:label "Date of birth" '), 'date_of_birth'],
    [data('x', 'xsd:date', '; rdfs:label "Geburtstag"@de , "Birthday"@en , "Geburi"@als '), 'birthday'],
    [data('x', 'xsd:date', '; rdfs:label "b"@fr , "c"@de-AT '), 'c'],
    [data('x', 'xsd:date', '; rdfs:label "名前"@ja '), 'x'],
    [data('x', 'xsd:date', '; rdfs:label "!!" '), 'x'],
    [data('x', 'xsd:date', '; rdfs:label "2nd name" '), 'n2nd_name'],
    [data('x', 'xsd:date', '; rdfs:label "reader\'s name" '), 'readers_name'],
  ])('%s', async (turtle, expected) => {
    expect(await name(turtle)).toEqual([expected]);
  });

  test('renames fields with equal names, and a field with the name id', async () => {
    const { model, codes } = await build(
      A +
        data('first', 'xsd:string', '; rdfs:label "name" ') +
        data('second', 'xsd:string', '; rdfs:label "name" ') +
        data('id', 'xsd:string'),
    );
    expect(cls(model, 'A').fields.map((f) => f.name)).toEqual(['id', 'name', 'second', 'id_2']);
    expect(codes).toEqual(['name-collision', 'name-collision']);
  });

  test('distinguishes names that are equal in camelCase or PascalCase, also in subclasses', async () => {
    const { model, messages } = await build(
      `${A} :B a owl:Class ; rdfs:subClassOf :A . :E a owl:Class ; owl:oneOf ( :red_1 :red1 :red2 ) .` +
        data('line2', 'xsd:string') +
        data('line_2', 'xsd:string') +
        data('line_two', 'xsd:string') +
        data('linetwo', 'xsd:string') +
        ':line__2 a owl:DatatypeProperty ; rdfs:domain :B ; rdfs:range xsd:string .',
    );
    expect(cls(model, 'B').allFields.map((f) => f.name)).toEqual([
      ...['id', 'kind', 'line2', 'line_2_2', 'line_two', 'linetwo', 'line_2_3'],
    ]);
    expect(messages).toEqual([
      ':line_2 and :line2 of A both get the name "line_2"; codegen calls :line_2 "line_2_2"',
      ':line__2 and :line2 of B both get the name "line_2"; codegen calls :line__2 "line_2_3"',
    ]);
    expect(model.enumerations.find(({ name }) => name === 'E')?.values.map(({ name }) => name)).toEqual([
      ...['red_1', 'red1_2', 'red2'],
    ]);
  });

  test('a property with a local name gets it before a property with this label', async () => {
    const { model, messages } = await build(
      AB +
        data('pairEntity', 'xsd:string', '; rdfs:label "pairKey" ') +
        data('pairKey', 'xsd:string') +
        object('hasRecipient', 'A', 'B', '; rdfs:label "has sender" ') +
        object('hasSender', 'A', 'B'),
    );
    expect(fields(model, 'A')).toEqual(['pair_entity: string', 'pair_key: string', 'recipient_id: → B', 'sender_id: → B']);
    expect(messages).toEqual([
      ':pairEntity and :pairKey of A both get the name "pair_key", from the rdfs:label of :pairEntity; codegen calls :pairEntity "pair_entity"',
      ':hasRecipient and :hasSender of A both get the name "has_sender", from the rdfs:label of :hasRecipient; codegen calls :hasRecipient "has_recipient"',
    ]);
  });

  test('distinguishes equally named fields of two superclasses of a class', async () => {
    const { model } = await build(
      ':A a owl:Class . :B a owl:Class . :C a owl:Class ; rdfs:subClassOf :A , :B .' +
        data('x', 'xsd:string', '; rdfs:label "name" ') +
        ':y a owl:DatatypeProperty ; rdfs:domain :B ; rdfs:range xsd:integer ; rdfs:label "name" .',
    );
    expect(fields(model, 'C')).toEqual(['y: int32', 'name: string']);
  });
});

describe('how many values a field has', () => {
  const restriction = (facets: string) => `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; ${facets} ] .\n`;
  const shape = (facets: string) => `:S sh:targetClass :A ; sh:property [ sh:path :p ; ${facets} ] .\n`;
  test.each([
    ['', 'p: string'],
    [':p a owl:FunctionalProperty .', 'p: string?'],
    [restriction('owl:maxCardinality 1'), 'p: string?'],
    [restriction('owl:cardinality 1'), 'p: string'],
    [restriction('owl:minCardinality 0'), 'p: string*'],
    [restriction('owl:minCardinality 1'), 'p: string{1,}'],
    [restriction('owl:someValuesFrom xsd:string'), 'p: string{1,}'],
    [`${restriction('owl:someValuesFrom xsd:string')}:p a owl:FunctionalProperty .`, 'p: string'],
    [restriction('owl:maxQualifiedCardinality 3 ; owl:onDataRange xsd:string'), 'p: string{0,3}'],
    [restriction('owl:qualifiedCardinality 1 ; owl:onDataRange xsd:string'), 'p: string'],
    [shape('sh:maxCount 1'), 'p: string?'],
    [shape('sh:minCount 1 ; sh:maxCount 1'), 'p: string'],
    [shape('sh:maxCount 4'), 'p: string{0,4}'],
    [`${shape('sh:maxCount 4')}:S sh:deactivated true .`, 'p: string'],
    [':A a sh:NodeShape ; sh:property [ sh:path :p ; sh:maxCount 1 ] .', 'p: string?'],
    [':A owl:equivalentClass [ owl:intersectionOf ( [ owl:onProperty :p ; owl:maxCardinality 1 ] ) ] .', 'p: string?'],
    [`:B a owl:Class . :A rdfs:subClassOf :B . :B rdfs:subClassOf [ owl:onProperty :p ; owl:maxCardinality 1 ] .`, 'p: string?'],
  ])('%s gives %s', async (turtle, expected) => {
    const { model } = await build(A + data('p', 'xsd:string') + turtle);
    expect(fields(model, 'A')).toEqual([expected]);
  });

  test('sets the bounds of lists', async () => {
    const { model } = await build(
      A + data('p', 'xsd:string') + restriction('owl:minCardinality 2') + restriction('owl:maxCardinality 5'),
    );
    expect(cls(model, 'A').fields[1]).toMatchObject({ cardinality: 'many', minItems: 2, maxItems: 5 });
  });

  test('warns about contradictory bounds, but not about a subclass with a tighter bound', async () => {
    const { codes } = await build(
      `${A}:B a owl:Class ; rdfs:subClassOf :A , [ owl:onProperty :p ; owl:maxCardinality 1 ] .${data('p', 'xsd:string')}${restriction('owl:minCardinality 3')}${restriction('owl:maxCardinality 2')}`,
    );
    expect(codes.sort()).toEqual(['cardinality-conflict']);
  });

  test.each(['owl:cardinality 1', 'owl:someValuesFrom xsd:string', 'owl:hasValue "a"'])(
    'a field without values has none in a subclass, although the subclass states %s',
    async (asked) => {
      const below = (name: string, parent: string, says: string) =>
        `:${name} a owl:Class ; rdfs:subClassOf :${parent} , [ owl:onProperty :p ; ${says} ] .`;
      const { model, codes } = await build(
        A + data('p', 'xsd:string') + below('B', 'A', 'owl:maxCardinality 0') + below('C', 'B', asked),
      );
      expect(codes).toEqual(['cardinality-conflict']);
      const field = cls(model, 'C').allFields.find(({ name }) => name === 'p');
      expect(field).toMatchObject({ absent: true });
      expect([field?.cardinality === 'one', field?.minItems, field?.constant]).toEqual([false, undefined, undefined]);
    },
  );
});

describe('types', () => {
  test.each([
    ['xsd:string', 'string'],
    ['xsd:anyURI', 'iri'],
    ['xsd:integer', 'int32'],
    ['xsd:long', 'int64'],
    ['xsd:unsignedByte', 'uint8'],
    ['xsd:decimal', 'decimal'],
    ['xsd:dateTimeStamp', 'dateTime'],
    ['rdf:langString', 'string'],
    ['rdfs:Literal', 'string'],
    ['schema:Text', 'string'],
  ])('%s becomes %s without a warning', async (range, expected) => {
    const { model, codes } = await build(A + data('p', range));
    expect([fields(model, 'A'), codes]).toEqual([[`p: ${expected}`], []]);
  });

  test('represents any resource by its IRI', async () => {
    const { model, codes } = await build(`${A}:p a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range owl:Thing .`);
    expect([fields(model, 'A'), codes]).toEqual([['p: iri'], []]);
  });

  test.each([
    ['an unknown datatype', data('p', ':Weight'), 'string', 'datatype-unknown'],
    ['a datatype of the ontology', `${data('p', ':Weight')}:Weight a rdfs:Datatype .`, 'string', 'datatype-unknown'],
    ['a range declared nowhere', object('p', 'A', 'Nowhere'), 'iri', 'range-not-declared'],
    ['no range', ':p a owl:DatatypeProperty ; rdfs:domain :A .', 'string', 'property-without-range'],
    ['no range of an object property', ':p a owl:ObjectProperty ; rdfs:domain :A .', 'iri', 'property-without-range'],
    [
      'a data range that is not read',
      data('p', '[ a rdfs:Datatype ; owl:datatypeComplementOf xsd:int ]'),
      'string',
      'range-unreadable',
    ],
  ])('%s gives a warning', async (_name, turtle, expected, code) => {
    const { model, codes } = await build(A + turtle);
    expect([fields(model, 'A'), codes]).toEqual([[`p: ${expected}`], [code]]);
  });

  test('gives no warning of a missing range if a shape states resources', async () => {
    const shape = ':S a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p ; sh:nodeKind sh:IRI ; sh:maxCount 1 ] .';
    const { model, codes } = await build(`${A}:p a owl:ObjectProperty ; rdfs:domain :A . ${shape}`);
    expect([fields(model, 'A'), codes]).toEqual([['p: iri?'], []]);
  });

  test('treats an rdf:Property as its range requires', async () => {
    const { model } = await build(
      `${AB}:p a rdf:Property ; rdfs:domain :A ; rdfs:range xsd:int . :q a rdf:Property ; rdfs:domain :A ; rdfs:range :B . :r a owl:FunctionalProperty ; rdfs:domain :A ; rdfs:range xsd:int .`,
    );
    expect(fields(model, 'A')).toEqual(['p: int32', 'r: int32?', 'q_id: → B']);
  });
});

describe('generated values', () => {
  test.each([
    ['upvotes', 'xsd:integer', '', 'zero'],
    ['pageCount', 'xsd:integer', '', 'zero'],
    ['weight', 'xsd:integer', '; rdfs:comment "Number of grams." ', 'zero'],
    ['age', 'xsd:integer', '', undefined],
    ['year', 'xsd:int', '', undefined],
    ['status', 'xsd:int', '', undefined],
    ['pages', 'xsd:positiveInteger', '', undefined],
    ['pages', 'xsd:string', '', undefined],
    ['weight', 'xsd:integer', '; rdfs:comment "Counted in grams." ', undefined],
    ['houseNumber', 'xsd:integer', '', undefined],
    ['total', 'xsd:integer', '', undefined],
    ['distanceBetweenAxles', 'xsd:integer', '', undefined],
    ['createdAt', 'xsd:dateTime', '', 'now'],
    ['dateModified', 'xsd:dateTimeStamp', '', 'now'],
    ['published', 'xsd:dateTime', '', 'now'],
    ['at', 'xsd:dateTime', '', undefined],
    ['startsAt', 'xsd:dateTime', '', undefined],
    ['invalidatedAtTime', 'xsd:dateTime', '', undefined],
    ['createdOn', 'xsd:date', '', undefined],
  ])('%s of %s', async (name, range, more, expected) => {
    const { model } = await build(A + data(name, range, more));
    expect(cls(model, 'A').fields[1]?.generated).toBe(expected);
  });

  test('generates nothing for optional fields', async () => {
    const { model } = await build(`${A}${data('createdAt', 'xsd:dateTime')}:createdAt a owl:FunctionalProperty .`);
    expect(fields(model, 'A')).toEqual(['created_at: dateTime?']);
  });
});

describe('uniqueness', () => {
  test('an email, an inverse functional property and a key of one property are unique', async () => {
    const { model } = await build(
      `:A a owl:Class ; owl:hasKey ( :code ) .${data('email', 'xsd:string')}${data('code', 'xsd:string')}${data('serial', 'xsd:string')}:serial a owl:InverseFunctionalProperty .${data('other', 'xsd:string')}`,
    );
    expect(fields(model, 'A')).toEqual(['email: string unique', 'code: string unique', 'serial: string unique', 'other: string']);
  });

  test('no two instances share a value of an inverse functional list of references', async () => {
    const { model } = await build(`
      :Trip a owl:Class . :Stop a owl:Class .
      :hasStops a owl:ObjectProperty, owl:InverseFunctionalProperty ; rdfs:domain :Trip ; rdfs:range :Stop .
      :stopName a owl:DatatypeProperty ; rdfs:domain :Stop ; rdfs:range xsd:string .
    `);
    const axiom = model.axioms.find(({ statement }) => statement.includes('InverseFunctional'));
    expect(axiom).toMatchObject({
      constraints: [{ kind: 'unique', field: { name: 'stop_ids', unique: true } }],
      shortfall: undefined,
    });
  });
});

describe('where a property belongs', () => {
  test.each([
    ['several statements', ':p a owl:DatatypeProperty ; rdfs:domain :A , :B ; rdfs:range xsd:string .'],
    [
      'a union',
      ':p a owl:DatatypeProperty ; rdfs:domain [ owl:unionOf ( :A [ owl:unionOf ( :B ) ] ) ] ; rdfs:range xsd:string .',
    ],
  ])('%s', async (_name, turtle) => {
    const { model, codes } = await build(AB + turtle);
    expect([fields(model, 'A'), fields(model, 'B'), codes]).toEqual([['p: string'], ['p: string'], []]);
  });

  test('domainIncludes makes a field optional', async () => {
    const { model, codes } = await build(
      `${AB}:p a rdf:Property ; schema:domainIncludes :A , :B ; schema:rangeIncludes xsd:string . :B owl:equivalentClass :C . :C a owl:Class . :p rdfs:domain :B .`,
    );
    expect([fields(model, 'A'), fields(model, 'B'), fields(model, 'C')]).toEqual([['p: string?'], ['p: string'], ['p: string']]);
    expect(codes).toEqual([]);
  });

  test('does not repeat inherited fields in a subclass', async () => {
    const { model } = await build(
      ':A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A . :p a owl:DatatypeProperty ; rdfs:domain :A , :B ; rdfs:range xsd:string .',
    );
    expect([cls(model, 'B').fields, fields(model, 'B')]).toEqual([[], ['p: string']]);
  });

  test('does not generate properties without a class as domain, and warns with a source location', async () => {
    const { diagnostics } = await modelOfTurtle(
      `${A}:p a owl:DatatypeProperty ; rdfs:range xsd:string .\n:q a owl:DatatypeProperty ; rdfs:domain xsd:date ; rdfs:range xsd:string .`,
    );
    expect(diagnostics.map((d) => [d.code, d.place?.line])).toEqual([
      ['property-without-domain', 9],
      ['domain-not-declared', 10],
    ]);
  });

  test('takes domain and range from the inverse', async () => {
    const { model, codes } = await build(
      `${AB}${object('hasOwner', 'A', 'B')}:ownedThings a owl:ObjectProperty ; owl:inverseOf :hasOwner .`,
    );
    expect([relations(model, 'B'), codes]).toEqual([['owned_things → A* by A.owner_id'], []]);
  });
});

describe('relationships', () => {
  test('a property is to-one by a singular name, as functional, or by a restriction', async () => {
    const { model } = await build(
      `${AB}${object('hasOwner', 'A', 'B')}${object('aKeepers', 'A', 'B')}:aKeepers a owl:FunctionalProperty .${object('helpers', 'A', 'B')}:A rdfs:subClassOf [ owl:onProperty :helpers ; owl:cardinality 1 ] .`,
    );
    expect(fields(model, 'A')).toEqual(['owner_id: → B', 'keepers_id: → B?', 'helpers_id: → B']);
  });

  test('a to-many property with a to-one inverse adds no field, whichever side states the inverse', async () => {
    for (const side of [':posts owl:inverseOf :author .', ':author owl:inverseOf :posts .']) {
      const { model } = await build(`${AB}${object('author', 'B', 'A')}${object('posts', 'A', 'B')}${side}`);
      expect([fields(model, 'A'), fields(model, 'B')]).toEqual([[], ['author_id: → A']]);
      expect(relations(model, 'A')).toEqual(['posts → B* by B.author_id']);
    }
  });

  test('a to-many property without an inverse is a list, which forbids nothing', async () => {
    const { model } = await build(AB + object('hasParts', 'A', 'B') + object('knows', 'A', 'A') + object('uses', 'B', 'A'));
    expect([fields(model, 'A'), fields(model, 'B')]).toEqual([['part_ids: → B*', 'knows_ids: → A*'], ['use_ids: → A*']]);
    expect(cls(model, 'B').relations.find((r) => r.name === 'as')).toMatchObject({ many: true, declared: false });
  });

  test('an inverse pair of to-many properties is stored once', async () => {
    const { model } = await build(
      `${AB}${object('hasTags', 'A', 'B')}${object('taggedThings', 'B', 'A', '; owl:inverseOf :hasTags ')}`,
    );
    expect([fields(model, 'A'), fields(model, 'B')]).toEqual([['tag_ids: → B*'], []]);
    expect(relations(model, 'B')).toEqual(['tagged_things → A* by A.tag_ids']);
  });

  test('a symmetric to-many property is a list', async () => {
    const { model } = await build(`${A}${object('hasFriends', 'A', 'A')}:hasFriends a owl:SymmetricProperty .`);
    expect(fields(model, 'A')).toEqual(['friend_ids: → A*']);
  });

  test('distinguishes two foreign keys with equal names', async () => {
    const { model, messages } = await build(`${AB}${object('hasOwner', 'A', 'B')}${object('aOwner', 'A', 'B')}`);
    expect(fields(model, 'A')).toEqual(['owner_id: → B', 'a_owner_id: → B']);
    expect(messages).toEqual([':aOwner and :hasOwner of A both get the name "owner_id"; codegen calls :aOwner "a_owner_id"']);
  });

  test('a union of classes becomes an optional reference for each', async () => {
    const { model } = await build(
      `${AB}:C a owl:Class . :hasOwner a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range [ owl:unionOf ( :B :C ) ] .`,
    );
    expect(fields(model, 'A')).toEqual(['owner_b_id: → B?', 'owner_c_id: → C?']);
  });

  test('every relation has an inverse', async () => {
    const { model } = await build(AB + object('hasOwner', 'A', 'B'));
    const [back] = cls(model, 'B').relations;
    expect(back).toMatchObject({ name: 'as', many: true, declared: false, holder: 'target' });
    expect(back?.inverse?.name).toBe('owner');
  });
});

describe('cycles', () => {
  test('makes the latest reference of an unstated cycle optional', async () => {
    const { model, messages } = await build(AB + object('hasB', 'A', 'B') + object('hasA', 'B', 'A'));
    expect([fields(model, 'A'), fields(model, 'B')]).toEqual([['b_id: → B'], ['a_id: → A?']]);
    expect(messages).toEqual([expect.stringContaining('B.a_id closes a cycle of required references (B → A → B)')]);
  });

  test('keeps a cycle that the ontology states', async () => {
    const exactly = (c: string, p: string) => `:${c} rdfs:subClassOf [ owl:onProperty :${p} ; owl:cardinality 1 ] .`;
    const { model } = await build(
      AB + object('hasB', 'A', 'B') + object('hasA', 'B', 'A') + exactly('A', 'hasB') + exactly('B', 'hasA'),
    );
    expect([fields(model, 'A'), fields(model, 'B')]).toEqual([['b_id: → B'], ['a_id: → A']]);
  });

  test.each([
    ['itself', 'A', 'A'],
    ['its subclass', 'A', 'B'],
    ['its superclass', 'B', 'A'],
  ])('makes an unstated reference to %s optional, without a warning', async (_name, domain, range) => {
    const subclass = `${A}:B a owl:Class ; rdfs:subClassOf :A .\n`;
    const silent = await build(subclass + object('next', domain, range));
    expect([fields(silent.model, domain), silent.codes]).toEqual([[`next_id: → ${range}?`], []]);
    const stated = await build(
      `${subclass}${object('next', domain, range)}:${domain} rdfs:subClassOf [ owl:onProperty :next ; owl:cardinality 1 ] .`,
    );
    expect([fields(stated.model, domain), stated.codes]).toEqual([[`next_id: → ${range}`], []]);
  });

  const limit = (kind: string) => `:B rdfs:subClassOf [ owl:onProperty :hasA ; owl:${kind} 1 ] .`;
  test.each([
    ['functional', ':hasA a owl:FunctionalProperty .', ['b_id: → B'], ['a_id: → A?']],
    ['at most one', limit('maxCardinality'), ['b_id: → B'], ['a_id: → A?']],
    ['shaped', '[] sh:targetClass :B ; sh:property [ sh:path :hasA ; sh:maxCount 1 ] .', ['b_id: → B'], ['a_id: → A?']],
  ])('the statement that the help suggests ends the cycle: %s', async (_name, more, a, b) => {
    const { model, codes } = await build(AB + object('hasB', 'A', 'B') + object('hasA', 'B', 'A') + more);
    expect([fields(model, 'A'), fields(model, 'B'), codes]).toEqual([a, b, []]);
  });

  test('opens the cycle at the other reference if this one is required', async () => {
    const cycle = AB + object('hasB', 'A', 'B') + object('hasA', 'B', 'A');
    const { diagnostics } = await modelOfTurtle(cycle);
    expect(diagnostics.map((d) => d.help)).toEqual([expect.stringMatching(/to require it, add owl:cardinality 1$/)]);
    const { model, messages } = await build(cycle + limit('cardinality'));
    expect([fields(model, 'A'), fields(model, 'B')]).toEqual([['b_id: → B?'], ['a_id: → A']]);
    expect(messages).toEqual([expect.stringContaining('A.b_id closes')]);
  });

  test('makes the foreign key of a part optional, or else the one of its owner', async () => {
    const turtle = `:A a owl:Class . :Part a owl:Class .${object('hasLeader', 'A', 'Part')}${object('hasParts', 'A', 'Part')}`;
    const silent = await modelOfTurtle(turtle);
    expect([fields(silent.model, 'A'), fields(silent.model, 'Part')]).toEqual([['leader_id: → Part'], ['a_id: → A?']]);
    expect(silent.diagnostics.map((d) => d.help)).toEqual([
      expect.stringMatching(/^declare the inverse of :hasParts \(owl:inverseOf\); .* give the inverse owl:cardinality 1$/),
    ]);
    const inverse = `${turtle}:partOf a owl:ObjectProperty ; owl:inverseOf :hasParts`;
    const optional = await build(`${inverse} ; a owl:FunctionalProperty .`);
    expect([fields(optional.model, 'Part'), optional.codes]).toEqual([['part_of_id: → A?'], []]);
    const required = await build(`${inverse} . :Part rdfs:subClassOf [ owl:onProperty :partOf ; owl:cardinality 1 ] .`);
    expect([fields(required.model, 'A'), fields(required.model, 'Part')]).toEqual([['leader_id: → Part?'], ['part_of_id: → A']]);
  });

  test('warns once about all references that close the same cycle', async () => {
    const { messages } = await build(
      AB + object('hasB', 'A', 'B') + object('hasA', 'B', 'A') + object('former', 'B', 'A') + object('later', 'B', 'A'),
    );
    expect(messages).toEqual([
      '3 fields (B.a_id, B.former_id, B.later_id) close a cycle of required references (B → A → B); codegen makes them optional, because otherwise you cannot insert the first row',
    ]);
  });

  test('breaks cycles of rdfs:subClassOf', async () => {
    const { model, codes } = await build(
      ':A a owl:Class ; rdfs:subClassOf :B . :B a owl:Class ; rdfs:subClassOf :C . :C a owl:Class ; rdfs:subClassOf :A .',
    );
    expect(codes).toEqual(['subclass-cycle']);
    expect(model.classes.flatMap((c) => c.parents).length).toBe(2);
  });
});

describe('metaclasses', () => {
  test('make their instances classes, not individuals', async () => {
    const { model, codes } = await build(
      ':Kind rdfs:subClassOf rdfs:Class . :Sort rdfs:subClassOf :Kind . :A a :Kind . :B a :Sort ; rdfs:subClassOf :A . :c a :A .',
    );
    expect(model.classes.map(({ name, parents }) => [name, parents.map((p) => p.name)])).toEqual([
      ['A', []],
      ['B', ['A']],
    ]);
    expect(codes).toEqual([]);
  });

  test('may form a cycle', async () => {
    const { model } = await build(
      ':K rdfs:subClassOf :L , owl:Class . :L rdfs:subClassOf :K . :M rdfs:subClassOf :N . :N rdfs:subClassOf :M . :A a :K . :B a :L . :C a :M .',
    );
    expect(model.classes.map((c) => c.name)).toEqual(['A', 'B']);
  });

  test('add nothing as superclasses, without a warning', async () => {
    const { codes } = await build(`${A}:Kind a owl:Class ; rdfs:subClassOf rdfs:Class .`);
    expect(codes).toEqual([]);
  });

  test('are not datatypes or restrictions', async () => {
    const { model } = await build(
      `${A}rdfs:Datatype rdfs:subClassOf rdfs:Class . owl:Restriction rdfs:subClassOf owl:Class . :d a rdfs:Datatype . :r a owl:Restriction .`,
    );
    expect(model.classes.map((c) => c.name)).toEqual(['A']);
  });
});

describe('superclasses', () => {
  test('removes implied parents, and orders the rest so that it can be linearized', async () => {
    const { model } = await build(
      ':A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A . :X a owl:Class ; rdfs:subClassOf :A , :B . :C a owl:Class . :Y a owl:Class ; rdfs:subClassOf :B , :C . :Z a owl:Class ; rdfs:subClassOf :C , :B . :W a owl:Class ; rdfs:subClassOf :Y , :Z .',
    );
    expect(cls(model, 'X').parents.map((c) => c.name)).toEqual(['B']);
    expect(cls(model, 'Y').parents.map((c) => c.name)).toEqual(cls(model, 'Z').parents.map((c) => c.name));
  });

  test('warns about an undeclared superclass, and about a class that is also an individual', async () => {
    const { codes } = await build(`:A a owl:Class , :B ; rdfs:subClassOf :Nowhere . :B a owl:Class .`);
    expect(codes.sort()).toEqual(['class-is-individual', 'superclass-not-declared']);
  });

  test('warns once about all classes that are individuals of the same class', async () => {
    const kinds = ':Kind a owl:Class . :Car a owl:Class , :Kind . :Wheel a owl:Class , :Kind .';
    const { messages } = await build(`${kinds} :Air a owl:Class , :Air . :Water a owl:Class , :Water .`);
    expect(messages).toEqual([
      '2 classes (:Car, :Wheel) are also individuals of :Kind; they are generated as classes',
      '2 classes (:Air, :Water) are also individuals of themselves; they are generated as classes',
    ]);
  });
});

describe('warnings about undeclared terms appear once', () => {
  test('for a range, a domain and a superclass', async () => {
    const many = ['a', 'b', 'c', 'd', 'e'];
    // Terms of other vocabularies declare no classes here.
    const foreign = (name: string) => `schema:${name} a owl:ObjectProperty ; rdfs:domain :Here ; rdfs:range :A .\n`;
    const { diagnostics } = await modelOfTurtle(
      `${A}${many.map((name) => object(name, 'A', 'There')).join('')}${foreign('x')}${foreign('y')}` +
        ':B a owl:Class ; rdfs:subClassOf :Above .\n:C a owl:Class ; rdfs:subClassOf :Above .',
    );
    const line = (text: string) => diagnostics.find((d) => d.message.includes(text))?.place?.line;
    expect(diagnostics.map((d) => d.message)).toEqual([
      'the range :There of 5 properties (:a, :b, :c and 2 more) is not declared in this ontology; the fields store IRIs instead of references',
      'the domain :Here of 2 properties (schema:x, schema:y) is not a class of this ontology; the properties are not generated',
      'the superclass :Above of 2 classes (:B, :C) is not a class of this ontology; codegen ignores it',
    ]);
    expect((line(':Here') ?? 0) - (line(':There') ?? 0)).toBe(many.length);
  });

  test.each([
    [':Code rdfs:subClassOf :Codes .', 'the range :Code of property :p has no rdf:type owl:Class;'],
    [
      ':Code a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :A .',
      'the range :Code of property :p is a property, not a class;',
    ],
    ['', 'the range :Code of property :p is not declared in this ontology;'],
  ])('%s', async (turtle, expected) => {
    const { messages } = await build(A + object('p', 'A', 'Code') + turtle);
    expect(messages).toEqual([expect.stringContaining(expected)]);
  });

  test.each([
    [':Code', ':Code rdfs:subClassOf :Codes .', 'the range :Code of datatype property :p is a class, not a datatype;'],
    [':Code', ':Code rdfs:label "code" .', 'the range :Code of datatype property :p is not declared as a datatype;'],
    ['owl:Thing', '', 'the range owl:Thing of datatype property :p is a class, not a datatype;'],
    [':Code', '', 'codegen does not know the datatype :Code of property :p;'],
  ])('of values: %s %s', async (range, turtle, expected) => {
    const { messages } = await build(A + data('p', range) + turtle);
    expect(messages).toEqual([expect.stringContaining(expected)]);
  });

  test.each([
    ['a datatype', 'xsd:string', 'is a datatype, not a class'],
    ['a property', ':p', 'is a property, not a class'],
  ])('of a domain that is %s', async (_name, domain, expected) => {
    const { diagnostics } = await modelOfTurtle(`${A}${data('p', 'xsd:string', `; rdfs:domain ${domain} `)}`);
    expect(diagnostics.map((d) => [d.message, d.help])).toEqual([
      [
        `the domain ${domain} of property :p ${expected}; codegen ignores ${domain} and keeps the other classes of the property`,
        'name the classes that have the property',
      ],
    ]);
  });
});

describe('a property without a domain', () => {
  test.each([
    ['of OWL itself', 'owl:topObjectProperty a owl:ObjectProperty .', []],
    ['of another vocabulary, declared for editors', 'foaf:homepage a owl:ObjectProperty ; rdfs:comment "for Protégé" .', []],
    ['of another vocabulary, with a range', 'foaf:homepage a owl:ObjectProperty ; rdfs:range :A .', [' has no domain;']],
    ['of this vocabulary', ':q a owl:ObjectProperty ; rdfs:comment "…" .', [' has no domain;']],
    ['but that of everything', ':q a owl:ObjectProperty ; rdfs:domain owl:Thing .', [' has only the domain owl:Thing,']],
  ])('%s', async (_name, turtle, expected) => {
    const { messages } = await build(`@prefix foaf: <http://xmlns.com/foaf/0.1/> .\n${A}${data('p', 'xsd:string')}${turtle}`);
    expect(messages).toEqual(expected.map((text) => expect.stringContaining(text)));
  });

  test('gets a warning if all properties have a different namespace than the classes', async () => {
    const { codes } = await build(`@prefix p: <http://example.org/p#> .\n${A}p:q a rdf:Property ; rdfs:label "q" .`);
    expect(codes).toEqual(['property-without-domain']);
  });
});

test('a property of OWL belongs to the classes whose shapes name it', async () => {
  const { model } =
    await build(`${A}:A owl:versionInfo "2" ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty owl:topObjectProperty ; owl:maxCardinality 1 ] .
    :S a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path owl:versionInfo ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ] .`);
  const fields = model.classes.flatMap(({ allFields }) => allFields.map(({ name, cardinality }) => [name, cardinality]));
  expect(fields.slice(1)).toEqual([['version_info', 'one']]);
});

test('the range rdfs:Resource accepts IRIs only, and the report states it', async () => {
  const { model } = await build(`${A}:p a rdf:Property ; rdfs:domain :A ; rdfs:range rdfs:Resource .
    :q a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range rdfs:Resource .`);
  expect(model.axioms.flatMap(({ shortfall }) => shortfall ?? [])).toEqual(['IRIs are accepted, literals are not']);
});

test('the range rdf:List becomes an IRI with a warning', async () => {
  const { model, codes } = await build(`${A}:p a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range rdf:List .`);
  expect(codes).toEqual(['range-unreadable']);
  expect(model.axioms.flatMap(({ shortfall }) => shortfall ?? [])).toEqual([
    'lists are not read, and become the IRI of a resource',
  ]);
});

test('uses the preferred prefix of an ontology if the file declares none', async () => {
  const about = (prefix: string) =>
    `<http://example.org/shop> a owl:Ontology ; <http://purl.org/vocab/vann/preferredNamespacePrefix> "${prefix}" ;
      <http://purl.org/vocab/vann/preferredNamespaceUri> "http://example.org/shop#" .
    <http://example.org/shop#p> a owl:DatatypeProperty ; rdfs:range xsd:string .\n${A}`;
  const message = async (turtle: string) => (await build(turtle)).messages[0]?.split(' ')[1];
  expect(await message(about('shop'))).toBe('shop:p');
  expect(await message(`@prefix s: <http://example.org/shop#> .\n${about('shop')}`)).toBe('s:p');
  expect(await message(about('owl'))).toBe('<http://example.org/shop#p>');
  expect(await message(about('no prefix'))).toBe('<http://example.org/shop#p>');
});

test('several ranges are read as alternatives, with a warning', async () => {
  const { messages } = await build(`${A}:B a owl:Class .
    :p a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :A , :B .
    :q a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:integer , xsd:decimal .
    :r a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range [ owl:unionOf ( :A :B ) ] .`);
  expect(messages.filter((message) => message.includes('several ranges'))).toEqual([
    'property :p has several ranges; it becomes a reference to any of them',
    'property :q has several ranges; it becomes a field for values of any of them',
  ]);
});

test('a union of datatypes of which one is restricted has its own message and advice', async () => {
  const { diagnostics } = await modelOfTurtle(`${A}:size a owl:DatatypeProperty ; rdfs:domain :A ;
    rdfs:range [ a rdfs:Datatype ; owl:unionOf ( xsd:anyURI [ a rdfs:Datatype ; owl:oneOf ( "small" "large" ) ] ) ] .`);
  expect(diagnostics.map(({ message, help }) => [message, help])).toEqual([
    [
      'property :size has a range of several datatypes, one of them restricted; it becomes a field for values of any of them',
      'codegen cannot keep the restriction, so other values are accepted, too; remove the other datatype, or use two properties',
    ],
  ]);
});

test('gives each warning once', async () => {
  const { codes } = await build(
    `${A}:p a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range [ owl:complementOf :A ] , [ owl:complementOf :A ] .`,
  );
  expect(codes).toEqual(['range-unreadable']);
});

test('removes misleading characters from documentation', async () => {
  const { model } = await build(':A a owl:Class ; rdfs:comment " a\\u202Eb\\u0007 \\r\\n\\u2028 c \\t" .');
  expect(cls(model, 'A').doc).toBe('ab\n\n c');
});

test.each([
  ['http://example.org/blog#', 'blog'],
  ['http://xmlns.com/foaf/0.1/', 'foaf'],
  ['http://www.w3.org/2004/02/skos/core', 'skos'],
  ['http://example.org/shop/ontology/v1.2/', 'shop'],
  ['http://example.org/MyDomain.owl', 'my_domain'],
  ['urn:example:library', 'library'],
  ['http://example.org/', 'test'],
])('the ontology %s has the name %s', async (iri, name) => {
  const { model } = await build(`<${iri}> a owl:Ontology .${A}`);
  expect(model.name).toBe(name);
});

describe.each(allOntologies)('invariants: %s', (ontology) => {
  test('names are unique, and owners and relations are consistent', async () => {
    const model = await modelOf(ontology);
    const distinct = (values: readonly string[]) => expect(new Set(values).size).toBe(values.length);
    distinct(model.classes.map((c) => c.name.toLowerCase()));
    distinct(model.classes.map((c) => c.slug));
    distinct(model.classes.map((c) => c.plural));
    const others = [...model.enumerations, ...model.unions];
    distinct([...model.classes, ...others].map((c) => c.slug));
    const types = model.classes.flatMap((c) => [
      c.name,
      ...(c.relationsName ? [c.relationsName] : []),
      ...c.choices.map((k) => k.typeName),
    ]);
    distinct([...types, ...others.map((each) => each.name)].map((n) => n.toLowerCase()));
    for (const c of model.classes) {
      expect(c.name).toMatch(/^[A-Z][A-Za-z0-9]*$/);
      expect(c.slug).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(c.allFields[0]?.name).toBe('id');
      distinct([...c.allFields, ...c.allRelations, ...allChoices(c)].map((x) => x.name));
      for (const f of c.refinements) {
        if (!f.refines || !c.allFields.includes(f) || f.owner === c) throw new Error(`${c.name} refines ${f.name} wrongly`);
        if (f.cardinality !== f.refines.cardinality && f.refines.cardinality !== 'optional')
          throw new Error(`${c.name}.${f.name}`);
      }
      expect(c.relationsName !== undefined).toBe(c.allRelations.some((r) => r.declared));
      for (const f of c.allFields) {
        if (!/^[a-z][a-z0-9_]*$/.test(f.name)) throw new Error(`${c.name}.${f.name}`);
        if (f.generated && f.cardinality !== 'one') throw new Error(`${c.name}.${f.name} is generated, but ${f.cardinality}`);
        if (f.owner !== c && !c.ancestors.includes(f.owner)) throw new Error(`${c.name}.${f.name} is owned by ${f.owner.name}`);
      }
      for (const r of c.allRelations) {
        const where = `${c.name}.${r.name}`;
        if (r.field.type.kind !== 'reference') throw new Error(`${where} is stored by no reference`);
        const [from, to] = r.holder === 'source' ? [r.source, r.target] : [r.target, r.source];
        if (r.field.owner !== from || r.field.type.target !== to) throw new Error(`${where} is stored the wrong way round`);
        if (r.inverse && r.inverse.inverse !== r && !r.field.refines) throw new Error(`${where}: its inverse has another one`);
        if (r.required !== (!r.many && r.holder === 'source' && r.field.cardinality === 'one'))
          throw new Error(`${where}: required`);
      }
    }
  });
});

test('without classes, the error lists the types of the resources', async () => {
  const turtle = `@prefix : <http://example.org/> . @prefix s: <http://example.org/meta#> .
    :a a s:Aspect . :b a s:Property . :c a s:Property . :d a s:Trait . :e a s:Unit .`;
  await expect(modelOfTurtle(turtle)).rejects.toThrow(
    /so there is nothing to generate; it contains 2 s:Property, 1 s:Aspect, 1 s:Trait$/,
  );
});
