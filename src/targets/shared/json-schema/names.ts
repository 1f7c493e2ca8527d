import {
  type ClassTypeNames,
  type DomainClass,
  type DomainModel,
  isMember,
  type TypeNames,
  typeNames,
} from '../../../model/index.ts';
import { NameScope } from '../../text/index.ts';

export interface ClassSchemaNames extends ClassTypeNames {
  /** The schema of instances that belong to no subclass; only for classes that have other instances, too. */
  readonly itself?: string;
  /** The schema of updates for the class and its subclasses; only for changeable classes with subclasses. */
  readonly changes?: string;
}

export interface SchemaNames extends TypeNames {
  readonly of: (cls: DomainClass) => ClassSchemaNames;
}

/** Returns the name of the schema of a response: the instance may belong to a subclass. */
export function anyOf(cls: DomainClass, names: SchemaNames): string {
  return names.of(cls).any ?? cls.name;
}

/** Returns the schema names that the model defines. */
function takenNames({ classes, enumerations, unions }: DomainModel, types: TypeNames): readonly string[] {
  const ofClass = (cls: DomainClass) => {
    const { create, update, page, any } = types.of(cls);
    return [cls.name, cls.relationsName, create, update, page, any].filter((name) => name !== undefined);
  };
  return [types.page, types.error, ...classes.flatMap(ofClass), ...[...enumerations, ...unions].map(({ name }) => name)];
}

/** Returns the type names of the model and the names of schemas that have no such type. */
export function schemaNames(model: DomainModel): SchemaNames {
  const types = typeNames(model);
  let scope: NameScope | undefined;
  // Created only if a name is claimed: in hierarchies.
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
