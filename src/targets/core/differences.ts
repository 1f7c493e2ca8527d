/**
 * Where layers cannot judge alike. Each cause is one value: the answers that have it name it, and its target declares it.
 * What several targets have in common stands here; what only one has, in the target, beside its cause. Documents show each
 * (test/differential), docs/reference/conformance.md tells them, and `graph report` names them.
 */

import type { Difference, Target } from '../target.ts';

/** What the program sees is not the text: RFC 8259 leaves repeated names (section 4) and numbers (section 6) to the parser. */
export const parsedBeforeSeen: Difference = {
  id: 'parsed-before-seen',
  what: '`1.0`, `1e2` and `-0` are taken for whole numbers, by Pydantic `-0` only; of a key that stands twice in an object, the last value counts',
  why: 'the parser of JSON makes one number of all spellings and keeps one value for each key before anything of the model is asked',
};

/** PostgreSQL 18, 8.5, table 8.9; Python's `datetime.resolution`. */
export const belowMicrosecond: Difference = {
  id: 'below-microsecond',
  what: 'digits of seconds after the sixth are rounded or cut off; what is rounded to midnight is no time of day any more',
  why: "PostgreSQL's and Python's moments hold microseconds",
};

/** JSON Schema and Pydantic ask no more of a text than a pattern can say. */
export const anyText: Difference = {
  id: 'texts-of-any-code-units',
  what: 'texts may hold U+0000, and in JSON Schema halves of surrogate pairs',
  why: 'JSON allows them, and a check of each text costs more than it helps; PostgreSQL rejects U+0000 by itself',
};

/** A difference, and the targets that declare it. */
export interface DeclaredDifference extends Difference {
  readonly targets: readonly string[];
}

/** All that targets declare, each once, in the order of their first appearance. */
export function differencesOf(targets: readonly Pick<Target, 'name' | 'differences'>[]): readonly DeclaredDifference[] {
  const found = new Map<Difference, string[]>();
  for (const { name, differences } of targets) {
    for (const difference of differences) {
      const known = found.get(difference);
      if (known) known.push(name);
      else found.set(difference, [name]);
    }
  }
  return [...found].map(([difference, names]) => ({ ...difference, targets: names }));
}
