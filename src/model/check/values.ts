import type { Reader } from '../read/reader.ts';

/**
 * Warns about invalid values: literals that do not belong to their datatype, bounds and lists that allow no value, defaults that
 * violate the constraints of their field. The reader has ignored them. Also warns about bounds beyond the values of their type.
 */
export function reportFaultyValues(reader: Reader): void {
  for (const axiom of reader.axioms.informative) {
    if (axiom.fault === undefined) continue;
    const { why, place, instead, isLimited } = axiom.fault;
    const params = { reason: why, ...(instead !== undefined && { instead }) };
    reader.warnEach(isLimited ? 'bound-exceeds-type' : 'value-not-taken', axiom.statement, params, place);
  }
}
