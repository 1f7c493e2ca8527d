/** What stands for a class beside itself: what creates it, what changes it, a page of it, and any of its kinds. */

import {
  type DomainClass,
  type DomainModel,
  type Member,
  type Role,
  typeNames,
  type Variant,
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

const drafts = new WeakMap<Variant, Draft>();

export function draftOf(cls: DomainClass, role: Write): Draft {
  const variant = variantOf(cls, role);
  const known = drafts.get(variant) ?? draftMade(cls, variant);
  drafts.set(variant, known);
  return known;
}

function draftMade(cls: DomainClass, { members }: Variant): Draft {
  const names = new Set(members.map(({ field }) => field.name));
  return {
    without: cls.allFields.filter(({ name }) => !names.has(name)).map(({ name }) => name),
    free: members
      .filter(({ absent, field }) => absent !== 'refused' && field.cardinality !== 'optional')
      .map(({ field }) => field.name),
    isEmpty: members.length === 0,
  };
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
export function draftBeyond(
  cls: DomainClass,
  role: Write,
): { readonly parents: readonly DomainClass[]; readonly draft: Draft; readonly own: readonly string[] } {
  const { parents, own } = inheritance(cls, role, (member, _, inherited) => member.field === inherited.field);
  const draft = draftOf(cls, role);
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
 * @param isSame whether a field in one class is asked the same as another in a superclass
 */
export function inheritance(
  cls: DomainClass,
  role: Role,
  isSame: (member: Member, parent: DomainClass, inherited: Member) => boolean,
): Inheritance {
  const { members } = variantOf(cls, role);
  if (cls.parents.length === 0) return { parents: [], own: members, refined: nothing };
  const byName = new Map(members.map((member) => [member.field.name, member]));
  const parents: DomainClass[] = [];
  const said = new Set<string>();
  const refined = new Map<Member, Inherited>();
  for (const parent of cls.parents) {
    const inherited = variantOf(parent, role).members;
    // Among members of which none is shared there is nothing to call.
    if (inherited.length === 0 || !inherited.every((one) => isNarrower(byName.get(one.field.name), one))) continue;
    parents.push(parent);
    for (const one of inherited) {
      const member = byName.get(one.field.name);
      if (member === undefined) continue;
      if (isAlike(member, one) && isSame(member, parent, one)) said.add(one.field.name);
      else refined.set(member, { parent, member: one });
    }
  }
  return { parents, own: members.filter(({ field }) => !said.has(field.name)), refined };
}

/** Whether what a member may be, another may be, too. A field that a class narrows is of the same kind as the one it refines. */
function isNarrower(member: Member | undefined, other: Member): boolean {
  if (member === undefined) return false;
  return (member.absent === 'refused' || other.absent !== 'refused') && (member.null === 'refused' || other.null !== 'refused');
}

function isAlike(a: Member, b: Member): boolean {
  return a.absent === b.absent && a.null === b.null;
}
