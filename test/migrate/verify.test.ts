import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { histories } from '../random/ontologies.ts';
import { describeWith } from '../support/judges.ts';
import { isFullRun, PREFIXES } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';
import { codegen, root } from '../support/program.ts';

const blog = readFileSync(path.join(root, 'examples/blog.ttl'), 'utf8');
const upvotes = readFileSync(path.join(root, 'examples/upvotes.ttl'), 'utf8');

let server: Server;

/** Creates migrations for three versions of the blog: one migration adds a column, two more drop another one. */
async function withMigrations(use: (folder: string) => Promise<void>, ...more: readonly string[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-test-'));
  const write = (text: string) => {
    writeFileSync(path.join(folder, 'blog.ttl'), text);
    const done = codegen(folder, ['migrate', 'new', '--ontology', 'blog.ttl', '--allow-data-loss', ...more]);
    expect(done.status, done.stderr).toBe(0);
  };
  try {
    write(blog);
    write(blog + upvotes);
    write((blog + upvotes).replace(/:publishedAt a [\s\S]*?"When it went public." \.\n/, ''));
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const urlOf = (user = 'postgres') => `postgresql://${user}@${encodeURIComponent(server.host)}/postgres`;

const verified = (folder: string, ...more: readonly string[]) =>
  codegen(folder, ['migrate', 'verify', '--ontology', 'blog.ttl', '--database-url', urlOf(), ...more]);

async function schemas(): Promise<readonly string[]> {
  const client = await server.connect();
  const { rows } = await client.query<{ nspname: string }>('SELECT nspname FROM pg_namespace ORDER BY 1');
  return rows.map(({ nspname }) => nspname);
}

describeWith(['postgresql'], 'migrate verify', () => {
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.stop());

  test.each(isFullRun ? ['sqlx', 'golang-migrate', 'flyway', 'dbmate'] : ['sqlx', 'dbmate'])(
    'applies, reverts and reapplies migrations for %s',
    (tool) =>
      withMigrations(
        async (folder) => {
          const before = await schemas();
          const done = verified(folder, '--json');
          expect(JSON.parse(done.stdout)).toMatchObject({ verified: true, reverted: 4, diagnostics: [] });
          expect(done.status).toBe(0);
          expect(await schemas()).toEqual(before);
        },
        '--tool',
        tool,
      ),
  );

  test('does not change existing tables of the same names or an existing schema codegen_kept', () =>
    withMigrations(async (folder) => {
      const client = await server.connect();
      await client.query('CREATE TABLE posts (mine TEXT); INSERT INTO posts VALUES (1); CREATE SCHEMA codegen_kept');
      try {
        expect(verified(folder).stdout).toMatch(/^verified: 4 migrations of migrations up, 4 down, and up again\n/);
        expect((await client.query('SELECT mine FROM posts')).rows).toEqual([{ mine: '1' }]);
        expect(await schemas()).toContain('codegen_kept');
      } finally {
        await client.query('DROP TABLE posts; DROP SCHEMA codegen_kept');
      }
    }));

  test.each([
    [
      'a column too many',
      (text: string) => `${text}ALTER TABLE comments ADD COLUMN more TEXT;\n`,
      /unexpected in columns: comments\.more: text/,
    ],
    [
      'a comment that is gone',
      (text: string) => `${text}COMMENT ON TABLE comments IS NULL;\n`,
      /missing in comments: comments: /,
    ],
    ['no statement', () => '', /missing in columns: comments\.upvotes/],
    [
      'a mistake',
      (text: string) => `${text}ALTER TABLE nothing ADD COLUMN x TEXT;\n`,
      /002\S* does not run: .*"nothing" does not exist/,
    ],
    ['the end of the transaction', (text: string) => `${text}COMMIT;\n`, /002\S* does not run: COMMIT in it/],
  ])('finds %s', (_, edit, message) =>
    withMigrations(async (folder) => {
      const before = await schemas();
      const file = path.join(folder, 'migrations/002_add_upvotes_to_comments.sql');
      writeFileSync(file, edit(readFileSync(file, 'utf8')));
      const done = verified(folder);
      expect(done.stderr).toMatch(message);
      expect(done.status).toBe(1);
      expect(await schemas()).toEqual(before);
    }),
  );

  const drawn = fc.sample(histories, { numRuns: isFullRun ? 8 : 1, seed: 5 });

  test.each(drawn.map((texts, i) => [i, texts] as const))('verifies random history %i', (_, texts) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'codegen-test-'));
    try {
      for (const text of texts) {
        writeFileSync(path.join(folder, 'blog.ttl'), PREFIXES + text);
        const done = codegen(folder, ['migrate', 'new', '--ontology', 'blog.ttl', '--allow-data-loss']);
        expect(done.status, done.stderr).toBe(0);
      }
      const { stdout, stderr } = verified(folder, '--json');
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toMatchObject({ verified: true, diagnostics: [] });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('finds a down migration that leaves a column behind', () =>
    withMigrations(async (folder) => {
      writeFileSync(path.join(folder, 'migrations/002_add_upvotes_to_comments.down.sql'), 'SELECT 1;\n');
      const done = verified(folder);
      expect(done.stderr).toMatch(
        /after the migration 002_\S+\.down\.sql, the schema differs from the schema before this migration: unexpected in columns: comments\.upvotes/,
      );
      expect(done.status).toBe(1);
    }));

  test('an invalid port is an error', () =>
    withMigrations(async (folder) => {
      const url = 'postgresql://postgres@127.0.0.1/postgres?port=99999';
      const { status, stderr } = codegen(folder, ['migrate', 'verify', '--ontology', 'blog.ttl', '--database-url', url]);
      expect([status, stderr]).toEqual([1, expect.stringContaining('the port is not a number from 0 to 65535')]);
    }));

  test('no message contains the password', () =>
    withMigrations(async (folder) => {
      const run = (url: string) => codegen(folder, ['migrate', 'verify', '--ontology', 'blog.ttl', '--database-url', url]);
      const host = encodeURIComponent(server.host);
      for (const url of [
        `postgresql://nobody:hush%21hush@${host}/postgres`,
        `postgresql://postgres:hush%21hush@${host}/hush!hush`,
        'postgresql://postgres:hush%21hush@127.0.0.1:1/postgres',
        'postgresql://postgres:hush!hush@:x:y/postgres',
      ]) {
        const done = run(url);
        expect(done.status).toBe(1);
        expect(done.stderr).toContain('[database-failed]');
        expect(done.stdout + done.stderr).not.toMatch(/hush/);
      }
    }));
});
