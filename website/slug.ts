/**
 * Returns the anchor that GitHub gives a heading: lower case, without punctuation except hyphens and underscores, and with
 * hyphens for spaces (https://docs.github.com/en/get-started/writing-on-github, "Section links"). Links work on GitHub and on
 * the site. A second heading with the same name gets the suffix `-1`.
 */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
