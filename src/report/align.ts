/**
 * Maps lines of an edited generated file to lines of the original, so that `explain` finds the element of an edited line. It
 * pairs lines that occur once in both texts, as patience diff does, and extends these pairs to equal neighbours.
 */

/** The index of a line in the old text and of the same line in the new text, both from 0. */
type Pair = readonly [oldIndex: number, newIndex: number];

/**
 * Returns the line of the old text that corresponds to a line of the new text, or that this line replaces.
 *
 * @param line from 1
 * @returns from 1; undefined if the line was inserted above the first line of the old text
 */
export function alignedLine(oldLines: readonly string[], newLines: readonly string[], line: number): number | undefined {
  const index = line - 1;
  const pairs: readonly Pair[] = [[-1, -1], ...anchors(oldLines, newLines), [oldLines.length, newLines.length]];
  const followingIndex = pairs.findIndex(([, newIndex]) => newIndex >= index);
  const following = pairs[followingIndex];
  const previous = pairs[followingIndex - 1] ?? following;
  if (!previous || !following) return undefined;
  if (following[1] === index) return following[0] + 1;
  // Equal lines next to these anchors belong together, too.
  let [oldStart, newStart] = previous;
  while (newStart < index && oldStart + 1 < following[0] && oldLines[oldStart + 1] === newLines[newStart + 1])
    [oldStart, newStart] = [oldStart + 1, newStart + 1];
  let [oldEnd, newEnd] = following;
  while (newEnd > index && oldEnd - 1 > oldStart && oldLines[oldEnd - 1] === newLines[newEnd - 1])
    [oldEnd, newEnd] = [oldEnd - 1, newEnd - 1];
  if (newEnd === index) return oldEnd + 1;
  // Changed lines are paired in order; inserted lines belong to the last old line before them.
  const oldIndex = oldStart + Math.min(index - newStart, oldEnd - oldStart - 1);
  return oldIndex < 0 ? undefined : oldIndex + 1;
}

/** Returns lines that occur once in each text: the longest list in the same order in both. */
function anchors(oldLines: readonly string[], newLines: readonly string[]): Pair[] {
  const newIndexes = uniqueLines(newLines);
  const pairs = [...uniqueLines(oldLines)].flatMap(([text, oldIndex]): Pair[] => {
    const newIndex = newIndexes.get(text);
    return newIndex === undefined ? [] : [[oldIndex, newIndex]];
  });
  return longestIncreasing(pairs.sort(([a], [b]) => a - b));
}

/** Returns the lines that occur once, with their indices. */
function uniqueLines(lines: readonly string[]): Map<string, number> {
  const indexes = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [i, line] of lines.entries()) {
    if (indexes.has(line)) repeated.add(line);
    else indexes.set(line, i);
  }
  for (const line of repeated) indexes.delete(line);
  return indexes;
}

/** Returns the longest subsequence of the pairs whose second numbers increase. */
function longestIncreasing(pairs: readonly Pair[]): Pair[] {
  /** The last pair of the best subsequence of each length: the one with the lowest second number. */
  const bestEnds: Pair[] = [];
  const previous = new Map<Pair, Pair | undefined>();
  for (const pair of pairs) {
    let low = 0;
    let high = bestEnds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((bestEnds[middle]?.[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    previous.set(pair, bestEnds[low - 1]);
    bestEnds[low] = pair;
  }
  const subsequence: Pair[] = [];
  for (let pair = bestEnds.at(-1); pair; pair = previous.get(pair)) subsequence.push(pair);
  return subsequence.reverse();
}
