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

const request = { modelLabel: 'm at http://h', key: 'a-secret-key', hasAnswerBegun: false };

test('finds network errors in causes and in AggregateErrors', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const error = new TypeError('fetch failed', { cause: new AggregateError([new Error('unknown'), refused]) });
  expect(diagnosticOfFailure(error, request)).toMatchObject({
    code: 'model-unreachable',
    message: 'codegen cannot reach the AI model m at http://h: the connection was refused',
  });
  expect(diagnosticOfFailure(error, { ...request, hasAnswerBegun: true })).toMatchObject({ code: 'answer-broken-off' });
});

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is not accepted (DEPTH_ZERO_SELF_SIGNED_CERT)'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is not accepted (UNABLE_TO_VERIFY_LEAF_SIGNATURE)'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is not accepted (ERR_TLS_CERT_ALTNAME_INVALID)'],
  [
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'the server answered without TLS; check whether its address begins with http:// (ERR_SSL_WRONG_VERSION_NUMBER)',
  ],
  ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'no TLS connection was established (ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR)'],
])('states the reason for a TLS error: %s', (code, reason) => {
  const error = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) });
  expect(diagnosticOfFailure(error, request)).toMatchObject({
    code: 'model-unreachable',
    message: `codegen cannot reach the AI model m at http://h: ${reason}`,
  });
});

test('states the reason for an invalid response by whether the answer had begun', () => {
  const error = Object.assign(new Error('no data'), { name: 'AI_InvalidResponseDataError' });
  expect(diagnosticOfFailure(error, request)).toMatchObject({
    code: 'model-failed',
    message: expect.stringContaining('it answered with nothing, or not with a stream of events'),
  });
  expect(diagnosticOfFailure(error, { ...request, hasAnswerBegun: true })).toMatchObject({
    code: 'answer-broken-off',
    message: expect.stringContaining('the stream ended before the answer did'),
  });
});

test('ends at circular causes', () => {
  const error = new Error('one', { cause: new Error('two') });
  (error.cause as Error).cause = error;
  expect(diagnosticOfFailure(error, request).message).toContain('failed: one');
});

test('shortens server messages to one line and removes the key', () => {
  const { message } = diagnosticOfFailure({ message: `bad\u001b[31m\n a-secret-key ${'x'.repeat(1000)}` }, request);
  expect(message).toMatch(/^the AI model m at http:\/\/h failed: bad \[31m \[withheld\] x+…$/);
  expect(message.length).toBeLessThan(400);
});

test('reports an error without a value', () => {
  expect(diagnosticOfFailure(undefined, request).message).toBe('the AI model m at http://h failed: undefined');
});
