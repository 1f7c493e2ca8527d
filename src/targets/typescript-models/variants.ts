/**
 * Compares the create and update variants of a class with its record and with the same variants of its superclasses, to print
 * them as `Omit<Post, 'id'>` or `PersonCreate & Pick<Student, 'school'>`.
 */

import {
  type DomainClass,
  type DomainModel,
  type Member,
  membersIn,
  type Role,
  relatedTypeName,
  typeNames,
  variantOf,
} from '../../model/index.ts';

/** The difference of a variant from the record. */
export interface VariantDifference {
  /** The names of fields that the variant does not have. */
  readonly omitted: readonly string[];
  /** The names of fields that are optional only in the variant. */
  readonly madeOptional: readonly string[];
  /** Whether the variant has no members. */
  readonly isEmpty: boolean;
}

/**
 * Compares a create or update variant with the record.
 *
 * @param members the members of the variant
 */
export function differenceFromRecord(cls: DomainClass, members: readonly Member[]): VariantDifference {
  const omitted: string[] = [];
  const madeOptional: string[] = [];
  let next = 0;
  for (const field of cls.allFields) {
    // Members have the order of the fields.
    const member = members[next];
    if (member?.field !== field) {
      omitted.push(field.name);
      continue;
    }
    next++;
    if (member.absent !== 'refused' && field.cardinality !== 'optional') madeOptional.push(field.name);
  }
  return { omitted, madeOptional, isEmpty: members.length === 0 };
}

/** Returns the members of a variant. Those of classes with subclasses are cached, because the subclasses need them, too. */
export function membersOf(cls: DomainClass, role: Role): readonly Member[] {
  return cls.children.length > 0 ? variantOf(cls, role).members : membersIn(cls, role);
}

/** The names of a class's types, by variant. */
export interface Types {
  readonly entity: string;
  readonly create: string;
  readonly update: string;
  readonly page: string;
  readonly related: string | undefined;
  readonly any: string | undefined;
  /** The type of the elements of a list. */
  readonly listed: string;
  /** The type of the class's instances as related objects of others. */
  readonly asRelated: string;
  /** All of these names. */
  readonly all: readonly string[];
}

export type TypesOf = (cls: DomainClass) => Types;

/** Returns a function from a class to the names of its types; it computes them once for each class. */
export function typesOf(model: DomainModel): TypesOf {
  const names = typeNames(model);
  const known = new Map<DomainClass, Types>();
  return (cls) => {
    let types = known.get(cls);
    if (types === undefined) {
      const { create, update, page, any } = names.of(cls);
      const { name: entity, relationsName: related } = cls;
      const written = cls.abstract ? [] : [create, update];
      const all = [entity, related, ...written, any, page].filter((type) => type !== undefined);
      types = { entity, related, create, update, any, page, listed: any ?? entity, asRelated: relatedTypeName(cls, names), all };
      known.set(cls, types);
    }
    return types;
  };
}

/** The create variant of a class, as an extension of superclasses, and its update variant. */
export interface CreateAndUpdate {
  readonly create: VariantExtension;
  readonly update: VariantDifference;
}

/** A create or update variant as an extension of the same variant of superclasses, if it extends any. */
export interface VariantExtension {
  readonly parents: readonly DomainClass[];
  /** The difference from the record; `madeOptional` contains only fields that the class adds. */
  readonly difference: VariantDifference;
  /** The fields that it adds to those of superclasses. */
  readonly ownNames: readonly string[];
}

/** Returns a variant as an extension of its superclasses, whose members it repeats only if it changes them. */
export function extensionOf(cls: DomainClass, { members, parents, ownMembers }: Inheritance): VariantExtension {
  const difference = differenceFromRecord(cls, members);
  if (parents.length === 0) return { parents, difference, ownNames: [] };
  const ownNames = ownMembers.map(({ field }) => field.name);
  const madeOptional = difference.madeOptional.filter((name) => ownNames.includes(name));
  return { parents, ownNames, difference: { ...difference, madeOptional } };
}

/**
 * Returns the superclasses without those that have the same members as an earlier one: their types would add nothing to an
 * intersection, and linters report them as duplicates.
 */
export function distinctParents(parents: readonly DomainClass[], role: Role): readonly DomainClass[] {
  if (parents.length < 2) return parents;
  const members = parents.map((parent) => variantOf(parent, role).members);
  const isSame = (a: readonly Member[], b: readonly Member[]) =>
    a.length === b.length && a.every((member, i) => member.field === b[i]?.field && acceptSame(member, b[i]));
  return parents.filter((_, i) => members.findIndex((candidate) => isSame(candidate, members[i] as readonly Member[])) === i);
}

/** A variant of a class in relation to the same variant of its superclasses. */
export interface Inheritance {
  readonly members: readonly Member[];
  /** The superclasses whose variants it can extend, because all of their members apply to the class. */
  readonly parents: readonly DomainClass[];
  /** The members that none of these superclasses has unchanged. */
  readonly ownMembers: readonly Member[];
}

/** Returns how a variant of a class extends the same variant of its superclasses. */
export function inheritanceOf(cls: DomainClass, role: Role): Inheritance {
  const members = membersOf(cls, role);
  if (cls.parents.length === 0) return { members, parents: [], ownMembers: members };
  const membersByName = new MembersByName(members);
  const parents: DomainClass[] = [];
  const unchanged = new Set<Member>();
  for (const parent of cls.parents) {
    if (parent.abstract) continue;
    const pairs = variantOf(parent, role).members.map((inherited, i) => ({
      inherited,
      member: membersByName.find(inherited.field.name, i),
    }));
    const appliesToClass = pairs.every(
      ({ inherited, member }) => member?.field === inherited.field || isNarrower(member, inherited),
    );
    // A superclass without members has nothing to extend.
    if (pairs.length === 0 || !appliesToClass) continue;
    parents.push(parent);
    for (const { inherited, member } of pairs) if (member?.field === inherited.field) unchanged.add(member);
  }
  return { members, parents, ownMembers: members.filter((member) => !unchanged.has(member)) };
}

/** Finds members by name. */
class MembersByName {
  readonly #members: readonly Member[];
  #byName: ReadonlyMap<string, Member> | undefined;

  constructor(members: readonly Member[]) {
    this.#members = members;
  }

  /** @param guess the likely position: inherited members come first, in the order of the superclass */
  find(name: string, guess: number): Member | undefined {
    const guessed = this.#members[guess];
    if (guessed?.field.name === name) return guessed;
    this.#byName ??= new Map(this.#members.map((member) => [member.field.name, member]));
    return this.#byName.get(name);
  }
}

/** Returns whether a member accepts no more than another one of the same field: only absence and null can differ. */
function isNarrower(member: Member | undefined, other: Member): boolean {
  if (member === undefined) return false;
  return (member.absent === 'refused' || other.absent !== 'refused') && (member.null === 'refused' || other.null !== 'refused');
}

function acceptSame(a: Member, b: Member): boolean {
  return a.absent === b.absent && a.null === b.null;
}
