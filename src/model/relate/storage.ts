import { type AssumptionLog, Decision } from '../assume/decision.ts';
import { inverse as inverseWords } from '../assume/words.ts';
import { listRole } from '../name/roles.ts';
import type { Policies } from '../policies.ts';
import type { Property } from '../type/properties.ts';
import { type Edge, isStatedToOne, type Use } from './uses.ts';

/** The decision that an edge is kept at its end of an inverse pair, or in the class that it leads to, where that is assumed. */
export type Placements = Map<Edge, Decision<Edge>>;

/** Finds the edges that lead back, and decides at which end of each pair the references are. */
export function pairInverses(
  uses: ReadonlyMap<Property, readonly Use[]>,
  policies: Policies,
  log: AssumptionLog,
  placements: Placements,
): void {
  for (const [property, own] of uses) {
    const opposite = property.inverse && uses.get(property.inverse);
    if (!opposite) continue;
    for (const edge of own.flatMap((use) => use.edges)) {
      if (edge.inverse) continue;
      const back = opposite.flatMap((use) => use.edges).find((e) => e.source === edge.target && e.target === edge.source);
      if (!back || (back.inverse && back.inverse !== edge)) continue;
      edge.inverse = back;
      back.inverse = edge;
      if (back !== edge) keepOnce(edge, back, policies, log, placements);
    }
  }
}

/** Two edges that lead to and fro are kept at one end. `first` is declared first. */
function keepOnce(first: Edge, second: Edge, policies: Policies, log: AssumptionLog, placements: Placements): void {
  if (first.many || second.many) {
    const kept = second.many ? first : second;
    follow(kept === first ? second : first, log);
    return;
  }
  const stated = [first, second].filter((edge) => isStatedToOne(edge.use));
  const kept = stated.length === 1 ? (stated[0] as Edge) : isNeeded(second) && !isNeeded(first) ? second : first;
  const other = kept === first ? second : first;
  follow(other, log);
  if (stated.length === 2) return;
  other.many = true;
  if (stated.length === 1) return;
  const words = inverseWords(
    () => `holds ${other.source.name}.${listRole(other.use.role)} as well, the list of what refers with it`,
  );
  const decision = Decision.by(policies, kept, words, kept.use.subject);
  decision.take(log);
  placements.set(kept, decision);
}

function isNeeded({ use }: Edge): boolean {
  return use.least > 0;
}

/** The edge is where its inverse is; what was guessed of it follows from that. */
function follow(edge: Edge, log: AssumptionLog): void {
  edge.storage = 'inverse';
  if (edge.use.isShared) return;
  edge.use.count.least.withdraw(log);
  edge.use.count.most.withdraw(log);
}
