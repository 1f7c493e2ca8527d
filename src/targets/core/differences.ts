/**
 * Differences: cases in which a layer cannot judge documents as the others do. Each cause is one value, used by the answers and
 * declared by the target. Differences of several targets are defined here, those of one target in its folder. Documents prove
 * each (test/differential), docs/reference/conformance.md describes them, and `graph report` names them.
 */

import type { Difference, Target } from '../target.ts';

/** The program sees only parsed values: RFC 8259 leaves repeated names (section 4) and numbers (section 6) to the parser. */
export const parserNormalization: Difference = {
  id: 'parsed-before-seen',
  what: '`1.0`, `1e2` and `-0` are read as integers (Pydantic: only `-0`); of a duplicate key, the last value counts',
  why: 'the JSON parser normalizes numbers and duplicate keys before the model sees them',
};

/** PostgreSQL 18, 8.5, table 8.9; Python's `datetime.resolution`. */
export const microsecondPrecision: Difference = {
  id: 'below-microsecond',
  what: 'fractions of a second are rounded or truncated after six digits; a time that is rounded up to midnight becomes invalid',
  why: 'PostgreSQL and Python store microseconds',
};

/** JSON Schema and Pydantic check strings by patterns only. */
export const unrestrictedCharacters: Difference = {
  id: 'texts-of-any-code-units',
  what: 'strings may contain U+0000, and in JSON Schema unpaired surrogates',
  why: 'JSON allows them, and a check of each string costs more than it helps; PostgreSQL rejects U+0000 itself',
};

/** A difference with the names of the targets that declare it. */
export interface DeclaredDifference extends Difference {
  readonly targets: readonly string[];
}

/** Returns all declared differences, each once, in the order of their first appearance. */
export function differencesOf(targets: readonly Pick<Target, 'name' | 'differences'>[]): readonly DeclaredDifference[] {
  const targetsByDifference = new Map<Difference, string[]>();
  for (const { name, differences } of targets) {
    for (const difference of differences) {
      targetsByDifference.set(difference, [...(targetsByDifference.get(difference) ?? []), name]);
    }
  }
  return [...targetsByDifference].map(([difference, names]) => ({ ...difference, targets: names }));
}
