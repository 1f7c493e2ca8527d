/** What targets claim to do about demands, beside what became of the documents that break just one. */

import type { Demand, DemandKind, DomainModel, FieldType } from '../../src/model/index.ts';
import type { Emission, EnforcingName, Support } from '../../src/targets/index.ts';
import { deviationsOf, type Judged } from './deviations.ts';
import { isSpelling } from './spellings.ts';

/** What a layer does about a kind of demand, of values of a kind. */
export interface Measure {
  readonly demand: DemandKind;
  /** The kind of the field's values: `decimal`, `reference`, `object` for what is asked of several fields. */
  readonly of: string;
  readonly layer: EnforcingName;
  /** What the target says of these demands. */
  readonly claims: ReadonlySet<Support['status']>;
  /** How, or why not. */
  readonly notes: ReadonlySet<string>;
  readonly refused: number;
  readonly taken: number;
  /** Those taken of which the target says that it refuses them. */
  readonly overstated: number;
  /** Those refused of which the target says that it does nothing about them. */
  readonly understated: number;
}

export type EmissionOf = (layer: EnforcingName, model: DomainModel) => Emission;

const kindOfType = (type: FieldType): string => (type.kind === 'scalar' ? type.scalar : type.kind);

const kindOfDemand = (demand: Demand): string => ('field' in demand && demand.field ? kindOfType(demand.field.type) : 'object');

const noteOf = (support: Support): readonly string[] => {
  if (support.status === 'enforced') return [];
  return [support.status === 'approximated' ? support.how : support.why];
};

/** Measures that grow with each demand that is asked about and each document that breaks one. */
class Measures {
  readonly #all = new Map<string, Measure>();

  add(demand: Demand, layer: EnforcingName, support: Support, outcome?: 'refused' | 'taken'): void {
    const of = kindOfDemand(demand);
    const key = `${demand.kind} ${of} ${layer}`;
    const known = this.#all.get(key);
    const count = (is: boolean, before = 0): number => before + (is ? 1 : 0);
    this.#all.set(key, {
      ...{ demand: demand.kind, of, layer },
      claims: new Set([...(known?.claims ?? []), support.status]),
      notes: new Set([...(known?.notes ?? []), ...noteOf(support)]),
      refused: count(outcome === 'refused', known?.refused),
      taken: count(outcome === 'taken', known?.taken),
      overstated: count(outcome === 'taken' && support.status === 'enforced', known?.overstated),
      understated: count(outcome === 'refused' && support.status === 'dropped', known?.understated),
    });
  }

  get all(): readonly Measure[] {
    return [...this.#all.values()];
  }
}

/**
 * The measures of all documents that break one demand, by kind of demand, kind of values and layer; of other demands what
 * targets say of them.
 *
 * @param demands those of each model
 */
export function measured(
  all: readonly Judged[],
  demands: ReadonlyMap<DomainModel, readonly Demand[]>,
  emissionOf: EmissionOf,
  layers: readonly EnforcingName[],
): readonly Measure[] {
  const measures = new Measures();
  for (const [model, own] of demands) {
    for (const demand of own) for (const layer of layers) measures.add(demand, layer, emissionOf(layer, model).achieved(demand));
  }
  for (const judged of all) {
    const { model, verdict, answers } = judged;
    const [breach, ...more] = verdict.broken;
    if (breach?.demand === undefined || more.length > 0) continue;
    const spelled = new Set(
      deviationsOf(judged)
        .filter(isSpelling)
        .map(({ layer }) => layer),
    );
    for (const [layer, { fault }] of answers) {
      if (spelled.has(layer)) continue;
      const support = emissionOf(layer, model).achieved(breach.demand);
      measures.add(breach.demand, layer, support, fault === undefined ? 'taken' : 'refused');
    }
  }
  return measures.all;
}

/** The worse of what is said and what is seen: what is not all, or not said of all, is approximated. */
export function statusOf({ claims, refused, taken }: Measure): Support['status'] {
  const [claim, ...others] = claims;
  if (claim === undefined || others.length > 0) return 'approximated';
  if (refused + taken === 0) return claim;
  const isSeen = claim === 'enforced' ? taken === 0 : refused === 0;
  return isSeen ? claim : 'approximated';
}

/** Whether a layer claims to enforce what it lets pass. */
export const isOverstated = ({ overstated }: Measure): boolean => overstated > 0;

/** Whether a layer claims to do nothing about what it always refuses. */
export const isUnderstated = ({ understated, taken }: Measure): boolean => understated > 0 && taken === 0;
