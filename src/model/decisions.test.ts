import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../test/support/ontologies.ts';
import type { ElementChoice } from './decide/choices.ts';
import { policiesOf } from './policies.ts';
import type { DomainModel, Field } from './types.ts';

const blog = `
ex:Blog a owl:Ontology .
ex:Post a owl:Class .
ex:Comment a owl:Class .
ex:User a owl:Class .
ex:Admin a owl:Class ; rdfs:subClassOf ex:User .
ex:topic a owl:DatatypeProperty ; rdfs:domain ex:Post, ex:Comment ; rdfs:range xsd:string .
ex:name a owl:DatatypeProperty ; rdfs:domain ex:User ; rdfs:range xsd:string .
ex:madeAt a owl:DatatypeProperty ; rdfs:domain ex:Post ; rdfs:range xsd:dateTime .
ex:createdAt a owl:DatatypeProperty ; rdfs:domain ex:User ; rdfs:range xsd:dateTime .
ex:upvotes a owl:DatatypeProperty ; rdfs:domain ex:Post ; rdfs:range xsd:integer .
ex:author a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain ex:Post ; rdfs:range ex:User .
ex:hasComments a owl:ObjectProperty ; rdfs:domain ex:Post ; rdfs:range ex:Comment .
ex:PostShape a sh:NodeShape ; sh:targetClass ex:Post ;
  sh:property [ sh:path ex:topic ; sh:minCount 1 ; sh:maxCount 1 ] .
`;

const place = { file: 'codegen.yaml', line: 12, column: 3 };

async function decided(elements: Readonly<Record<string, ElementChoice & { readonly despite?: string }>>) {
  const decisions = Object.entries(elements).map(([element, { despite, ...choice }]) => ({
    ...{ element, choice, despite },
    place: () => place,
  }));
  const { model, diagnostics } = await modelOfTurtle(`@prefix ex: <http://e/> .\n${blog}`, undefined, decisions);
  return { model, errors: diagnostics.filter(({ severity }) => severity === 'error'), diagnostics };
}

function field(model: DomainModel, cls: string, name: string): Field | undefined {
  return model.classes.find((each) => each.name === cls)?.fields.find((each) => each.name === name);
}

const names = (model: DomainModel, cls: string) =>
  model.classes.find((each) => each.name === cls)?.fields.map(({ name }) => name);

describe('a name', () => {
  test('of a class applies to everything that is derived from it', async () => {
    const { model, errors } = await decided({ 'ex:Post': { name: 'Article' } });
    expect(errors).toEqual([]);
    expect(model.classes[0]).toMatchObject({ name: 'Article', slug: 'article', plural: 'articles' });
  });

  test('of a property applies to all classes, or to one', async () => {
    const all = await decided({ 'ex:topic': { name: 'headline' } });
    expect(names(all.model, 'Post')).toContain('headline');
    expect(names(all.model, 'Comment')).toContain('headline');
    const one = await decided({ 'ex:Post/ex:topic': { name: 'headline' } });
    expect(one.errors).toEqual([]);
    expect(names(one.model, 'Post')).toContain('headline');
    expect(names(one.model, 'Comment')).toContain('topic');
  });

  test('of a reference becomes that of the relation, unchanged', async () => {
    const { model, errors } = await decided({ 'ex:author': { name: 'has_writer' }, 'ex:hasComments': { name: 'remark' } });
    expect(errors).toEqual([]);
    expect(names(model, 'Post')).toContain('has_writer_id');
    const relations = model.classes[0]?.relations.map(({ name }) => name);
    expect(relations).toEqual(['has_writer', 'remark']);
    // A name does not affect where references are stored.
    expect(model.classes[0]?.relations[1]?.holder).toBe('target');
  });

  test('may be swapped with another one', async () => {
    const { model, errors } = await decided({ 'ex:Post': { name: 'Comment' }, 'ex:Comment': { name: 'Post' } });
    expect(errors).toEqual([]);
    expect(model.classes.map(({ name, iri }) => `${name} ${iri}`).slice(0, 2)).toEqual([
      'Comment http://e/Post',
      'Post http://e/Comment',
    ]);
  });

  test.each([
    [{ 'ex:Post': { name: 'Thing' }, 'ex:Comment': { name: 'Thing' } }, 'decision-clash'],
    [{ 'ex:topic': { name: 'upvotes' }, 'ex:upvotes': { name: 'upvotes' } }, 'decision-clash'],
    [{ 'ex:topic': { name: 'id' } }, 'decision-clash'],
    [{ 'ex:Post': { name: 'blog post' } }, 'decision-impossible'],
    [{ 'ex:topic': { name: 'headLine' } }, 'decision-impossible'],
  ])('%j is reported', async (elements, code) => {
    const { errors } = await decided(elements);
    expect(errors).toMatchObject([{ code, place }]);
  });

  test('takes precedence over the name of another class', async () => {
    const { model, errors, diagnostics } = await decided({ 'ex:Comment': { name: 'User' } });
    expect(errors).toEqual([]);
    expect(model.classes.find(({ name }) => name === 'User')?.iri).toBe('http://e/Comment');
    expect(diagnostics.map(({ code }) => code)).toContain('name-collision');
  });
});

describe('the number of values', () => {
  test('is decided, not assumed', async () => {
    const { model, errors } = await decided({
      'ex:name': { required: false },
      'ex:upvotes': { many: true },
      'ex:author': { required: true },
    });
    expect(errors).toEqual([]);
    expect(field(model, 'User', 'name')?.cardinality).toBe('optional');
    expect(field(model, 'Post', 'upvotes')?.cardinality).toBe('many');
    expect(field(model, 'Post', 'upvotes')?.minItems).toBeUndefined();
    expect(field(model, 'Post', 'author_id')?.cardinality).toBe('one');
    const about = ({ element, kind }: { readonly element: string; readonly kind: string }) => `${element} ${kind}`;
    expect(model.assumptions.map(about)).not.toContain('User.name required');
    expect(model.chosen.filter(({ at }) => at === place).map(about)).toEqual([
      'Post.upvotes list',
      'Post.author_id required',
      'User.name required',
    ]);
  });

  test('cannot be looser than the ontology states', async () => {
    const loose = await decided({ 'ex:Post/ex:topic': { required: false } });
    expect(loose.errors).toMatchObject([{ code: 'decision-contradicts', place }]);
    expect(loose.errors[0]?.message).toMatch(/sh:minCount 1 \(.+:\d+:\d+\)/);
    const several = await decided({ 'ex:author': { many: true } });
    expect(several.errors).toMatchObject([{ code: 'decision-contradicts' }]);
    const shape = await decided({ 'ex:Post/ex:topic': { many: true } });
    expect(shape.errors[0]?.message).toContain('sh:maxCount 1');
  });

  test('may be looser with a reason, which the report contains', async () => {
    const { model, errors } = await decided({ 'ex:Post/ex:topic': { required: false, despite: 'old posts lack it' } });
    expect(errors).toEqual([]);
    expect(field(model, 'Post', 'topic')?.cardinality).toBe('optional');
    const axiom = model.axioms.find(({ construct }) => construct === 'sh:minCount');
    expect(axiom).toMatchObject({ shortfall: 'codegen.yaml:12:3 decides otherwise: old posts lack it', constraints: [] });
    // The other class is unchanged.
    expect(field(model, 'Comment', 'topic')?.cardinality).toBe('one');
  });
});

test('decides deletion for one reference', async () => {
  const { model, errors } = await decided({ 'ex:hasComments': { deletion: 'restrict' }, 'ex:author': { deletion: 'cascade' } });
  expect(errors).toEqual([]);
  expect(field(model, 'Comment', 'post_id')?.onDelete).toBe('restrict');
  expect(field(model, 'Post', 'author_id')?.onDelete).toBe('cascade');
  const wrong = await decided({ 'ex:author': { deletion: 'set-null', required: true } });
  expect(wrong.errors).toMatchObject([{ code: 'decision-impossible' }]);
});

describe('values that the server supplies', () => {
  test('are decided', async () => {
    const { model, errors } = await decided({
      'ex:madeAt': { generated: 'now', serverAssigned: true },
      'ex:createdAt': { generated: 'none' },
      'ex:upvotes': { serverAssigned: true },
    });
    expect(errors).toEqual([]);
    expect(field(model, 'Post', 'made_at')).toMatchObject({ generated: 'now', managed: 'created' });
    expect(field(model, 'User', 'created_at')?.generated).toBeUndefined();
    expect(field(model, 'User', 'created_at')?.managed).toBeUndefined();
    expect(field(model, 'Post', 'upvotes')).toMatchObject({ generated: 'zero', managed: 'created' });
    const changed = await decided({ 'ex:madeAt': { generated: 'on-change' } });
    expect(field(changed.model, 'Post', 'made_at')).toMatchObject({ generated: 'now', managed: 'updated' });
  });

  test.each([
    { 'ex:topic': { generated: 'now' } },
    { 'ex:name': { generated: 'zero' } },
    { 'ex:madeAt': { generated: 'now', required: false } },
    { 'ex:name': { serverAssigned: true } },
    { 'ex:author': { generated: 'now' } },
  ] as const)('%j is impossible', async (elements) => {
    const { errors } = await decided(elements);
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['decision-impossible']));
  });
});

test('leaves out a property, in one class or in all', async () => {
  const one = await decided({ 'ex:Post/ex:topic': { skip: true } });
  expect(one.errors).toEqual([]);
  expect(names(one.model, 'Post')).not.toContain('topic');
  expect(names(one.model, 'Comment')).toContain('topic');
  const all = await decided({ 'ex:hasComments': { skip: true } });
  expect(names(all.model, 'Comment')).toEqual(['id', 'topic']);
});

test('a class is not a resource', async () => {
  const { model, errors } = await decided({ 'ex:Comment': { resource: false } });
  expect(errors).toEqual([]);
  expect(model.classes.map(({ resource }) => resource)).toEqual([undefined, false, undefined, undefined]);
});

describe('a decision without effect is an error', () => {
  test.each([
    [{ 'ex:Pots': { name: 'A' } }, 'decision-unknown', 'did you mean ex:Post?'],
    [{ Post: { name: 'A' } }, 'decision-unknown', 'Post'],
    [{ 'http://e/name': { required: false } }, 'decision-unknown', 'did you mean <http://e/name>?'],
    [{ 'ex:topic': { resource: false } }, 'decision-impossible', 'only classes'],
    [
      { 'ex:name': { required: false }, '<http://e/name>': { required: false } },
      'decision-impossible',
      'it is also decided at codegen.yaml:12:3',
    ],
    [{ 'ex:Comment/ex:name': { required: true } }, 'decision-impossible', 'no class keeps values'],
    [{ 'ex:topic': { deletion: 'cascade' } }, 'decision-impossible', 'reference'],
  ] as const)('%j', async (elements, code, text) => {
    const { errors } = await decided(elements as Record<string, ElementChoice>);
    expect(errors).toMatchObject([{ code, place, message: expect.stringContaining(text) }]);
  });
});

test('the model lists all decisions', async () => {
  const { model } = await decided({ 'ex:topic': { name: 'headline', skip: false } });
  expect(model.decided).toEqual([
    { element: 'ex:topic', iri: 'http://e/topic', choice: 'name', says: 'has the name headline', place },
  ]);
});

test('the number of values of an inherited property is decided in the class that declares it', async () => {
  const { errors } = await decided({ 'ex:Admin/ex:name': { required: true } });
  expect(errors).toEqual([
    expect.objectContaining({
      code: 'decision-impossible',
      place,
      message: expect.stringContaining('a class inherits the number of values from the class that declares the property'),
    }),
  ]);
});

describe('the domain of a property', () => {
  const loose = `ex:note a owl:DatatypeProperty ; rdfs:range xsd:string .
ex:Admin rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ex:rank ; owl:maxCardinality 1 ] .
ex:rank a owl:DatatypeProperty ; rdfs:range xsd:integer .`;
  const built = async (choice: ElementChoice | undefined, domainless?: 'top') => {
    const decisions = choice ? [{ element: 'ex:note', choice, place: () => place }] : [];
    const turtle = `@prefix ex: <http://e/> .\n${blog}${loose}`;
    const { model, diagnostics } = await modelOfTurtle(turtle, policiesOf(domainless && { domainless }), decisions);
    const holders = model.classes.filter(({ fields }) => fields.some(({ name }) => name === 'note')).map(({ name }) => name);
    return { model, holders, messages: diagnostics.map(({ message }) => message) };
  };

  test('without a decision, no class has the property, and a warning says so', async () => {
    const { holders, messages } = await built(undefined);
    expect([holders, messages]).toEqual([[], ['property ex:note has no domain; it is not generated']]);
  });

  test('may be one class or several, where the property is optional', async () => {
    const { model, holders, messages } = await built({ domain: ['ex:Post', 'ex:User'] });
    expect([holders, messages]).toEqual([['Post', 'User'], []]);
    expect(field(model, 'Post', 'note')).toMatchObject({ cardinality: 'optional', type: { scalar: 'string' } });
    expect(model.decided?.map(({ says }) => says)).toEqual(['belongs to ex:Post, ex:User']);
  });

  test('may be empty: no class has the property, without a warning', async () => {
    const { holders, messages } = await built({ domain: [] });
    expect([holders, messages]).toEqual([[], []]);
  });

  test('adds to the domain in the ontology, without duplicates', async () => {
    const { model, errors } = await decided({ 'ex:name': { domain: ['ex:Admin', 'ex:Post'] } });
    expect(errors).toEqual([]);
    expect([field(model, 'User', 'name')?.cardinality, field(model, 'Post', 'name')?.cardinality]).toEqual(['one', 'optional']);
    expect(field(model, 'Admin', 'name')).toBeUndefined();
  });

  test('must contain classes of the ontology', async () => {
    const { messages } = await built({ domain: ['ex:Pots'] });
    expect(messages[0]).toBe('"domain: ex:Pots" is not possible for ex:note: ex:Pots is not a class of this ontology');
  });

  test('is each class without a superclass, by the policy', async () => {
    const { model, holders, messages } = await built(undefined, 'top');
    expect([holders, messages]).toEqual([['Post', 'Comment', 'User'], []]);
    // A restriction states the class of this property.
    expect(model.classes.filter(({ fields }) => fields.some(({ name }) => name === 'rank')).map(({ name }) => name)).toEqual([
      'Admin',
    ]);
  });
});
