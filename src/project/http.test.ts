import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { httpModule } from './http.ts';

test('renames the type of problems everywhere, and changes nothing else', () => {
  const plain = httpModule({ problem: 'Problem' });
  const other = httpModule({ problem: 'ProblemDetails' });
  expect(plain).toContain('readonly problem: Problem;');
  expect(other).toContain('readonly problem: ProblemDetails;');
  expect(other).toContain('export interface ProblemDetails {');
  expect(other).toContain('code?: ProblemCode;');
  expect(other.replaceAll('ProblemDetails', 'Problem')).toBe(plain);
});

test('lists the documented codes of problems, and accepts others', () => {
  expect(httpModule({ problem: 'Problem' }, ['not_found', 'in_use'])).toContain(
    "export type ProblemCode =\n  | 'not_found'\n  | 'in_use'\n  | (string & {});\n",
  );
});

test('a call that is canceled while the body arrives throws the error of fetch', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'codegen-http-')), 'http.mjs');
  writeFileSync(file, transformSync(httpModule({ problem: 'Problem' }), { loader: 'ts' }).code);
  const { call } = await import(pathToFileURL(file).href);
  const answer = (body: string | ReadableStream) => ({
    baseUrl: 'https://example.org',
    fetch: () => Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } })),
  });
  const request = { method: 'GET', path: '/posts', success: 200 };
  const aborted = new ReadableStream({ start: (controller) => controller.error(new DOMException('canceled', 'AbortError')) });
  await expect(call(answer(aborted), request)).rejects.toMatchObject({ name: 'AbortError' });
  await expect(call(answer('{'), request)).rejects.toMatchObject({ name: 'UnexpectedResponse' });
  await expect(call(answer('[1]'), request)).resolves.toMatchObject({ ok: true, data: [1] });
});
