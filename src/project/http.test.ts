import { expect, test } from 'vitest';
import { httpModule } from './http.ts';

test('renames types everywhere, and changes nothing else', () => {
  const plain = httpModule({ page: 'Page', problem: 'Problem' });
  const other = httpModule({ page: 'PageInfo', problem: 'ProblemDetails' });
  expect(plain).toContain('readonly problem: Problem };');
  expect(other).toContain('readonly problem: ProblemDetails };');
  expect(other).toContain('export interface PageInfo {');
  expect(other).toContain('export interface PageQuery {');
  expect(other.replaceAll('PageInfo', 'Page').replaceAll('ProblemDetails', 'Problem')).toBe(plain);
});
