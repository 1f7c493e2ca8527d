import {
  type ClassTypeNames,
  type DomainClass,
  type DomainModel,
  isMember,
  type TypeNames,
  typeNames,
} from '../../../model/index.ts';
import { NameScope } from '../../text/index.ts';

/** The names of the schemas that are about a class. */
export interface ClassSchemaNames extends ClassTypeNames {
  /** An instance of the class and of none below it; only where the class has instances of both kinds. */
  readonly itself?: string;
  /** What changes an instance of the class or of one below it; only where it has subclasses and may change. */
  readonly changes?: string;
}

export interface SchemaNames extends TypeNames {
  readonly of: (cls: DomainClass) => ClassSchemaNames;
}

/** What the answer to a question for an instance of a class is called: it may be of one below. */
export function anyOf(cls: DomainClass, names: SchemaNames): string {
  return names.of(cls).any ?? cls.name;
}

/** The names of all schemas that the model names. */
function takenNames({ classes, enumerations, unions }: DomainModel, types: TypeNames): readonly string[] {
  const ofClass = (cls: DomainClass) => {
    const { create, update, page, any } = types.of(cls);
    return [cls.name, cls.relationsName, create, update, page, any].filter((name) => name !== undefined);
  };
  return [types.page, types.error, ...classes.flatMap(ofClass), ...[...enumerations, ...unions].map(({ name }) => name)];
}

/** The names that the model gives types, with those of schemas that only schemas need. */
export function schemaNames(model: DomainModel): SchemaNames {
  const types = typeNames(model);
  let scope: NameScope | undefined;
  // What is taken is put together where anything is claimed: in hierarchies.
  const claim = (...candidates: readonly [string, string]) => {
    scope ??= new NameScope(takenNames(model, types), true);
    return scope.claim(...candidates);
  };
  const more = new Map<DomainClass, ClassSchemaNames>();
  for (const cls of model.classes) {
    const names = types.of(cls);
    const hasChanges = cls.children.length > 0 && cls.allFields.some((field) => isMember(field, 'update'));
    if (!hasChanges && names.any === undefined) continue;
    more.set(cls, {
      ...names,
      ...(hasChanges && !cls.abstract && { changes: claim(`${cls.name}Changes`, `${cls.name}ChangesBody`) }),
      ...(names.any !== undefined && !cls.abstract && { itself: claim(`${cls.name}Itself`, `${cls.name}OfItsOwn`) }),
    });
  }
  return {
    ...types,
    of: (cls) => more.get(cls) ?? types.of(cls),
  };
}
