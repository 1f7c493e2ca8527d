/** Prepares the assumptions of a model for reports: with the verdict of each target, counted by kind, grouped by their text. */

import type { Place } from '../diagnostics/index.ts';
import {
  type AssumedKinds,
  type Assumption,
  type AssumptionKind,
  countKinds,
  type DomainModel,
  type Policies,
  type PolicyName,
  policySpecs,
} from '../model/index.ts';
import { pushTo } from '../ontology/index.ts';
import { type Emissions, type Verdict, verdictOf } from './verdict.ts';

/** An assumption, and what each target does about it. */
export interface AssumedEntry {
  readonly kind: AssumptionKind;
  /** `Post.title` */
  readonly element: string;
  /** The IRI of the property or class in the ontology. */
  readonly iri?: string;
  readonly place?: Place;
  /** `has at least one value` */
  readonly decided: string;
  /** `the ontology does not state how many values it has` */
  readonly because: string;
  /** The construct that would state it in the ontology; empty if none exists. */
  readonly otherwise: string;
  /** The policy that decides it, and its value. */
  readonly policy: PolicyName;
  readonly value: string;
  /** Verdicts by the name of the target. Empty if the assumption implies no constraint. */
  readonly targets: Readonly<Record<string, Verdict>>;
}

/** What an assumption of each kind decides, in the singular and plural. The order of the kinds breaks ties. */
const nouns = {
  required: ['required field', 'required fields'],
  single: ['single-valued field', 'single-valued fields'],
  list: ['list', 'lists'],
  direction: ['reference direction', 'reference directions'],
  inverse: ['inverse relation', 'inverse relations'],
  deletion: ['deletion rule', 'deletion rules'],
  timestamp: ['timestamp', 'timestamps'],
  length: ['maximum length', 'maximum lengths'],
  unique: ['unique field', 'unique fields'],
  zero: ['default of 0', 'defaults of 0'],
  'one-class': ['exclusive class', 'exclusive classes'],
  listed: ['closed enumeration', 'closed enumerations'],
  pattern: ['ASCII pattern', 'ASCII patterns'],
} as const satisfies Record<AssumptionKind, readonly [singular: string, plural: string]>;

export const assumptionKinds = Object.keys(nouns) as readonly AssumptionKind[];

/** Returns the kind for a word of the command line: `length` or `lengths`. */
export function assumptionKind(word: string): AssumptionKind | undefined {
  return assumptionKinds.find((kind) => word === kind || word === `${kind}s`);
}

/** Assumptions, or only their number by kind. */
type AssumptionCounts = AssumedKinds | readonly Pick<Assumption, 'kind'>[];

function countByKind(assumed: AssumptionCounts): AssumedKinds {
  return Array.isArray(assumed) ? countKinds(assumed) : (assumed as AssumedKinds);
}

/** Returns the number of assumptions of each kind that occurs, in descending order. */
export function sortedKindCounts(assumed: AssumptionCounts): [AssumptionKind, number][] {
  const all = countByKind(assumed);
  const counts = assumptionKinds.map((kind): [AssumptionKind, number] => [kind, all.get(kind) ?? 0]);
  return counts.filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1]);
}

/** Returns `25 assumptions: 22 required fields, 2 deletion rules, 1 timestamp`. */
export function assumptionSummary(assumed: AssumptionCounts): string {
  const all = countByKind(assumed);
  if (all.size === 0) return 'no assumptions';
  const kinds = sortedKindCounts(all).map(([kind, count]) => `${count} ${nouns[kind][count === 1 ? 0 : 1]}`);
  const total = totalOf(all);
  return `${total} ${total === 1 ? 'assumption' : 'assumptions'}: ${kinds.join(', ')}`;
}

export function totalOf(assumed: AssumedKinds): number {
  let total = 0;
  for (const count of assumed.values()) total += count;
  return total;
}

/** Returns the entry of an assumption in the report. `targets` is empty if the assumption leads to no constraint. */
export function assumedEntry(assumption: Assumption, policies: Policies, emissions: Emissions): AssumedEntry {
  const { kind, element, iri, place, decided, because, otherwise, policy } = assumption;
  return {
    kind,
    element,
    ...(iri !== undefined && { iri }),
    ...(place && { place }),
    decided,
    because,
    otherwise,
    policy,
    value: policies[policy],
    targets: Object.fromEntries(
      (assumption.constraints.length === 0 ? [] : [...emissions]).map(([name, emission]) => [
        name,
        verdictOf(assumption, emission),
      ]),
    ),
  };
}

/** Assumptions of one kind with the same text, in the order of their source locations. */
export interface AssumedGroup extends Pick<AssumedEntry, 'kind' | 'decided' | 'because' | 'otherwise' | 'policy'> {
  readonly entries: readonly AssumedEntry[];
}

/** Groups entries by their text: the kind with the most entries first, then by the first source location. */
export function groupByText(entries: readonly AssumedEntry[]): AssumedGroup[] {
  return sortedKindCounts(entries).flatMap(([kind]) => {
    const groups = new Map<string, AssumedEntry[]>();
    for (const entry of sortByPlace(entries.filter((each) => each.kind === kind))) {
      const { decided, because, otherwise, policy } = entry;
      pushTo(groups, JSON.stringify([decided, because, otherwise, policy]), entry);
    }
    return [...groups.values()].flatMap((group): AssumedGroup[] => {
      const [first] = group;
      if (!first) return [];
      const { decided, because, otherwise, policy } = first;
      return [{ kind, decided, because, otherwise, policy, entries: group }];
    });
  });
}

/** Sorts by source location. Files stay in the order in which they first occur; entries without a location come last. */
export function sortByPlace<T extends Pick<Assumption, 'element' | 'place'>>(entries: readonly T[]): T[] {
  const files = [...new Set(entries.map(({ place }) => place?.file))];
  const rank = ({ place }: T) => (place ? files.indexOf(place.file) : files.length);
  return [...entries].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.place?.line ?? 0) - (b.place?.line ?? 0) ||
      (a.place?.column ?? 0) - (b.place?.column ?? 0) ||
      (a.element < b.element ? -1 : Number(a.element > b.element)),
  );
}

/** Returns the option that sets a policy: `--policy unstated=required, unstated=optional or unstated=open`, the default first. */
export function policyChoices(policy: PolicyName): string {
  const values = policySpecs[policy].values.map((value) => `${policy}=${value}`);
  const [last = `${policy}=<tag>`] = values.slice(-1);
  return `--policy ${values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`}`;
}

/** Counts the properties that are members of a class, and those of them without a stated number of values. */
export function countUnstatedProperties(model: DomainModel): { readonly silent: number; readonly properties: number } {
  const silent = new Set<string>();
  for (const { policy, iri } of model.assumptions) if (policy === 'unstated' && iri !== undefined) silent.add(iri);
  const properties = new Set(silent);
  for (const { fields, relations, choices } of model.classes) {
    for (const members of [fields, relations, choices]) {
      for (const { iri } of members) if (iri !== undefined) properties.add(iri);
    }
  }
  return { silent: silent.size, properties: properties.size };
}
