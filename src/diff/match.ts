/** Matches the elements of two models by their IRIs, and by name if they have no IRI. */

import type { DomainClass, DomainModel, Enumeration, Field } from '../model/index.ts';
import type { FieldPair, Matching } from './types.ts';

/**
 * Matches two models.
 *
 * @param renamed returns the IRI in the new model for one of the old
 */
export function matchModels(old: DomainModel, now: DomainModel, renamed: (iri: string) => string): Matching {
  const classes = new Pairs<DomainClass>(
    old.classes,
    now.classes,
    (cls) => renamed(cls.iri),
    (cls) => cls.iri,
  );
  const enumerations = new Pairs<Enumeration>(
    old.enumerations,
    now.enumerations,
    ({ iri, name }) => (iri === undefined ? `name ${name}` : renamed(iri)),
    ({ iri, name }) => iri ?? `name ${name}`,
  );
  const known = new Map<DomainClass, readonly FieldPair[]>();
  const fields = (from: DomainClass, to: DomainClass) => {
    const found = known.get(from) ?? fieldPairs(from, to, renamed, classes);
    known.set(from, found);
    return found;
  };
  const counterparts = new Map<Field, Set<Field>>();
  const paired = new Set<Field>();
  for (const cls of old.classes) {
    const other = classes.newOf(cls);
    if (!other) continue;
    for (const pair of fields(cls, other)) {
      if (!pair.old || !pair.new) continue;
      paired.add(pair.old).add(pair.new);
      counterparts.set(pair.old, (counterparts.get(pair.old) ?? new Set()).add(pair.new));
      // An enumeration without an IRI may be named after its field, so it has a counterpart if the field has one.
      if (pair.old.type.kind === 'enumeration' && pair.new.type.kind === 'enumeration')
        enumerations.join(pair.old.type.enumeration, pair.new.type.enumeration);
    }
  }
  return {
    old,
    new: now,
    iri: renamed,
    newClass: (cls) => classes.newOf(cls),
    oldClass: (cls) => classes.old(cls),
    newEnumeration: (enumeration) => enumerations.newOf(enumeration),
    oldEnumeration: (enumeration) => enumerations.old(enumeration),
    fields,
    isSameField: (from, to) => counterparts.get(from)?.has(to) === true,
    isKept: (field) => paired.has(field),
  };
}

/** Pairs of elements of the old and the new model with the same key. */
class Pairs<T> {
  readonly #now = new Map<T, T>();
  readonly #old = new Map<T, T>();

  constructor(old: readonly T[], now: readonly T[], oldKey: (each: T) => string, newKey: (each: T) => string) {
    const byKey = new Map(now.map((each) => [newKey(each), each]));
    for (const each of old) {
      const other = byKey.get(oldKey(each));
      if (other !== undefined) this.join(each, other);
    }
  }

  newOf(old: T): T | undefined {
    return this.#now.get(old);
  }

  old(now: T): T | undefined {
    return this.#old.get(now);
  }

  /** Adds a pair, unless one of the two already has a counterpart. */
  join(old: T, now: T): void {
    if (this.#now.has(old) || this.#old.has(now)) return;
    this.#now.set(old, now);
    this.#old.set(now, old);
  }
}

/** Returns the key of a field: its property, or its role or name if it has none. */
function keyOf(field: Field, iri: (iri: string) => string): string {
  if (field.type.kind === 'id') return 'id';
  if (field.discriminator) return 'discriminator';
  return field.iri === undefined ? `name ${field.name}` : iri(field.iri);
}

const identity = (iri: string): string => iri;

/** Returns the fields of both versions of a class in pairs, in the order of the new one; removed fields come last. */
function fieldPairs(
  old: DomainClass,
  now: DomainClass,
  renamed: (iri: string) => string,
  classes: Pairs<DomainClass>,
): readonly FieldPair[] {
  const before = groups(old.allFields, renamed);
  const after = groups(now.allFields, identity);
  const pairs: FieldPair[] = [];
  for (const [key, fields] of after) pairs.push(...pairPropertyFields(before.get(key) ?? [], fields, classes));
  for (const [key, fields] of before) {
    if (!after.has(key)) for (const field of fields) pairs.push({ old: field, new: undefined });
  }
  return pairs;
}

function groups(fields: readonly Field[], iri: (iri: string) => string): Map<string, Field[]> {
  const byKey = new Map<string, Field[]>();
  for (const field of fields) {
    const key = keyOf(field, iri);
    const known = byKey.get(key);
    if (known) known.push(field);
    else byKey.set(key, [field]);
  }
  return byKey;
}

/** Pairs the fields of one property: alternatives with the same type, then the only one that is left on each side. */
function pairPropertyFields(old: readonly Field[], now: readonly Field[], classes: Pairs<DomainClass>): FieldPair[] {
  const [first] = old;
  if (first && old.length === 1 && now.length === 1) return [{ old: first, new: now[0] }];
  const unpaired = new Set(old);
  const pairs: { old: Field | undefined; new: Field }[] = now.map((field) => {
    const same = [...unpaired].find((each) => isSameType(each, field, classes));
    if (same) unpaired.delete(same);
    return { old: same, new: field };
  });
  const open = pairs.filter((pair) => pair.old === undefined);
  const [lastOld] = unpaired;
  if (lastOld && unpaired.size === 1 && open.length === 1 && open[0]) {
    open[0].old = lastOld;
    unpaired.clear();
  }
  return [...pairs, ...[...unpaired].map((field) => ({ old: field, new: undefined }))];
}

function isSameType({ type: a }: Field, { type: b }: Field, classes: Pairs<DomainClass>): boolean {
  if (a.kind === 'reference' && b.kind === 'reference') return classes.newOf(a.target) === b.target;
  if (a.kind === 'scalar' && b.kind === 'scalar') return a.scalar === b.scalar;
  return a.kind === b.kind;
}
