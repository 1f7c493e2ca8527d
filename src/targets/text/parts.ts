/**
 * Parts of long documents that a caller may keep for the next printing. A part reads its labels and comments itself or together
 * with its group: the parts of a group are printed one after another, and either all or none of them.
 */

/** Text without its last line feed, and the number of its lines. */
export interface PrintedPart {
  readonly text: string;
  readonly lines: number;
}

/** Prints a part, or returns the kept one. */
export type PartCache = (group: string, name: string, print: () => PrintedPart) => PrintedPart;

let keeper: PartCache | undefined;

/** Runs work that prints a document, with a keeper for its parts. */
export function withPartCache<T>(by: PartCache, work: () => T): T {
  const before = keeper;
  keeper = by;
  try {
    return work();
  } finally {
    keeper = before;
  }
}

export const hasPartCache = (): boolean => keeper !== undefined;

/** @param name unique in the document */
export function cachedPart(group: string, name: string, print: () => PrintedPart): PrintedPart {
  return keeper ? keeper(group, name, print) : print();
}
