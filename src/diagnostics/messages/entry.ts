/** The form of a message, and texts that messages of several areas share. */

export type Severity = 'error' | 'warning';

/** A text edit that an editor can offer to resolve a message. */
export type Fix =
  /** Replaces the first occurrence of a name after the source location. */
  | { readonly kind: 'replace'; readonly name: string; readonly by: string }
  /** Appends a statement to the file. */
  | { readonly kind: 'state'; readonly statement: string }
  /** Declares a prefix at the top of the file. */
  | { readonly kind: 'prefix'; readonly prefix: string; readonly namespace: string };

export interface Entry<P> {
  readonly severity: Severity;
  readonly message: (p: P) => string;
  readonly help?: (p: P) => string;
  /** Edits that may resolve it, the likeliest first. */
  readonly fixes?: (p: P) => readonly Fix[];
  /** Exit status when an error of this kind ends the program: 2 is a wrong command line, 1 anything else. */
  readonly exit?: 2;
}

/** Returns an entry of the catalogue itself. The call infers the type of the parameters of its message. */
export const entry = <P>(e: Entry<P>): Entry<P> => e;

/** Returns a name, or a count with the first names: `2 classes (:A, :B)`. */
export function countedNames(names: readonly string[], one: string, several: string): string {
  return names.length === 1 ? `${one} ${names[0]}` : `${names.length} ${several} (${shortList(names)})`;
}

/** Returns the names, or the first three of more than four. */
export function shortList(names: readonly string[]): string {
  const shown = names.length > 4 ? 3 : names.length;
  const more = names.length > shown ? ` and ${names.length - shown} more` : '';
  return `${names.slice(0, shown).join(', ')}${more}`;
}

/** Returns a statement, or a count with the first statements. */
export function statementList(names: readonly string[]): string {
  return names.length === 1 ? (names[0] as string) : `${names.length} statements (${shortList(names)})`;
}

/** Returns `a, b or c`. */
export function joinWithOr(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** Returns `1 file` or `2 files`. */
export function countOf(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}
