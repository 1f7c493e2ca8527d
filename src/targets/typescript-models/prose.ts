/** Types in the prose of comments. */

import { articleOf, capitalized } from '../text/index.ts';

/** Returns a link to a type with its article: `an {@link Order}`. */
export function linkWithArticle(type: string): string {
  return `${articleOf(type)} {@link ${type}}`;
}

/** Returns a link to a type with its article, for the beginning of a sentence. */
export function sentenceLink(type: string): string {
  return capitalized(linkWithArticle(type));
}
