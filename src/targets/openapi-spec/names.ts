import { type ClassTypeNames, type DomainClass, type DomainModel, type TypeNames, typeNames } from '../../model/index.ts';
import { NameScope, pascalCase } from '../text/index.ts';

/** The names of the component schemas and operations that are about a class. */
export interface ClassNames extends ClassTypeNames {
  readonly listOperation: string;
}

export interface Names extends TypeNames {
  readonly of: (cls: DomainClass) => ClassNames;
}

/** What the answer to a question for an instance of a class is called: it may be of one below. */
export function anyOf(cls: DomainClass, names: Names): string {
  return names.of(cls).any ?? cls.name;
}

/** The names that the model gives types, with those of operations. */
export function planNames(model: DomainModel): Names {
  const types = typeNames(model);
  const operations = new NameScope([], true);
  const byClass = new Map<DomainClass, ClassNames>();
  for (const cls of model.classes) {
    byClass.set(cls, {
      ...types.of(cls),
      listOperation: operations.claim(`list${pascalCase(cls.plural)}`, `list${cls.name}`),
    });
  }
  return {
    ...types,
    of(cls) {
      const names = byClass.get(cls);
      if (names === undefined) throw new RangeError(`${cls.name} is not a class of the model`);
      return names;
    },
  };
}
