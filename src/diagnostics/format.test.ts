import { expect, test } from 'vitest';
import { diagnostic, formatDiagnostic } from './index.ts';

test('what a file holds does not steer the terminal on which a message about it is shown', () => {
  const place = { file: 'a\u001b[31m.ttl', line: 1, column: 6 };
  const shown = formatDiagnostic(
    diagnostic('file-unreadable', { file: 'x\u0007', reason: 'r' }, place, 'a \u001b]0;x\u0007\u202e b'),
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(shown).toContain('a ␛]0;x␇� b');
});
