import { expect, test } from 'vitest';
import { folderMigrations, lastNumber } from '../../src/migrate/index.ts';

test('finds migrations by file name, sorts them by version and pairs them with their down files', () => {
  const files = ['V10__ten.sql', 'U2.1__a.sql', 'V2__b.sql', 'V2.1__a.sql', 'V2_0_3__c.sql', 'R__view.sql', 'notes.sql'];
  const found = folderMigrations(files, (file) => file);
  expect(found.map(({ file, down }) => [file, down?.file])).toEqual([
    ['V2__b.sql', undefined],
    ['V2_0_3__c.sql', undefined],
    ['V2.1__a.sql', 'U2.1__a.sql'],
    ['V10__ten.sql', undefined],
  ]);
  expect(lastNumber(files)).toBe(10);
  expect(lastNumber(['002_2fa.sql', '002_2fa.down.sql', '20240101120000_later.sql'])).toBe(20240101120000);
});
