import { describe, expect, test } from 'vitest';
import { NameScope } from '../text/index.ts';
import { claimRelation, cut, identifier, literal } from './identifiers.ts';
import { dropSchema, sqlSchema } from './index.ts';
import { creationOrder } from './order.ts';
import { type ClassSpec, modelFrom } from './test-models.ts';

function sqlOf(classes: Record<string, ClassSpec>): string {
  return sqlSchema.generate(modelFrom(classes))[0]?.content ?? '';
}

describe('tables', () => {
  test('columns, keys, indexes and comments follow the specification', () => {
    const model = modelFrom(
      {
        post: {
          doc: "A writer's post.",
          fields: {
            title: { doc: 'Headline.' },
            content: {},
            published_at: { type: 'dateTime', generated: 'now' },
            edited_at: { type: 'dateTime', cardinality: 'optional' },
            likes: { type: 'int32', generated: 'zero', minimum: 0 },
            tags: { cardinality: 'many', maxItems: 5 },
            author_id: { type: { to: 'user' } },
            editor_id: { type: { to: 'user' }, cardinality: 'optional', doc: 'Who has read it.' },
          },
        },
        user: { fields: { email: { unique: true }, name: {} } },
      },
      'blog',
    );
    expect(sqlSchema.generate(model)).toEqual([
      {
        path: '001_create_blog_schema.sql',
        content: `\
CREATE TABLE users (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    email VARCHAR(255) NOT NULL CONSTRAINT idx_users_email UNIQUE,
    name VARCHAR(255) NOT NULL
);

CREATE TABLE posts (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    title VARCHAR(500) NOT NULL,
    content TEXT NOT NULL,
    published_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    edited_at TIMESTAMPTZ,
    likes INTEGER NOT NULL DEFAULT 0 CHECK (likes >= 0),
    tags TEXT[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 5 AND array_position(tags, NULL) IS NULL),
    author_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    editor_id UUID REFERENCES users (id) ON DELETE SET NULL
);

CREATE INDEX idx_posts_published_at ON posts (published_at DESC);
CREATE INDEX idx_posts_author ON posts (author_id);
CREATE INDEX idx_posts_editor ON posts (editor_id);

COMMENT ON TABLE posts IS 'A writer''s post.';
COMMENT ON COLUMN posts.title IS 'Headline.';
COMMENT ON COLUMN posts.editor_id IS 'Who has read it.';
`,
      },
    ]);
  });

  test('a subclass shares the key of its parents', () => {
    const sql = sqlOf({
      agent: {},
      person: { parents: ['agent'] },
      robot: { parents: ['agent'] },
      cyborg: { parents: ['person', 'robot'] },
    });
    expect(sql).toContain(`\
CREATE TABLE persons (
    id UUID PRIMARY KEY REFERENCES agents (id) ON DELETE CASCADE
);
`);
    expect(sql).toContain(`\
CREATE TABLE cyborgs (
    id UUID PRIMARY KEY,
    FOREIGN KEY (id) REFERENCES persons (id) ON DELETE CASCADE,
    FOREIGN KEY (id) REFERENCES robots (id) ON DELETE CASCADE
);
`);
  });

  test('a list of references is a table of pairs, also of a class with itself', () => {
    const sql = sqlOf({
      person: { fields: { person_ids: { type: { to: 'person' }, cardinality: 'many', doc: 'Acquaintances.' } } },
    });
    expect(sql).toContain(`\
CREATE TABLE person_person (
    person_id UUID NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
    related_person_id UUID NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
    PRIMARY KEY (person_id, related_person_id)
);

CREATE INDEX idx_person_person_related_person ON person_person (related_person_id);

COMMENT ON TABLE person_person IS 'Acquaintances.';
`);
  });

  test('a pair may be all that its second half is in', () => {
    const sql = sqlOf({
      team: { fields: { member_ids: { type: { to: 'person' }, cardinality: 'many', unique: true } } },
      person: { fields: { nicknames: { cardinality: 'many', unique: true } } },
    });
    expect(sql).toContain(
      '    member_id UUID NOT NULL CONSTRAINT idx_team_member_member UNIQUE REFERENCES persons (id) ON DELETE CASCADE,\n',
    );
    expect(sql.match(/UNIQUE|CREATE INDEX/g)).toEqual(['UNIQUE']);
  });

  test('a cycle is closed at the end, and checked late only where every reference is required', () => {
    const cycle = (cardinality: 'one' | 'optional') =>
      sqlOf({
        team: { fields: { leader_id: { type: { to: 'person' }, cardinality } } },
        person: { fields: { team_id: { type: { to: 'team' } } } },
      });
    expect(cycle('optional')).toContain(`\
-- References within cycles, to tables that did not exist yet.

ALTER TABLE teams
    ADD CONSTRAINT teams_leader_id_fkey FOREIGN KEY (leader_id)
    REFERENCES persons (id) ON DELETE SET NULL;
`);
    expect(cycle('one').match(/^.*DEFERRABLE.*$/gm)).toEqual([
      '    REFERENCES persons (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;',
    ]);
  });

  test('kinds without a type of their own are bounded', () => {
    const sql = sqlOf({
      reading: {
        fields: {
          level: { type: 'uint8' },
          offset: { type: 'int8', cardinality: 'optional', minimum: 1 },
          total: { type: 'uint64' },
          levels: { type: 'uint8', cardinality: 'many', minItems: 1, maxItems: 3 },
          month: { type: 'gMonth' },
        },
      },
    });
    expect(sql).toContain(`\
    level SMALLINT NOT NULL CHECK (level BETWEEN 0 AND 255),
    "offset" SMALLINT CHECK ("offset" BETWEEN 1 AND 127),
    total NUMERIC(20) NOT NULL CHECK (total BETWEEN 0 AND 18446744073709551615),
    levels SMALLINT[] NOT NULL CHECK (cardinality(levels) BETWEEN 1 AND 3 AND 0 <= ALL (levels) AND 255 >= ALL (levels) AND array_position(levels, NULL) IS NULL),
    month TEXT NOT NULL CHECK (month ~ '^--(0[1-9]|1[0-2])(Z|[+-][0-9]{2}:[0-9]{2})?$')
`);
  });
});

describe('names', () => {
  test('reserved words are quoted, others are not', () => {
    expect(['user', 'left', 'values', 'users'].map(identifier)).toEqual(['"user"', '"left"', 'values', 'users']);
  });

  test('long names are cut to 63 bytes and stay distinct', () => {
    const long = 'a'.repeat(70);
    expect(cut(long)).toMatch(/^a{54}_[0-9a-f]{8}$/);
    expect(cut(long)).not.toBe(cut(`${long}a`));
    expect(cut('a'.repeat(63))).toBe('a'.repeat(63));
  });

  test('names that PostgreSQL takes itself are left to it', () => {
    const scope = new NameScope();
    const names = ['pg_tables', 'users_pkey', 'users', 'users'].map((name) => claimRelation(scope, name));
    expect(names).toEqual(['pg_tables_', 'users_pkey_', 'users', 'users_2']);
    expect(sqlOf({ box: { fields: { xmin: { type: 'float64' } } } })).toContain('    xmin_ DOUBLE PRECISION NOT NULL\n');
  });

  test('two columns that would share an index name do not', () => {
    const sql = sqlOf({ post: { fields: { author: { unique: true }, author_id: { type: { to: 'post' } } } } });
    expect(sql).toContain('CONSTRAINT idx_posts_author UNIQUE');
    expect(sql).toContain('CREATE INDEX idx_posts_author_id ON posts (author_id);');
  });
});

test('text cannot leave its literal', () => {
  expect(literal("it's -- '; DROP TABLE users; /*")).toBe("'it''s -- ''; DROP TABLE users; /*'");
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Flyway's placeholders look like JavaScript's.
  expect(literal("C:\\x\n-- 'y' ${z}")).toBe("E'C:\\\\x\\n-- ''y'' \\x24{z}'");
});

test('tables are dropped in reverse, those of a cycle together', () => {
  const model = modelFrom({
    team: { fields: { leader_id: { type: { to: 'person' } }, tag_ids: { type: { to: 'tag' }, cardinality: 'many' } } },
    person: { fields: { team_id: { type: { to: 'team' } } } },
    tag: {},
  });
  expect(dropSchema(model)).toBe(`\
DROP TABLE IF EXISTS team_tag;
DROP TABLE IF EXISTS tags;
DROP TABLE IF EXISTS
    persons,
    teams;
`);
});

test('ten thousand classes in one chain are ordered', () => {
  const classes = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, n): [string, ClassSpec] => [
      `c${n}`,
      n < 9_999 ? { fields: { next_id: { type: { to: `c${n + 1}` } } } } : {},
    ]),
  );
  const order = creationOrder(modelFrom(classes).classes).flat();
  expect(order.map((cls) => cls.slug).slice(0, 2)).toEqual(['c9999', 'c9998']);
});
