/**
 * Parts of long documents, which who prints a document again may keep. A part reads the labels and comments in it for itself, or
 * for its group: parts of one group are printed one after another, and all of them or none.
 */

/** Text without its last line feed, and how many lines it has. */
export interface PrintedPart {
  readonly text: string;
  readonly lines: number;
}

/** Prints a part, or takes what is known of it. */
export type PartKeeper = (group: string, name: string, print: () => PrintedPart) => PrintedPart;

let keeper: PartKeeper | undefined;

/** Does work by which a document is printed of which somebody keeps the parts. */
export function keepingParts<T>(by: PartKeeper, work: () => T): T {
  const before = keeper;
  keeper = by;
  try {
    return work();
  } finally {
    keeper = before;
  }
}

export const arePartsKept = (): boolean => keeper !== undefined;

/** @param name unique in the document */
export function keptPart(group: string, name: string, print: () => PrintedPart): PrintedPart {
  return keeper ? keeper(group, name, print) : print();
}
