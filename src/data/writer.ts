/** Writes individuals, each by itself. */

import type { Individual } from './individual.ts';

export interface Writer {
  /** An individual; it holds no U+0000. */
  readonly text: (individual: Individual) => string;
  /** What stands before the first individual, between two, and after the last one. */
  readonly begin: string;
  readonly between: string;
  readonly end: string;
  /** All of it where there is no individual. */
  readonly none: string;
}

/** The whole text of individuals, in pieces. */
export function* written(texts: Iterable<string>, { begin, between, end, none }: Writer): Generator<string, void, undefined> {
  let isFirst = true;
  for (const text of texts) {
    yield `${isFirst ? begin : between}${text}`;
    isFirst = false;
  }
  yield isFirst ? none : end;
}
