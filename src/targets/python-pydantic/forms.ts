/** What else stands for a class beside its own model: what it is called, and whether there is any. */

import { type DomainClass, type DomainModel, type TypeNames, typeNames, variantOf } from '../../model/index.ts';
import { className } from './names.ts';

/** What else stands for the classes of a model. */
export type Forms = Pick<TypeNames, 'of'>;

export function formsOf(model: DomainModel): Forms {
  return typeNames(model);
}

/** Whether an instance has anything that may change. */
export function isChangeable(cls: DomainClass): boolean {
  return variantOf(cls, 'update').members.length > 0;
}

/** The names that the module of variants of a class defines. */
export function namesOfForms(cls: DomainClass, forms: Forms): readonly string[] {
  const { create, update, page, any } = forms.of(cls);
  return [
    create,
    ...(isChangeable(cls) ? [update] : []),
    page,
    ...(any === undefined ? [] : [any]),
    ...(cls.relationsName === undefined ? [] : [cls.relationsName]),
  ].map(className);
}
