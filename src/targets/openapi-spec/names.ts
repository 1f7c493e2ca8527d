import type { DomainClass, DomainModel } from '../../model/index.ts';
import { type SchemaNames, schemaNames } from '../shared/json-schema/index.ts';
import { NameScope, pascalCase } from '../text/index.ts';

/** The names of schemas and of list operations. Other names of operations contain the name of the class. */
export interface Names extends SchemaNames {
  readonly listOperation: (cls: DomainClass) => string;
}

export function planNames(model: DomainModel): Names {
  const operations = new NameScope([], true);
  const lists = new Map<DomainClass, string>();
  for (const cls of model.classes) lists.set(cls, operations.claim(`list${pascalCase(cls.plural)}`, `list${cls.name}`));
  return {
    ...schemaNames(model),
    listOperation(cls) {
      const name = lists.get(cls);
      if (name === undefined) throw new RangeError(`${cls.name} is not a class of the model`);
      return name;
    },
  };
}
