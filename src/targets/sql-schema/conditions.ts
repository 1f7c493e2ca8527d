/** CHECK conditions of PostgreSQL, and the pieces from which they are built. */

import type { Bound } from '../../model/index.ts';

/** Subject of a condition; part of the constraint's name. */
export type ConditionSubject =
  | ('type' | 'range' | 'size' | 'length' | 'pattern' | 'values' | 'contains' | 'constant' | 'irreflexive' | 'absent')
  | ('choice' | 'total' | 'comparison' | 'key' | 'not');

/** Part of a condition on the values of a field or on a whole row. */
export type Piece =
  | { readonly about: ConditionSubject; readonly sql: string }
  /** One bound of the expression `of`: two inclusive bounds are merged into BETWEEN. */
  | { readonly about: ConditionSubject; readonly of: string; readonly bound: Bound; readonly side: 'minimum' | 'maximum' };

export interface Condition {
  readonly about: ConditionSubject;
  readonly sql: string;
}

/** Returns whether a condition is a column constraint without an explicit name: PostgreSQL calls it `<table>_<column>_check`. */
export function isOfColumn({ about }: Condition): boolean {
  return about === 'type' || about === 'range' || about === 'size';
}

/** Merges both bounds of an expression, and the length conditions of a list, and keeps all other conditions. */
export function conditionsOf(pieces: readonly Piece[]): Condition[] {
  if (pieces.length === 0) return [];
  const conditions = pairBounds(pieces);
  const lengths = conditions.filter(({ about }) => about === 'length');
  if (lengths.length < 2) return conditions;
  const sql = lengths.map((length) => length.sql).join(' AND ');
  const merged: Condition = { about: 'length', sql };
  return conditions
    .filter((condition) => condition.about !== 'length' || condition === lengths[0])
    .map((condition) => (condition.about === 'length' ? merged : condition));
}

function pairBounds(pieces: readonly Piece[]): Condition[] {
  const merged = new Set<Piece>();
  return pieces.flatMap((piece): Condition[] => {
    if (merged.has(piece)) return [];
    if (!('bound' in piece)) return [piece];
    const { about, of: expression } = piece;
    const sides = pieces.filter((other) => 'bound' in other && other.about === about && other.of === expression);
    for (const side of sides) merged.add(side);
    return [{ about, sql: boundsCondition(expression, sides) }];
  });
}

function boundsCondition(expression: string, pieces: readonly Piece[]): string {
  const boundOn = (side: 'minimum' | 'maximum') =>
    pieces.flatMap((piece) => ('bound' in piece && piece.side === side ? [piece.bound] : []))[0];
  const lower = boundOn('minimum');
  const upper = boundOn('maximum');
  if (lower?.inclusive && upper?.inclusive) return `${expression} BETWEEN ${lower.value} AND ${upper.value}`;
  return [
    ...(lower ? [`${expression} >${lower.inclusive ? '=' : ''} ${lower.value}`] : []),
    ...(upper ? [`${expression} <${upper.inclusive ? '=' : ''} ${upper.value}`] : []),
  ].join(' AND ');
}
