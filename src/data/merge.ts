/** Merges the sorted lines of several spools into one order. */

import type { LineLists } from './workspace.ts';

/** The next line of a spool, and the lines after it. */
interface Head {
  readonly order: number;
  readonly text: string;
  readonly following: Iterator<string>;
}

/**
 * Yields the texts of all spools in their order. A spool is one of the lists of `spools`; each of its lines is the order, a tab and
 * the text: `7\tabc` → `abc`. The lines of each spool must be sorted already. Lines of a spool with the same order keep their
 * sequence; that of lines from different spools is not defined.
 */
export function* mergeSorted(spools: LineLists, spoolCount: number): Generator<string, void, undefined> {
  // A binary min-heap of the next line of each spool. The root, at 0, is the first of all lines. The children of the head at `i`
  // are at `2 * i + 1` and `2 * i + 2`; neither comes before it.
  const heap: Head[] = [];
  for (let spool = 0; spool < spoolCount; spool++) {
    const head = readHead(spools.lines(spool)[Symbol.iterator]());
    if (!head) continue;
    heap.push(head);
    siftUp(heap, heap.length - 1);
  }
  for (let root = heap[0]; root; root = heap[0]) {
    yield root.text;
    const nextLine = readHead(root.following);
    if (nextLine) {
      heap[0] = nextLine;
    } else {
      // The spool has ended: the last leaf takes its place.
      const leaf = heap.pop() as Head;
      if (heap.length === 0) return;
      heap[0] = leaf;
    }
    siftDown(heap);
  }
}

/** Reads the next line of a spool; returns undefined at its end. */
function readHead(following: Iterator<string>): Head | undefined {
  const { done, value } = following.next();
  if (done) return undefined;
  const tab = value.indexOf('\t');
  return { order: Number(value.slice(0, tab)), text: value.slice(tab + 1), following };
}

const isBefore = (heap: readonly Head[], a: number, b: number): boolean => (heap[a] as Head).order < (heap[b] as Head).order;

function swap(heap: Head[], a: number, b: number): void {
  [heap[a], heap[b]] = [heap[b] as Head, heap[a] as Head];
}

/** Moves a head up until its parent does not come after it. */
function siftUp(heap: Head[], from: number): void {
  let position = from;
  while (position > 0) {
    const parent = (position - 1) >> 1;
    if (!isBefore(heap, position, parent)) return;
    swap(heap, position, parent);
    position = parent;
  }
}

/** Moves the root down until neither child comes before it. */
function siftDown(heap: Head[]): void {
  let position = 0;
  while (true) {
    let smallest = position;
    for (const child of [2 * position + 1, 2 * position + 2])
      if (child < heap.length && isBefore(heap, child, smallest)) smallest = child;
    if (smallest === position) return;
    swap(heap, position, smallest);
    position = smallest;
  }
}
