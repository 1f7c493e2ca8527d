/** What is different between two forms of a class beside its fields. */

import { type Choice, type DomainClass, type DomainModel, type Field, typeNames } from '../model/index.ts';
import { breaking, type ClassPair, dangerous, effectsOf, rows, type Sides, safe } from './effects.ts';
import { described } from './fields.ts';
import type { Change, ChangeKind, Effects, Matching } from './types.ts';

/** A change of a class, without what all of them have: `says` is what follows its name. */
export interface ClassDifference {
  readonly kind: ChangeKind;
  readonly aspect?: string;
  readonly before?: string;
  readonly after?: string;
  readonly says: string;
  readonly effects: Effects;
}

type Both = Pick<Change, 'before' | 'after'>;

const texts = (before: string | undefined, after: string | undefined): Both => ({
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
});

/** All differences of two classes that are the same one. */
export function differencesOfClass(classes: ClassPair, matching: Matching, sides: Sides): readonly ClassDifference[] {
  return [
    ...renamed(classes, matching),
    ...parents(classes, matching),
    ...subclasses(classes),
    ...disjoint(classes, matching),
    ...closed(classes),
    ...keys(classes),
    ...rules(classes),
    ...relations(classes, matching, sides),
    ...described(classes.old, classes.new).map(({ kind, says }) => ({
      kind,
      says,
      effects: effectsOf(kind === 'documentation-changed' ? 'it is said for people' : 'it works as before', {}),
    })),
  ];
}

/** The names that users of a class meet. */
function namesOf(model: DomainModel, cls: DomainClass): string {
  const { create, update, page, any } = typeNames(model).of(cls);
  return [cls.name, cls.slug, cls.plural, create, update, page, any ?? '', cls.relationsName ?? ''].join(' ');
}

function* renamed({ old, new: now }: ClassPair, matching: Matching): Iterable<ClassDifference> {
  if (old.name === now.name && old.plural === now.plural && old.slug === now.slug) {
    // A type beside the class may be called otherwise because another class took its name.
    const [before, after] = [namesOf(matching.old, old), namesOf(matching.new, now)];
    const isRelated = (old.relationsName === undefined) !== (now.relationsName === undefined);
    const isAny = (typeNames(matching.old).of(old).any === undefined) !== (typeNames(matching.new).of(now).any === undefined);
    if (before === after || isRelated || isAny) return;
    const gone = breaking('types beside it have other names');
    yield {
      kind: 'class-renamed',
      aspect: 'types',
      ...texts(before, after),
      says: 'has types of other names beside it',
      effects: effectsOf('names of types are not seen there', { rust: gone, typescript: gone, python: gone, graphql: gone }),
    };
    return;
  }
  const isTold = now.allFields.some(({ discriminator }) => discriminator) && old.name !== now.name;
  const named = breaking(`it was called ${old.name}`);
  const value = isTold ? breaking('the field that tells the class has its name') : undefined;
  yield {
    kind: 'class-renamed',
    ...texts(old.name, now.name),
    says: old.name === now.name ? `is called ${now.plural} as a list, not ${old.plural}` : `was called ${old.name}`,
    effects: effectsOf('its name is not seen there', {
      'json-in': value,
      'json-out': value,
      rest: old.plural === now.plural ? value : breaking(`its path is another one: /${now.plural.replaceAll('_', '-')}`),
      graphql: named,
      rust: named,
      typescript: named,
      python: named,
      rows: rows('none', 'the table is renamed in place'),
    }),
  };
}

function* parents({ old, new: now }: ClassPair, matching: Matching): Iterable<ClassDifference> {
  const before = new Set(old.parents.flatMap((parent) => matching.newClass(parent) ?? []));
  const after = new Set(now.parents.flatMap((parent) => (matching.oldClass(parent) ? parent : [])));
  const told = { effects: undefined, rest: dangerous('what is asked for as the superclass holds it, or does no longer') };
  for (const parent of now.parents) {
    if (before.has(parent)) continue;
    yield {
      kind: 'parent-added',
      ...texts(undefined, parent.name),
      says: `specialises ${parent.name} now`,
      effects: effectsOf('its fields are told one by one', {
        rest: told.rest,
        graphql: safe('it implements one interface more'),
        rows: rows('rewrites', `each instance gets a row in the table of ${parent.name}`),
      }),
    };
  }
  for (const parent of old.parents) {
    const same = matching.newClass(parent);
    if (same && (after.has(same) || now.parents.includes(same))) continue;
    yield {
      kind: 'parent-removed',
      ...texts(parent.name, undefined),
      says: `specialises ${parent.name} no longer`,
      effects: effectsOf('its fields are told one by one', {
        rest: told.rest,
        graphql: breaking('it does not implement the interface any longer'),
        rust: safe('a struct has all its fields'),
        typescript: breaking('it is not assignable to the superclass any longer'),
        python: breaking('it is no subclass any longer'),
        rows: rows('rewrites', `its rows in the table of ${parent.name} go, with what they hold`),
      }),
    };
  }
}

function* subclasses({ old, new: now }: ClassPair): Iterable<ClassDifference> {
  const [had, has] = [old.children.length > 0, now.children.length > 0];
  if (had === has) return;
  const other = breaking(
    has
      ? 'what can be asked for is an interface now, no object type'
      : 'what can be asked for is an object type now, no interface',
  );
  const types = has
    ? dangerous('answers hold instances of subclasses, too')
    : breaking('the type for it and its subclasses is gone');
  yield {
    kind: has ? 'class-subclassed' : 'class-unsubclassed',
    says: has ? 'has subclasses now' : 'has no subclasses any longer',
    effects: effectsOf('its own form is told field by field', {
      rest: dangerous(has ? 'answers hold instances of subclasses, too' : 'answers hold instances of the class alone'),
      graphql: other,
      rust: has ? safe('its own type is as before') : types,
      typescript: has ? safe('its own type is as before') : types,
      python: has ? safe('its own type is as before') : types,
    }),
  };
}

function disjointWith(model: DomainModel): ReadonlyMap<DomainClass, ReadonlySet<DomainClass>> {
  let found = disjointIn.get(model);
  if (!found) {
    const all = new Map<DomainClass, Set<DomainClass>>();
    for (const { constraints } of model.axioms) {
      for (const constraint of constraints) {
        if (constraint.kind !== 'disjoint') continue;
        all.set(constraint.class, (all.get(constraint.class) ?? new Set()).add(constraint.other));
      }
    }
    found = all;
    disjointIn.set(model, found);
  }
  return found;
}

const disjointIn = new WeakMap<DomainModel, ReadonlyMap<DomainClass, ReadonlySet<DomainClass>>>();
const NONE: ReadonlySet<DomainClass> = new Set();

function* disjoint({ old, new: now }: ClassPair, matching: Matching): Iterable<ClassDifference> {
  const before = disjointWith(matching.old).get(old) ?? NONE;
  const after = disjointWith(matching.new).get(now) ?? NONE;
  const kept = new Set([...before].map((cls) => matching.newClass(cls)));
  for (const other of after) {
    if (kept.has(other) || !matching.oldClass(other)) continue;
    yield {
      kind: 'disjoint-added',
      ...texts(undefined, other.name),
      says: `shares no instance with ${other.name}`,
      effects: effectsOf('one document does not show it', { rows: rows('may-fail', 'an instance may be of both') }),
    };
  }
  for (const other of before) {
    const same = matching.newClass(other);
    if (!same || after.has(same)) continue;
    yield {
      kind: 'disjoint-removed',
      ...texts(other.name, undefined),
      says: `may share instances with ${other.name}`,
      effects: effectsOf('one document does not show it', {}),
    };
  }
}

function* closed({ old, new: now }: ClassPair): Iterable<ClassDifference> {
  if (old.closed === now.closed) return;
  const refused = breaking('members that are not known are refused');
  const met = breaking('they refuse members that they do not know');
  yield {
    kind: now.closed ? 'class-closed' : 'class-opened',
    says: now.closed ? 'has no other fields than its own now' : 'may have other fields, too',
    effects: effectsOf('it is not seen there', {
      'json-in': now.closed ? refused : undefined,
      'json-out': now.closed ? undefined : met,
      rest: now.closed ? refused : met,
    }),
  };
}

/** A rule over several fields: how it is called in messages, and what it says as one text. */
type Rule = readonly [name: string, text: string];

const fieldNames = (fields: readonly Field[]): string => fields.map(({ name }) => name).join(', ');

function* keys({ old, new: now }: ClassPair): Iterable<ClassDifference> {
  const keyed = (cls: DomainClass) => new Set(cls.keys.map(({ fields }) => fieldNames(fields)));
  const [before, after] = [keyed(old), keyed(now)];
  for (const fields of after) {
    if (before.has(fields)) continue;
    yield {
      kind: 'key-added',
      ...texts(undefined, fields),
      says: `is told apart by ${fields} together`,
      effects: effectsOf('one document does not show it', {
        rest: dangerous('a second instance with the same values is refused (409)'),
        rows: rows('may-fail', 'rows may share the values'),
      }),
    };
  }
  for (const fields of before) {
    if (after.has(fields)) continue;
    yield {
      kind: 'key-removed',
      ...texts(fields, undefined),
      says: `is no longer told apart by ${fields}`,
      effects: effectsOf('one document does not show it', {}),
    };
  }
}

const choiceText = ({ fields, required }: Choice): string => `${required ? 'exactly' : 'at most'} one of ${fieldNames(fields)}`;

/** Rules of a class over several of its fields, by name. */
function rulesOf(cls: DomainClass): ReadonlyMap<string, string> {
  const choices = cls.choices.map((choice): Rule => [choice.name, choiceText(choice)]);
  const totals = cls.totals.map(
    ({ name, fields, minItems, maxItems }): Rule => [
      name,
      `${[minItems === undefined ? '' : `at least ${minItems}`, maxItems === undefined ? '' : `at most ${maxItems}`].filter((part) => part !== '').join(' and ')} values in ${fieldNames(fields)}`,
    ],
  );
  return new Map([...choices, ...totals]);
}

function* rules({ old, new: now }: ClassPair): Iterable<ClassDifference> {
  const [before, after] = [rulesOf(old), rulesOf(now)];
  const refused = breaking('some documents are refused');
  const read = breaking('they refuse some documents');
  const of = (isTighter: boolean, isLooser: boolean) =>
    effectsOf('it is checked at run time', {
      'json-in': isTighter ? refused : undefined,
      'json-out': isLooser ? read : undefined,
      rest: isTighter ? refused : read,
      ...(isTighter && { rows: rows('may-fail', 'rows may not keep to it') }),
    });
  for (const [name, text] of after) {
    const was = before.get(name);
    if (was === text) continue;
    yield was === undefined
      ? { kind: 'rule-tightened', aspect: name, ...texts(was, text), says: `has ${text}`, effects: of(true, false) }
      : { kind: 'rule-changed', aspect: name, ...texts(was, text), says: `has ${text}, not ${was}`, effects: of(true, true) };
  }
  for (const [name, text] of before) {
    if (after.has(name)) continue;
    yield {
      kind: 'rule-loosened',
      aspect: name,
      ...texts(text, undefined),
      says: `need not have ${text}`,
      effects: of(false, true),
    };
  }
}

/** Relations are told where the field that stores them does not tell it already. */
function* relations(classes: ClassPair, matching: Matching, sides: Sides): Iterable<ClassDifference> {
  const { old, new: now } = classes;
  const stored = new Map<Field, Field>();
  for (const relation of old.relations) {
    const holder = relation.holder === 'source' ? old : relation.target;
    const other = matching.newClass(holder);
    if (!other) continue;
    for (const pair of matching.fields(holder, other)) if (pair.old && pair.new) stored.set(pair.old, pair.new);
  }
  const isSame = (a: (typeof old.relations)[number], b: (typeof now.relations)[number]) =>
    stored.get(a.field) === b.field && a.holder === b.holder && matching.newClass(a.target) === b.target;
  const rest = new Set(now.relations);
  for (const relation of old.relations) {
    const same = [...rest].find((each) => isSame(relation, each));
    if (same) {
      rest.delete(same);
      if (same.name === relation.name && same.declared === relation.declared) continue;
      const gone = breaking(`it was called ${relation.name}`);
      const isRenamed = same.name !== relation.name;
      const held = isRenamed
        ? gone
        : breaking(same.declared ? 'objects with relations have to have it' : 'objects with relations have it no longer');
      const isHeld = same.declared || relation.declared;
      yield {
        kind: isRenamed ? 'relation-renamed' : 'relation-changed',
        aspect: same.name,
        ...texts(relation.name, same.name),
        says: isRenamed
          ? `calls what it relates to ${same.name}, not ${relation.name}`
          : `${same.declared ? 'holds' : 'no longer holds'} ${same.name} among its related objects`,
        effects: effectsOf('records hold the identity alone', {
          graphql: isRenamed ? gone : undefined,
          ...(isHeld && { rust: held, typescript: held, python: held }),
        }),
      };
    } else if (stored.has(relation.field) && sides.old.relation(old, relation) !== undefined) {
      yield related('relation-removed', relation.name, breaking('it is gone'), relation.declared);
    }
  }
  const kept = new Set(stored.values());
  for (const relation of rest) {
    if (kept.has(relation.field) && sides.new.relation(now, relation) !== undefined)
      yield related('relation-added', relation.name, safe('it is new'), false);
  }
}

function related(
  kind: 'relation-added' | 'relation-removed',
  name: string,
  effect: ReturnType<typeof safe>,
  isHeld: boolean,
): ClassDifference {
  return {
    kind,
    aspect: name,
    ...(kind === 'relation-added' ? { after: name } : { before: name }),
    says: kind === 'relation-added' ? `can be asked for ${name}` : `can no longer be asked for ${name}`,
    effects: effectsOf('records hold the identity alone', {
      graphql: effect,
      ...(isHeld && { rust: effect, typescript: effect, python: effect }),
    }),
  };
}
