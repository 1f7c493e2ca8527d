// Compares the generated handlers of the blog with handlers written by hand (scripts/bench/handwritten.rs), which are routes
// of the user in the same service, and also run in a bare server without authentication, limits and request ids:
// `DATABASE_URL=postgres://… npm run bench:service`, with an empty database and Cargo. Release builds without logs answer in
// turn, for 16 clients. Prints ratios and the goal, and never fails.
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const CLIENTS = 16;
const ROUNDS = 7;
const ROUND_MS = 2000;
const GOAL = 0.9;
const PORT = 8091;
const BARE_PORT = 8092;

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
  servers.push(server);
  for (let i = 0; i < 100; i++) {
    if (await send(port, 'GET', '/posts').catch(() => undefined)) return server;
    await sleep(100);
  }
  throw new Error(`${program} does not answer`);
}

/** Sends requests for some time; returns the number of responses per second and the processor time of each. */
async function measure({ server, port, prefix }, [method, place, status, body]) {
  const [began, used] = [performance.now(), processorTime(server.pid)];
  let count = 0;
  const client = async () => {
    while (performance.now() - began < ROUND_MS) {
      const response = await send(port, method, prefix + place(), body);
      if (response.status !== status) throw new Error(`status ${response.status}: ${response.text}`);
      count++;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { rate: (count / (performance.now() - began)) * 1000, time: (processorTime(server.pid) - used) / count };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Compares the first of the variants with each of the others. */
async function compare(variants) {
  const user = JSON.parse((await send(PORT, 'POST', '/users', '{"name":"Ada","email":"ada@example.org"}')).text);
  const body = JSON.stringify({ title: 'A title', content: 'A text. '.repeat(40), author_id: user.id });
  const ids = [];
  for (let i = 0; i < 10; i++) {
    const { text } = await send(PORT, 'POST', '/posts/bulk', `[${Array(100).fill(body).join()}]`);
    ids.push(...JSON.parse(text).map(({ id }) => id));
  }
  let next = 0;
  const kinds = {
    get: ['GET', () => `/posts/${ids[next++ % ids.length]}`, 200],
    'list of 20': ['GET', () => '/posts?limit=20', 200],
    create: ['POST', () => '/posts', 201, body],
  };
  for (const [kind, call] of Object.entries(kinds)) {
    const found = variants.map(() => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, variant] of variants.entries()) found[index].push(await measure(variant, call));
    }
    const shown = variants.map(({ name }, index) => {
      const ratio = median(found[0].map(({ rate }, round) => rate / found[index][round].rate));
      const [rate, time] = ['rate', 'time'].map((key) => median(found[index].map((one) => one[key])));
      const compared = index === 0 ? '' : `; generated over these: ${ratio.toFixed(2)}`;
      return `  ${name}: ${rate.toFixed(0)} requests per second, ${time.toFixed(3)} ms of processor time each${compared}`;
    });
    console.log(`${kind}\n${shown.join('\n')}`);
  }
}

const servers = [];
try {
  if (!process.env['DATABASE_URL']) throw new Error('set DATABASE_URL to an empty database');
  const options = { cwd: work, stdio: 'inherit' };
  const program = path.join(root, 'bin/codegen.js');
  const graph = path.join(root, 'examples/blog.ttl');
  execFileSync(process.execPath, [program, 'project', 'gen', 'blog', '--graph', graph, '--service', 'rest', '--quiet'], options);
  copyFileSync(path.join(root, 'scripts/bench/handwritten.rs'), path.join(project, 'src/handwritten.rs'));
  appendFileSync(path.join(project, 'src/lib.rs'), 'pub mod handwritten;\n');
  const app = path.join(project, 'src/app.rs');
  const routes = 'Router::new().nest("/handwritten", crate::handwritten::routes())';
  writeFileSync(
    app,
    readFileSync(app, 'utf8').replace(/(?<=fn own_routes\(\) -> Router<PgPool> \{\n {4})Router::new\(\)/, routes),
  );
  mkdirSync(path.join(project, 'src/bin'));
  const bare = '#[tokio::main]\nasync fn main() {\n    blog::handwritten::serve().await;\n}\n';
  writeFileSync(path.join(project, 'src/bin/bare.rs'), bare);
  const cargo = { ...options, cwd: project, env: { ...process.env, CARGO_TARGET_DIR: target } };
  execFileSync('cargo', ['build', '--release', '--quiet', '--bins'], cargo);
  const service = await start('blog', PORT);
  const bareServer = await start('bare', BARE_PORT);
  await compare([
    { name: 'generated', server: service, port: PORT, prefix: '' },
    { name: `by hand, in the same service (goal ${GOAL})`, server: service, port: PORT, prefix: '/handwritten' },
    { name: 'by hand, in a bare server', server: bareServer, port: BARE_PORT, prefix: '' },
  ]);
} finally {
  for (const server of servers) server.kill();
  agent.destroy();
  rmSync(work, { recursive: true, force: true });
}
