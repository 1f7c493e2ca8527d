import type { DemandKind } from '../../model/index.ts';
import { type Answer, type Answers, nothing } from './answers.ts';
import { demandKinds } from './gaps.ts';

/** Returns the answers of a target that describes instances and rejects none, such as documentation. Reports do not use them. */
export function descriptiveAnswers(why: string): Answers<never, never> {
  const answer: Answer<DemandKind, never, never> = nothing(why);
  return Object.fromEntries(demandKinds.map((kind) => [kind, answer])) as Answers<never, never>;
}
