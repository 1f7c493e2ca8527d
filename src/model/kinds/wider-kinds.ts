/**
 * Finds a datatype or policy for integers that are too large for their field: 3000000000 is no `int32`, to which `xsd:integer`
 * maps; `xsd:long` or the policy `integers=64` can hold it.
 */

import { type Literal, XSD } from '../../ontology/index.ts';
import { type Policies, policySpecs } from '../policies.ts';
import type { ScalarType } from '../types.ts';
import { datatypeMapping } from './datatypes.ts';
import { collapseWhiteSpace } from './kind.ts';
import { kindOf } from './kinds.ts';
import { canonicalDecimal } from './numbers.ts';
import { integerRange } from './values.ts';

export interface WiderTypeHint {
  /** The datatype that the range must name; absent if the field already has a sufficient one. */
  readonly datatype?: string;
  /** The policy with the same effect for all such datatypes, if the datatype is not sufficient. */
  readonly instead?: string;
  /** The policy that is necessary in addition to either. */
  readonly policy?: string;
}

/** Returns what can hold a literal that the datatype allows, but the kind does not; undefined if nothing can. */
export function widerTypeHint(
  { value }: Pick<Literal, 'value'>,
  { scalar, datatype }: Pick<ScalarType, 'scalar' | 'datatype'>,
): WiderTypeHint | undefined {
  const range = integerRange(scalar);
  const number = canonicalDecimal(collapseWhiteSpace(value));
  if (range === undefined || number === undefined || number.includes('.')) return undefined;
  if (kindOf(scalar).read(number) !== undefined) return undefined;
  const name = `${XSD}${range.minimum === 0n ? 'unsignedLong' : 'long'}`;
  // With integers=64, other datatypes have the same kind.
  const isWide = datatype === name || scalar === datatypeMapping(name)?.scalar;
  if (!isWide && (datatype === undefined || !datatypeMapping(datatype)?.isUnbounded)) return undefined;
  const isInRange = (long: Policies['long']) =>
    kindOf(datatypeMapping(name, { integers: '64', long })?.scalar ?? scalar).read(number) !== undefined;
  const policy = policySpecs.long.values.find(isInRange);
  if (policy === undefined) return undefined;
  return { ...(!isWide && { datatype: name, instead: 'integers=64' }), ...(policy !== 'number' && { policy: `long=${policy}` }) };
}
