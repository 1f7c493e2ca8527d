/** Assumptions in a report: told apart from axioms, counted by kind, and put in groups that say the same. */

import type { Place } from '../diagnostics/index.ts';
import {
  type AssumedKinds,
  type Assumption,
  type AssumptionKind,
  type DomainModel,
  kindsOf,
  type Policies,
  type PolicyName,
  policySpecs,
} from '../model/index.ts';
import { type Emissions, type Verdict, verdictOf } from './verdict.ts';

/** A decision of the tool where the ontology is silent, and what each target does about it. */
export interface AssumedEntry {
  readonly kind: AssumptionKind;
  /** `Post.title` */
  readonly element: string;
  /** The property or class of the ontology. */
  readonly iri?: string;
  readonly place?: Place;
  /** `has at least one value` */
  readonly decided: string;
  /** `nothing says how many values it has` */
  readonly because: string;
  /** What in the ontology would state it; empty if nothing can. */
  readonly otherwise: string;
  /** The policy that decides it, and the value that it has. */
  readonly policy: PolicyName;
  readonly value: string;
  /** By the name of the target: whether its code holds users to what was decided. Empty if it binds nobody. */
  readonly targets: Readonly<Record<string, Verdict>>;
}

/** What one and several assumptions of a kind are called. The order is that of ties. */
const nouns = {
  required: ['required', 'required'],
  single: ['single', 'single'],
  list: ['list', 'lists'],
  direction: ['direction', 'directions'],
  inverse: ['inverse', 'inverses'],
  deletion: ['deletion', 'deletions'],
  timestamp: ['timestamp', 'timestamps'],
  length: ['length', 'lengths'],
  unique: ['unique', 'unique'],
  zero: ['zero', 'zeros'],
  'one-class': ['one-class', 'one-class'],
  listed: ['listed', 'listed'],
  pattern: ['pattern', 'patterns'],
} as const satisfies Record<AssumptionKind, readonly [one: string, several: string]>;

export const assumptionKinds = Object.keys(nouns) as readonly AssumptionKind[];

/** The kind that a word means: its name, or what several of it are called. */
export function assumptionKind(word: string): AssumptionKind | undefined {
  return assumptionKinds.find((kind) => kind === word || nouns[kind][1] === word);
}

/** What is assumed, or how much of each kind, where nobody asks for more. */
type Assumed = AssumedKinds | readonly Pick<Assumption, 'kind'>[];

function kindsIn(assumed: Assumed): AssumedKinds {
  return Array.isArray(assumed) ? kindsOf(assumed) : (assumed as AssumedKinds);
}

/** How many there are of each kind that occurs, the most first. */
export function countByKind(assumed: Assumed): [AssumptionKind, number][] {
  const all = kindsIn(assumed);
  const counts = assumptionKinds.map((kind): [AssumptionKind, number] => [kind, all.get(kind) ?? 0]);
  return counts.filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1]);
}

/** `31 assumed: 22 required, 4 directions, 3 deletions, 2 timestamps`; `nothing is assumed` if there are none. */
export function assumedInWords(assumed: Assumed): string {
  const all = kindsIn(assumed);
  if (all.size === 0) return 'nothing is assumed';
  const kinds = countByKind(all).map(([kind, count]) => `${count} ${nouns[kind][count === 1 ? 0 : 1]}`);
  return `${totalOf(all)} assumed: ${kinds.join(', ')}`;
}

/** How many there are of all kinds. */
export function totalOf(assumed: AssumedKinds): number {
  let total = 0;
  for (const count of assumed.values()) total += count;
  return total;
}

export function assumedEntry(assumption: Assumption, policies: Policies, emissions: Emissions): AssumedEntry {
  const { kind, element, iri, place, decided, because, otherwise, policy } = assumption;
  return {
    kind,
    element,
    ...(iri !== undefined && { iri }),
    ...(place && { place }),
    ...{ decided, because, otherwise, policy, value: policies[policy] },
    targets: Object.fromEntries(
      (assumption.constraints.length === 0 ? [] : [...emissions]).map(([name, emission]) => [
        name,
        verdictOf(assumption, emission),
      ]),
    ),
  };
}

/** Assumptions of one kind of which the same is said; in the order of their places. */
export interface AssumedGroup {
  readonly kind: AssumptionKind;
  readonly decided: string;
  readonly because: string;
  readonly otherwise: string;
  readonly policy: PolicyName;
  readonly entries: readonly AssumedEntry[];
}

/** Entries by what is said of them: the kind with the most first, then by the first place. */
export function groupsOf(entries: readonly AssumedEntry[]): AssumedGroup[] {
  return countByKind(entries).flatMap(([kind]) => {
    const groups = new Map<string, AssumedEntry[]>();
    for (const entry of inOrder(entries.filter((each) => each.kind === kind))) {
      const { decided, because, otherwise, policy } = entry;
      const key = JSON.stringify([decided, because, otherwise, policy]);
      const group = groups.get(key);
      if (group) group.push(entry);
      else groups.set(key, [entry]);
    }
    return [...groups.values()].flatMap((group): AssumedGroup[] => {
      const [first] = group;
      if (!first) return [];
      const { decided, because, otherwise, policy } = first;
      return [{ kind, decided, because, otherwise, policy, entries: group }];
    });
  });
}

/** By place; the files stay in the order in which they first occur, and what has no place comes last. */
export function inOrder<T extends Pick<Assumption, 'element' | 'place'>>(entries: readonly T[]): T[] {
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

/** What to write to decide by a policy: `--policy unstated=required, optional or open`, the default first. */
export function policyChoices(policy: PolicyName): string {
  const values: readonly string[] = policySpecs[policy].values;
  const [last = '<tag>'] = values.slice(-1);
  return `--policy ${policy}=${values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`}`;
}

/** How many properties of the ontology become part of a class, and of how many of them nothing says how many values they have. */
export function silentProperties(model: DomainModel): { readonly silent: number; readonly properties: number } {
  const silent = new Set<string>();
  for (const { policy, iri } of model.assumptions) if (policy === 'unstated' && iri !== undefined) silent.add(iri);
  const others = new Set<string>();
  for (const { fields, relations, choices } of model.classes) {
    for (const members of [fields, relations, choices]) {
      for (const { iri } of members) if (iri !== undefined && !silent.has(iri)) others.add(iri);
    }
  }
  return { silent: silent.size, properties: silent.size + others.size };
}
