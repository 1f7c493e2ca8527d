import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AcyclicGraph } from './reference-cycles.ts';

/** Returns whether `start` leads to `goal` along the edges. */
function leadsTo(edges: readonly (readonly [number, number])[], start: number, goal: number): boolean {
  const reached = new Set([start]);
  for (const node of reached) for (const [a, b] of edges) if (a === node) reached.add(b);
  return reached.has(goal);
}

test('rejects an edge exactly if it closes a cycle', () => {
  const edge = fc.tuple(fc.nat(12), fc.nat(12));
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 80 }), (edges) => {
      const graph = new AcyclicGraph<number>();
      const kept: (readonly [number, number])[] = [];
      for (const [from, to] of edges) {
        const closes = leadsTo(kept, to, from);
        expect(graph.add(from, to) !== undefined).toBe(closes);
        if (!closes) kept.push([from, to]);
      }
    }),
    { numRuns: 500 },
  );
});

test('returns a path with both ends that follows the edges', () => {
  const graph = new AcyclicGraph<number>();
  graph.add(0, 1);
  graph.add(1, 2);
  graph.add(0, 2);
  graph.add(2, 3);
  expect(graph.path(0, 3)).toEqual([0, 2, 3]);
  expect(graph.path(3, 0)).toBeUndefined();
});
