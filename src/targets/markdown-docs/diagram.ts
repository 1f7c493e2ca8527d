/**
 * A Mermaid class diagram of a class and its neighbours. It contains only names of the model, which consist of letters, digits
 * and `_`, because Mermaid has no reliable escapes.
 */

import { type DomainClass, type DomainModel, type Field, kindOf, type Relation } from '../../model/index.ts';

/** The maximum number of fields and of neighbours of each kind, so that the diagram stays readable. */
const MAX_SHOWN = 12;

/** The relations that lead to each class from other classes. */
export type Incoming = ReadonlyMap<DomainClass, readonly Relation[]>;

/** Returns the declared relations that lead to each class; a relation from a class to itself is left out. */
export function incomingOf({ classes }: DomainModel): Incoming {
  const byTarget = new Map<DomainClass, Relation[]>();
  for (const cls of classes) {
    for (const relation of cls.relations) {
      if (!relation.declared || relation.target === cls) continue;
      byTarget.set(relation.target, [...(byTarget.get(relation.target) ?? []), relation]);
    }
  }
  return byTarget;
}

/** Returns the Mermaid class diagram of a class and its neighbours, without the fence of the code block. */
export function diagramOf(cls: DomainClass, incoming: Incoming): readonly string[] {
  const fields = cls.fields.slice(0, MAX_SHOWN);
  const outgoing = cls.relations.filter(({ declared }) => declared).slice(0, MAX_SHOWN);
  const referring = (incoming.get(cls) ?? []).slice(0, MAX_SHOWN);
  return [
    'classDiagram',
    ...(fields.length === 0 ? [`  class ${cls.name}`] : [`  class ${cls.name} {`, ...fields.map(fieldLine), '  }']),
    ...cls.parents.slice(0, MAX_SHOWN).map((parent) => `  ${parent.name} <|-- ${cls.name}`),
    ...cls.children.slice(0, MAX_SHOWN).map((child) => `  ${cls.name} <|-- ${child.name}`),
    ...[...outgoing, ...referring].map(relationLine),
  ];
}

const cardinalityMarks = { one: '', optional: '?', many: '[]' } as const;

/** `    +string[] keywords` */
function fieldLine({ name, type, cardinality }: Field): string {
  const kind =
    type.kind === 'scalar'
      ? kindOf(type.scalar).xsd
      : type.kind === 'enumeration'
        ? type.enumeration.name
        : type.kind === 'union'
          ? type.union.name
          : 'uuid';
  return `    +${kind}${cardinalityMarks[cardinality]} ${name}`;
}

/** `  Post --> "1" Person : author` */
function relationLine({ source, target, name, many, required }: Relation): string {
  return `  ${source.name} --> "${many ? '*' : required ? '1' : '0..1'}" ${target.name} : ${name}`;
}
