/** Reports what each target does about each axiom and assumption of an ontology (`codegen graph report`). */

import type { Place } from '../diagnostics/index.ts';
import { type Axiom, chosenPolicies, type Decided, type DomainModel, type Slice } from '../model/index.ts';
import { type DeclaredDifference, differencesOf, type Target } from '../targets/index.ts';
import { type AssumedEntry, assumedEntry } from './assumptions.ts';
import { type Emissions, emissionsOf, type Status, type Totals, totalsOf, type Verdict, verdictOf } from './verdict.ts';

/** An axiom or a constraint of a shape, and what each target does about it. */
export interface Entry {
  /** `sh:pattern`, `owl:maxCardinality` */
  readonly construct: string;
  /** `:Post :title sh:maxLength 200` */
  readonly statement: string;
  /** The class, property or shape that is its subject. */
  readonly iri?: string;
  readonly place?: Place;
  readonly targets: Readonly<Record<string, Verdict>>;
}

/** A part of the output for a class that a target omits. */
export interface ReportOmission {
  readonly target: string;
  readonly class: string;
  readonly what: string;
}

/** The result of `graph report`; docs/explanation/constraints.md and docs/explanation/assumptions.md describe its JSON. */
export interface AxiomReport {
  /** The path of the ontology, as the user gave it. */
  readonly ontology: string;
  /** By the name of the target. */
  readonly totals: Readonly<Record<string, Totals>>;
  /** In the order of their source locations. */
  readonly axioms: readonly Entry[];
  /** Deviations of targets that concern these axioms and assumptions, with reasons. */
  readonly differences: readonly DeclaredDifference[];
  /** What targets omit although no axiom requires it, by class. */
  readonly omissions: readonly ReportOmission[];
  /** What `codegen` decided because the ontology does not state it. */
  readonly assumptions: readonly AssumedEntry[];
  /** The policies that the user set, each as `name=value`. */
  readonly policies: readonly string[];
  /** The selected part of the classes, if not all, and the references that leave it. */
  readonly slice?: Slice & { readonly classes: number };
  /** The user's decisions for single elements. */
  readonly decided: readonly Decided[];
}

/** Reports what targets do about all axioms and assumptions of an ontology. */
export function reportOf(ontology: string, model: DomainModel, targets: readonly Target[]): AxiomReport {
  const emissions = emissionsOf(model, targets);
  const axioms = model.axioms.map((axiom) => axiomEntry(axiom, emissions));
  const assumptions = model.assumptions.map((assumption) => assumedEntry(assumption, model.policies, emissions));
  const verdicts = [...axioms, ...assumptions].flatMap((entry) => Object.values(entry.targets));
  const ids = new Set(verdicts.flatMap((verdict) => verdict.differences ?? []));
  return {
    ontology,
    totals: totalsOf(model, targets),
    axioms,
    differences: differencesOf(targets).filter(({ id }) => ids.has(id)),
    omissions: targets.flatMap(({ name, omissions }) =>
      (omissions?.(model) ?? []).map(({ class: cls, what }) => ({ target: name, class: cls.name, what })),
    ),
    assumptions,
    policies: chosenPolicies(model.policies),
    ...(model.slice && { slice: { classes: model.classes.length, ...model.slice } }),
    decided: model.decided ?? [],
  };
}

/** Returns the entry of an axiom in the report, with the verdict of each target. */
export function axiomEntry(axiom: Axiom, emissions: Emissions): Entry {
  const { construct, statement, iri, place } = axiom;
  return {
    construct,
    statement,
    ...(iri !== undefined && { iri }),
    ...(place && { place }),
    targets: Object.fromEntries([...emissions].map(([name, emission]) => [name, verdictOf(axiom, emission)])),
  };
}

/** A reason why several targets do not enforce an axiom: `{ status: 'dropped', by: 'all but sql-schema', note: … }`. */
export interface Shortfall {
  readonly status: Exclude<Status, 'enforced'>;
  readonly by: string;
  readonly note: string;
}

/** Returns the reasons why an axiom is not enforced, each once. */
export function shortfallsOf({ targets }: Pick<Entry, 'targets'>): Shortfall[] {
  const names = Object.keys(targets);
  const byReason = new Map<string, { readonly status: Shortfall['status']; readonly note: string; readonly by: string[] }>();
  for (const [name, { status, note = '' }] of Object.entries(targets)) {
    if (status === 'enforced') continue;
    const reason = byReason.get(`${status} ${note}`);
    if (reason) reason.by.push(name);
    else byReason.set(`${status} ${note}`, { status, note, by: [name] });
  }
  return [...byReason.values()].map(({ status, note, by }) => ({ status, note, by: summarizeNames(by, names) }));
}

/** Names a subset in the shortest form: `all`, `all but sql-schema` or `python-models, rust-models`. */
function summarizeNames(subset: readonly string[], all: readonly string[]): string {
  const excluded = all.filter((name) => !subset.includes(name));
  if (excluded.length === 0) return 'all';
  return excluded.length < 3 && excluded.length < subset.length ? `all but ${excluded.join(' and ')}` : subset.join(', ');
}
