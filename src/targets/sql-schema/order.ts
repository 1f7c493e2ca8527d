/** The order in which tables are created. */

import { type DomainClass, type Field, isReference, type ReferenceField } from '../../model/index.ts';

/** Whether a field is a foreign key column of its owner's table: a list of references is a table of its own. */
export function isForeignKey(field: Field): field is ReferenceField {
  return isReference(field) && field.cardinality !== 'many';
}

/** What a table must come after; each stage heeds fewer references than the one before. */
const STAGES: readonly ((field: Field) => boolean)[] = [
  isForeignKey,
  (field) => isForeignKey(field) && field.cardinality === 'one',
  () => false,
];

/**
 * The classes in groups, each after those it refers to and otherwise in the ontology's order. A group of more than
 * one class holds a cycle of references. Within it superclasses come first, and no required reference goes
 * to a later class but where required references and inheritance form a cycle by themselves.
 */
export function creationOrder(classes: readonly DomainClass[]): readonly (readonly DomainClass[])[] {
  return arrange(classes, 0, new Map(classes.map((cls, index) => [cls, index])));
}

function arrange(classes: readonly DomainClass[], stage: number, rank: ReadonlyMap<DomainClass, number>): DomainClass[][] {
  const heeded = STAGES[stage];
  if (heeded === undefined) return [[...classes]];
  const among = new Set(classes);
  const groups = components(classes, (cls) => {
    const referred = cls.fields.filter(heeded).map((field) => (field as ReferenceField).type.target);
    return [...cls.parents, ...referred].filter((target) => among.has(target));
  });
  return groups.map((group) => {
    if (group.length === 1) return group;
    group.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
    return arrange(group, stage + 1, rank).flat();
  });
}

/**
 * Strongly connected components, each after those it depends on (Tarjan). It keeps its own stack, because
 * a chain of thousands of classes would exhaust the program's.
 */
function components<T>(nodes: readonly T[], dependencies: (node: T) => readonly T[]): T[][] {
  interface Visit {
    readonly node: T;
    readonly index: number;
    low: number;
    open: boolean;
    readonly pending: Iterator<T>;
  }
  const visits = new Map<T, Visit>();
  const open: Visit[] = [];
  const found: T[][] = [];

  for (const root of nodes) {
    if (visits.has(root)) continue;
    const path: Visit[] = [];
    const enter = (node: T): void => {
      const visit = { node, index: visits.size, low: visits.size, open: true, pending: dependencies(node).values() };
      visits.set(node, visit);
      open.push(visit);
      path.push(visit);
    };
    enter(root);
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const next = visit.pending.next();
      if (!next.done) {
        const seen = visits.get(next.value);
        if (seen === undefined) enter(next.value);
        else if (seen.open) visit.low = Math.min(visit.low, seen.index);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) above.low = Math.min(above.low, visit.low);
      if (visit.low === visit.index) {
        const members = open.splice(open.lastIndexOf(visit));
        for (const member of members) member.open = false;
        found.push(members.map((member) => member.node));
      }
    }
  }
  return found;
}
