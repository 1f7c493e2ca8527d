import { type Initializer, initializerLines, isRegularAccess, twoArgumentCall } from './layout.ts';
import { identifier, identifiers, needsRename } from './names.ts';

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

function makeSpelling(name: string, identifier: string): Spelling {
  return {
    identifier,
    isRenamed: needsRename(name, identifier),
    isRegular: isRegularAccess(identifier),
    initializer: createInitializer(identifier),
    assignment: flattenString(twoArgumentCall('assign', `&mut self.${identifier}`, `update.${identifier}`)),
  };
}

function createInitializer(identifier: string): Initializer {
  const value = `create.${identifier}`;
  // No spread: V8 would give each object its own shape and compile the code that uses it again for each.
  return { name: identifier, value, lines: initializerLines({ name: identifier, value }).map(flattenString) };
}

/** Flattens a string: V8 would otherwise traverse the strings it was concatenated from at each use. */
function flattenString(text: string): string {
  return [text, ''].join('');
}

/** Returns a function from the name of a field to its spelling. */
export function spellingOfFields(fields: readonly { readonly name: string }[]): (name: string) => Spelling {
  if (!fields.some(({ name }) => cachedSpelling(name).isRenamed)) return cachedSpelling;
  const identifierOf = identifiers(fields.map(({ name }) => name));
  return (name) => makeSpelling(name, identifierOf(name));
}

/** Spellings by name. Subclasses inherit fields, and many classes use the same names, so most spellings are reused. */
const known = new Map<string, Spelling>();

/** Maximum number of cached spellings. */
const MAX_CACHED = 5000;

function cachedSpelling(name: string): Spelling {
  let spelling = known.get(name);
  if (spelling === undefined) {
    spelling = makeSpelling(name, identifier(name));
    if (known.size >= MAX_CACHED) known.clear();
    known.set(name, spelling);
  }
  return spelling;
}
