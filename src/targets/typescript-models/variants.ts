/** What stands for a class beside itself: what creates it, what changes it, a page of it, and any of its kinds. */

import {
  type DomainClass,
  type DomainModel,
  type Member,
  membersIn,
  type Role,
  typeNames,
  variantOf,
} from '../../model/index.ts';

/** The fields of a class that a role leaves out, and those that may be absent in it and are not in a record. */
export interface Draft {
  readonly without: readonly string[];
  readonly free: readonly string[];
  /** Whether nothing is left. */
  readonly isEmpty: boolean;
}

/** @param members those of the class in the role */
export function draftOf(cls: DomainClass, members: readonly Member[]): Draft {
  const without: string[] = [];
  const free: string[] = [];
  let at = 0;
  for (const field of cls.allFields) {
    // Members stand in the order of the fields.
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

/** The members of a class in a role; those that its subclasses ask for, too, are kept. */
export function membersOf(cls: DomainClass, role: Role): readonly Member[] {
  return cls.children.length > 0 ? variantOf(cls, role).members : membersIn(cls, role);
}

/** The types of a class, by what each is. */
export interface Types {
  readonly entity: string;
  readonly create: string;
  readonly update: string;
  readonly page: string;
  readonly related: string | undefined;
  readonly any: string | undefined;
  /** What a list of the class holds. */
  readonly listed: string;
  /** The names of all of them. */
  readonly all: readonly string[];
}

export type TypesOf = (cls: DomainClass) => Types;

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
      types = { entity, related, create, update, any, page, listed: any ?? entity, all };
      known.set(cls, types);
    }
    return types;
  };
}

/** What creates instances of a class, beyond what it is made of, and what changes them. */
export interface Drafts {
  readonly create: DraftBeyond;
  readonly update: Draft;
}

/** How a class in a role that writes it is made of its superclasses in that role, if it is made of any. */
export interface DraftBeyond {
  readonly parents: readonly DomainClass[];
  /** What the class adds. */
  readonly draft: Draft;
  /** The fields that it adds to those of superclasses. */
  readonly own: readonly string[];
}

export function draftBeyond(cls: DomainClass, { members, parents, own }: Inheritance): DraftBeyond {
  const draft = draftOf(cls, members);
  if (parents.length === 0) return { parents, draft, own: [] };
  const names = own.map(({ field }) => field.name);
  return { parents, own: names, draft: { ...draft, free: draft.free.filter((name) => names.includes(name)) } };
}

/**
 * Superclasses of which none has just the members of one before it: a type of the same members adds nothing to another one, and
 * linters find an alias of what stands there already.
 */
export function unlike(parents: readonly DomainClass[], role: Role): readonly DomainClass[] {
  if (parents.length < 2) return parents;
  const members = parents.map((parent) => variantOf(parent, role).members);
  const isSame = (a: readonly Member[], b: readonly Member[]) =>
    a.length === b.length && a.every((member, i) => member.field === b[i]?.field && isAlike(member, b[i]));
  return parents.filter((_, i) => members.findIndex((one) => isSame(one, members[i] as readonly Member[])) === i);
}

/** A member as a superclass has it. */
export interface Inherited {
  readonly parent: DomainClass;
  readonly member: Member;
}

/** A class in a role, as far as its superclasses do not say it already. */
export interface Inheritance {
  readonly members: readonly Member[];
  /** The superclasses all of whose members hold of the class, too. */
  readonly parents: readonly DomainClass[];
  /** The members that none of them has as it is. */
  readonly own: readonly Member[];
  /** Those of them that a superclass has in another form, in the order of the superclasses. */
  readonly refined: readonly Refined[];
}

interface Refined extends Inherited {
  /** What the class has of it. */
  readonly form: Member;
}

/** What a class in a role is made of. */
export function inheritance(cls: DomainClass, role: Role): Inheritance {
  const members = membersOf(cls, role);
  if (cls.parents.length === 0) return { members, parents: [], own: members, refined: [] };
  const places = new Places(members);
  const parents: DomainClass[] = [];
  const said: boolean[] = [];
  const refined: Refined[] = [];
  for (const parent of cls.parents) {
    if (parent.abstract) continue;
    const inherited = variantOf(parent, role).members;
    const at = inherited.map((member, i) => places.find(member.field.name, i));
    const isMade = inherited.every((member, i) => {
      const form = members[at[i] as number];
      return form?.field === member.field || isNarrower(form, member);
    });
    // Among members of which none is shared there is nothing to call.
    if (inherited.length === 0 || !isMade) continue;
    parents.push(parent);
    for (const [i, member] of inherited.entries()) {
      const form = members[at[i] as number] as Member;
      if (form.field === member.field) said[at[i] as number] = true;
      else refined.push({ form, parent, member });
    }
  }
  return { members, parents, own: members.filter((_, i) => !said[i]), refined };
}

/** Where members stand in a list, by their names. */
class Places {
  readonly #members: readonly Member[];
  #byName: ReadonlyMap<string, number> | undefined;

  constructor(members: readonly Member[]) {
    this.#members = members;
  }

  /** @param guess where it most likely stands: what is inherited comes first, in the order of the superclass */
  find(name: string, guess: number): number {
    if (this.#members[guess]?.field.name === name) return guess;
    this.#byName ??= new Map(this.#members.map(({ field }, at) => [field.name, at]));
    return this.#byName.get(name) ?? -1;
  }
}

/** Whether what a member may be, another may be, too. A field that a class narrows is of the same kind as the one it refines. */
function isNarrower(member: Member | undefined, other: Member): boolean {
  if (member === undefined) return false;
  return (member.absent === 'refused' || other.absent !== 'refused') && (member.null === 'refused' || other.null !== 'refused');
}

function isAlike(a: Member, b: Member): boolean {
  return a.absent === b.absent && a.null === b.null;
}
