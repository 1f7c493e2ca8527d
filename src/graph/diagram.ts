/** Content of the diagrams of a model, independent of the diagram language. */

import { type DomainClass, type DomainModel, type Field, type FieldType, kindOf, type Relation } from '../model/index.ts';

const marks = { one: '', optional: '?', many: '[]' } as const;

/** Returns the type of a field, with a mark if it is optional or a list: `string`, `dateTime?`, `uuid[]`, `OrderStatus`. */
export function typeName({ type, cardinality }: Field): string {
  return valueName(type) + marks[cardinality];
}

function valueName(type: FieldType): string {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return 'uuid';
    case 'scalar':
      // Authors of ontologies know the names of XML Schema.
      return kindOf(type.scalar).xsd;
    case 'enumeration':
      return type.enumeration.name;
    case 'union':
      return type.union.name;
    default:
      return type satisfies never;
  }
}

/** One end of a line between two classes. */
interface End {
  readonly cls: DomainClass;
  /** The role of the class at this end; present only if the ontology declares a property for it. */
  readonly role?: string;
  /** Number of instances at this end per instance at the other end: `1`, `0..1`, `*`. */
  readonly multiplicity?: string;
}

/** A relationship: one property of the ontology, or two inverse properties. `to` always has a role. */
export interface Association {
  readonly from: End;
  readonly to: End;
}

function multiplicity(relation: Relation): string {
  if (!relation.many) return relation.required ? '1' : '0..1';
  // The field has limits of length only if it is the list itself.
  const { minItems = 0, maxItems } = relation.holder === 'source' ? relation.field : {};
  if (maxItems === undefined) return minItems === 0 ? '*' : `${minItems}..*`;
  return minItems === maxItems ? `${minItems}` : `${minItems}..${maxItems}`;
}

function end(relation: Relation): End {
  return {
    cls: relation.target,
    multiplicity: multiplicity(relation),
    ...(relation.declared && { role: relation.name }),
  };
}

/** Returns each declared relationship once, in the order of the model. */
export function associations(model: DomainModel): Association[] {
  const drawn = new Set<Relation>();
  const list: Association[] = [];
  for (const cls of model.classes) {
    for (const relation of cls.relations) {
      if (!relation.declared || drawn.has(relation)) continue;
      // Of two inverse relations, the one that stores the reference determines the direction.
      const inverse = relation.inverse;
      const forth = inverse?.declared && inverse.holder === 'source' ? inverse : relation;
      for (const r of [relation, inverse]) if (r) drawn.add(r);
      list.push({ from: forth.inverse ? end(forth.inverse) : { cls: forth.source }, to: end(forth) });
    }
  }
  return list;
}
