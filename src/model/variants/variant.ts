/**
 * What stands for a class on each way through an application: itself, what creates it, what changes it, a page of it, and
 * itself with its related objects. It is described once, and every layer prints what it has of it from here.
 */

import { constructorFields, declaredRelations, isBuiltIn } from '../queries.ts';
import type { DomainClass, Field, Relation } from '../types.ts';

export type Role = 'entity' | 'create' | 'update' | 'related';

/** What a member that is absent means. */
export type Absent =
  /** It must be there. */
  | 'refused'
  /** There is no value. */
  | 'none'
  /** The default, the constant, the current time or 0 is supplied. */
  | 'supplied'
  /** The list is empty. */
  | 'empty'
  /** The value stays as it is. */
  | 'stays';

/** What null means, where it is a value of its own. */
export type Null =
  | 'refused'
  /** There is no value. */
  | 'none';

export interface Member {
  readonly field: Field;
  readonly absent: Absent;
  readonly null: Null;
}

/** A class in one role: its own record, the body of a creation, or that of a change. */
export interface Variant {
  readonly role: Role;
  readonly class: DomainClass;
  /** In the order of the class's fields. */
  readonly members: readonly Member[];
  /** In the role `related`: the related objects, each a list or an object. */
  readonly relations: readonly Relation[];
}

type MemberIn = (field: Field) => Member | undefined;

/** Whether a field is a member in a role. */
export function isMember(field: Field, role: Role): boolean {
  switch (role) {
    case 'entity':
    case 'related':
      return true;
    // What the server makes up is left out.
    case 'create':
      return !isServers(field) && !field.absent;
    case 'update':
      return !isServers(field) && !field.absent && field.constant === undefined;
    default:
      return role satisfies never;
  }
}

/** What a field is in each role; undefined where it is no member. */
const members: Readonly<Record<Role, MemberIn>> = {
  /** A complete record: what has one value is there, what may have none is absent or null, a list is always there. */
  entity: (field) => ({ field, absent: field.cardinality === 'optional' ? 'none' : 'refused', null: nullOf(field) }),
  related: (field) => members.entity(field),
  /** What the server would supply may be given. */
  create: (field) => {
    if (!isMember(field, 'create')) return undefined;
    return { field, absent: absentInCreate(field), null: nullOf(field) };
  },
  /** What is left out stays, null clears what may have no value, and a list is replaced as a whole. */
  update: (field) => {
    if (!isMember(field, 'update')) return undefined;
    return { field, absent: 'stays', null: nullOf(field) };
  },
};

/** Whether clients never write a field. */
function isServers(field: Field): boolean {
  return isBuiltIn(field) || field.managed !== undefined;
}

function nullOf({ cardinality }: Field): Null {
  return cardinality === 'optional' ? 'none' : 'refused';
}

function absentInCreate(field: Field): Absent {
  if (field.generated !== undefined || field.constant !== undefined || field.default !== undefined) return 'supplied';
  if (field.cardinality === 'many') return (field.minItems ?? 0) > 0 ? 'refused' : 'empty';
  return field.cardinality === 'optional' ? 'none' : 'refused';
}

/** The same as a class's {@link Variant} has, for those who ask once: they are not kept. */
export function membersIn(cls: DomainClass, role: Role): readonly Member[] {
  const found: Member[] = [];
  const of = members[role];
  for (const field of cls.allFields) {
    const member = of(field);
    if (member !== undefined) found.push(member);
  }
  return found;
}

/** A class in a role. Made when it is asked for, and kept as long as the class is. */
export function variantOf(cls: DomainClass, role: Role): Variant {
  let known = variants.get(cls);
  if (known === undefined) {
    known = {};
    variants.set(cls, known);
  }
  known[role] ??= {
    role,
    class: cls,
    members: membersIn(cls, role),
    relations: role === 'related' ? declaredRelations(cls) : [],
  };
  return known[role];
}

const variants = new WeakMap<DomainClass, Partial<Record<Role, Variant>>>();

/** Parameters beyond which a constructor takes the create variant as one object with named members. */
const MOST_PARAMETERS = 4;

/**
 * The parameters of a constructor, in order; undefined if they are too many to be told apart by their places, so that it
 * takes the create variant.
 */
export function parametersOf(cls: DomainClass): readonly Field[] | undefined {
  const fields = constructorFields(cls);
  return fields.length > MOST_PARAMETERS ? undefined : fields;
}
