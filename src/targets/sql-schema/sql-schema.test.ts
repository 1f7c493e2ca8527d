import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { type ClassSpec, enumerationOf, modelFrom } from '../../../test/support/sql-models.ts';
import { type Constraint, type Demand, type DomainClass, demandOf, type Field, type Key, policiesOf } from '../../model/index.ts';
import type { Support } from '../target.ts';
import { NameScope } from '../text/index.ts';
import { claimConstraint, claimRelation, identifier, literal, shortenName } from './identifiers.ts';
import { dropSchema, sqlSchema } from './index.ts';
import { creationOrder } from './order.ts';

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
            title: { doc: 'Headline.', maxLength: 500 },
            content: {},
            published_at: { type: 'dateTime', generated: 'now' },
            edited_at: { type: 'dateTime', cardinality: 'optional' },
            likes: { type: 'int32', generated: 'zero', minimum: 0 },
            tags: { cardinality: 'many', maxItems: 5 },
            author_id: { type: { to: 'user' } },
            editor_id: { type: { to: 'user' }, cardinality: 'optional', doc: 'Who has read it.' },
          },
        },
        user: { fields: { email: { unique: true, maxLength: 255 }, name: { maxLength: 255 } } },
      },
      'blog',
    );
    const files = sqlSchema.generate(model).map(({ path, content }) => ({ path, content }));
    expect(files).toEqual([
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
    CONSTRAINT cyborgs_id_fkey1 FOREIGN KEY (id) REFERENCES robots (id) ON DELETE CASCADE
);
`);
  });

  test('a list of references is a join table, also for references to the same class', () => {
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

  test('a unique list of references allows each target in one pair only', () => {
    const sql = sqlOf({
      team: { fields: { member_ids: { type: { to: 'person' }, cardinality: 'many', unique: true } } },
      person: { fields: { nicknames: { cardinality: 'many', unique: true } } },
    });
    expect(sql).toContain(
      '    member_id UUID NOT NULL CONSTRAINT idx_team_member_member UNIQUE REFERENCES persons (id) ON DELETE CASCADE,\n',
    );
    expect(sql.match(/UNIQUE|CREATE INDEX/g)).toEqual(['UNIQUE']);
  });

  test('the foreign key that closes a cycle is added last, and is deferred only if every reference is required', () => {
    const cycle = (cardinality: 'one' | 'optional') =>
      sqlOf({
        team: { fields: { leader_id: { type: { to: 'person' }, cardinality } } },
        person: { fields: { team_id: { type: { to: 'team' } } } },
      });
    expect(cycle('optional')).toContain(`\
-- Foreign keys that refer to tables created later.

ALTER TABLE teams
    ADD CONSTRAINT teams_leader_id_fkey FOREIGN KEY (leader_id)
    REFERENCES persons (id) ON DELETE SET NULL;
`);
    expect(cycle('one').match(/^.*DEFERRABLE.*$/gm)).toEqual([
      '    REFERENCES persons (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;',
    ]);
  });

  const wide = {
    count: { type: 'uint32' },
    serial: { type: 'int64' },
    amount: { type: 'decimal' },
    size: { type: 'float64' },
    seen: { type: 'dateTime', cardinality: 'optional' },
    born: { type: 'date' },
    page: { type: 'iri' },
  } as const;

  test('columns check what the ontology states', () => {
    expect(sqlOf({ reading: { fields: wide } })).toContain(`\
    count BIGINT NOT NULL CHECK (count >= 0),
    serial BIGINT NOT NULL,
    amount NUMERIC NOT NULL,
    size DOUBLE PRECISION NOT NULL,
    seen TIMESTAMPTZ,
    born DATE NOT NULL,
    page TEXT NOT NULL
`);
  });

  test('the policy storage=strict also keeps values within the range of other languages', () => {
    const model = modelFrom({ reading: { fields: wide } });
    const [file] = sqlSchema.generate({ ...model, policies: policiesOf({ storage: 'strict' }) });
    const checked = [...(file?.content ?? '').matchAll(/^ {4}(\w+) \w.* CHECK /gm)].map(([, column]) => column);
    expect(checked).toEqual(Object.keys(wide));
  });

  test('kinds without their own column type have a range check', () => {
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
    total BIGINT NOT NULL CHECK (total >= 0),
    levels SMALLINT[] NOT NULL CHECK (cardinality(levels) BETWEEN 1 AND 3 AND 0 <= ALL (levels) AND 255 >= ALL (levels) AND array_position(levels, NULL) IS NULL),
    month TEXT NOT NULL CHECK (month ~ '^--(0[1-9]|1[0-2])(Z|[+-](0[1-9]|1[0-3]):[0-5][0-9]|[+-]00:(0[1-9]|[1-5][0-9])|[+-]14:00)?$')
`);
  });
});

describe('names', () => {
  test('reserved words are quoted, others are not', () => {
    expect(['user', 'left', 'values', 'users'].map(identifier)).toEqual(['"user"', '"left"', 'values', 'users']);
  });

  test('long names are cut to 63 bytes and stay distinct', () => {
    const long = 'a'.repeat(70);
    expect(shortenName(long)).toMatch(/^a{54}_[0-9a-f]{8}$/);
    expect(shortenName(long)).not.toBe(shortenName(`${long}a`));
    expect(shortenName('a'.repeat(63))).toBe('a'.repeat(63));
  });

  test('names that PostgreSQL uses itself are avoided', () => {
    const scope = new NameScope();
    const names = ['pg_tables', 'users_pkey', 'users', 'users'].map((name) => claimRelation(scope, name));
    expect(names).toEqual(['pg_tables_', 'users_pkey_', 'users', 'users_2']);
    expect(sqlOf({ box: { fields: { xmin: { type: 'int16' } } } })).toContain('    xmin_ SMALLINT NOT NULL\n');
  });

  test('column constraints keep their names, and a constraint named later gets another name', () => {
    const names = new NameScope();
    expect(['boxes_a', 'boxes_a_size'].map((stem) => claimConstraint(names, stem, 'check'))).toEqual([
      'boxes_a_check',
      'boxes_a_size_check',
    ]);
    expect(claimConstraint(names, 'boxes_a_size', 'check')).toBe('boxes_a_size_check1');
    expect(claimConstraint(names, 'boxes_b_size', 'check')).toBe('boxes_b_size_check');
    expect(claimConstraint(names, 'boxes_b_size', 'check')).toBe('boxes_b_size_check1');
  });

  test('two columns do not share an index name', () => {
    const sql = sqlOf({ post: { fields: { author: { unique: true }, author_id: { type: { to: 'post' } } } } });
    expect(sql).toContain('CONSTRAINT idx_posts_author UNIQUE');
    expect(sql).toContain('CREATE INDEX idx_posts_author_id ON posts (author_id);');
  });
});

describe('constraints', () => {
  const state = {
    ...enumerationOf('State', 'draft', "it's"),
    values: [
      { value: 'draft', name: 'draft', label: 'Draft', doc: 'Not sent yet.', deprecated: false },
      { value: "it's", name: 'its', deprecated: true, replacedBy: 'draft' },
    ],
  };

  test('the index of a key that begins with a reference serves the reference, too', () => {
    const keyed = (...key: readonly string[]) =>
      sqlOf({ post: { fields: { title: {}, parent_id: { type: { to: 'post' } } }, keys: [key] } });
    expect(keyed('parent_id', 'title')).not.toContain('CREATE INDEX');
    expect(keyed('title', 'parent_id')).toContain('CREATE INDEX idx_posts_parent ON posts (parent_id);');
  });

  test('on one column are printed in its definition or have their own names', () => {
    const sql = sqlOf({
      post: {
        fields: {
          title: { minLength: 1, maxLength: 500, patterns: [{ source: '^\\S', flags: '', syntax: 'xpath' }] },
          state: { type: { values: state }, default: "it's" },
          states: { type: { values: state }, cardinality: 'many', contains: ['draft'] },
          score: { type: 'float32', cardinality: 'optional', minimum: '0!', maximum: 1 },
          kind: { constant: 'post' },
          parent_id: { type: { to: 'post' }, cardinality: 'optional', irreflexive: true },
        },
        keys: [['title', 'parent_id']],
      },
    });
    expect(sql).toContain(`\
    title VARCHAR(500) NOT NULL,
    state TEXT NOT NULL DEFAULT 'it''s' CHECK (state IN ('draft', 'it''s')),
    states TEXT[] NOT NULL DEFAULT ARRAY['draft']::TEXT[] CHECK (states <@ ARRAY['draft', 'it''s']::TEXT[] AND array_position(states, NULL) IS NULL),
    score REAL CHECK (score > '0' AND score <= '1'),
    kind TEXT NOT NULL DEFAULT 'post',
    parent_id UUID REFERENCES posts (id) ON DELETE SET NULL,
    CONSTRAINT posts_title_length_check CHECK (char_length(title) >= 1),
    CONSTRAINT posts_title_pattern_check CHECK (title ~ `);
    expect(sql).toContain(`\
    CONSTRAINT posts_states_contains_check CHECK (states @> ARRAY['draft']::TEXT[]),
    CONSTRAINT posts_kind_constant_check CHECK (kind = 'post'),
    CONSTRAINT posts_parent_id_irreflexive_check CHECK (parent_id <> id),
    CONSTRAINT idx_posts_title_parent UNIQUE (title, parent_id)
);
`);
    expect(sql).toContain(
      "COMMENT ON COLUMN posts.state IS E'- draft: Draft; Not sent yet.\\n- it''s: deprecated, use draft instead';\n",
    );
  });

  test('the column type states the maximum length of texts that the specification lists', () => {
    const sql = sqlOf({
      post: { fields: { title: { maxLength: 800 }, name: { maxLength: 10 }, email: {}, slug: { maxLength: 255 } } },
    });
    expect(sql).toContain('    title VARCHAR(800) NOT NULL,\n    name VARCHAR(10) NOT NULL,\n    email TEXT NOT NULL,\n');
    expect(sql).toContain('    slug TEXT NOT NULL,\n    CONSTRAINT posts_slug_length_check CHECK (char_length(slug) <= 255)\n');
  });

  test('across tables are checked by triggers', () => {
    const sql = sqlOf({
      person: { fields: { salary: { type: 'decimal' }, mail: { cardinality: 'optional' } } },
      boss: { plural: 'bosses', parents: ['person'], refinements: { salary: { minimum: 1000 }, mail: { cardinality: 'one' } } },
    });
    expect(sql.slice(sql.indexOf('-- Checks'))).toBe(`\
-- Checks the constraints of bosses that involve several rows.
CREATE FUNCTION check_bosses() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    _ids UUID[] := ARRAY[NEW.id];
    _broken RECORD;
BEGIN
    IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'bosses' THEN
        IF OLD.id = NEW.id THEN
            -- The row was only written to lock it.
            RETURN NULL;
        END IF;
    END IF;
    PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA) || ', pg_temp', TRUE);
    -- Locks the rows: transactions that change the same rows wait, or fail.
    UPDATE persons SET id = id WHERE id = ANY (_ids) AND xmin <> pg_current_xact_id()::xid;
    SELECT id, _rule.* INTO _broken
    FROM bosses
    JOIN persons USING (id)
    CROSS JOIN LATERAL (VALUES
        ('bosses_salary_range_check', 'persons', 'salary', persons.salary >= 1000),
        ('bosses_mail_required_check', 'persons', 'mail', persons.mail IS NOT NULL)
    ) AS _rule (name, of_table, of_column, holds)
    WHERE id = ANY (_ids) AND NOT _rule.holds
    LIMIT 1;
    IF FOUND THEN
        RAISE check_violation USING
            MESSAGE = format(
                'row %s of table "%s" violates "%s" on column "%s" of table "%s"',
                _broken.id, 'bosses', _broken.name, _broken.of_column, _broken.of_table
            ),
            CONSTRAINT = _broken.name,
            TABLE = _broken.of_table,
            COLUMN = _broken.of_column;
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER check_bosses
    AFTER INSERT OR UPDATE OF id ON bosses
    DEFERRABLE INITIALLY IMMEDIATE
    FOR EACH ROW EXECUTE FUNCTION check_bosses();
CREATE CONSTRAINT TRIGGER check_bosses
    AFTER UPDATE OF salary, mail ON persons
    DEFERRABLE INITIALLY IMMEDIATE
    FOR EACH ROW EXECUTE FUNCTION check_bosses();

CREATE VIEW all_bosses AS
SELECT
    bosses.id,
    persons.salary,
    persons.mail
FROM bosses
JOIN persons ON persons.id = bosses.id;
`);
  });

  test('functions are dropped after the tables that call them', () => {
    const model = modelFrom({
      person: {
        fields: { tags: { cardinality: 'many', minLength: 1, patterns: [{ source: 'x', flags: '', syntax: 'xpath' }] } },
      },
      boss: { plural: 'bosses', parents: ['person'], refinements: { tags: { cardinality: 'many', minItems: 1 } } },
    });
    expect(dropSchema(model)).toBe(`\
DROP VIEW IF EXISTS all_bosses;
DROP TABLE IF EXISTS bosses;
DROP TABLE IF EXISTS persons;
DROP FUNCTION IF EXISTS check_bosses();
DROP FUNCTION IF EXISTS sample_each_matches(TEXT[], TEXT);
DROP FUNCTION IF EXISTS sample_lengths(TEXT[]);
`);
  });
});

describe('views', () => {
  test('join each superclass once, even if several parents inherit from it', () => {
    const sql = sqlOf({
      thing: { fields: { label: {} } },
      sound: { parents: ['thing'], fields: { length: {} } },
      sight: { parents: ['thing'], fields: { colour: {}, depth: {} } },
      film: { parents: ['sound', 'sight'] },
    });
    expect(sql.slice(sql.indexOf('FROM films'))).toBe(`\
FROM films
JOIN all_sights ON all_sights.id = films.id
JOIN sounds ON sounds.id = films.id;
`);
  });
});

describe('documentation of the schema', () => {
  const model = modelFrom({
    agent: {
      fields: {
        label: { unique: true, doc: 'A name.', deprecated: true, replacedBy: 'agent.name' },
        names: { cardinality: 'many', unique: true },
      },
    },
    person: {
      parents: ['agent'],
      fields: { born: { type: 'date' }, friend_ids: { type: { to: 'person' }, cardinality: 'many' } },
      refinements: { label: { default: 'x' } },
      keys: [['label', 'born']],
    },
    robot: { parents: ['agent'], disjoint: ['person'] },
    cyborg: { parents: ['person', 'robot'] },
    stone: {},
  });
  const [agent, person, robot, , stone] = model.classes as [DomainClass, ...DomainClass[]] & DomainClass[];
  const field = (cls: DomainClass | undefined, name: string) => cls?.allFields.find((f) => f.name === name) as Field;
  const constraints: readonly (readonly [Constraint, Support['status']])[] = [
    [{ kind: 'unique', class: agent, field: field(agent, 'label') }, 'enforced'],
    [{ kind: 'unique', class: agent, field: field(agent, 'names') }, 'dropped'],
    [{ kind: 'default', class: person as DomainClass, field: field(person, 'label') }, 'dropped'],
    [{ kind: 'key', class: person as DomainClass, key: (person as DomainClass).keys[0] as Key }, 'dropped'],
    [{ kind: 'disjoint', class: robot as DomainClass, other: person as DomainClass }, 'dropped'],
    [{ kind: 'disjoint', class: robot as DomainClass, other: stone as DomainClass }, 'approximated'],
    [
      { kind: 'pattern', class: agent, field: field(agent, 'label'), pattern: { source: '(', flags: '', syntax: 'xpath' } },
      'dropped',
    ],
  ];

  test('gives a reason for each constraint that is not enforced', () => {
    for (const [constraint, status] of constraints) {
      const support = sqlSchema.emit(model).achieved(demandOf(constraint) as Demand);
      expect(support.status, constraint.kind).toBe(status);
      if (support.status === 'dropped') expect(support.why).toMatch(/^\S.*[^.]$/);
    }
  });

  test('comments list constraints that are not enforced', () => {
    const axioms = [{ construct: 'x', statement: 'x', constraints: constraints.map(([constraint]) => constraint) }];
    const sql = sqlSchema.generate({ ...model, axioms })[0]?.content ?? '';
    expect(sql.match(/^COMMENT.*$/gm)).toEqual([
      "COMMENT ON COLUMN agents.label IS E'A name.\\nDeprecated: use agent.name instead.\\nNot enforced here: matches /(/.';",
      "COMMENT ON COLUMN agents.names IS 'Not enforced here: values are unique.';",
      "COMMENT ON TABLE persons IS E'Not enforced here: no two instances have the same label and born.\\nlabel: Not enforced here: x by default.';",
      "COMMENT ON TABLE robots IS 'Not enforced here: no instance is a person as well.';",
    ]);
  });

  test('marks show where each element is declared', () => {
    const [file] = sqlSchema.generate(model);
    const lines = (file?.content ?? '').split('\n').map((line) => line.trim());
    const declared = [...(file?.marks ?? [])].flatMap(({ name, type, from }) => (name ? [[name, type, lines[from - 1]]] : []));
    expect(declared).toContainEqual(['persons', undefined, 'CREATE TABLE persons (']);
    expect(declared).toContainEqual(['agents.label', 'TEXT NOT NULL', 'label TEXT NOT NULL CONSTRAINT idx_agents_label UNIQUE,']);
    expect(declared).toContainEqual([
      'person_friend.friend_id',
      'UUID NOT NULL',
      'friend_id UUID NOT NULL REFERENCES persons (id) ON DELETE CASCADE,',
    ]);
  });
});

test('a text cannot end its literal', () => {
  expect(literal('a\u202eb')).toBe("E'a\\u202eb'");
  expect(literal("it's -- '; DROP TABLE users; /*")).toBe("'it''s -- ''; DROP TABLE users; /*'");
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Flyway's placeholders look like JavaScript's.
  expect(literal("C:\\x\n-- 'y' ${z}")).toBe("E'C:\\\\x\\n-- ''y'' \\x24{z}'");
});

test('trigger functions have one branch for join tables with the same columns', async () => {
  const { model } = await modelOfTurtle(`:Stay a owl:Class . :Nurse a owl:Class . :Ward a owl:Class .
    :S a sh:NodeShape ; sh:targetClass :Stay ;
      sh:property [ sh:path :responsible ; sh:or ( [ sh:class :Nurse ] [ sh:class :Ward ] ) ; sh:minCount 1 ; sh:maxCount 2 ] .`);
  expect(sqlSchema.generate(model)[0]?.content).toContain(
    "    IF TG_TABLE_NAME IN ('stay_responsible_nurses', 'stay_responsible_wards') THEN\n",
  );
});

test('tables are dropped in reverse order, those of a cycle in one statement', () => {
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
    Array.from({ length: 1_000 }, (_, n): [string, ClassSpec] => [
      `c${n}`,
      n < 999 ? { fields: { next_id: { type: { to: `c${n + 1}` } } } } : {},
    ]),
  );
  const order = creationOrder(modelFrom(classes).classes).flat();
  expect(order.map((cls) => cls.slug).slice(0, 2)).toEqual(['c999', 'c998']);
});
