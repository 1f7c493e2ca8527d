import { callOfTwo, type Initializer, initializerLines, isRegularAccess } from './layout.ts';
import { identifier, identifiers, needsRename } from './names.ts';

/** What the name of a field becomes. */
export interface Spelling {
  readonly identifier: string;
  /** Whether serde has to be told the name. */
  readonly isRenamed: boolean;
  /** Whether what accesses it is laid out by the rules of `layout.ts`. */
  readonly isRegular: boolean;
  /** How a new instance takes it from the body that creates it. */
  readonly given: Initializer;
  /** How an instance takes it from a change. */
  readonly assigned: string;
}

function spelled(name: string, identifier: string): Spelling {
  return {
    identifier,
    isRenamed: needsRename(name, identifier),
    isRegular: isRegularAccess(identifier),
    given: givenBy(identifier),
    assigned: whole(callOfTwo('assign', `&mut self.${identifier}`, `update.${identifier}`)),
  };
}

function givenBy(identifier: string): Initializer {
  const value = `create.${identifier}`;
  // Written out: an object that another one is spread into has a shape of its own, for each of which V8 compiles anew.
  return { name: identifier, value, lines: initializerLines({ name: identifier, value }).map(whole) };
}

/** A text as one piece of memory: V8 would go through all that it was put together of each time that it is used. */
function whole(text: string): string {
  return [text, ''].join('');
}

/** What gives each of some fields its spelling, by its name. */
export function spellings(fields: readonly { readonly name: string }[]): (name: string) => Spelling {
  if (!fields.some(({ name }) => usual(name).isRenamed)) return usual;
  const identifierOf = identifiers(fields.map(({ name }) => name));
  return (name) => spelled(name, identifierOf(name));
}

/** Spellings by names. What a class inherits all below it have, and the same names are given to much, so that most come again. */
const known = new Map<string, Spelling>();

/** No more of them are kept. */
const MOST_KNOWN = 5000;

function usual(name: string): Spelling {
  let spelling = known.get(name);
  if (spelling === undefined) {
    spelling = spelled(name, identifier(name));
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(name, spelling);
  }
  return spelling;
}
