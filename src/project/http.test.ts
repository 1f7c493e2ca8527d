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
