import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyFilter, maskKey, maskSecrets, maskTokens, WITHHELD } from './secrets.ts';

test('removes a key from a stream of pieces, also across piece boundaries', () => {
  const key = 'abcabcabd';
  const part = fc.constantFrom('a', 'b', 'c', 'abc', 'abcabc', 'abd', key, ' ', 'x');
  fc.assert(
    fc.property(fc.array(part), (pieces) => {
      const filter = new KeyFilter(key);
      const shown = pieces.map((piece) => filter.push(piece)).join('') + filter.end();
      expect(shown).not.toContain(key);
      expect(shown).toBe(maskKey(pieces.join(''), key));
    }),
  );
});

test('passes on text that cannot be the beginning of the key', () => {
  const filter = new KeyFilter('secret-key');
  expect(filter.push('it is se')).toBe('it is ');
  expect(filter.push('ven')).toBe('seven');
});

test('keeps short keys, which are everyday words', () => {
  expect(maskKey('none of them', 'none')).toBe('none of them');
  expect(new KeyFilter('none').push('none')).toBe('none');
});

test('recognises tokens by their format', () => {
  const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----';
  for (const token of [
    pem,
    'AKIAIOSFODNN7EXAMPLE',
    `ghp_${'a1'.repeat(18)}`,
    'sk-proj-abcdefghijklmnop',
    'xoxb-1234567890-abc',
  ]) {
    expect(maskTokens(`key = "${token}"`)).toBe(`key = "${WITHHELD}"`);
  }
  expect(maskTokens('a task-force of risk-takers; skip')).toBe('a task-force of risk-takers; skip');
});

test.each([
  ['settings.json', '{ "password": "hunter2", "dbPassword" : "a b", "user": "dan" }', ['hunter2', 'a b']],
  ['config.yaml', 'db:\n  password: hunter2 # the old one\n  user: dan\n  api_key: "k-1"\n', ['hunter2', 'k-1']],
  ['app.env', 'export DB_PASSWORD=hunter2\nDB_USER=dan\n', ['hunter2']],
  ['app.ts', "const client = connect('dan', { apiKey: 'k-12' });", ['k-12']],
  ['app.py', 'dan = 1\nurl = "postgres://app:hunter2@db1.internal/app"', ['hunter2']],
  ['app.config', 'add connectionString="Server=db;User Id=dan;Password=hunter2;Encrypt=true"', ['hunter2']],
  ['note.md', 'curl https://dan:hunter2@host/x', ['hunter2']],
  ['b.txt', `dan mongodb+srv://app:ghp_${'a1'.repeat(18)}-tail@db1.internal/app`, ['ghp_', 'tail']],
  ['c.txt', `https://dan:ghp_${'a1'.repeat(18)}-tail@host/x`, ['ghp_', 'tail']],
  ['a.txt', `slack xoxb-123456789012-1234567890123-${'a'.repeat(24)} dan`, ['xoxb-123']],
])('withholds only the secrets in %s', async (file, text, secrets) => {
  const clean = await maskSecrets(text, file);
  for (const secret of secrets) expect(clean).not.toContain(secret);
  expect(clean).toContain(WITHHELD);
  expect(clean).toMatch(/dan/);
});

test.each([
  ['user.ts', 'interface User { password: string; token?: Token }'],
  ['user.py', 'class User(BaseModel):\n    password: str\n    token: str | None = None\n'],
  ['blog.ttl', ':password a owl:DatatypeProperty ; rdfs:label "password" .'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder syntax of other tools
  ['config.yaml', 'password: ${DB_PASSWORD}\ntoken: null\n'],
  ['note.md', 'The password is asked for at https://example.org:8080/path and kept nowhere.'],
])('keeps text in %s that mentions secrets without containing one', async (file, text) => {
  expect(await maskSecrets(text, file)).toBe(text);
});

test('filters long texts in linear time', async () => {
  for (const text of [
    'password'.repeat(20_000),
    '"'.repeat(100_000),
    `password: "${'\\'.repeat(100_000)}`,
    'a://'.repeat(50_000),
  ]) {
    const start = performance.now();
    await maskSecrets(text, 'x.yaml');
    expect(performance.now() - start).toBeLessThan(20_000);
  }
});
