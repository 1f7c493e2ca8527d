/** The types that a package defines for each class: `Post`, `PostCreate`, `PostUpdate`, `PostPage`; their names and modules. */

import {
  type ClassTypeNames,
  type DomainClass,
  type DomainModel,
  relatedTypeName,
  type TypeNames,
  typeNames,
} from '../../model/index.ts';
import { isChangeable, type VariantKind } from '../core/index.ts';
import { inOrder } from './imports.ts';
import { className, isBuiltin, moduleName } from './names.ts';

export interface PackageTypes extends Pick<TypeNames, 'of'> {
  /** The names that the module of a class defines in addition to the record, in the order of `__all__`. */
  readonly derivedNamesOf: (cls: DomainClass) => readonly string[];
  /** The same names with that of the class, which the package exports. */
  readonly exportedNamesOf: (cls: DomainClass) => readonly string[];
  /** The module of the union of a class with its subclasses, and its names; undefined for a class without subclasses. */
  readonly unionModuleOf: (cls: DomainClass) => { readonly module: string; readonly names: readonly string[] } | undefined;
  /** The type of related objects of a class: for an abstract class, the union of its subclasses. */
  readonly relatedTypeOf: (cls: DomainClass) => RelatedType;
}

export interface RelatedType {
  readonly module: string;
  readonly name: string;
  /** Its name in forward references: `_Warning` if Python has a built-in `Warning`, which would be found instead. */
  readonly forwardName: string;
}

/**
 * Returns the types of the package for a model.
 *
 * @param variants the types that are printed for each class
 */
export function packageTypesOf(model: DomainModel, variants: ReadonlySet<VariantKind>): PackageTypes {
  const { of } = typeNames(model);
  const derivedNamesOf = (cls: DomainClass) => inOrder(derivedNames(cls, of(cls), variants));
  return {
    of,
    derivedNamesOf,
    exportedNamesOf: (cls) => inOrder([className(cls.name), ...derivedNamesOf(cls)]),
    unionModuleOf(cls) {
      const { any, page } = of(cls);
      if (any === undefined) return undefined;
      const names = [className(any), ...(variants.has('page') ? [className(page)] : [])];
      return { module: moduleName(`any_${cls.slug}`), names: inOrder(names) };
    },
    relatedTypeOf(cls) {
      const name = className(relatedTypeName(cls, { of }));
      const isUnion = name !== className(cls.name);
      const forwardName = isBuiltin(name) ? `_${name}` : name;
      return { module: moduleName(isUnion ? `any_${cls.slug}` : cls.slug), name, forwardName };
    },
  };
}

function derivedNames(cls: DomainClass, names: ClassTypeNames, variants: ReadonlySet<VariantKind>): readonly string[] {
  const { create, update, page, any } = names;
  return [
    ...(variants.has('create') && !cls.abstract ? [className(create)] : []),
    ...(variants.has('update') && isChangeable(cls) ? [className(update)] : []),
    ...(variants.has('page') && any === undefined ? [className(page)] : []),
    ...(variants.has('related') && cls.relationsName !== undefined ? [className(cls.relationsName)] : []),
  ];
}
