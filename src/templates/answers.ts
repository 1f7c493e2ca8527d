/**
 * Reads the section `answers` of a manifest: for each kind of constraint, how far the generated code enforces it, such as
 * `required: enforced` or `unique: { nothing: "the database checks it" }`.
 */

import type { Demand, DemandKind } from '../model/index.ts';
import { type Answers, demandKinds, nothing } from '../targets/core/index.ts';
import type { YamlValue } from './yaml.ts';

/** The answer to one kind of constraint. */
export type KindAnswer =
  | { readonly achieves: 'enforced' }
  | { readonly achieves: 'approximated'; readonly how: string }
  | { readonly achieves: 'nothing'; readonly why: string };

/**
 * Reads the template's answers to constraints from its manifest, by kind of constraint.
 *
 * @throws DiagnosticError with the source location of an invalid answer
 */
export async function readAnswers(value: YamlValue): Promise<Readonly<Partial<Record<DemandKind, KindAnswer>>>> {
  const answers: Partial<Record<DemandKind, KindAnswer>> = {};
  const declared = await value.members(demandKinds);
  for (const [kind, answer] of Object.entries(declared) as [DemandKind, YamlValue][]) answers[kind] = await readAnswer(answer);
  return answers;
}

async function readAnswer(value: YamlValue): Promise<KindAnswer> {
  if (value.isMap) {
    const { approximated, nothing: why } = await value.members(['approximated', 'nothing']);
    if (approximated && !why) return { achieves: 'approximated', how: approximated.text() };
    if (why && !approximated) return { achieves: 'nothing', why: why.text() };
  } else if (value.scalar === 'enforced') {
    return { achieves: 'enforced' };
  }
  return value.fail(
    `${value.path} is not an answer`,
    'it is "enforced", or a map: approximated: how it is done in part, or nothing: why it is not done',
  );
}

/** Returns an answer to each kind of constraint: kinds without an answer count as `nothing`. */
export function completeAnswers(answered: Readonly<Partial<Record<DemandKind, KindAnswer>>>): Answers<unknown, unknown> {
  const answer = (kind: DemandKind) => {
    const stated = answered[kind];
    return stated?.achieves === 'enforced' ? { achieves: 'enforced', by: 'declaration' } : (stated ?? nothing('not answered'));
  };
  // Liquid templates have no function that prints the code of a check, so an enforced constraint is always "by declaration".
  // `Answers` allows this only for some kinds, hence the double cast.
  return Object.fromEntries(demandKinds.map((kind) => [kind, (_: Demand) => answer(kind)])) as unknown as Answers<
    unknown,
    unknown
  >;
}
