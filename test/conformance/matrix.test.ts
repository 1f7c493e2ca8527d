import { describe, expect, test } from 'vitest';
import type { Status } from '../../src/report/verdict.ts';
import { differences, documentOf, type Row } from './matrix.ts';

const row = (name: string, rust: Status, sql: Status): Row => ({
  group: 'Group',
  name,
  cells: {
    'rust-models': { status: rust, faults: [], ...(rust !== 'enforced' && { note: 'for a reason' }) },
    'sql-schema': { status: sql, faults: [] },
  },
});

describe('the record', () => {
  const recorded = documentOf([row('a', 'enforced', 'approximated'), row('b', 'dropped', 'enforced')]);

  test('shows statuses in the columns of their targets, and each note once with a number', () => {
    const page = documentOf([
      row('a', 'enforced', 'approximated'),
      row('b', 'dropped', 'enforced'),
      row('c', 'dropped', 'enforced'),
    ]);
    expect(page).toContain('|a|✓||~||||||\n|b|✗<sup>1</sup>||✓||||||\n|c|✗<sup>1</sup>||✓||||||\n');
    expect(page).toMatch(/## Notes\n\n1\. for a reason\n$/);
  });

  test('does not differ from the same rows', () => {
    const rows = [row('a', 'enforced', 'approximated'), row('b', 'dropped', 'enforced')];
    expect(differences(recorded, rows)).toEqual({ worse: [], other: [] });
  });

  test('distinguishes worse from better results', () => {
    const rows = [row('a', 'approximated', 'enforced'), row('c', 'enforced', 'enforced')];
    expect(differences(recorded, rows)).toEqual({
      worse: ['a: Rust was enforced, and is approximated (for a reason)', 'b: is gone'],
      other: ['a: PostgreSQL was approximated, and is enforced', 'c: new'],
    });
  });

  test('ignores columns that were not judged', () => {
    const { cells } = row('a', 'dropped', 'approximated');
    const rows = [
      { ...row('a', 'enforced', 'enforced'), cells: { 'sql-schema': cells['sql-schema'] } } as Row,
      row('b', 'dropped', 'enforced'),
    ];
    expect(differences(recorded, rows)).toEqual({ worse: [], other: [] });
  });
});
