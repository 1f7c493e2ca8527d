import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readGraph } from '../../src/endpoint/graph.ts';
import { serverOf } from '../../src/endpoint/index.ts';
import { loadModel } from '../../src/library/index.ts';
import { canonical, statementsOf } from '../data/support.ts';
import { affordableNames, isFullRun, ontologyFile } from '../support/ontologies.ts';
import { codegenProcess as codegen, readTree } from '../support/program.ts';
import { codegenAsync, individuals, withoutSource } from './program.ts';
import { type Behaviour, type Held, type SmallServer, startSmallServer } from './server.ts';

let folder: string;
let servers: SmallServer[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-endpoint-'));
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.end();
  rmSync(folder, { recursive: true, force: true });
});

async function start(held: readonly Held[], behave?: Behaviour): Promise<SmallServer> {
  const server = await startSmallServer(held, behave);
  servers.push(server);
  return server;
}

const heldOf = (file: string): Held => ({
  text: readFileSync(file, 'utf8'),
  format: file.endsWith('.nq') ? 'application/n-quads' : 'text/turtle',
});
const blog = () => heldOf(ontologyFile('blog'));
const endpoint = (server: SmallServer, name = 'blog') => `sparql+${server.url}/${name}/sparql`;

/** Generates files of all templates and returns them by path, without the source in their headers. */
async function generated(ontology: string, to: string, more: readonly string[] = []): Promise<Record<string, string>> {
  const args = ['template', 'generate-rdf', '--ontology', ontology, '--template', 'all', '--output-dir', to, ...more];
  const done = await codegenAsync(folder, args);
  expect(done.stderr).not.toContain('error');
  expect(done.status).toBe(0);
  return Object.fromEntries(Object.entries(readTree(path.join(folder, to))).map(([name, text]) => [name, withoutSource(text)]));
}

describe('an endpoint leads to the same files as its file with the policy order=iri', () => {
  const names = ['blog', 'prov', 'constraints', ...(isFullRun ? affordableNames(['schema', 'time', 'gr', 'dcat']) : [])];
  test.each(names)('%s', async (name) => {
    const server = await start([heldOf(ontologyFile(name))]);
    const fromFile = await generated(ontologyFile(name), 'file', ['--policy', 'order=iri']);
    const fromServer = await generated(endpoint(server, name), 'server');
    expect(Object.keys(fromServer).length).toBeGreaterThan(10);
    expect(fromServer).toEqual(fromFile);
  });
});

describe('reading an endpoint', () => {
  const data = Array.from({ length: 2000 }, (_, i) => `<http://example.org/d#${i}> a <http://example.org/blog#User> .`).join(
    '\n',
  );

  test('does not read individuals', async () => {
    const server = await start([blog(), { text: data, format: 'text/turtle' }]);
    const text = await readGraph(serverOf(endpoint(server), {}), []);
    expect(text).toContain('<http://example.org/blog#User>');
    expect(text).not.toContain('example.org/d#');
  });

  test('reads only the graph of --graph-name, and rejects an invalid name', async () => {
    const server = await start([{ ...blog(), graph: 'http://example.org/graph' }]);
    const empty = await codegenAsync(folder, ['graph', 'load', endpoint(server)]);
    expect(empty.stderr).toContain('--graph-name');
    expect(empty.status).toBe(1);
    const named = await codegenAsync(folder, ['graph', 'load', endpoint(server), '--graph-name', 'http://example.org/graph']);
    expect(named.stdout).toContain('3 classes, 12 properties');
    const odd = await codegenAsync(folder, ['graph', 'load', endpoint(server), '--graph-name', 'x:> { } #']);
    expect(odd.status).toBe(2);
  });
});

describe('large answers', () => {
  /** Returns the sorted lines of a graph, with one label for all blank nodes. */
  const lines = (text: string) => text.replace(/_:\w+/g, '_:b').split('\n').sort();

  test.each([1, 2, 7, 500])('pages of %i resources result in the same graph', async (page) => {
    const server = await start([heldOf(ontologyFile('constraints'))]);
    const read = (size: number) =>
      readGraph(serverOf(endpoint(server), {}), [], { seconds: 60, bytes: 1e7, page: size, list: 10 * size });
    const whole = lines(await read(5000));
    expect(whole.length).toBeGreaterThan(300);
    expect(lines(await read(page))).toEqual(whole);
    expect(await read(page)).toBe(await read(5000));
  });

  test('an answer over the limit is requested again in smaller pages', async () => {
    const server = await start([heldOf(ontologyFile('constraints'))]);
    const limits = { seconds: 60, bytes: 20_000, page: 500, list: 50 };
    const text = await readGraph(serverOf(endpoint(server), {}), [], limits);
    expect(lines(text)).toEqual(lines(await readGraph(serverOf(endpoint(server), {}), [])));
    expect(server.asked.length).toBeGreaterThan(10);
  });

  test('a part that the server states to be truncated is requested again in smaller parts', async () => {
    let constructs = 0;
    const server = await start([blog()], ({ query }, response) => {
      if (query?.startsWith('CONSTRUCT') && constructs++ === 0) response.setHeader('x-sparql-maxrows', '10000');
      return false;
    });
    const whole = await start([blog()]);
    expect(await readGraph(serverOf(endpoint(server), {}), [])).toBe(await readGraph(serverOf(endpoint(whole), {}), []));
    // All resources, both halves of them, and the nodes without names.
    expect(constructs).toBe(4);
  });

  test('omitted triples are requested again; a server that still omits them is rejected', async () => {
    const whole = await start([heldOf(ontologyFile('constraints'))]);
    const expected = lines(await readGraph(serverOf(endpoint(whole), {}), []));
    const most = 100;
    const server = await start([], ({ query, accept }, response) => {
      void fetch(`${whole.url}/sparql`, {
        method: 'POST',
        headers: { accept },
        body: new URLSearchParams({ query: query ?? '' }),
      })
        .then((answer) => answer.text())
        .then((text) => response.end(query?.startsWith('CONSTRUCT') ? text.split('\n').slice(0, most).join('\n') : text));
      return true;
    });
    expect(lines(await readGraph(serverOf(endpoint(server), {}), []))).toEqual(expected);
    const cut = await start([], ({ query, accept }, response) => {
      void fetch(`${whole.url}/sparql`, {
        method: 'POST',
        headers: { accept },
        body: new URLSearchParams({ query: query ?? '' }),
      })
        .then((answer) => answer.text())
        .then((text) => response.end(query?.startsWith('CONSTRUCT') ? text.split('\n').slice(0, 1).join('\n') : text));
      return true;
    });
    await expect(readGraph(serverOf(endpoint(cut), {}), [])).rejects.toThrow(/it gives 1 of \d+ triples/);
  });
});

test('a project keeps a copy of the ontology, which leads to the same files', async () => {
  const server = await start([blog()]);
  const gen = (...more: string[]) =>
    codegenAsync(folder, ['project', 'gen', 'app', '--graph', endpoint(server), '--no-hooks', ...more]);
  expect((await gen()).status).toBe(0);
  const before = readTree(path.join(folder, 'app'));
  expect(before['domain.ttl']).toBe(await readGraph(serverOf(endpoint(server), {}), []));
  expect((await gen('--check')).stderr).not.toContain('error');
  const again = codegen(path.join(folder, 'app'), [
    'project',
    'gen',
    '.',
    '--graph',
    'domain.ttl',
    '--policy',
    'order=iri',
    '--force',
    '--no-hooks',
  ]);
  expect(again.status).toBe(0);
  expect(readTree(path.join(folder, 'app'))).toEqual(before);
});

describe('connections and credentials', () => {
  test.each([
    ['sparql+http://example.org/sparql', 'plain HTTP'],
    ['http://example.org/a.ttl', 'plain HTTP'],
    ['sparql+https://ann:secret@example.org/sparql', 'password'],
  ])('%s is rejected', async (address, why) => {
    const { status, stderr } = await codegenAsync(folder, ['graph', 'load', address]);
    expect(status).toBe(2);
    expect(stderr).toContain(why);
    expect(stderr).not.toContain('secret');
  });

  test('a redirect to another host is not followed', async () => {
    const other = await start([blog()]);
    const server = await start([], (_, response) => {
      response.writeHead(307, { location: `${other.url}/sparql` }).end();
      return true;
    });
    const { status, stderr } = await codegenAsync(folder, ['graph', 'load', endpoint(server)]);
    expect(stderr).toContain(`redirects to ${other.url}, which you did not name`);
    expect(status).toBe(1);
    expect(other.asked).toEqual([]);
  });

  test('a redirect within the same host is followed', async () => {
    const server = await start([blog()], ({ path: at }, response) => {
      if (at === '/moved') return false;
      response.writeHead(308, { location: '/moved' }).end();
      return true;
    });
    expect((await codegenAsync(folder, ['graph', 'load', endpoint(server)])).stdout).toContain('3 classes');
  });

  const guarded: Behaviour = ({ authorization }, response) => {
    if (authorization === 'Bearer open-sesame') return false;
    response.statusCode = 401;
    response.end(`no entry for ${authorization}`);
    return true;
  };

  test('a token is sent only to its host, and printed in no message', async () => {
    const server = await start([blog()], guarded);
    const load = (env: Record<string, string>) => codegenAsync(folder, ['graph', 'load', endpoint(server)], env);
    const named = { CODEGEN_SERVER_HOST: server.host };
    expect((await load({ ...named, CODEGEN_SERVER_TOKEN: 'open-sesame' })).stdout).toContain('3 classes');
    const wrong = await load({ ...named, CODEGEN_SERVER_TOKEN: 'wrong-sesame' });
    expect(wrong.stderr).toContain('401');
    expect(wrong.stderr + wrong.stdout).not.toContain('wrong-sesame');
    server.asked.length = 0;
    const elsewhere = await load({ CODEGEN_SERVER_HOST: 'example.org', CODEGEN_SERVER_TOKEN: 'open-sesame' });
    expect(elsewhere.stderr).toContain(`CODEGEN_SERVER_HOST=${server.host}`);
    expect(server.asked.map(({ authorization }) => authorization)).toEqual([undefined]);
  });

  test('the credential helper is asked if the server requires authentication', async () => {
    const server = await start([blog()], guarded);
    const helper = path.join(folder, 'helper');
    writeFileSync(helper, '#!/bin/sh\ncat > "$(dirname "$0")/request"\necho authtype=bearer\necho credential=open-sesame\n');
    chmodSync(helper, 0o755);
    const { stdout } = await codegenAsync(folder, ['graph', 'load', endpoint(server)], { CODEGEN_CREDENTIAL_HELPER: helper });
    expect(stdout).toContain('3 classes');
    expect(readFileSync(path.join(folder, 'request'), 'utf8')).toContain(`protocol=http\nhost=${server.host}\n`);
  });

  test('a credential helper that cannot be started is reported with the reason', async () => {
    const server = await start([blog()], guarded);
    const load = (helper: string) =>
      codegenAsync(folder, ['graph', 'load', endpoint(server)], { CODEGEN_CREDENTIAL_HELPER: helper });
    expect((await load(folder)).stderr).toMatch(/which did not run: .*permission/i);
    expect((await load(path.join(folder, 'missing'))).stderr).toContain('there is no such program');
  });

  test('a refused connection is reported', async () => {
    const server = await start([]);
    await server.end();
    const { status, stderr } = await codegenAsync(folder, ['graph', 'load', endpoint(server)]);
    expect(stderr).toContain('the connection was refused');
    expect(status).toBe(1);
  });
});

describe('individuals of an endpoint', () => {
  const held = (graph?: string): Held => ({
    text: individuals(30),
    format: 'text/turtle',
    ...(graph !== undefined && { graph }),
  });
  const args = (command: string, from: string, ...more: string[]) => [
    'data',
    command,
    from,
    '--ontology',
    ontologyFile('blog'),
    ...more,
  ];

  async function converted(from: string, ...more: string[]): Promise<readonly string[]> {
    const { stdout, status } = await codegenAsync(folder, args('convert', from, '--to', 'ntriples', ...more));
    expect(status).toBe(0);
    return canonical(await statementsOf(stdout, 'application/n-triples'));
  }

  test('are converted like those of a file, from the selected graph', async () => {
    writeFileSync(path.join(folder, 'data.ttl'), individuals(30));
    const fromFile = await converted('data.ttl');
    expect(fromFile).toHaveLength(2 + 7 * 30);
    const server = await start([held()]);
    expect(await converted(endpoint(server))).toEqual(fromFile);
    const other = await start([held('http://example.org/graph')]);
    expect(await converted(endpoint(other), '--data-graph', 'http://example.org/graph')).toEqual(fromFile);
    expect(await converted(endpoint(other))).toEqual([]);
  });

  test('are validated, and messages name the endpoint as their source', async () => {
    const server = await start([held()]);
    const { stdout, stderr, status } = await codegenAsync(folder, args('validate', endpoint(server), '--json'));
    expect([status, stderr]).toEqual([1, expect.not.stringContaining('codegen-data-')]);
    const { individuals, diagnostics } = JSON.parse(stdout);
    expect(individuals).toBe(91);
    expect(diagnostics[0]).toMatchObject({ file: endpoint(server) });
    expect(diagnostics[0].line).toBeUndefined();
  });

  test('that are nested too deep are an error', async () => {
    const text = `<http://x/p> a <http://example.org/blog#Post> ; <http://x/in> ${'[ <http://x/in> '.repeat(8)}1${' ]'.repeat(8)} .`;
    const server = await start([{ text, format: 'text/turtle' }]);
    const { stderr, status } = await codegenAsync(folder, args('convert', endpoint(server), '--to', 'ntriples'));
    expect(stderr).toContain('stand within each other more than 6 deep');
    expect(status).toBe(1);
  });
});

describe('settings', () => {
  test('may name a server only if the user trusts it', async () => {
    const server = await start([blog()]);
    const env = { XDG_STATE_HOME: path.join(folder, 'state') };
    mkdirSync(path.join(folder, 'p'));
    const text = `ontology: ${endpoint(server)}\noutputs:\n  - { template: rust-models, folder: out }\n`;
    writeFileSync(path.join(folder, 'p/codegen.yaml'), text);
    const refused = await codegenAsync(path.join(folder, 'p'), ['generate'], env);
    expect(refused.stderr).toContain(`the settings query ${endpoint(server)}, which is not trusted`);
    expect(server.asked).toEqual([]);
    const trust = await codegenAsync(path.join(folder, 'p'), ['trust'], env);
    expect(trust.stdout).toContain(`trusted asking ${endpoint(server)}`);
    const done = await codegenAsync(path.join(folder, 'p'), ['generate'], env);
    expect(done.stderr).not.toContain('error');
    expect(done.status).toBe(0);
    expect(Object.keys(readTree(path.join(folder, 'p/out')))).toContain('user.rs');
  });
});

test('the library rejects an ontology on a server', async () => {
  const server = await start([blog()]);
  await expect(loadModel(endpoint(server))).rejects.toThrow('is on a server, and the library does not use the network');
  expect(server.asked).toEqual([]);
});

describe('a file on a server', () => {
  const serving =
    (of: () => string): Behaviour =>
    (_, response) => {
      response.setHeader('content-type', 'text/turtle');
      response.end(of());
      return true;
    };

  test('is locked by its hash; other content is an error until --update-lock accepts it', async () => {
    let text = blog().text;
    const server = await start(
      [],
      serving(() => text),
    );
    const address = `${server.url}/blog.ttl`;
    const load = (...more: string[]) => codegenAsync(folder, ['graph', 'load', address, ...more]);
    expect((await load()).stdout).toContain('3 classes');
    const lock = readFileSync(path.join(folder, 'codegen.lock'), 'utf8');
    expect(JSON.parse(lock).sources[address]).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect((await load()).status).toBe(0);
    text += '\n<http://example.org/blog#More> a <http://www.w3.org/2002/07/owl#Class> .\n';
    const changed = await load();
    expect(changed.stderr).toContain('differs from the hash in codegen.lock');
    expect(changed.status).toBe(1);
    expect(readFileSync(path.join(folder, 'codegen.lock'), 'utf8')).toBe(lock);
    expect((await load('--update-lock')).stdout).toContain('4 classes');
    expect((await load()).status).toBe(0);
  });

  test('leads to the same files as a local file', async () => {
    const server = await start(
      [],
      serving(() => blog().text),
    );
    expect(await generated(`${server.url}/blog.ttl`, 'server')).toEqual(await generated(ontologyFile('blog'), 'file'));
  });

  test('may import other files, which are not fetched', async () => {
    const imported = await start([blog()]);
    const text = `<http://example.org/x> a <http://www.w3.org/2002/07/owl#Ontology> ;
      <http://www.w3.org/2002/07/owl#imports> <${imported.url}/blog.ttl> .\n${blog().text}`;
    const server = await start(
      [],
      serving(() => text),
    );
    const { stderr } = await codegenAsync(folder, ['graph', 'load', `${server.url}/x.ttl`]);
    expect(stderr).toContain(`${imported.url}/blog.ttl`);
    expect(imported.asked).toEqual([]);
  });

  test('can be queried', async () => {
    const server = await start(
      [],
      serving(() => blog().text),
    );
    const query = 'SELECT ?c WHERE { ?c a owl:Class } ORDER BY ?c';
    const { stdout } = await codegenAsync(folder, ['graph', 'query', `${server.url}/blog.ttl`, '--sparql', query]);
    expect(stdout).toBe(codegen(folder, ['graph', 'query', ontologyFile('blog'), '--sparql', query]).stdout);
  });
});

describe('graph query of an endpoint', () => {
  const ask = (server: SmallServer, sparql: string, ...more: string[]) =>
    codegenAsync(folder, ['graph', 'query', endpoint(server), '--sparql', sparql, ...more]);
  const select = 'SELECT ?c WHERE { ?c a owl:Class } ORDER BY ?c';

  test('prints the requested format', async () => {
    const server = await start([blog()]);
    expect((await ask(server, select)).stdout.split('\n')).toEqual([
      'c',
      'http://example.org/blog#Comment',
      'http://example.org/blog#Post',
      'http://example.org/blog#User',
      '',
    ]);
    expect((await ask(server, select, '--format', 'csv')).stdout).toContain('http://example.org/blog#Post');
    expect(JSON.parse((await ask(server, select, '--format', 'json')).stdout).results.bindings).toHaveLength(3);
    expect((await ask(server, 'ASK { ?c a owl:Class }')).stdout).toBe('true\n');
    expect((await ask(server, 'CONSTRUCT { ?c a owl:Class } WHERE { ?c a owl:Class }')).stdout).toContain('blog#User');
  });

  test('prints the answer byte for byte', async () => {
    let isPrinted = false;
    const server = await start([], (_, response) => {
      response.write('a\r\n1\r\n');
      setTimeout(() => {
        isPrinted = true;
        response.end('2\r\n');
      }, 300);
      return true;
    });
    expect((await ask(server, select, '--format', 'csv')).stdout).toBe('a\r\n1\r\n2\r\n');
    expect(isPrinted).toBe(true);
  });

  test('shows the line that the server reports as wrong', async () => {
    const server = await start([blog()]);
    const { status, stderr } = await ask(server, 'SELECT ?c WHERE {\n  ?c a owl:Class ;; ?? }');
    expect(status).toBe(1);
    expect(stderr).toContain('it answers 400');
    expect(stderr).toContain('<query>:2:');
    expect(stderr).toContain('?c a owl:Class ;; ??');
  });

  test('rejects updates', async () => {
    const server = await start([blog()]);
    const { status } = await ask(server, 'DELETE WHERE { ?a ?b ?c }');
    expect(status).toBe(2);
    expect(server.asked).toEqual([]);
  });

  test('ends after the timeout', async () => {
    const server = await start([], () => true);
    const { status, stderr } = await ask(server, select, '--format', 'csv', '--timeout', '1');
    expect(stderr).toContain('more than 1 s');
    expect(status).toBe(1);
  });
});
