/**
 * Finds the differences between the relations of two versions of a class: `relation renamed from posts to articles`. A relation
 * is a field or its inverse, as objects with relations and GraphQL show it.
 */

import type { DomainClass, Relation } from '../model/index.ts';
import { pushTo } from '../ontology/index.ts';
import { breaking, type ClassPair, effectsOf, inCode, type Sides, safe } from './effects.ts';
import { isGuaranteed } from './related-effects.ts';
import { beforeAndAfter, type ClassDifference, type Effect, type Matching } from './types.ts';
import { targetExtent } from './values.ts';

/** Yields changes of relations that neither the field that stores the relation nor a superclass reports. */
export function* relationChanges(classes: ClassPair, matching: Matching, sides: Sides): Iterable<ClassDifference> {
  const differences = changesOfRelations(classes, matching, sides);
  if (differences.length === 0) return;
  const inherited = new Set<string>();
  for (const parent of classes.new.ancestors) {
    const old = matching.oldClass(parent);
    if (!old || !classes.old.ancestors.includes(old)) continue;
    for (const each of changesOfRelations({ old, new: parent }, matching, sides)) inherited.add(keyOf(each));
  }
  for (const each of differences) if (!inherited.has(keyOf(each))) yield each;
}

const keyOf = ({ kind, before, after }: ClassDifference): string => [kind, before, after].join(' ');

const changesByMatching = new WeakMap<Matching, Map<DomainClass, readonly ClassDifference[]>>();

/** Returns the changes of all relations of a class, inherited ones included, from a cache. */
function changesOfRelations(classes: ClassPair, matching: Matching, sides: Sides): readonly ClassDifference[] {
  const byClass = changesByMatching.get(matching) ?? new Map<DomainClass, readonly ClassDifference[]>();
  changesByMatching.set(matching, byClass);
  const changes = byClass.get(classes.new) ?? [...compareRelations(classes, matching, sides)];
  byClass.set(classes.new, changes);
  return changes;
}

function* compareRelations({ old, new: now }: ClassPair, matching: Matching, sides: Sides): Iterable<ClassDifference> {
  const candidatesByProperty = relationsByProperty(now);
  const isSame = (oldRelation: Relation, newRelation: Relation) =>
    matching.isSameField(oldRelation.field, newRelation.field) &&
    oldRelation.holder === newRelation.holder &&
    matching.newClass(oldRelation.target) === newRelation.target;
  const isReported = (relation: Relation, type: string | undefined, isRetargetedRelation: boolean) =>
    !isRetargetedRelation && type !== undefined && matching.isKept(relation.field);
  /** Removes the counterpart of an old relation from the candidates and returns it. One field can have two relations. */
  const takeCounterpart = (relation: Relation, isWanted: (each: Relation) => boolean): Relation | undefined => {
    const candidates = candidatesByProperty.get(matching.iri(relation.field.iri ?? '')) ?? [];
    const match = candidates.find((each) => isSame(relation, each) && isWanted(each));
    if (match) candidates.splice(candidates.indexOf(match), 1);
    return match;
  };
  /** Returns whether queries with the relation still work: another relation may have taken its name. */
  const isStillQueryable = (relation: Relation) =>
    now.allRelations.some(
      (each) => each.name === relation.name && sides.new.relation(now, each) === sides.old.relation(old, relation),
    );
  // Relations that keep their name are matched before those that change it.
  const sameName = old.allRelations.map(
    (relation) => [relation, takeCounterpart(relation, ({ name }) => name === relation.name)] as const,
  );
  for (const [relation, match] of sameName) {
    const counterpart = match ?? takeCounterpart(relation, () => true);
    if (counterpart) {
      if (counterpart.name !== relation.name || counterpart.declared !== relation.declared)
        yield renamedRelation(relation, counterpart, isStillQueryable(relation), old);
      else if (relation.holder === 'target') yield* relationTypeChanges(old, relation, now, counterpart, sides);
      continue;
    }
    const isRetargetedRelation = now.allRelations.some((each) => isRetargeted(relation, each, matching));
    if (isReported(relation, sides.old.relation(old, relation), isRetargetedRelation)) {
      yield presenceChange(
        'relation-removed',
        relation,
        isStillQueryable(relation) ? safe('another relation has the name') : breaking('it no longer exists'),
        isGuaranteed(relation) && now.relationsName !== undefined,
      );
    }
  }
  for (const relation of [...candidatesByProperty.values()].flat()) {
    const isRetargetedRelation = old.allRelations.some((each) => isRetargeted(each, relation, matching));
    if (isReported(relation, sides.new.relation(now, relation), isRetargetedRelation))
      yield presenceChange('relation-added', { ...relation, declared: false }, safe('nothing uses it yet'), false);
  }
}

/** Returns whether only the referenced class differs, which the field reports. */
function isRetargeted(oldRelation: Relation, newRelation: Relation, matching: Matching): boolean {
  return (
    oldRelation.name === newRelation.name &&
    oldRelation.holder === 'source' &&
    newRelation.holder === 'source' &&
    matching.isSameField(oldRelation.field, newRelation.field) &&
    targetExtent(oldRelation.target, newRelation.target, matching) === 'other'
  );
}

function relationsByProperty({ allRelations }: DomainClass): Map<string, Relation[]> {
  const grouped = new Map<string, Relation[]>();
  for (const relation of allRelations) pushTo(grouped, relation.field.iri ?? '', relation);
  return grouped;
}

/** Yields the change of an inverse relation between one and many, which the field that stores it does not report. */
function* relationTypeChanges(
  old: DomainClass,
  relation: Relation,
  now: DomainClass,
  counterpart: Relation,
  sides: Sides,
): Iterable<ClassDifference> {
  if (relation.many === counterpart.many && relation.required === counterpart.required) return;
  const [before, after] = [sides.old.relation(old, relation), sides.new.relation(now, counterpart)];
  if (before === undefined || after === undefined || before === after) return;
  const typeChanged = breaking(`its type changed from ${before} to ${after}`);
  const isInTypes = relation.declared || counterpart.declared;
  yield {
    kind: 'relation-changed',
    ...beforeAndAfter(before, after),
    says: `relation ${counterpart.name}: now ${counterpart.many ? 'any number' : 'at most one'}`,
    effects: effectsOf('records contain only the id', {
      graphql: typeChanged,
      ...(relation.declared && { 'json-out': typeChanged, rest: typeChanged }),
      ...(isInTypes && inCode(typeChanged)),
    }),
  };
}

function renamedRelation(
  relation: Relation,
  counterpart: Relation,
  isStillQueryable: boolean,
  old: DomainClass,
): ClassDifference {
  const removed = breaking(`its name was ${relation.name}`);
  const isRenamed = counterpart.name !== relation.name;
  const effect = isRenamed
    ? removed
    : breaking(counterpart.declared ? 'objects with relations must have it' : 'objects with relations no longer have it');
  const isInTypes = counterpart.declared || relation.declared;
  // Old clients read a relation with the name of an old field as that field.
  const hidesOldField = counterpart.declared && old.allFields.some(({ name }) => name === counterpart.name);
  return {
    kind: isRenamed ? 'relation-renamed' : 'relation-changed',
    ...beforeAndAfter(relation.name, counterpart.name),
    says: isRenamed
      ? `relation renamed from ${relation.name} to ${counterpart.name}`
      : `related objects ${counterpart.declared ? 'now' : 'no longer'} include ${counterpart.name}`,
    effects: effectsOf('records contain only the id', {
      graphql: isRenamed && !isStillQueryable ? removed : undefined,
      ...((relation.declared || hidesOldField) && { 'json-out': effect, rest: effect }),
      // If the class had no relations before, the type with relations is new, so no code uses it.
      ...(isInTypes && old.relationsName !== undefined && inCode(effect)),
    }),
  };
}

function presenceChange(
  kind: 'relation-added' | 'relation-removed',
  { name, declared }: Pick<Relation, 'name' | 'declared'>,
  effect: Effect,
  wasGuaranteed: boolean,
): ClassDifference {
  return {
    kind,
    ...(kind === 'relation-added' ? { after: name } : { before: name }),
    says: kind === 'relation-added' ? `relation ${name} added` : `relation ${name} removed`,
    effects: effectsOf('records contain only the id', {
      graphql: effect,
      ...(declared && { rest: effect, ...inCode(effect) }),
      ...(declared && wasGuaranteed && { 'json-out': effect }),
    }),
  };
}
