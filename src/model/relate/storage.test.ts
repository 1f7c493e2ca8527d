import { describe, expect, test } from 'vitest';
import { showAssumptions, showFields, showRelations } from '../../../test/support/format-field.ts';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { policiesOf } from '../policies.ts';

const classes = (...names: string[]) => names.map((name) => `:${name} a owl:Class .`).join('\n');
const object = (name: string, domain: string, range: string, more = '') =>
  `:${name} a owl:ObjectProperty ; rdfs:domain :${domain} ; rdfs:range :${range} ${more}.\n`;
const data = (name: string, domain: string, more = '') =>
  `:${name} a owl:DatatypeProperty ; rdfs:domain :${domain} ; rdfs:range xsd:string ${more}.\n`;
const placed = ['direction', 'inverse', 'list'];

describe('a list without an inverse', () => {
  test.each([
    [
      'named after its class',
      classes('Post', 'Comment') + object('hasComments', 'Post', 'Comment'),
      'Comment',
      'post_id: → Post',
    ],
    [
      'without the name of its owner',
      classes('Order', 'OrderItem') + object('hasItems', 'Order', 'OrderItem'),
      'OrderItem',
      'order_id: → Order',
    ],
    ['with it', classes('Order', 'OrderItem') + object('orderItems', 'Order', 'OrderItem'), 'OrderItem', 'order_id: → Order'],
  ])('%s is stored by its members, as an assumption', async (_name, turtle, member, key) => {
    const result = await modelOfTurtle(turtle);
    expect(showFields(result.model, member)).toEqual([key]);
    expect(showAssumptions(result, ...placed)).toEqual([`direction ${member}.${key.split(':')[0]}`]);
    const [assumption] = result.model.assumptions.filter(({ kind }) => kind === 'direction');
    expect(assumption).toMatchObject({ policy: 'owner', decided: expect.stringContaining('exactly one') });
    expect(assumption?.constraints.map(({ kind }) => kind)).toEqual(['single', 'required']);
  });

  const recipe = classes('Recipe', 'Ingredient') + object('uses', 'Recipe', 'Ingredient');
  test.each([
    ['not named after its class', recipe, 'Recipe', ['use_ids: → Ingredient*']],
    [
      'of other instances of its own class',
      classes('Person') + object('knows', 'Person', 'Person'),
      'Person',
      ['knows_ids: → Person*'],
    ],
    [
      'of its own class, though named after it',
      classes('Part') + object('hasParts', 'Part', 'Part'),
      'Part',
      ['part_ids: → Part*'],
    ],
    ['of agents called authors', classes('Book', 'Agent') + object('authors', 'Book', 'Agent'), 'Book', ['author_ids: → Agent*']],
    [
      'of tags with a name',
      classes('Post', 'Tag') + object('hasTags', 'Post', 'Tag') + data('name', 'Tag'),
      'Post',
      ['tag_ids: → Tag*'],
    ],
    [
      'of tags with a name of their own',
      classes('Post', 'Tag') + object('hasTags', 'Post', 'Tag') + data('tagName', 'Tag'),
      'Post',
      ['tag_ids: → Tag*'],
    ],
    [
      'of tags with an inherited name',
      `${classes('Post', 'Named')}:Tag a owl:Class ; rdfs:subClassOf :Named .${object('hasTags', 'Post', 'Tag')}${data('code', 'Named')}`,
      'Post',
      ['tag_ids: → Tag*'],
    ],
    [
      'of tags with a key',
      `${classes('Post', 'Tag')}${object('hasTags', 'Post', 'Tag')}${data('slug', 'Tag')}:Tag owl:hasKey ( :slug ) .`,
      'Post',
      ['tag_ids: → Tag*'],
    ],
    [
      'of tags that two classes have',
      classes('Post', 'Photo', 'Tag') + object('hasTags', 'Post', 'Tag') + object('tags', 'Photo', 'Tag'),
      'Post',
      ['tag_ids: → Tag*'],
    ],
    [
      'of hashes that another class has, too, named in the singular',
      `${classes('Section', 'File', 'Hash')}${object('hashes', 'Section', 'Hash')}:hash a owl:ObjectProperty .
:File rdfs:subClassOf [ owl:onProperty :hash ; owl:allValuesFrom :Hash ] , [ owl:onProperty :hash ; owl:minCardinality 0 ] .`,
      'Section',
      ['hash_ids: → Hash*'],
    ],
    [
      'of which a number is stated',
      `${classes('Post', 'Tag')}${object('hasTags', 'Post', 'Tag')}:Post rdfs:subClassOf [ owl:onProperty :hasTags ; owl:minCardinality 1 ] .`,
      'Post',
      ['tag_ids: → Tag{1,}'],
    ],
  ])('%s stays one relation without a constraint', async (_name, turtle, owner, fields) => {
    const result = await modelOfTurtle(turtle);
    expect(showFields(result.model, owner)).toEqual(fields);
    expect(showAssumptions(result, 'direction')).toEqual([]);
    const keys = result.model.classes.flatMap((cls) =>
      cls.fields.filter((f) => f.type.kind === 'reference' && f.cardinality !== 'many'),
    );
    expect(keys).toEqual([]);
  });

  test('of tags that another class has under another name is stored by its members', async () => {
    const { model } = await modelOfTurtle(
      classes('Post', 'Photo', 'Tag') + object('hasTags', 'Post', 'Tag') + object('marks', 'Photo', 'Tag'),
    );
    expect([showFields(model, 'Tag'), showFields(model, 'Photo')]).toEqual([['post_id: → Post'], ['mark_ids: → Tag*']]);
  });

  const comments = classes('Post', 'Comment') + object('hasComments', 'Post', 'Comment');
  test.each([
    [{ owner: 'none' }, [], ['comment_ids: → Comment*']],
    [{ unstated: 'open' }, [], ['comment_ids: → Comment*']],
    [{ unstated: 'open', owner: 'plural' }, ['post_id: → Post?'], []],
    [{ unstated: 'optional' }, ['post_id: → Post?'], []],
    [{ owner: 'plural' }, ['post_id: → Post'], []],
  ])('by policy: %j', async (chosen, member, owner) => {
    const { model } = await modelOfTurtle(comments, policiesOf(chosen));
    expect([showFields(model, 'Comment'), showFields(model, 'Post')]).toEqual([member, owner]);
  });

  test('is the inverse of a property that is named after its owner', async () => {
    const result = await modelOfTurtle(comments + object('post', 'Comment', 'Post'));
    expect([showFields(result.model, 'Comment'), showFields(result.model, 'Post')]).toEqual([['post_id: → Post'], []]);
    expect(showRelations(result.model, 'Post')).toEqual(['comments → Comment* by Comment.post_id']);
    expect(showAssumptions(result, ...placed)).toEqual(['direction Comment.post_id']);
  });

  test('becomes optional if it closes a cycle, and the assumption is corrected', async () => {
    const result = await modelOfTurtle(object('best', 'Post', 'Comment') + comments);
    expect([showFields(result.model, 'Post'), showFields(result.model, 'Comment')]).toEqual([
      ['best_id: → Comment'],
      ['post_id: → Post?'],
    ]);
    const [assumption] = result.model.assumptions.filter(({ kind }) => kind === 'direction');
    expect(assumption).toMatchObject({ decided: expect.stringContaining('at most one') });
    expect(assumption?.constraints.map(({ kind }) => kind)).toEqual(['single']);
  });
});

test('an inverse pair of two lists is stored at the end with a stated number of values', async () => {
  const inverse = object('writers', 'Book', 'Person') + object('books', 'Person', 'Book', '; owl:inverseOf :writers ');
  const counted = `:S a sh:NodeShape ; sh:targetClass :Person ; sh:property [ sh:path :books ; sh:maxCount 5 ] .`;
  const { model } = await modelOfTurtle(classes('Book', 'Person') + inverse + counted);
  expect(['Book', 'Person'].map((name) => showFields(model, name))).toEqual([[], ['book_ids: → Book{0,5}']]);
  expect(model.axioms.filter(({ shortfall }) => shortfall !== undefined)).toEqual([]);
});

describe('an inverse pair of two to-one properties', () => {
  const inverse = '; owl:inverseOf :author ';
  const pair = classes('Book', 'Person') + object('author', 'Book', 'Person') + object('masterpiece', 'Person', 'Book', inverse);
  const functional = (name: string) => `:${name} a owl:FunctionalProperty .\n`;
  const all = (model: Parameters<typeof showFields>[0]) => ['Book', 'Person'].flatMap((name) => showFields(model, name));

  test('with one functional end is stored there, without an assumption', async () => {
    const result = await modelOfTurtle(pair + functional('masterpiece'));
    expect(all(result.model)).toEqual(['masterpiece_id: → Book?']);
    expect(showRelations(result.model, 'Book')).toEqual(['authors → Person* by Person.masterpiece_id']);
    expect(showAssumptions(result, ...placed, 'required', 'single')).toEqual([]);
  });

  test('with two functional ends is one unique column', async () => {
    const result = await modelOfTurtle(pair + functional('masterpiece') + functional('author'));
    expect(all(result.model)).toEqual(['author_id: → Person? unique']);
    expect(showRelations(result.model, 'Person')).toEqual(['masterpiece → Book? by Book.author_id']);
    expect(showAssumptions(result, ...placed, 'required', 'single')).toEqual([]);
    const needed = ':Person rdfs:subClassOf [ owl:onProperty :masterpiece ; owl:minCardinality 1 ] .';
    const other = await modelOfTurtle(pair + functional('masterpiece') + functional('author') + needed);
    expect(all(other.model)).toEqual(['masterpiece_id: → Book unique']);
  });

  test('without functional ends is one column at the property declared first, and a list at the other end', async () => {
    const result = await modelOfTurtle(pair);
    expect(all(result.model)).toEqual(['author_id: → Person']);
    expect(showRelations(result.model, 'Person')).toEqual(['masterpieces → Book* by Book.author_id']);
    expect(showAssumptions(result, ...placed, 'required', 'single')).toEqual([
      'required Book.author_id',
      'single Book.author_id',
      'inverse Book.author_id',
    ]);
  });

  test('without functional ends is stored at the required end', async () => {
    const may = pair.replace(
      ':author a owl:ObjectProperty ; rdfs:domain',
      ':author a owl:ObjectProperty ; schema:domainIncludes',
    );
    const { model } = await modelOfTurtle(may);
    expect(all(model)).toEqual(['masterpiece_id: → Book']);
  });

  test('of two lists is stored as one list', async () => {
    const { model } = await modelOfTurtle(pair, policiesOf({ unstated: 'open' }));
    expect(all(model)).toEqual(['author_ids: → Person*']);
  });

  test('may lead between subclasses and superclasses, wherever it is stored', async () => {
    const people = `${classes('Book', 'Person', 'Film')}:Writer a owl:Class ; rdfs:subClassOf :Person .`;
    const below = object('author', 'Book', 'Person') + object('books', 'Writer', 'Book', inverse);
    const narrow = await modelOfTurtle(people + below);
    expect(narrow.model.classes.flatMap(({ name }) => showFields(narrow.model, name))).toEqual(['author_id: → Person']);
    expect(showRelations(narrow.model, 'Person')).toEqual(['books → Book* by Book.author_id']);
    const above =
      object('author', 'Book', 'Writer') + object('masterpiece', 'Person', 'Book', inverse) + functional('masterpiece');
    const wide = await modelOfTurtle(people + above);
    expect(showFields(wide.model, 'Person')).toEqual(['masterpiece_id: → Book?']);
    expect(showRelations(wide.model, 'Book')).toEqual(['authors → Person* by Person.masterpiece_id']);
    const ranges = wide.model.axioms.filter(({ construct }) => construct === 'rdfs:range');
    expect(ranges.map(({ shortfall }) => shortfall)).toEqual([
      expect.stringContaining('superclasses of these classes'),
      undefined,
    ]);
  });

  test('is stored twice if its ends have different classes, and the axiom states so', async () => {
    const { model } = await modelOfTurtle(
      `${classes('Book', 'Person', 'Film')}${object('author', 'Book', 'Person')}${object('works', 'Person', 'Film', inverse)}`,
    );
    const [axiom] = model.axioms.filter(({ construct }) => construct === 'owl:inverseOf');
    expect([axiom?.constraints, axiom?.shortfall]).toEqual([[], expect.stringContaining('each has its own field')]);
  });
});
