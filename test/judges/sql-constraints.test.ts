import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildModel, type DomainModel, type Pattern, policiesOf, type Union } from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { dropSchema, sqlSchema } from '../../src/targets/sql-schema/index.ts';
import { createDatabase } from '../support/pglite.ts';
import { transactions } from '../support/sample-rows.ts';
import { type ClassSpec, enumerationOf, modelFrom } from '../support/sql-models.ts';

let db: PGlite;

beforeAll(async () => {
  db = await createDatabase();
});

afterAll(() => db.close());

beforeEach(() => db.exec('ROLLBACK; RESET search_path; DROP SCHEMA public CASCADE; CREATE SCHEMA public'));

function sqlOf(model: DomainModel): string {
  return sqlSchema.generate(model)[0]?.content ?? '';
}

async function create(classes: Readonly<Record<string, ClassSpec>>): Promise<DomainModel> {
  const model = modelFrom(classes);
  await db.exec(sqlOf(model));
  return model;
}

/** Returns the constraint that rejects the statements, or else the SQLSTATE; undefined if they are accepted. */
async function refusal(sql: string): Promise<string | undefined> {
  try {
    await db.exec(`BEGIN; ${sql}; COMMIT`);
    return undefined;
  } catch (error) {
    await db.exec('ROLLBACK');
    const { constraint, code } = error as { constraint?: string; code?: string };
    return constraint ?? code;
  }
}

async function rows<T>(sql: string): Promise<T[]> {
  return (await db.query<T>(sql)).rows;
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const xpath = (source: string, flags = ''): Pattern => ({ source, flags, syntax: 'xpath' });

/** Texts that would break out of quotes, lines and placeholders. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: Flyway's placeholders look like JavaScript's.
const odd = ['', "it's", 'back\\slash', 'new\nline', '*/', '--', '$$', '$body1$', '${x}', '42', 'NULL', '{}', '","', 'ünï😀'];

/** Builds a model with strict storage: columns also check the value ranges of the other languages. */
const strictly = (classes: Parameters<typeof modelFrom>[0]): DomainModel => ({
  ...modelFrom(classes),
  policies: policiesOf({ storage: 'strict' }),
});

describe('values of one column', () => {
  const model = strictly({
    thing: {
      fields: {
        code: { cardinality: 'optional', minLength: 2, maxLength: 4, patterns: [xpath("^[a-z'\\\\$]+$", 'i'), xpath('x')] },
        emoji: { cardinality: 'optional', maxLength: 2 },
        heading: { cardinality: 'optional', maxLength: 600 },
        state: { type: { values: enumerationOf('State', ...odd) }, cardinality: 'optional' },
        price: { type: 'decimal', cardinality: 'optional', minimum: '0!', maximum: '99999999999999999999.995' },
        share: { type: 'float64', cardinality: 'optional', minimum: 0 },
        ratio: { type: 'float32', cardinality: 'optional', maximum: '0.1' },
        mass: { type: 'float32', cardinality: 'optional', values: ['0.1', '0.7'] },
        big: { type: 'uint64', cardinality: 'optional', minimum: 1 },
        born: { type: 'date', cardinality: 'optional', minimum: '1900-01-01', maximum: '2100-01-01!' },
        seen: { type: 'dateTime', cardinality: 'optional', minimum: '2020-01-01T00:00:00Z' },
        opens: { type: 'time', cardinality: 'optional', maximum: '18:00:00!' },
        size: { type: 'int32', cardinality: 'optional', values: ['1', '-2', '3'] },
        fixed: { type: 'boolean', cardinality: 'optional', constant: 'true' },
        length: { type: 'duration', cardinality: 'optional', constant: '-P1DT2.5S' },
        bytes: { type: 'hex', cardinality: 'optional', values: ['00ff', 'ab'] },
        data: { type: 'base64', cardinality: 'optional', constant: 'AQI=' },
        word: { cardinality: 'optional', constant: "it's\\\n" },
        thing_id: { type: { to: 'thing' }, cardinality: 'optional', irreflexive: true },
      },
    },
  });

  beforeEach(async () => {
    await db.exec(sqlOf(model));
    await db.exec(`INSERT INTO things (id) VALUES ('${id(1)}'), ('${id(2)}')`);
  });

  test.each<[string, string, readonly string[], readonly string[]]>([
    ['code', 'things_code_length_check', ['xa', "x'\\$"], ['x', 'xxxxx']],
    ['code', 'things_code_pattern_check', ['xyz'], ['x1']],
    ['code', 'things_code_pattern_check1', ['xyz'], ['abc']],
    ['emoji', 'things_emoji_length_check', ['😀😀', 'é'], ['😀😀😀']],
    ['heading', 'things_heading_length_check', ['x'.repeat(600)], ['x'.repeat(601)]],
    ['state', 'things_state_check', odd, ['its', ' ', 'back\\\\slash', 'new\\nline']],
    ['price', 'things_price_check', ['0.0000001', '99999999999999999999.995'], ['0', '-1', '99999999999999999999.996', 'NaN']],
    ['share', 'things_share_check', ['0', '1e300'], ['-1e-300', 'NaN']],
    ['ratio', 'things_ratio_check', ['0.1', '-3'], ['0.11', 'NaN']],
    ['mass', 'things_mass_values_check', ['0.1', '0.7'], ['0.2']],
    ['big', 'things_big_check', ['1', '9007199254740991'], ['0', '9007199254740992']],
    ['born', 'things_born_check', ['1900-01-01', '2099-12-31'], ['1899-12-31', '2100-01-01']],
    ['seen', 'things_seen_check', ['2020-01-01T00:00:00Z', '2020-01-01T01:00:00+01:00'], ['2020-01-01T00:30:00+01:00']],
    ['opens', 'things_opens_check', ['17:59:59.9'], ['18:00:00']],
    ['size', 'things_size_values_check', ['1', '-2'], ['2']],
    ['fixed', 'things_fixed_constant_check', ['true'], ['false']],
    ['length', 'things_length_constant_check', ['P-1DT-2.5S'], ['P1DT2.5S']],
    ['bytes', 'things_bytes_values_check', ['\\x00FF', '\\xab'], ['\\x00']],
    ['data', 'things_data_constant_check', ['\\x0102'], ['\\x01']],
    ['word', 'things_word_constant_check', ["it's\\\n"], ["it's\\"]],
    ['thing_id', 'things_thing_id_irreflexive_check', [id(2)], [id(1)]],
  ])('%s: %s', async (column, constraint, accepted, refused) => {
    const update = (value: string) => refusal(`UPDATE things SET ${column} = ${quote(value)} WHERE id = '${id(1)}'`);
    for (const value of accepted) expect(await update(value), value).toBeUndefined();
    for (const value of refused) expect(await update(value), value).toBe(constraint);
  });
});

describe('values of lists', () => {
  const model = strictly({
    thing: {
      fields: {
        tags: { cardinality: 'many', minItems: 1, maxItems: 3, minLength: 1, maxLength: 300, patterns: [xpath('^\\S*$')] },
        states: { type: { values: enumerationOf('State', ...odd) }, cardinality: 'many' },
        sizes: { type: 'int32', cardinality: 'many', values: ['1', '2'], contains: ['1'] },
        prices: { type: 'decimal', cardinality: 'many', minimum: '0!' },
        days: { type: 'date', cardinality: 'many', minimum: '2020-01-01', maximum: '2021-01-01!' },
        months: { type: 'gMonth', cardinality: 'many' },
        words: { cardinality: 'many', contains: ["it's", '\\'] },
        friend_ids: { type: { to: 'thing' }, cardinality: 'many', irreflexive: true },
      },
    },
  });
  const array = (values: readonly string[]) => `ARRAY[${values.map(quote).join(', ')}]`;

  beforeEach(async () => {
    await db.exec(sqlOf(model));
    await db.exec(
      `INSERT INTO things (id, tags, sizes, words) VALUES ('${id(1)}', '{x}', '{1}', ${array(["it's", '\\'])}),
        ('${id(2)}', '{y}', '{1}', ${array(["it's", '\\'])})`,
    );
  });

  test.each<[string, string, readonly (readonly string[])[], readonly (readonly string[])[]]>([
    ['tags TEXT', 'things_tags_check', [['a'], ['a', 'a', 'a']], [['a', 'b', 'c', 'd'], []]],
    [
      'tags TEXT',
      'things_tags_length_check',
      [['😀'.repeat(300)]],
      [
        ['a', ''],
        ['a', 'x'.repeat(301)],
      ],
    ],
    ['tags TEXT', 'things_tags_pattern_check', [['a', 'b']], [['a', 'b c']]],
    ['states TEXT', 'things_states_check', [odd, []], [['', 'its']]],
    ['sizes INTEGER', 'things_sizes_values_check', [['1', '2', '2']], [['1', '3']]],
    ['sizes INTEGER', 'things_sizes_contains_check', [['2', '1']], [['2'], []]],
    ['prices NUMERIC', 'things_prices_check', [['0.1'], []], [['1', '0'], ['NaN']]],
    ['days DATE', 'things_days_check', [['2020-01-01', '2020-12-31']], [['2020-01-01', '2021-01-01'], ['2019-12-31']]],
    ['months TEXT', 'things_months_check', [['--05', '--12Z'], []], [['--05', '--13']]],
    ['words TEXT', 'things_words_contains_check', [['\\', 'x', "it's"]], [["it's"]]],
  ])('%s: %s', async (column, constraint, accepted, refused) => {
    const [name, type] = column.split(' ');
    const update = (values: readonly string[]) => refusal(`UPDATE things SET ${name} = ${array(values)}::${type}[]`);
    for (const values of accepted) expect(await update(values)).toBeUndefined();
    for (const values of refused) expect(await update(values)).toBe(constraint);
  });

  test('a list of irreflexive references rejects the instance itself', async () => {
    expect(await refusal(`INSERT INTO thing_friend VALUES ('${id(1)}', '${id(2)}')`)).toBeUndefined();
    expect(await refusal(`INSERT INTO thing_friend VALUES ('${id(1)}', '${id(1)}')`)).toBe('thing_friend_irreflexive_check');
  });
});

describe('unions', () => {
  const scalar = { kind: 'scalar' } as const;
  const amount: Union = {
    name: 'Amount',
    slug: 'amount',
    members: [
      { ...scalar, scalar: 'boolean', values: ['true'] },
      { ...scalar, scalar: 'uint8', minimum: { value: '3', inclusive: true } },
      { ...scalar, scalar: 'decimal', maximum: { value: '10', inclusive: false } },
      { ...scalar, scalar: 'date', minimum: { value: '2020-01-01', inclusive: true } },
      { ...scalar, scalar: 'dateTime' },
      { ...scalar, scalar: 'duration' },
      { ...scalar, scalar: 'gMonth' },
      { ...scalar, scalar: 'string', minLength: 4, maxLength: 5, patterns: [xpath("^[o']+$")] },
    ],
  };
  const anything: Union = {
    name: 'Any',
    slug: 'any',
    members: [
      { ...scalar, scalar: 'float64' },
      { ...scalar, scalar: 'string' },
    ],
  };

  test('distinguish their members and check each of them', async () => {
    await create({
      thing: {
        fields: {
          amount: { type: { union: amount }, cardinality: 'optional' },
          amounts: { type: { union: amount }, cardinality: 'many', maxItems: 2 },
          any: { type: { union: anything }, default: '5.5' },
          fixed: { type: { union: anything }, constant: "it's" },
        },
      },
    });
    await db.exec('INSERT INTO things DEFAULT VALUES');
    expect(await rows('SELECT amount, amounts, "any", fixed FROM things')).toEqual([
      { amount: null, amounts: [], any: 5.5, fixed: "it's" },
    ]);
    const good = [true, 3, 255, '9.99', '2020-01-01', '2024-05-17T08:30:00Z', 'P1D', '--05', "oo'o"];
    const bad = [
      false,
      2,
      256,
      3.5,
      '10.0',
      '2019-12-31',
      '2024-05-17T08:30:00',
      'P',
      '--13',
      'ooo',
      'oooooo',
      'abcd',
      null,
      {},
      [],
    ];
    for (const value of good) {
      expect(await refusal(`UPDATE things SET amount = ${quote(JSON.stringify(value))}`), String(value)).toBeUndefined();
      expect(await refusal(`UPDATE things SET amounts = ARRAY[amount, amount]`)).toBeUndefined();
    }
    for (const value of bad) {
      const json = quote(JSON.stringify(value));
      expect(await refusal(`UPDATE things SET amount = ${json}`), json).toBe('things_amount_check');
      expect(await refusal(`UPDATE things SET amounts = ARRAY[amount, ${json}::JSONB]`), json).toBe('things_amounts_check');
    }
    expect(await refusal('UPDATE things SET amounts = ARRAY[amount, amount, amount]')).toBe('things_amounts_check');
    expect(await refusal(`UPDATE things SET amounts = '{NULL}'`)).toBe('things_amounts_check');
    expect(await refusal(`UPDATE things SET "any" = '1e309'`)).toBe('things_any_check');
    expect(await refusal(`UPDATE things SET fixed = '"its"'`)).toBe('things_fixed_constant_check');
    expect(await refusal(`UPDATE things SET "any" = '"5.5"'`)).toBeUndefined();
    expect(await refusal(`UPDATE things SET "any" = 'true'`)).toBe('things_any_check');
  });
});

test('omitted columns get their default or constant', async () => {
  const state = enumerationOf('State', ...odd);
  const fields = Object.fromEntries(
    odd.flatMap((value, i) => [
      [`default_${i}`, { type: { values: state }, default: value }],
      [`constant_${i}`, { constant: value, ...(i % 2 === 0 && { cardinality: 'optional' as const }) }],
    ]),
  );
  await create({
    thing: {
      fields: {
        ...fields,
        at: { type: 'dateTime', default: '2024-05-17T08:30:00Z' },
        n: { type: 'decimal', default: '-0.5' },
        list: { cardinality: 'many', contains: odd, minItems: 1 },
      },
    },
  });
  await db.exec('INSERT INTO things DEFAULT VALUES');
  const [row] = await rows<Record<string, unknown>>('SELECT * FROM things');
  expect(odd.map((_, i) => row?.[`default_${i}`])).toEqual(odd);
  expect(odd.map((_, i) => row?.[`constant_${i}`])).toEqual(odd);
  expect(row?.['list']).toEqual(odd);
  expect([row?.['at'], row?.['n']]).toEqual([new Date('2024-05-17T08:30:00Z'), '-0.5']);
});

test('keys reject duplicate rows', async () => {
  await create({
    user: {},
    post: {
      fields: { slug: {}, day: { type: 'date', cardinality: 'optional' }, author_id: { type: { to: 'user' } } },
      keys: [
        ['author_id', 'slug'],
        ['day', 'slug'],
      ],
    },
  });
  await db.exec(`INSERT INTO users VALUES ('${id(1)}'), ('${id(2)}')`);
  const post = (slug: string, day: string, author: number) =>
    refusal(`INSERT INTO posts (slug, day, author_id) VALUES ('${slug}', ${day}, '${id(author)}')`);
  expect(await post('a', "'2024-01-01'", 1)).toBeUndefined();
  expect(await post('a', 'NULL', 2)).toBeUndefined();
  expect(await post('a', 'NULL', 1)).toBe('idx_posts_author_slug');
  expect(await post('a', "'2024-01-01'", 2)).toBe('idx_posts_author_slug');
  expect(await post('b', "'2024-01-01'", 1)).toBeUndefined();
  expect(await post('b', "'2024-01-01'", 2)).toBe('idx_posts_day_slug');
});

describe('alternatives', () => {
  const alternatives = {
    cat: {},
    dog: {},
    note: {
      fields: {
        cat_id: { type: { to: 'cat' }, cardinality: 'optional' },
        dog_id: { type: { to: 'dog' }, cardinality: 'optional' },
        text: { cardinality: 'optional' },
        link: { type: 'iri', cardinality: 'optional' },
      },
      choices: { 'about!': ['cat_id', 'dog_id'], body_choice: ['text', 'link'] },
    },
  } as const;

  test('exclude each other, and one of them may be required', async () => {
    await create(alternatives);
    await db.exec(`INSERT INTO cats VALUES ('${id(1)}'); INSERT INTO dogs VALUES ('${id(2)}')`);
    const cat = `'${id(1)}'`;
    const dog = `'${id(2)}'`;
    const note = (values: string) => refusal(`INSERT INTO notes (cat_id, dog_id, text, link) VALUES (${values})`);
    expect(await note(`${cat}, NULL, 'x', NULL`)).toBeUndefined();
    expect(await note(`NULL, ${dog}, NULL, NULL`)).toBeUndefined();
    expect(await note('NULL, NULL, NULL, NULL')).toBe('notes_about_choice_check');
    expect(await note(`${cat}, ${dog}, NULL, NULL`)).toBe('notes_about_choice_check');
    expect(await note(`${cat}, NULL, 'x', 'y'`)).toBe('notes_body_choice_check');
  });

  test('deleting a row also deletes rows that require it', async () => {
    await create(alternatives);
    await db.exec(`INSERT INTO cats VALUES ('${id(1)}'); INSERT INTO notes (cat_id) VALUES ('${id(1)}'); DELETE FROM cats`);
    expect(await rows('SELECT id FROM notes')).toEqual([]);
  });

  test('may be columns of several tables', async () => {
    await create({
      note: { fields: { text: { cardinality: 'optional' } } },
      sign: { parents: ['note'], fields: { icon: { cardinality: 'optional' } }, choices: { 'body_choice!': ['text', 'icon'] } },
    });
    await db.exec(`INSERT INTO notes (id, text) VALUES ('${id(1)}', 'x'), ('${id(2)}', NULL)`);
    expect(await refusal(`INSERT INTO signs VALUES ('${id(1)}', 'y')`)).toBe('signs_body_choice_check');
    expect(await refusal(`INSERT INTO signs VALUES ('${id(2)}', NULL)`)).toBe('signs_body_choice_check');
    expect(await refusal(`INSERT INTO signs VALUES ('${id(1)}', NULL), ('${id(2)}', 'y')`)).toBeUndefined();
    expect(await refusal(`UPDATE notes SET text = 'z' WHERE id = '${id(2)}'`)).toBe('signs_body_choice_check');
    expect(await refusal(`UPDATE signs SET icon = NULL WHERE id = '${id(2)}'`)).toBe('signs_body_choice_check');
  });
});

describe('restrictions of a subclass on inherited columns', () => {
  const state = enumerationOf('State', ...odd);
  const model = modelFrom({
    team: { fields: { name: {} } },
    board: { parents: ['team'] },
    agent: { fields: { label: { cardinality: 'optional' }, tags: { cardinality: 'many' } } },
    person: {
      parents: ['agent'],
      fields: {
        salary: { type: 'decimal', minimum: 0 },
        mail: { cardinality: 'optional' },
        state: { type: { values: state }, default: '' },
        kind: { default: 'any' },
        team_id: { type: { to: 'team' }, cardinality: 'optional' },
        friend_ids: { type: { to: 'person' }, cardinality: 'many' },
        mentor_id: { type: { to: 'person' }, cardinality: 'optional' },
      },
    },
    manager: {
      parents: ['person'],
      fields: { phone: { cardinality: 'optional' } },
      refinements: {
        label: { cardinality: 'one', patterns: [xpath("^[^']*$")] },
        tags: { maxItems: 1, minLength: 2 },
        salary: { minimum: '1000!' },
        mail: { absent: true },
        state: { only: ["it's", '$$', '', '\\'] },
        kind: { constant: "boss's" },
        team_id: { type: { to: 'board' }, cardinality: 'one' },
        friend_ids: { type: { to: 'manager' }, cardinality: 'many', minItems: 1, maxItems: 2, irreflexive: true },
        mentor_id: { irreflexive: true },
      },
    },
    chief: {
      parents: ['manager'],
      refinements: { salary: { minimum: 5000 }, tags: { absent: true }, friend_ids: { absent: true } },
    },
  });
  const people = `
    INSERT INTO teams VALUES ('${id(1)}', 'Board'), ('${id(2)}', 'Other');
    INSERT INTO boards VALUES ('${id(1)}');
    INSERT INTO agents (id, label) SELECT uuid, 'x' FROM unnest(ARRAY['${id(3)}', '${id(4)}', '${id(5)}']::UUID[]) AS uuid;
    INSERT INTO persons (id, salary, kind, team_id) SELECT id, 2000, 'boss''s', '${id(1)}' FROM agents;`;
  const managers = `INSERT INTO managers (id) VALUES ('${id(3)}'), ('${id(4)}');
    INSERT INTO person_friend VALUES ('${id(3)}', '${id(4)}'), ('${id(4)}', '${id(3)}');`;

  beforeEach(async () => {
    await db.exec(sqlOf(model));
    await db.exec(`BEGIN; ${people} ${managers} COMMIT`);
  });

  test.each([
    ['a missing value', 'managers_label_required_check', 'UPDATE agents SET label = NULL'],
    ['a value without its form', 'managers_label_pattern_check', `UPDATE agents SET label = 'it''s'`],
    ['a longer list', 'managers_tags_size_check', `UPDATE agents SET tags = '{aa,bb}'`],
    ['a list of shorter values', 'managers_tags_length_check', `UPDATE agents SET tags = '{a}'`],
    ['a value out of bounds', 'managers_salary_range_check', 'UPDATE persons SET salary = 1000'],
    ['a value that must not be', 'managers_mail_absent_check', `UPDATE persons SET mail = 'x'`],
    ['a value that is not allowed', 'managers_state_values_check', `UPDATE persons SET state = '42'`],
    ['another constant', 'managers_kind_constant_check', `UPDATE persons SET kind = 'any'`],
    ['a missing reference', 'managers_team_id_required_check', 'UPDATE persons SET team_id = NULL'],
    ['a reference to a row of another class', 'managers_team_id_reference_check', `UPDATE persons SET team_id = '${id(2)}'`],
    ['a row referred to that ceases to be of its class', 'managers_team_id_reference_check', 'DELETE FROM boards'],
    ['the loss of a reference', 'managers_team_id_required_check', 'DELETE FROM teams'],
    ['a reference to itself', 'managers_mentor_id_irreflexive_check', 'UPDATE persons SET mentor_id = id'],
    ['a list with too few', 'managers_friend_size_check', 'DELETE FROM person_friend'],
    [
      'a list with too many',
      'managers_friend_size_check',
      `INSERT INTO agents VALUES ('${id(6)}', 'y'); INSERT INTO persons (id, salary, kind, team_id) VALUES ('${id(6)}', 2000, 'boss''s', '${id(1)}');
        INSERT INTO managers VALUES ('${id(5)}'), ('${id(6)}');
        INSERT INTO person_friend SELECT friend.id, other.id FROM managers AS friend JOIN managers AS other ON friend.id <> other.id
        ON CONFLICT DO NOTHING`,
    ],
    [
      'a list that moves to another row',
      'managers_friend_size_check',
      `UPDATE person_friend SET person_id = '${id(5)}' WHERE person_id = '${id(3)}'`,
    ],
    ['a list with itself', 'managers_friend_irreflexive_check', `INSERT INTO person_friend VALUES ('${id(3)}', '${id(3)}')`],
    [
      'a list with rows of another class',
      'managers_friend_reference_check',
      `INSERT INTO person_friend VALUES ('${id(3)}', '${id(5)}')`,
    ],
    [
      'a row listed that ceases to be of its class',
      'managers_friend_reference_check',
      `DELETE FROM managers WHERE id = '${id(4)}'`,
    ],
    [
      'a row that enters the class without what it asks for',
      'managers_friend_size_check',
      `INSERT INTO managers VALUES ('${id(5)}')`,
    ],
    ['what it says beyond that', 'chiefs_salary_range_check', `INSERT INTO chiefs VALUES ('${id(3)}')`],
    [
      'a list that must be empty',
      'chiefs_friend_absent_check',
      `UPDATE persons SET salary = 5000; INSERT INTO chiefs VALUES ('${id(3)}')`,
    ],
  ])('reject %s', async (_, constraint, sql) => {
    expect(await refusal(sql)).toBe(constraint);
  });

  test('do not affect other rows of the superclass', async () => {
    expect(
      await refusal(`UPDATE persons SET salary = 0, mail = 'x', state = '42', kind = 'any', team_id = NULL, mentor_id = id WHERE id = '${id(5)}';
        UPDATE agents SET label = NULL, tags = '{a,b,c}' WHERE id = '${id(5)}';
        INSERT INTO person_friend SELECT '${id(5)}', id FROM persons`),
    ).toBeUndefined();
  });

  test('accept valid changes and the deletion of whole instances', async () => {
    expect(await refusal(`UPDATE persons SET salary = 1000.5, state = '$$'; UPDATE agents SET tags = '{aa}'`)).toBeUndefined();
    expect(await refusal(`DELETE FROM boards; DELETE FROM managers; DELETE FROM teams`)).toBeUndefined();
    expect(await refusal('DELETE FROM agents')).toBeUndefined();
  });

  test('report the row, the table, the column and the constraint', async () => {
    const error = await db.exec('UPDATE persons SET salary = 1').then(
      () => undefined,
      (cause: unknown) => cause as Record<string, unknown>,
    );
    expect(error).toMatchObject({
      code: '23514',
      message: `row ${id(3)} of table "managers" violates "managers_salary_range_check" on column "salary" of table "persons"`,
      table: 'persons',
      column: 'salary',
    });
  });

  test('work with any search path and are dropped with the schema', async () => {
    await db.exec(`ALTER ROLE CURRENT_USER RESET search_path; SET search_path = pg_catalog`);
    expect(await refusal('UPDATE public.persons SET salary = 1')).toBe('managers_salary_range_check');
    await db.exec(`RESET search_path; ${dropSchema(model)}`);
    expect(await rows(`SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`)).toEqual([]);
  });
});

test('the size of a list of references is checked at the end of the transaction', async () => {
  await create({
    post: { fields: { title: {}, tag_ids: { type: { to: 'tag' }, cardinality: 'many', minItems: 1, maxItems: 2 } } },
    tag: {},
  });
  await db.exec(`INSERT INTO tags VALUES ('${id(1)}'), ('${id(2)}'), ('${id(3)}')`);
  const post = `INSERT INTO posts VALUES ('${id(9)}', 'x')`;
  const tagged = (n: number) => `INSERT INTO post_tag SELECT '${id(9)}', id FROM tags LIMIT ${n}`;
  expect(await refusal(post)).toBe('posts_tag_size_check');
  expect(await refusal(`${post}; ${tagged(3)}`)).toBe('posts_tag_size_check');
  const atOnce = (sql: string) => `SAVEPOINT one; ${sql}; SET CONSTRAINTS ALL IMMEDIATE; RELEASE one`;
  expect(await refusal(atOnce(`${post}; ${tagged(3)}`))).toBe('posts_tag_size_check');
  expect(await refusal(atOnce(`${post}; ${tagged(2)}`))).toBeUndefined();
  expect(await refusal(`UPDATE posts SET id = '${id(8)}'; DELETE FROM post_tag`)).not.toBeUndefined();
  expect(await refusal('DELETE FROM tags')).toBe('posts_tag_size_check');
  expect(await refusal('UPDATE posts SET title = title; DELETE FROM posts')).toBeUndefined();
});

test('disjoint classes cannot share a row of their superclass', async () => {
  await create({
    agent: {},
    person: { parents: ['agent'] },
    robot: { parents: ['agent'], disjoint: ['person'] },
    cyborg: { parents: ['robot'] },
    child: { parents: ['person'] },
  });
  await db.exec(`INSERT INTO agents VALUES ('${id(1)}'), ('${id(2)}')`);
  expect(await refusal(`INSERT INTO persons VALUES ('${id(1)}'); INSERT INTO robots VALUES ('${id(2)}')`)).toBeUndefined();
  expect(await refusal(`INSERT INTO robots VALUES ('${id(1)}')`)).toBe('robots_not_persons_check');
  expect(await refusal(`UPDATE persons SET id = '${id(2)}'`)).toBe('persons_not_robots_check');
});

describe('every schema accepts a first row in every table', () => {
  const long = 'extraordinarily_'.repeat(6);
  const words = ['new', 'old', 'select', 'check', 'id', 'found', 'tg_op', 'unnest', 'item', 'items', 'pattern'];

  test.each<[string, Readonly<Record<string, ClassSpec>>]>([
    [
      'that is called as a word of SQL or of a trigger',
      Object.fromEntries(
        words.flatMap((word): [string, ClassSpec][] => [
          [
            word,
            {
              plural: word,
              fields: {
                [`${word}_name`]: { type: 'int32', cardinality: 'optional', minimum: 1 },
                lists: { cardinality: 'many', minLength: 1, patterns: [xpath('x')] },
                other_ids: { type: { to: word }, cardinality: 'many', maxItems: 2 },
                other_id: { type: { to: word }, cardinality: 'optional' },
              },
            },
          ],
          [
            `sub_${word}`,
            {
              parents: [word],
              refinements: {
                [`${word}_name`]: { cardinality: 'one', minimum: 2 },
                other_ids: { type: { to: `sub_${word}` }, cardinality: 'many', minItems: 1 },
                other_id: { type: { to: `sub_${word}` }, cardinality: 'one', irreflexive: true },
              },
            },
          ],
        ]),
      ),
    ],
    [
      'with names that are too long',
      {
        [`${long}a`]: {
          fields: Object.fromEntries(
            ['x', 'y', 'z'].map((end) => [
              `${long}${end}`,
              { cardinality: 'optional' as const, minLength: 2, maxLength: 5, patterns: [xpath('^[^z]'), xpath('[^z]')] },
            ]),
          ),
          keys: [
            [`${long}x`, `${long}y`],
            [`${long}x`, `${long}z`],
          ],
          choices: { [`${long}!`]: [`${long}x`, `${long}y`] },
        },
        [`${long}b`]: { parents: [`${long}a`], refinements: { [`${long}x`]: { minLength: 3 }, [`${long}y`]: { minLength: 4 } } },
      },
    ],
  ])('%s', async (_, classes) => {
    const model = modelFrom(classes);
    const notices: string[] = [];
    await db.exec(sqlOf(model), { onNotice: (notice) => notices.push(notice.message ?? '') });
    for (const transaction of transactions(model)) await db.exec(transaction);
    await db.exec(dropSchema(model), { onNotice: (notice) => notices.push(notice.message ?? '') });
    expect(notices).toEqual([]);
    expect(
      await rows(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace UNION ALL
      SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`),
    ).toEqual([]);
  });
});

describe('the ontology with all constraints', () => {
  let model: DomainModel;

  beforeAll(async () => {
    const file = fileURLToPath(new URL('../ontologies/constraints.ttl', import.meta.url));
    ({ model } = await buildModel(await loadOntology(file)));
  });

  const product = `INSERT INTO products (id, sku, number, tag) VALUES ('${id(1)}', 'ABC-1234', 5000, '{a,b}')`;

  beforeEach(async () => {
    await db.exec(sqlOf(model));
    await db.exec(`
      BEGIN;
      INSERT INTO parties VALUES ('${id(8)}', 'Person', 'Ann'), ('${id(9)}', 'Company', 'Acme');
      INSERT INTO people VALUES ('${id(8)}'); INSERT INTO companies VALUES ('${id(9)}');
      ${product};
      INSERT INTO orders (id, kind, status, placed_at, ordered_by_id)
        VALUES ('${id(3)}', 'CompanyOrder', 'Placed', now(), '${id(9)}');
      INSERT INTO order_items VALUES ('${id(3)}', '${id(1)}');
      INSERT INTO company_orders VALUES ('${id(3)}');
      COMMIT`);
  });

  test('supplies defaults and constants', async () => {
    expect(await rows('SELECT catalogue, colour, available, weight FROM products')).toEqual([
      { catalogue: 'main', colour: 'red', available: true, weight: null },
    ]);
    await db.exec(
      `BEGIN; UPDATE products SET kind = 'DigitalProduct', colour = 'blue', discount = 0, grade = 2;
        INSERT INTO digital_products VALUES ('${id(1)}'); COMMIT`,
    );
    expect(await rows('SELECT format, channel FROM digital_products')).toEqual([{ format: 'pdf', channel: ['web'] }]);
  });

  test.each([
    ['idx_products_sku', `${product.replace(id(1), id(2))}`],
    ['products_sku_pattern_check', `UPDATE products SET sku = 'abc-1234'`],
    ['idx_products_catalogue_number', product.replace(id(1), id(2)).replace('1234', '1235')],
    ['products_number_check', 'UPDATE products SET number = 0'],
    ['products_discount_check', 'UPDATE products SET discount = 100.01'],
    ['products_size_check', `UPDATE products SET size = 'XXL'`],
    ['products_rating_check', 'UPDATE products SET rating = 0'],
    ['products_rating_check', 'UPDATE products SET rating = 5.5'],
    ['products_grade_values_check', 'UPDATE products SET grade = 4'],
    ['products_released_check', `UPDATE products SET released = '"May"'`],
    ['products_weight_check', `UPDATE products SET weight = '1.5'`],
    ['products_made_by_choice_check', `UPDATE products SET made_by_person_id = '${id(8)}', made_by_company_id = '${id(9)}'`],
    ['products_replaces_id_irreflexive_check', 'UPDATE products SET replaces_id = id'],
    ['products_catalogue_length_check', `UPDATE products SET catalogue = 'm'`],
    ['products_tag_check', `UPDATE products SET tag = '{}'`],
    ['products_tag_pattern_check', `UPDATE products SET tag = '{A}'`],
    ['products_tag_length_check', `UPDATE products SET tag = ARRAY[repeat('a', 21)]`],
    ['products_colour_check', `UPDATE products SET colour = 'Red'`],
    ['products_introduced_check', `UPDATE products SET introduced = '1999-12-31'`],
    ['products_checked_at_check', `UPDATE products SET checked_at = '2020-01-01T00:00:00+01:00'`],
    ['products_discount_required_in_digital_products_check', `UPDATE products SET kind = 'DigitalProduct', colour = 'blue'`],
    [
      'products_grade_values_in_digital_products_check',
      `UPDATE products SET kind = 'DigitalProduct', colour = 'blue', discount = 1, grade = 1`,
    ],
    ['digital_products_id_kind_fkey', `INSERT INTO digital_products VALUES ('${id(1)}')`],
    ['check_products_kind', `UPDATE products SET kind = 'DigitalProduct', colour = 'blue', discount = 1`],
    ['people_id_kind_fkey', `INSERT INTO people VALUES ('${id(9)}')`],
    ['people_kind_check', `INSERT INTO people VALUES ('${id(9)}', 'Company')`],
    ['parties_kind_check', `UPDATE parties SET kind = 'Robot' WHERE id = '${id(9)}'`],
    ['people_id_kind_fkey', `UPDATE parties SET kind = 'Company' WHERE id = '${id(8)}'`],
    ['keep_people', `DELETE FROM people`],
    ['keep_company_orders', `DELETE FROM company_orders`],
    ['orders_item_size_check', 'DELETE FROM order_items'],
    ['orders_status_check', `UPDATE orders SET status = 'draft'`],
    ['orders_status_values_in_company_orders_check', `UPDATE orders SET status = 'Draft'`],
    ['orders_ordered_by_id_in_company_orders_fkey', `UPDATE orders SET ordered_by_id = '${id(8)}'`],
    ['orders_reference_pattern_check', `UPDATE orders SET reference = 'urn:order:x'`],
  ])('%s', async (constraint, sql) => {
    expect(await refusal(sql)).toBe(constraint);
  });
});
