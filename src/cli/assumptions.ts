/** Options and output of commands that concern assumptions. */

import { type Diagnostic, diagnostic, fail, suggest } from '../diagnostics/index.ts';
import { type AssumedKinds, type AssumptionKind, type Axiom, assumedIn, type DomainModel } from '../model/index.ts';
import { assumptionKind, assumptionKinds, assumptionSummary, sortByPlace, sortedKindCounts, totalOf } from '../report/index.ts';
import { describeChoices } from './assumption-text.ts';
import type { Io } from './io.ts';
import { commandLine } from './ontology.ts';
import type { ModelOptions, StrictOptions } from './options.ts';

/**
 * Returns the kinds of assumptions that `--strict` turns into errors: all kinds if it names none.
 *
 * @throws DiagnosticError if a kind is unknown
 */
export async function strictKinds({ strict }: StrictOptions): Promise<ReadonlySet<AssumptionKind>> {
  if (strict === undefined) return new Set();
  const kinds = new Set<AssumptionKind>();
  for (const word of strict) {
    const kind = assumptionKind(word);
    if (kind === undefined) {
      return fail('unknown-assumption', {
        name: word,
        known: assumptionKinds,
        suggestion: await suggest(word, assumptionKinds),
      });
    }
    kinds.add(kind);
  }
  return kinds.size === 0 ? new Set(assumptionKinds) : kinds;
}

/** Returns an error for each assumption of these kinds, ordered by source location. */
export function strictErrors(model: DomainModel, kinds: ReadonlySet<AssumptionKind>): Diagnostic[] {
  if (kinds.size === 0) return [];
  return sortByPlace(model.assumptions.filter(({ kind }) => kinds.has(kind))).map(
    ({ element, decided, because, otherwise, policy, place }) =>
      diagnostic('assumed', { element, decided, because, otherwise, policy: describeChoices(policy) }, place),
  );
}

/**
 * Prints the number of axioms without effect and of assumptions, each with the command that lists them; prints nothing if none exist.
 *
 * @param file the ontology as the user named it
 */
export function printModelSummary(io: Io, model: DomainModel, file: string, options: ModelOptions): void {
  if (io.level === 'quiet') return;
  const [example, ...others] = axiomsWithoutEffect(model);
  if (example) {
    const count = others.length === 0 ? '1 axiom has' : `${others.length + 1} axioms have`;
    const command = commandLine(['graph', 'report', file], options);
    io.stderr.write(`${count} no effect on the output, such as ${example.statement}; list them with ${command}\n`);
  }
  const assumed = assumedIn(model);
  if (assumed.size === 0) return;
  const command = commandLine(['graph', 'report', file, '--assumed'], options);
  io.stderr.write(`${assumptionSummary(assumed)}; list them with ${command}\n`);
}

/** Returns the axioms that lead to no constraint, although they state one. */
function axiomsWithoutEffect(model: DomainModel): readonly Axiom[] {
  return model.axioms.filter(({ constraints, shortfall }) => constraints.length === 0 && shortfall !== undefined);
}

/** Returns the number of assumptions, in total and by kind, for JSON output. */
export function assumedData(model: DomainModel | undefined) {
  const assumed: AssumedKinds = model ? assumedIn(model) : new Map();
  return { total: totalOf(assumed), by_kind: Object.fromEntries(sortedKindCounts(assumed)) };
}
