import type { DomainClass, DomainModel } from '../../model/index.ts';
import { type ClassSchemaNames, type SchemaNames, schemaNames } from '../shared/json-schema/index.ts';
import { NameScope, pascalCase } from '../text/index.ts';

/** The names of the component schemas and operations that are about a class. */
export interface ClassNames extends ClassSchemaNames {
  readonly listOperation: string;
}

export interface Names extends SchemaNames {
  readonly of: (cls: DomainClass) => ClassNames;
}

/** The names of schemas, with those of operations. */
export function planNames(model: DomainModel): Names {
  const schemas = schemaNames(model);
  const operations = new NameScope([], true);
  const byClass = new Map<DomainClass, ClassNames>();
  for (const cls of model.classes) {
    const listOperation = operations.claim(`list${pascalCase(cls.plural)}`, `list${cls.name}`);
    byClass.set(cls, { ...schemas.of(cls), listOperation });
  }
  return {
    ...schemas,
    of(cls) {
      const names = byClass.get(cls);
      if (names === undefined) throw new RangeError(`${cls.name} is not a class of the model`);
      return names;
    },
  };
}
