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

/** A directed graph without cycles. Nodes have numbers, because a search of arrays is several times as fast as one of maps. */
export class AcyclicGraph<T> {
  readonly #numbers = new Map<T, number>();
  readonly #nodes: T[] = [];
  readonly #next: number[][] = [];
  readonly #previous: number[][] = [];
  /** The number of the last search that visited each node, and the node from which that search came. */
  readonly #visits: number[] = [];
  readonly #cameFrom: number[] = [];
  #searches = 0;

  /** Adds an edge. Returns the path from its end to its start, without adding it, if it would close a cycle. */
  add(from: T, to: T): readonly T[] | undefined {
    const [start, end] = [this.#numberOf(from), this.#numberOf(to)];
    if (this.#leadsTo(end, start)) return this.path(to, from);
    this.#next[start]?.push(end);
    this.#previous[end]?.push(start);
    return undefined;
  }

  /** Returns whether a path exists. Searches from both ends, because few nodes lead to most nodes, or few are reached from them. */
  #leadsTo(start: number, goal: number): boolean {
    if (start === goal) return true;
    const forward = { edges: this.#next, search: ++this.#searches, queue: [start] };
    const backward = { edges: this.#previous, search: ++this.#searches, queue: [goal] };
    this.#visits[start] = forward.search;
    this.#visits[goal] = backward.search;
    for (let i = 0; ; i++) {
      for (const [{ edges, search, queue }, opposite] of [
        [forward, backward],
        [backward, forward],
      ] as const) {
        const node = queue[i];
        if (node === undefined) return false;
        for (const next of edges[node] ?? []) {
          if (this.#visits[next] === opposite.search) return true;
          if (this.#visits[next] === search) continue;
          this.#visits[next] = search;
          queue.push(next);
        }
      }
    }
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
