/** The option `variants`: which types a template prints for each class. */

import { type DomainClass, isMember, membersIn } from '../../model/index.ts';
import type { OptionSpec, OptionValue } from '../target.ts';

/** The types that a template can print for a class: the record and types derived from it. */
export const variantKinds = ['record', 'create', 'update', 'page', 'related'] as const;

export type VariantKind = (typeof variantKinds)[number];

export const variantsOption = {
  type: 'list',
  default: variantKinds,
  about: 'types to print for each class, of record, create, update, page and related; record is always printed',
  problem(list: readonly string[]) {
    const unknown = list.find((name) => !(variantKinds as readonly string[]).includes(name));
    return unknown === undefined
      ? undefined
      : `must name some of ${variantKinds.join(', ')}; ${JSON.stringify(unknown)} is none of them`;
  },
} as const satisfies OptionSpec;

/** Returns the variants that a value of the option names, and `record`. */
export function chosenVariants(value: OptionValue | undefined): ReadonlySet<VariantKind> {
  const chosen = (value ?? variantsOption.default) as readonly VariantKind[];
  return new Set<VariantKind>(['record', ...chosen]);
}

/** Returns whether an update may remove the value of a member by sending null. */
export function isClearable(cls: DomainClass): boolean {
  return membersIn(cls, 'update').some((member) => member.null === 'none');
}

/** Returns whether a class has an update variant: it is concrete and has fields that clients may change. */
export function isChangeable(cls: DomainClass): boolean {
  return !cls.abstract && cls.allFields.some((field) => isMember(field, 'update'));
}
