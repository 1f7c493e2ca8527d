import type { Reader } from '../read/reader.ts';

/**
 * Tells of values that are none: literals that are not of their datatype, bounds and lists that leave nothing, defaults
 * that do not keep to what the field has to. They came to nothing when they were read.
 */
export function reportValues(reader: Reader): void {
  for (const axiom of reader.axioms.telling) {
    if (axiom.fault === undefined) continue;
    const { why, place, instead } = axiom.fault;
    const said = { reason: why, ...(instead !== undefined && { instead }) };
    reader.warnEach('value-not-taken', axiom.statement, said, place);
  }
}
