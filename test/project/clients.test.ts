/** Calls the service of a project by clients of other generators, and by clients of the previous and the next ontology. */

import type { ChildProcess } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cargoCache, projectCargoEnvironment } from '../support/caches.ts';
import { clientMakers, describeWith, isMissing, python, run } from '../support/judges.ts';
import { isFullRun } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';
import { codegenProcess as codegen, root } from '../support/program.ts';
import { buildService, startService } from '../support/service.ts';
import { useExampleOfHooks } from './own-code.ts';

type Json = Readonly<Record<string, unknown>>;

/** The operations of a generated TypeScript client. */
type Client = Readonly<Record<string, (api: { readonly baseUrl: string }, ...args: readonly unknown[]) => Promise<Result>>>;

type Result = { readonly ok: true; readonly data: Json } | { readonly ok: false; readonly status: number };

const blog = path.join(root, 'examples/blog.ttl');
const folder = path.join(cargoCache, 'blog-service');

/** A change of the ontology that is safe for clients of the API: an optional property and a class. */
/** Each kind of change that is safe for clients: new optional members, references, classes and enumerations, deprecations and comments. */
const ADDITIONS = `
:subtitle a owl:DatatypeProperty ; rdfs:domain :Post ; rdfs:range xsd:string .
:Post rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :subtitle ; owl:maxCardinality 1 ] .
:Tag a owl:Class .
:tagName a owl:DatatypeProperty ; rdfs:domain :Tag ; rdfs:range xsd:string .
:reviewer a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Post ; rdfs:range :User .
:Bookmark a owl:Class .
:bookmarkedPost a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Bookmark ; rdfs:range :Post .
:mood a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Comment ;
    rdfs:range [ a rdfs:Datatype ; owl:oneOf ( "glad" "sad" ) ] .
:name owl:deprecated true .
:title rdfs:comment "The headline of the article."@en-GB .
`;

describeWith(['cargo', 'postgresql'], 'clients of the service of a project', () => {
  describe.runIf(isFullRun)('of the blog', () => {
    const temporary = mkdtempSync(path.join(tmpdir(), 'codegen-clients-'));
    let database: Server;
    let running: { readonly service: ChildProcess; readonly address: string };
    let oldClient: Client;

    /** Returns the client of a project's frontend. */
    async function clientOf(project: string, name: string): Promise<Client> {
      const outfile = path.join(temporary, `${name}.mjs`);
      const entryPoints = [path.join(project, 'frontend/src/api/index.ts')];
      await build({ entryPoints, outfile, bundle: true, format: 'esm', logLevel: 'error' });
      return (await import(pathToFileURL(outfile).href)) as Client;
    }

    /** Calls an operation of a client. Returns the data of the response. */
    async function call(client: Client, operation: string, ...args: readonly unknown[]): Promise<Json> {
      const result = await client[operation]?.({ baseUrl: running.address }, ...args);
      expect([operation, result]).toEqual([operation, expect.objectContaining({ ok: true })]);
      return (result as { readonly data: Json }).data;
    }

    /** Creates, reads, lists and updates a post. Returns its id. */
    async function exercise(client: Client): Promise<unknown> {
      const author = await call(client, 'createUser', { email: `${process.hrtime.bigint()}@example.com`, name: 'Ann' });
      const body = { title: 'First', content: 'Text', author_id: author['id'] };
      const post = await call(client, 'createPost', body);
      expect(post).toMatchObject(body);
      expect(await call(client, 'getPost', post['id'])).toEqual(post);
      expect((await call(client, 'listPosts', { author_id: author['id'], sort: ['-title'] }))['items']).toEqual([post]);
      expect(await call(client, 'updatePost', post['id'], { title: 'Second' })).toEqual({ ...post, title: 'Second' });
      return post['id'];
    }

    beforeAll(async () => {
      buildService('blog-service', blog, 'rest', useExampleOfHooks);
      database = await startServer();
      running = await startService(folder, database);
      oldClient = await clientOf(folder, 'old');
    }, 900_000);

    afterAll(async () => {
      running?.service.kill();
      await database?.stop();
      rmSync(temporary, { recursive: true });
    });

    test('the example of hooks lets only administrators delete', async () => {
      const { id } = await call(oldClient, 'createUser', { email: 'eve@example.com', name: 'Eve' });
      const result = await oldClient['deleteUser']?.({ baseUrl: running.address }, id);
      expect(result).toMatchObject({ ok: false, status: 403 });
    });

    /** Returns the folder of a client that OpenAPI Generator makes of the API document of the project. */
    function openApiClient(generator: string, options: readonly string[]): string {
      const made = path.join(temporary, generator);
      const quiet = '--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';
      const document = path.join(folder, 'schema/openapi.yaml');
      const generate = ['generate', '-i', document, '-g', generator, '-o', made, ...options, quiet];
      run('java', ['-jar', clientMakers.openApiGenerator, ...generate], { cwd: temporary });
      return made;
    }

    test.skipIf(isMissing('openapi-generator'))('a Python client of OpenAPI Generator', { timeout: 300_000 }, () => {
      const made = openApiClient('python', ['--package-name', 'blog_client']);
      const script = path.join(root, 'test/project/openapi_client.py');
      expect(run(python, [script, made, running.address], { cwd: temporary })).toContain('all operations succeeded');
    });

    test.skipIf(isMissing('openapi-generator') || isMissing('go'))(
      'a Go client of OpenAPI Generator',
      { timeout: 300_000 },
      () => {
        const place = ['--git-host', 'example.org', '--git-user-id', 'blog', '--git-repo-id', 'client'];
        const cwd = openApiClient('go', ['--package-name', 'client', ...place]);
        mkdirSync(path.join(cwd, 'exercise'));
        copyFileSync(path.join(root, 'test/project/openapi_client.go'), path.join(cwd, 'exercise/main.go'));
        expect(run('go', ['run', './exercise', running.address], { cwd })).toContain('all operations succeeded');
      },
    );

    test('clients of the previous and the next ontology, if the change is safe for them', { timeout: 900_000 }, async () => {
      const next = path.join(temporary, 'next.ttl');
      writeFileSync(next, readFileSync(blog, 'utf8') + ADDITIONS);
      const { stdout } = codegen(temporary, ['diff', blog, next]);
      for (const side of ['JSON written by old clients', 'JSON read by old clients', 'REST clients', 'TypeScript callers']) {
        expect(stdout).toMatch(new RegExp(`^  ${side} +safe$`, 'm'));
      }
      expect(codegen(temporary, ['project', 'gen', 'next', '--graph', next, '--quiet']).status).toBe(0);
      const newClient = await clientOf(path.join(temporary, 'next'), 'new');
      const known = [await exercise(oldClient), await exercise(newClient)];
      running.service.kill();

      appendFileSync(path.join(folder, 'blog.ttl'), ADDITIONS);
      expect(codegen(folder, ['migrate', 'new', '--ontology', 'blog.ttl', '--quiet']).status).toBe(0);
      expect(codegen(folder, ['project', 'gen', '.', '--graph', 'blog.ttl', '--force', '--quiet']).status).toBe(0);
      // The user has changed the file of the hooks, so the lines of new classes are the user's to add.
      appendFileSync(path.join(folder, 'src/hooks.rs'), 'impl Hooks for models::Tag {}\nimpl Hooks for models::Bookmark {}\n');
      run('cargo', ['build'], { cwd: folder, env: projectCargoEnvironment });
      running = await startService(folder, database);
      for (const id of known) expect(await call(oldClient, 'getPost', id)).toMatchObject({ id, title: 'Second' });
      await exercise(oldClient);
      const post = await exercise(newClient);
      const { author_id: reviewer } = await call(newClient, 'getPost', post);
      const added = { subtitle: 'Sub', reviewer_id: reviewer };
      await call(newClient, 'updatePost', post, added);
      // The old client keeps what it does not know.
      expect(await call(oldClient, 'updatePost', post, { title: 'Third' })).toMatchObject({ title: 'Third', ...added });
      const comment = { text: 'Yes', post_id: post, author_id: reviewer, mood: 'glad' };
      const { id, ...stored } = await call(newClient, 'createComment', comment);
      expect(stored).toMatchObject(comment);
      expect(await call(oldClient, 'getComment', id)).toMatchObject(comment);
      expect(await call(newClient, 'createBookmark', { bookmarked_post_id: post })).toMatchObject({ bookmarked_post_id: post });
      expect(await call(newClient, 'createTag', { tag_name: 'rust' })).toMatchObject({ tag_name: 'rust' });
    });
  });
});
