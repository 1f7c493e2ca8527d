import { type DomainClass, type Field, type FieldDemands, type Member, type Role, variantOf } from '../../model/index.ts';
import type { Mark } from '../target.ts';
import { identifiersOf } from './names.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';
import { fieldType } from './types.ts';

/** A member of a class in a role, as Rust holds it. */
export interface Held {
  readonly field: Field;
  readonly identifier: string;
  /** What the class itself holds. */
  readonly type: string;
  /** Whether it is an option of that, because it may be left out: what is supplied, or stays. */
  readonly isWrapped: boolean;
  /** What is demanded of it, if there is code for some of that. */
  readonly demands: FieldDemands | undefined;
  /** What lines on it are about. */
  readonly mark: Mark;
}

/** Whether a member may be left out without being empty by that. */
export function isWrapped({ absent }: Member): boolean {
  return absent === 'supplied' || absent === 'stays';
}

/** The fields of a class, as its struct holds them: what all of its types have in common. */
export function fieldsOf(cls: DomainClass, scope: Scope, { ledger }: Run): readonly Held[] {
  const nameOf = identifiersOf(cls);
  return cls.allFields.map((field) => {
    const demands = ledger.demandsToPrint(cls, field);
    return {
      field,
      identifier: nameOf(field.name),
      type: fieldType(field, scope),
      isWrapped: false,
      demands: ledger.arePrinted(demands.whole) || ledger.arePrinted(demands.each) ? demands : undefined,
      mark: { element: { kind: 'field', class: cls, field } },
    };
  });
}

/**
 * The members of a class in a role.
 *
 * @param fields those of the class
 */
export function heldBy(cls: DomainClass, role: Role, fields: readonly Held[]): readonly Held[] {
  const held: Held[] = [];
  let at = 0;
  // Members are in the order of the fields.
  for (const member of variantOf(cls, role).members) {
    while (fields[at]?.field !== member.field) at++;
    const own = fields[at] as Held;
    held.push(isWrapped(member) ? { ...own, isWrapped: true } : own);
  }
  return held;
}

/** The type of a member. */
export function heldType({ type, isWrapped }: Held, scope: Scope): string {
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
