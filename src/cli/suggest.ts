/** The candidate that somebody who wrote `word` may have meant; undefined if none is near. */
export async function suggest(word: string, candidates: readonly string[]): Promise<string | undefined> {
  const { closest, distance } = await import('fastest-levenshtein');
  const found = closest(word.toLowerCase(), candidates);
  const allowed = Math.max(2, Math.floor(found.length / 3));
  if (found !== '' && distance(word.toLowerCase(), found) <= allowed) return found;
  return candidates.find((c) => word.length >= 3 && (c.startsWith(word.toLowerCase()) || c.includes(word.toLowerCase())));
}
