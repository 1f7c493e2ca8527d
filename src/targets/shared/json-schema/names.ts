/** The names of the component schemas, unique in a document: `Post`, `PostCreate`, `PostUpdate`. */

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
  /** `PersonItself`, the schema of instances that belong to no subclass; only for classes that have other instances, too. */
  readonly itself?: string;
  /** `PersonChanges`, the schema of updates that subclasses extend; only for changeable classes with subclasses. */
  readonly openUpdate?: string;
}

/** The names of the schemas of a class in responses that include related instances. */
export interface InclusionNames {
  /** The schema of an instance that belongs to no subclass. */
  readonly itself: string;
  /** The schema of an instance of the class or a subclass; the same if the class has no schema `any`. */
  readonly any: string;
}

export interface SchemaNames extends TypeNames {
  /** The schema of all decimals. */
  readonly decimal: string;
  readonly of: (cls: DomainClass) => ClassSchemaNames;
  readonly including: (cls: DomainClass) => InclusionNames;
}

/** Returns the name of the schema of a response: the one that accepts subclasses, if the class has any. */
export function responseSchemaName(cls: DomainClass, names: SchemaNames): string {
  return names.of(cls).any ?? cls.name;
}

/** Returns the schema names that are those of types of the model. */
function modelTypeNames({ classes, enumerations, unions }: DomainModel, types: TypeNames): readonly string[] {
  const ofClass = (cls: DomainClass) => {
    const { create, update, page, any } = types.of(cls);
    return [cls.name, cls.relationsName, create, update, page, any].filter((name) => name !== undefined);
  };
  return [types.page, types.problem, ...classes.flatMap(ofClass), ...[...enumerations, ...unions].map(({ name }) => name)];
}

/** Returns the names of all component schemas: those of the model's types, and of schemas without such a type. */
export function schemaNames(model: DomainModel): SchemaNames {
  const types = typeNames(model);
  const scope = new NameScope(modelTypeNames(model, types), true);
  const claim = (...candidates: readonly [string, string]) => scope.claim(...candidates);
  const extended = new Map<DomainClass, ClassSchemaNames>();
  for (const cls of model.classes) {
    const names = types.of(cls);
    const hasChanges = cls.children.length > 0 && cls.allFields.some((field) => isMember(field, 'update'));
    if (!hasChanges && names.any === undefined) continue;
    extended.set(cls, {
      ...names,
      ...(hasChanges && !cls.abstract && { openUpdate: claim(`${cls.name}Changes`, `${cls.name}ChangesBody`) }),
      ...(names.any !== undefined && !cls.abstract && { itself: claim(`${cls.name}Itself`, `${cls.name}OfItsOwn`) }),
    });
  }
  const claimIncluding = (name: string) => claim(`${name}WithIncludes`, `${name}WithIncludesBody`);
  let including: ReadonlyMap<DomainClass, InclusionNames> | undefined;
  return {
    ...types,
    decimal: claim('Decimal', 'DecimalValue'),
    of: (cls) => extended.get(cls) ?? types.of(cls),
    including(cls) {
      including ??= new Map(
        model.classes.map((each) => {
          const { any } = types.of(each);
          const itself = claimIncluding(each.name);
          return [each, { itself, any: any === undefined ? itself : claimIncluding(any) }];
        }),
      );
      return including.get(cls) as InclusionNames;
    },
  };
}
