/** Types in the prose of comments. */

import { articleOf, capitalized } from '../text/index.ts';

/** A type as a link with its article: `an {@link Order}`. */
export function linked(type: string): string {
  return `${articleOf(type)} {@link ${type}}`;
}

/** A type as a link with its article, where a sentence begins. */
export function linkedFirst(type: string): string {
  return capitalized(linked(type));
}
