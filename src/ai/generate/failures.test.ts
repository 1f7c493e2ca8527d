import { expect, test } from 'vitest';
import { diagnosticOfFailure, retryTime } from './failures.ts';

test.each([
  ['20', 'in 20 s'],
  [' 0.5 ', 'in 0.5 s'],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 'after 2026-10-21T07:28:00.000Z'],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads Retry-After: %s', (header, words) => {
  expect(retryTime(header)).toBe(words);
});

const request = { model: 'm at http://h', key: 'a-secret-key', hasBegun: false };

test('finds network errors in causes and in AggregateErrors', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const error = new TypeError('fetch failed', { cause: new AggregateError([new Error('unknown'), refused]) });
  expect(diagnosticOfFailure(error, request)).toMatchObject({
    code: 'model-unreachable',
    message: 'codegen cannot reach the AI model m at http://h: the connection was refused',
  });
  expect(diagnosticOfFailure(error, { ...request, hasBegun: true })).toMatchObject({ code: 'answer-broken-off' });
  const certificate = new TypeError('fetch failed', {
    cause: Object.assign(new Error(), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
  });
  expect(diagnosticOfFailure(certificate, request).message).toContain('its certificate is not accepted');
});

test('shortens server messages to one line and removes the key', () => {
  const { message } = diagnosticOfFailure({ message: `bad\u001b[31m\n a-secret-key ${'x'.repeat(1000)}` }, request);
  expect(message).toMatch(/^the AI model m at http:\/\/h failed: bad \[31m \[withheld\] x+…$/);
  expect(message.length).toBeLessThan(400);
});

test('reports an error without a value', () => {
  expect(diagnosticOfFailure(undefined, request).message).toBe('the AI model m at http://h failed: undefined');
});
