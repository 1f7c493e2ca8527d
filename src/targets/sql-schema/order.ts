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

/**
 * Returns the classes in groups, each after those it refers to and otherwise in the ontology's order. A group of several
 * classes contains a cycle of references. In it, superclasses come first, and a required reference points to a later class
 * only if required references and inheritance alone form a cycle.
 */
export function creationOrder(classes: readonly DomainClass[], stage = 0): readonly (readonly DomainClass[])[] {
  const heeded = STAGES[stage];
  if (heeded === undefined) return [classes];
  const among = new Set(classes);
  const dependenciesOf = (cls: DomainClass): readonly DomainClass[] =>
    [
      ...cls.parents,
      ...cls.fields
        .filter(isForeignKey)
        .filter(heeded)
        .map((key) => key.type.target),
    ].filter((one) => among.has(one));
  return components(classes, dependenciesOf).map((group) => {
    const members = classes.filter((cls) => group.has(cls));
    return members.length === 1 ? members : creationOrder(members, stage + 1).flat();
  });
}

/** Returns strongly connected components, each after those it depends on (Tarjan 1972). */
function components(
  classes: readonly DomainClass[],
  dependenciesOf: (cls: DomainClass) => readonly DomainClass[],
): readonly ReadonlySet<DomainClass>[] {
  const visited = new Map<DomainClass, number>();
  const open: DomainClass[] = [];
  const found: ReadonlySet<DomainClass>[] = [];
  /** Returns when the earliest open class that a class leads to was visited. */
  const visit = (cls: DomainClass): number => {
    const own = visited.size;
    visited.set(cls, own);
    open.push(cls);
    let low = own;
    for (const next of dependenciesOf(cls)) {
      const known = visited.get(next);
      if (known === undefined) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, known);
    }
    if (low === own) found.push(new Set(open.splice(open.indexOf(cls))));
    return low;
  };
  for (const cls of classes) if (!visited.has(cls)) visit(cls);
  return found;
}
