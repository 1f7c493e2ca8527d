/**
 * Computes bases with which a class can be defined in Python, or in another language that linearizes superclasses by C3.
 *
 * C3 ("A Monotonic Superclass Linearization for Dylan", Barrett et al., OOPSLA 1996) is greedy: it takes from the first base any
 * class that no other list needs later. So two classes may order the same superclasses in opposite ways, and a common subclass
 * cannot be defined. It always can if all classes follow one common order, that of `ancestors`. If C3 does not compute this order
 * from the direct superclasses of a class, further superclasses become bases: those that C3 would order differently.
 */

/** A hierarchy without cycles. */
export interface Hierarchy<T> {
  /** Each after its superclasses. */
  readonly classes: readonly T[];
  /** The direct superclasses, in the common order. */
  readonly parents: (cls: T) => readonly T[];
  /** All superclasses, in the common order. */
  readonly ancestors: (cls: T) => readonly T[];
}

/**
 * Returns the bases of each class: its parents. If C3 fails with these, the class concerned and its superclasses get as many
 * additional bases as the common order needs.
 */
export function basesOf<T>(hierarchy: Hierarchy<T>): ReadonlyMap<T, readonly T[]> {
  const { classes, parents, ancestors } = hierarchy;
  const ordered = new Set<T>();
  // New bases may make C3 fail for other classes, so all are checked again. The loop ends, at the latest when all are in order.
  for (;;) {
    const failing = failures(hierarchy, ordered);
    for (const cls of failing) for (const each of [cls, ...ancestors(cls)]) ordered.add(each);
    if (failing.length === 0) break;
  }
  const linearize = (base: T) => [base, ...ancestors(base)];
  return new Map(
    classes.map((cls) => [cls, ordered.has(cls) ? orderedBases(ancestors(cls), parents(cls), linearize) : parents(cls)] as const),
  );
}

/** Returns the classes that C3 finds no order for, if the classes in `ordered` have their superclasses in the common order. */
function failures<T>({ classes, parents, ancestors }: Hierarchy<T>, ordered: ReadonlySet<T>): T[] {
  const failing: T[] = [];
  const orders = new Map<T, readonly T[]>();
  const linearize = (cls: T): readonly T[] => [cls, ...(orders.get(cls) as readonly T[])];
  for (const cls of classes) {
    const bases = parents(cls);
    // The superclasses of a single base need no merge.
    const single = bases.length < 2 ? bases.flatMap(linearize) : undefined;
    const merged = ordered.has(cls) ? ancestors(cls) : (single ?? merge([...bases.map(linearize), bases]));
    if (!merged) failing.push(cls);
    orders.set(cls, merged ?? ancestors(cls));
  }
  return failing;
}

/** Returns the parents, with as many other superclasses as the merge needs to result in the common order. */
function orderedBases<T>(order: readonly T[], parents: readonly T[], linearize: (base: T) => readonly T[]): readonly T[] {
  if (parents.length < 2) return parents;
  const rank = new Map(order.map((cls, i) => [cls, i]));
  const chosen = new Set(parents);
  let bases = parents;
  for (;;) {
    // All lists follow the order, so the merge never fails.
    const merged = merge([...bases.map(linearize), bases]) as T[];
    const index = order.findIndex((cls, i) => merged[i] !== cls);
    if (index < 0) return bases;
    for (const cls of [order[index], merged[index]]) chosen.add(cls as T);
    bases = [...chosen].sort((a, b) => (rank.get(a) as number) - (rank.get(b) as number));
  }
}

/** Merges lists as C3 does; undefined if that is impossible. */
function merge<T>(lists: readonly (readonly T[])[]): T[] | undefined {
  const next = lists.map(() => 0);
  /** The number of lists in which a class comes later than the next element. C3 takes a class only if no list needs it later. */
  const tailCount = new Map<T, number>();
  for (const list of lists) for (const cls of list.slice(1)) tailCount.set(cls, (tailCount.get(cls) ?? 0) + 1);
  const merged: T[] = [];
  for (;;) {
    const heads = lists.flatMap((list, i) => list[next[i] as number] ?? []) as T[];
    if (heads.length === 0) return merged;
    const head = heads.find((one) => !tailCount.get(one));
    if (head === undefined) return undefined;
    merged.push(head);
    for (const [i, list] of lists.entries()) {
      if (list[next[i] as number] !== head) continue;
      next[i] = (next[i] as number) + 1;
      const following = list[next[i] as number];
      if (following !== undefined) tailCount.set(following, (tailCount.get(following) as number) - 1);
    }
  }
}
