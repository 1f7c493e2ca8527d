/** The Rust code that depends only on the names of fields; computed once for each field and used in all variants of a class. */

import { type Initializer, isRegularAccess, twoArgumentCall } from './layout.ts';
import { identifiers, needsRename } from './names.ts';

/** Code that depends only on the name of a field. */
export interface Spelling {
  readonly identifier: string;
  /** Whether serde needs an attribute with the name. */
  readonly isRenamed: boolean;
  /** Whether `layout.ts` can format the code that accesses the field. */
  readonly isRegular: boolean;
  /** The initializer that copies it from a create variant to a new instance. */
  readonly initializer: Initializer;
  /** The statement that copies it from an update to an instance. */
  readonly assignment: string;
}

function spellingOf(name: string, identifier: string): Spelling {
  return {
    identifier,
    isRenamed: needsRename(name, identifier),
    isRegular: isRegularAccess(identifier),
    initializer: { name: identifier, value: `create.${identifier}` },
    assignment: twoArgumentCall('assign', `&mut self.${identifier}`, `update.${identifier}`),
  };
}

/** Returns a function from the name of a field to its spelling. */
export function spellingOfFields(fields: readonly { readonly name: string }[]): (name: string) => Spelling {
  const identifierOf = identifiers(fields.map(({ name }) => name));
  return (name) => spellingOf(name, identifierOf(name));
}
