import { describe, expect, test } from 'vitest';
import { allOntologies, modelOf, modelOfTurtle } from '../../test/support/ontologies.ts';
import type { DomainClass, DomainModel, Field } from './types.ts';

/** A field in one word or two: `title: string`, `nickname: string?`, `tags: string*`, `author_id: → User`. */
function show(field: Field): string {
  const type =
    field.type.kind === 'reference' ? `→ ${field.type.target.name}` : field.type.kind === 'id' ? 'id' : field.type.scalar;
  const mark = { one: '', optional: '?', many: '*' }[field.cardinality];
  return `${field.name}: ${type}${mark}${field.generated ? ` = ${field.generated}` : ''}${field.unique ? ' unique' : ''}`;
}

function cls(model: DomainModel, name: string): DomainClass {
  const found = model.classes.find((c) => c.name === name);
  if (!found) throw new Error(`no class ${name} among ${model.classes.map((c) => c.name).join(', ')}`);
  return found;
}

/** The fields of a class but for `id`. */
const fields = (model: DomainModel, name: string) =>
  cls(model, name)
    .allFields.filter((f) => f.type.kind !== 'id')
    .map(show);

/** The declared relations of a class: `author → User`, `posts → User*`. */
const relations = (model: DomainModel, name: string) =>
  cls(model, name)
    .relations.filter((r) => r.declared)
    .map((r) => `${r.name} → ${r.target.name}${r.many ? '*' : r.required ? '' : '?'} by ${r.field.owner.name}.${r.field.name}`);

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

test('the tutorial comes out as specified', async () => {
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

  test('a very long name is cut, and two that then meet are told apart', async () => {
    const long = 'A'.repeat(300);
    const { model } = await build(`:${long}x a owl:Class . :${long}y a owl:Class .`);
    expect(model.classes.map((c) => c.name)).toEqual(['A'.repeat(100), `${'A'.repeat(100)}2`]);
  });

  test('classes that meet are told apart, with a warning', async () => {
    const { model, codes } = await build(
      '@prefix shop: <http://example.org/shop#> .\n:Order a owl:Class . shop:Order a owl:Class . :order a owl:Class . :Posts a owl:Class . :Post a owl:Class .',
    );
    expect(model.classes.map((c) => c.name)).toEqual(['Order', 'ShopOrder', 'Order2', 'Posts', 'Post']);
    expect(model.classes.map((c) => c.plural).slice(3)).toEqual(['posts', 'post_list']);
    expect(codes).toEqual(['name-collision', 'name-collision']);
  });

  test('blank nodes, owl:Thing and datatypes are no classes', async () => {
    const { model } = await build(`${A}[] a owl:Class . owl:Thing a owl:Class . :D a rdfs:Datatype , rdfs:Class .`);
    expect(model.classes.map((c) => c.name)).toEqual(['A']);
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
    [data('x', 'xsd:date', '; rdfs:label "名前"@ja '), 'ming_qian'],
    [data('x', 'xsd:date', '; rdfs:label "!!" '), 'x'],
    [data('x', 'xsd:date', '; rdfs:label "2nd name" '), 'n2nd_name'],
    [data('x', 'xsd:date', '; rdfs:label "reader\'s name" '), 'readers_name'],
  ])('%s', async (turtle, expected) => {
    expect(await name(turtle)).toEqual([expected]);
  });

  test('fields that meet, and one that meets the identifier', async () => {
    const { model, codes } = await build(
      A +
        data('first', 'xsd:string', '; rdfs:label "name" ') +
        data('second', 'xsd:string', '; rdfs:label "name" ') +
        data('id', 'xsd:string'),
    );
    expect(cls(model, 'A').fields.map((f) => f.name)).toEqual(['id', 'name', 'second', 'id_2']);
    expect(codes).toEqual(['name-collision', 'name-collision']);
  });

  test('fields of superclasses meet in a common subclass', async () => {
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
    [restriction('owl:minCardinality 1'), 'p: string*'],
    [restriction('owl:someValuesFrom xsd:string'), 'p: string*'],
    [`${restriction('owl:someValuesFrom xsd:string')}:p a owl:FunctionalProperty .`, 'p: string'],
    [restriction('owl:maxQualifiedCardinality 3 ; owl:onDataRange xsd:string'), 'p: string*'],
    [restriction('owl:qualifiedCardinality 1 ; owl:onDataRange xsd:string'), 'p: string'],
    [shape('sh:maxCount 1'), 'p: string?'],
    [shape('sh:minCount 1 ; sh:maxCount 1'), 'p: string'],
    [shape('sh:maxCount 4'), 'p: string*'],
    [`${shape('sh:maxCount 4')}:S sh:deactivated true .`, 'p: string'],
    [':A a sh:NodeShape ; sh:property [ sh:path :p ; sh:maxCount 1 ] .', 'p: string?'],
    [':A owl:equivalentClass [ owl:intersectionOf ( [ owl:onProperty :p ; owl:maxCardinality 1 ] ) ] .', 'p: string?'],
    [`:B a owl:Class . :A rdfs:subClassOf :B . :B rdfs:subClassOf [ owl:onProperty :p ; owl:maxCardinality 1 ] .`, 'p: string?'],
  ])('%s gives %s', async (turtle, expected) => {
    const { model } = await build(A + data('p', 'xsd:string') + turtle);
    expect(fields(model, 'A')).toEqual([expected]);
  });

  test('bounds of lists', async () => {
    const { model } = await build(
      A + data('p', 'xsd:string') + restriction('owl:minCardinality 2') + restriction('owl:maxCardinality 5'),
    );
    expect(cls(model, 'A').fields[1]).toMatchObject({ cardinality: 'many', minItems: 2, maxItems: 5 });
  });

  test('bounds that contradict each other, and a class that states them for an inherited field', async () => {
    const { codes } = await build(
      `${A}:B a owl:Class ; rdfs:subClassOf :A , [ owl:onProperty :p ; owl:maxCardinality 1 ] .${data('p', 'xsd:string')}${restriction('owl:minCardinality 3')}${restriction('owl:maxCardinality 2')}`,
    );
    expect(codes.sort()).toEqual(['cardinality-conflict', 'cardinality-on-inherited']);
  });
});

describe('types', () => {
  test.each([
    ['xsd:string', 'string'],
    ['xsd:anyURI', 'iri'],
    ['xsd:integer', 'int32'],
    ['xsd:long', 'int64'],
    ['xsd:unsignedByte', 'uint8'],
    ['xsd:decimal', 'decimal'],
    ['xsd:dateTimeStamp', 'dateTime = now'],
    ['rdf:langString', 'string'],
    ['rdfs:Literal', 'string'],
    ['schema:Text', 'string'],
  ])('%s becomes %s without a warning', async (range, expected) => {
    const { model, codes } = await build(A + data('p', range));
    expect([fields(model, 'A'), codes]).toEqual([[`p: ${expected}`], []]);
  });

  test('any resource is held by its IRI', async () => {
    const { model, codes } = await build(`${A}:p a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range owl:Thing .`);
    expect([fields(model, 'A'), codes]).toEqual([['p: iri'], []]);
  });

  test.each([
    ['an unknown datatype', data('p', ':Weight'), 'string', 'datatype-unknown'],
    ['a datatype of the ontology', `${data('p', ':Weight')}:Weight a rdfs:Datatype .`, 'string', 'datatype-unknown'],
    ['a range declared nowhere', object('p', 'A', 'Nowhere'), 'iri', 'range-not-declared'],
    ['no range', ':p a owl:DatatypeProperty ; rdfs:domain :A .', 'string', 'property-without-range'],
    ['no range of an object property', ':p a owl:ObjectProperty ; rdfs:domain :A .', 'iri', 'property-without-range'],
    ['several datatypes', data('p', 'xsd:date , xsd:gYear'), 'string', 'range-ambiguous'],
    ['facets', data('p', '[ a rdfs:Datatype ; owl:onDatatype xsd:int ; owl:withRestrictions () ]'), 'int32', 'range-unreadable'],
  ])('%s gives a warning', async (_name, turtle, expected, code) => {
    const { model, codes } = await build(A + turtle);
    expect([fields(model, 'A'), codes]).toEqual([[`p: ${expected}`], [code]]);
  });

  test('rdf:Property is told apart by its range', async () => {
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
    ['at', 'xsd:dateTime', '', 'now'],
    ['day', 'xsd:date', '', undefined],
  ])('%s of %s', async (name, range, more, expected) => {
    const { model } = await build(A + data(name, range, more));
    expect(cls(model, 'A').fields[1]?.generated).toBe(expected);
  });

  test('nothing is generated for what may be absent', async () => {
    const { model } = await build(`${A}${data('at', 'xsd:dateTime')}:at a owl:FunctionalProperty .`);
    expect(fields(model, 'A')).toEqual(['at: dateTime?']);
  });
});

describe('uniqueness', () => {
  test('an email, an inverse functional property, a key of one property', async () => {
    const { model } = await build(
      `:A a owl:Class ; owl:hasKey ( :code ) .${data('email', 'xsd:string')}${data('code', 'xsd:string')}${data('serial', 'xsd:string')}:serial a owl:InverseFunctionalProperty .${data('other', 'xsd:string')}`,
    );
    expect(fields(model, 'A')).toEqual(['email: string unique', 'code: string unique', 'serial: string unique', 'other: string']);
  });
});

describe('where a property belongs', () => {
  test.each([
    ['several statements', ':p a owl:DatatypeProperty ; rdfs:domain :A , :B ; rdfs:range xsd:string .'],
    [
      'a union',
      ':p a owl:DatatypeProperty ; rdfs:domain [ owl:unionOf ( :A [ owl:unionOf ( :B ) ] ) ] ; rdfs:range xsd:string .',
    ],
    ['domainIncludes', ':p a rdf:Property ; schema:domainIncludes :A , :B ; schema:rangeIncludes xsd:string .'],
  ])('%s', async (_name, turtle) => {
    const { model, codes } = await build(AB + turtle);
    expect([fields(model, 'A'), fields(model, 'B'), codes]).toEqual([['p: string'], ['p: string'], []]);
  });

  test('a subclass does not repeat what it inherits', async () => {
    const { model } = await build(
      ':A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A . :p a owl:DatatypeProperty ; rdfs:domain :A , :B ; rdfs:range xsd:string .',
    );
    expect([cls(model, 'B').fields, fields(model, 'B')]).toEqual([[], ['p: string']]);
  });

  test('no domain, and a domain declared nowhere: not generated, with a place', async () => {
    const { diagnostics } = await modelOfTurtle(
      `${A}:p a owl:DatatypeProperty ; rdfs:range xsd:string .\n:q a owl:DatatypeProperty ; rdfs:domain :Nowhere ; rdfs:range xsd:string .`,
    );
    expect(diagnostics.map((d) => [d.code, d.place?.line])).toEqual([
      ['property-without-domain', 9],
      ['domain-not-declared', 10],
    ]);
  });

  test('an inverse gives its domain and range', async () => {
    const { model, codes } = await build(
      `${AB}${object('hasOwner', 'A', 'B')}:ownedThings a owl:ObjectProperty ; owl:inverseOf :hasOwner .`,
    );
    expect([relations(model, 'B'), codes]).toEqual([['owned_things → A* by A.owner_id'], []]);
  });
});

describe('relationships', () => {
  test('to-one: by silence and a singular name, by function, by restriction', async () => {
    const { model } = await build(
      `${AB}${object('hasOwner', 'A', 'B')}${object('aKeepers', 'A', 'B')}:aKeepers a owl:FunctionalProperty .${object('helpers', 'A', 'B')}:A rdfs:subClassOf [ owl:onProperty :helpers ; owl:cardinality 1 ] .`,
    );
    expect(fields(model, 'A')).toEqual(['owner_id: → B', 'keepers_id: → B?', 'helpers_id: → B']);
  });

  test('to-many with a to-one inverse adds nothing, whichever side states it', async () => {
    for (const side of [':posts owl:inverseOf :author .', ':author owl:inverseOf :posts .']) {
      const { model } = await build(`${AB}${object('author', 'B', 'A')}${object('posts', 'A', 'B')}${side}`);
      expect([fields(model, 'A'), fields(model, 'B')]).toEqual([[], ['author_id: → A']]);
      expect(relations(model, 'A')).toEqual(['posts → B* by B.author_id']);
    }
  });

  test('to-many without an inverse: the target holds the key', async () => {
    const { model } = await build(AB + object('hasParts', 'A', 'B'));
    expect([fields(model, 'A'), fields(model, 'B')]).toEqual([[], ['a_id: → A']]);
  });

  test('to-many claimed by unrelated classes becomes lists', async () => {
    const { model } = await build(
      `${AB}:C a owl:Class .${object('hasTags', 'A', 'C')}:marks a owl:ObjectProperty ; rdfs:domain :B ; rdfs:range :C .`,
    );
    expect([fields(model, 'A'), fields(model, 'B'), fields(model, 'C')]).toEqual([['tag_ids: → C*'], ['mark_ids: → C*'], []]);
  });

  test('to-many on both sides is stored once', async () => {
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

  test('two keys that would meet are told apart', async () => {
    const { model, codes } = await build(`${AB}${object('hasOwner', 'A', 'B')}${object('aOwner', 'A', 'B')}`);
    expect(fields(model, 'A')).toEqual(['owner_id: → B', 'a_owner_id: → B']);
    expect(codes).toEqual(['name-collision', 'name-collision']);
  });

  test('a union of classes: a reference for each, none of them required', async () => {
    const { model } = await build(
      `${AB}:C a owl:Class . :hasOwner a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range [ owl:unionOf ( :B :C ) ] .`,
    );
    expect(fields(model, 'A')).toEqual(['owner_b_id: → B?', 'owner_c_id: → C?']);
  });

  test('every relation has a way back', async () => {
    const { model } = await build(AB + object('hasOwner', 'A', 'B'));
    const [back] = cls(model, 'B').relations;
    expect(back).toMatchObject({ name: 'as', many: true, declared: false, holder: 'target' });
    expect(back?.inverse?.name).toBe('owner');
  });
});

describe('circles', () => {
  test('the latest reference of a silent circle becomes optional', async () => {
    const { model, messages } = await build(AB + object('hasB', 'A', 'B') + object('hasA', 'B', 'A'));
    expect([fields(model, 'A'), fields(model, 'B')]).toEqual([['b_id: → B'], ['a_id: → A?']]);
    expect(messages).toEqual([expect.stringContaining('B.a_id closes a circle of required references (B → A → B)')]);
  });

  test('a circle that the ontology states stays', async () => {
    const exactly = (c: string, p: string) => `:${c} rdfs:subClassOf [ owl:onProperty :${p} ; owl:cardinality 1 ] .`;
    const { model } = await build(
      AB + object('hasB', 'A', 'B') + object('hasA', 'B', 'A') + exactly('A', 'hasB') + exactly('B', 'hasA'),
    );
    expect([fields(model, 'A'), fields(model, 'B')]).toEqual([['b_id: → B'], ['a_id: → A']]);
  });

  test('a superclass that refers to its subclass', async () => {
    const { model } = await build(`${A}:B a owl:Class ; rdfs:subClassOf :A .${object('hasB', 'A', 'B')}`);
    expect(cls(model, 'A').fields.map(show).slice(1)).toEqual(['b_id: → B?']);
  });

  test('rdfs:subClassOf in a circle', async () => {
    const { model, codes } = await build(
      ':A a owl:Class ; rdfs:subClassOf :B . :B a owl:Class ; rdfs:subClassOf :C . :C a owl:Class ; rdfs:subClassOf :A .',
    );
    expect(codes).toEqual(['subclass-cycle']);
    expect(model.classes.flatMap((c) => c.parents).length).toBe(2);
  });
});

describe('superclasses', () => {
  test('parents that others imply are left out, and the rest can be linearised', async () => {
    const { model } = await build(
      ':A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A . :X a owl:Class ; rdfs:subClassOf :A , :B . :C a owl:Class . :Y a owl:Class ; rdfs:subClassOf :B , :C . :Z a owl:Class ; rdfs:subClassOf :C , :B . :W a owl:Class ; rdfs:subClassOf :Y , :Z .',
    );
    expect(cls(model, 'X').parents.map((c) => c.name)).toEqual(['B']);
    expect(cls(model, 'Y').parents.map((c) => c.name)).toEqual(cls(model, 'Z').parents.map((c) => c.name));
  });

  test('a superclass that is declared nowhere, and a class that is an individual', async () => {
    const { codes } = await build(`:A a owl:Class , :B ; rdfs:subClassOf :Nowhere . :B a owl:Class .`);
    expect(codes.sort()).toEqual(['class-is-individual', 'superclass-not-declared']);
  });
});

test('documentation is cleaned of what could mislead', async () => {
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
])('an ontology %s is called %s', async (iri, name) => {
  const { model } = await build(`<${iri}> a owl:Ontology .${A}`);
  expect(model.name).toBe(name);
});

describe.each(allOntologies)('invariants: %s', (ontology) => {
  test('names, owners and relations agree', async () => {
    const model = await modelOf(ontology);
    const distinct = (values: readonly string[]) => expect(new Set(values).size).toBe(values.length);
    distinct(model.classes.map((c) => c.name.toLowerCase()));
    distinct(model.classes.map((c) => c.slug));
    distinct(model.classes.map((c) => c.plural));
    distinct(model.classes.flatMap((c) => [c.name, ...(c.relationsName ? [c.relationsName] : [])]).map((n) => n.toLowerCase()));
    for (const c of model.classes) {
      expect(c.name).toMatch(/^[A-Z][A-Za-z0-9]*$/);
      expect(c.slug).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(c.allFields[0]?.name).toBe('id');
      distinct([...c.allFields, ...c.allRelations].map((x) => x.name));
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
        if (r.inverse && r.inverse.inverse !== r) throw new Error(`${where}: its inverse has another one`);
        if (r.required !== (!r.many && r.holder === 'source' && r.field.cardinality === 'one'))
          throw new Error(`${where}: required`);
      }
    }
  });
});
