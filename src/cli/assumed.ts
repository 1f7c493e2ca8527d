/** What the command line says and asks of assumptions. */

import { type Diagnostic, diagnostic, fail, suggest } from '../diagnostics/index.ts';
import { type AssumedKinds, type AssumptionKind, assumedIn, type DomainModel } from '../model/index.ts';
import {
  assumedInWords,
  assumptionKind,
  assumptionKinds,
  countByKind,
  inOrder,
  policyChoices,
  totalOf,
} from '../report/index.ts';
import type { Io } from './io.ts';
import { commandLine } from './ontology.ts';
import type { ModelOptions, StrictOptions } from './options.ts';

/**
 * The kinds of assumptions that fail: all of them if `--strict` names none.
 *
 * @throws DiagnosticError if one is not known
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

/** An error for each assumption of these kinds, in the order of their places. */
export function refused(model: DomainModel, kinds: ReadonlySet<AssumptionKind>): Diagnostic[] {
  if (kinds.size === 0) return [];
  return inOrder(model.assumptions.filter(({ kind }) => kinds.has(kind))).map(
    ({ element, decided, because, otherwise, policy, place }) =>
      diagnostic('assumed', { element, decided, because, otherwise, policy: policyChoices(policy) }, place),
  );
}

/**
 * Says how much was assumed, and how to see it; nothing if nothing was.
 *
 * @param file the ontology, as it was given
 */
export function tellAssumed(io: Io, model: DomainModel, file: string, options: ModelOptions): void {
  if (io.level === 'quiet') return;
  const assumed = assumedIn(model);
  if (assumed.size === 0) return;
  const command = commandLine(['graph', 'report', file, '--assumed'], options);
  io.stderr.write(`${assumedInWords(assumed)}; ${command} lists them\n`);
}

/** How much was assumed, as data. */
export function assumedData(model: DomainModel | undefined) {
  const assumed: AssumedKinds = model ? assumedIn(model) : new Map();
  return { total: totalOf(assumed), by_kind: Object.fromEntries(countByKind(assumed)) };
}
