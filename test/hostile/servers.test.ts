import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createGzip } from 'node:zlib';
import { afterAll, afterEach, expect, test } from 'vitest';
import { readGraph } from '../../src/endpoint/graph.ts';
import { serverOf } from '../../src/endpoint/index.ts';
import { codegenAsync } from '../endpoint/program.ts';
import { type Asked, type Behaviour, type SmallServer, startSmallServer } from '../endpoint/server.ts';

// Servers that attack their clients.

const folder = mkdtempSync(path.join(tmpdir(), 'codegen-servers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const servers: SmallServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.end();
});
async function start(behave: Behaviour): Promise<SmallServer> {
  const server = await startSmallServer([], behave);
  servers.push(server);
  return server;
}

/** Handles every request with the same function. */
const answering =
  (answer: (response: ServerResponse, asked: Asked) => unknown): Behaviour =>
  (asked, response) => {
    answer(response, asked);
    return true;
  };
const text = (status: number, body: string, headers: Record<string, string> = {}) =>
  answering((response) => response.writeHead(status, headers).end(body));
/** Writes an endless answer, as fast as the client reads it. */
const endless = (piece: string | Buffer) => (into: NodeJS.WritableStream) => {
  const write = (): void => {
    while (into.write(piece));
    into.once('drain', write);
  };
  write();
};
const raw = (bytes: string) => answering((response) => response.socket?.write(bytes));
const moved = (location: string) => text(302, '', { location });
const json = (value: unknown) => text(200, JSON.stringify(value), { 'content-type': 'application/sparql-results+json' });

const LOAD = ['graph', 'load', 'ENDPOINT'];
const FILE = ['graph', 'load', 'FILE'];
const asking = (format: string) => ['graph', 'query', 'ENDPOINT', '--sparql', 'SELECT * { ?s ?p ?o }', '--format', format];

/** The behaviour of a server, the arguments of the command, and the expected message. */
const cases: Readonly<Record<string, readonly [behave: Behaviour, args: readonly string[], reported: string | RegExp]>> = {
  'results without end': [answering(endless(' '.repeat(65_536))), LOAD, 'an answer is longer than 64 MB'],
  'a file without end': [answering(endless(`# ${'x'.repeat(65_536)}\n`)), FILE, 'larger than 64 MB'],
  'a file that grows when it is unpacked': [
    answering((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const packed = createGzip();
      packed.pipe(response);
      endless(Buffer.alloc(1 << 20, 32))(packed);
    }),
    FILE,
    'larger than 64 MB',
  ],
  'a drop now and then': [
    answering((response) => {
      response.write(' ');
      const drop = setInterval(() => response.write(' '), 100);
      response.once('close', () => clearInterval(drop));
    }),
    [...asking('json'), '--timeout', '2'],
    '[query-too-slow]',
  ],
  'no answer': [answering(() => undefined), [...asking('csv'), '--timeout', '2'], '[query-too-slow]'],
  'a header that is long': [raw(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(1e6)}\r\n\r\n`), LOAD, '[server-unreachable]'],
  'many headers': [
    raw(`HTTP/1.1 200 OK\r\n${Array.from({ length: 50_000 }, (_, i) => `X${i}: y\r\n`).join('')}\r\n`),
    LOAD,
    '[server-unreachable]',
  ],
  'another protocol': [raw('\u001b[31mSSH-2.0\r\n'), LOAD, '[server-unreachable]'],
  'an answer that breaks off': [
    raw('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\nabc'),
    [...asking('csv'), '--timeout', '2'],
    /\[(server-unreachable|query-too-slow)\]/,
  ],
  'signs that steer a terminal': [text(500, 'bad \u001b]0;title\u0007 \u202eevil'), LOAD, 'bad ␛]0;title␇'],
  'signs that steer a terminal, of a query': [text(400, 'line 1 column 2 \u001b[2J'), asking('table'), '␛[2J'],
  'much markup': [text(500, `<html>${'<a '.repeat(200_000)}`, { 'content-type': 'text/html' }), LOAD, 'it answers 500'],
  'another host': [moved('http://192.0.2.1/a'), LOAD, 'redirects to http://192.0.2.1'],
  'itself with a password': [
    answering((response, { path: at }) =>
      response.writeHead(302, { location: `http://ann:hunter2@${response.req.headers.host}${at}` }).end(),
    ),
    LOAD,
    '[redirect-refused]',
  ],
  'a file of this machine': [moved('file:///etc/passwd'), FILE, 'redirects to an address of file:'],
  'a text in an address': [moved('data:text/turtle,<urn:a> a <urn:b> .'), FILE, 'redirects to an address of data:'],
  'one place after the other': [
    answering((response) => response.writeHead(302, { location: `/${Math.random()}` }).end()),
    FILE,
    'without end',
  ],
  'rows that are none': [json({ results: { bindings: [null, 5] } }), LOAD, 'not a SPARQL result'],
  'terms that are none': [
    json({ head: { vars: ['s'] }, results: { bindings: [{ s: { type: 'uri' } }] } }),
    asking('table'),
    'not a SPARQL result',
  ],
  'names that are none': [json({ head: { vars: [5, null] }, results: { bindings: [] } }), asking('table'), 'not a SPARQL result'],
  'deep lists': [text(200, '['.repeat(5_000_000)), LOAD, 'not a SPARQL result'],
  'bytes that are no text': [answering((response) => response.end(Buffer.from([0xff, 0xfe, 0, 0x41]))), FILE, 'is not UTF-8'],
  'a page for people': [text(200, `<html>${'<'.repeat(2_000_000)}`), FILE, '[file-not-rdf]'],
  'imports of files': [
    text(200, '<> a <http://www.w3.org/2002/07/owl#Ontology> ; <http://www.w3.org/2002/07/owl#imports> <file:///etc/passwd> .'),
    FILE,
    '[read-outside]',
  ],
};

test.each(Object.entries(cases))('reports a server that answers with %s', async (_, [behave, args, reported]) => {
  const server = await start(behave);
  const names: Readonly<Record<string, string>> = { ENDPOINT: `sparql+${server.url}/x/sparql`, FILE: `${server.url}/a.ttl` };
  const { status, stderr } = await codegenAsync(
    folder,
    args.map((arg) => names[arg] ?? arg),
    { NODE_OPTIONS: '--max-old-space-size=1000' },
  );
  expect(stderr).toMatch(reported);
  expect(stderr).not.toMatch(/^\s+at .+:\d+:\d+|itself failed/m);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for control characters
  expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|hunter2|root:/);
  expect(stderr.length).toBeLessThan(2000);
  expect(status).toBe(1);
});

test('prints a table of results without the control characters that the server sends', async () => {
  const rows = {
    head: { vars: ['\u001b[31ms'] },
    results: { bindings: [{ '\u001b[31ms': { type: 'literal', value: '\u001b[2J\u202ex' } }] },
  };
  const server = await start(json(rows));
  const endpoint = `sparql+${server.url}/x/sparql`;
  const { status, stdout } = await codegenAsync(folder, ['graph', 'query', endpoint, '--sparql', 'SELECT * { ?s ?p ?o }']);
  expect(status).toBe(0);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for control characters
  expect(stdout).not.toMatch(/[\u001b\u202e]/);
});

/** Lists resources without end, with a delay before each answer. */
const naming = (milliseconds = 0): Behaviour => {
  let count = 1e9;
  return answering((response, { query = '' }) => {
    const bindings = query.includes('?root')
      ? Array.from({ length: 1000 }, () => ({ root: { type: 'uri', value: `urn:x${count++}` } }))
      : [{ n: { type: 'literal', value: '0' } }];
    setTimeout(() => response.end(JSON.stringify({ results: { bindings } })), milliseconds);
  });
};

test('stops reading from a server that lists resources without end', async () => {
  const server = serverOf(`sparql+${(await start(naming())).url}/x`, {});
  await expect(readGraph(server, [], { resources: 20_000 })).rejects.toThrow('it names more than 20000 resources');
  const slow = serverOf(`sparql+${(await start(naming(50))).url}/x`, {});
  await expect(readGraph(slow, [], { total: 1 })).rejects.toThrow(/all of them.* longer than 1 s/);
});

test('no message contains the password, in whatever form the server sends it back', async () => {
  const password = 's3cr3t/+"x';
  const encoded = Buffer.from(`ann:${password}`).toString('base64');
  const forms = `${encoded} ${password} ${encodeURIComponent(password)} ${JSON.stringify(password)}`;
  const env = (server: SmallServer) => ({
    CODEGEN_SERVER_HOST: server.host,
    CODEGEN_SERVER_USER: 'ann',
    CODEGEN_SERVER_PASSWORD: password,
  });
  const answers = [text(500, forms), text(403, forms), text(200, `<urn:a> <urn:b> ${forms} .`)];
  for (const behave of answers) {
    const server = await start(behave);
    const commands = [
      ['graph', 'load', `${server.url}/a.ttl`],
      ['graph', 'load', `${server.url}/a.ttl`, '--format', 'json'],
      ['graph', 'query', `${server.url}/a.ttl`, '--sparql', 'ASK {}'],
      ['graph', 'load', `sparql+${server.url}/x`],
    ];
    for (const args of commands) {
      const { status, stdout, stderr } = await codegenAsync(folder, args, env(server));
      expect(status).toBe(1);
      expect(stderr + stdout).not.toContain(encoded);
      expect(stderr + stdout).not.toMatch(/s3cr3t/);
    }
  }
});
