import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadSettingsSchema } from '../src/settings/index.ts';
import { root } from './support/program.ts';

const { settingsMembers, settingsSchema } = await loadSettingsSchema();

/** Returns a Markdown table of all members, without policies, which have their own table. */
function settingsReference(): string {
  // The limit is more than the number of templates; the codes of warnings are too many to list.
  const members = settingsMembers(15, (word, isDefault) => (isDefault ? `**\`${word}\`**` : `\`${word}\``));
  const rows = members
    .filter(({ name }) => !name.startsWith('policies.'))
    .map(({ name, isRequired, value, meaning }) => [`\`${name}\`${isRequired ? ' *(required)*' : ''}`, value, meaning]);
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
  return ['| member | value | meaning |', '|---|---|---|', ...rows.map((cells) => `| ${cells.map(cell).join(' | ')} |`)].join(
    '\n',
  );
}

/** Expects that a file is up to date. `RECORD=1 npx vitest run test/settings.test.ts` updates it. */
function recorded(file: string, now: (before: string) => string): void {
  const at = path.join(root, file);
  const before = readFileSync(at, 'utf8');
  if (process.env['RECORD'] === '1') writeFileSync(at, now(before));
  expect(readFileSync(at, 'utf8')).toBe(now(before));
}

test('the published JSON Schema is printed from the declaration', () => {
  recorded('docs/codegen.schema.json', () => `${JSON.stringify(settingsSchema(), undefined, 2)}\n`);
});

test('the reference is printed from the declaration', () => {
  const part = /(<!-- members: begin -->\n)[\s\S]*?(\n<!-- members: end -->)/;
  recorded('docs/reference/settings.md', (before) => {
    expect(before).toMatch(part);
    return before.replace(part, (_, begin: string, end: string) => `${begin}${settingsReference()}${end}`);
  });
});
