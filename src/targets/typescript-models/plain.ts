/** What is printed for fields of which nothing is asked beyond the kind of their values: the same text around each of their names. */

import type { Cardinality, Field } from '../../model/index.ts';
import { isPlain } from '../core/index.ts';
import { lineWidth } from './layout.ts';

/** The kind of the values of such a field, by the name that it has in the modules of checks and tests; undefined of any other. */
export function plainKind(field: Field): string | undefined {
  if (!isPlain(field)) return undefined;
  return field.type.kind === 'scalar' ? field.type.scalar : 'uuid';
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
