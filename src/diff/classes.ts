/** Differences between two versions of a class, except those of its fields. */

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
  effectsOf,
  onRows,
  type Sides,
  safe,
  texts,
} from './effects.ts';
import { documentationChanges } from './fields.ts';
import { brokenPathReason } from './related-effects.ts';
import { relationChanges } from './relations.ts';
import type { ClassDifference, Effect, Matching } from './types.ts';

/** Returns all differences between the two versions of a class, except those of its fields. */
export function differencesOfClass(classes: ClassPair, matching: Matching, sides: Sides): readonly ClassDifference[] {
  return [
    ...renamed(classes, matching),
    ...parents(classes, matching),
    ...subclasses(classes),
    ...disjoint(classes, matching),
    ...closed(classes),
    ...abstract(classes),
    ...keys(classes),
    ...rules(classes, sides),
    ...reordered(classes, matching),
    ...relationChanges(classes, matching, sides),
    ...documentationChanges(classes.old, classes.new).map(({ kind, says }) => ({
      kind,
      says,
      effects: effectsOf(kind === 'documentation-changed' ? DOCUMENTATION : 'it works as before', {}),
    })),
  ];
}

/** Returns the names of the types of a class and of its paths, joined by spaces. */
function namesOf(model: DomainModel, cls: DomainClass): string {
  return [graphqlNamesOf(model, cls), cls.relationsName ?? ''].join(' ');
}

/** Returns those that occur in a GraphQL schema, where relations are fields of the object type itself. */
function graphqlNamesOf(model: DomainModel, cls: DomainClass): string {
  const { create, update, page, any } = typeNames(model).of(cls);
  return [cls.name, cls.slug, cls.plural, create, update, page, any ?? ''].join(' ');
}

function* renamed({ old, new: now }: ClassPair, matching: Matching): Iterable<ClassDifference> {
  if (old.name === now.name && old.plural === now.plural && old.slug === now.slug) {
    // The names of variants can change because another class took one of them.
    const [before, after] = [namesOf(matching.old, old), namesOf(matching.new, now)];
    const isRelated = (old.relationsName === undefined) !== (now.relationsName === undefined);
    const isAny = (typeNames(matching.old).of(old).any === undefined) !== (typeNames(matching.new).of(now).any === undefined);
    if (before === after || isRelated || isAny) return;
    const variantsRenamed = breaking('the names of its variants changed');
    const isInGraphql = graphqlNamesOf(matching.old, old) !== graphqlNamesOf(matching.new, now);
    yield {
      kind: 'class-renamed',
      aspect: 'types',
      ...texts(before, after),
      says: 'names of its variants changed',
      effects: effectsOf('names of types do not occur here', {
        rust: variantsRenamed,
        typescript: variantsRenamed,
        python: variantsRenamed,
        graphql: isInGraphql ? variantsRenamed : undefined,
        rest: breakingFor(brokenPathReason(old, now)),
      }),
    };
    return;
  }
  const hasDiscriminator = now.allFields.some(({ discriminator }) => discriminator) && old.name !== now.name;
  const classRenamed = breaking(`its name was ${old.name}`);
  const value = hasDiscriminator ? breaking('the discriminator contains the name') : undefined;
  yield {
    kind: 'class-renamed',
    ...texts(old.name, now.name),
    says: old.name === now.name ? `plural changed from ${old.plural} to ${now.plural}` : `renamed from ${old.name}`,
    effects: effectsOf('its name does not occur here', {
      'json-in': value,
      'json-out': value,
      rest:
        old.plural === now.plural
          ? (value ?? breakingFor(brokenPathReason(old, now)))
          : breaking(`its path changed to /${now.plural.replaceAll('_', '-')}`),
      graphql: classRenamed,
      rust: classRenamed,
      typescript: classRenamed,
      python: classRenamed,
      rows: onRows('none', 'the table is renamed in place'),
    }),
  };
}

function* parents({ old, new: now }: ClassPair, matching: Matching): Iterable<ClassDifference> {
  const before = new Set(old.ancestors.map((ancestor) => matching.newClass(ancestor)));
  const after = new Set(now.ancestors);
  const otherEffect = dangerous('responses with the superclass include it, or no longer do');
  for (const parent of now.parents) {
    if (before.has(parent) || !matching.oldClass(parent)) continue;
    yield {
      kind: 'parent-added',
      ...texts(undefined, parent.name),
      says: `now a subclass of ${parent.name}`,
      effects: effectsOf('changes of its fields are listed separately', {
        'json-out': isDiscriminated(matching.oldClass(parent)) ? dangerous(UNKNOWN_CLASS) : undefined,
        rest: otherEffect,
        graphql: joinsHierarchy({ old, new: now }, parent, matching)
          ? dangerous('the enumeration of classes has a new value')
          : safe('it implements a further interface'),
        rows: onRows('rewrites', `each instance gets a row in the table of ${parent.name}`),
      }),
    };
  }
  for (const parent of old.parents) {
    const newParent = matching.newClass(parent);
    if (!newParent || after.has(newParent)) continue;
    yield {
      kind: 'parent-removed',
      ...texts(parent.name, undefined),
      says: `no longer a subclass of ${parent.name}`,
      effects: effectsOf('changes of its fields are listed separately', {
        'json-in': isDiscriminated(parent) ? breaking('it is no longer accepted as the superclass') : undefined,
        rest: otherEffect,
        graphql: breaking('it no longer implements the interface'),
        rust: safe('a struct has all its fields'),
        typescript: breaking('it is no longer assignable to the superclass'),
        python: breaking('it is no longer a subclass'),
        rows: separatedRowsEffect(now, newParent),
      }),
    };
  }
}

/** Returns the effect on rows in the table of a former superclass; `migrate/hierarchies.ts` writes the statements. */
function separatedRowsEffect(now: DomainClass, parent: DomainClass): Effect {
  const isTold = kindsOf(parent) !== undefined && now.ancestors.some((above) => parent.ancestors.includes(above));
  if (isTold)
    return onRows('may-fail', `the classes are disjoint: decide what happens to its rows in the table of ${parent.name}`);
  return { ...dangerous(`its rows in the table of ${parent.name} stay as separate instances`), rows: 'none' };
}

/** Returns whether the class has subclasses, and a discriminator that distinguishes their instances. */
export function isDiscriminated(cls: DomainClass | undefined): boolean {
  return cls !== undefined && cls.children.length > 0 && kindsOf(cls) !== undefined;
}

export const UNKNOWN_CLASS = 'responses may contain an unknown kind; clients that match on the kind must be updated';

const kindsOf = (cls: DomainClass | undefined) => {
  const type = cls?.allFields.find(({ discriminator }) => discriminator)?.type;
  return type?.kind === 'enumeration' ? type.enumeration : undefined;
};

/** Returns whether a class joins a hierarchy that already had a discriminator. */
function joinsHierarchy({ old }: ClassPair, parent: DomainClass, matching: Matching): boolean {
  const kinds = kindsOf(matching.oldClass(parent));
  return kinds !== undefined && kinds !== kindsOf(old);
}

/** Effect of a first subclass on callers in Rust: with a discriminator, pages contain an enum of the subclasses. */
const enumsEffect = (now: DomainClass): Effect =>
  kindsOf(now) ? breaking('its pages now contain an enum of its subclasses') : safe('its own type does not change');

function* subclasses({ old, new: now }: ClassPair): Iterable<ClassDifference> {
  const [hadSubclasses, hasSubclasses] = [old.children.length > 0, now.children.length > 0];
  if (hadSubclasses === hasSubclasses) return;
  const other = breaking(
    hasSubclasses ? 'queries now return an interface, not an object type' : 'queries now return an object type, not an interface',
  );
  const types = hasSubclasses
    ? dangerous('responses may contain instances of subclasses')
    : breaking('the type for it and its subclasses no longer exists');
  yield {
    kind: hasSubclasses ? 'class-subclassed' : 'class-unsubclassed',
    says: hasSubclasses ? 'now has subclasses' : 'no longer has subclasses',
    effects: effectsOf('changes of its fields are listed separately', {
      rest: dangerous(
        hasSubclasses ? 'responses may contain instances of subclasses' : 'responses contain instances of the class only',
      ),
      graphql: other,
      rust: hasSubclasses ? enumsEffect(now) : types,
      typescript: hasSubclasses ? safe('its own type does not change') : types,
      python: hasSubclasses ? safe('its own type does not change') : types,
    }),
  };
}

function disjointWith(model: DomainModel): ReadonlyMap<DomainClass, ReadonlySet<DomainClass>> {
  let byClass = disjointIn.get(model);
  if (!byClass) {
    const all = new Map<DomainClass, Set<DomainClass>>();
    for (const { constraints } of model.axioms) {
      for (const constraint of constraints) {
        if (constraint.kind !== 'disjoint') continue;
        all.set(constraint.class, (all.get(constraint.class) ?? new Set()).add(constraint.other));
      }
    }
    byClass = all;
    disjointIn.set(model, byClass);
  }
  return byClass;
}

const disjointIn = new WeakMap<DomainModel, ReadonlyMap<DomainClass, ReadonlySet<DomainClass>>>();
const NONE: ReadonlySet<DomainClass> = new Set();

function* disjoint({ old, new: now }: ClassPair, matching: Matching): Iterable<ClassDifference> {
  const before = disjointWith(matching.old).get(old) ?? NONE;
  const after = disjointWith(matching.new).get(now) ?? NONE;
  const oldDisjoint = new Set([...before].map((cls) => matching.newClass(cls)));
  for (const other of after) {
    if (oldDisjoint.has(other) || !matching.oldClass(other)) continue;
    yield {
      kind: 'disjoint-added',
      ...texts(undefined, other.name),
      says: `now disjoint with ${other.name}`,
      effects: effectsOf('a single document cannot violate it', { rows: onRows('may-fail', 'an instance may belong to both') }),
    };
  }
  for (const other of before) {
    const newOther = matching.newClass(other);
    if (!newOther || after.has(newOther)) continue;
    yield {
      kind: 'disjoint-removed',
      ...texts(other.name, undefined),
      says: `no longer disjoint with ${other.name}`,
      effects: effectsOf('a single document cannot violate it', {}),
    };
  }
}

function* abstract({ old, new: now }: ClassPair): Iterable<ClassDifference> {
  if (old.abstract === now.abstract) return;
  if (!now.abstract) {
    const unknown = dangerous(UNKNOWN_CLASS);
    yield {
      kind: 'class-concrete',
      says: 'no longer abstract: it may have direct instances',
      effects: effectsOf('its instances are new', {
        'json-out': unknown,
        rest: unknown,
        graphql: breaking('its name is that of an object type, not of the interface'),
        rust: breaking('the enum of its kinds has a new variant'),
        typescript: unknown,
        python: unknown,
      }),
    };
    return;
  }
  const removed = breaking('its constructors and input types no longer exist');
  yield {
    kind: 'class-abstract',
    says: 'now abstract: it has no direct instances',
    effects: effectsOf('instances of subclasses are as before', {
      'json-in': kindsOf(old) ? breaking('its own name is rejected as the kind') : undefined,
      rest: breaking('it cannot be created or updated'),
      graphql: breaking('its object type and its mutations no longer exist'),
      rust: removed,
      typescript: removed,
      python: removed,
      rows: kindsOf(old) ? onRows('may-fail', 'rows of no subclass are rejected') : undefined,
    }),
  };
}

function* closed({ old, new: now }: ClassPair): Iterable<ClassDifference> {
  if (old.closed === now.closed) return;
  const refused = breaking('unknown members are rejected');
  const rejecting = breaking('they reject unknown members');
  yield {
    kind: now.closed ? 'class-closed' : 'class-opened',
    says: now.closed ? 'now closed: unknown members are rejected' : 'no longer closed: unknown members are accepted',
    effects: effectsOf('it has no effect here', {
      'json-in': now.closed ? refused : undefined,
      'json-out': now.closed ? undefined : rejecting,
      rest: now.closed ? refused : rejecting,
    }),
  };
}

const fieldNames = (fields: readonly Field[]): string => fields.map(({ name }) => name).join(', ');

function* keys({ old, new: now }: ClassPair): Iterable<ClassDifference> {
  const keyed = (cls: DomainClass) => new Set(cls.keys.map(({ fields }) => fieldNames(fields)));
  const [before, after] = [keyed(old), keyed(now)];
  for (const fields of after) {
    if (before.has(fields)) continue;
    yield {
      kind: 'key-added',
      ...texts(undefined, fields),
      says: `key added: ${fields}`,
      effects: effectsOf('a single document cannot violate it', {
        rest: dangerous('a second instance with the same values is rejected (409)'),
        rows: onRows('may-fail', 'existing rows may share the values'),
      }),
    };
  }
  for (const fields of before) {
    if (after.has(fields)) continue;
    yield {
      kind: 'key-removed',
      ...texts(fields, undefined),
      says: `key removed: ${fields}`,
      effects: effectsOf('a single document cannot violate it', {}),
    };
  }
}

/** A rule over several fields of a class: a choice or a total. */
interface Rule {
  readonly text: string;
  readonly choice?: Choice;
}

const choiceText = ({ fields, required }: Choice): string => `${required ? 'exactly' : 'at most'} one of ${fieldNames(fields)}`;

/** Returns the choices and totals of a class by name. */
function rulesOf(cls: DomainClass): ReadonlyMap<string, Rule> {
  const rules = new Map<string, Rule>(cls.choices.map((choice) => [choice.name, { text: choiceText(choice), choice }]));
  for (const { name, fields, minItems, maxItems } of cls.totals) {
    const bounds = [minItems === undefined ? '' : `at least ${minItems}`, maxItems === undefined ? '' : `at most ${maxItems}`];
    rules.set(name, { text: `${bounds.filter((part) => part !== '').join(' and ')} values in ${fieldNames(fields)}` });
  }
  return rules;
}

/** Returns the effect on the GraphQL union of a choice; undefined if nothing changes for clients. */
function unionEffect(old: Rule | undefined, now: Rule | undefined, sides: Sides): Effect | undefined {
  const before = old?.choice && sides.old.choice(old.choice);
  const after = now?.choice && sides.new.choice(now.choice);
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
 * @param other returns the counterpart of a field in the other version
 */
function mayBreak({ choice }: Rule, other: (field: Field) => Field | undefined): boolean {
  if (!choice) return true;
  const known = choice.fields.flatMap((field) => other(field) ?? []);
  return known.length > 1 || (choice.required && !known.some(({ cardinality }) => cardinality === 'one'));
}

function* rules({ old, new: now }: ClassPair, sides: Sides): Iterable<ClassDifference> {
  const pairs = sides.matching.fields(old, now);
  const oldField = (field: Field) => pairs.find((pair) => pair.new === field)?.old;
  const newField = (field: Field) => pairs.find((pair) => pair.old === field)?.new;
  const [before, after] = [rulesOf(old), rulesOf(now)];
  const refused = breaking('some documents are rejected');
  const read = breaking('they reject some documents');
  const of = (isTighter: boolean, isLooser: boolean, name: string) =>
    effectsOf('it is checked at run time', {
      'json-in': isTighter ? refused : undefined,
      'json-out': isLooser ? read : undefined,
      rest: isTighter ? refused : isLooser ? read : undefined,
      graphql: unionEffect(before.get(name), after.get(name), sides),
      ...(isTighter && { rows: onRows('may-fail', 'existing rows may violate it') }),
    });
  for (const [name, { text }] of after) {
    const was = before.get(name)?.text;
    if (was === text) continue;
    const isTighter = mayBreak(after.get(name) as Rule, oldField);
    yield was === undefined
      ? {
          kind: 'rule-tightened',
          aspect: name,
          ...texts(was, text),
          says: `rule added: ${text}`,
          effects: of(isTighter, false, name),
        }
      : {
          kind: 'rule-changed',
          aspect: name,
          ...texts(was, text),
          says: `rule changed from ${was} to ${text}`,
          effects: of(isTighter, mayBreak(before.get(name) as Rule, newField), name),
        };
  }
  for (const [name, { text }] of before) {
    if (after.has(name)) continue;
    yield {
      kind: 'rule-loosened',
      aspect: name,
      ...texts(text, undefined),
      says: `rule removed: ${text}`,
      effects: of(false, mayBreak(before.get(name) as Rule, newField), name),
    };
  }
}

/**
 * Yields constructor arguments that change their order, if they are passed by position. Fields report which arguments are
 * added, removed, no longer required, or required now.
 */
function* reordered({ old, new: now }: ClassPair, matching: Matching): Iterable<ClassDifference> {
  if (!parametersOf(old) || !parametersOf(now)) return;
  const required = commonOrders(constructorFields(old), constructorFields(now), matching);
  const defaulted = commonOrders(defaultedArguments(old), defaultedArguments(now), matching);
  if (!required.differ && !defaulted.differ) return;
  const after = fieldNames([...required.after, ...defaulted.after]);
  const moved = breaking('the order of arguments changed; the compiler does not notice it for arguments of one type');
  yield {
    kind: 'arguments-reordered',
    ...texts(fieldNames([...required.before, ...defaulted.before]), after),
    says: `order of constructor arguments changed: ${after}`,
    effects: effectsOf('arguments are passed by name', {
      ...(required.differ && { rust: moved }),
      typescript: moved,
    }),
  };
}

/** Returns the positional arguments of a TypeScript factory that have a default; they follow the required ones. */
function defaultedArguments(cls: DomainClass): readonly Field[] {
  return positionalArguments(cls)?.fields.slice(constructorFields(cls).length) ?? [];
}

/** Returns the fields that both lists contain, in the order of each list. */
function commonOrders(old: readonly Field[], now: readonly Field[], matching: Matching) {
  const before = old.filter((field) => now.some((each) => matching.isSameField(field, each)));
  const after = now.filter((field) => old.some((each) => matching.isSameField(each, field)));
  return { before, after, differ: before.some((field, i) => !matching.isSameField(field, after[i] as Field)) };
}
