/**
 * The bases by which a class of Python, or of another language that linearises superclasses by C3, can be made at all.
 *
 * C3 ("A Monotonic Superclass Linearization for Dylan", Barrett et al., OOPSLA 1996) is greedy: it takes from the first
 * base whatever no other list wants later. So two classes may come to hold the same superclasses in contrary orders, and a
 * class below both cannot be made. It always can where all hold them in one common order; a class whose parents do not
 * lead to that order names some more of its superclasses as bases, those between which C3 would choose otherwise.
 */

/** A hierarchy without circles. */
export interface Hierarchy<T> {
  /** Each after its superclasses. */
  readonly classes: readonly T[];
  /** The direct superclasses, in the common order. */
  readonly parents: (cls: T) => readonly T[];
  /** All superclasses, in the common order. */
  readonly ancestors: (cls: T) => readonly T[];
  /** Those of a class to whose order there is no alternative, up to one whose own come after it; nothing for others. */
  readonly line: (cls: T) => readonly T[] | undefined;
}

/**
 * The bases of each class: its parents; where these alone fail somewhere below, there and above, as many more as lead to the
 * common order.
 */
export function basesOf<T>(hierarchy: Hierarchy<T>): ReadonlyMap<T, readonly T[]> {
  const { classes, parents, ancestors } = hierarchy;
  const ordered = new Set<T>();
  // What is put in order may be in the way of others, so it is looked at anew; in the end everything is in order.
  for (;;) {
    const failing = failures(hierarchy, ordered);
    for (const cls of failing) for (const each of [cls, ...ancestors(cls)]) ordered.add(each);
    if (failing.length === 0) break;
  }
  const linear = (base: T) => [base, ...ancestors(base)];
  return new Map(
    classes.map((cls) => [cls, ordered.has(cls) ? orderedBases(ancestors(cls), parents(cls), linear) : parents(cls)] as const),
  );
}

/** The classes that C3 finds no order for, if those that are `ordered` hold their superclasses in the common order. */
function failures<T>({ classes, parents, ancestors, line }: Hierarchy<T>, ordered: ReadonlySet<T>): T[] {
  const failing: T[] = [];
  /** The orders of those whose superclasses do not stand in a line. */
  const known = new Map<T, readonly T[]>();
  const linear = (cls: T): readonly T[] => {
    const below: T[] = [cls];
    for (;;) {
      const at = below.at(-1) as T;
      const rest = ordered.has(at) ? ancestors(at) : (known.get(at) ?? line(at) ?? []);
      for (const each of rest) below.push(each);
      if (rest.length === 0 || ordered.has(at) || known.has(at)) return below;
    }
  };
  for (const cls of classes) {
    if (ordered.has(cls) || line(cls)) continue;
    const above = parents(cls);
    const merged = merge([...above.map(linear), above]);
    if (!merged) failing.push(cls);
    known.set(cls, merged ?? ancestors(cls));
  }
  return failing;
}

/** The parents with as many more superclasses as it takes for the merge to give the order. */
function orderedBases<T>(order: readonly T[], parents: readonly T[], linear: (base: T) => readonly T[]): readonly T[] {
  if (parents.length < 2) return parents;
  const rank = new Map(order.map((cls, i) => [cls, i]));
  const named = new Set(parents);
  let bases = parents;
  for (;;) {
    const merged = merge([...bases.map(linear), bases]) ?? [];
    const at = order.findIndex((cls, i) => merged[i] !== cls);
    if (at < 0) return bases;
    // The lists keep to the order, so something is always taken.
    for (const cls of [order[at], merged[at]]) named.add(cls as T);
    bases = [...named].sort((a, b) => (rank.get(a) as number) - (rank.get(b) as number));
  }
}

/** The merge of C3: undefined if there is none. */
function merge<T>(lists: readonly (readonly T[])[]): T[] | undefined {
  const next = lists.map(() => 0);
  /** In how many lists something stands behind the head. */
  const behind = new Map<T, number>();
  for (const list of lists) for (const cls of list.slice(1)) behind.set(cls, (behind.get(cls) ?? 0) + 1);
  const merged: T[] = [];
  for (;;) {
    const heads = lists.flatMap((list, i) => list[next[i] as number] ?? []) as T[];
    if (heads.length === 0) return merged;
    const head = heads.find((one) => !behind.get(one));
    if (head === undefined) return undefined;
    merged.push(head);
    for (const [i, list] of lists.entries()) {
      if (list[next[i] as number] !== head) continue;
      next[i] = (next[i] as number) + 1;
      const following = list[next[i] as number];
      if (following !== undefined) behind.set(following, (behind.get(following) as number) - 1);
    }
  }
}
