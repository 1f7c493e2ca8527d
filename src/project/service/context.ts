/** Context that the functions which print modules of a service share. */

import { type DomainClass, declaredRelations, discriminatorOf } from '../../model/index.ts';
import type { Operation } from '../../targets/openapi-spec/index.ts';
import type { Storage } from './statements.ts';

export interface ServiceContext {
  readonly storage: Storage;
  /** True if classes have routes, as in the REST API. */
  readonly hasRoutes: boolean;
  readonly operationsOf: (cls: DomainClass) => readonly Operation[];
  /** The names of the types that implement `Validate`. */
  readonly validated: ReadonlySet<string>;
  readonly namesOf: (cls: DomainClass) => {
    readonly create: string;
    readonly update: string;
    readonly any?: string;
  };
  /** The abstract classes whose instances responses contain as related objects. */
  readonly relatedUnions: ReadonlySet<DomainClass>;
}

/** Returns the abstract classes whose instances the operations return as related objects. */
export function relatedUnionsOf(operations: readonly Operation[]): ReadonlySet<DomainClass> {
  const relations = operations.flatMap(({ kind, cls }) => (kind === 'relations' ? declaredRelations(cls) : []));
  return new Set(relations.map(({ target }) => target).filter((target) => target.abstract && discriminatorOf(target)));
}
