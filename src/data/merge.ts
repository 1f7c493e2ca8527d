/** Merges the sorted lines of several spools into one order. */

import type { LineLists } from './workspace.ts';

/** The next line of a spool, and the lines after it. */
interface Head {
  readonly order: number;
  readonly text: string;
  readonly rest: Iterator<string>;
}

/**
 * Yields the texts of all spools in their order. Each line of a spool is the order, a tab and the text: `7\tabc` → `abc`. The lines
 * of each spool are sorted already.
 */
export function* mergeSorted(spools: LineLists, count: number): Generator<string, void, undefined> {
  const heap: Head[] = [];
  for (let spool = 0; spool < count; spool++) {
    const head = readHead(spools.lines(spool)[Symbol.iterator]());
    if (head) {
      heap.push(head);
      siftUp(heap, heap.length - 1);
    }
  }
  for (let first = heap[0]; first !== undefined; first = heap[0]) {
    yield first.text;
    const nextHead = readHead(first.rest) ?? heap.pop();
    if (heap.length === 0 || nextHead === undefined) continue;
    heap[0] = nextHead;
    siftDown(heap);
  }
}

function readHead(rest: Iterator<string>): Head | undefined {
  const { done, value } = rest.next();
  if (done) return undefined;
  const tab = value.indexOf('\t');
  return { order: Number(value.slice(0, tab)), text: value.slice(tab + 1), rest };
}

const isBefore = (heap: readonly Head[], a: number, b: number): boolean => (heap[a] as Head).order < (heap[b] as Head).order;

function swap(heap: Head[], a: number, b: number): void {
  [heap[a], heap[b]] = [heap[b] as Head, heap[a] as Head];
}

function siftUp(heap: Head[], from: number): void {
  for (let at = from; at > 0; ) {
    const parent = (at - 1) >> 1;
    if (!isBefore(heap, at, parent)) return;
    swap(heap, at, parent);
    at = parent;
  }
}

function siftDown(heap: Head[]): void {
  for (let at = 0; ; ) {
    let smallest = at;
    for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && isBefore(heap, child, smallest)) smallest = child;
    if (smallest === at) return;
    swap(heap, at, smallest);
    at = smallest;
  }
}
