import type { AssumptionLog } from '../assume/decision.ts';
import { optional } from '../assume/texts.ts';
import type { ClassDraft } from '../draft.ts';
import type { Reader } from '../read/reader.ts';
import type { Enumeration } from '../types.ts';

/** Warns about decisions that have no effect, or that are impossible. */
export function reportDecisions(
  reader: Reader,
  classes: readonly ClassDraft[],
  enumerations: readonly Enumeration[],
  log: AssumptionLog,
): void {
  const { decisions } = reader;
  if (decisions.isEmpty) return;
  for (const { kind, decided, at } of log.overruled) {
    // A decision that allows any number of values, or none, still holds.
    if (kind === 'list' || decided === optional.decided) continue;
    const why = 'a class inherits it from two superclasses, or it has values of several kinds, each in a separate field';
    reader.warn('decision-impossible', { element: decisions.elementAt(at), says: decided, why }, at);
  }
  // Commands apply `skip` of classes and enumerations later, when they select a slice: here these decisions count as used.
  for (const iri of [...classes, ...enumerations].flatMap((each) => each.iri ?? [])) decisions.find('skip', iri);
  decisions.warnUnused(reader);
  const hidden = classes.filter(({ resource }) => resource === false);
  const place = hidden[0] && decisions.find('resource', hidden[0].iri)?.place;
  if (hidden.length === classes.length) {
    reader.warn('decision-impossible', { element: 'every class', says: 'is not a resource', why: 'an API needs one' }, place);
  }
}
