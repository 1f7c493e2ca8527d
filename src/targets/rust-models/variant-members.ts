/** Prepares the members of a class for the printers of its record, create and update variants. */

import { type DomainClass, demandsOn, type Member, membersIn } from '../../model/index.ts';
import { spellingOfFields } from './field-names.ts';
import { isLong } from './layout.ts';
import { demandsWithCode, type RunContext } from './run-context.ts';
import type { RustMember } from './rust-member.ts';
import type { Scope } from './scope.ts';
import { fieldType } from './types.ts';

/** Returns whether an absent member is different from an empty one, so that its type is an `Option`. */
function isWrapped({ absent }: Member): boolean {
  return absent === 'supplied' || absent === 'stays';
}

/** The members of a class in its record, create and update variants. */
export interface VariantMembers {
  /** All its fields, in their order. */
  readonly entity: readonly RustMember[];
  readonly create: readonly RustMember[];
  readonly update: readonly RustMember[];
  /** The model's members of the variants. */
  readonly modelMembers: { readonly create: readonly Member[]; readonly update: readonly Member[] };
  /** Whether a name is so long that rustfmt breaks lines within types and calls. */
  readonly isLong: boolean;
  /** Whether `layout.ts` can format the code that accesses any of them. */
  readonly isRegular: boolean;
  /** Whether an instance has no constraints that code must check. */
  readonly isUnconstrained: boolean;
}

/** Returns the members of a class, computed once for all of its types. */
export function variantMembersOf(cls: DomainClass, scope: Scope, { ledger }: RunContext): VariantMembers {
  const spell = spellingOfFields(cls.allFields);
  const entity = cls.allFields.map((field): RustMember => {
    const spelling = spell(field.name);
    return {
      field,
      identifier: spelling.identifier,
      spelling,
      type: fieldType(field, scope),
      isWrapped: false,
      demands: demandsWithCode(cls, field, ledger),
      mark: { element: { kind: 'field', class: cls, field } },
    };
  });
  const modelMembers = { create: membersIn(cls, 'create'), update: membersIn(cls, 'update') };
  return {
    entity,
    create: membersOfVariant(modelMembers.create, entity),
    update: membersOfVariant(modelMembers.update, entity),
    modelMembers,
    isLong: entity.some(({ identifier }) => isLong(identifier)),
    isRegular: entity.every(({ spelling }) => spelling.isRegular),
    isUnconstrained: !ledger.arePrinted(demandsOn(cls).object) && entity.every(({ demands }) => demands === undefined),
  };
}

/** Returns the members of a variant; `members` and `fields` have the same order. */
function membersOfVariant(members: readonly Member[], fields: readonly RustMember[]): readonly RustMember[] {
  let i = 0;
  return members.map((member) => {
    while (fields[i]?.field !== member.field) i++;
    const rustMember = fields[i] as RustMember;
    return isWrapped(member) ? { ...rustMember, isWrapped: true } : rustMember;
  });
}

/** Returns the type of a member in its variant: `Option<…>` if it is wrapped. */
export function memberType({ type, isWrapped }: RustMember, scope: Scope): string {
  return isWrapped ? `${scope.std('Option')}<${type}>` : type;
}
