/**
 * Pairs properties that are inverse to each other, and decides which end stores the references: for `:author` and `:posts`,
 * `Post.author_id` stores them, and `User.posts` is the same relation from the other end.
 */

import { type AssumptionLog, Decision } from '../assume/decision.ts';
import { inverseWording } from '../assume/texts.ts';
import { areRelated } from '../draft.ts';
import { pluralRole } from '../name/roles.ts';
import type { Policies } from '../policies.ts';
import { type Edge, propertyOf, subjectOf, type Uses } from './uses.ts';

/** The assumptions that an edge is stored at its end of an inverse pair, or in its target class. */
export type Placements = Map<Edge, Decision<Edge>>;

/** Pairs inverse edges, and decides which end of each pair stores the references. */
export function pairInverses(uses: Uses, policies: Policies, log: AssumptionLog, placements: Placements): void {
  const pair = (edge: Edge, back: Edge) => {
    edge.inverse = back;
    back.inverse = edge;
    if (back !== edge) storeOneEnd(edge, back, policies, log, placements);
  };
  if (!uses.some((own) => propertyOf(own).inverse)) return;
  const byProperty = new Map(uses.map((own) => [propertyOf(own), own]));
  for (const matches of [areExactInverses, areRelatedInverses]) {
    for (const [property, own] of byProperty) {
      const opposite = property.inverse && byProperty.get(property.inverse);
      if (!opposite) continue;
      const inverseEdges = opposite.flatMap((use) => use.edges);
      const edges = own.flatMap((use) => use.edges);
      for (const edge of edges) {
        if (edge.inverse) continue;
        const matching = inverseEdges.filter((back) => !back.inverse && matches(edge, back));
        const [back] = matching;
        // A match that is not exact must be the only one in both directions.
        const isUnambiguous =
          matches === areExactInverses || (matching.length === 1 && edges.filter((e) => back && matches(e, back)).length === 1);
        if (back && isUnambiguous) pair(edge, back);
      }
    }
  }
}

function areExactInverses(edge: Edge, back: Edge): boolean {
  return back.source === edge.target && back.target === edge.source;
}

/**
 * Returns whether edges between subclasses or superclasses are inverse: instances that are related by one of two inverse
 * properties belong to the classes of both (OWL 2 Structural Specification, 9.2.4 to 9.2.6).
 */
function areRelatedInverses(edge: Edge, back: Edge): boolean {
  if (edge.use.hasAlternatives || back.use.hasAlternatives || edge === back) return false;
  return areRelated(back.source, edge.target) && areRelated(back.target, edge.source);
}

/** Stores two inverse edges at one end. `first` is declared first. */
function storeOneEnd(first: Edge, second: Edge, policies: Policies, log: AssumptionLog, placements: Placements): void {
  if (first.many || second.many) {
    // Only the end that stores the references enforces their number.
    const isSecondKept = first.many && (!second.many || (hasStatedCount(second) && !hasStatedCount(first)));
    const kept = isSecondKept ? second : first;
    storeInverse(kept === first ? second : first, kept);
    return;
  }
  const stated = [first, second].filter((edge) => edge.use.stated.max === 1);
  const stored = stated.length === 1 ? (stated[0] as Edge) : isRequired(second) && !isRequired(first) ? second : first;
  const other = stored === first ? second : first;
  storeInverse(other, stored);
  if (stated.length === 2) return;
  other.many = true;
  if (stated.length === 1) return;
  const wording = inverseWording(
    () => `also owns ${other.source.name}.${pluralRole(other.use.role, other.target)}, the list of the referring instances`,
  );
  const decision = Decision.byPolicy(policies, stored, wording, subjectOf(stored.use));
  decision.record(log);
  placements.set(stored, decision);
}

function hasStatedCount({ use: { stated } }: Edge): boolean {
  return (stated.min ?? 0) > 0 || (stated.max ?? Number.POSITIVE_INFINITY) < Number.POSITIVE_INFINITY;
}

function isRequired({ use }: Edge): boolean {
  return use.minimum > 0;
}

/** Stores an edge with its inverse, and withdraws the assumptions about it, because the inverse decides. */
function storeInverse(edge: Edge, stored: Edge): void {
  edge.storage = 'inverse';
  edge.source = stored.target;
  edge.target = stored.source;
  if (edge.use.hasAlternatives) return;
  edge.use.count.minimum.withdraw();
  edge.use.count.maximum.withdraw();
}
