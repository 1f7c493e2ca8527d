/** Finds the name that a user probably meant: `publishedAt` for `pulbishedAt`. */

/** Returns the candidate that the user probably meant by `word`: a similar one, or one that contains `word`. */
export async function suggest(word: string, candidates: readonly string[]): Promise<string | undefined> {
  if (candidates.length === 0) return undefined;
  const { closest, distance } = await import('fastest-levenshtein');
  const lower = word.toLowerCase();
  const byLowerCase = new Map<string, string>();
  for (const candidate of candidates) {
    if (!byLowerCase.has(candidate.toLowerCase())) byLowerCase.set(candidate.toLowerCase(), candidate);
  }
  const names = [...byLowerCase.keys()];
  const nearest = closest(lower, names);
  // At most half of a short word may differ: otherwise, any other short word would match.
  const maxDistance = Math.min(Math.max(2, Math.floor(nearest.length / 3)), Math.max(1, Math.floor(lower.length / 2)));
  if (nearest !== '' && distance(lower, nearest) <= maxDistance) return byLowerCase.get(nearest);
  // The plural of `ontology` is `ontologies`.
  const containing = names.find(
    (c) => (lower.length >= 3 && c.includes(lower)) || (c.length >= 5 && lower.startsWith(c.slice(0, -1))),
  );
  return containing === undefined ? undefined : byLowerCase.get(containing);
}

/**
 * Returns the candidate that is probably the same name with a typing error: another case, transposed letters, or one or two
 * wrong letters. Numbers must be equal. {@link suggest} accepts more candidates.
 */
export async function findSimilarName(name: string, candidates: readonly string[]): Promise<string | undefined> {
  const lower = name.toLowerCase();
  const differentCase = candidates.find((candidate) => candidate.length === name.length && candidate.toLowerCase() === lower);
  if (differentCase !== undefined) return differentCase;
  const maxDistance = name.length < 6 ? 1 : 2;
  // A short word with another first letter is usually another word: uuid is not puid. Another number identifies another thing:
  // BFO_0000040 is not BFO_0000140.
  const number = digitsOf(name);
  const isComparable = (candidate: string) =>
    digitsOf(candidate) === number &&
    (name.length > 5 || lower[0] === candidate[0]?.toLowerCase() || isTransposed(name, candidate));
  // A greater difference in length is a greater distance. Three letters may lack one, but another letter is another word.
  const minLength = name.length > 3 ? name.length - maxDistance : name.length + 1;
  const similar =
    name.length > 2
      ? candidates.filter(({ length }) => length >= minLength && length <= name.length + maxDistance).filter(isComparable)
      : [];
  if (similar.length === 0) return undefined;
  const transposed = similar.find((each) => isTransposed(name, each));
  if (transposed !== undefined) return transposed;
  const { closest, distance } = await import('fastest-levenshtein');
  const nearest = closest(name, similar);
  if (nearest === '' || distance(name, nearest) > maxDistance) return undefined;
  // If both names have equally many words, each word must be near: Rain_Sensor is not Hail_Sensor.
  const [words, nearestWords] = [wordsOf(name), wordsOf(nearest)];
  if (words.length !== nearestWords.length) return nearest;
  return words.every((word, i) => distance(word, nearestWords[i] as string) <= (word.length < 6 ? 1 : 2)) ? nearest : undefined;
}

const digitsOf = (name: string) => name.replace(/[^0-9]+/g, '');

/** Returns the words of a name, which are separated by camel case or by other characters, in lower case. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.toLowerCase());
}

/** Returns whether two names differ only by two neighbouring letters that are transposed. */
function isTransposed(a: string, b: string): boolean {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index++;
  return (
    index + 1 < a.length &&
    a.length === b.length &&
    a[index] === b[index + 1] &&
    a[index + 1] === b[index] &&
    a.slice(index + 2) === b.slice(index + 2)
  );
}
