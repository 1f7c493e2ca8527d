// Compares the generated service of the blog with handlers written by hand (scripts/bench/handwritten.rs):
// `DATABASE_URL=postgres://… npm run bench:service`, with an empty database and Cargo. Both are release builds without logs
// and answer in turn, for 16 clients. Prints ratios and their goals, and never fails.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const CLIENTS = 16;
const ROUNDS = 7;
const ROUND_MS = 2000;
const GOAL = 0.9;
const PORTS = { generated: 8091, written: 8092 };

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(path.join(tmpdir(), 'codegen-bench-'));
const project = path.join(work, 'blog');
const target = path.join(root, '.cache/cargo/bench-service');
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

/** Sends a request, and returns the status and text of its response. */
function send(port, method, place, body) {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request({ port, method, path: place, headers, agent, host: '127.0.0.1' }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Returns the processor time of a process in milliseconds. */
function processorTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function start(program, port) {
  const server = spawn(path.join(target, 'release', program), {
    env: { ...process.env, LISTEN: `127.0.0.1:${port}`, RUST_LOG: 'off' },
    cwd: project,
    stdio: 'inherit',
  });
  for (let i = 0; i < 100; i++) {
    if (await send(port, 'GET', '/posts').catch(() => undefined)) return server;
    await sleep(100);
  }
  server.kill();
  throw new Error(`${program} does not answer`);
}

/** Sends requests for some time; returns the number of responses per second and the processor time of each. */
async function measure(server, port, [method, place, status, body]) {
  const [began, used] = [performance.now(), processorTime(server.pid)];
  let count = 0;
  const client = async () => {
    while (performance.now() - began < ROUND_MS) {
      const response = await send(port, method, place(), body);
      if (response.status !== status) throw new Error(`status ${response.status}: ${response.text}`);
      count++;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { rate: (count / (performance.now() - began)) * 1000, time: (processorTime(server.pid) - used) / count };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function compare(servers) {
  const port = PORTS.generated;
  const user = JSON.parse((await send(port, 'POST', '/users', '{"name":"Ada","email":"ada@example.org"}')).text);
  const body = JSON.stringify({ title: 'A title', content: 'A text. '.repeat(40), author_id: user.id });
  const ids = [];
  for (let i = 0; i < 10; i++) {
    const { text } = await send(port, 'POST', '/posts/bulk', `[${Array(100).fill(body).join()}]`);
    ids.push(...JSON.parse(text).map(({ id }) => id));
  }
  let next = 0;
  const kinds = {
    get: ['GET', () => `/posts/${ids[next++ % ids.length]}`, 200],
    'list of 20': ['GET', () => '/posts?limit=20', 200],
    create: ['POST', () => '/posts', 201, body],
  };
  for (const [kind, call] of Object.entries(kinds)) {
    const found = { generated: [], written: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, server] of Object.entries(servers)) found[name].push(await measure(server, PORTS[name], call));
    }
    const ratios = found.generated.map(({ rate }, round) => rate / found.written[round].rate);
    const of = (name, key) => median(found[name].map((one) => one[key]));
    const [rates, times] = ['rate', 'time'].map((key) => Object.keys(servers).map((name) => of(name, key)));
    console.log(
      `${kind}: ${median(ratios).toFixed(2)} of the throughput of handlers written by hand (goal ${GOAL}):`,
      `${rates.map((rate) => rate.toFixed(0)).join(' and ')} requests per second,`,
      `${times.map((time) => time.toFixed(3)).join(' and ')} ms of processor time`,
    );
  }
}

const servers = {};
try {
  if (!process.env['DATABASE_URL']) throw new Error('set DATABASE_URL to an empty database');
  const options = { cwd: work, stdio: 'inherit' };
  const program = path.join(root, 'bin/codegen.js');
  const graph = path.join(root, 'examples/blog.ttl');
  execFileSync(process.execPath, [program, 'project', 'gen', 'blog', '--graph', graph, '--service', 'rest', '--quiet'], options);
  mkdirSync(path.join(project, 'src/bin'));
  copyFileSync(path.join(root, 'scripts/bench/handwritten.rs'), path.join(project, 'src/bin/handwritten.rs'));
  const cargo = { ...options, cwd: project, env: { ...process.env, CARGO_TARGET_DIR: target } };
  execFileSync('cargo', ['build', '--release', '--quiet', '--bins'], cargo);
  servers.generated = await start('blog', PORTS.generated);
  servers.written = await start('handwritten', PORTS.written);
  await compare(servers);
} finally {
  for (const server of Object.values(servers)) server.kill();
  agent.destroy();
  rmSync(work, { recursive: true, force: true });
}
