/** Builds and tests generated projects, without changes, with the tools of their languages. */

import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { cargoCache, mypyCache, projectCargoEnvironment } from '../support/caches.ts';
import { describeWith, python, run } from '../support/judges.ts';
import { isFullRun, modelOf, ontologyFile } from '../support/ontologies.ts';
import { createDatabase } from '../support/pglite.ts';
import { codegenProcess as codegen, inFolder, messagesOf, readTree, root } from '../support/program.ts';
import { environment } from './support.ts';

const projects = path.join(cargoCache, 'projects');
const at = (...names: string[]) => path.join(projects, ...names);

/** The ontology of each project, by the name of the project's folder. */
const ontologies = { 'blog-app': 'blog', foaf: 'foaf', org: 'org', time: 'time', shop: 'constraints' } as const;
const names = Object.keys(ontologies) as readonly (keyof typeof ontologies)[];

/**
 * Projects that the languages' tools check: the tutorial, and one with all kinds of constraints. Other tests check services, and
 * the models of more ontologies.
 */
const judged: ReadonlySet<string> = new Set(['blog-app', 'shop']);

/** The tutorial's project, to which these tests add code. */
const tutorial = 'blog-app';

const cargo = (name: string, ...args: string[]) => run('cargo', args, { cwd: at(name), env: projectCargoEnvironment });

/** Returns what the tests of a crate print, which has no lint findings. */
function cargoTest(name: string): string {
  const output = run('bash', ['-c', 'exec cargo test 2>&1'], { cwd: at(name), env: projectCargoEnvironment });
  expect(output).not.toMatch(/^warning/m);
  return output;
}

const tsc = (frontend: string) =>
  run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '--noEmit'], { cwd: frontend });

function generate(name: keyof typeof ontologies): void {
  rmSync(at(name), { recursive: true, force: true });
  mkdirSync(projects, { recursive: true });
  const args = ['project', 'gen', name, '--graph', ontologyFile(ontologies[name]), '--service', 'none'];
  const { status, stderr } = codegen(projects, args);
  if (status !== 0) throw new Error(stderr);
}

beforeAll(() => {
  for (const name of names) generate(name);
});

describe.each(names)('%s', (name) => {
  describeWith(['cargo'], 'the crate', () => {
    test.runIf(judged.has(name))('is formatted, has no lint findings, and passes one test for each concrete class', async () => {
      cargo(name, 'fmt', '--check');
      const { classes } = await modelOf(ontologies[name]);
      expect(cargoTest(name)).toMatch(new RegExp(`\\b${classes.filter((cls) => !cls.abstract).length} passed; 0 failed`));
    });
  });

  test('the frontend compiles', () => {
    tsc(at(name, 'frontend'));
  });

  test('PostgreSQL accepts the migration up, down and up again', async () => {
    const migrations = at(name, 'migrations');
    const [down = '', up = ''] = readdirSync(migrations).map((file) => readFileSync(path.join(migrations, file), 'utf8'));
    const db = await createDatabase();
    /** Returns the names of tables, indexes, constraints, triggers and functions. */
    const objects = async () => {
      const { rows } = await db.query(`
        SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
        UNION ALL SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace
        UNION ALL SELECT tgname FROM pg_trigger
        UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`);
      return rows;
    };
    await db.exec(up);
    const created = await objects();
    expect(created.length).toBeGreaterThan(2);
    await db.exec(down);
    expect(await objects()).toEqual([]);
    await db.exec(up);
    // The names of foreign key triggers contain object ids, which differ.
    expect(await objects()).toHaveLength(created.length);
    await db.close();
  });

  describeWith(['pydantic', 'pytest', 'mypy', 'ruff'], 'the Python package', () => {
    test.runIf(judged.has(name))('passes one test for each concrete class, and has no lint findings', async () => {
      const cwd = at(name, 'python');
      const { classes } = await modelOf(ontologies[name]);
      const passed = new RegExp(`\\b${classes.filter((cls) => !cls.abstract).length} passed`);
      expect(run(python, ['-m', 'pytest', '-p', 'no:cacheprovider'], { cwd })).toMatch(passed);
      run(python, ['-m', 'mypy', '--strict', '--cache-dir', mypyCache(), '.'], { cwd });
      run(python, ['-m', 'ruff', 'check', '--no-cache'], { cwd });
      run(python, ['-m', 'ruff', 'format', '--check', '--no-cache'], { cwd });
    });
  });
});

describe('the client', () => {
  interface Request {
    readonly url: string;
    readonly init: { method: string; headers: Headers; body?: string };
  }
  type Operation = (...args: unknown[]) => Promise<{ ok: boolean; status: number; data?: unknown; problem?: { title: string } }>;
  let api: Record<string, Operation>;
  const requests: Request[] = [];

  /** Returns options of the client that record each request and answer it with the same response. */
  const answering = (
    status: number,
    body: string | null,
    baseUrl = 'https://api.example.com/v1/',
    headers: Record<string, string> = {},
  ) => ({
    baseUrl,
    headers: { authorization: 'Bearer x' },
    fetch: async (url: string, init: Request['init']) => {
      requests.push({ url, init });
      return new Response(body, { status, headers });
    },
  });

  beforeAll(async () => {
    const bundle = await build({
      entryPoints: [at(tutorial, 'frontend/src/index.ts')],
      bundle: true,
      format: 'esm',
      write: false,
    });
    const code = Buffer.from(bundle.outputFiles[0]?.text ?? '').toString('base64');
    ({ api } = await import(`data:text/javascript;base64,${code}`));
  });

  test('sends the requests that the OpenAPI document describes', async () => {
    requests.length = 0;
    const page = { items: [], total: 0, limit: 5, offset: 0 };
    expect(await api['listPosts']?.(answering(200, JSON.stringify(page)), { limit: 5 })).toEqual({
      ok: true,
      status: 200,
      data: page,
    });
    const post = { title: 'Hello', content: '# Hello', author_id: 'x' };
    await api['createPost']?.(answering(201, '{}', 'https://api.example.com'), post, {
      headers: { 'x-trace': '1', Authorization: 'Bearer y' },
    });
    expect(await api['deletePost']?.(answering(204, null), 'a/b')).toEqual({ ok: true, status: 204, data: undefined });
    expect(requests.map(({ url, init }) => [init.method, url, init.body])).toEqual([
      ['GET', 'https://api.example.com/v1/posts?limit=5', undefined],
      ['POST', 'https://api.example.com/posts', JSON.stringify(post)],
      ['DELETE', 'https://api.example.com/v1/posts/a%2Fb', undefined],
    ]);
    expect(Object.fromEntries(requests[1]?.init.headers ?? [])).toEqual({
      accept: 'application/json, application/problem+json',
      'content-type': 'application/json',
      authorization: 'Bearer y',
      'x-trace': '1',
    });
  });

  test('returns problems of any status, and throws for other answers', async () => {
    const problemOf = (status: number, headers = {}) =>
      answering(status, JSON.stringify({ title: 'Problem', status }), undefined, {
        'content-type': 'application/problem+json; charset=utf-8',
        ...headers,
      });
    for (const status of [404, 500, 502]) {
      const problem = { title: 'Problem', status };
      expect(await api['getPost']?.(problemOf(status), 'x')).toEqual({ ok: false, status, problem });
    }
    expect(await api['getPost']?.(problemOf(429, { 'retry-after': '7' }), 'x')).toMatchObject({ status: 429, retryAfter: 7 });
    expect(await api['getPost']?.(answering(304, null), 'x')).toMatchObject({ ok: false, status: 304 });
    for (const response of [answering(502, 'Bad Gateway'), answering(200, '<html>')]) {
      await expect(api['getPost']?.(response, 'x')).rejects.toMatchObject({ name: 'UnexpectedResponse' });
    }
  });

  test('sends no empty lists, and rejects an empty list of ids, which would match all instances', async () => {
    requests.length = 0;
    await api['listPosts']?.(answering(200, '{}'), { sort: [], include: [], limit: 5 });
    await api['listPosts']?.(answering(200, '{}'), { sort: ['-title', 'id'], title: 'a, b&c' });
    await api['listPosts']?.(answering(200, '{}'), {});
    expect(requests.map(({ url }) => url)).toEqual([
      'https://api.example.com/v1/posts?limit=5',
      'https://api.example.com/v1/posts?sort=-title,id&title=a%2C%20b%26c',
      'https://api.example.com/v1/posts',
    ]);
    await expect(api['listPosts']?.(answering(200, '{}'), { 'id[in]': [] })).rejects.toThrow(TypeError);
  });

  test('has a function for every operation of the document', () => {
    for (const name of names) {
      const ids = [...readFileSync(at(name, 'schema/openapi.yaml'), 'utf8').matchAll(/^ +operationId: (.*)$/gm)].map(
        ([, id]) => id,
      );
      const sources = Object.values(readTree(at(name, 'frontend/src/api'))).join('\n');
      const functions = [...sources.matchAll(/^export function (\w+)/gm)].map(([, id]) => id);
      expect(functions.sort()).toEqual(ids.sort());
      expect(ids.length).toBeGreaterThan(10);
    }
  });

  test('has typed parameters, results and errors', () => {
    inFolder((folder) => {
      cpSync(at(tutorial, 'frontend'), folder, { recursive: true });
      writeFileSync(
        path.join(folder, 'src/check.ts'),
        `import { api, createPost, type Post } from './index.js';

const service: api.Api = { baseUrl: 'https://api.example.com', headers: { authorization: 'x' } };

export async function publish(author: string): Promise<Post | undefined> {
  const result = await api.createPost(service, createPost('Hello', '# Hello', author));
  if (result.ok) return result.data;
  // @ts-expect-error a post has nothing unique, so there is no conflict
  if (result.status === 409) return undefined;
  const at: readonly string[] | undefined = result.problem.errors?.map(({ detail }) => detail);
  console.error(result.status === 422 ? at : result.problem.title);
  // @ts-expect-error there are no data where there is a problem
  return result.data;
}

export async function wrong(): Promise<void> {
  // @ts-expect-error the content is missing
  await api.createPost(service, { title: 'Hello', author_id: 'x' });
  // @ts-expect-error the server assigns the identity
  await api.updatePost(service, 'x', { id: '00000000-0000-4000-8000-000000000001' });
  // When it is published is for its author to say.
  await api.updatePost(service, 'x', { published_at: '2024-05-17T08:30:00Z' });
  // @ts-expect-error a page has no such parameter
  await api.listPosts(service, { page: 1 });
  await api.updatePost(service, 'x', { title: 'Hello' });
}
`,
      );
      tsc(folder);
    });
  });
});

describeWith(['cargo'], 'the regeneration cycle of the tutorial', () => {
  const upvotes = `
:upvotes a owl:DatatypeProperty ; rdfs:label "upvotes" ; rdfs:domain :Comment ; rdfs:range xsd:integer .
`;
  const summary = `
:summary a owl:DatatypeProperty ; rdfs:label "summary" ; rdfs:domain :Post ; rdfs:range xsd:string .
`;
  const mine = `use crate::models::{Post, User};

pub fn first_post(author: &User) -> Post {
    Post::new("Hello", "# Hello", author.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn belongs_to_its_author() {
        let author = User::new("ada@example.com", "Ada");
        assert_eq!(first_post(&author).author_id, author.id);
    }
}
`;
  const script = 'examples/hooks/on-ontology-change.sh';

  beforeAll(() => {
    generate(tutorial);
    writeFileSync(at(tutorial, 'src/writing.rs'), mine);
    appendFileSync(at(tutorial, 'src/lib.rs'), 'pub mod writing;\n');
  });

  test("after a new property and regeneration, the tests pass with the user's code next to the models", () => {
    appendFileSync(at(tutorial, 'blog.ttl'), upvotes);
    const done = codegen(at(tutorial), ['project', 'gen', '.', '--graph', 'blog.ttl', '--force']);
    expect([done.status, messagesOf(done)]).toEqual([0, '']);
    expect(readFileSync(at(tutorial, 'src/models/comment.rs'), 'utf8')).toContain('pub upvotes: i32');
    expect(readFileSync(at(tutorial, 'src/writing.rs'), 'utf8')).toBe(mine);
    expect(readFileSync(at(tutorial, 'src/lib.rs'), 'utf8')).toContain('pub mod writing;');
    const output = cargoTest(tutorial);
    expect(output).toContain('writing::tests::belongs_to_its_author ... ok');
    expect(output).toContain('comment::round_trip ... ok');
  });

  test.runIf(isFullRun)('the script keeps a change that passes the tests, and reverts one that fails them', () => {
    inFolder((bin) => {
      const env = { ...process.env, ...projectCargoEnvironment, ...environment(bin), CODEGEN_FORCE: 'true' };
      const regenerate = () => spawnSync(at(tutorial, script), { cwd: bin, env, encoding: 'utf8' });
      const ontology = readFileSync(at(tutorial, 'blog.ttl'), 'utf8');

      writeFileSync(at(tutorial, 'blog.ttl'), ontology.replace('rdfs:label "upvotes"', 'rdfs:label "votes"'));
      expect(regenerate()).toMatchObject({ status: 0 });
      expect(readFileSync(at(tutorial, 'src/models/comment.rs'), 'utf8')).toContain('pub votes: i32');

      // The user's code does not set a summary, which a post now requires.
      appendFileSync(at(tutorial, 'blog.ttl'), summary);
      const before = readTree(at(tutorial));
      const failed = regenerate();
      expect(failed.status).toBe(1);
      expect(failed.stderr).toContain('the files that it wrote are as they were');
      expect(readTree(at(tutorial))).toEqual(before);
      cargoTest(tutorial);
    });
  });
});
