import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { policiesOf } from '../policies.ts';
import { isLatin, isSentence, spelledOut } from './latin.ts';
import { classPluralOf, isPluralName, singularOf, snakeCase } from './names.ts';
import { chooseText, cleanText, repeatsName } from './text.ts';

const literal = (text: string) => {
  const [value = '', language = ''] = text.split('@');
  return { value, language, datatype: '' };
};
const choose = (wanted: string, ...texts: string[]) => chooseText(texts.map(literal), wanted)?.value;

describe('the choice among texts in several languages', () => {
  test('prefers the wanted language, then its regions, then no tag, then code-point order', () => {
    const all = ['none', 'fr@fr', 'gb@en-gb', 'us@en-us', 'en@en', 'de@de'];
    const chosen: (string | undefined)[] = [];
    for (let left = all; left.length > 0; left = left.filter((text) => text.split('@')[0] !== chosen.at(-1))) {
      chosen.push(choose('en', ...left));
    }
    expect(chosen).toEqual(['en', 'gb', 'us', 'none', 'de', 'fr']);
  });

  test('prefers the wanted region, then its language', () => {
    expect(choose('de-AT', 'none', 'de@de', 'at@de-at', 'ch@de-ch')).toBe('at');
    expect(choose('de-AT', 'none', 'de@de', 'ch@de-ch')).toBe('de');
    expect(choose('de', 'none', 'den@den')).toBe('none');
  });

  test('ignores blank texts', () => {
    expect([choose('en', ' @en', 'de@de'), choose('en', ' ')]).toEqual(['de', undefined]);
  });
});

test('keeps an abbreviation and its plural s in one word', () => {
  const found = ['childEPCs', 'URLs', 'hasIDsOfTVs', 'anISBNseries', 'HTMLPage', 'isAs', 'DNAs2', 'EPC’s'].map(snakeCase);
  expect(found).toEqual(['child_epcs', 'urls', 'has_ids_of_tvs', 'an_isb_nseries', 'html_page', 'is_as', 'dnas2', 'epcs']);
});

test('a word that is only s is its own singular', () => {
  expect(['s', 'has_s', 'tags'].map(singularOf)).toEqual(['s', 'has_s', 'tag']);
  expect(['available_as', 'has_os', 'gps'].map(singularOf)).toEqual(['available_as', 'has_os', 'gps']);
  expect(['knows', 'contains', 'manages'].map(singularOf)).toEqual(['knows', 'contains', 'manages']);
  expect(['knows', 'contains', 'manages'].map(isPluralName)).toEqual([true, true, true]);
  expect(['available_as', 'has_os', 'gps'].map(isPluralName)).toEqual([false, false, false]);
  expect(['s', 'has_s', 'tags'].map(isPluralName)).toEqual([false, false, true]);
});

describe('letters', () => {
  test.each([
    ['Größe', 'de', 'Groesse'],
    ['Größe', 'de-at', 'Groesse'],
    ['Gro\u0308ße', 'de', 'Groesse'],
    ['Øl på bår', 'da', 'Oel paa baar'],
    ['Größe', 'sv', 'Größe'],
    ['Größe', '', 'Größe'],
  ])('%s in %s', (text, language, expected) => {
    expect(spelledOut(text, language)).toBe(expected);
  });

  test('are Latin if most of them are', () => {
    expect(['Größe (μm)', 'α-particle', '2024', 'naïve'].filter((text) => !isLatin(text))).toEqual([]);
    expect(['出版日', 'Дата', 'αβ x', '日付 to'].filter((text) => !isLatin(text))).toEqual(['出版日', 'Дата', 'αβ x', '日付 to']);
  });

  test('form a sentence if a label has more than four words', () => {
    expect(['a b c d', 'many_words_in_one_name_here', ' a  b '].filter(isSentence)).toEqual([]);
    expect(isSentence('is the place of\nbirth')).toBe(true);
  });
});

async function names(turtle: string, chosen: Parameters<typeof policiesOf>[0] = {}) {
  const { model } = await modelOfTurtle(turtle, policiesOf(chosen));
  return model.classes.map(
    (cls) => `${cls.name}: ${cls.fields.flatMap((f) => (f.type.kind === 'id' ? [] : [f.name])).join(' ')}`,
  );
}

const property = (local: string, ...labels: string[]) =>
  `:${local} a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string ${labels.map((l) => `; rdfs:label ${l} `).join('')}.\n`;

describe('names', () => {
  test('come from labels in the wanted language, else without a language tag', async () => {
    const turtle = `:A a owl:Class .\n${property('p', '"size"@en', '"Größe"@de', '"other"')}${property('q', '"Höhe"@de', '"hauteur"@fr', '"height"')}`;
    expect(await names(turtle)).toEqual(['A: size height']);
    expect(await names(turtle, { language: 'de' })).toEqual(['A: groesse hoehe']);
    expect(await names(turtle, { language: 'de-CH' })).toEqual(['A: groesse hoehe']);
    expect(await names(turtle, { names: 'local' })).toEqual(['A: p q']);
  });

  test('are local names if the label is a sentence or not in Latin letters', async () => {
    expect(
      await names(
        `:A a owl:Class .\n${property('birthPlace', '"the place where somebody is born"')}${property('publishedOn', '"出版日"@ja')}${property('name', '"имя"')}`,
      ),
    ).toEqual(['A: birth_place published_on name']);
  });

  test('are labels of any length if the local name is a code', async () => {
    expect(
      await names(
        `:A a owl:Class . :GO_0008150 a owl:Class ; rdfs:label "negative regulation of cell growth" . :E21_Person a owl:Class ; rdfs:label "Persona"@it, "Person"@en .
        :E22_Thing a owl:Class ; rdfs:label "人"@ja .\n${property('P60001', '"has the form of a work"')}`,
      ),
    ).toEqual(['A: has_the_form_of_a_work', 'NegativeRegulationOfCellGrowth: ', 'Person: ', 'Thing: ']);
  });

  test('are labels of SKOS if the local name is a code and there is no other label', async () => {
    const [factory, floors] = ['EX_02122e58_e0b3_4274_bdd4_745f64a61645', 'ex-44d5f29a-6a9b-4f5d-9405-20ca553cd4d3'];
    const called = (text: string) => `<http://www.w3.org/2004/02/skos/core#prefLabel> "${text}"@en`;
    expect(
      await names(
        `:${factory} a owl:Class ; ${called('Factory')} . :Shop a owl:Class ; ${called('Store')} .
        :${floors} a owl:DatatypeProperty ; rdfs:domain :${factory} ; rdfs:range xsd:string ; ${called('floor plan')} .`,
      ),
    ).toEqual(['Factory: floor_plan', 'Shop: ']);
  });

  test('are spelled in the language of a label with the same letters', async () => {
    expect(
      await names(
        `:A a owl:Class . :Gebäude a owl:Class ; rdfs:label "Gebäude"@de . :Höhle a owl:Class .\n${property('türFarbe', '"Tür-Farbe"@de')}`,
      ),
    ).toEqual(['A: tuer_farbe', 'Gebaeude: ', 'Hohle: ']);
  });

  test('of values in enumerations are spelled in their language, too', async () => {
    const { model } = await modelOfTurtle(
      `:A a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range [ a rdfs:Datatype ; owl:oneOf ( "grün"@de "blå"@da "rot" ) ] .`,
    );
    expect(model.enumerations[0]?.values.map(({ name, value }) => [name, value])).toEqual([
      ['gruen', 'grün'],
      ['blaa', 'blå'],
      ['rot', 'rot'],
    ]);
  });
});

describe('Japanese', () => {
  const classNames = async (turtle: string) => {
    const { model, diagnostics } = await modelOfTurtle(turtle);
    return { names: model.classes.map(({ name }) => name), codes: diagnostics.map(({ code }) => code) };
  };

  test('never reads kanji as Chinese, with a tag or next to kana, but reads kana', async () => {
    expect(await classNames(':注文 a owl:Class ; rdfs:label "注文"@ja .')).toEqual({
      names: ['U6ce8U6587'],
      codes: ['name-repaired'],
    });
    expect(await classNames(':注文 a owl:Class . :おもちゃ a owl:Class .')).toEqual({
      names: ['U6ce8U6587', 'Omocha'],
      codes: ['name-repaired'],
    });
    expect((await classNames('<http://e/%E6%B3%A8%E6%96%87%E3%81%99%E3%82%8B> a owl:Class .')).names).toEqual(['U6ce8U6587Suru']);
  });

  test('uses a label in Latin letters for a name in kanji', async () => {
    const turtle = `:顧客 a owl:Class ; rdfs:label "顧客"@ja, "customer"@en . :名前 a owl:DatatypeProperty ; rdfs:domain :顧客 ;
      rdfs:range xsd:string ; rdfs:label "名前"@ja, "given name"@en . :価格 a owl:DatatypeProperty ; rdfs:domain :顧客 .`;
    const { model, diagnostics } = await modelOfTurtle(turtle);
    expect(model.classes.map(({ name }) => name)).toEqual(['Customer']);
    expect(model.classes[0]?.fields.map(({ name }) => name)).toEqual(['id', 'given_name', 'u4fa1_u683c']);
    expect(diagnostics.filter(({ code }) => code === 'name-repaired').map(({ message }) => message)).toEqual([
      expect.stringContaining(':価格'),
    ]);
  });

  test('names a model after the last readable segment of its IRI, else after its file', async () => {
    const nameOf = async (iri: string) => (await modelOfTurtle(`<${iri}> a owl:Ontology . :おもちゃ a owl:Class .`)).model.name;
    expect(await nameOf('http://example.jp/店')).toBe('test');
    expect(await nameOf('http://example.jp/shop/店')).toBe('shop');
    expect(await nameOf('http://example.jp/みせ')).toBe('mise');
  });

  test('reads Chinese as Chinese, also next to Japanese if it has a tag', async () => {
    expect((await classNames(':价格 a owl:Class .')).names).toEqual(['JiaGe']);
    expect((await classNames(':价格 a owl:Class ; rdfs:label "价格"@zh, "かかく"@ja .')).names).toEqual(['JiaGe']);
  });
});

test('takes comments in the wanted language', async () => {
  const turtle = ':A a owl:Class ; rdfs:comment "about"@en, "über"@de, "none" .';
  const doc = async (language: string) => (await modelOfTurtle(turtle, policiesOf({ language }))).model.classes[0]?.doc;
  expect([await doc('en'), await doc('de'), await doc('fr')]).toEqual(['about', 'über', 'none']);
});

test('a description whose line breaks are escaped twice has line breaks', () => {
  expect(cleanText(String.raw`Accountancy.\n\nAs a business:\n* it can be described.`)).toBe(
    'Accountancy.\n\nAs a business:\n* it can be described.',
  );
  expect(cleanText(String.raw`C:\new\names`)).toBe(String.raw`C:\new\names`);
});

test.each([
  ['venue', 'venue_id', true],
  ['Post title.', 'post_title', true],
  ['postTitle', 'post_title', true],
  ['has tickets', 'ticket_ids', true],
  ['is active', 'active', true],
  ['appears in', 'appears_in_id', true],
  ['Title of the post', 'title', false],
  ['Venue of the hall', 'venue_id', false],
])('%s repeats %s: %s', (text, name, repeats) => {
  expect(repeatsName(text, name)).toBe(repeats);
});

test('a description that only repeats the name is left out', async () => {
  const { model } = await modelOfTurtle(`@prefix : <http://example.org/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Hall a owl:Class . :Venue a owl:Class .
:venue a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Hall ; rdfs:range :Venue ; rdfs:comment "The venue."@en .
:inVenue a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Hall ; rdfs:range :Venue ; rdfs:comment "In venue."@en .
:title a owl:DatatypeProperty ; rdfs:domain :Hall ; rdfs:range xsd:string ; rdfs:comment "Title"@en .
`);
  const docs = model.classes.flatMap(({ fields, relations }) => [...fields, ...relations]).map(({ name, doc }) => [name, doc]);
  expect(docs).toEqual(
    expect.arrayContaining([
      ['venue_id', 'The venue.'],
      ['in_venue_id', undefined],
      ['in_venue', undefined],
      ['title', undefined],
    ]),
  );
});

test('puts the noun before "of" of a class into the plural', () => {
  expect(['feature_of_interest', 'post', 'quality', 'of'].map(classPluralOf)).toEqual([
    'features_of_interest',
    'posts',
    'qualities',
    'ofs',
  ]);
  expect(['features_of_interest', 'list_of_authors'].map(singularOf)).toEqual(['feature_of_interest', 'list_of_author']);
});
