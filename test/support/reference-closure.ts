import { MAX_REFERENCED_INSTANCES } from '../../src/instances/ids.ts';
import { type Instance, idOf, instanceOf, type Json } from '../../src/instances/index.ts';
import { concreteClasses, type DomainClass } from '../../src/model/index.ts';

/**
 * Returns an instance together with all instances that it references, transitively. Referenced instances come first, except
 * in cycles; the instance itself comes last. Returns undefined if one of them cannot be generated.
 */
export function referenceClosure(instance: Instance): readonly Instance[] | undefined {
  const instances = new Map<Json | undefined, Instance | undefined>([[instance.value['id'], instance]]);
  const order: Instance[] = [];
  const visit = (visited: Instance): void => {
    for (const { name, type } of visited.class.allFields) {
      if (type.kind !== 'reference') continue;
      const member = visited.value[name] ?? [];
      for (const id of Array.isArray(member) ? member : [member]) {
        const nth = instanceNumber(type.target, id);
        if (nth === undefined || instances.has(id)) continue;
        const other = referencedInstance(type.target, id, { nth, skippedValues: instances.size, isWanted: () => false });
        instances.set(id, other);
        if (other) visit(other);
      }
    }
    order.push(visited);
  };
  visit(instance);
  return [...instances.values()].includes(undefined) ? undefined : order;
}

/** Returns an instance with the given id; of a subclass if the class is abstract. */
function referencedInstance(cls: DomainClass, id: Json, options: Parameters<typeof instanceOf>[1]): Instance | undefined {
  const [concrete] = cls.abstract ? concreteClasses(cls) : [];
  if (concrete === undefined) return instanceOf(cls, options);
  const instance = instanceOf(concrete, options);
  return instance && { ...instance, value: { ...instance.value, id } };
}

function instanceNumber(cls: DomainClass, id: Json): number | undefined {
  for (let nth = 0; nth < MAX_REFERENCED_INSTANCES; nth++) if (idOf(cls, nth) === id) return nth;
  return undefined;
}
