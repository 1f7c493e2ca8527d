/** The conditions of PostgreSQL, and the pieces that they are put together from. */

import type { Bound } from '../../model/index.ts';

/** What a condition is about; constraints are named after it. */
export type About =
  | ('type' | 'range' | 'size' | 'length' | 'pattern' | 'values' | 'contains' | 'constant' | 'irreflexive' | 'absent')
  | ('choice' | 'total' | 'key' | 'not');

/** A part of what the values of a field, or a row as a whole, keep to. */
export type Piece =
  | { readonly about: About; readonly sql: string }
  /** One side of what is compared: two sides of one thing become BETWEEN. */
  | { readonly about: About; readonly of: string; readonly bound: Bound; readonly side: 'minimum' | 'maximum' };

export interface Condition {
  readonly about: About;
  readonly sql: string;
}

/** Whether a condition stands beside its column, without a name of its own: PostgreSQL calls it `<table>_<column>_check`. */
export function isOfColumn({ about }: Condition): boolean {
  return about === 'type' || about === 'range' || about === 'size';
}

/** Puts the two sides of what is bounded together, also of the lengths of a list's texts, and leaves the rest as it is. */
export function conditionsOf(pieces: readonly Piece[]): Condition[] {
  if (pieces.length === 0) return [];
  const found = paired(pieces);
  const lengths = found.filter(({ about }) => about === 'length');
  if (lengths.length < 2) return found;
  const sql = lengths.map((length) => length.sql).join(' AND ');
  return found.flatMap((one) => (one.about !== 'length' ? [one] : one === lengths[0] ? [{ about: 'length' as const, sql }] : []));
}

function paired(pieces: readonly Piece[]): Condition[] {
  const done = new Set<Piece>();
  return pieces.flatMap((piece): Condition[] => {
    if (done.has(piece)) return [];
    if (!('bound' in piece)) return [piece];
    const { about, of } = piece;
    const sides = pieces.filter((other) => 'bound' in other && other.about === about && other.of === of);
    for (const side of sides) done.add(side);
    return [{ about, sql: comparison(of, sides) }];
  });
}

function comparison(of: string, pieces: readonly Piece[]): string {
  const on = (side: 'minimum' | 'maximum') => pieces.flatMap((p) => ('bound' in p && p.side === side ? [p.bound] : []))[0];
  const least = on('minimum');
  const most = on('maximum');
  if (least?.inclusive && most?.inclusive) return `${of} BETWEEN ${least.value} AND ${most.value}`;
  return [
    ...(least ? [`${of} >${least.inclusive ? '=' : ''} ${least.value}`] : []),
    ...(most ? [`${of} <${most.inclusive ? '=' : ''} ${most.value}`] : []),
  ].join(' AND ');
}
