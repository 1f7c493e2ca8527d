/** What the command line says and asks of assumptions. */

import { type Diagnostic, diagnostic, fail, suggest } from '../diagnostics/index.ts';
import type { Assumption, AssumptionKind, DomainModel } from '../model/index.ts';
import { assumedInWords, assumptionKind, assumptionKinds, countByKind, inOrder, policyChoices } from '../report/index.ts';
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
  if (model.assumptions.length === 0 || io.level === 'quiet') return;
  const command = commandLine(['graph', 'report', file, '--assumed'], options);
  io.stderr.write(`${assumedInWords(model.assumptions)}; ${command} lists them\n`);
}

/** How much was assumed, as data. */
export function assumedData(assumptions: readonly Pick<Assumption, 'kind'>[]) {
  return { total: assumptions.length, by_kind: Object.fromEntries(countByKind(assumptions)) };
}
