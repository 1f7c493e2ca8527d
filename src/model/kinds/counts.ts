/** Reads numbers of values and of characters, which cardinalities and lengths state: `sh:maxCount 3`, `sh:maxLength 80`. */

import type { Literal } from '../../ontology/index.ts';
import { collapseWhiteSpace } from './kind.ts';

const LARGEST = 999_999_999;

/** Returns the number; undefined if the term is not a whole number from 0 to {@link LARGEST}. */
export function parseCount(term: Literal | string): number | undefined {
  const text = typeof term === 'string' ? '' : collapseWhiteSpace(term.value);
  const count = /^\+?\d+$|^-0+$/.test(text) ? Math.abs(Number(text)) : Number.POSITIVE_INFINITY;
  return count <= LARGEST ? count : undefined;
}

/** Returns why a term is not a valid number of values or characters; undefined if it is valid. */
export function faultOfCount(term: Literal | string): string | undefined {
  if (parseCount(term) !== undefined) return undefined;
  if (typeof term === 'string') return 'a number is wanted here, not a resource';
  const isNumber = /^\+?\d+$/.test(collapseWhiteSpace(term.value));
  return isNumber
    ? `nothing has more than ${LARGEST} values or characters here`
    : `${JSON.stringify(term.value)} is not an integer of at least 0`;
}
