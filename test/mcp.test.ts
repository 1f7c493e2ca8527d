/** Talks to `codegen mcp` with the client of the official SDK. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { codegenProcess as codegen, root } from './support/program.ts';

const program = path.join(root, 'bin/codegen.js');
let folder: string;
let clients: Client[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-mcp-'));
  clients = [];
  cpSync(path.join(root, 'examples/blog.ttl'), path.join(folder, 'blog.ttl'));
  writeFileSync(
    path.join(folder, 'codegen.yaml'),
    'ontology: blog.ttl\noutputs:\n  - template: rust-models\n    folder: src/models\n',
  );
});

afterEach(async () => {
  for (const client of clients) await client.close();
  rmSync(folder, { recursive: true, force: true });
});

async function connect(...options: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const args = [program, 'mcp', folder, ...options];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: tmpdir(), stderr: 'inherit' }));
  clients.push(client);
  return client;
}

interface Answer {
  readonly text: string;
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the answers of all tools
  readonly data: any;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Answer> {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: args });
  const texts = (content as readonly { readonly text: string }[]).map(({ text }) => text);
  return { text: texts.join('\n'), isError: isError === true, data: structuredContent };
}

test('lists tools with titles, schemas and hints; only --allow-write makes generate write', async () => {
  const { tools } = await (await connect()).listTools();
  expect(tools.map(({ name }) => name)).toEqual(['model', 'explain', 'query', 'validate', 'report', 'diff', 'generate']);
  for (const { title, description, inputSchema, annotations } of tools) {
    expect(title).toMatch(/^[A-Z]/);
    expect(description).toMatch(/\.$/);
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
  }
  const writing = (await (await connect('--allow-write')).listTools()).tools;
  expect(writing.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name)).toEqual(['generate']);
});

test('answers as the command line does', async () => {
  const client = await connect();
  const explained = await call(client, 'explain', { what: 'Post.title' });
  expect(explained).toMatchObject({ isError: false, text: codegen(folder, ['explain', 'Post.title']).stdout });
  const query = 'SELECT ?c WHERE { ?c a owl:Class } ORDER BY ?c';
  const { text } = await call(client, 'query', { sparql: query, format: 'csv' });
  expect(text).toBe(codegen(folder, ['graph', 'query', '--sparql', query, '--format', 'csv']).stdout);
  const { data } = await call(client, 'report', { assumed: true, format: 'json' });
  expect(data.assumptions.length).toBeGreaterThan(20);
  const unknown = await call(client, 'explain', { what: 'Postt' });
  expect(unknown).toMatchObject({ isError: true, text: codegen(folder, ['explain', 'Postt']).stderr });
  expect(await call(client, 'explain', { what: '--help' })).toMatchObject({ isError: true });
  expect(await call(client, 'explain', { wat: 'Post' })).toMatchObject({ isError: true });
});

test('model shows the classes, then one with inherited fields and what they depend on', async () => {
  appendFileSync(
    path.join(folder, 'blog.ttl'),
    `:Video a owl:Class ; rdfs:subClassOf :Post .
:Mood a owl:Class ; owl:oneOf ( :happy :sad ) .
:mood a owl:ObjectProperty ; rdfs:domain :Video ; rdfs:range :Mood .
:length a owl:DatatypeProperty ; rdfs:domain :Video ; rdfs:range [ a rdfs:Datatype ; owl:unionOf ( xsd:integer xsd:string ) ] .
:depth a owl:DatatypeProperty ; rdfs:domain :User ; rdfs:range [ a rdfs:Datatype ; owl:unionOf ( xsd:integer xsd:boolean ) ] .\n`,
  );
  const client = await connect();
  const { data } = await call(client, 'model');
  expect(data.classes.map(({ name }: { name: string }) => name)).toEqual(['User', 'Post', 'Comment', 'Video']);
  expect(data.classes[3]).toMatchObject({ parents: ['Post'], fields: expect.arrayContaining(['title', 'mood']) });
  const video = await call(client, 'model', { class: 'blog:Video' });
  const fields: { name: string; owner: string }[] = video.data.class.fields;
  expect(fields.find(({ name }) => name === 'title')).toMatchObject({ owner: 'Post', place: 'blog.ttl:21:1' });
  expect(video.data.enumerations[0]).toMatchObject({ name: 'Mood', values: [{ value: 'happy' }, { value: 'sad' }] });
  expect(video.data.unions.map(({ name }: { name: string }) => name)).toEqual(['IntegerOrText']);
  expect(video.data.assumptions.map(({ element }: { element: string }) => element)).toContain('Post.title');
  expect(await call(client, 'model', { class: 'Vidoe' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('did you mean Video?'),
  });
});

test('validate judges a record, Turtle and a file; violations are a result', async () => {
  const client = await connect();
  const id = '8a6e0804-2bd0-4672-b79d-d97027f9071a';
  const record = { id, email: 'a@example.org', name: 'Ann', joined_at: '2024-01-01T00:00:00Z' };
  const good = await call(client, 'validate', { record, class: 'User' });
  expect(good).toMatchObject({ isError: false, data: { valid: true, individuals: 1, violations: 0 } });
  const bad = await call(client, 'validate', { record: { ...record, name: undefined }, class: 'User' });
  expect(bad).toMatchObject({ isError: false, data: { valid: false, violations: 1 } });
  expect(bad.text).toContain('name');
  const turtle = '@prefix : <http://example.org/blog#> . <urn:x> a :User ; :name "Ann", "Bob" .';
  expect((await call(client, 'validate', { turtle })).data).toMatchObject({ valid: false, individuals: 1 });
  writeFileSync(path.join(folder, 'user.json'), JSON.stringify(record));
  expect((await call(client, 'validate', { file: 'user.json', class: 'User' })).data).toMatchObject({ valid: true });
  expect(await call(client, 'validate', { record, turtle })).toMatchObject({ isError: true });
  const nul = { record, ontology: 'blog.ttl\0' };
  expect(await call(client, 'validate', nul)).toMatchObject({
    isError: true,
    text: expect.stringContaining('cannot contain NUL'),
  });
  expect(await call(client, 'validate', { record, class: 'Usr' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('did you mean User?'),
  });
});

test('generate shows changes, and writes only with --allow-write and write', async () => {
  const reading = await connect();
  const dry = await call(reading, 'generate');
  expect(dry.data.outputs[0].created).toContain('post.rs');
  const refused = await call(reading, 'generate', { write: true });
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('--allow-write') });
  const writing = await connect('--allow-write');
  await call(writing, 'generate');
  expect(existsSync(path.join(folder, 'src'))).toBe(false);
  expect((await call(writing, 'generate', { write: true })).isError).toBe(false);
  expect(readFileSync(path.join(folder, 'src/models/post.rs'), 'utf8')).toContain('pub struct Post');
  expect((await call(reading, 'explain', { what: 'src/models/post.rs:21' })).text).toMatch(/^Post/);
});

test('resources are the ontology and the generated files, in parts if they are long', async () => {
  const long = `${'# A comment of a certain length.\n'.repeat(2000)}`;
  appendFileSync(path.join(folder, 'blog.ttl'), long);
  writeFileSync(path.join(folder, 'notes.txt'), 'mine');
  codegen(folder, ['generate']);
  const client = await connect();
  const { resources } = await client.listResources();
  expect(resources[0]).toMatchObject({ name: 'blog.ttl', description: 'ontology', mimeType: 'text/turtle' });
  expect(resources.find(({ name }) => name.endsWith('post.rs'))?.description).toBe('generated by rust-models');
  const uri = resources[0]?.uri ?? '';
  const read = async (uri: string) =>
    (await client.readResource({ uri })).contents.map((each) => ('text' in each ? each.text : ''));
  let whole = '';
  for (let next: string | undefined = uri; next !== undefined; ) {
    const [text = '', note]: string[] = await read(next);
    whole += text;
    next = /read (\S+) for the rest/.exec(note ?? '')?.[1];
  }
  expect(whole).toBe(readFileSync(path.join(folder, 'blog.ttl'), 'utf8'));
  await expect(read(pathToFileURL(path.join(folder, 'notes.txt')).href)).rejects.toThrow('not a file of the ontology');
});

test('a long answer states how to get the rest, and the parts make the whole', async () => {
  const classes = Array.from({ length: 900 }, (_, i) => `:Class${i} a owl:Class ; rdfs:comment "Class number ${i}." .`);
  appendFileSync(path.join(folder, 'blog.ttl'), classes.join('\n'));
  const client = await connect();
  const found: string[] = [];
  let offset: number | undefined = 0;
  for (let parts = 0; offset !== undefined; parts++) {
    const { text, data }: Answer = await call(client, 'query', { sparql: 'SELECT ?c ?d { ?c rdfs:comment ?d }', offset });
    expect(data).toBeUndefined();
    expect(text.length).toBeLessThan(41_000);
    expect(parts).toBeLessThan(10);
    found.push(...(text.match(/Class number \d+/g) ?? []));
    offset = Number(/offset (\d+) for the rest/.exec(text)?.[1]) || undefined;
  }
  expect(new Set(found).size).toBe(900);
  expect(found).toHaveLength(900);
});

test('reads no file outside the project, no hidden one, no server and no standard input', async () => {
  const outside = path.join(tmpdir(), `${path.basename(folder)}.ttl`);
  cpSync(path.join(root, 'examples/blog.ttl'), outside);
  writeFileSync(path.join(folder, '.secret.ttl'), 'secret');
  const client = await connect();
  const outer = `../${path.basename(outside)}`;
  try {
    for (const [tool, args] of [
      ['model', { ontology: outside }],
      ['model', { ontology: outer }],
      ['model', { ontology: '.secret.ttl' }],
      ['model', { ontology: 'https://example.org/blog.ttl' }],
      ['report', { ontology: outer }],
      ['query', { sparql: 'ASK {}', ontology: 'sparql+https://example.org/' }],
      ['explain', { what: `${outer}:12` }],
      ['explain', { what: 'Post', ontology: outer }],
      ['validate', { file: outer }],
      ['diff', { old: outer, new: 'blog.ttl' }],
      ['diff', { old: `git:HEAD:${outer}` }],
    ] as const) {
      const { text, isError } = await call(client, tool, args);
      expect(isError, `${tool} ${JSON.stringify(args)}`).toBe(true);
      expect(text).toContain('clients of codegen mcp may only name files of the project');
    }
    expect((await call(client, 'model', { ontology: '-' })).text).toContain('./-');
  } finally {
    rmSync(outside);
  }
});

test('reads a changed ontology, reports a broken one and goes on; diff compares with Git', async () => {
  const git = (...args: readonly string[]) =>
    once(
      spawn('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], { cwd: folder, stdio: 'ignore' }),
      'exit',
    );
  await git('init', '-q');
  await git('add', '-A');
  await git('commit', '-qm', 'first');
  const client = await connect();
  const file = path.join(folder, 'blog.ttl');
  const good = readFileSync(file, 'utf8');
  expect((await call(client, 'model')).text).not.toContain('Video');
  writeFileSync(file, `${good}:Video a owl:Class .\n`);
  expect((await call(client, 'model')).text).toContain('Video');
  expect((await call(client, 'diff', { old: 'git:HEAD' })).text).toContain('Video');
  writeFileSync(file, `${good}:Video a owl:Class ;;\n"`);
  const broken = await call(client, 'model');
  expect(broken).toMatchObject({ isError: true, text: codegen(folder, ['graph', 'model']).stderr });
  expect(broken.text).toMatch(/^blog\.ttl:\d+:\d+: error: Turtle/);
  expect((await call(client, 'generate')).data.diagnostics[0].code).toBe('syntax-error');
  expect((await client.listResources()).resources[0]?.name).toBe('blog.ttl');
  writeFileSync(file, good);
  expect((await call(client, 'model')).isError).toBe(false);
});

test('ends when standard input closes, after the last answer; standard output has only messages of the protocol', async () => {
  const server = spawn(process.execPath, [program, 'mcp'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  server.stdout.on('data', (piece) => {
    output += piece;
  });
  const info = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  const messages = [
    { id: 1, method: 'initialize', params: info },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'query', arguments: { sparql: 'ASK { ?c a owl:Class }' } } },
  ];
  server.stdin.end(messages.map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`).join(''));
  expect(await once(server, 'close')).toEqual([0, null]);
  const answers = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers).toMatchObject([{ id: 1 }, { id: 2, result: { content: [{ type: 'text', text: 'true\n' }] } }]);
});

test('a cancelled request ends its command, and the next one runs', async () => {
  const client = await connect();
  const abort = new AbortController();
  const sparql = 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o }';
  const slow = client.callTool({ name: 'query', arguments: { sparql } }, undefined, { signal: abort.signal });
  setTimeout(() => abort.abort('enough'), 500);
  await expect(slow).rejects.toThrow('enough');
  const begun = Date.now();
  expect((await call(client, 'query', { sparql: 'ASK { ?c a owl:Class }' })).text).toBe('true\n');
  // The query would run for a minute.
  expect(Date.now() - begun).toBeLessThan(30_000);
});

test.each([['/'], ['none']])('needs the folder of a project: %s', (name) => {
  expect(codegen(folder, ['mcp', name])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('codegen mcp ~/shop'),
  });
});
