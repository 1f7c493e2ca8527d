import type { Place } from '../diagnostics/index.ts';
import { type Axiom, chosenPolicies, type Decided, type DomainModel, type Slice } from '../model/index.ts';
import { type DeclaredDifference, differencesOf, type Target } from '../targets/index.ts';
import { type AssumedEntry, assumedEntry } from './assumed.ts';
import { type Emissions, emissionsOf, type Status, type Totals, totalsOf, type Verdict, verdictOf } from './verdict.ts';

/** An axiom or a constraint of a shape, and what each target does about it. */
export interface Entry {
  /** `sh:pattern`, `owl:maxCardinality` */
  readonly construct: string;
  /** `:Post :title sh:maxLength 200` */
  readonly statement: string;
  /** The class, property or shape that it is said of. */
  readonly iri?: string;
  readonly place?: Place;
  /** By the name of the target. */
  readonly targets: Readonly<Record<string, Verdict>>;
}

/** What a target leaves out of what belongs to a class. */
export interface LeftOut {
  readonly target: string;
  readonly class: string;
  readonly what: string;
}

/** What `graph report` says; as JSON it is described in docs/explanation/constraints.md and docs/explanation/assumptions.md. */
export interface AxiomReport {
  /** The path of the ontology, as the user gave it. */
  readonly ontology: string;
  /** By the name of the target. */
  readonly totals: Readonly<Record<string, Totals>>;
  /** In the order of their places. */
  readonly axioms: readonly Entry[];
  /** What targets cannot do about some of it as others do, and why. */
  readonly differences: readonly DeclaredDifference[];
  /** What targets leave out that no axiom asks for, by class. */
  readonly omissions: readonly LeftOut[];
  /** What was decided where the ontology is silent. */
  readonly assumptions: readonly AssumedEntry[];
  /** What the user decided instead, each as `name=value`. */
  readonly policies: readonly string[];
  /** Which part of the ontology's classes it is about, if not all, and what leads out of it. */
  readonly slice?: Slice & { readonly classes: number };
  /** What the user decided of single elements. */
  readonly decided: readonly Decided[];
}

/** What targets make of all that an ontology states, and of what is assumed beside it. */
export function reportOf(ontology: string, model: DomainModel, targets: readonly Target[]): AxiomReport {
  const emissions = emissionsOf(model, targets);
  const axioms = model.axioms.map((axiom) => entryOf(axiom, emissions));
  const assumptions = model.assumptions.map((assumption) => assumedEntry(assumption, model.policies, emissions));
  const named = new Set([...axioms, ...assumptions].flatMap((entry) => Object.values(entry.targets)).flatMap(idsOf));
  return {
    ontology,
    totals: totalsOf(model, targets),
    axioms,
    differences: differencesOf(targets).filter(({ id }) => named.has(id)),
    omissions: targets.flatMap(({ name, omissions }) =>
      (omissions?.(model) ?? []).map(({ class: cls, what }) => ({ target: name, class: cls.name, what })),
    ),
    assumptions,
    policies: chosenPolicies(model.policies),
    ...(model.slice && { slice: { classes: model.classes.length, ...model.slice } }),
    decided: model.decided ?? [],
  };
}

const idsOf = ({ differences = [] }: Verdict): readonly string[] => differences;

export function entryOf(axiom: Axiom, emissions: Emissions): Entry {
  const { construct, statement, iri, place } = axiom;
  return {
    construct,
    statement,
    ...(iri !== undefined && { iri }),
    ...(place && { place }),
    targets: Object.fromEntries([...emissions].map(([name, emission]) => [name, verdictOf(axiom, emission)])),
  };
}

/** Why several targets do not enforce an axiom: `{ status: 'dropped', by: 'all but sql-schema', note: … }`. */
export interface Note {
  readonly status: Exclude<Status, 'enforced'>;
  readonly by: string;
  readonly note: string;
}

/** What is not enforced of an axiom, each reason once. */
export function notesOf({ targets }: Pick<Entry, 'targets'>): Note[] {
  const names = Object.keys(targets);
  const byReason = new Map<string, { readonly status: Note['status']; readonly note: string; readonly by: string[] }>();
  for (const [name, { status, note = '' }] of Object.entries(targets)) {
    if (status === 'enforced') continue;
    const reason = byReason.get(`${status} ${note}`);
    if (reason) reason.by.push(name);
    else byReason.set(`${status} ${note}`, { status, note, by: [name] });
  }
  return [...byReason.values()].map(({ status, note, by }) => ({ status, note, by: mostOf(by, names) }));
}

/** Some of several names, in the fewest words. */
function mostOf(some: readonly string[], all: readonly string[]): string {
  const others = all.filter((name) => !some.includes(name));
  if (others.length === 0) return 'all';
  return others.length < 3 && others.length < some.length ? `all but ${others.join(' and ')}` : some.join(', ');
}
