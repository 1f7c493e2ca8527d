/** Determines what diagrams of a model show, in any diagram language: types of fields, and lines between classes. */

import { type DomainClass, type DomainModel, type Field, type FieldType, kindOf, type Relation } from '../model/index.ts';

const CARDINALITY_SUFFIXES = { one: '', optional: '?', many: '[]' } as const;

/** Returns the type of a field, with a suffix if it is optional or a list: `string`, `dateTime?`, `uuid[]`, `OrderStatus`. */
export function typeName({ type, cardinality }: Field): string {
  return valueTypeName(type) + CARDINALITY_SUFFIXES[cardinality];
}

function valueTypeName(type: FieldType): string {
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

function multiplicityOf(relation: Relation): string {
  if (!relation.many) return relation.required ? '1' : '0..1';
  // If the target has the field, its limits apply to the other direction of the relation.
  const { minItems = 0, maxItems } = relation.holder === 'source' ? relation.field : {};
  if (maxItems === undefined) return minItems === 0 ? '*' : `${minItems}..*`;
  return minItems === maxItems ? `${minItems}` : `${minItems}..${maxItems}`;
}

/** Returns the end of a line that a relation leads to. */
function endOf(relation: Relation): End {
  return {
    cls: relation.target,
    multiplicity: multiplicityOf(relation),
    ...(relation.declared && { role: relation.name }),
  };
}

/** Returns each declared relationship once, in the order of the model. */
export function associations(model: DomainModel): Association[] {
  const drawn = new Set<Relation>();
  const found: Association[] = [];
  for (const cls of model.classes) {
    for (const relation of cls.relations) {
      if (!relation.declared || drawn.has(relation)) continue;
      const { inverse } = relation;
      drawn.add(relation);
      if (inverse) drawn.add(inverse);
      // Of two inverse relations, the line has the direction of the one whose source stores the reference.
      const forward = inverse?.declared && inverse.holder === 'source' ? inverse : relation;
      const from = forward.inverse ? endOf(forward.inverse) : { cls: forward.source };
      found.push({ from, to: endOf(forward) });
    }
  }
  return found;
}
