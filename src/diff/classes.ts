/**
 * Finds the differences between two versions of a class, except those of its fields, and their effects:
 * `Post: now a subclass of Work` gives GraphQL clients an enumeration with a new value.
 */

import {
  type Choice,
  constructorFields,
  type DomainClass,
  type DomainModel,
  type Field,
  parametersOf,
  typeNames,
} from '../model/index.ts';
import { positionalArguments } from '../targets/typescript-models/index.ts';
import {
  breaking,
  breakingFor,
  type ClassPair,
  DOCUMENTATION,
  dangerous,
  duplicatesRejected,
  effectsOf,
  inCode,
  onRows,
  type Sides,
  safe,
  worstEffect,
} from './effects.ts';
import { documentationChanges } from './fields.ts';
import { relationChanges } from './relations.ts';
import { beforeAndAfter, type ClassDifference, type Effect, type FieldPair, type Matching } from './types.ts';

/** Returns all differences between the two versions of a class, except those of its fields. */
export function differencesOfClass(classes: ClassPair, matching: Matching, sides: Sides): readonly ClassDifference[] {
  return [
    ...nameChanges(classes, matching),
    ...parentChanges(classes, matching),
    ...subclassChanges(classes),
    ...disjointnessChanges(classes, matching),
    ...closedChanges(classes),
    ...abstractChanges(classes),
    ...keyChanges(classes, matching),
    ...ruleChanges(classes, sides),
    ...argumentOrderChanges(classes, matching),
    ...relationChanges(classes, matching, sides),
    ...documentationChanges(classes.old, classes.new).map(({ kind, says }) => ({
      kind,
      says,
      effects: effectsOf(kind === 'documentation-changed' ? DOCUMENTATION : 'it works as before', {}),
    })),
  ];
}

/** Returns the names of the types of a class and of its paths, joined by spaces, to compare them. */
function namesOf(model: DomainModel, cls: DomainClass): string {
  return [graphqlNamesOf(model, cls), cls.relationsName ?? ''].join(' ');
}

/** Returns the names that occur in a GraphQL schema. It has no type with relations: they are fields of the object type. */
function graphqlNamesOf(model: DomainModel, cls: DomainClass): string {
  const { create, update, page, any } = typeNames(model).of(cls);
  return [cls.name, cls.slug, cls.plural, create, update, page, any ?? ''].join(' ');
}

function* nameChanges({ old: oldClass, new: newClass }: ClassPair, matching: Matching): Iterable<ClassDifference> {
  if (oldClass.name === newClass.name && oldClass.plural === newClass.plural && oldClass.slug === newClass.slug) {
    // The names of variants can change because another class took one of them.
    const [before, after] = [namesOf(matching.old, oldClass), namesOf(matching.new, newClass)];
    const hasRelationsTypeChanged = (oldClass.relationsName === undefined) !== (newClass.relationsName === undefined);
    const hasUnionTypeChanged =
      (typeNames(matching.old).of(oldClass).any === undefined) !== (typeNames(matching.new).of(newClass).any === undefined);
    if (before === after || hasRelationsTypeChanged || hasUnionTypeChanged) return;
    const variantsRenamed = breaking('the names of its variants changed');
    const isInGraphql = graphqlNamesOf(matching.old, oldClass) !== graphqlNamesOf(matching.new, newClass);
    yield {
      kind: 'class-renamed',
      aspect: 'types',
      ...beforeAndAfter(before, after),
      says: 'names of its variants changed',
      effects: effectsOf('names of types do not occur here', {
        ...inCode(variantsRenamed),
        graphql: isInGraphql ? variantsRenamed : undefined,
      }),
    };
    return;
  }
  const hasDiscriminator = newClass.allFields.some(({ discriminator }) => discriminator) && oldClass.name !== newClass.name;
  const classRenamed = breaking(`its name was ${oldClass.name}`);
  const kindChanged = hasDiscriminator ? breaking('the discriminator contains the name') : undefined;
  yield {
    kind: 'class-renamed',
    ...beforeAndAfter(oldClass.name, newClass.name),
    says:
      oldClass.name === newClass.name
        ? `plural changed from ${oldClass.plural} to ${newClass.plural}`
        : `renamed from ${oldClass.name}`,
    effects: effectsOf('its name does not occur here', {
      'json-in': kindChanged,
      'json-out': kindChanged,
      rest:
        oldClass.plural === newClass.plural
          ? kindChanged
          : breaking(`its path changed to /${newClass.plural.replaceAll('_', '-')}`),
      graphql: classRenamed,
      ...inCode(classRenamed),
      rows: onRows('none', 'the table is renamed in place'),
    }),
  };
}

function* parentChanges({ old: oldClass, new: newClass }: ClassPair, matching: Matching): Iterable<ClassDifference> {
  const before = new Set(oldClass.ancestors.map((ancestor) => matching.newClass(ancestor)));
  const after = new Set(newClass.ancestors);
  const restEffect = dangerous('responses with the superclass include it, or no longer do');
  for (const parent of newClass.parents) {
    if (before.has(parent) || !matching.oldClass(parent)) continue;
    yield {
      kind: 'parent-added',
      ...beforeAndAfter(undefined, parent.name),
      says: `now a subclass of ${parent.name}`,
      effects: effectsOf('changes of its fields are listed separately', {
        'json-out': isDiscriminated(matching.oldClass(parent)) ? dangerous(UNKNOWN_CLASS) : undefined,
        rest: restEffect,
        graphql: joinsDiscriminatedHierarchy(oldClass, parent, matching)
          ? dangerous('the enumeration of classes has a new value')
          : safe('it implements a further interface'),
        rows: onRows('rewrites', `each instance gets a row in the table of ${parent.name}`),
      }),
    };
  }
  for (const parent of oldClass.parents) {
    const newParent = matching.newClass(parent);
    if (!newParent || after.has(newParent)) continue;
    yield {
      kind: 'parent-removed',
      ...beforeAndAfter(parent.name, undefined),
      says: `no longer a subclass of ${parent.name}`,
      effects: effectsOf('changes of its fields are listed separately', {
        'json-in': isDiscriminated(parent) ? breaking('it is no longer accepted as the superclass') : undefined,
        rest: restEffect,
        graphql: breaking('it no longer implements the interface'),
        rust: safe('a struct has all its fields'),
        typescript: breaking('it is no longer assignable to the superclass'),
        python: breaking('it is no longer a subclass'),
        rows: separatedRowsEffect(newClass, newParent),
      }),
    };
  }
}

/** Returns the effect on rows in the table of a former superclass; `migrate/hierarchies.ts` writes the statements. */
function separatedRowsEffect(newClass: DomainClass, parent: DomainClass): Effect {
  const hasCommonDiscriminator =
    discriminatorEnumeration(parent) !== undefined && newClass.ancestors.some((ancestor) => parent.ancestors.includes(ancestor));
  if (hasCommonDiscriminator)
    return onRows('may-fail', `the classes are disjoint: decide what happens to its rows in the table of ${parent.name}`);
  return { ...dangerous(`its rows in the table of ${parent.name} stay as separate instances`), rows: 'none' };
}

/** Returns whether the class has subclasses, and a discriminator that distinguishes their instances. */
export function isDiscriminated(cls: DomainClass | undefined): boolean {
  return cls !== undefined && cls.children.length > 0 && discriminatorEnumeration(cls) !== undefined;
}

export const UNKNOWN_CLASS = 'responses may contain an unknown kind; clients that match on the kind must be updated';

/** Returns the enumeration of the discriminator: its values are the names of the classes of the hierarchy. */
const discriminatorEnumeration = (cls: DomainClass | undefined) => {
  const type = cls?.allFields.find(({ discriminator }) => discriminator)?.type;
  return type?.kind === 'enumeration' ? type.enumeration : undefined;
};

/** Returns whether a class joins a hierarchy that already had a discriminator. */
function joinsDiscriminatedHierarchy(oldClass: DomainClass, parent: DomainClass, matching: Matching): boolean {
  const kinds = discriminatorEnumeration(matching.oldClass(parent));
  return kinds !== undefined && kinds !== discriminatorEnumeration(oldClass);
}

const firstSubclassRustEffect = (newClass: DomainClass): Effect =>
  discriminatorEnumeration(newClass)
    ? breaking('its pages now contain an enum of its subclasses')
    : safe('its own type does not change');

function* subclassChanges({ old: oldClass, new: newClass }: ClassPair): Iterable<ClassDifference> {
  const [hadSubclasses, hasSubclasses] = [oldClass.children.length > 0, newClass.children.length > 0];
  if (hadSubclasses === hasSubclasses) return;
  const graphqlEffect = breaking(
    hasSubclasses ? 'queries now return an interface, not an object type' : 'queries now return an object type, not an interface',
  );
  const typeEffect = hasSubclasses
    ? dangerous('responses may contain instances of subclasses')
    : breaking('the type for it and its subclasses no longer exists');
  yield {
    kind: hasSubclasses ? 'class-subclassed' : 'class-unsubclassed',
    says: hasSubclasses ? 'now has subclasses' : 'no longer has subclasses',
    effects: effectsOf('changes of its fields are listed separately', {
      rest: dangerous(
        hasSubclasses ? 'responses may contain instances of subclasses' : 'responses contain instances of the class only',
      ),
      graphql: graphqlEffect,
      rust: hasSubclasses ? firstSubclassRustEffect(newClass) : typeEffect,
      typescript: hasSubclasses ? safe('its own type does not change') : typeEffect,
      python: hasSubclasses ? safe('its own type does not change') : typeEffect,
    }),
  };
}

/** Returns the classes that the axioms declare disjoint with a class. */
function disjointClassesOf(cls: DomainClass, model: DomainModel): ReadonlySet<DomainClass> {
  let byClass = disjointClasses.get(model);
  if (!byClass) {
    byClass = new Map();
    for (const { constraints } of model.axioms) {
      for (const constraint of constraints) {
        if (constraint.kind !== 'disjoint') continue;
        byClass.set(constraint.class, (byClass.get(constraint.class) ?? new Set()).add(constraint.other));
      }
    }
    disjointClasses.set(model, byClass);
  }
  return byClass.get(cls) ?? new Set();
}

const disjointClasses = new WeakMap<DomainModel, Map<DomainClass, Set<DomainClass>>>();

function* disjointnessChanges({ old: oldClass, new: newClass }: ClassPair, matching: Matching): Iterable<ClassDifference> {
  const before = disjointClassesOf(oldClass, matching.old);
  const after = disjointClassesOf(newClass, matching.new);
  const oldDisjoint = new Set([...before].map((cls) => matching.newClass(cls)));
  for (const other of after) {
    if (oldDisjoint.has(other) || !matching.oldClass(other)) continue;
    yield {
      kind: 'disjoint-added',
      ...beforeAndAfter(undefined, other.name),
      says: `now disjoint with ${other.name}`,
      effects: effectsOf('a single document cannot violate it', { rows: onRows('may-fail', 'an instance may belong to both') }),
    };
  }
  for (const other of before) {
    const newOther = matching.newClass(other);
    if (!newOther || after.has(newOther)) continue;
    yield {
      kind: 'disjoint-removed',
      ...beforeAndAfter(other.name, undefined),
      says: `no longer disjoint with ${other.name}`,
      effects: effectsOf('a single document cannot violate it', {}),
    };
  }
}

function* abstractChanges({ old: oldClass, new: newClass }: ClassPair): Iterable<ClassDifference> {
  if (oldClass.abstract === newClass.abstract) return;
  if (!newClass.abstract) {
    const unknownKind = dangerous(UNKNOWN_CLASS);
    yield {
      kind: 'class-concrete',
      says: 'no longer abstract: it may have direct instances',
      effects: effectsOf('its instances are new', {
        'json-out': unknownKind,
        rest: unknownKind,
        graphql: breaking('its name is that of an object type, not of the interface'),
        rust: breaking('the enum of its kinds has a new variant'),
        typescript: unknownKind,
        python: unknownKind,
      }),
    };
    return;
  }
  const removed = breaking('its constructors and input types no longer exist');
  yield {
    kind: 'class-abstract',
    says: 'now abstract: it has no direct instances',
    effects: effectsOf('instances of subclasses are as before', {
      'json-in': discriminatorEnumeration(oldClass) ? breaking('its own name is rejected as the kind') : undefined,
      rest: breaking('it cannot be created or updated'),
      graphql: breaking('its object type and its mutations no longer exist'),
      ...inCode(removed),
      rows: discriminatorEnumeration(oldClass) ? onRows('may-fail', 'rows of no subclass are rejected') : undefined,
    }),
  };
}

function* closedChanges({ old: oldClass, new: newClass }: ClassPair): Iterable<ClassDifference> {
  if (oldClass.closed === newClass.closed) return;
  const requestsRejected = breaking('unknown members are rejected');
  const responsesRejected = breaking('they reject unknown members');
  yield {
    kind: newClass.closed ? 'class-closed' : 'class-opened',
    says: newClass.closed ? 'now closed: unknown members are rejected' : 'no longer closed: unknown members are accepted',
    effects: effectsOf('it has no effect here', {
      'json-in': newClass.closed ? requestsRejected : undefined,
      'json-out': newClass.closed ? undefined : responsesRejected,
      rest: newClass.closed ? requestsRejected : responsesRejected,
    }),
  };
}

const fieldNames = (fields: readonly Field[]): string => fields.map(({ name }) => name).join(', ');

/**
 * Returns both versions of a class, each after the superclasses that only this version has. Keys and rules of a common
 * superclass are changes of that class.
 */
function declaringClasses({ old, new: now }: ClassPair, matching: Matching): readonly [DomainClass[], DomainClass[]] {
  const [oldAncestors, newAncestors] = [new Set(old.ancestors), new Set(now.ancestors)];
  const isNew = (cls: DomainClass) => !oldAncestors.has(matching.oldClass(cls) as DomainClass);
  const isRemoved = (cls: DomainClass) => !newAncestors.has(matching.newClass(cls) as DomainClass);
  return [
    [...old.ancestors.filter(isRemoved), old],
    [...now.ancestors.filter(isNew), now],
  ];
}

/** Returns a function that returns the name that a field of either version has in the new one. */
function newNames(pairs: readonly FieldPair[]): (field: Field) => string {
  const counterparts = new Map(pairs.map((pair) => [pair.old, pair.new]));
  return (field) => (counterparts.get(field) ?? field).name;
}

function* keyChanges(classes: ClassPair, matching: Matching): Iterable<ClassDifference> {
  const newName = newNames(matching.fields(classes.old, classes.new));
  /** Returns the keys with the names of their fields, by the new names. */
  const keysOf = (declaring: readonly DomainClass[]): ReadonlyMap<string, string> =>
    new Map(declaring.flatMap(({ keys }) => keys.map(({ fields }) => [fields.map(newName).sort().join(), fieldNames(fields)])));
  const [oldClasses, newClasses] = declaringClasses(classes, matching);
  const [before, after] = [keysOf(oldClasses), keysOf(newClasses)];
  for (const [key, fields] of after) {
    if (before.has(key)) continue;
    yield {
      kind: 'key-added',
      ...beforeAndAfter(undefined, fields),
      says: `key added: ${fields}`,
      effects: effectsOf('a single document cannot violate it', {
        rest: duplicatesRejected,
        graphql: duplicatesRejected,
        rows: onRows('may-fail', 'existing rows may share the values'),
      }),
    };
  }
  for (const [key, fields] of before) {
    if (after.has(key)) continue;
    yield {
      kind: 'key-removed',
      ...beforeAndAfter(fields, undefined),
      says: `key removed: ${fields}`,
      effects: effectsOf('a single document cannot violate it', {}),
    };
  }
}

/** A rule over several fields of a class: a choice, a total or a comparison. */
interface Rule {
  readonly text: string;
  /** The text with the names of the new version. */
  readonly newText: string;
  readonly choice: Choice | undefined;
}

/** Returns the choices, totals and comparisons that classes declare, by name. */
function rulesOf(classes: readonly DomainClass[], newName: (field: Field) => string): ReadonlyMap<string, Rule> {
  const rules = new Map<string, Rule>();
  const add = (name: string, fields: readonly Field[], describe: (names: readonly string[]) => string, choice?: Choice) => {
    const [names, renamed] = [fields.map((field) => field.name), fields.map(newName)];
    rules.set(name, { text: describe(names), newText: describe(renamed), choice });
  };
  for (const { choices, totals, comparisons } of classes) {
    for (const choice of choices) {
      const extent = choice.required ? 'exactly' : 'at most';
      add(choice.name, choice.fields, (names) => `${extent} one of ${names.join(', ')}`, choice);
    }
    for (const { name, fields, minItems, maxItems } of totals) {
      const bounds = [minItems === undefined ? '' : `at least ${minItems}`, maxItems === undefined ? '' : `at most ${maxItems}`];
      const extent = bounds.filter((bound) => bound !== '').join(' and ');
      add(name, fields, (names) => `${extent} values in ${names.join(', ')}`);
    }
    for (const { lesser, greater, orEqual } of comparisons) {
      const relation = orEqual ? 'is at most' : 'is less than';
      add(`${newName(lesser)}_${newName(greater)}`, [lesser, greater], (names) => names.join(` ${relation} `));
    }
  }
  return rules;
}

/** Returns the effect on the GraphQL union of a choice; undefined if nothing changes for clients. */
function unionEffect(oldRule: Rule | undefined, newRule: Rule | undefined, sides: Sides): Effect | undefined {
  const before = oldRule?.choice && sides.old.choice(oldRule.choice);
  const after = newRule?.choice && sides.new.choice(newRule.choice);
  if (!before) return undefined;
  if (!after) return breaking('it can no longer be queried');
  if (before.type !== after.type && after.type !== `${before.type}!`)
    return breaking(`its type changed from ${before.type} to ${after.type}`);
  if ([...before.members].some((member) => !after.members.has(member))) return breaking('its union has fewer members');
  return [...after.members].some((member) => !before.members.has(member)) ? dangerous('its union has new members') : undefined;
}

/**
 * Returns whether a document of the other version can violate a choice: if it can have two of its fields, or none of a required
 * choice.
 *
 * @param counterpartOf returns the counterpart of a field in the other version
 */
function mayBeViolated({ choice }: Rule, counterpartOf: (field: Field) => Field | undefined): boolean {
  if (!choice) return true;
  const commonFields = choice.fields.flatMap((field) => counterpartOf(field) ?? []);
  return commonFields.length > 1 || (choice.required && !commonFields.some(({ cardinality }) => cardinality === 'one'));
}

function* ruleChanges({ old: oldClass, new: newClass }: ClassPair, sides: Sides): Iterable<ClassDifference> {
  const pairs = sides.matching.fields(oldClass, newClass);
  const oldField = (field: Field) => pairs.find((pair) => pair.new === field)?.old;
  const newField = (field: Field) => pairs.find((pair) => pair.old === field)?.new;
  const [oldClasses, newClasses] = declaringClasses({ old: oldClass, new: newClass }, sides.matching);
  const newName = newNames(pairs);
  const [before, after] = [rulesOf(oldClasses, newName), rulesOf(newClasses, newName)];
  /** Whether the other version has the same rule, perhaps with another name. The name of a choice is that of a union in GraphQL. */
  const isSame = ({ newText, choice }: Rule, name: string, others: ReadonlyMap<string, Rule>) =>
    choice || others.has(name)
      ? others.get(name)?.newText === newText
      : [...others.values()].some((other) => other.newText === newText);
  const requestsRejected = breaking('some documents are rejected');
  const responsesRejected = breaking('they reject some documents');
  const ruleEffects = (isTighter: boolean, isLooser: boolean, name: string) =>
    effectsOf('it is checked at run time', {
      'json-in': isTighter ? requestsRejected : undefined,
      'json-out': isLooser ? responsesRejected : undefined,
      rest: isTighter ? requestsRejected : isLooser ? responsesRejected : undefined,
      graphql: worstEffect([
        unionEffect(before.get(name), after.get(name), sides),
        breakingFor(isTighter ? 'in mutations: some inputs are rejected' : undefined),
      ]),
      ...(isTighter && { rows: onRows('may-fail', 'existing rows may violate it') }),
    });
  for (const [name, rule] of after) {
    if (isSame(rule, name, before)) continue;
    const { text } = rule;
    const oldText = before.get(name)?.text;
    const isTighter = mayBeViolated(rule, oldField);
    yield oldText === undefined
      ? {
          kind: 'rule-tightened',
          aspect: name,
          ...beforeAndAfter(oldText, text),
          says: `rule added: ${text}`,
          effects: ruleEffects(isTighter, false, name),
        }
      : {
          kind: 'rule-changed',
          aspect: name,
          ...beforeAndAfter(oldText, text),
          says: `rule changed from ${oldText} to ${text}`,
          effects: ruleEffects(isTighter, mayBeViolated(before.get(name) as Rule, newField), name),
        };
  }
  for (const [name, rule] of before) {
    if (after.has(name) || isSame(rule, name, after)) continue;
    const { text } = rule;
    yield {
      kind: 'rule-loosened',
      aspect: name,
      ...beforeAndAfter(text, undefined),
      says: `rule removed: ${text}`,
      effects: ruleEffects(false, mayBeViolated(rule, newField), name),
    };
  }
}

/**
 * Yields constructor arguments that change their order, if they are passed by position. Fields report which arguments are
 * added, removed, no longer required, or required now.
 */
function* argumentOrderChanges({ old: oldClass, new: newClass }: ClassPair, matching: Matching): Iterable<ClassDifference> {
  if (!parametersOf(oldClass) || !parametersOf(newClass)) return;
  const required = commonOrders(constructorFields(oldClass), constructorFields(newClass), matching);
  const defaulted = commonOrders(defaultedArguments(oldClass), defaultedArguments(newClass), matching);
  if (!required.differ && !defaulted.differ) return;
  const after = fieldNames([...required.after, ...defaulted.after]);
  const orderChanged = breaking('the order of arguments changed; the compiler does not notice it for arguments of one type');
  yield {
    kind: 'arguments-reordered',
    ...beforeAndAfter(fieldNames([...required.before, ...defaulted.before]), after),
    says: `order of constructor arguments changed: ${after}`,
    effects: effectsOf('arguments are passed by name', {
      ...(required.differ && { rust: orderChanged }),
      typescript: orderChanged,
    }),
  };
}

/** Returns the positional arguments of a TypeScript factory that have a default; they follow the required ones. */
function defaultedArguments(cls: DomainClass): readonly Field[] {
  return positionalArguments(cls)?.fields.slice(constructorFields(cls).length) ?? [];
}

/** Returns the fields that both lists contain, in the order of each list. */
function commonOrders(oldFields: readonly Field[], newFields: readonly Field[], matching: Matching) {
  const before = oldFields.filter((field) => newFields.some((other) => matching.isSameField(field, other)));
  const after = newFields.filter((field) => oldFields.some((other) => matching.isSameField(other, field)));
  return { before, after, differ: before.some((field, i) => !matching.isSameField(field, after[i] as Field)) };
}
