/**
 * The variants of a class in an application: its record, the bodies that create and update it, and the record with its related
 * objects. States which fields each variant has, and what an absent member or null means in it. Every layer prints those that it
 * has: an OpenAPI document has `PostCreate`, whose member `id` is missing, because the server assigns it.
 */

import { getOrCreate } from '../get-or-create.ts';
import { constructorFields, declaredRelations, isBuiltIn } from '../queries.ts';
import type { DomainClass, Field, Relation } from '../types.ts';

export type Role = 'entity' | 'create' | 'update' | 'related';

/** The meaning of an absent member. */
export type Absent =
  /** The member is required. */
  | 'refused'
  /** There is no value. */
  | 'none'
  /** The default, the constant, the current time or 0 is supplied. */
  | 'supplied'
  /** The list is empty. */
  | 'empty'
  /** The value stays as it is. */
  | 'stays';

/** The meaning of null, if it is not the same as absent. */
export type Null =
  | 'refused'
  /** There is no value. */
  | 'none';

export interface Member {
  readonly field: Field;
  readonly absent: Absent;
  readonly null: Null;
}

/** A class in one role. */
export interface Variant {
  readonly role: Role;
  readonly class: DomainClass;
  /** In the order of the class's fields. */
  readonly members: readonly Member[];
  /** In the role `related`: the related objects, each a list or an object. */
  readonly relations: readonly Relation[];
}

type MemberIn = (field: Field) => Member | undefined;

export function isMember(field: Field, role: Role): boolean {
  switch (role) {
    case 'entity':
    case 'related':
      return true;
    // Fields that only the server writes are left out.
    case 'create':
      return !isServerAssigned(field) && !field.absent;
    case 'update':
      return !isServerAssigned(field) && !field.absent && field.constant === undefined;
    default:
      return role satisfies never;
  }
}

/** Functions that return the member of a field in each role; undefined if the role does not have it. */
const members: Readonly<Record<Role, MemberIn>> = {
  /** A complete record: required fields and lists are present, optional fields may be absent or null. */
  entity: (field) => ({ field, absent: field.cardinality === 'optional' ? 'none' : 'refused', null: nullOf(field) }),
  related: (field) => members.entity(field),
  /** Clients may give values that the server would supply. */
  create: (field) => {
    if (!isMember(field, 'create')) return undefined;
    return { field, absent: absentInCreate(field), null: nullOf(field) };
  },
  /** Absent members stay unchanged, null clears optional ones, and a list is replaced as a whole. */
  update: (field) => {
    if (!isMember(field, 'update')) return undefined;
    return { field, absent: 'stays', null: nullOf(field) };
  },
};

function isServerAssigned(field: Field): boolean {
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

/** Returns the members of a class in a role without caching them, for callers that need them once. */
export function membersIn(cls: DomainClass, role: Role): readonly Member[] {
  const list: Member[] = [];
  const memberIn = members[role];
  for (const field of cls.allFields) {
    const member = memberIn(field);
    if (member !== undefined) list.push(member);
  }
  return list;
}

/** Returns a class in a role. Computed when it is first read, and cached as long as the class exists. */
export function variantOf(cls: DomainClass, role: Role): Variant {
  const known: Partial<Record<Role, Variant>> = getOrCreate(variants, cls, () => ({}));
  known[role] ??= {
    role,
    class: cls,
    members: membersIn(cls, role),
    relations: role === 'related' ? declaredRelations(cls) : [],
  };
  return known[role];
}

const variants = new WeakMap<DomainClass, Partial<Record<Role, Variant>>>();

/** With more parameters, a constructor takes the create variant as one object with named members. */
const MAX_PARAMETERS = 4;

/**
 * Returns the parameters of a constructor, in order; undefined if there are too many to distinguish them by position, so that it
 * takes the create variant.
 */
export function parametersOf(cls: DomainClass): readonly Field[] | undefined {
  const fields = constructorFields(cls);
  return fields.length > MAX_PARAMETERS ? undefined : fields;
}
