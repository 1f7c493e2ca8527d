/** The naming styles that templates can use as filters: `{{ class.name | snake }}`. */

import pluralize from 'pluralize';

/** Splits a name into words: `publishedAt`, `published_at`, `Published at`, `PUBLISHED-AT` and `publishedURLs` have two each. */
function words(name: string): string[] {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, '$1 ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const lowerCaseWords = (name: string) => words(name).map((word) => word.toLowerCase());
const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const spellings = {
  /** `blog_post` */
  snake: (name: string) => lowerCaseWords(name).join('_'),
  /** `blog-post` */
  kebab: (name: string) => lowerCaseWords(name).join('-'),
  /** `BLOG_POST` */
  constant: (name: string) => lowerCaseWords(name).join('_').toUpperCase(),
  /** `BlogPost` */
  pascal: (name: string) => lowerCaseWords(name).map(capitalize).join(''),
  /** `blogPost` */
  camel: (name: string) =>
    lowerCaseWords(name)
      .map((word, i) => (i === 0 ? word : capitalize(word)))
      .join(''),
  /** `blog_posts`: the plural of the last word, in its own case. */
  plural: (name: string) => pluralize(name),
} satisfies Readonly<Record<string, (name: string) => string>>;
