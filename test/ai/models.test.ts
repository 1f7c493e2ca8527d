import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { type ModelServer, modelServer, type Received, start } from './server.ts';

const KEY = 'sk-test-5f3c9a7e21b84d06';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function serve(answer: (response: ServerResponse, request: Received) => unknown): Promise<ModelServer> {
  server = await modelServer((response, request) => void answer(response, request));
  return server;
}

function ask(origin: string, prompt = 'Say hello', args: readonly string[] = [], env: Record<string, string> = {}) {
  return start(['ai', 'generate', prompt, ...args], {
    env: {
      CODEGEN_AI_PROVIDER: 'openai-compatible',
      CODEGEN_AI_MODEL: 'tiny-1',
      CODEGEN_AI_BASE_URL: `${origin}/v1`,
      CODEGEN_AI_API_KEY: KEY,
      ...env,
    },
  });
}

/** Formats one event of the stream (https://platform.openai.com/docs/api-reference/chat-streaming). */
function chunk(delta: object, finish: string | null = null): string {
  const data = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1716000000, model: 'tiny-1' };
  return `data: ${JSON.stringify({ ...data, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

const begin = chunk({ role: 'assistant', content: '' });
const say = (content: string) => chunk({ content });
const stop = chunk({}, 'stop');
const done = 'data: [DONE]\n\n';

function open(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache' });
}

function refuse(response: ServerResponse, status: number, error: object | string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': typeof error === 'string' ? 'text/html' : 'application/json', ...headers });
  response.end(typeof error === 'string' ? error : JSON.stringify({ error }));
}

test('prints the answer and nothing else', async () => {
  const { origin, received } = await serve((response) => {
    open(response);
    response.end(begin + say('Hello') + say(', world') + stop + done);
  });
  const { status, stdout, stderr } = await ask(origin, 'Say hello', ['--code', 'fn main() {}']).outcome;
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'Hello, world\n', stderr: '' });
  expect(received).toHaveLength(1);
  const [request] = received;
  expect(request).toMatchObject({ method: 'POST', url: '/v1/chat/completions', headers: { authorization: `Bearer ${KEY}` } });
  const body = JSON.parse(request?.body ?? '') as {
    model: string;
    stream: boolean;
    messages: { role: string; content: string }[];
  };
  expect(body).toMatchObject({ model: 'tiny-1', stream: true });
  expect(body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(body.messages[1]?.content).toBe('<code>\nfn main() {}\n</code>\n\nSay hello');
});

test('prints text while the answer is still arriving', async () => {
  let finish = () => {};
  const { origin } = await serve((response) => {
    open(response);
    response.write(begin + say('first '));
    finish = () => response.end(say('second') + stop + done);
  });
  const run = ask(origin);
  for (let waited = 0; run.stdout() !== 'first ' && waited < 60_000; waited += 20) await pause(20);
  expect(run.stdout()).toBe('first ');
  finish();
  expect(await run.outcome).toMatchObject({ status: 0, stdout: 'first second\n' });
});

test('accepts a stream that is split anywhere, even within a character, with CRLF, comments and no [DONE]', async () => {
  const { origin } = await serve(async (response) => {
    open(response);
    const bytes = Buffer.from(`: keep-alive\r\n\r\n${(begin + say('Grüße, 世界 ') + say('🦀') + stop).replaceAll('\n', '\r\n')}`);
    for (let at = 0; at < bytes.length; at += 7) {
      response.write(bytes.subarray(at, at + 7));
      if (at % 70 === 0) await pause(1);
    }
    response.end();
  });
  expect(await ask(origin).outcome).toMatchObject({ status: 0, stdout: 'Grüße, 世界 🦀\n', stderr: '' });
});

test('reports a denied key: the message of the server without the key, and what to check', async () => {
  const { origin } = await serve((response) =>
    refuse(response, 401, {
      message: `Incorrect API key provided: ${KEY}.`,
      type: 'invalid_request_error',
      code: 'invalid_api_key',
    }),
  );
  const { status, stdout, stderr } = await ask(origin).outcome;
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(
    `error: tiny-1 at ${origin}/v1 denied access (401): Incorrect API key provided: [withheld]. [model-denied]\n  help: check the key in CODEGEN_AI_API_KEY\n`,
  );
});

test('sends only one request after status 429, and reports when to try again', async () => {
  const { origin, received } = await serve((response) =>
    refuse(response, 429, { message: 'Rate limit reached.' }, { 'Retry-After': '20' }),
  );
  const { status, stdout, stderr } = await ask(origin).outcome;
  expect({ status, stdout, requests: received.length }).toEqual({ status: 1, stdout: '', requests: 1 });
  expect(stderr).toContain('rejects further requests at present (429): Rate limit reached.');
  expect(stderr).toContain('help: try again in 20 s');
});

test('does not quote the HTML error page of a proxy', async () => {
  const { origin } = await serve((response) => refuse(response, 502, '<html><body>Bad gateway</body></html>'));
  const { status, stderr } = await ask(origin).outcome;
  expect(status).toBe(1);
  expect(stderr).toContain('failed (502): Bad Gateway');
  expect(stderr).not.toContain('<html>');
});

test.each([
  [
    'the connection is reset',
    (response: ServerResponse) => response.socket?.resetAndDestroy(),
    /the connection was (reset|closed)/,
  ],
  ['the stream ends early', (response: ServerResponse) => response.end(), /the stream ended before the answer did/],
  ['[DONE] comes early', (response: ServerResponse) => response.end(done), /the stream ended before the answer did/],
  ['what follows is no JSON', (response: ServerResponse) => response.end('data: {"choices": [\n\n'), /not JSON/],
  ['what follows is no chunk', (response: ServerResponse) => response.end('data: {"pong": 1}\n\n'), /not in the protocol/],
  [
    'an error follows',
    (response: ServerResponse) => response.end(`data: {"error": {"message": "out of memory ${KEY}"}}\n\n`),
    /out of memory \[withheld\]/,
  ],
  [
    'the length is used up',
    (response: ServerResponse) => response.end(chunk({}, 'length') + done),
    /the length that the model is limited to/,
  ],
  ['the rest is filtered', (response: ServerResponse) => response.end(chunk({}, 'content_filter') + done), /content filter/],
])('marks partial text as incomplete: %s', async (_, fault, message) => {
  let shown = () => '';
  const { origin } = await serve(async (response) => {
    open(response);
    response.write(begin + say('Half an'));
    // A reset connection loses data that was sent but not yet read.
    for (let waited = 0; shown() === '' && waited < 60_000; waited += 20) await pause(20);
    fault(response);
  });
  const run = ask(origin);
  shown = run.stdout;
  const { status, stdout, stderr } = await run.outcome;
  expect({ status, stdout }).toEqual({ status: 1, stdout: 'Half an' });
  expect(stderr).toMatch(message);
  expect(stderr).toMatch(/the answer of the AI model tiny-1 at \S+ is incomplete/);
  expect(stderr).toContain(
    'warning: the answer of the model on standard output is incomplete: it ends after 7 characters [answer-incomplete]',
  );
  expect(stderr).not.toContain(KEY);
});

test('reports a refused connection', async () => {
  const { origin } = await serve(() => {});
  await server?.close();
  server = undefined;
  const { status, stdout, stderr } = await ask(origin).outcome;
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(
    `error: codegen cannot reach the AI model tiny-1 at ${origin}/v1: the connection was refused [model-unreachable]`,
  );
});

test.each([
  ['before the first word', () => {}, ''],
  [
    'in the middle',
    (response: ServerResponse) => {
      open(response);
      response.write(begin + say('Well'));
    },
    'Well',
  ],
])('reports a model that sends nothing for too long: %s', async (_, answer, text) => {
  const { origin } = await serve(answer);
  const { status, stdout, stderr } = await ask(origin, 'Say hello', ['--timeout', '6']).outcome;
  expect({ status, stdout }).toEqual({ status: 1, stdout: text });
  expect(stderr).toContain('did not answer within 6 s');
  expect(stderr.includes('incomplete')).toBe(text !== '');
});

test('reports an address that does not answer with a stream', async () => {
  const { origin } = await serve((response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }] }));
  });
  const { status, stdout, stderr } = await ask(origin).outcome;
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('not with a stream of events; is the address right?');
});

test('follows a redirect within the host, but not to another host', async () => {
  const other = await modelServer((response) => response.end());
  try {
    const { origin, received } = await serve((response, request) => {
      if (request.url === '/v1/chat/completions') {
        response.writeHead(307, { Location: '/v2/chat' }).end();
      } else if (request.url === '/v2/chat') {
        response.writeHead(308, { Location: `${other.origin}/v1/chat/completions` }).end();
      }
    });
    const { status, stdout, stderr } = await ask(origin).outcome;
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`it refers to ${other.origin}, to which nothing is sent`);
    expect([received.map(({ url }) => url), other.received]).toEqual([['/v1/chat/completions', '/v2/chat'], []]);
  } finally {
    await other.close();
  }
});

test('removes terminal control characters from the answer', async () => {
  const { origin } = await serve((response) => {
    open(response);
    response.end(begin + say('a\u001b]0;title\u0007b\u001b[2Jc\td\n') + stop + done);
  });
  expect((await ask(origin).outcome).stdout).toBe('a]0;titleb[2Jc\td\n');
});

test('reports an empty answer as an error', async () => {
  const { origin } = await serve((response) => {
    open(response);
    response.end(begin + stop + done);
  });
  const { status, stderr } = await ask(origin).outcome;
  expect(status).toBe(1);
  expect(stderr).toContain('it answered without a word');
});

test('the key is in no output and in no prompt, whatever the server sends or the user asks', async () => {
  const { origin, received } = await serve((response) => {
    open(response);
    response.end(begin + say(`it is ${KEY.slice(0, 9)}`) + say(`${KEY.slice(9)}, isn't it`) + stop + done);
  });
  const { status, stdout, stderr } = await ask(origin, `My key is ${KEY}`).outcome;
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "it is [withheld], isn't it\n", stderr: '' });
  expect(received[0]?.body).not.toContain(KEY);
  const shown = await ask(origin, `My key is ${KEY}`, ['--show-context', '--code', `token = "${KEY}"`]).outcome;
  expect(shown.stdout).toContain('My key is [withheld]');
  expect(shown.stdout + shown.stderr).not.toContain(KEY);
  expect(received).toHaveLength(1);
});

test('options override the environment, and requests to Ollama have no key', async () => {
  const { origin, received } = await serve((response) => {
    open(response);
    response.end(begin + say('ok') + stop + done);
  });
  const args = ['--provider', 'ollama', '--model', 'llama3.2', '--base-url', `${origin}/ollama/v1/`];
  expect(await ask('http://127.0.0.1:9', 'Hi', args, { CODEGEN_AI_API_KEY: '' }).outcome).toMatchObject({
    status: 0,
    stdout: 'ok\n',
  });
  expect(received[0]?.url).toBe('/ollama/v1/chat/completions');
  expect(received[0]?.headers.authorization).toBeUndefined();
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ model: 'llama3.2' });
});

/** Formats events of Anthropic's stream (https://docs.anthropic.com/en/api/messages-streaming). */
function events(...list: readonly { readonly type: string }[]): string {
  return list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

const messageStart = {
  type: 'message_start',
  message: {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-test', content: [] },
    ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 12, output_tokens: 1 } },
  },
};
const blockStart = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
const text = (words: string) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } });
const ending = [
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
];

test('uses the protocol of Anthropic', async () => {
  const { origin, received } = await serve((response) => {
    open(response);
    response.end(events(messageStart, blockStart, { type: 'ping' }, text('Hello'), text(', world'), ...ending));
  });
  const run = ask(origin, 'Say hello', [], { CODEGEN_AI_PROVIDER: 'anthropic', CODEGEN_AI_MODEL: 'claude-test' });
  expect(await run.outcome).toEqual({ status: 0, stdout: 'Hello, world\n', stderr: '' });
  expect(received[0]).toMatchObject({ method: 'POST', url: '/v1/messages', headers: { 'x-api-key': KEY } });
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ model: 'claude-test', stream: true });
});

test('reports a stream of Anthropic that ends early, an error within it, and an error before it', async () => {
  const faults = ['', events({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } as { type: string })];
  const { origin, received } = await serve((response) => {
    const fault = faults[received.length - 1];
    if (fault === undefined) return refuse(response, 529, { type: 'overloaded_error', message: 'Overloaded' });
    open(response);
    return response.end(events(messageStart, blockStart, text('Half an')) + fault);
  });
  const env = { CODEGEN_AI_PROVIDER: 'anthropic', CODEGEN_AI_MODEL: 'claude-test' };
  const early = await ask(origin, 'Say hello', [], env).outcome;
  expect(early).toMatchObject({ status: 1, stdout: 'Half an' });
  expect(early.stderr).toContain('the stream ended before the answer did');
  const within = await ask(origin, 'Say hello', [], env).outcome;
  expect(within).toMatchObject({ status: 1, stdout: 'Half an' });
  expect(within.stderr).toContain('is incomplete: Overloaded');
  const before = await ask(origin, 'Say hello', [], env).outcome;
  expect(before).toMatchObject({ status: 1, stdout: '' });
  expect(before.stderr).toContain('rejects further requests at present (529): Overloaded');
});
