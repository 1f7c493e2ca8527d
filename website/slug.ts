/**
 * The anchor that GitHub gives a heading: small letters, no punctuation but hyphens and underscores, hyphens for blanks
 * (https://docs.github.com/en/get-started/writing-on-github, "Section links"). The documents are read there and as a site,
 * and their links are to lead to the same place in both. The second heading of a name has `-1` after it.
 */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
