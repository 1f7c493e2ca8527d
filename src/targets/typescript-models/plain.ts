/**
 * Fields of which nothing is asked beyond the kind of their values. Most are so, and what is printed for them is the same text
 * around each of their names.
 */

import type { Cardinality, Field, ScalarType } from '../../model/index.ts';
import { lineWidth } from './layout.ts';

/** The kind of the values of such a field, by the name that it has in the modules of checks and tests; undefined of any other. */
export function plainKind({ type, constant, absent, contains, minItems, maxItems }: Field): string | undefined {
  if (constant !== undefined || absent || contains !== undefined || minItems !== undefined || maxItems !== undefined)
    return undefined;
  switch (type.kind) {
    case 'id':
    case 'reference':
      return 'uuid';
    case 'scalar':
      return isWhole(type) ? type.scalar : undefined;
    case 'enumeration':
    case 'union':
      return undefined;
    default:
      return type satisfies never;
  }
}

/** Whether a type has all values of its kind. */
function isWhole({ minimum, maximum, minLength, maxLength, patterns, values }: ScalarType): boolean {
  return (
    minLength === undefined &&
    maxLength === undefined &&
    minimum === undefined &&
    maximum === undefined &&
    patterns === undefined &&
    values === undefined
  );
}

/** The longest text of a condition that no place is too narrow for. */
const ANYWHERE = lineWidth - 20;

/** That a value is of a kind, or a list of such. Undefined where it might have to be broken. */
export function plainTest(kind: string, cardinality: Cardinality, value: string): string | undefined {
  const text = cardinality === 'many' ? `is.listOf(${value}, is.${kind})` : `is.${kind}(${value})`;
  return text.length <= ANYWHERE ? text : undefined;
}

/** `title: check.one(check.string),`, undefined where it does not fit into a line. */
export function plainProperty({ name, cardinality }: Field, kind: string, depth: number): string | undefined {
  const text = `${name}: check.${cardinality}(check.${kind}),`;
  return depth + text.length <= lineWidth ? text : undefined;
}
