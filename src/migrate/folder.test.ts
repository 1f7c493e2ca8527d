import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderFaults } from './folder.ts';
import { hashesOf } from './record.ts';

/** Returns the faults of a folder with some files, whose record lists other ones; the parameters are contents by file name. */
function faultsOf(recorded: Readonly<Record<string, string>>, current: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, content] of Object.entries(current)) writeFileSync(path.join(folder, file), content);
  const written = hashesOf(Object.entries(recorded).map(([file, content]) => ({ path: file, content })));
  return folderFaults(folder, Object.keys(current), { written }).map(({ code, message }) => ({
    code,
    message: message.replaceAll(`${folder}${path.sep}`, ''),
  }));
}

const missing = (file: string) => [
  { code: 'migration-missing', message: `${file} is missing, but codegen.schema.json includes its changes` },
];

test('accepts renamed, edited and exchanged files', () => {
  const recorded = { '001_a.sql': 'a', '002_b.sql': 'b' };
  expect(faultsOf(recorded, { '001_x.sql': 'a', '002_b.sql': 'edited' })).toEqual([]);
  expect(faultsOf(recorded, { '001_b.sql': 'a', '003_a.sql': 'b' })).toEqual([]);
});

test('reports an exchanged order', () => {
  const recorded = { '001_a.sql': 'a', '002_b.sql': 'b' };
  expect(faultsOf(recorded, { '001_a.sql': 'b', '002_b.sql': 'a' })).toMatchObject([{ code: 'migration-order' }]);
});

test('reports a missing migration although another file has the same content', () => {
  const recorded = { '001_a.sql': 'same', '002_b.sql': 'b', '003_c.sql': 'same', '003_c.down.sql': 'b' };
  const { '002_b.sql': _, ...withoutSecond } = recorded;
  expect(faultsOf(recorded, withoutSecond)).toEqual(missing('002_b.sql'));
  const { '003_c.sql': __, ...withoutThird } = recorded;
  expect(faultsOf(recorded, withoutThird)).toEqual(missing('003_c.sql'));
});

test('reports a missing migration although another one has its name now', () => {
  expect(faultsOf({ '001_a.sql': 'a', '002_b.sql': 'b' }, { '001_a.sql': 'b' })).toEqual(missing('001_a.sql'));
});

test('accepts migrations with the same content', () => {
  expect(faultsOf({ '001_a.sql': 'same', '002_b.sql': 'same' }, { '001_x.sql': 'same', '002_y.sql': 'same' })).toEqual([]);
});
