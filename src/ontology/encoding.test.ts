import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { DiagnosticError } from '../diagnostics/index.ts';
import { loadOntology } from './disk.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'codegen-encoding-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = ':A a :B .\n';
test.each([
  ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['compressed by gzip', gzipSync(text)],
  ['a ZIP archive', Buffer.from('PK\u0003\u0004')],
])('reports that a file is %s', async (is, bytes) => {
  const file = path.join(folder, 'encoded.ttl');
  writeFileSync(file, bytes);
  const error = await loadOntology(file).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(DiagnosticError);
  expect(error.diagnostics[0]).toMatchObject({
    code: 'file-encoded',
    message: `${file} is ${is}; codegen reads only UTF-8`,
  });
  expect(error.diagnostics[0].help).toMatch(/iconv|gzip|unzip/);
});
