/** What every picture of a model shows, in no picture language's terms. */

import { type DomainClass, type DomainModel, type Field, type FieldType, kindOf, type Relation } from '../model/index.ts';

const marks = { one: '', optional: '?', many: '[]' } as const;

/** The type of a field with a mark for what is optional or a list: `string`, `dateTime?`, `uuid[]`, `OrderStatus`. */
export function typeName({ type, cardinality }: Field): string {
  return valueName(type) + marks[cardinality];
}

function valueName(type: FieldType): string {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return 'uuid';
    case 'scalar':
      // The names of XML Schema are those that the author of an ontology knows.
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
  /** What the class at this end is to the other; only if a property of the ontology says so. */
  readonly role?: string;
  /** How many instances at this end belong to one at the other: `1`, `0..1`, `*`. */
  readonly multiplicity?: string;
}

/** A relationship: one property of the ontology, or two that are inverse to each other. `to` has a role. */
export interface Association {
  readonly from: End;
  readonly to: End;
}

function multiplicity(relation: Relation): string {
  if (!relation.many) return relation.required ? '1' : '0..1';
  // The reference knows how long a list may be only if it is itself that list.
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

/** All relationships that the ontology declares, each once, in the order of the model. */
export function associations(model: DomainModel): Association[] {
  const drawn = new Set<Relation>();
  const found: Association[] = [];
  for (const cls of model.classes) {
    for (const relation of cls.relations) {
      if (!relation.declared || drawn.has(relation)) continue;
      // Of two inverses, the one whose end holds the reference gives the direction.
      const back = relation.inverse;
      const forth = back?.declared && back.holder === 'source' ? back : relation;
      for (const r of [relation, back]) if (r) drawn.add(r);
      found.push({ from: forth.inverse ? end(forth.inverse) : { cls: forth.source }, to: end(forth) });
    }
  }
  return found;
}
