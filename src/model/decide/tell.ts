import type { AssumptionLog } from '../assume/decision.ts';
import { optional } from '../assume/words.ts';
import type { ClassDraft } from '../draft.ts';
import type { Reader } from '../read/reader.ts';
import type { Enumeration } from '../types.ts';

/** Tells of decisions that have come to nothing, or to something that cannot be. */
export function tellDecisions(
  reader: Reader,
  classes: readonly ClassDraft[],
  enumerations: readonly Enumeration[],
  log: AssumptionLog,
): void {
  const { decisions } = reader;
  if (decisions.isEmpty) return;
  for (const { kind, decided, at } of log.overruled) {
    // What forbids nothing holds whatever else does.
    if (kind === 'list' || decided === optional.decided) continue;
    const why = 'a class has it from two superclasses, or its values are of several kinds, of which each is a field of its own';
    reader.warn('decision-impossible', { element: decisions.elementAt(at), says: decided, why }, at);
  }
  // Whether a class is left out is decided when the whole model is there.
  for (const iri of [...classes, ...enumerations].flatMap((each) => each.iri ?? [])) decisions.find('skip', iri);
  decisions.tellIdle(reader);
  const hidden = classes.filter(({ resource }) => resource === false);
  const place = hidden[0] && decisions.find('resource', hidden[0].iri)?.place;
  if (hidden.length === classes.length) {
    reader.warn('decision-impossible', { element: 'every class', says: 'is no resource', why: 'an API needs one' }, place);
  }
}
