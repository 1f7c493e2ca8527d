/** The variants of a class: create, update, page, related, and the union of the class and its subclasses. */

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

/** Fields that a variant of a class does not have (`without`), and those that are optional only in the variant (`free`). */
export interface Draft {
  readonly without: readonly string[];
  readonly free: readonly string[];
  /** Whether the variant has no members. */
  readonly isEmpty: boolean;
}

/**
 * Compares a create or update variant with the record.
 *
 * @param members the members of the variant
 */
export function draftOf(cls: DomainClass, members: readonly Member[]): Draft {
  const without: string[] = [];
  const free: string[] = [];
  let at = 0;
  for (const field of cls.allFields) {
    // Members have the order of the fields.
    const member = members[at];
    if (member?.field !== field) {
      without.push(field.name);
      continue;
    }
    at++;
    if (member.absent !== 'refused' && field.cardinality !== 'optional') free.push(field.name);
  }
  return { without, free, isEmpty: members.length === 0 };
}

/** Returns the members of a variant; keeps those of classes with subclasses, which need them too. */
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
export interface Drafts {
  readonly create: VariantExtension;
  readonly update: Draft;
}

/** A create or update variant as an extension of the same variant of superclasses, if it extends any. */
export interface VariantExtension {
  readonly parents: readonly DomainClass[];
  /** The variant; `free` contains only fields that the class adds. */
  readonly draft: Draft;
  /** The fields that it adds to those of superclasses. */
  readonly ownNames: readonly string[];
}

/** Returns a variant as an extension of its superclasses, whose members it repeats only if it changes them. */
export function extensionDraft(cls: DomainClass, { members, parents, ownMembers: own }: Inheritance): VariantExtension {
  const draft = draftOf(cls, members);
  if (parents.length === 0) return { parents, draft, ownNames: [] };
  const names = own.map(({ field }) => field.name);
  return { parents, ownNames: names, draft: { ...draft, free: draft.free.filter((name) => names.includes(name)) } };
}

/**
 * Returns the superclasses without those that have the same members as an earlier one: their types would add nothing to an
 * intersection, and linters report them as duplicates.
 */
export function distinctParents(parents: readonly DomainClass[], role: Role): readonly DomainClass[] {
  if (parents.length < 2) return parents;
  const members = parents.map((parent) => variantOf(parent, role).members);
  const isSame = (a: readonly Member[], b: readonly Member[]) =>
    a.length === b.length && a.every((member, i) => member.field === b[i]?.field && isAlike(member, b[i]));
  return parents.filter((_, i) => members.findIndex((one) => isSame(one, members[i] as readonly Member[])) === i);
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
  const places = new MemberPositions(members);
  const parents: DomainClass[] = [];
  const parts: boolean[] = [];
  for (const parent of cls.parents) {
    if (parent.abstract) continue;
    const inherited = variantOf(parent, role).members;
    const at = inherited.map((member, i) => places.find(member.field.name, i));
    const isMade = inherited.every((member, i) => {
      const form = members[at[i] as number];
      return form?.field === member.field || isNarrower(form, member);
    });
    // A superclass without members has nothing to extend.
    if (inherited.length === 0 || !isMade) continue;
    parents.push(parent);
    for (const [i, member] of inherited.entries()) {
      const form = members[at[i] as number] as Member;
      if (form.field === member.field) parts[at[i] as number] = true;
    }
  }
  return { members, parents, ownMembers: members.filter((_, i) => !parts[i]) };
}

/** Finds positions of members by name. */
class MemberPositions {
  readonly #members: readonly Member[];
  #byName: ReadonlyMap<string, number> | undefined;

  constructor(members: readonly Member[]) {
    this.#members = members;
  }

  /** @param guess the likely position: inherited members come first, in the order of the superclass */
  find(name: string, guess: number): number {
    if (this.#members[guess]?.field.name === name) return guess;
    this.#byName ??= new Map(this.#members.map(({ field }, at) => [field.name, at]));
    return this.#byName.get(name) ?? -1;
  }
}

/** Returns whether a member accepts no more than another one of the same field: only absence and null can differ. */
function isNarrower(member: Member | undefined, other: Member): boolean {
  if (member === undefined) return false;
  return (member.absent === 'refused' || other.absent !== 'refused') && (member.null === 'refused' || other.null !== 'refused');
}

function isAlike(a: Member, b: Member): boolean {
  return a.absent === b.absent && a.null === b.null;
}
