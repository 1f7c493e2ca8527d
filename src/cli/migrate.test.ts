import { expect, test } from 'vitest';
import { statementLines } from './migrate.ts';

test('prints each statement of a migration on one line', () => {
  const sql = `-- A comment; with a semicolon.
SET LOCAL lock_timeout = '5s';
CREATE VIEW all_posts AS
SELECT id,
  'a;b' AS title
FROM posts;
DO $$ BEGIN PERFORM 1; END $$;
CREATE FUNCTION f() RETURNS TRIGGER AS $body$
BEGIN
  -- A comment in a function.
  RETURN NULL;
END $body$ LANGUAGE plpgsql;
COMMENT ON TABLE posts IS '${'x'.repeat(200)}';
`;
  expect(statementLines(sql)).toEqual([
    "CREATE VIEW all_posts AS SELECT id, 'a;b' AS title FROM posts;",
    'CREATE FUNCTION f() RETURNS TRIGGER AS $body$ BEGIN RETURN NULL; END $body$ LANGUAGE plpgsql;',
    `COMMENT ON TABLE posts IS '${'x'.repeat(122)}…`,
  ]);
});
