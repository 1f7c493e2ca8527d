/** Maps lines of an edited text to lines of the original text. Kept: `explain` finds the field of a line that a user edited. */

/** A line of the first text and the same line of the second, both from 0. */
type Pair = readonly [before: number, now: number];

/**
 * Returns the line of `before` that corresponds to a line of `now`, or that this line replaces.
 *
 * @param line from 1
 * @returns from 1; undefined if the line is above all remaining lines of `before`
 */
export function alignedLine(before: readonly string[], now: readonly string[], line: number): number | undefined {
  const at = line - 1;
  const pairs: readonly Pair[] = [[-1, -1], ...anchors(before, now), [before.length, now.length]];
  const next = pairs.findIndex(([, there]) => there >= at);
  const following = pairs[next];
  const previous = pairs[next - 1] ?? following;
  if (!previous || !following) return undefined;
  if (following[1] === at) return following[0] + 1;
  // Equal lines next to these anchors belong together, too.
  let [first, firstNow] = previous;
  while (firstNow < at && first + 1 < following[0] && before[first + 1] === now[firstNow + 1])
    [first, firstNow] = [first + 1, firstNow + 1];
  let [last, lastNow] = following;
  while (lastNow > at && last - 1 > first && before[last - 1] === now[lastNow - 1]) [last, lastNow] = [last - 1, lastNow - 1];
  if (lastNow === at) return last + 1;
  const place = first + Math.min(at - firstNow, last - first - 1);
  return place < 0 ? undefined : place + 1;
}

/** Returns lines that occur once in each text: the longest list in the same order in both. */
function anchors(before: readonly string[], now: readonly string[]): Pair[] {
  const newLines = uniqueLines(now);
  const pairs = [...uniqueLines(before)].flatMap(([text, at]): Pair[] => {
    const other = newLines.get(text);
    return other === undefined ? [] : [[at, other]];
  });
  return longestIncreasing(pairs.sort(([a], [b]) => a - b));
}

/** Returns the lines that occur once, with their indices. */
function uniqueLines(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const several = new Set<string>();
  for (const [i, line] of lines.entries()) {
    if (places.has(line)) several.add(line);
    else places.set(line, i);
  }
  for (const line of several) places.delete(line);
  return places;
}

/** Returns the longest subsequence of the pairs whose second numbers increase. */
function longestIncreasing(pairs: readonly Pair[]): Pair[] {
  /** For each length, the pair with the least second number that ends a subsequence; and the predecessor of each pair. */
  const ends: Pair[] = [];
  const previous = new Map<Pair, Pair | undefined>();
  for (const pair of pairs) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    previous.set(pair, ends[low - 1]);
    ends[low] = pair;
  }
  const row: Pair[] = [];
  for (let at = ends.at(-1); at; at = previous.get(at)) row.push(at);
  return row.reverse();
}
