/** The types of a class: object, interface, page and inputs. */

import type { Cardinality, DomainClass, Field, Relation } from '../../model/index.ts';
import type { Lines } from '../text/index.ts';
import { type Names, words } from './names.ts';
import { SCALAR_TYPES } from './scalars.ts';
import { definition, field, type Member, remark, typeHead } from './syntax.ts';

/** All types of a class, each a definition of its own. */
export function classTypes(cls: DomainClass, names: Names): readonly Lines[] {
  const { type, any, page, createInput, updateInput } = names.of(cls);
  const members = [...cls.allFields.map((f) => outputField(f, names)), ...cls.allRelations.map((r) => relationField(r, names))];
  // Interfaces are not inherited (section 3.7): a type names those of all its ancestors.
  const inherited = cls.ancestors.map((ancestor) => names.of(ancestor).any);
  const create = createFields(cls, names);
  const update = updateFields(cls, names);
  return [
    any !== type &&
      definition(
        remark(`What \`${type}\` and the types of its subclasses have in common.`, cls.deprecated),
        typeHead('interface', any, inherited),
        members,
      ),
    definition(remark(cls.doc, cls.deprecated), typeHead('type', type, any === type ? inherited : [any, ...inherited]), members),
    definition(`A page of ${words(cls.plural)}.`, `type ${page}`, [
      { doc: undefined, lines: field('items', [], `[${any}!]!`, false) },
      { doc: 'Number of items on all pages.', lines: field('total', [], 'Int!', false) },
    ]),
    create.length > 0 && definition(`Values of a new ${words(cls.slug)}.`, `input ${createInput}`, create),
    update.length > 0 &&
      definition(
        `Changes to an existing ${words(cls.slug)}: what is left out stays as it is, and null clears an optional field.`,
        `input ${updateInput}`,
        update,
      ),
  ];
}

function outputField(f: Field, names: Names): Member {
  return { doc: f.doc, lines: field(f.name, [], typeOf(valueType(f, names), f.cardinality), f.deprecated) };
}

function relationField(relation: Relation, names: Names): Member {
  const cardinality = relation.many ? 'many' : relation.required ? 'one' : 'optional';
  return {
    doc: relation.doc,
    lines: field(relation.name, [], typeOf(names.of(relation.target).any, cardinality), relation.deprecated),
  };
}

/** What an instance is created from: all but what the server supplies. */
export function createFields(cls: DomainClass, names: Names): readonly Member[] {
  return inputFields(cls, (f) => {
    const type = typeOf(valueType(f, names), f.cardinality);
    switch (f.generated) {
      case 'uuid':
      case 'now':
        return undefined;
      case 'zero':
        return `${type} = 0`;
      case undefined:
        return f.cardinality === 'many' && (f.minItems ?? 0) === 0 ? `${type} = []` : type;
      default:
        return f.generated satisfies never;
    }
  });
}

/** What can be changed in an instance: all but its identity. */
export function updateFields(cls: DomainClass, names: Names): readonly Member[] {
  return inputFields(cls, (f) => {
    const type = valueType(f, names);
    return f.cardinality === 'many' ? `[${type}!]` : type;
  });
}

function inputFields(cls: DomainClass, typeIn: (f: Field) => string | undefined): readonly Member[] {
  const members: Member[] = [];
  for (const f of cls.allFields) {
    if (f.type.kind === 'id') continue;
    const type = typeIn(f);
    if (type !== undefined) members.push({ doc: remark(f.doc, f.deprecated), lines: [`${f.name}: ${type}`] });
  }
  return members;
}

/** The type of one value. */
function valueType(f: Field, names: Names): string {
  switch (f.type.kind) {
    case 'id':
    case 'reference':
      return 'ID';
    case 'scalar':
      return names.scalar(SCALAR_TYPES[f.type.scalar]);
    default:
      return f.type satisfies never;
  }
}

function typeOf(value: string, cardinality: Cardinality): string {
  switch (cardinality) {
    case 'one':
      return `${value}!`;
    case 'optional':
      return value;
    case 'many':
      return `[${value}!]!`;
    default:
      return cardinality satisfies never;
  }
}
