/** Breaks cycles of required references: of `User.team_id` and `Team.owner_id`, one becomes optional, with a warning. */

import { pushTo } from '../../ontology/index.ts';
import type { ClassDraft, RelationDraft } from '../draft.ts';
import type { Reader } from '../read/reader.ts';
import type { References } from '../settle/references.ts';

/** A reference that was made optional, and the cycle that it would close. */
interface OptionalizedReference {
  readonly relation: RelationDraft;
  readonly cycle: string;
}

/**
 * In each cycle, the last reference (in the order of `required`) that is only assumed to be required becomes optional. A cycle
 * that the ontology states remains.
 *
 * @returns whether no cycle remains
 */
export function breakCycles(reader: Reader, classes: readonly ClassDraft[], references: References): boolean {
  const { required } = references;
  const graph = new AcyclicGraph<object>();
  for (const cls of classes) for (const parent of cls.parents) graph.add(cls, parent);
  let isAcyclic = true;
  for (const { relation, isStated } of required) {
    if (isStated && graph.add(relation.source, relation.target)) isAcyclic = false;
  }
  const optionalized: OptionalizedReference[] = [];
  for (const reference of required) {
    const { relation, isStated } = reference;
    const path = isStated ? undefined : graph.add(relation.source, relation.target);
    if (path === undefined) continue;
    references.makeOptional(reference);
    const names = [relation.source, ...(path as ClassDraft[])].map(({ name }) => name);
    if (names.length > 6) names.splice(4, names.length - 5, '…');
    optionalized.push({ relation, cycle: names.join(' → ') });
  }
  reportOptionalized(reader, optionalized);
  return isAcyclic;
}

/**
 * A directed graph without cycles. Nodes have numbers, because a search of arrays is several times as fast as one of maps. An
 * order of the nodes limits the searches: D. J. Pearce, P. H. J. Kelly, "A dynamic topological sort algorithm for directed
 * acyclic graphs", ACM JEA 11, 2007.
 */
export class AcyclicGraph<T> {
  readonly #numbers = new Map<T, number>();
  readonly #nodes: T[] = [];
  readonly #next: number[][] = [];
  readonly #previous: number[][] = [];
  /** The positions of the nodes: the end of each edge precedes its start. */
  readonly #positions: number[] = [];
  /** The number of the last search that visited each node, and the node from which that search came. */
  readonly #visits: number[] = [];
  readonly #cameFrom: number[] = [];
  #searches = 0;

  /** Adds an edge. Returns the path from its end to its start, without adding it, if it would close a cycle. */
  add(from: T, to: T): readonly T[] | undefined {
    // The end first, because new nodes come last in the order.
    const [end, start] = [this.#numberOf(to), this.#numberOf(from)];
    if (!this.#moveBefore(end, start)) return this.path(to, from);
    this.#next[start]?.push(end);
    this.#previous[end]?.push(start);
    return undefined;
  }

  /** Makes a node precede another one. Returns false if a path from the first to the second excludes that. */
  #moveBefore(end: number, start: number): boolean {
    const [low, high] = [this.#positionOf(start), this.#positionOf(end)];
    if (high < low) return true;
    const after = this.#reachable(end, this.#next, (position) => position >= low);
    if (after.includes(start)) return false;
    const before = this.#reachable(start, this.#previous, (position) => position <= high);
    const byPosition = (a: number, b: number) => this.#positionOf(a) - this.#positionOf(b);
    const moved = [...after.sort(byPosition), ...before.sort(byPosition)];
    const positions = moved.map((node) => this.#positionOf(node)).sort((a, b) => a - b);
    for (const [i, node] of moved.entries()) this.#positions[node] = positions[i] as number;
    return true;
  }

  #positionOf(node: number): number {
    return this.#positions[node] as number;
  }

  /** Returns the nodes that edges lead to from a node, over nodes with certain positions only. */
  #reachable(from: number, edges: readonly number[][], includes: (position: number) => boolean): number[] {
    const search = ++this.#searches;
    const found = [from];
    // The loop also visits the nodes that it adds.
    for (const node of found) {
      for (const next of edges[node] ?? []) {
        if (this.#visits[next] === search || !includes(this.#positionOf(next))) continue;
        this.#visits[next] = search;
        found.push(next);
      }
    }
    return found;
  }

  /** Returns the nodes of a shortest path, including its first and last node; undefined if no path exists. */
  path(from: T, to: T): readonly T[] | undefined {
    const [start, goal] = [this.#numberOf(from), this.#numberOf(to)];
    const search = ++this.#searches;
    this.#visits[start] = search;
    const queue = [start];
    // The loop also visits the nodes that it adds.
    for (const node of queue) {
      if (node === goal) return this.#pathOf(start, goal);
      for (const next of this.#next[node] ?? []) {
        if (this.#visits[next] === search) continue;
        this.#visits[next] = search;
        this.#cameFrom[next] = node;
        queue.push(next);
      }
    }
    return undefined;
  }

  #pathOf(start: number, goal: number): readonly T[] {
    const numbers = [goal];
    for (let at = goal; at !== start; numbers.push(at)) at = this.#cameFrom[at] as number;
    return numbers.reverse().map((number) => this.#nodes[number] as T);
  }

  #numberOf(node: T): number {
    const number = this.#numbers.get(node) ?? this.#nodes.push(node) - 1;
    this.#numbers.set(node, number);
    this.#next[number] ??= [];
    this.#previous[number] ??= [];
    this.#positions[number] ??= number;
    return number;
  }
}

/** Warns about the references that were made optional, once for each cycle. */
function reportOptionalized(reader: Reader, optionalized: readonly OptionalizedReference[]): void {
  const groups = new Map<string, OptionalizedReference[]>();
  for (const each of optionalized) pushTo(groups, `${isInverse(each)} ${each.cycle}`, each);
  for (const group of groups.values()) {
    const [first] = group as [OptionalizedReference];
    // Skips properties with a reported fault, such as a wrong inverse: without the fault, they may not close a cycle.
    const fields = group
      .map(({ relation }) => relation.field)
      .filter(({ iri }) => iri === undefined || !reader.reportedNodes.has(iri));
    if (fields.length === 0) continue;
    const params = {
      path: first.cycle,
      backwards: isInverse(first),
      fields: fields.map(({ owner, name }) => `${owner.name}.${name}`),
      properties: [...new Set(fields.flatMap(({ iri }) => (iri === undefined ? [] : [reader.show(iri)])))],
    };
    reader.warn('reference-cycle', params, fields[0]?.place);
  }
}

/** Returns whether the reference belongs to a property that the other class declares, and so points against its direction. */
function isInverse({ relation }: OptionalizedReference): boolean {
  return !relation.declared;
}
