/** What a template says it does about demands: the section `answers` of a manifest, and what modules give. */

import type { Demand, DemandKind } from '../model/index.ts';
import { type Answers, nothing } from '../targets/core/index.ts';
import type { YamlValue } from './yaml.ts';

/** What is answered about one kind of demand. */
export type Answered =
  | { readonly achieves: 'enforced' }
  | { readonly achieves: 'approximated'; readonly how: string }
  | { readonly achieves: 'nothing'; readonly why: string };

const known = {
  member: true,
  type: true,
  required: true,
  single: true,
  absent: true,
  minimum: true,
  maximum: true,
  'min-length': true,
  'max-length': true,
  pattern: true,
  values: true,
  constant: true,
  irreflexive: true,
  'min-items': true,
  'max-items': true,
  contains: true,
  choice: true,
  total: true,
  closed: true,
  inheritance: true,
  unique: true,
  key: true,
  disjoint: true,
  'one-class': true,
  inverse: true,
  deletion: true,
  default: true,
  generated: true,
  deprecated: true,
} as const satisfies Record<DemandKind, true>;

export const demandKinds = Object.keys(known) as readonly DemandKind[];

/** @throws DiagnosticError at the place of what is wrong */
export async function readAnswers(value: YamlValue): Promise<Readonly<Partial<Record<DemandKind, Answered>>>> {
  const answers: Partial<Record<DemandKind, Answered>> = {};
  const given = await value.members(demandKinds);
  for (const [kind, answer] of Object.entries(given) as [DemandKind, YamlValue][]) answers[kind] = await readAnswer(answer);
  return answers;
}

async function readAnswer(value: YamlValue): Promise<Answered> {
  if (value.isMap) {
    const { approximated, nothing: why } = await value.members(['approximated', 'nothing']);
    if (approximated && !why) return { achieves: 'approximated', how: approximated.text() };
    if (why && !approximated) return { achieves: 'nothing', why: why.text() };
  } else if (value.scalar === 'enforced') {
    return { achieves: 'enforced' };
  }
  return value.fail(
    `${value.path} is no answer`,
    'it is "enforced", or a map: approximated: how it is done in part, or nothing: why it is not done',
  );
}

/** A whole table of answers: what is not answered counts as not done. */
export function tableOf(answered: Readonly<Partial<Record<DemandKind, Answered>>>): Answers<unknown, unknown> {
  const answer = (kind: DemandKind) => {
    const given = answered[kind];
    return given?.achieves === 'enforced' ? { achieves: 'enforced', by: 'declaration' } : (given ?? nothing('not answered'));
  };
  // A manifest's word counts for kinds that no declaration of a type alone would see to, too: what prints it is text.
  return Object.fromEntries(demandKinds.map((kind) => [kind, (_: Demand) => answer(kind)])) as unknown as Answers<
    unknown,
    unknown
  >;
}
