import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyFilter, WITHHELD, withoutKey, withoutTokens } from './secrets.ts';

test('a key is taken out wherever the pieces of a text part', () => {
  const key = 'abcabcabd';
  const part = fc.constantFrom('a', 'b', 'c', 'abc', 'abcabc', 'abd', key, ' ', 'x');
  fc.assert(
    fc.property(fc.array(part), (pieces) => {
      const filter = new KeyFilter(key);
      const shown = pieces.map((piece) => filter.push(piece)).join('') + filter.end();
      expect(shown).not.toContain(key);
      expect(shown).toBe(withoutKey(pieces.join(''), key));
    }),
  );
});

test('what cannot be the begin of the key is not held back', () => {
  const filter = new KeyFilter('secret-key');
  expect(filter.push('it is se')).toBe('it is ');
  expect(filter.push('ven')).toBe('seven');
});

test('a short key is an everyday word', () => {
  expect(withoutKey('none of them', 'none')).toBe('none of them');
  expect(new KeyFilter('none').push('none')).toBe('none');
});

test('tokens are known by their looks', () => {
  const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----';
  for (const token of [
    pem,
    'AKIAIOSFODNN7EXAMPLE',
    `ghp_${'a1'.repeat(18)}`,
    'sk-proj-abcdefghijklmnop',
    'xoxb-1234567890-abc',
  ]) {
    expect(withoutTokens(`key = "${token}"`)).toBe(`key = "${WITHHELD}"`);
  }
  expect(withoutTokens('a task-force of risk-takers; skip')).toBe('a task-force of risk-takers; skip');
});
