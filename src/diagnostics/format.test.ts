import { expect, test } from 'vitest';
import { diagnostic, escapeControlCharactersInJson, formatDiagnostic, sanitizeOutput } from './index.ts';

test('shows control characters of a file in messages without sending them to the terminal', () => {
  const place = { file: 'a\u001b[31m.ttl', line: 1, column: 6 };
  const shown = formatDiagnostic(
    diagnostic('file-unreadable', { file: 'x\u0007', reason: 'r' }, place, 'a \u001b]0;x\u0007\u202e b'),
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are searched for
  expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(shown).toContain('a ␛]0;x␇� b');
});

test('sends only control sequences of the program to the terminal', () => {
  const hostile = 'a\u001b]0;title\u0007 \u001b[8m\u202eb\rc';
  expect(sanitizeOutput(`\r\u001b[K\u001b[31m${hostile}\u001b[39m\tx\r\n`)).toBe(
    '\r\u001b[K\u001b[31ma␛]0;title␇ ␛[8m\ufffdb␍c\u001b[39m\tx\r\n',
  );
  expect(sanitizeOutput('plain\n')).toBe('plain\n');
});

test('escapes control characters in JSON without changing its values', () => {
  const value = { a: '\u202e\u009b\u007f\u0007é' };
  const document = escapeControlCharactersInJson(JSON.stringify(value));
  expect(document).toBe('{"a":"\\u202e\\u009b\\u007f\\u0007é"}');
  expect(JSON.parse(document)).toEqual(value);
});
