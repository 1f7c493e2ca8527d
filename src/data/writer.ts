/** The interface of formats that write individuals one after the other, with fixed texts between them. */

import type { Individual } from './individual.ts';

export interface Writer {
  /** Returns the text of an individual, without U+0000. */
  readonly text: (individual: Individual) => string;
  /** The text before the first individual, between two, and after the last one. */
  readonly begin: string;
  readonly between: string;
  readonly end: string;
  /** The whole text, if there are no individuals. */
  readonly empty: string;
}

/** Yields the whole text of individuals in pieces. */
export function* joinPieces(texts: Iterable<string>, { begin, between, end, empty }: Writer): Generator<string, void, undefined> {
  let isFirst = true;
  for (const text of texts) {
    yield `${isFirst ? begin : between}${text}`;
    isFirst = false;
  }
  yield isFirst ? empty : end;
}
