/**
 * Lists the differences between two models, each with its effects. Elements are identified by their IRIs: a class whose name
 * changes and whose IRI stays is `renamed from Post`, not removed and added.
 */

import {
  type DomainClass,
  type DomainModel,
  defaultPolicies,
  type Enumeration,
  type Field,
  policyNames,
} from '../model/index.ts';
import { graphqlTypesOf } from '../targets/graphql-schema/index.ts';
import { differencesOfClass, isDiscriminated, UNKNOWN_CLASS } from './classes.ts';
import {
  breaking,
  type ClassPair,
  DOCUMENTATION,
  dangerous,
  effectsOf,
  effectsOfDifference,
  effectsOfPresence,
  inCode,
  onRows,
  type Sides,
  worstLevel,
} from './effects.ts';
import { type Difference, differencesOfField, documentationChanges } from './fields.ts';
import { matchModels } from './match.ts';
import { suggestionsOf } from './suggestions.ts';
import type { Change, ClassDifference, Comparison, Effects, FieldPair, Matching } from './types.ts';
import { cardinalityText, typeText } from './values.ts';

/**
 * Returns all differences between two models.
 *
 * @param renamed returns the IRI in the new model for one of the old; by default the same
 * @param otherChanges changes that the models do not contain
 */
export function compareModels(
  old: DomainModel,
  now: DomainModel,
  renamed: (iri: string) => string = (iri) => iri,
  otherChanges: readonly Change[] = [],
): Comparison {
  const matching = matchModels(old, now, renamed);
  const sides: Sides = { old: graphqlTypesOf(old), new: graphqlTypesOf(now), matching };
  const changes = [
    ...modelChanges(old, now),
    ...now.classes.flatMap((cls) => (matching.oldClass(cls) ? [] : [classAdded(cls, matching)])),
    ...new ClassComparison(matching, sides).changes(),
    ...old.classes.flatMap((cls) => (matching.newClass(cls) ? [] : [classRemoved(cls)])),
    ...discriminatorChanges(matching),
    ...enumerationChanges(matching),
    ...otherChanges,
  ];
  return { changes, suggestions: suggestionsOf(matching, changes), step: stepOf(changes) };
}

/** Returns the step of the next version: a minor step has no breaking change, a patch changes only documentation. */
function stepOf(changes: readonly Change[]): Comparison['step'] {
  if (changes.length === 0) return undefined;
  if (changes.some(({ level }) => level === 'breaking')) return 'major';
  const documentationKinds = new Set(['documentation-changed', 'undeprecated']);
  return changes.some(({ kind }) => !documentationKinds.has(kind)) ? 'minor' : 'patch';
}

function changeOf(change: Omit<Change, 'level'>): Change {
  return { ...change, level: worstLevel(change.effects) };
}

function modelChanges(old: DomainModel, now: DomainModel): Change[] {
  const changes: Change[] = [];
  for (const policy of policyNames) {
    const [before, after] = [old.policies[policy], now.policies[policy]];
    if (before === after) continue;
    const effects = effectsOf('its consequences are listed as changes of their own', {});
    const says = `policy ${policy}: changed from ${before} to ${after}${after === defaultPolicies[policy] ? ' (the default)' : ''}`;
    changes.push(changeOf({ kind: 'policy-changed', element: policy, aspect: policy, before, after, says, effects }));
  }
  if (old.name !== now.name) {
    const effects = effectsOf('only file and function names of the schema change', {});
    const params = { before: old.name, after: now.name, says: `model renamed from ${old.name} to ${now.name}` };
    changes.push(changeOf({ kind: 'model-renamed', element: now.name, ...params, effects }));
  }
  for (const { kind, says } of documentationChanges(old, now)) {
    changes.push(changeOf({ kind, element: now.name, says: `model: ${says}`, effects: effectsOf(DOCUMENTATION, {}) }));
  }
  return changes;
}

const placesOf = (old: Change['oldPlace'], now: Change['newPlace']): Pick<Change, 'oldPlace' | 'newPlace'> => ({
  ...(old && { oldPlace: old }),
  ...(now && { newPlace: now }),
});

function classAdded(cls: DomainClass, matching: Matching): Change {
  const hasDiscriminator = cls.ancestors.some((parent) => isDiscriminated(matching.oldClass(parent)));
  const unknown = hasDiscriminator ? dangerous(UNKNOWN_CLASS) : undefined;
  const effects = effectsOf('nothing uses it yet', {
    'json-out': unknown,
    rest: unknown,
    graphql: cls.parents.length > 0 ? dangerous('the enumeration of classes has a new value') : undefined,
    rust: hasDiscriminator ? dangerous('a match over the subclasses of its superclass needs a new case') : undefined,
    typescript: hasDiscriminator ? dangerous('a switch over the subclasses of its superclass needs a new case') : undefined,
    python: hasDiscriminator ? dangerous('a match over the subclasses of its superclass needs a new case') : undefined,
  });
  const { name, iri, place } = cls;
  const parents = cls.parents.map((parent) => parent.name).join(', ');
  const says = `${name}: class added${parents === '' ? '' : ` (subclass of ${parents})`}`;
  return changeOf({ kind: 'class-added', element: name, group: name, iri, says, ...placesOf(undefined, place), effects });
}

function classRemoved(cls: DomainClass): Change {
  const removed = breaking('it no longer exists');
  const { name, iri, place } = cls;
  const effects = effectsOf('it no longer exists', {
    'json-in': removed,
    'json-out': removed,
    rest: removed,
    graphql: removed,
    ...inCode(removed),
    rows: onRows('loses-data', 'its rows are removed'),
  });
  const says = `${name}: class removed`;
  return changeOf({ kind: 'class-removed', element: name, group: name, iri, says, ...placesOf(place, undefined), effects });
}

/** Compares the classes of two models. A change that a superclass reports is not repeated for its subclasses. */
class ClassComparison {
  readonly #matching: Matching;
  readonly #sides: Sides;
  /** By old field, then by new field. */
  readonly #differencesByPair = new Map<Field | undefined, Map<Field | undefined, readonly object[]>>();
  /** The differences of the fields of each class in the new model, inherited fields included. */
  readonly #differencesByClass = new Map<DomainClass, ReadonlySet<object>>();

  constructor(matching: Matching, sides: Sides) {
    this.#matching = matching;
    this.#sides = sides;
  }

  *changes(): Iterable<Change> {
    const byClass = new Map<DomainClass, readonly Change[]>();
    const order = [...this.#matching.new.classes].sort((a, b) => a.ancestors.length - b.ancestors.length);
    for (const cls of order) {
      const old = this.#matching.oldClass(cls);
      if (old) byClass.set(cls, [...this.#changesOfClass({ old, new: cls })]);
    }
    for (const cls of this.#matching.new.classes) yield* byClass.get(cls) ?? [];
  }

  *#changesOfClass(classes: ClassPair): Iterable<Change> {
    const { new: now } = classes;
    for (const difference of differencesOfClass(classes, this.#matching, this.#sides))
      yield this.#classChange(difference, classes);
    const inherited = new Set<object>();
    for (const ancestor of now.ancestors) {
      const before = this.#matching.oldClass(ancestor);
      if (before && classes.old.ancestors.includes(before))
        for (const difference of this.#differencesByClass.get(ancestor) ?? []) inherited.add(difference);
    }
    const differences = new Set<object>();
    for (const pair of this.#matching.fields(classes.old, now)) {
      for (const difference of this.#differencesOf(pair)) {
        differences.add(difference);
        if (!inherited.has(difference)) yield this.#fieldChange(difference, pair, classes);
      }
    }
    if (differences.size > 0) this.#differencesByClass.set(now, differences);
  }

  /**
   * Returns the differences of a pair, or `[{}]` for a field that only one model has. Returns the same objects for the same pair,
   * so that inherited differences are recognized by identity.
   */
  #differencesOf(pair: FieldPair): readonly object[] {
    const byNew = this.#differencesByPair.get(pair.old) ?? new Map<Field | undefined, readonly object[]>();
    this.#differencesByPair.set(pair.old, byNew);
    const knownDifferences = byNew.get(pair.new);
    if (knownDifferences) return knownDifferences;
    const differences = pair.old && pair.new ? differencesOfField(pair.old, pair.new, this.#matching) : [{}];
    byNew.set(pair.new, differences);
    return differences;
  }

  #classChange({ says, ...difference }: ClassDifference, { old, new: now }: ClassPair): Change {
    const { name, iri } = now;
    const sentence = `${name}: ${says}`;
    return changeOf({ ...difference, element: name, group: name, iri, says: sentence, ...placesOf(old.place, now.place) });
  }

  #fieldChange(difference: object, pair: FieldPair, classes: ClassPair): Change {
    const field = (pair.new ?? pair.old) as Field;
    const group = classes.new.name;
    const common = {
      element: `${group}.${field.name}`,
      group,
      ...(field.iri !== undefined && { iri: field.iri }),
      ...placesOf(pair.old?.place, pair.new?.place),
    };
    if (!pair.old || !pair.new) {
      const type = `${typeText(field.type)}, ${cardinalityText(field)}`;
      const kind = pair.new ? 'field-added' : 'field-removed';
      const says = `${field.name}: ${pair.new ? 'added' : 'removed'} (${type})`;
      const isKept = pair.old !== undefined && this.#matching.isKept(pair.old);
      const effects = effectsOfPresence(pair, classes, this.#sides, isKept);
      return changeOf({ kind, ...common, ...(pair.new ? { after: type } : { before: type }), says, effects });
    }
    const { old: _old, new: _new, extent: _extent, says, ...members } = difference as Difference;
    const effects = effectsOfDifference(difference as Difference, classes, this.#sides);
    return changeOf({ ...members, ...common, says: `${field.name}: ${says}`, effects });
  }
}

function discriminatorEnumerations(model: DomainModel): ReadonlySet<Enumeration> {
  const enumerations = new Set<Enumeration>();
  for (const cls of model.classes) {
    for (const { type, discriminator } of cls.fields)
      if (discriminator && type.kind === 'enumeration') enumerations.add(type.enumeration);
  }
  return enumerations;
}

/** Returns the enumerations without those of discriminators, whose values repeat the names of classes. */
function statedEnumerations(model: DomainModel): readonly Enumeration[] {
  const discriminators = discriminatorEnumerations(model);
  return model.enumerations.filter((enumeration) => !discriminators.has(enumeration));
}

/** Reports once that the enumeration of a discriminator was renamed, not for each class of the hierarchy. */
function* discriminatorChanges(matching: Matching): Iterable<Change> {
  for (const now of discriminatorEnumerations(matching.new)) {
    const old = matching.oldEnumeration(now);
    if (old && old.name !== now.name) yield enumerationRenamed(old, now);
  }
}

function enumerationRenamed(old: Enumeration, now: Enumeration): Change {
  const renamed = breaking(`its name was ${old.name}`);
  return changeOf({
    kind: 'enumeration-renamed',
    element: now.name,
    group: now.name,
    ...(now.iri !== undefined && { iri: now.iri }),
    ...placesOf(old.place, now.place),
    before: old.name,
    after: now.name,
    says: `${now.name}: renamed from ${old.name}`,
    effects: effectsOf('its values do not change', { graphql: renamed, ...inCode(renamed) }),
  });
}

function* enumerationChanges(matching: Matching): Iterable<Change> {
  const identity = ({ name, iri }: Enumeration) => ({ element: name, group: name, ...(iri !== undefined && { iri }) });
  for (const now of statedEnumerations(matching.new)) {
    const old = matching.oldEnumeration(now);
    if (old) {
      yield* valueChanges(old, now, matching);
      continue;
    }
    const effects = effectsOf('nothing uses it yet', {});
    yield changeOf({
      kind: 'enumeration-added',
      ...identity(now),
      says: `${now.name}: enumeration added`,
      ...placesOf(undefined, now.place),
      effects,
    });
  }
  for (const old of statedEnumerations(matching.old)) {
    if (matching.newEnumeration(old)) continue;
    const removed = breaking('the type no longer exists');
    const effects = effectsOf('changes of its fields are listed separately', {
      graphql: removed,
      ...inCode(removed),
    });
    yield changeOf({
      kind: 'enumeration-removed',
      ...identity(old),
      says: `${old.name}: enumeration removed`,
      ...placesOf(old.place, undefined),
      effects,
    });
  }
}

const UNUSED = 'no remaining field can have the value';

/** Returns whether a field that both models have can hold this value of an enumeration. */
function isUsed(value: string, enumeration: Enumeration, model: DomainModel, matching: Matching): boolean {
  const mayHold = ({ type }: Field) =>
    type.kind === 'enumeration' &&
    type.enumeration === enumeration &&
    (type.only ?? enumeration.values).some((each) => each.value === value);
  return model.classes.some(({ fields }) => fields.some((field) => mayHold(field) && matching.isKept(field)));
}

/** Returns whether the elements that both lists contain have another order. */
function isReordered(before: readonly string[], after: readonly string[]): boolean {
  const remaining = new Set(after);
  const common = before.filter((key) => remaining.has(key));
  const positions = new Map(common.map((key, position) => [key, position]));
  return after.filter((key) => positions.has(key)).some((key, position) => positions.get(key) !== position);
}

function* valueChanges(old: Enumeration, now: Enumeration, matching: Matching): Iterable<Change> {
  const { name, iri } = now;
  const common = { group: name, ...(iri !== undefined && { iri }) };
  const enumerationDetails = { element: name, ...common, ...placesOf(old.place, now.place) };
  if (old.name !== name) yield enumerationRenamed(old, now);
  for (const { kind, says } of documentationChanges(old, now))
    yield changeOf({ kind, ...enumerationDetails, says: `${name}: ${says}`, effects: effectsOf(DOCUMENTATION, {}) });
  const keyOf = (value: Enumeration['values'][number], isOld: boolean) =>
    value.iri === undefined ? `value ${value.value}` : isOld ? matching.iri(value.iri) : value.iri;
  const before = new Map(old.values.map((value) => [keyOf(value, true), value]));
  const keys = now.values.map((value) => keyOf(value, false));
  if (isReordered([...before.keys()], keys))
    yield changeOf({
      kind: 'values-reordered',
      ...enumerationDetails,
      says: `${name}: order of values changed: ${now.values.map(({ value }) => value).join(', ')}`,
      effects: effectsOf('values are identified by their strings', {
        rust: dangerous('comparisons of its values use their order'),
      }),
    });
  for (const [index, value] of now.values.entries()) {
    const key = keys[index] as string;
    const oldValue = before.get(key);
    before.delete(key);
    const valueDetails = { element: `${name}.${value.value}`, ...common, ...placesOf(oldValue?.place, value.place) };
    if (!oldValue) {
      const effects = addedValueEffects(isUsed(value.value, now, matching.new, matching));
      const valueAdded = { after: value.value, says: `${name}: value ${value.value} added` };
      yield changeOf({ kind: 'value-added', ...valueDetails, ...valueAdded, effects });
      continue;
    }
    if (oldValue.value !== value.value) {
      const effects = renamedValueEffects(oldValue.value, isUsed(oldValue.value, old, matching.old, matching));
      const says = `${name}: value ${oldValue.value} is now written as ${value.value}`;
      yield changeOf({ kind: 'value-renamed', ...valueDetails, before: oldValue.value, after: value.value, says, effects });
    }
    for (const { kind, says } of documentationChanges(oldValue, value))
      yield changeOf({
        kind,
        ...valueDetails,
        says: `${name}.${value.value}: ${says}`,
        effects: effectsOf(DOCUMENTATION, {}),
      });
  }
  for (const value of before.values()) {
    const valueDetails = { element: `${name}.${value.value}`, ...common, ...placesOf(value.place, now.place) };
    const effects = removedValueEffects(isUsed(value.value, old, matching.old, matching));
    const says = `${name}: value ${value.value} removed`;
    yield changeOf({ kind: 'value-removed', ...valueDetails, before: value.value, says, effects });
  }
}

// A value that no field can have has effects only on code and on the GraphQL schema.

function addedValueEffects(isUsed: boolean): Effects {
  const unknown = isUsed ? breaking('they reject an unknown value') : undefined;
  return effectsOf('all previous values stay valid', {
    'json-out': unknown,
    rest: unknown,
    graphql: dangerous('responses may contain an unknown value'),
    rust: breaking('a match over its values needs a new case'),
    typescript: dangerous('a switch over its values needs a new case'),
    python: dangerous('a match over its values needs a new case'),
  });
}

function renamedValueEffects(before: string, isUsed: boolean): Effects {
  const renamed = breaking(`it was written as ${before}`);
  const renamedInJson = isUsed ? renamed : undefined;
  return effectsOf(UNUSED, {
    'json-in': renamedInJson,
    'json-out': renamedInJson,
    rest: renamedInJson,
    graphql: renamed,
    ...inCode(renamed),
    rows: renamedInJson && onRows('rewrites', 'rows with the value are updated'),
  });
}

function removedValueEffects(isUsed: boolean): Effects {
  const removed = breaking('the value no longer exists');
  const rejected = isUsed ? breaking('the value is rejected') : undefined;
  return effectsOf(rejected ? 'they never receive it' : UNUSED, {
    'json-in': rejected,
    rest: rejected,
    graphql: removed,
    ...inCode(removed),
    rows: rejected && onRows('may-fail', 'rows may have the value'),
  });
}
