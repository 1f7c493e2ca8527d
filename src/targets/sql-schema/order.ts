/** The order in which tables are created. */

import { type DomainClass, type Field, isReference, type ReferenceField } from '../../model/index.ts';

/** Returns whether a field is a foreign key column of its owner's table; a list of references has a join table. */
export function isForeignKey(field: Field): field is ReferenceField {
  return isReference(field) && field.cardinality !== 'many';
}

/** For each stage, the references that the order must respect: all, then required ones, then none. */
const STAGES: readonly ((key: ReferenceField) => boolean)[] = [
  () => true,
  ({ cardinality }) => cardinality === 'one',
  () => false,
];

/**
 * Returns the classes in groups, each after those it refers to and otherwise in the ontology's order. A group of several
 * classes contains a cycle of references. In it, superclasses come first, and a required reference points to a later class
 * only if required references and inheritance alone form a cycle.
 */
export function creationOrder(classes: readonly DomainClass[], stage = 0): readonly (readonly DomainClass[])[] {
  const isRespected = STAGES[stage];
  if (isRespected === undefined) return [classes];
  const ranks = new Map(classes.map((cls, rank) => [cls, rank]));
  const dependenciesOf = (cls: DomainClass): readonly DomainClass[] => {
    const references = cls.fields.filter(isForeignKey).filter(isRespected);
    return [...cls.parents, ...references.map(({ type }) => type.target)].filter((dependency) => ranks.has(dependency));
  };
  return components(classes, dependenciesOf).map((group) => {
    const members = [...group].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
    return members.length === 1 ? members : creationOrder(members, stage + 1).flat();
  });
}

/** Returns strongly connected components, each after those it depends on (Tarjan 1972). */
function components(
  classes: readonly DomainClass[],
  dependenciesOf: (cls: DomainClass) => readonly DomainClass[],
): readonly (readonly DomainClass[])[] {
  const visited = new Map<DomainClass, number>();
  /** The classes on Tarjan's stack: visited, but not yet in a component. */
  const open: DomainClass[] = [];
  const closed = new Set<DomainClass>();
  const found: (readonly DomainClass[])[] = [];
  /** Returns the lowest number of an open class that a class leads to; classes are numbered as they are visited. */
  const visit = (cls: DomainClass): number => {
    const number = visited.size;
    visited.set(cls, number);
    open.push(cls);
    let low = number;
    for (const next of dependenciesOf(cls)) {
      const known = visited.get(next);
      if (known === undefined) low = Math.min(low, visit(next));
      else if (!closed.has(next)) low = Math.min(low, known);
    }
    if (low !== number) return low;
    const component = open.splice(open.lastIndexOf(cls));
    for (const member of component) closed.add(member);
    found.push(component);
    return low;
  };
  for (const cls of classes) if (!visited.has(cls)) visit(cls);
  return found;
}
