import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('uses the offline provider by default, and ignores empty variables', () => {
  expect(readSettings({}, {})).toEqual({ provider: 'offline' });
  expect(readSettings({}, { CODEGEN_AI_PROVIDER: ' ' })).toEqual({ provider: 'offline' });
});

test('prefers flags to variables, and removes trailing slashes from addresses', () => {
  const env = { CODEGEN_AI_PROVIDER: 'anthropic', CODEGEN_AI_MODEL: 'a', CODEGEN_AI_API_KEY: ' k \n', CODEGEN_AI_TIMEOUT: '2.5' };
  expect(readSettings({}, env)).toEqual({
    ...{ provider: 'anthropic', model: 'a', key: 'k', timeoutSeconds: 2.5 },
    baseUrl: 'https://api.anthropic.com/v1',
  });
  expect(
    readSettings(
      { provider: 'ollama', model: 'b', baseUrl: 'http://box:1/v1//', timeout: '9' },
      { ...env, CODEGEN_ALLOW_HTTP: 'box:1' },
    ),
  ).toEqual({
    ...{ provider: 'ollama', model: 'b', key: 'k', timeoutSeconds: 9 },
    baseUrl: 'http://box:1/v1',
  });
  expect(() => readSettings({ provider: 'ollama', model: 'b', baseUrl: 'http://box:1' }, env)).toThrow(/plain HTTP/);
  expect(readSettings({ provider: 'ollama', model: 'b' }, {})).toMatchObject({ baseUrl: 'http://localhost:11434/v1' });
});

const compatible = { provider: 'openai-compatible', model: 'm', baseUrl: 'https://example.com/v1' };

test.each([
  [{ provider: 'openai' }, {}, '"openai" is not a known provider'],
  [{ provider: 'ollama' }, {}, 'no model is named'],
  [{ provider: 'openai-compatible', model: 'm' }, {}, 'no address is given'],
  [{ provider: 'anthropic', model: 'm' }, {}, 'wants a key'],
  [{ ...compatible, baseUrl: 'localhost:1234/v1' }, {}, 'does not begin with http://'],
  [{ ...compatible, baseUrl: 'nowhere' }, {}, 'not a URL'],
  [{ ...compatible, timeout: '0' }, {}, '"0" is not a time limit'],
  [{ ...compatible, timeout: 'soon' }, {}, '"soon" is not a time limit'],
])('%j %j', (flags, env, message) => {
  expect(() => readSettings(flags, env)).toThrow(message);
});

test('shows no secret in messages', () => {
  const secret = 'hunter2hunter2';
  for (const [flags, env] of [
    [{ ...compatible, baseUrl: `https://me:${secret}@example.com/v1` }, {}],
    [{ ...compatible, baseUrl: `https://example.com/v1?key=${secret}` }, {}],
    [{ ...compatible, baseUrl: secret }, {}],
    [compatible, { CODEGEN_AI_API_KEY: `${secret}\nX-Header: 1` }],
    [compatible, { CODEGEN_AI_API_KEY: `${secret}é` }],
  ] as const) {
    let message = '';
    try {
      readSettings(flags, env);
    } catch (error) {
      message = String(error);
    }
    expect(message).not.toBe('');
    expect(message).not.toContain(secret);
  }
});
