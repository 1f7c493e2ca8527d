/**
 * Conditions of CHECK constraints. A minimum and a maximum come from two constraints of the model but become one condition:
 * `age BETWEEN 18 AND 65`. So answers return single bounds, which `mergeBounds` merges.
 */

import type { Bound } from '../../model/index.ts';

/** Subject of a condition; part of the constraint's name. */
type ConditionSubject =
  | ('type' | 'range' | 'size' | 'length' | 'pattern' | 'values' | 'contains' | 'constant' | 'irreflexive' | 'absent')
  | ('choice' | 'total' | 'comparison' | 'key' | 'not');

/** A condition on the values of a field or on a whole row. */
export interface Condition {
  readonly about: ConditionSubject;
  readonly sql: string;
  /** It states a maximum only, which a smaller value cannot break. */
  readonly isMaximum?: true;
}

/** One bound of an SQL expression, such as `char_length(title)`. */
interface ExpressionBound {
  readonly about: ConditionSubject;
  readonly expression: string;
  readonly side: 'minimum' | 'maximum';
  readonly bound: Bound;
}

export type ConditionOrBound = Condition | ExpressionBound;

/** Returns whether a condition is a column constraint without an explicit name: PostgreSQL calls it `<table>_<column>_check`. */
export function isOfColumn({ about }: Condition): boolean {
  return about === 'type' || about === 'range' || about === 'size';
}

/** Merges both bounds of an expression, and the length conditions of a list, and keeps all other conditions. */
export function mergeBounds(conditionsAndBounds: readonly ConditionOrBound[]): Condition[] {
  if (conditionsAndBounds.length === 0) return [];
  const conditions = pairBounds(conditionsAndBounds);
  const lengths = conditions.filter(({ about }) => about === 'length');
  if (lengths.length < 2) return conditions;
  const merged: Condition = { about: 'length', sql: lengths.map(({ sql }) => sql).join(' AND ') };
  return conditions.flatMap((condition) => {
    if (condition.about !== 'length') return [condition];
    return condition === lengths[0] ? [merged] : [];
  });
}

function pairBounds(conditionsAndBounds: readonly ConditionOrBound[]): Condition[] {
  const bounds = conditionsAndBounds.filter((one) => 'bound' in one);
  const merged = new Set<ConditionOrBound>();
  return conditionsAndBounds.flatMap((one): Condition[] => {
    if (!('bound' in one)) return [one];
    if (merged.has(one)) return [];
    const { about, expression } = one;
    const sides = bounds.filter((other) => other.about === about && other.expression === expression);
    for (const side of sides) merged.add(side);
    const isMaximum = sides.every(({ side }) => side === 'maximum');
    return [{ about, sql: boundsCondition(expression, sides), ...(isMaximum && { isMaximum }) }];
  });
}

const betweenCondition = (least: string, most: string) => (least === most ? `= ${least}` : `BETWEEN ${least} AND ${most}`);

function boundsCondition(expression: string, bounds: readonly ExpressionBound[]): string {
  const lower = bounds.find(({ side }) => side === 'minimum')?.bound;
  const upper = bounds.find(({ side }) => side === 'maximum')?.bound;
  if (lower?.inclusive && upper?.inclusive) return `${expression} ${betweenCondition(lower.value, upper.value)}`;
  return [
    ...(lower ? [`${expression} >${lower.inclusive ? '=' : ''} ${lower.value}`] : []),
    ...(upper ? [`${expression} <${upper.inclusive ? '=' : ''} ${upper.value}`] : []),
  ].join(' AND ');
}
