/** Assigns the names of schemas and operations, such as `PostCreate` and `listPosts`. */

import type { DomainClass, DomainModel, Relation } from '../../model/index.ts';
import { type SchemaNames, schemaNames } from '../shared/json-schema/index.ts';
import { NameScope, pascalCase } from '../text/index.ts';

/** The names of schemas and of list operations. Names of operations on single instances contain that of the class. */
export interface Names extends SchemaNames {
  readonly listOperation: (cls: DomainClass) => string;
  readonly relatedOperation: (cls: DomainClass, relation: Relation) => string;
}

/** Returns the names of the schemas and list operations of a model. The names of operations differ in more than case. */
export function planNames(model: DomainModel): Names {
  const operations = new NameScope([], true);
  const lists = new Map<DomainClass, string>();
  for (const cls of model.classes) lists.set(cls, operations.claim(`list${pascalCase(cls.plural)}`, `list${cls.name}`));
  const related = new Map<DomainClass, Map<string, string>>();
  return {
    ...schemaNames(model),
    listOperation(cls) {
      const name = lists.get(cls);
      if (name === undefined) throw new RangeError(`${cls.name} is not a class of the model`);
      return name;
    },
    relatedOperation(cls, { name }) {
      const operationByRelation = related.get(cls) ?? new Map<string, string>();
      related.set(cls, operationByRelation);
      const operation = operationByRelation.get(name) ?? operations.claim(`list${cls.name}${pascalCase(name)}`);
      operationByRelation.set(name, operation);
      return operation;
    },
  };
}
