import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadSettingsSchema } from '../src/settings/index.ts';
import { root } from './support/program.ts';

const { settingsReference, settingsSchema } = await loadSettingsSchema();

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
