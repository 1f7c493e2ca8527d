/** What targets claim to do about demands, beside what became of the documents that break just one. */

import type { Demand, DemandKind, DomainModel, FieldType } from '../../src/model/index.ts';
import type { Emission, Support, TemplateName } from '../../src/targets/index.ts';
import type { Judged } from './deviations.ts';

/** What a layer does about a kind of demand, of values of a kind. */
export interface Measure {
  readonly demand: DemandKind;
  /** The kind of the field's values: `decimal`, `reference`, `object` for what is asked of several fields. */
  readonly of: string;
  readonly layer: TemplateName;
  /** What the target says of these demands. */
  readonly claims: ReadonlySet<Support['status']>;
  readonly refused: number;
  readonly taken: number;
  /** Those taken of which the target says that it refuses them. */
  readonly overstated: number;
}

const kindOfType = (type: FieldType): string => (type.kind === 'scalar' ? type.scalar : type.kind);

const kindOfDemand = (demand: Demand): string => ('field' in demand && demand.field ? kindOfType(demand.field.type) : 'object');

/** The measures of all documents that break one demand, by layer, kind of demand and kind of values. */
export function measured(
  all: readonly Judged[],
  emissionOf: (layer: TemplateName, model: DomainModel) => Emission,
): readonly Measure[] {
  const found = new Map<string, Measure>();
  for (const { model, verdict, answers } of all) {
    const [breach, ...more] = verdict.broken;
    if (breach?.demand === undefined || more.length > 0) continue;
    const { demand } = breach;
    const of = kindOfDemand(demand);
    for (const [layer, { fault }] of answers) {
      const key = `${demand.kind} ${of} ${layer}`;
      const claim = emissionOf(layer, model).achieved(demand).status;
      const known = found.get(key) ?? { demand: demand.kind, of, layer, claims: new Set(), refused: 0, taken: 0, overstated: 0 };
      const isTaken = fault === undefined ? 1 : 0;
      found.set(key, {
        ...known,
        claims: new Set([...known.claims, claim]),
        refused: known.refused + 1 - isTaken,
        taken: known.taken + isTaken,
        overstated: known.overstated + (claim === 'enforced' ? isTaken : 0),
      });
    }
  }
  return [...found.values()];
}

/** Whether a layer claims to enforce what it lets pass. */
export const isOverstated = ({ overstated }: Measure): boolean => overstated > 0;
