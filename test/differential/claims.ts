/** Compares what targets claim about constraints with the results of documents that violate exactly one. */

import type { Demand, DemandKind, DomainModel, FieldType } from '../../src/model/index.ts';
import type { Emission, EnforcingName, Support } from '../../src/targets/index.ts';
import { deviationsOf, type JudgedDocument } from './deviations.ts';
import { isSpelling } from './spelling-notes.ts';

/** The claims and results of a layer for one kind of constraint on one kind of value. */
export interface Measure {
  readonly demand: DemandKind;
  /** The kind of the field's values, such as `decimal` or `reference`; `object` for constraints on several fields. */
  readonly of: string;
  readonly layer: EnforcingName;
  /** The statuses that the target claims for these constraints. */
  readonly claims: ReadonlySet<Support['status']>;
  /** Reasons why constraints are approximated or dropped. */
  readonly notes: ReadonlySet<string>;
  readonly refused: number;
  readonly taken: number;
  /** Number of accepted documents for which the target claims `enforced`. */
  readonly overstated: number;
  /** Number of rejected documents for which the target claims `dropped`. */
  readonly understated: number;
}

export type EmissionOf = (layer: EnforcingName, model: DomainModel) => Emission;

const kindOfType = (type: FieldType): string => (type.kind === 'scalar' ? type.scalar : type.kind);

const kindOfDemand = (demand: Demand): string => ('field' in demand && demand.field ? kindOfType(demand.field.type) : 'object');

const noteOf = (support: Support): readonly string[] => {
  if (support.status === 'enforced') return [];
  return [support.status === 'approximated' ? support.how : support.why];
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends ReadonlySet<infer E> ? Set<E> : T[K] };

/** Collects measures from constraints and from documents that violate them. */
class Measures {
  readonly #all = new Map<string, Mutable<Measure>>();

  add(demand: Demand, layer: EnforcingName, support: Support, outcome?: 'refused' | 'taken'): void {
    const of = kindOfDemand(demand);
    const key = `${demand.kind} ${of} ${layer}`;
    const measure: Mutable<Measure> = this.#all.get(key) ?? {
      ...{ demand: demand.kind, of, layer, claims: new Set(), notes: new Set() },
      ...{ refused: 0, taken: 0, overstated: 0, understated: 0 },
    };
    this.#all.set(key, measure);
    measure.claims.add(support.status);
    for (const note of noteOf(support)) measure.notes.add(note);
    if (outcome === undefined) return;
    measure[outcome]++;
    if (outcome === 'taken' && support.status === 'enforced') measure.overstated++;
    if (outcome === 'refused' && support.status === 'dropped') measure.understated++;
  }

  get all(): readonly Measure[] {
    return [...this.#all.values()];
  }
}

/**
 * Measures all documents that violate exactly one constraint, by kind of constraint, kind of values and layer. Constraints
 * without such documents have only the claims of the targets.
 *
 * @param demands the constraints of each model
 */
export function measureClaims(
  all: readonly JudgedDocument[],
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

/** Combines claims with results: approximated if the claims differ or if a result contradicts the claim. */
export function statusOf({ claims, refused, taken }: Measure): Support['status'] {
  const [claim, ...others] = claims;
  if (claim === undefined || others.length > 0) return 'approximated';
  if (refused + taken === 0) return claim;
  const isSeen = claim === 'enforced' ? taken === 0 : refused === 0;
  return isSeen ? claim : 'approximated';
}

/** Returns whether a layer accepts violations although it claims to enforce the constraint. */
export const isOverstated = ({ overstated }: Measure): boolean => overstated > 0;

/** Returns whether a layer rejects all violations although it claims to drop the constraint. */
export const isUnderstated = ({ understated, taken }: Measure): boolean => understated > 0 && taken === 0;
