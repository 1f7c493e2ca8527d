import type { DomainClass, DomainModel } from '../../model/index.ts';
import { NameScope, pascalCase } from '../text/index.ts';

/** The names of the component schemas and operations that are about a class. */
export interface ClassNames {
  readonly create: string;
  readonly update: string;
  readonly page: string;
  readonly listOperation: string;
}

export interface Names {
  /** The schema that all pages share. */
  readonly page: string;
  /** The schema of the body of every error. */
  readonly error: string;
  /** The same, for languages in which `Error` means something else already. */
  readonly problem: string;
  readonly of: (cls: DomainClass) => ClassNames;
}

/**
 * Names for everything that is not a class, an enumeration, a union or a type with relations: those keep the names that the model gives them,
 * whatever else there is. Names that differ only in case count as equal, because client generators make files of them.
 */
export function planNames(model: DomainModel): Names {
  const schemas = new NameScope(
    [
      ...model.classes.flatMap((cls) => (cls.relationsName === undefined ? [cls.name] : [cls.name, cls.relationsName])),
      ...model.enumerations.map(({ name }) => name),
      ...model.unions.map(({ name }) => name),
    ],
    true,
  );
  const operations = new NameScope([], true);
  const page = schemas.claim('Page', 'PageInfo');
  const error = schemas.claim('Error', 'ProblemDetails');
  const problem = schemas.claim('Problem', 'ProblemDetails', 'FailureDetails');
  const byClass = new Map<DomainClass, ClassNames>();
  for (const cls of model.classes) {
    byClass.set(cls, {
      create: schemas.claim(`${cls.name}Create`, `${cls.name}CreateBody`),
      update: schemas.claim(`${cls.name}Update`, `${cls.name}UpdateBody`),
      page: schemas.claim(`${cls.name}Page`, `${cls.name}PageBody`),
      listOperation: operations.claim(`list${pascalCase(cls.plural)}`, `list${cls.name}`),
    });
  }
  return {
    page,
    error,
    problem,
    of(cls) {
      const names = byClass.get(cls);
      if (names === undefined) throw new RangeError(`${cls.name} is not a class of the model`);
      return names;
    },
  };
}
