import { type DomainClass, type Field, type Member, type Role, variantOf } from '../../model/index.ts';
import type { Scope } from './scope.ts';
import { fieldType } from './types.ts';

/** A member of a class in a role, as Rust holds it. */
export interface Held {
  readonly field: Field;
  readonly identifier: string;
  /** Whether it is an option of what the class itself holds, because it may be left out: what is supplied, or stays. */
  readonly isWrapped: boolean;
}

/** Whether a member may be left out without being empty by that. */
export function isWrapped({ absent }: Member): boolean {
  return absent === 'supplied' || absent === 'stays';
}

/** The members of a class in a role. */
export function heldBy(cls: DomainClass, role: Role, nameOf: (field: Field) => string): readonly Held[] {
  return variantOf(cls, role).members.map((member) => ({
    field: member.field,
    identifier: nameOf(member.field),
    isWrapped: isWrapped(member),
  }));
}

/** The type of a member. */
export function heldType({ field, isWrapped }: Held, scope: Scope): string {
  const type = fieldType(field, scope);
  return isWrapped ? `${scope.std('Option')}<${type}>` : type;
}

/** What of the demands of an object stands in the shape of its record, as expressions. */
export interface Shaping {
  readonly choices: string[];
  readonly totals: string[];
}

export function newShaping(): Shaping {
  return { choices: [], totals: [] };
}
