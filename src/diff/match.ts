/** Pairs each class, enumeration and field of an old model with its counterpart in a new one: by IRI, or by name without an IRI. */

import type { DomainClass, DomainModel, Enumeration, Field } from '../model/index.ts';
import { pushTo } from '../ontology/index.ts';
import type { FieldPair, Matching } from './types.ts';

/**
 * Matches two models.
 *
 * @param renamed returns the IRI in the new model for one of the old
 */
export function matchModels(oldModel: DomainModel, newModel: DomainModel, renamed: (iri: string) => string): Matching {
  const classes = new Pairs<DomainClass>(
    oldModel.classes,
    newModel.classes,
    (cls) => renamed(cls.iri),
    (cls) => cls.iri,
  );
  const enumerations = new Pairs<Enumeration>(
    oldModel.enumerations,
    newModel.enumerations,
    ({ iri, name }) => (iri === undefined ? `name ${name}` : renamed(iri)),
    ({ iri, name }) => iri ?? `name ${name}`,
  );
  const pairsByClass = new Map<DomainClass, readonly FieldPair[]>();
  const fields = (oldClass: DomainClass, newClass: DomainClass) => {
    const pairs = pairsByClass.get(oldClass) ?? fieldPairs(oldClass, newClass, renamed, classes);
    pairsByClass.set(oldClass, pairs);
    return pairs;
  };
  const counterparts = new Map<Field, Set<Field>>();
  const paired = new Set<Field>();
  for (const cls of oldModel.classes) {
    const counterpart = classes.newOf(cls);
    if (!counterpart) continue;
    for (const pair of fields(cls, counterpart)) {
      if (!pair.old || !pair.new) continue;
      paired.add(pair.old).add(pair.new);
      counterparts.set(pair.old, (counterparts.get(pair.old) ?? new Set()).add(pair.new));
      // An enumeration without an IRI may be named after its field, so it has a counterpart if the field has one.
      if (pair.old.type.kind === 'enumeration' && pair.new.type.kind === 'enumeration')
        enumerations.join(pair.old.type.enumeration, pair.new.type.enumeration);
    }
  }
  return {
    old: oldModel,
    new: newModel,
    iri: renamed,
    newClass: (cls) => classes.newOf(cls),
    oldClass: (cls) => classes.oldOf(cls),
    newEnumeration: (enumeration) => enumerations.newOf(enumeration),
    oldEnumeration: (enumeration) => enumerations.oldOf(enumeration),
    fields,
    isSameField: (oldField, newField) => counterparts.get(oldField)?.has(newField) === true,
    isKept: (field) => paired.has(field),
  };
}

/** Pairs of elements of the old and the new model with the same key. */
class Pairs<T> {
  readonly #newByOld = new Map<T, T>();
  readonly #oldByNew = new Map<T, T>();

  constructor(oldElements: readonly T[], newElements: readonly T[], oldKey: (each: T) => string, newKey: (each: T) => string) {
    const byKey = new Map(newElements.map((element) => [newKey(element), element]));
    for (const element of oldElements) {
      const counterpart = byKey.get(oldKey(element));
      if (counterpart !== undefined) this.join(element, counterpart);
    }
  }

  newOf(oldElement: T): T | undefined {
    return this.#newByOld.get(oldElement);
  }

  oldOf(newElement: T): T | undefined {
    return this.#oldByNew.get(newElement);
  }

  /** Adds a pair, unless one of the two already has a counterpart. */
  join(oldElement: T, newElement: T): void {
    if (this.#newByOld.has(oldElement) || this.#oldByNew.has(newElement)) return;
    this.#newByOld.set(oldElement, newElement);
    this.#oldByNew.set(newElement, oldElement);
  }
}

/** Returns the key of a field: its property, or its role or name if it has none. */
function keyOf(field: Field, mapIri: (iri: string) => string): string {
  if (field.type.kind === 'id') return 'id';
  if (field.discriminator) return 'discriminator';
  return field.iri === undefined ? `name ${field.name}` : mapIri(field.iri);
}

/** Returns the fields of both versions of a class in pairs, in the order of the new one; removed fields come last. */
function fieldPairs(
  oldClass: DomainClass,
  newClass: DomainClass,
  renamed: (iri: string) => string,
  classes: Pairs<DomainClass>,
): readonly FieldPair[] {
  const oldGroups = groupByKey(oldClass.allFields, renamed);
  const newGroups = groupByKey(newClass.allFields, (iri) => iri);
  const pairs: FieldPair[] = [];
  for (const [key, fields] of newGroups) pairs.push(...pairPropertyFields(oldGroups.get(key) ?? [], fields, classes));
  for (const [key, fields] of oldGroups) {
    if (!newGroups.has(key)) for (const field of fields) pairs.push({ old: field, new: undefined });
  }
  return pairs;
}

function groupByKey(fields: readonly Field[], mapIri: (iri: string) => string): Map<string, Field[]> {
  const byKey = new Map<string, Field[]>();
  for (const field of fields) pushTo(byKey, keyOf(field, mapIri), field);
  return byKey;
}

/** Pairs the fields of one property: alternatives with the same type, then the only one that is left on each side. */
function pairPropertyFields(oldFields: readonly Field[], newFields: readonly Field[], classes: Pairs<DomainClass>): FieldPair[] {
  const [onlyOld] = oldFields;
  if (onlyOld && oldFields.length === 1 && newFields.length === 1) return [{ old: onlyOld, new: newFields[0] }];
  const unpaired = new Set(oldFields);
  const pairs: { old: Field | undefined; new: Field }[] = newFields.map((field) => {
    const counterpart = [...unpaired].find((each) => isSameType(each, field, classes));
    if (counterpart) unpaired.delete(counterpart);
    return { old: counterpart, new: field };
  });
  const unmatched = pairs.filter((pair) => pair.old === undefined);
  const [lastOld] = unpaired;
  if (lastOld && unpaired.size === 1 && unmatched.length === 1 && unmatched[0]) {
    unmatched[0].old = lastOld;
    unpaired.clear();
  }
  return [...pairs, ...[...unpaired].map((field) => ({ old: field, new: undefined }))];
}

function isSameType({ type: oldType }: Field, { type: newType }: Field, classes: Pairs<DomainClass>): boolean {
  if (oldType.kind === 'reference' && newType.kind === 'reference') return classes.newOf(oldType.target) === newType.target;
  if (oldType.kind === 'scalar' && newType.kind === 'scalar') return oldType.scalar === newType.scalar;
  return oldType.kind === newType.kind;
}
