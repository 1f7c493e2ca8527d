import { describe, expect, test } from 'vitest';
import { classOf, showAssumptions, showFields } from '../../../test/support/format-field.ts';
import { faultsOf } from '../../../test/support/invariants.ts';
import { allOntologies, modelOf, modelOfTurtle } from '../../../test/support/ontologies.ts';
import { DiagnosticError } from '../../diagnostics/index.ts';
import type { DomainModel } from '../types.ts';
import { type Prefixes, type Selection, slice } from './index.ts';
import { matchesPattern } from './patterns.ts';

const none: Selection = { select: [], exclude: [], depth: 0, outside: 'iri' };
const inFull: Prefixes = { prefixes: new Map(), show: (iri) => `<${iri}>` };

/** Returns a generator of numbers from 0 to 1 that are the same in each run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('random slices are consistent, and keep the names of the model', () => {
  test.each(allOntologies)('%s', async (name) => {
    const model = await modelOf(name);
    expect(faultsOf(model)).toEqual([]);
    const random = randomFrom(name.length * 7919);
    const some = (count: number) =>
      Array.from({ length: count }, () => `<${model.classes[Math.floor(random() * model.classes.length)]?.iri}>`);
    for (let i = 0; i < 12; i++) {
      const selection: Selection = {
        select: some(1 + Math.floor(random() * 3)),
        exclude: [],
        depth: Math.floor(random() * 3),
        outside: random() < 0.5 ? 'iri' : 'omit',
      };
      const part = await slice(model, selection, inFull);
      const faults = faultsOf(part);
      expect({ selection, faults: faults.slice(0, 8) }).toEqual({ selection, faults: [] });
      expect(departures(model, part)).toEqual([]);
    }
    const [excluded = ''] = some(1);
    const rest = await slice(model, { ...none, exclude: [excluded] }, inFull).catch(() => undefined);
    if (rest) expect(faultsOf(rest)).toEqual([]);
  });
});

/** Returns the differences in names and order between a slice and its model. */
function departures(whole: DomainModel, part: DomainModel): string[] {
  const order = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name);
  const isWithin = (some: readonly string[], all: readonly string[]) =>
    some.join() === all.filter((n) => some.includes(n)).join();
  const found: string[] = [];
  const classes = new Map(whole.classes.map((cls) => [cls.iri, cls]));
  if (!isWithin(order(part.classes), order(whole.classes))) found.push('classes');
  for (const cls of part.classes) {
    const same = classes.get(cls.iri);
    if (!same) {
      found.push(cls.iri);
      continue;
    }
    for (const key of ['fields', 'allFields', 'relations', 'allRelations', 'choices', 'totals'] as const) {
      if (!isWithin(order(cls[key]), order(same[key]))) found.push(`${cls.name}: ${key}`);
    }
    for (const key of ['parents', 'ancestors', 'bases'] as const) {
      if (order(cls[key]).join() !== order(same[key]).join()) found.push(`${cls.name}: ${key}`);
    }
    for (const key of ['name', 'slug', 'plural'] as const) if (cls[key] !== same[key]) found.push(`${cls.name}: ${key}`);
  }
  return found;
}

const PREFIX = 'http://example.org/test#';
const naming: Prefixes = {
  prefixes: new Map([['', PREFIX]]),
  show: (iri) => (iri.startsWith(PREFIX) ? `:${iri.slice(PREFIX.length)}` : `<${iri}>`),
};

const classes = (...names: string[]) => names.map((name) => `:${name} a owl:Class .\n`).join('');
const object = (name: string, domain: string, range: string, more = '') =>
  `:${name} a owl:ObjectProperty ; rdfs:domain :${domain} ; rdfs:range :${range} ${more}.\n`;

async function sliced(turtle: string, selection: Partial<Selection>): Promise<DomainModel> {
  const { model } = await modelOfTurtle(turtle);
  const part = await slice(model, { ...none, ...selection }, naming);
  expect(faultsOf(part)).toEqual([]);
  return part;
}

const names = (model: DomainModel) => model.classes.map(({ name }) => name);

const leaving = ({ slice: taken }: DomainModel) =>
  taken?.leaving.map(({ element, target, becomes }) => `${element} ${target} ${becomes}`);

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.catch((thrown: unknown) => thrown);
  return error instanceof DiagnosticError ? error.diagnostics[0]?.code : undefined;
}

describe('the selection of classes', () => {
  const shop = `${classes('Thing', 'Customer', 'Good')}
    :Offer a owl:Class ; rdfs:subClassOf :Thing . :BuyAction a owl:Class ; rdfs:subClassOf :Action . :Action a owl:Class .
    ${object('seller', 'Offer', 'Customer')}${object('wants', 'Customer', 'Good')}${object('hasOffers', 'Good', 'Offer')}`;

  test.each<[Partial<Selection>, string[]]>([
    [{ select: [':Offer'] }, ['Thing', 'Offer']],
    [{ select: ['Offer'] }, ['Thing', 'Offer']],
    [{ select: [`${PREFIX}Offer`] }, ['Thing', 'Offer']],
    [{ select: [`<${PREFIX}Offer>`] }, ['Thing', 'Offer']],
    [{ select: [':*Action'] }, ['BuyAction', 'Action']],
    [{ select: ['*Action', 'Good'] }, ['Good', 'BuyAction', 'Action']],
    [{ select: ['*f*r'] }, ['Thing', 'Offer']],
    [{ select: [':Offer'], depth: 1 }, ['Thing', 'Customer', 'Good', 'Offer']],
    [{ select: [':Customer'], depth: 1 }, ['Customer', 'Good']],
    // A list leads to its target even if it is stored there as a foreign key.
    [{ select: [':Good'], depth: 1 }, ['Thing', 'Good', 'Offer']],
    [{ select: [':Customer'], depth: 2, exclude: [':Good'] }, ['Customer']],
    // Excluding a class also excludes its subclasses.
    [{ exclude: [':Thing'] }, ['Customer', 'Good', 'BuyAction', 'Action']],
    [{ select: ['*'], exclude: ['*Action'] }, ['Thing', 'Customer', 'Good', 'Offer']],
  ])('%j', async (selection, expected) => {
    expect(names(await sliced(shop, selection)).sort()).toEqual(expected.sort());
  });

  test.each<[Partial<Selection>, string]>([
    [{ select: [':Ofer'] }, 'unknown-class'],
    [{ select: ['x:Offer'] }, 'unknown-class'],
    [{ exclude: ['*Event'] }, 'unknown-class'],
    [{ select: [':Offer'], exclude: [':Thing'] }, 'selection-excluded'],
    [{ exclude: ['*'] }, 'selection-empty'],
  ])('%j is rejected', async (selection, code) => {
    expect(await codeOf(sliced(shop, selection))).toBe(code);
  });

  test('suggests a similar name', async () => {
    await expect(sliced(shop, { select: [':Ofer'] })).rejects.toThrow('did you mean :Offer?');
    await expect(sliced(shop, { select: ['ofer'] })).rejects.toThrow('did you mean Offer?');
  });
});

describe('a reference that leaves a slice', () => {
  const posts = `${classes('Post', 'User', 'Topic', 'Comment')}
    ${object('author', 'Post', 'User')}${object('hasThemes', 'Post', 'Topic')}${object('hasComments', 'Post', 'Comment')}
    :Topic owl:disjointWith :Post . :title a owl:DatatypeProperty ; rdfs:domain :Post ; rdfs:range xsd:string .`;

  test('becomes the IRI of the resource, with the same name', async () => {
    const part = await sliced(posts, { select: [':Post'] });
    expect(showFields(part, 'Post')).toEqual(['title: string', 'author_id: iri', 'theme_ids: iri*']);
    expect(leaving(part)).toEqual(['Post.author_id :User iri', 'Post.theme_ids :Topic iri', 'Post.comments :Comment elsewhere']);
    const author = classOf(part, 'Post').fields.find(({ name }) => name === 'author_id');
    expect([author?.doc, author?.onDelete]).toEqual(['The IRI of a resource of the class :User.', undefined]);
    expect([classOf(part, 'Post').relations, classOf(part, 'Post').relationsName]).toEqual([[], undefined]);
  });

  test('can be left out', async () => {
    const part = await sliced(posts, { select: [':Post'], outside: 'omit' });
    expect(showFields(part, 'Post')).toEqual(['title: string']);
    expect(showAssumptions({ model: part }, 'list')).toEqual([]);
    expect(leaving(part)).toEqual([
      'Post.author_id :User omitted',
      'Post.theme_ids :Topic omitted',
      'Post.comments :Comment elsewhere',
    ]);
  });

  test('becomes the IRI of the owner in the class that stores it', async () => {
    const part = await sliced(posts, { select: [':Comment'] });
    expect(showFields(part, 'Comment')).toEqual(['post_id: iri']);
  });

  test('appears in the shortfall of axioms', async () => {
    const part = await sliced(posts, { select: [':Post'] });
    const texts = part.axioms.map(({ statement, shortfall, constraints }) => [statement, shortfall, constraints.length > 0]);
    expect(texts).toContainEqual([':author rdfs:range :User', 'User is outside the slice', true]);
    expect(texts).toContainEqual([':title rdfs:range xsd:string', undefined, true]);
    expect(texts.filter(([statement]) => `${statement}`.includes('disjointWith'))).toEqual([]);
    expect(showAssumptions({ model: part }, 'deletion')).toEqual([]);
    expect(showAssumptions({ model: part }, 'required')).toEqual(['required Post.title', 'required Post.author_id']);
    expect(showAssumptions({ model: part }, 'list')).toEqual(['list Post.theme_ids']);
  });

  test('stays an alternative as an IRI, or is removed from the alternatives', async () => {
    const made = `${classes('Book', 'Person', 'Company')}
      :Book rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :maker ; owl:minCardinality 1 ] .
      :maker a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Book ; rdfs:range [ a owl:Class ; owl:unionOf ( :Person :Company ) ] .`;
    const kept = await sliced(made, { select: [':Book', ':Person'] });
    expect(classOf(kept, 'Book').choices.map(({ fields, required }) => [fields.map((f) => f.name), required])).toEqual([
      [['maker_person_id', 'maker_company_id'], true],
    ]);
    const without = await sliced(made, { select: [':Book', ':Person'], outside: 'omit' });
    expect([classOf(without, 'Book').choices, showFields(without, 'Book')]).toEqual([[], ['maker_person_id: → Person?']]);
  });

  test('removes a key that contains it, if it is left out', async () => {
    const seats = `${classes('Seat', 'Room')}${object('room', 'Seat', 'Room')}
      :number a owl:DatatypeProperty ; rdfs:domain :Seat ; rdfs:range xsd:int . :Seat owl:hasKey ( :room :number ) .`;
    expect(classOf(await sliced(seats, { select: [':Seat'] }), 'Seat').keys).toHaveLength(1);
    expect(classOf(await sliced(seats, { select: [':Seat'], outside: 'omit' }), 'Seat').keys).toEqual([]);
  });

  test('makes a closed class open if it is left out', async () => {
    const closed = `${classes('Seat', 'Room')}${object('room', 'Seat', 'Room')}
      :SeatShape a sh:NodeShape ; sh:targetClass :Seat ; sh:closed true ; sh:property [ sh:path :room ] .`;
    expect(classOf(await sliced(closed, { select: [':Seat'] }), 'Seat').closed).toBe(true);
    const open = await sliced(closed, { select: [':Seat'], outside: 'omit' });
    expect(classOf(open, 'Seat').closed).toBe(false);
    expect(open.axioms.find(({ construct }) => construct === 'sh:closed')).toMatchObject({
      constraints: [],
      shortfall: 'Room is outside the slice',
    });
  });

  test('leads to the class of the inherited reference if a subclass narrows it to a class outside', async () => {
    const people = `${classes('Person', 'Group', 'Team')}:Team rdfs:subClassOf :Group . :Player a owl:Class ; rdfs:subClassOf :Person ,
      [ a owl:Restriction ; owl:onProperty :memberOf ; owl:allValuesFrom :Team ] . ${object('memberOf', 'Person', 'Group')}`;
    const part = await sliced(people, { select: [':Player', ':Group'] });
    expect(showFields(part, 'Player')).toEqual(['member_of_id: → Group']);
    expect(classOf(part, 'Player').refinements.map(({ name }) => name)).toEqual(['kind']);
    expect(leaving(part)).toEqual(['Player.member_of_id :Team wider']);
    const alone = await sliced(people, { select: [':Player'] });
    expect([showFields(alone, 'Player'), leaving(alone)]).toEqual([['member_of_id: iri'], ['Person.member_of_id :Group iri']]);
  });
});

test('the discriminator lists only the classes of the slice', async () => {
  const animals = `${classes('Animal')}:Dog a owl:Class ; rdfs:subClassOf :Animal . :Cat a owl:Class ; rdfs:subClassOf :Animal .`;
  const part = await sliced(animals, { select: [':Dog'] });
  expect(part.enumerations.map(({ name, values }) => [name, values.map(({ value }) => value)])).toEqual([
    ['AnimalKind', ['Animal', 'Dog']],
  ]);
  const alone = await sliced(animals, { select: [':Animal'] });
  expect(classOf(alone, 'Animal').allFields.map(({ name, constant }) => [name, constant])).toEqual([
    ['id', undefined],
    ['kind', 'Animal'],
  ]);
  expect(showAssumptions({ model: alone }, 'one-class')).toEqual([]);
});

test('names the replacement of a deprecated class by its IRI if it is outside', async () => {
  const old = `${classes('New')}:Old a owl:Class ; owl:deprecated true ; <http://purl.org/dc/terms/isReplacedBy> :New .`;
  expect(classOf(await sliced(old, { select: [':Old', ':New'] }), 'Old').replacedBy).toBe('New');
  expect(classOf(await sliced(old, { select: [':Old'] }), 'Old').replacedBy).toBe(':New');
});

test('does not change the complete model', async () => {
  const model = await modelOf('constraints');
  const before = JSON.stringify(
    model.classes.map(({ name, allFields, doc }) => [name, allFields.map((f) => [f.name, f.type.kind]), doc]),
  );
  await slice(model, { ...none, select: ['Order'], outside: 'omit' }, inFull);
  expect(
    JSON.stringify(model.classes.map(({ name, allFields, doc }) => [name, allFields.map((f) => [f.name, f.type.kind]), doc])),
  ).toBe(before);
  expect(faultsOf(model)).toEqual([]);
});

test.each([
  ['Offer', 'Offer', true],
  ['Offer', 'Off', false],
  ['BuyAction', '*Action', true],
  ['Action', '*Action', true],
  ['Actions', '*Action', false],
  ['abcabc', 'a*c', true],
  ['abab', 'aba*bab', false],
  ['a.c', 'a?c', false],
  ['x', '**', true],
])('%s matches %s: %s', (text, pattern, expected) => {
  expect(matchesPattern(text, pattern)).toBe(expected);
});

test('matches a pattern with many stars in linear time', () => {
  expect(matchesPattern('a'.repeat(20_000), `${'*a'.repeat(2000)}*b`)).toBe(false);
});
