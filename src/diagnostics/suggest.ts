/** Returns the candidate that the user probably meant by `word`; undefined if none is similar. */
export async function suggest(word: string, candidates: readonly string[]): Promise<string | undefined> {
  if (candidates.length === 0) return undefined;
  const { closest, distance } = await import('fastest-levenshtein');
  const given = word.toLowerCase();
  // Of candidates that differ only in case, the first one.
  const byLowerCase = new Map([...candidates].reverse().map((c) => [c.toLowerCase(), c]));
  const names = [...byLowerCase.keys()].reverse();
  const found = closest(given, names);
  // At most half of a short word may differ: otherwise, any other short word would match.
  const allowed = Math.min(Math.max(2, Math.floor(found.length / 3)), Math.max(1, Math.floor(given.length / 2)));
  if (found !== '' && distance(given, found) <= allowed) return byLowerCase.get(found);
  const containing = names.find((c) => given.length >= 3 && c.includes(given));
  return containing === undefined ? undefined : byLowerCase.get(containing);
}

/** Returns the candidate whose name differs by one or two typing errors; undefined if none exists. */
export async function findSimilarName(name: string, candidates: readonly string[]): Promise<string | undefined> {
  const lower = name.toLowerCase();
  const other = candidates.find((candidate) => candidate.length === name.length && candidate.toLowerCase() === lower);
  if (other !== undefined) return other;
  const allowed = name.length < 6 ? 1 : 2;
  // Candidates whose length differs by more are not near enough.
  // A short word with another first letter is usually another word: uuid is not puid. Another number identifies another thing:
  // BFO_0000040 is not BFO_0000140.
  const number = digitsOf(name);
  const isAlike = (candidate: string) =>
    digitsOf(candidate) === number &&
    (name.length > 5 || lower[0] === candidate[0]?.toLowerCase() || isTransposed(name, candidate));
  const near =
    name.length > 3 ? candidates.filter((each) => Math.abs(each.length - name.length) <= allowed && isAlike(each)) : [];
  if (near.length === 0) return undefined;
  const transposed = near.find((each) => isTransposed(name, each));
  if (transposed !== undefined) return transposed;
  const { closest, distance } = await import('fastest-levenshtein');
  const found = closest(name, near);
  if (found === '' || distance(name, found) > allowed) return undefined;
  // If both names have equally many words, each word must be near: Rain_Sensor is not Hail_Sensor.
  const [words, others] = [wordsOf(name), wordsOf(found)];
  if (words.length !== others.length) return found;
  return words.every((word, i) => distance(word, others[i] as string) <= (word.length < 6 ? 1 : 2)) ? found : undefined;
}

const digitsOf = (name: string) => name.replace(/[^0-9]+/g, '');

/** Returns the words of a name, which are separated by camel case or by other characters, in lower case. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.toLowerCase());
}

/** True if two names differ only by two neighbouring letters that are transposed. */
function isTransposed(a: string, b: string): boolean {
  const at = [...a].findIndex((char, i) => char !== b[i]);
  return a.length === b.length && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
