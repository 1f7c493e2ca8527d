/** The candidate that somebody who wrote `word` may have meant; undefined if none is near. */
export async function suggest(word: string, candidates: readonly string[]): Promise<string | undefined> {
  if (candidates.length === 0) return undefined;
  const { closest, distance } = await import('fastest-levenshtein');
  const given = word.toLowerCase();
  // The first of those that differ in case alone.
  const byLowerCase = new Map([...candidates].reverse().map((c) => [c.toLowerCase(), c]));
  const names = [...byLowerCase.keys()].reverse();
  const found = closest(given, names);
  // Of a short word half may be wrong: more makes any other short word of it.
  const allowed = Math.min(Math.max(2, Math.floor(found.length / 3)), Math.max(1, Math.floor(given.length / 2)));
  if (found !== '' && distance(given, found) <= allowed) return byLowerCase.get(found);
  const containing = names.find((c) => given.length >= 3 && c.includes(given));
  return containing === undefined ? undefined : byLowerCase.get(containing);
}

/** The candidate of which a name differs by a slip of the finger or two; undefined if there is none. */
export async function misspelt(name: string, candidates: readonly string[]): Promise<string | undefined> {
  const lower = name.toLowerCase();
  const other = candidates.find((candidate) => candidate.length === name.length && candidate.toLowerCase() === lower);
  if (other !== undefined) return other;
  const allowed = name.length < 6 ? 1 : 2;
  // What is longer or shorter by more is further off.
  const near = name.length > 3 ? candidates.filter(({ length }) => Math.abs(length - name.length) <= allowed) : [];
  if (near.length === 0) return undefined;
  const { closest, distance } = await import('fastest-levenshtein');
  const found = closest(name, near);
  return found !== '' && distance(name, found) <= allowed ? found : undefined;
}
