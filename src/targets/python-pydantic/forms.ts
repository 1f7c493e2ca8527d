/** What else stands for a class beside its own model: what it is called, and whether there is any. */

import {
  type ClassTypeNames,
  type DomainClass,
  type DomainModel,
  isMember,
  type TypeNames,
  typeNames,
} from '../../model/index.ts';
import { compareInAll, inOrder } from './imports.ts';
import { className } from './names.ts';

/** What else stands for the classes of a model. */
export interface Forms extends Pick<TypeNames, 'of'> {
  /** The names that the module of variants of a class defines, in the order of `__all__`. */
  readonly namesOf: (cls: DomainClass) => readonly string[];
  /** The same with that of the class itself: what the package has of it. */
  readonly allNamesOf: (cls: DomainClass) => readonly string[];
}

interface ClassNames {
  readonly others: readonly string[];
  readonly all: readonly string[];
}

export function formsOf(model: DomainModel): Forms {
  const { of } = typeNames(model);
  const names = new Map<DomainClass, ClassNames>();
  const made = (cls: DomainClass): ClassNames => {
    let known = names.get(cls);
    if (known === undefined) {
      const others = namesAmong(cls, of(cls));
      known = { others, all: inOrder([className(cls.name), ...others]) };
      names.set(cls, known);
    }
    return known;
  };
  return { of, namesOf: (cls) => made(cls).others, allNamesOf: (cls) => made(cls).all };
}

function namesAmong(cls: DomainClass, { create, update, page, any }: ClassTypeNames): readonly string[] {
  const names = [className(create), className(page)];
  if (isChangeable(cls)) names.push(className(update));
  if (any !== undefined) names.push(className(any));
  if (cls.relationsName !== undefined) names.push(className(cls.relationsName));
  return names.sort(compareInAll);
}

/** Whether an instance has anything that may change. */
export function isChangeable(cls: DomainClass): boolean {
  return cls.allFields.some((field) => isMember(field, 'update'));
}
