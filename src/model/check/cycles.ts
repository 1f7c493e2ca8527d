/**
 * A directed graph that stays without circles: edges are added one by one, and one that would close
 * a circle is refused. Nodes are numbers from 0.
 *
 * The algorithm for sparse graphs of Bender, Fineman, Gilbert and Tarjan, "A New Approach to Incremental
 * Cycle Detection and Related Problems" (ACM TALG 12, 2015), section 2: every node has a level that never
 * falls along an edge, so that a search for a circle stays within one level and is cut short there. All
 * edges together cost O(m^3/2).
 */
export class AcyclicGraph {
  readonly #level: Int32Array;
  readonly #out: number[][];
  /** The sources of edges that come from the same level. */
  readonly #in: number[][];
  #edges = 0;

  /** @param size the number of nodes */
  constructor(size: number) {
    this.#level = new Int32Array(size);
    this.#out = Array.from({ length: size }, () => []);
    this.#in = Array.from({ length: size }, () => []);
  }

  /** Adds an edge. @returns false, without adding it, if it would close a circle */
  add(from: number, to: number): boolean {
    if (from === to || !this.#makeRoom(from, to)) return false;
    this.#edges++;
    this.#out[from]?.push(to);
    if (this.#level[from] === this.#level[to]) this.#in[to]?.push(from);
    return true;
  }

  /** A shortest path along the edges, both ends included; undefined if a search of `limit` nodes finds none. */
  path(from: number, to: number, limit = 2000): number[] | undefined {
    const cameFrom = new Map<number, number>([[from, -1]]);
    // A Map yields what is added while it is walked.
    for (const node of cameFrom.keys()) {
      if (node === to) {
        const path: number[] = [];
        for (let at = node; at >= 0; at = cameFrom.get(at) ?? -1) path.unshift(at);
        return path;
      }
      if (cameFrom.size > limit) return undefined;
      for (const next of this.#out[node] ?? []) if (!cameFrom.has(next)) cameFrom.set(next, node);
    }
    return undefined;
  }

  /** Raises levels so that an edge may come in. @returns false if there is a way back from `to` to `from` */
  #makeRoom(from: number, to: number): boolean {
    const level = this.#level[from] as number;
    if (level < (this.#level[to] as number)) return true;
    const limit = Math.ceil(Math.sqrt(this.#edges)) + 1;
    let before = new Set<number>([from]);
    let steps = 0;
    search: for (const node of before) {
      if (node === to) return false;
      for (const source of this.#in[node] ?? []) {
        before.add(source);
        if (++steps >= limit) break search;
      }
    }
    if (before.has(to)) return false;
    if (steps < limit) {
      if (this.#level[to] === level) return true;
      this.#level[to] = level;
    } else {
      this.#level[to] = level + 1;
      before = new Set([from]);
    }
    this.#in[to] = [];
    return this.#raise(to, before);
  }

  /** Lifts all that comes after a node to its level. @returns whether that met none of the nodes before it */
  #raise(node: number, before: ReadonlySet<number>): boolean {
    const level = this.#level[node] as number;
    const raised = [node];
    let free = true;
    // Also where a circle is found all are lifted, for levels must not fall along the edges that stay.
    for (let at = raised.pop(); at !== undefined; at = raised.pop()) {
      for (const next of this.#out[at] ?? []) {
        if (before.has(next)) free = false;
        const there = this.#level[next] as number;
        if (there === level) {
          this.#in[next]?.push(at);
        } else if (there < level) {
          this.#level[next] = level;
          this.#in[next] = [at];
          raised.push(next);
        }
      }
    }
    return free;
  }
}
