/**
 * Decides how many values each property has in each class, and where its references are stored: `Post.author_id` in the source
 * class, or `Comment.post_id` in the target class for a list of comments.
 */

import type { AssumptionLog, Decision } from '../assume/decision.ts';
import type { ClassDraft } from '../draft.ts';
import type { MemberNames } from '../name/members.ts';
import type { Facts } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import type { Property } from '../type/property.ts';
import { Ownership } from './ownership.ts';
import { type Placements, pairInverses } from './storage.ts';
import { type Edge, type Uses, usesOf } from './uses.ts';

export { type Edge, isIndividual, propertyOf, type Stored, storedOf, type Use } from './uses.ts';

/** The uses of properties in classes, and where each reference is stored. */
export interface Related {
  readonly uses: Uses;
  /** The decisions about where references are stored, for edges without a statement. */
  readonly placements: ReadonlyMap<Edge, Decision<Edge>>;
}

export function storeRelations(
  reader: Reader,
  classes: readonly ClassDraft[],
  properties: readonly Property[],
  facts: Facts,
  names: MemberNames,
  log: AssumptionLog,
): Related {
  const uses = usesOf(reader, classes, properties, facts, names, log);
  const placements: Placements = new Map();
  pairInverses(uses, reader.policies, log, placements);
  new Ownership(reader, uses, names).decide(log, placements);
  return { uses, placements };
}
