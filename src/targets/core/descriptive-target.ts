import type { DemandKind } from '../../model/index.ts';
import { type Answer, type Answers, nothing } from './answers.ts';

const kinds = {
  ...{ member: true, type: true, required: true, single: true, absent: true },
  ...{ minimum: true, maximum: true, 'min-length': true, 'max-length': true, pattern: true, values: true },
  ...{ constant: true, irreflexive: true, 'min-items': true, 'max-items': true, contains: true },
  ...{ choice: true, total: true, comparison: true, closed: true, inheritance: true, unique: true, key: true, disjoint: true },
  ...{ 'one-class': true, inverse: true, deletion: true, default: true, generated: true, deprecated: true },
} satisfies Record<DemandKind, true>;

/** All kinds of constraints. */
export const demandKinds = Object.keys(kinds) as readonly DemandKind[];

/** Returns the answers of a target that describes instances and rejects none. Reports do not use them. */
export function descriptiveAnswers<Site = never, Code = never>(why: string): Answers<Site, Code> {
  const answer: Answer<DemandKind, Site, Code> = nothing(why);
  return Object.fromEntries(demandKinds.map((kind) => [kind, answer])) as Answers<Site, Code>;
}
