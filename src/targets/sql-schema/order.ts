/** The order in which tables are created. */

import { type DomainClass, type Field, isReference, type ReferenceField } from '../../model/index.ts';

/** Returns whether a field is a foreign key column of its owner's table; a list of references has a join table. */
export function isForeignKey(field: Field): field is ReferenceField {
  return isReference(field) && field.cardinality !== 'many';
}

/** References that the order must respect; each stage considers fewer than the previous one. */
const STAGES: readonly ((key: ReferenceField) => boolean)[] = [
  () => true,
  ({ cardinality }) => cardinality === 'one',
  () => false,
];

/** A class with the foreign keys of its table, which are computed once for all stages. */
interface Ordered {
  readonly class: DomainClass;
  readonly keys: readonly ReferenceField[];
}

/**
 * Returns the classes in groups, each after those it refers to and otherwise in the ontology's order. A group of several
 * classes contains a cycle of references. In it, superclasses come first, and a required reference points to a later class
 * only if required references and inheritance alone form a cycle.
 */
export function creationOrder(classes: readonly DomainClass[]): readonly (readonly DomainClass[])[] {
  const all = classes.map((cls): Ordered => ({ class: cls, keys: cls.fields.filter(isForeignKey) }));
  return arrange(all, 0).map((group) => group.map((member) => member.class));
}

function arrange(classes: readonly Ordered[], stage: number): Ordered[][] {
  const heeded = STAGES[stage];
  if (heeded === undefined) return [[...classes]];
  return components(dependencies(classes, heeded)).map((group) => {
    const members = group.sort((a, b) => a - b).map((at) => classes[at] as Ordered);
    return members.length === 1 ? members : arrange(members, stage + 1).flat();
  });
}

/** Dependencies of nodes, by number: those of node n are `targets` from `starts[n]` up to but excluding `starts[n + 1]`. */
interface Dependencies {
  readonly starts: Uint32Array;
  readonly targets: readonly number[];
}

function dependencies(classes: readonly Ordered[], heeded: (key: ReferenceField) => boolean): Dependencies {
  const numbers = new Map<DomainClass, number>();
  for (const { class: cls } of classes) numbers.set(cls, numbers.size);
  const starts = new Uint32Array(classes.length + 1);
  const targets: number[] = [];
  const add = (cls: DomainClass): void => {
    const number = numbers.get(cls);
    if (number !== undefined) targets.push(number);
  };
  for (const [at, { class: cls, keys }] of classes.entries()) {
    for (const parent of cls.parents) add(parent);
    for (const key of keys) if (heeded(key)) add(key.type.target);
    starts[at + 1] = targets.length;
  }
  return { starts, targets };
}

/**
 * Returns strongly connected components, each after those it depends on (Tarjan). It has its own stack, because a chain of
 * thousands of classes would overflow the call stack.
 */
function components({ starts, targets }: Dependencies): number[][] {
  const count = starts.length - 1;
  /** When each node was visited, counted from 1; 0 if not yet. */
  const visited = new Uint32Array(count);
  const low = new Uint32Array(count);
  const isOpen = new Uint8Array(count);
  /** Index in `targets` of the next dependency to visit, for each node. */
  const next = starts.slice(0, count);
  const open: number[] = [];
  const path: number[] = [];
  const found: number[][] = [];
  let visits = 0;
  const enter = (node: number): void => {
    visits++;
    visited[node] = visits;
    low[node] = visits;
    isOpen[node] = 1;
    open.push(node);
    path.push(node);
  };
  const lower = (node: number, to: number): void => {
    if (to < (low[node] as number)) low[node] = to;
  };
  for (let root = 0; root < count; root++) {
    if (visited[root] === 0) enter(root);
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const pending = next[node] as number;
      if (pending < (starts[node + 1] as number)) {
        next[node] = pending + 1;
        const target = targets[pending] as number;
        if (visited[target] === 0) enter(target);
        else if (isOpen[target] === 1) lower(node, visited[target] as number);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) lower(above, low[node] as number);
      if (low[node] !== visited[node]) continue;
      const members = open.splice(open.lastIndexOf(node));
      for (const member of members) isOpen[member] = 0;
      found.push(members);
    }
  }
  return found;
}
