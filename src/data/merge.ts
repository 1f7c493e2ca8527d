/** Merges the sorted lines of several spools into one order. */

import type { LineLists } from './workspace.ts';

interface Head {
  readonly order: number;
  readonly text: string;
  readonly from: Iterator<string>;
}

/** Yields the texts of all spools. Each is a line that begins with a number, the order, and a tab. */
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
    const follower = readHead(first.from) ?? heap.pop();
    if (heap.length === 0 || follower === undefined) continue;
    heap[0] = follower;
    siftDown(heap);
  }
}

function readHead(from: Iterator<string>): Head | undefined {
  const { done, value } = from.next();
  if (done) return undefined;
  const tab = value.indexOf('\t');
  return { order: Number(value.slice(0, tab)), text: value.slice(tab + 1), from };
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
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && isBefore(heap, child, least)) least = child;
    if (least === at) return;
    swap(heap, at, least);
    at = least;
  }
}
