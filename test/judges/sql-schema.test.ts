import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DomainModel, policiesOf, type ScalarKind } from '../../src/model/index.ts';
import { dropSchema, sqlSchema } from '../../src/targets/sql-schema/index.ts';
import { planSchema } from '../../src/targets/sql-schema/schema.ts';
import { affordableNames, halfOfVocabularies, judgedOntologies, modelOf, modelOfTurtle } from '../support/ontologies.ts';
import { createDatabase } from '../support/pglite.ts';
import { transactions } from '../support/sample-rows.ts';
import { type ClassSpec, modelFrom } from '../support/sql-models.ts';

let db: PGlite;

beforeAll(async () => {
  // The largest vocabulary has more tables and indexes than one transaction may lock by default.
  const startParams = [...PGlite.defaultStartParams, '-c', 'max_locks_per_transaction=2048'];
  db = await createDatabase({ startParams });
});

afterAll(() => db.close());

beforeEach(() => db.exec('ROLLBACK; DROP SCHEMA public CASCADE; CREATE SCHEMA public'));

/** Runs statements and returns the notices of PostgreSQL, for example about truncated names. */
async function exec(sql: string): Promise<string[]> {
  const notices: string[] = [];
  await db.exec(sql, { onNotice: (notice) => notices.push(notice.message ?? '') });
  return notices;
}

function sqlOf(model: DomainModel): string {
  return sqlSchema.generate(model)[0]?.content ?? '';
}

async function rows<T>(sql: string): Promise<T[]> {
  return (await db.query<T>(sql)).rows;
}

/** Returns the SQLSTATE with which a statement fails; undefined if it succeeds. */
async function failure(sql: string): Promise<string | undefined> {
  try {
    await db.exec(sql);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

/** Inserts two instances of every class: one with only the required values, one with all values. */
async function fillTables(model: DomainModel): Promise<void> {
  for (const transaction of transactions(model)) await db.exec(transaction);
}

const objectsSql = `
  SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
  UNION ALL SELECT typname FROM pg_type WHERE typnamespace = 'public'::regnamespace
  UNION ALL SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`;

/** Expects the comment of each table and column to begin with the description in the model. */
async function expectDocumentation(model: DomainModel): Promise<void> {
  const stored = await rows<{ of: string; text: string }>(`
    SELECT concat_ws('.', relname, attname) AS of, description AS text
    FROM pg_description JOIN pg_class ON pg_class.oid = objoid AND classoid = 'pg_class'::regclass
      LEFT JOIN pg_attribute ON attrelid = objoid AND attnum = objsubid AND objsubid > 0
    WHERE relnamespace = 'public'::regnamespace`);
  const byName = new Map(stored.map(({ of, text }) => [of, text]));
  for (const { name: table, of, columns } of planSchema(model).groups.flat()) {
    const elements = [[table, of] as const, ...columns.map(({ name, field }) => [`${table}.${name}`, field] as const)];
    for (const [name, element] of elements) {
      if (element?.doc !== undefined) expect(`${byName.get(name)}\n`.startsWith(`${element.doc}\n`), name).toBe(true);
    }
  }
}

/** Expects an index for every foreign key, and no duplicate indexes. */
async function expectIndexes(): Promise<void> {
  const unindexed = await rows(`
    SELECT conrelid::regclass, conname FROM pg_constraint
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = conrelid AND indkey[0] = conkey[1])`);
  expect(unindexed).toEqual([]);
  const twice = await rows(`
    SELECT one.indexrelid::regclass AS one, other.indexrelid::regclass AS other
    FROM pg_index AS one JOIN pg_index AS other USING (indrelid, indkey) WHERE one.indexrelid < other.indexrelid`);
  expect(twice).toEqual([]);
}

describe('the blog', () => {
  const alice = '00000000-0000-4000-8000-00000000000a';
  const post = '00000000-0000-4000-8000-00000000000b';

  beforeEach(async () => {
    await exec(sqlOf(await modelOf('blog-evolved')));
    await exec(`
      INSERT INTO users (id, email, name) VALUES ('${alice}', 'alice@example.org', 'Alice');
      INSERT INTO posts (id, title, content, author_id) VALUES ('${post}', 'Hello', '# Hello', '${alice}');
      INSERT INTO comments (text, post_id, author_id) VALUES ('Nice', '${post}', '${alice}')`);
  });

  test('generates identifiers, times and counts', async () => {
    expect(
      await rows(`
        SELECT comments.id <> posts.id AS fresh, created_at BETWEEN now() - INTERVAL '1 minute' AND now() AS timed, upvotes
        FROM comments, posts`),
    ).toEqual([{ fresh: true, timed: true, upvotes: 0 }]);
  });

  test.each([
    ['a second account with the same address', '23505', `INSERT INTO users (email, name) VALUES ('alice@example.org', 'Al')`],
    ['a post without a title', '23502', `INSERT INTO posts (content, author_id) VALUES ('x', '${alice}')`],
    ['a post of nobody', '23502', `INSERT INTO posts (title, content) VALUES ('x', 'x')`],
    ['a post of an unknown author', '23503', `INSERT INTO posts (title, content, author_id) VALUES ('x', 'x', '${post}')`],
    ['a name of 256 characters', '22001', `INSERT INTO users (email, name) VALUES ('b@example.org', repeat('x', 256))`],
    ['a title of 501 characters', '22001', `UPDATE posts SET title = repeat('x', 501)`],
    ['a comment whose time is unknown', '23502', 'UPDATE comments SET created_at = NULL'],
    ['a comment whose votes are unknown', '23502', 'UPDATE comments SET upvotes = NULL'],
  ])('rejects %s', async (_, code, sql) => {
    expect(await failure(sql)).toBe(code);
  });

  test('deletes the rows that refer to a deleted row', async () => {
    await exec(`DELETE FROM users WHERE id = '${alice}'`);
    expect(await rows('SELECT id FROM posts UNION ALL SELECT id FROM comments')).toEqual([]);
  });

  test('has the columns of the specification', async () => {
    const columns = await rows<Record<string, string>>(`
      SELECT table_name || '.' || column_name AS of, is_nullable, column_default,
        data_type || COALESCE('(' || character_maximum_length || ')', '') AS type
      FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`);
    expect(columns.map((c) => [c['of'], c['type'], c['is_nullable'], c['column_default']])).toEqual([
      ['comments.id', 'uuid', 'NO', 'gen_random_uuid()'],
      ['comments.text', 'text', 'NO', null],
      ['comments.created_at', 'timestamp with time zone', 'NO', 'now()'],
      ['comments.upvotes', 'integer', 'NO', '0'],
      ['comments.post_id', 'uuid', 'NO', null],
      ['comments.author_id', 'uuid', 'NO', null],
      ['posts.id', 'uuid', 'NO', 'gen_random_uuid()'],
      ['posts.title', 'character varying(500)', 'NO', null],
      ['posts.content', 'text', 'NO', null],
      ['posts.published_at', 'timestamp with time zone', 'NO', 'now()'],
      ['posts.author_id', 'uuid', 'NO', null],
      ['users.id', 'uuid', 'NO', 'gen_random_uuid()'],
      ['users.email', 'character varying(255)', 'NO', null],
      ['users.name', 'character varying(255)', 'NO', null],
      ['users.joined_at', 'timestamp with time zone', 'NO', 'now()'],
    ]);
  });

  test('has the keys and indexes of the specification', async () => {
    const indexes = await rows<{ def: string }>(`
      SELECT regexp_replace(indexdef, ' ON public\\.(\\w+) USING btree', ' ON \\1') AS def
      FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname`);
    expect(indexes.map(({ def }) => def)).toEqual([
      'CREATE UNIQUE INDEX comments_pkey ON comments (id)',
      'CREATE INDEX idx_comments_author ON comments (author_id)',
      'CREATE INDEX idx_comments_post ON comments (post_id)',
      'CREATE INDEX idx_posts_author ON posts (author_id)',
      'CREATE INDEX idx_posts_published_at ON posts (published_at DESC)',
      'CREATE UNIQUE INDEX idx_users_email ON users (email)',
      'CREATE UNIQUE INDEX posts_pkey ON posts (id)',
      'CREATE UNIQUE INDEX users_pkey ON users (id)',
    ]);
    const keys = await rows<{ def: string }>(`
      SELECT conrelid::regclass || ': ' || pg_get_constraintdef(oid) AS def FROM pg_constraint
      WHERE contype IN ('f', 'u') AND connamespace = 'public'::regnamespace ORDER BY 1`);
    expect(keys.map(({ def }) => def)).toEqual([
      'comments: FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE',
      'comments: FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE',
      'posts: FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE',
      'users: UNIQUE (email)',
    ]);
  });
});

describe('values', () => {
  const kinds: readonly ScalarKind[] = [
    ...(['string', 'iri', 'boolean', 'float32', 'float64', 'decimal', 'dateTime', 'date', 'time', 'duration'] as const),
    ...(['base64', 'hex', 'gYear', 'gYearMonth', 'gMonthDay', 'gDay', 'gMonth'] as const),
    ...(['int8', 'int16', 'int32', 'int64', 'int64Text', 'uint8', 'uint16', 'uint32', 'uint64', 'uint64Text'] as const),
  ];
  const columns = modelFrom({
    thing: {
      fields: Object.fromEntries(
        kinds.flatMap((type) => [
          [`one_${type.toLowerCase()}`, { type }],
          [`some_${type.toLowerCase()}`, { type, cardinality: 'optional' as const }],
          [`all_${type.toLowerCase()}`, { type, cardinality: 'many' as const, maxItems: 2 }],
        ]),
      ),
    },
  });
  const model = { ...columns, policies: policiesOf({ storage: 'strict' }) };

  beforeEach(async () => {
    await exec(sqlOf(model));
    await fillTables(model);
  });

  test.each([
    ['int8', ['-128', '127'], ['-129', '128']],
    ['int16', ['-32768', '32767'], ['-32769', '32768']],
    ['int32', ['-2147483648', '2147483647'], ['-2147483649', '2147483648']],
    ['int64', ['-9007199254740991', '9007199254740991'], ['-9007199254740992', '9007199254740992']],
    ['int64Text', ['-9223372036854775808', '9223372036854775807'], ['-9223372036854775809', '9223372036854775808']],
    ['uint8', ['0', '255'], ['-1', '256']],
    ['uint16', ['0', '65535'], ['-1', '65536']],
    ['uint32', ['0', '4294967295'], ['-1', '4294967296']],
    ['uint64', ['0', '9007199254740991'], ['-1', '9007199254740992']],
    ['uint64Text', ['0', '18446744073709551615'], ['-1', '18446744073709551616']],
  ])('of %s must be within its range', async (name, within, beyond) => {
    const kind = name.toLowerCase();
    for (const value of within) {
      expect(await failure(`UPDATE things SET one_${kind} = ${value}, all_${kind} = ARRAY[${value}]`)).toBeUndefined();
    }
    for (const value of beyond) {
      expect(await failure(`UPDATE things SET one_${kind} = ${value}`)).toMatch(/^(23514|22003)$/);
      expect(await failure(`UPDATE things SET all_${kind} = ARRAY[${value}]`)).toMatch(/^(23514|22003)$/);
    }
  });

  test.each([
    ['gyear', ['2024', '0044', '2024Z', '2024-14:00'], ['24', '02024', '2024-05', 'x', '-0044', '12024', '0000', '2024+14:01']],
    ['gyearmonth', ['2024-05', '2024-12+02:00'], ['2024-13', '2024', '2024-05-17']],
    ['gmonthday', ['--05-17', '--02-29'], ['05-17', '--05-32', '--02-30', '--04-31']],
    ['gday', ['---31'], ['--31', '---32']],
    ['gmonth', ['--05'], ['---05', '--13', '--05\n']],
    ['duration', ['P1Y2M3DT4H5M6S', 'PT0.5S', 'P0D', 'P14M', 'P-1DT-2H'], ['P1X', 'x', 'infinity']],
    ['time', ['08:30:00', '08:30:00.123456', '23:59:59.999999'], ['25:00:00', '24:00:00']],
    ['date', ['0001-01-01', '9999-12-31'], ['0001-01-01 BC', '10000-01-01', 'infinity']],
    ['decimal', ['1234567890123456789012345678', '-0.5'], ['12345678901234567890123456789', 'NaN', 'Infinity']],
    ['float64', ['1.7976931348623157e308', '-1e-300'], ['NaN', 'Infinity', '-Infinity']],
    ['float32', ['3.4028235e38'], ['NaN', 'Infinity', '-Infinity']],
    ['iri', ['urn:x', '/a?b#c', ''], ['a b', '<x>', 'a|b']],
    [
      'datetime',
      ['2024-05-17T08:30:00Z', '2024-05-17T08:30:00.123456-05:00'],
      ['2024-05-32T08:30:00Z', 'infinity', '10000-01-01T00:00:00Z'],
    ],
  ])('of %s must have its lexical form', async (kind, valid, invalid) => {
    for (const value of valid) expect(await failure(`UPDATE things SET one_${kind} = '${value}'`)).toBeUndefined();
    for (const value of invalid) expect(await failure(`UPDATE things SET one_${kind} = '${value}'`)).toMatch(/^(23514|22\w+)$/);
  });

  test.each(kinds)('of a list of %s cannot be null, nested or more than allowed', async (kind) => {
    const list = `all_${kind.toLowerCase()}`;
    const one = `one_${kind.toLowerCase()}`;
    expect(await failure(`UPDATE things SET ${list} = '{}'`)).toBeUndefined();
    expect(await failure(`UPDATE things SET ${list} = ARRAY[${one}, ${one}]`)).toBeUndefined();
    expect(await failure(`UPDATE things SET ${list} = NULL`)).toBe('23502');
    expect(await failure(`UPDATE things SET ${list} = '{NULL}'`)).toBe('23514');
    expect(await failure(`UPDATE things SET ${list} = ARRAY[${one}, ${one}, ${one}]`)).toBe('23514');
    expect(await failure(`UPDATE things SET ${list} = ARRAY[ARRAY[${one}]]`)).toBe('0A000');
  });
});

describe('times', () => {
  test('of the last update are set whenever a row changes, also a row of a subclass', async () => {
    const { model } = await modelOfTurtle(`
      :Page a owl:Class . :Post a owl:Class ; rdfs:subClassOf :Page .
      :updatedAt a owl:DatatypeProperty ; rdfs:domain :Page ; rdfs:range xsd:dateTime .
      :createdAt a owl:DatatypeProperty ; rdfs:domain :Page ; rdfs:range xsd:dateTime .
      :title a owl:DatatypeProperty ; rdfs:domain :Post ; rdfs:range xsd:string .`);
    await exec(sqlOf(model));
    const past = '2020-01-01T00:00:00Z';
    await exec(`
      BEGIN;
      INSERT INTO pages (kind, created_at, updated_at) VALUES ('Post', '${past}', '${past}');
      INSERT INTO posts (id, title) SELECT id, 'x' FROM pages;
      COMMIT`);
    const years = async () =>
      (
        await rows<{ created: number; updated: number }>(
          'SELECT extract(year FROM created_at)::int AS created, extract(year FROM updated_at)::int AS updated FROM pages',
        )
      )[0];
    expect(await years()).toEqual({ created: 2020, updated: 2020 });
    await exec(`UPDATE posts SET title = 'y'`);
    expect(await years()).toEqual({ created: 2020, updated: new Date().getUTCFullYear() });
    await exec(`UPDATE pages SET updated_at = '${past}'`);
    expect((await years())?.updated).toBe(new Date().getUTCFullYear());
  });
});

describe('names', () => {
  test('every keyword of PostgreSQL can be the name of a table and of a column', async () => {
    const words = (await rows<{ word: string }>('SELECT word FROM pg_get_keywords()')).map(({ word }) => word);
    const fields = Object.fromEntries(words.map((word) => [word, { type: 'int32' as const, minimum: 0, doc: `About ${word}.` }]));
    const tables = words.map((word, index): [string, ClassSpec] => [
      `a_${word}`,
      {
        plural: word,
        doc: `About ${word}.`,
        // Pairs: a chain would inherit the columns of all earlier tables.
        parents: index % 2 === 1 ? [`a_${words[index - 1]}`] : [],
        fields: { [word]: {} },
      },
    ]);
    const model = modelFrom({ word: { fields }, ...Object.fromEntries(tables) });
    expect(await exec(sqlOf(model))).toEqual([]);
    await fillTables(model);
    expect(await exec(dropSchema(model))).toEqual([]);
    expect(await rows(objectsSql)).toEqual([]);
  });

  test('system names and names that are too long get unique replacements', async () => {
    const long = 'extraordinarily_'.repeat(6);
    const system = ['tableoid', 'xmin', 'xmin_', 'cmin', 'xmax', 'cmax', 'ctid', 'oid'];
    const fields = Object.fromEntries(
      [...system, `${long}a`, `${long}b`].map((name) => [name, { type: 'uint8' as const, unique: true, doc: name }]),
    );
    const model = modelFrom({
      [`${long}a`]: { fields: { [`${long}c_id`]: { type: { to: `${long}b` } }, ...fields } },
      [`${long}b`]: {
        fields: { [`${long}d_id`]: { type: { to: `${long}a` } }, [`${long}ids`]: { type: { to: 'x' }, cardinality: 'many' } },
      },
      x: { plural: 'pg_class', fields },
      y: { plural: 'pg_class_pkey', parents: ['x', `${long}a`] },
    });
    expect(await exec(sqlOf(model))).toEqual([]);
    await fillTables(model);
    expect(await exec(dropSchema(model))).toEqual([]);
    expect(await rows(objectsSql)).toEqual([]);
  });
});

describe('cycles of required references', () => {
  const model = modelFrom({
    team: { fields: { leader_id: { type: { to: 'manager' } } } },
    person: { fields: { team_id: { type: { to: 'team' } }, mentor_id: { type: { to: 'person' } } } },
    manager: { parents: ['person'], fields: { deputy_id: { type: { to: 'manager' }, cardinality: 'optional' } } },
  });

  beforeEach(async () => {
    await exec(sqlOf(model));
    await fillTables(model);
  });

  test('are still checked, at the end of the transaction', async () => {
    const id = '00000000-0000-4000-8000-00000000000f';
    expect(await failure(`BEGIN; INSERT INTO teams VALUES ('${id}', '${id}'); COMMIT`)).toBe('23503');
    expect(await rows(`SELECT id FROM teams WHERE id = '${id}'`)).toEqual([]);
  });

  test('are dropped and created again', async () => {
    expect(await exec(dropSchema(model))).toEqual([]);
    expect(await rows(objectsSql)).toEqual([]);
    expect(await exec(sqlOf(model))).toEqual([]);
    await fillTables(model);
  });

  test('are deleted as a whole', async () => {
    await exec('DELETE FROM teams');
    expect(await rows('SELECT id FROM persons UNION ALL SELECT id FROM managers')).toEqual([]);
  });
});

// Last, because dropped tables of many classes slow down the catalogue. Parts of schema.org stand for it: all of it takes minutes. `postgres/drift` tests the other ontologies.
describe.each(affordableNames(halfOfVocabularies(judgedOntologies, 0)))('%s', (ontology) => {
  test('PostgreSQL accepts the schema, a first row in every table, and the removal of the schema', async () => {
    const model = await modelOf(ontology);
    expect(await exec(sqlOf(model))).toEqual([]);

    const joins = model.classes.flatMap((cls) =>
      cls.fields.filter((f) => f.type.kind === 'reference' && f.cardinality === 'many'),
    );
    const tables = await rows(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
    expect(tables).toHaveLength(model.classes.length + joins.length);
    await expectDocumentation(model);
    await expectIndexes();
    await fillTables(model);

    expect(await exec(dropSchema(model))).toEqual([]);
    expect(await rows(objectsSql)).toEqual([]);
  });
});
