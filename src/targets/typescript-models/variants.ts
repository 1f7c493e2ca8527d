/** What stands for a class beside itself: what creates it, what changes it, a page of it, and any of its kinds. */

import {
  type DomainClass,
  type DomainModel,
  type Field,
  type Member,
  membersIn,
  type Role,
  typeNames,
  variantOf,
} from '../../model/index.ts';

/** The roles that have types of their own whose members are those of the class. */
export const writes = ['create', 'update'] as const satisfies readonly Role[];

export type Write = (typeof writes)[number];

/** The fields of a class that a role leaves out, and those that may be absent in it and are not in a record. */
export interface Draft {
  readonly without: readonly string[];
  readonly free: readonly string[];
  /** Whether nothing is left. */
  readonly isEmpty: boolean;
}

export function draftOf(cls: DomainClass, role: Write): Draft {
  return draftMade(cls, membersOf(cls, role));
}

function draftMade(cls: DomainClass, members: readonly Member[]): Draft {
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
function membersOf(cls: DomainClass, role: Role): readonly Member[] {
  return cls.children.length > 0 ? variantOf(cls, role).members : membersIn(cls, role);
}

/** The types of a class, by what each is. */
export interface Types {
  readonly entity: string;
  readonly create: string;
  readonly update: string;
  readonly page: string;
  readonly related?: string;
  readonly any?: string;
  /** What a list of the class holds. */
  readonly listed: string;
}

export type TypesOf = (cls: DomainClass) => Types;

/** The names of the types of a class. */
export function typeList({ entity, related, create, update, any, page }: Types): readonly string[] {
  return [entity, related, create, update, any, page].filter((type) => type !== undefined);
}

export function typesOf(model: DomainModel): TypesOf {
  const names = typeNames(model);
  const known = new Map<DomainClass, Types>();
  return (cls) => {
    let types = known.get(cls);
    if (types === undefined) {
      const { create, update, page, any } = names.of(cls);
      const related = cls.relationsName;
      types = {
        ...{ entity: cls.name, create, update, page },
        ...(related !== undefined && { related }),
        ...(any !== undefined && { any }),
        listed: any ?? cls.name,
      };
      known.set(cls, types);
    }
    return types;
  };
}

/** How a class in a role that writes it is made of its superclasses in that role, if it is made of any. */
export interface DraftBeyond {
  readonly parents: readonly DomainClass[];
  /** What the class adds. */
  readonly draft: Draft;
  readonly own: readonly string[];
}

/** What creates instances of a class, beyond what it is made of, and what changes them. */
export interface Drafts {
  readonly create: DraftBeyond;
  readonly update: Draft;
}

export function draftBeyond(cls: DomainClass, role: Write): DraftBeyond {
  const members = membersOf(cls, role);
  const draft = draftMade(cls, members);
  const { parents, own } = inheritedBy(cls, role, members, () => false);
  const names = own.map(({ field }) => field.name);
  if (parents.length === 0) return { parents, draft, own: names };
  return { parents, own: names, draft: { ...draft, free: draft.free.filter((name) => names.includes(name)) } };
}

/** A member as a superclass has it. */
export interface Inherited {
  readonly parent: DomainClass;
  readonly member: Member;
}

/** A class in a role, as far as its superclasses do not say it already. */
export interface Inheritance {
  /** The superclasses all of whose members hold of the class, too. */
  readonly parents: readonly DomainClass[];
  /** The members that they do not have in the same form. */
  readonly own: readonly Member[];
  /** The forms in which they have some of these. */
  readonly refined: ReadonlyMap<Member, Inherited>;
}

const nothing: Inheritance['refined'] = new Map();

/**
 * What the conditions of a class in a role begin with, and what they add.
 *
 * @param isSame whether a field in one class is asked the same as another one, in a superclass
 */
export function inheritance(cls: DomainClass, role: Role, isSame: IsSame): Inheritance {
  return inheritedBy(cls, role, membersOf(cls, role), isSame);
}

type IsSame = (field: Field, parent: DomainClass, other: Field) => boolean;

function inheritedBy(cls: DomainClass, role: Role, members: readonly Member[], isSame: IsSame): Inheritance {
  if (cls.parents.length === 0) return { parents: [], own: members, refined: nothing };
  const fields = new Set(members.map(({ field }) => field));
  const byName = new Map<string, Member>();
  /** The member that stands for one of a superclass, of which it is another form. */
  const formOf = ({ field: { name } }: Member): Member | undefined => {
    if (byName.size === 0) for (const member of members) byName.set(member.field.name, member);
    return byName.get(name);
  };
  const parents: DomainClass[] = [];
  const said = new Set<Field>();
  const refined = new Map<Member, Inherited>();
  for (const parent of cls.parents) {
    const inherited = variantOf(parent, role).members;
    // Most members are those of the superclass.
    const others = inherited.filter(({ field }) => !fields.has(field));
    // Among members of which none is shared there is nothing to call.
    if (inherited.length === 0 || !others.every((one) => isNarrower(formOf(one), one))) continue;
    parents.push(parent);
    for (const { field } of inherited) said.add(field);
    for (const one of others) {
      const member = formOf(one);
      if (member === undefined) continue;
      if (isAlike(member, one) && isSame(member.field, parent, one.field)) said.add(member.field);
      else refined.set(member, { parent, member: one });
    }
  }
  return { parents, own: members.filter(({ field }) => !said.has(field)), refined };
}

/** Whether what a member may be, another may be, too. A field that a class narrows is of the same kind as the one it refines. */
function isNarrower(member: Member | undefined, other: Member): boolean {
  if (member === undefined) return false;
  return (member.absent === 'refused' || other.absent !== 'refused') && (member.null === 'refused' || other.null !== 'refused');
}

function isAlike(a: Member, b: Member): boolean {
  return a.absent === b.absent && a.null === b.null;
}
