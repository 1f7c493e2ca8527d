/**
 * Decides which lists without an inverse are stored as a foreign key in the target class, because its instances are parts of
 * the source: `:hasComments` of `:Post` with the range `:Comment` becomes `Comment.post_id`.
 * Such a list is named after the target class, no other list is named after it, and the target has no identity of its own. All
 * other lists stay lists, which forbid nothing.
 */

import { pushTo } from '../../ontology/index.ts';
import { type AssumptionLog, Decision } from '../assume/decision.ts';
import { directionWording } from '../assume/texts.ts';
import { areRelated, type ClassDraft } from '../draft.ts';
import { getOrCreate } from '../get-or-create.ts';
import type { MemberNames } from '../name/members.ts';
import { roleOf } from '../name/roles.ts';
import { keysOf } from '../read/keys.ts';
import type { Reader } from '../read/reader.ts';
import type { Property } from '../type/property.ts';
import { classPluralOf } from '../words/names.ts';
import type { Placements } from './storage.ts';
import type { Edge, Uses } from './uses.ts';

/** Names of fields that identify instances for users. */
const IDENTIFYING_NAMES: ReadonlySet<string> = new Set(['name', 'label', 'title', 'code', 'email']);

export class Ownership {
  readonly #reader: Reader;
  readonly #uses: Uses;
  readonly #names: MemberNames;
  /** By class: whether it has a key or an identifying field. */
  readonly #identified = new Map<ClassDraft, boolean>();
  #valuesIn: ReadonlyMap<ClassDraft, readonly Property[]> | undefined;

  constructor(reader: Reader, uses: Uses, names: MemberNames) {
    this.#reader = reader;
    this.#uses = uses;
    this.#names = names;
  }

  decide(log: AssumptionLog, placements: Placements): void {
    const { policies } = this.#reader;
    // With `unstated=open`, an instance may have any number of owners.
    if (policies.owner === 'none' || (policies.unstated === 'open' && !policies.chosen.has('owner'))) return;
    const edges: Edge[] = [];
    for (const uses of this.#uses) for (const use of uses) for (const edge of use.edges) edges.push(edge);
    const soleOwners = soleOwnersAmong(
      edges.filter((edge) => this.#isOwner(edge)),
      edges.filter(mayContain),
    );
    if (soleOwners.length === 0) return;
    const toOneEdges = new Map<ClassDraft, Edge[]>();
    for (const edge of edges) {
      if (edge.many || edge.inverse) continue;
      pushTo(toOneEdges, edge.source, edge);
    }
    for (const edge of soleOwners) {
      const inverse = toOneEdges.get(edge.target)?.find((e) => this.#isNamedInverse(e, edge));
      const stored = inverse ?? edge;
      const { source, target, use } = edge;
      const wording = directionWording(() => {
        const quantity = stored.use.subject.member?.cardinality === 'one' ? 'exactly' : 'at most';
        return `owns ${source.name}.${use.role}: each ${target.name} belongs to ${quantity} one ${source.name}`;
      });
      const decision = Decision.byPolicy(policies, stored, wording, stored.use.subject);
      decision.record(log);
      placements.set(stored, decision);
      use.count.minimum.withdraw();
      use.count.maximum.withdraw();
      if (!inverse) {
        edge.storage = 'target';
        continue;
      }
      edge.storage = 'inverse';
      edge.inverse = inverse;
      inverse.inverse = edge;
    }
  }

  /** Returns whether a to-one property is named after the owner: it is then the inverse, although nothing states it. */
  #isNamedInverse(edge: Edge, owner: Edge): boolean {
    return (
      edge.target === owner.source &&
      edge.use.role === owner.source.slug &&
      !edge.use.hasAlternatives &&
      !edge.use.property.inverse
    );
  }

  /** Returns whether a list is named after its target class, whose instances have no identity of their own. */
  #isOwner({ use, source, target, many, inverse }: Edge): boolean {
    if (!many || inverse || use.hasAlternatives || use.property.inverse || areRelated(source, target)) return false;
    // A stated bound of the list can only be checked where the whole list is stored.
    if ((use.stated.min ?? 0) > 0 || use.stated.max !== undefined) return false;
    return isNamedAfter(use.role, source, target) && !this.#isIdentified(target);
  }

  #isIdentified(cls: ClassDraft): boolean {
    this.#valuesIn ??= valuesByClass(this.#uses);
    const valuesIn = this.#valuesIn;
    const hasIdentity = (c: ClassDraft) =>
      keysOf(this.#reader, c).length > 0 || (valuesIn.get(c) ?? []).some((property) => this.#identifies(property, [c, cls]));
    return getOrCreate(this.#identified, cls, () => [cls, ...cls.ancestors].some(hasIdentity));
  }

  #identifies(property: Property, classes: readonly ClassDraft[]): boolean {
    if (property.inverseFunctional) return true;
    const [name] = this.#names.candidates(property);
    return classes.some((cls) => IDENTIFYING_NAMES.has(roleOf(name, cls)));
  }
}

/** Returns whether a list may contain the parts of its source: `hashes` or `hash` for Hash. */
function mayContain({ use, source, target, many, inverse }: Edge): boolean {
  return many && !inverse && (use.role === target.slug || isNamedAfter(use.role, source, target));
}

/** Returns the owners of targets that no other list may contain, too. */
function soleOwnersAmong(owners: readonly Edge[], lists: readonly Edge[]): readonly Edge[] {
  const byFamily = new Map<ClassDraft, Edge[]>();
  for (const edge of lists) {
    for (const cls of [edge.target, ...edge.target.ancestors]) pushTo(byFamily, cls, edge);
  }
  const competitors = ({ target }: Edge) =>
    [target, ...target.ancestors].flatMap((cls) => byFamily.get(cls) ?? []).filter((other) => areRelated(other.target, target));
  return owners.filter((edge) => new Set(competitors(edge)).size === 1);
}

/** Returns the properties with values, not only references, by class. */
function valuesByClass(uses: Uses): ReadonlyMap<ClassDraft, readonly Property[]> {
  const byClass = new Map<ClassDraft, Property[]>();
  for (const propertyUses of uses) {
    for (const use of propertyUses) {
      if (!use.range.value) continue;
      pushTo(byClass, use.class, use.property);
    }
  }
  return byClass;
}

/** Returns whether the role matches the target: `comments` for Comment, and `items` of an Order for OrderItem. */
function isNamedAfter(role: string, source: ClassDraft, target: ClassDraft): boolean {
  const names = [target.slug];
  if (target.slug.startsWith(`${source.slug}_`)) names.push(target.slug.slice(source.slug.length + 1));
  return names.some((name) => role === classPluralOf(name));
}
